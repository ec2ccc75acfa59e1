"""Chips and words at the table, as presses report them."""

from msgspec.structs import replace

from burncard.rules.cards import Seat
from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Round
from burncard.rules.rulings.irregularities import ActionNotStopped, Pressed
from burncard.rules.rulings.marks import ActionStopped, WithdrawCall
from burncard.rules.rulings.rulebook import ALL, LIMIT, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)


@CHAPTER.rule(
    Pressed,
    id="betting.forward-motion-limit",
    title="Chips moved forward made another player act",
    status="press",
    games=ALL,
    structures=LIMIT,
    sources=(ROBERTS.at("betting and raising", 13),),
    presses=("chips-forward",),
    window="each round of a limit game",
    trigger="chips are pressed as moved forward without being bet",
    ruling="The player may have to complete the action. The floor decides.",
)
def forward_motion_limit(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "chips-forward")
    if seat is None:
        return None
    return Verdict(
        decision="floor",
        seats=(seat,),
        message=f"Seat {seat} moved chips forward and another player acted on it. "
        "The floor decides whether the bet must be made.",
    )


@CHAPTER.rule(
    Pressed,
    id="betting.stop-the-action",
    title="A player asks for time",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 11),),
    presses=("time-called",),
    window="until three players have acted after the seat",
    trigger="time is pressed for a seat",
    ruling="The player keeps the right to act.",
)
def stop_the_action(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "time-called")
    if seat is None:
        return None
    note = _note(f"Seat {seat} has asked for time: it keeps its right to act.", seat)
    return replace(note, effects=(ActionStopped(seat),))


@CHAPTER.rule(
    ActionNotStopped,
    id="betting.right-to-act",
    title="Three players act while a player stays silent",
    kind="betting",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 11),),
    window="from the player's turn until the player acts",
    trigger="three players have acted after the player whose turn it is, and no time was pressed for that player",
    ruling="The floor may rule that the player has lost the right to act. A player who waits for an earlier one keeps "
    "it.",
    repair="the floor may overrule it with `dead-hand`",
)
def right_to_act(hand: HandInPlay, seen: ActionNotStopped) -> Verdict:
    behind = ", ".join(map(str, seen.behind))
    return _note(
        f"Seat {seen.seat} has not stopped the action, and seats {behind} have acted after it. It may still act, "
        "unless the floor takes that right away.",
        seen.seat,
    )


@CHAPTER.rule(
    Pressed,
    id="betting.unaware-of-raise",
    title="A player called without knowing of a raise",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 12),),
    presses=("wager-withdrawn",),
    window="until the next action",
    trigger="a call is pressed as withdrawn",
    ruling="The player may take the chips back and act again. Once another player has acted they stay in.",
)
def unaware_of_raise(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "wager-withdrawn")
    if seat is None:
        return None
    if not isinstance(hand.plan.head, Round) or not hand.betting.may_withdraw(seat):
        return _note(f"Seat {seat}'s chips stay in: its call was not the last action of this round.", seat)
    return Verdict(
        decision="correct",
        severity="note",
        seats=(seat,),
        effects=(WithdrawCall(),),
        message=f"Seat {seat} did not know of the raise. It takes its call back and acts again.",
    )


@CHAPTER.rule(
    Pressed,
    id="betting.smallest-chip",
    title="A player bets chips too small for the game",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 7),),
    presses=("small-chips",),
    window="each betting round",
    trigger="a bet or a stake is no multiple of the smallest chip in play (`smallest_chip`), chips moved forward are "
    "smaller, or chips are pressed as smaller",
    ruling="They do not play in any number, and are changed between hands; the stack plays without them.",
)
def smallest_chip(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name != "small-chips":
        return None
    return _note("Chips smaller than the smallest in use do not play. Change them after the hand.", *_seats(seen))


def _live(hand: HandInPlay, seen: Pressed, name: str) -> Seat | None:
    if seen.name != name or seen.seat is None or not hand.in_hand(seen.seat):
        return None
    return seen.seat


def _seats(seen: Pressed) -> tuple[Seat, ...]:
    return () if seen.seat is None else (seen.seat,)


def _note(message: str, *seats: Seat) -> Verdict:
    return Verdict(decision="stands", seats=seats, message=message)
