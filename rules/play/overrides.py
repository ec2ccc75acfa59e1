"""The floor decides otherwise than a ruling did, or decides what was left to it.

The hand is worked out again from its facts with that ruling decided as the floor says (`rules.table`). Here is what the
floor may not decide, and how its decision is reported.
"""

from collections.abc import Iterable
from typing import get_args

from msgspec.structs import replace

from burncard.rules.facts import CardSeen, Fact, Press
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import Decision, Outcome, Ruling
from burncard.rules.rulings.decisions import (
    CARDS_GONE,
    ENDINGS,
    FLOOR_ONLY,
    KEPT,
    LEFT_TO_FLOOR,
    NOT_OF_A_HAND,
    REFUSED,
    UNKNOWN,
    UNKNOWN_RULING,
    WhyNot,
    as_floor_says,
)
from burncard.rules.rulings.effects import Effect, First, Tell
from burncard.rules.rulings.rulebook import Verdict
from burncard.rules.rulings.rulings import TABLE_SOURCE, Rulings

IN_WORDS: dict[str, str] = {
    "misdeal": "misdeal",
    "redeal-board": "the board is dealt again",
    "replace": "the card is replaced",
    "keep": "the card stays where it is",
    "remove": "the card leaves play",
    "correct": "it is put right",
    "dead-hand": "the hand is dead",
    "void": "the hand is void",
    "stands": "it stands, and play goes on",
}
"""Each decision as it is announced."""
NO_DECISIONS = frozenset({"floor", "refuse"})
DECISIONS = frozenset(get_args(Decision)) - NO_DECISIONS


def refusal(rulings: Rulings, fact: Press) -> WhyNot | None:
    """Why the floor cannot decide this; None where it can be tried."""
    if fact.by != "floor":
        return FLOOR_ONLY
    if fact.ruling is None or not rulings.knows(fact.ruling):
        return UNKNOWN_RULING
    decision = fact.decision or "stands"
    if decision not in DECISIONS:
        return UNKNOWN
    if decision in ENDINGS:
        return None
    ruling = rulings.given(rulings.asked_first(fact.ruling))
    return _not_possible(ruling.verdict.decision, decision) if ruling.in_hand else NOT_OF_A_HAND


def possible_decisions(ruled: Decision) -> tuple[Decision, ...]:
    """What the floor may decide on a ruling of a kind: how it was ruled first, then in the order of the decisions."""
    known: tuple[Decision, ...] = get_args(Decision)
    possible = [one for one in known if one in DECISIONS and (one in ENDINGS or _not_possible(ruled, one) is None)]
    return tuple(sorted(possible, key=lambda decision: decision != ruled))


def _not_possible(ruled: Decision, decision: str) -> WhyNot | None:
    """Why a decision makes no sense whatever the hand is like."""
    match ruled:
        case "refuse" if decision not in KEPT:
            return REFUSED
        case "floor" if decision not in KEPT and decision not in ("correct", "dead-hand"):
            return LEFT_TO_FLOOR
        case _:
            return None


def too_late(rulings: Rulings, again: Rulings, outcomes: Iterable[tuple[Fact, Outcome]]) -> WhyNot | None:
    """Why the floor cannot decide so, as the hand was worked out `again`: it makes no sense here, or cards have come or
    gone since that nothing brings back. `outcomes`: each with the fact that brought it."""
    if again.senseless is not None and rulings.senseless is None:
        return again.senseless
    for fact, outcome in outcomes:
        unknown = isinstance(outcome, Ruling) and outcome.id not in rulings.known and outcome.severity == "stop"
        if unknown and isinstance(fact, CardSeen):
            return CARDS_GONE
    return None


def tell_decision(hand: HandInPlay, number: int, fact: Press, rulings: Rulings, out: list[Outcome]) -> None:
    """Tells what the floor has decided, and does what has waited for it: a matter that was left to it is settled, and
    cards that were moved under a ruling that does not hold go back."""
    said = rulings.said(number)
    ends = said is not None and said.decision in ENDINGS
    if said is None or (ends and not rulings.is_last(number)):
        return  # it was refused, or the hand goes on after all
    ruled, holds = rulings.given(said.ruling), rulings.holds(said.ruling)
    named = () if fact.seat is None else (fact.seat,)
    seats = ruled.verdict.seats or named  # a call of the floor may name no hand; the floor then says which one is dead
    done: tuple[Effect, ...] = ()
    if not ends and holds is not None:
        overruled = hand.overruled.pop(said.ruling, None)
        done = (First(tuple(overruled.back)),) if overruled is not None and overruled.back else ()
        if ruled.verdict.decision == "floor":
            done = as_floor_says(hand, said.ruling, seats, holds)
        elif holds != ruled.verdict.decision:
            done = (*done, Tell(rulings.open_steps(hand, said.ruling)))
    verdict = Verdict(decision=said.decision, seats=seats, effects=done, message="")
    verdict = replace(
        verdict,
        severity="stop" if verdict.steps() else "note",
        message=f"The floor has decided: {IN_WORDS[said.decision]}" + (f" ({fact.reason})." if fact.reason else "."),
    )
    rulings.give(hand, ruled.rule, TABLE_SOURCE, verdict, out, decides=said.ruling)
