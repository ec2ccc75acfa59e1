"""Chips and words at the table: what is pressed about them, and the money rules that need no ruling."""

from collections.abc import Mapping

from burncard.rules.cards import Seat
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.plan import Round
from burncard.rules.rulings.irregularities import Pressed
from burncard.rules.rulings.marks import WithdrawCall
from burncard.rules.rulings.rulebook import ALL, ROBERTS, Status, Verdict, declare, rule

BETTING = f"{ROBERTS}, betting and raising"
BUY_IN = f"{ROBERTS}, the buy-in"
SHOWDOWN = f"{ROBERTS}, the showdown"
TIES = f"{ROBERTS}, ties"
GENERAL = "General house rules, hold'em"
HOLDEM = ("holdem",)
SET_UP = "table set-up"


@rule(
    Pressed,
    id="betting.forward-motion-limit",
    title="Chips moved forward made another player act",
    games=ALL,
    structures=("limit",),
    source=BETTING,
    window="limit games",
    trigger="chips are pressed as moved forward without being bet",
    ruling="The action may have to be completed. The floor decides.",
    status="press",
)
def forward_motion(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "chips-forward")
    if seat is None:
        return None
    return Verdict(
        decision="floor",
        seats=(seat,),
        message=f"Seat {seat} moved chips forward and another player acted on it. "
        "The floor decides whether the bet must be made.",
    )


@rule(
    Pressed,
    id="betting.stop-the-action",
    title="A player has asked for time",
    games=ALL,
    source=BETTING,
    window="before three players have acted behind the seat",
    trigger="time is pressed for a seat",
    ruling="The seat keeps its right to act.",
    status="press",
)
def stop_the_action(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "time-called")
    return None if seat is None else _note(f"Seat {seat} has asked for time: it keeps its right to act.", seat)


@rule(
    Pressed,
    id="betting.unaware-of-raise",
    title="A call made without knowing of a raise",
    games=ALL,
    source=BETTING,
    window="until the next action",
    trigger="a call is pressed as withdrawn",
    ruling="The chips may be taken back and the seat acts again; once another player has acted they stay.",
    status="press",
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


@rule(
    Pressed,
    id="betting.smallest-chip",
    title="Chips too small for the game",
    games=ALL,
    source=BETTING,
    window="each betting round",
    trigger="chips are pressed as smaller than the smallest in use",
    ruling="They do not play, not even many of them; they are changed between hands.",
    status="press",
)
def smallest_chip(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name != "small-chips":
        return None
    return _note("Chips smaller than the smallest in use do not play. Change them after the hand.", *_seats(seen))


@rule(
    Pressed,
    id="buyin.add-between-hands",
    title="Chips are added between hands",
    games=ALL,
    source=BUY_IN,
    window="between hands",
    trigger="a seat is pressed as buying chips while a hand is in play",
    ruling="Any amount may be added between hands; during a hand nothing is.",
    kind="money",
    status="press",
)
def add_between_hands(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name != "buy-in":
        return None
    return Verdict(
        decision="refuse",
        seats=_seats(seen),
        message="Chips are added between hands; they do not play in this one.",
    )


def _live(hand: HandInPlay, seen: Pressed, name: str) -> Seat | None:
    if seen.name != name or seen.seat is None or not hand.in_hand(seen.seat):
        return None
    return seen.seat


def _seats(seen: Pressed) -> tuple[Seat, ...]:
    return () if seen.seat is None else (seen.seat,)


def _note(message: str, *seats: Seat) -> Verdict:
    return Verdict(decision="stands", seats=seats, message=message)


# ---- kept without a word, or advice that no device can check --------------------


SUIT_RANK = {"roberts": "ties.suit-rank", "roberts-early": "ties.suit-rank"}


def _kept(
    rule_id: str,
    source: str,
    trigger: str,
    ruling: str,
    games: tuple[str, ...] = ALL,
    structures: tuple[str, ...] = (),
    status: Status = "advice",
    off: Mapping[str, str] | None = None,
) -> None:
    declare(
        id=rule_id,
        title=ruling.rstrip("."),
        games=games,
        structures=structures,
        source=source,
        window=trigger,
        trigger=trigger,
        ruling=ruling,
        kind="betting" if status == "enforced" else "advice",
        status=status,
        off=off or {},
    )


_kept("betting.all-in-all-chips", BETTING, "an all-in", "Every chip that plays goes in.", status="enforced")
_kept(
    "betting.no-raise-after-correction",
    BETTING,
    "a bet brought up",
    "Who has called it may not raise it.",
    status="enforced",
)
_kept(
    "betting.blinds-before-looking",
    GENERAL,
    "the start",
    "Blinds are in before the first card.",
    games=HOLDEM,
    status="enforced",
)
_kept("betting.holdem-forced-bets", GENERAL, SET_UP, "Blinds, or an ante, or both.", games=HOLDEM, status="enforced")
_kept("betting.holdem-structures", GENERAL, SET_UP, "Limit, no-limit, pot-limit.", games=HOLDEM, status="enforced")
_kept("betting.min-bet-blind-sizes", GENERAL, SET_UP, "The big blind is the bet, the small one half.", games=HOLDEM)
_kept("showdown.ethical-duty", SHOWDOWN, "a wrong pot", "Whoever sees a mistake with chips should say so.")
_kept("ties.003-no-suit-rank", "General house rules", "equal ranks", "No suit wins a pot.", off=SUIT_RANK)
