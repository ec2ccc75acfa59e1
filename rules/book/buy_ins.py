"""Buy-ins: amounts compared with what the table asks for, and the one short buy-in of a session."""

from burncard.rules.betting.buy_in_sizes import buy_in_min
from burncard.rules.book.conflicts import C17
from burncard.rules.games.documents import GENERAL, ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import standing_now
from burncard.rules.outcomes import Decision
from burncard.rules.rulings.irregularities import Pressed
from burncard.rules.rulings.rulebook import ALL, BIG_BET, LIMIT, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)


@CHAPTER.rule(
    Pressed,
    id="buyin.add-between-hands",
    title="A player adds chips",
    kind="money",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("the buy-in", 3),),
    presses=("buy-in",),
    between_hands=True,
    window="between hands",
    trigger="a player is pressed as buying chips while a hand is in play, or with chips left between hands (`amount`)",
    ruling="Any amount may be added between hands, but nothing during one.",
)
def add_between_hands(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if not hand.ended:
        return _answer(seen, "Chips are added between hands; they do not play in this one.", "refuse")
    seat = seen.seat
    left = hand.betting.stack_of(seat) if seat in hand.betting.seats else 0
    if not left or seen.amount is None or seen.value is False:
        return None
    return _answer(seen, f"Seat {seat} adds {seen.amount} to its {left}: that is no buy-in, and may be any amount.")


@CHAPTER.rule(
    Pressed,
    id="buyin.potlimit-maximum",
    title="A player buys into pot-limit hold'em",
    kind="money",
    games=("holdem",),
    structures=("pot-limit",),
    sources=(GENERAL.at("hold'em, betting structures"),),
    settles=(C17,),
    presses=("buy-in",),
    between_hands=True,
    window="between hands",
    trigger="a player is pressed as buying into pot-limit hold'em; an `amount` above what the room has posted "
    "(`buy_in_max`) is refused",
    ruling="Pot-limit usually has a maximum buy-in.",
)
def potlimit_maximum(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    most = hand.fact.buy_in_max
    if seen.value is False:
        return None
    if seen.amount is None:
        posted = "usually has a maximum buy-in" if most is None else f"has a maximum buy-in, {most}"
        return _answer(seen, f"Pot-limit {posted}. The minimum is {buy_in_min(hand.fact)}.")
    if most is None or seen.amount <= most:
        return None
    return _answer(seen, f"The maximum buy-in is {most}, not {seen.amount}.", "refuse")


@CHAPTER.rule(
    Pressed,
    id="buyin.one-short",
    title="A player makes a short buy-in",
    kind="money",
    games=ALL,
    sources=(ROBERTS.at("the buy-in", 2),),
    presses=("buy-in",),
    between_hands=True,
    window="between hands",
    trigger="a player who has had a hand here and has no chips left is pressed as buying in (`amount`) for less than "
    "the minimum, or a second short buy-in is pressed (`value` false)",
    ruling="Only one short buy-in is allowed in a session. Adding chips to a stack does not count.",
)
def one_short(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat, standing = seen.seat, standing_now(hand)
    if seen.value is False:
        return _answer(
            seen, "Only one short buy-in is allowed in a session. Adding chips to a stack does not count.", "refuse"
        )
    if seat is None or seen.amount is None:
        return None
    least = buy_in_min(hand.fact)
    if seen.amount >= least or seat not in standing.players | set(hand.betting.seats):
        return None
    if seat in standing.short:
        again = f"Seat {seat} has made its one short buy-in of this session: it buys at least {least}."
        return _answer(seen, again, "refuse")
    return _answer(seen, f"Seat {seat} buys in short, for {seen.amount} of {least}: once in a session.")


@CHAPTER.rule(
    Pressed,
    id="buyin.limit-minimum",
    title="A player buys into a limit game",
    kind="money",
    games=ALL,
    structures=LIMIT,
    sources=(ROBERTS.at("the buy-in", 1),),
    settles=(C17,),
    presses=("buy-in",),
    between_hands=True,
    window="between hands",
    trigger="a player is pressed as buying into a limit game (`amount`)",
    ruling="A player who joins buys in for at least 10 times the largest bet, or what the room has posted "
    "(`buy_in_min`).",
)
def limit_minimum(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    return _compared(hand, seen)


@CHAPTER.rule(
    Pressed,
    id="buyin.bigbet-minimum",
    title="A player buys into a big-bet game",
    kind="money",
    games=ALL,
    structures=BIG_BET,
    sources=(ROBERTS.at("the buy-in", 1),),
    settles=(C17,),
    presses=("buy-in",),
    between_hands=True,
    window="between hands",
    trigger="a player is pressed as buying into a big-bet game (`amount`)",
    ruling="A player who joins buys in for at least 40 times the smallest opening bet, or what the room has posted "
    "(`buy_in_min`).",
)
def bigbet_minimum(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    return _compared(hand, seen)


def _compared(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    least = buy_in_min(hand.fact)
    if seen.amount is None:
        return _answer(seen, f"The minimum buy-in is {least}.")
    if seen.amount < least:
        return _answer(seen, f"{seen.amount} is too little: a player who joins buys at least {least}.", "refuse")
    return _answer(seen, f"{seen.amount} is a full buy-in: the minimum is {least}.")


def _answer(seen: Pressed, message: str, decision: Decision = "stands") -> Verdict:
    return Verdict(decision=decision, seats=() if seen.seat is None else (seen.seat,), message=message)
