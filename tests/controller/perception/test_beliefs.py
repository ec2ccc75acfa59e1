"""What is believed of a card whose place is not known: priors count alike whenever a place was first thought of."""

from collections.abc import Iterable

import pytest

from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Chances
from burncard.controller.perception.rates import DEFAULT_RATES
from burncard.controller.perception.tag_belief import TagBelief
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from tests.harness.scans_by_hand import OWN_DBM

HOME, HERE, THERE = 1, 5, 9
APART: dict[int, tuple[int, ...]] = {HOME: (), HERE: (), THERE: ()}
BESIDE: dict[int, tuple[int, ...]] = {HOME: (HERE,), HERE: (HOME,), THERE: ()}
"""Which of them are neighbours."""


class Weighed:
    """One card at `HOME`, and what each scan says of it. `likely`: the prior of each other place; `muck`: which of them
    is the muck."""

    def __init__(
        self, neighbours: dict[int, tuple[int, ...]] = APART, muck: Iterable[int] = (), **likely: float
    ) -> None:
        self.likely = {HERE: likely["here"], THERE: likely["there"]}
        self.beliefs = Beliefs(Chances(neighbours, dict.fromkeys(neighbours, DEFAULT_RATES)), muck)
        self.beliefs.place("c", HOME)
        self._now_ns = 0

    def prior(self, tag: TagBelief, antenna: int) -> float:
        return self.likely[antenna]

    def scan(self, antennas: Iterable[tuple[int, bool]]) -> "Weighed":
        for antenna, heard in antennas:
            self._now_ns += 30 * MS
            strengths = {"c": OWN_DBM} if heard else {}
            self.beliefs.scanned(antenna, strengths, Nanoseconds(self._now_ns), self.prior)
        return self

    def odds(self) -> float:
        """How likely it has come here, beside there."""
        candidates = self.beliefs.tags["c"].candidates
        return candidates[HERE].place.weight / candidates[THERE].place.weight


def test_a_place_thought_of_late_is_no_likelier_for_the_silence_before() -> None:
    missed = [(HOME, False)] * 4
    weighed = Weighed(here=0.01, there=0.01).scan([(HOME, False), (HERE, True), *missed, (THERE, True)])
    candidates = weighed.beliefs.tags["c"].candidates
    assert candidates[THERE].came == pytest.approx(candidates[HERE].came)


def test_what_the_deal_awaits_now_counts_for_what_was_heard_before() -> None:
    heard = [(HOME, False), (HERE, True), (THERE, True)]
    before = Weighed(here=0.01, there=0.01).scan(heard)
    after = Weighed(here=0.01, there=0.01).scan(heard)
    after.likely[HERE] = 0.2
    after.beliefs.reconsider(after.prior, Nanoseconds(SECOND))
    assert after.odds() == pytest.approx(20 * before.odds())
    tag = after.beliefs.tags["c"]
    total = tag.stayed + sum(each.place.weight + each.passing for each in tag.candidates.values())
    assert total == pytest.approx(1)


def test_a_place_is_given_up_when_the_card_is_heard_where_it_was_and_not_because_it_is_heard_nowhere() -> None:
    nowhere = [(HERE, False), (HOME, False)] * 8
    weighed = Weighed(here=0.2, there=0.01).scan([*[(HOME, False)] * 3, (HERE, True), *nowhere])
    assert HERE in weighed.beliefs.tags["c"].candidates
    weighed.scan([(HOME, True)] * 3)
    assert HERE not in weighed.beliefs.tags["c"].candidates


def test_a_folded_card_that_was_overheard_may_lie_unheard_in_the_muck() -> None:
    weighed = Weighed(BESIDE, muck=[THERE], here=0.0004, there=0.2).scan([(HERE, True), *[(HOME, False)] * 6])
    assert weighed.odds() < 20
    weighed.scan([(THERE, False)] * 8)
    assert weighed.odds() > 1


def test_a_card_that_nobody_has_folded_is_not_thought_to_lie_in_the_muck_unheard() -> None:
    weighed = Weighed(BESIDE, muck=[THERE], here=0.0004, there=0.004).scan([(HERE, True), (HOME, False)])
    assert THERE not in weighed.beliefs.tags["c"].candidates


def test_where_cards_lie_side_by_side_no_card_lies_high() -> None:
    beliefs = Beliefs(Chances(APART, dict.fromkeys(APART, DEFAULT_RATES)), rows=(HERE,))
    for number in range(4):
        beliefs.place(f"h{number}", HERE)
        beliefs.place(f"t{number}", THERE)
    assert (beliefs.lying.height(HERE), beliefs.lying.height(THERE)) == (1, 4)


def test_a_place_that_overheard_a_card_once_is_given_up_though_the_card_may_have_passed_over_it() -> None:
    weighed = Weighed(here=0.0001, there=0.0001).scan([(HOME, True), (HERE, True)])
    assert HERE in weighed.beliefs.tags["c"].candidates
    weighed.scan([(HOME, True), *[(HERE, False)] * 2])
    assert HERE not in weighed.beliefs.tags["c"].candidates


def test_a_card_may_have_been_thrown_in_before_it_was_overheard_again() -> None:
    beside: dict[int, tuple[int, ...]] = {HOME: (), HERE: (THERE,), THERE: (HERE,)}
    weighed = Weighed(beside, muck=[THERE], here=0.0004, there=0.2)
    weighed.scan([(HOME, False), (HERE, True), *[(HOME, False)] * 4, (HERE, True)])
    assert weighed.odds() < 10


def test_a_card_overheard_before_its_fold_was_entered_may_have_lain_in_the_muck_then() -> None:
    beside: dict[int, tuple[int, ...]] = {HOME: (), HERE: (THERE,), THERE: (HERE,)}
    weighed = Weighed(beside, muck=[THERE], here=0.0004, there=0.0004)
    weighed.scan([(HOME, False), (HERE, True), *[(HOME, False)] * 4])
    assert THERE not in weighed.beliefs.tags["c"].candidates
    weighed.likely[THERE] = 0.2
    weighed.beliefs.reconsider(weighed.prior, Nanoseconds(SECOND))
    assert weighed.odds() < 10
