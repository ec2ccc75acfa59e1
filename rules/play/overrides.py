"""The floor decides otherwise than a ruling did, or decides what was left to it.

The hand is worked out again from its facts with that ruling decided as the floor says (`rules.table`). Here is what the
floor may not decide, and how its decision is reported.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

from burncard.rules.facts import CardSeen, Fact, Press
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import Decision, Outcome, Ruling
from burncard.rules.rulings.decisions import ENDINGS, as_floor_says
from burncard.rules.rulings.effects import Effect, First, Tell
from burncard.rules.rulings.rulebook import Verdict
from burncard.rules.rulings.rulings import TABLE_SOURCE, Rulings

ON_A_MATTER_LEFT_TO_IT: frozenset[Decision] = frozenset({"stands", "keep", "correct", "dead-hand", *ENDINGS})
ON_A_REFUSAL: frozenset[Decision] = frozenset({"stands", "keep", *ENDINGS})
ON_A_RULING: frozenset[Decision] = ON_A_MATTER_LEFT_TO_IT | {"replace", "remove", "redeal-board"}


def refusal(rulings: Rulings, fact: Press) -> tuple[str, str] | None:
    """Why the floor cannot decide this: rule and message; None where it can be tried."""
    if fact.by != "floor":
        return "table.floor-only", "Only the floor can override a ruling."
    if fact.ruling is None or not rulings.knows(fact.ruling):
        return "table.unknown-ruling", f"There is no ruling {fact.ruling} in this hand."
    decision, ruled = fact.decision or "stands", rulings.given(fact.ruling).verdict.decision
    return (
        None
        if decision in _possible(ruled)
        else ("table.unknown-decision", f"The floor cannot decide {decision} here.")
    )


def _possible(ruled: Decision) -> frozenset[Decision]:
    return {"floor": ON_A_MATTER_LEFT_TO_IT, "refuse": ON_A_REFUSAL}.get(ruled, ON_A_RULING)


def possible_decisions(ruled: Decision) -> tuple[Decision, ...]:
    """What the floor may decide on a ruling of a kind: how it was ruled first, then in the order of the decisions."""
    possible = [decision for decision in get_args(Decision) if decision in _possible(ruled)]
    return tuple(sorted(possible, key=lambda decision: decision != ruled))


def too_late(
    rulings: Rulings, again: Rulings, decision: Decision, outcomes: Iterable[tuple[Fact, Outcome]]
) -> tuple[str, str] | None:
    """Why the floor cannot decide so, as the hand was worked out `again`: it makes no sense here, or cards have come or
    gone since that nothing brings back. `outcomes`: each with the fact that brought it."""
    if again.senseless is not None and not rulings.senseless:
        return "table.unknown-decision", f"The floor cannot decide {decision} here."
    for fact, outcome in outcomes:
        unknown = isinstance(outcome, Ruling) and outcome.id not in rulings.known and outcome.severity == "stop"
        if unknown and isinstance(fact, CardSeen):
            return "table.cards-gone", "Cards have come or gone under this ruling: it cannot be undone any more."
    return None


def tell_decision(hand: HandInPlay, number: int, fact: Press, rulings: Rulings, out: list[Outcome]) -> None:
    """Tells what the floor has decided, and does what has waited for it: a matter that was left to it is settled, and
    cards that were moved under a ruling that does not hold go back."""
    said = rulings.said(number)
    ends = said is not None and said.decision in ENDINGS
    if said is None or (ends and not rulings.is_last(number)):
        return  # it was refused, or the hand goes on after all
    ruled, holds = rulings.given(said.ruling), rulings.holds(said.ruling)
    done: tuple[Effect, ...] = ()
    if not ends and holds is not None:
        overruled = hand.overruled.pop(said.ruling, None)
        done = (First(tuple(overruled.back)),) if overruled is not None and overruled.back else ()
        if ruled.verdict.decision == "floor":
            done = as_floor_says(hand, said.ruling, ruled.verdict.seats, holds)
        elif holds != ruled.verdict.decision:
            done = (*done, Tell(rulings.open_steps(hand, said.ruling)))
    verdict = Verdict(decision=said.decision, seats=ruled.verdict.seats, effects=done, message="")
    verdict = replace(
        verdict,
        severity="stop" if verdict.steps() else "note",
        message=f"The floor has decided: {said.decision}" + (f" ({fact.reason})." if fact.reason else "."),
    )
    rulings.give(hand, ruled.rule, TABLE_SOURCE, verdict, out)
