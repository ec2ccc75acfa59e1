"""The floor may decide every ruling of every rule otherwise: the hand is then as if that had been ruled at once.

The scenarios are the tests that are called after the rules. What the floor cannot decide is refused for one of the
reasons declared in `rules.rulings.decisions`.
"""

import inspect
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from burncard.rules.facts import Fact, Press
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import stacks_before, stacks_now
from burncard.rules.hand.steps import Deal, Move, Return, Turn
from burncard.rules.outcomes import AwaitPlain, AwaitRead, AwaitRemedy, Decision, Result
from burncard.rules.rulings import decisions
from burncard.rules.rulings.decisions import ENDINGS, KEPT, WHY_NOT, WhyNot, as_decided
from burncard.rules.rulings.irregularities import DrawPackShort, Irregularity, PackShort
from burncard.rules.rulings.rulebook import RULES, Verdict
from burncard.rules.rulings.rulings import Rulings
from burncard.rules.table import Table
from tests.harness.own_scenarios import TESTED, Caught, calls_of, caught_in, rule_of
from tests.harness.scripted import ScriptedHand
from tests.harness.snapshot import COMPILED

pytestmark = pytest.mark.skipif(COMPILED, reason="a function of the compiled engine cannot be replaced")

DECISIONS: tuple[Decision, ...] = (
    *("stands", "keep", "correct", "replace", "remove", "redeal-board", "dead-hand", "misdeal", "void"),
)
CALLS_MOST = 24
FACTS_MOST = 300
STEPS_MOST = 20
JUDGING = [rule.id for rule in RULES.values() if rule.judge is not None]
SAID = {(why.code, why.words) for why in WHY_NOT}


def scenarios_of(rule_id: str) -> Iterator[Caught]:
    """Hands caught when the rule ruled, as different as its tests make them."""
    caught: dict[tuple[str, str], Caught] = {}
    for name, function, _ in TESTED:
        wanted = set(inspect.signature(function).parameters)
        calls = [call for call in calls_of(function) if set(call) == wanted]
        if wanted == {"row"}:
            calls = [call for call in calls if call["row"][0] == rule_id]
        elif rule_of(name) != rule_id:
            continue
        spread = calls[:: max(1, len(calls) // CALLS_MOST)]
        for one in caught_in(function, islice(spread, CALLS_MOST), rule_id):
            caught.setdefault((one.ruling.decision, one.after.hand().game.family), one)
    yield from caught.values()


def state(hand: HandInPlay, table: Table) -> Any:
    """What makes the state of a hand: its chips, who is in it, what lies where, and what is due."""
    if hand.ended:
        return hand.ended_as, stacks_now(hand)
    lying: dict[str, list[str]] = {}
    for placed in hand.felt.all_out():
        lying.setdefault(placed.zone, []).append(placed.card)
    where = {zone: sorted(cards) for zone, cards in lying.items()}
    due = [(type(item).__name__, item.step()) for item in hand.plan if isinstance(item, Deal | Move | Turn | Return)]
    betting = hand.betting
    return stacks_now(hand), tuple(betting.live), betting.round.turn, due, where, table.awaited()


def state_of(table: Table) -> Any:
    assert table.hand is not None
    return state(table.hand, table)


def override(hand: ScriptedHand, ruling: str, decision: str) -> WhyNot | None:
    """The floor decides; why it was refused, if it was."""
    given = hand.give(Press(press="override", ruling=ruling, decision=decision, by="floor"))
    last = given[-1]
    return WhyNot(last.rule, last.message) if last.decision == "refuse" else None


def ruled_so_from_the_start(facts: tuple[Fact, ...], ruling_id: str, decision: Decision) -> Table:
    """A table on which the rule itself has decided so: no word of the floor is in it."""
    decide = Rulings._as_decided

    def decided(rulings: Rulings, hand: HandInPlay, seen: Irregularity | None, ruled: Verdict, ruling: str) -> Verdict:
        if ruling != ruling_id:
            return decide(rulings, hand, seen, ruled, ruling)
        verdict = as_decided(hand, seen, ruled, decision)
        assert isinstance(verdict, Verdict)
        return verdict

    table = Table()
    unchecked = inspect.unwrap(Rulings.give)  # what the ruling tells is not what is done here
    with patch.object(Rulings, "_as_decided", decided), patch.object(Rulings, "give", unchecked):
        for fact in facts:
            table.apply(fact)
    return table


def goes_on_alike(hand: ScriptedHand, other: Table) -> None:
    """Plays on to the end of the hand, and the same facts on the other table."""
    facts = len(hand.facts)
    while hand.table.hand is not None and not hand.table.hand.ended:
        if _waits_for_people(hand):
            return
        hand.step()
        assert len(hand.facts) < facts + FACTS_MOST, "the hand comes to no end"
        last = hand.facts[-1]
        if isinstance(last, Press) and last.ruling is not None:
            last = _same_ruling(last, other)
        other.apply(last)
        assert state_of(hand.table) == state_of(other), hand.facts[-1]


def _waits_for_people(hand: ScriptedHand) -> bool:
    """Whether play waits for what only people can say: a card that was named and not read, or who opens the pot."""
    if isinstance(hand.next, AwaitRead):
        return True
    undecided = [one for one in hand.rulings if one.decision == "floor" and _is_open(hand, one.id)]
    return hand.next == AwaitPlain(await_="floor") and not undecided


def _is_open(hand: ScriptedHand, ruling_id: str) -> bool:
    return not any(isinstance(fact, Press) and fact.ruling == ruling_id for fact in hand.facts)


def _same_ruling(press: Press, other: Table) -> Press:
    """The press about the last matter left to the floor on the other table, which has fewer rulings."""
    given = other._rulings._given
    left = [ruling_id for ruling_id, one in given.items() if one.verdict.decision == "floor"]
    return Press(press=press.press, ruling=left[-1], decision=press.decision, reason=press.reason, by=press.by)


@pytest.mark.parametrize("rule_id", JUDGING)
def test_whatever_the_floor_decides_the_hand_is_as_if_that_had_been_ruled(rule_id: str) -> None:
    caught = list(scenarios_of(rule_id))
    assert caught, f"no scenario of {rule_id} can be driven"
    for one in caught:
        possible: list[Decision] = []
        for decision in DECISIONS:
            hand = one.after.hand()
            why_not = override(hand, one.ruling.id, decision)
            if why_not is not None:
                assert (why_not.code, why_not.words) in SAID
                assert_not_possible(one, decision, why_not)
            elif decision in ENDINGS:
                assert_ended(hand, decision)
            else:
                possible.append(decision)
                if one.given.verdict.decision not in ("floor", "refuse"):
                    other = ruled_so_from_the_start(one.facts, one.ruling.id, decision)
                    assert state_of(hand.table) == state_of(other), decision
                    goes_on_alike(hand, other)
        assert_the_last_decision_holds(one, possible)
        assert_the_same_when_the_repair_has_begun(one, possible)


def test_the_reasons_why_the_floor_cannot_decide_are_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "table-log.md").read_text(encoding="utf-8")
    for why_not in WHY_NOT:
        assert f"| `{why_not.code}` | {why_not.words} |" in text


def assert_ended(hand: ScriptedHand, decision: str) -> None:
    """Nothing of the hand is left but the cards that come back."""
    in_play = hand.table.hand
    assert in_play is not None
    assert in_play.ended_as == "for nothing"
    assert stacks_now(in_play) == stacks_before(in_play)
    assert [one.ended for one in hand.outcomes if isinstance(one, Result)] == [decision]


def assert_not_possible(one: Caught, decision: Decision, why_not: WhyNot) -> None:
    """What cannot be decided is what no rule decides, or what would be no decision."""
    ruled = one.given.verdict.decision
    match why_not:
        case decisions.NOT_OF_A_HAND:
            assert not one.given.in_hand
        case decisions.REFUSED:
            assert ruled == "refuse"
            assert decision not in KEPT
        case decisions.LEFT_TO_FLOOR | decisions.NO_RULE:
            assert decision in ("correct", "replace", "remove", "redeal-board")
        case decisions.NO_SEAT:
            assert decision == "dead-hand"
            assert not one.ruling.seats
        case decisions.CANNOT_STAND:
            assert decision in KEPT
            assert {PackShort, DrawPackShort} & {*RULES[one.ruling.rule].answers}
        case decisions.COLLECTED:  # a card was dealt to decide something, after the hand
            assert not one.given.in_hand
            assert decision in ENDINGS
        case decisions.NO_HAND:
            assert ruled in ENDINGS
            assert decision in ENDINGS
        case _:
            raise AssertionError((decision, why_not))


def assert_the_last_decision_holds(one: Caught, possible: list[Decision]) -> None:
    """Whether the floor names the ruling again, or its own decision."""
    for first, then in pairwise(possible):
        at_once, by_ruling, by_decision = (one.after.hand() for _ in range(3))
        override(at_once, one.ruling.id, then)
        override(by_ruling, one.ruling.id, first)
        override(by_decision, one.ruling.id, first)
        said = by_decision.rulings[-1].id
        assert override(by_ruling, one.ruling.id, then) is None
        assert override(by_decision, said, then) is None
        assert state_of(by_ruling.table) == state_of(at_once.table), (first, then)
        assert state_of(by_decision.table) == state_of(at_once.table), (first, then)


def assert_the_same_when_the_repair_has_begun(one: Caught, possible: list[Decision]) -> None:
    """A card was moved as ruled before the floor said so: it goes back, or that is too late and the floor hears so."""
    for decision in set(possible) - {one.ruling.decision}:
        at_once, late = one.after.hand(), one.after.hand()
        if not isinstance(late.next, AwaitRemedy) or late.next.step.do != "move":
            return
        late.step()
        why_not = override(late, one.ruling.id, decision)
        if why_not is not None:
            assert why_not == decisions.CARDS_GONE
            continue
        override(at_once, one.ruling.id, decision)
        for hand in (at_once, late):
            put_right(hand)
        assert state_of(late.table) == state_of(at_once.table), decision


def put_right(hand: ScriptedHand) -> None:
    """Makes every step that is open."""
    for _ in range(STEPS_MOST):
        if not isinstance(hand.next, AwaitRemedy):
            return
        hand.step()
    raise AssertionError("the repair has no end")
