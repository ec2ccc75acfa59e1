"""What is concluded from nothing being heard where a card is due."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burncard.controller.perception.arrival import Arrival
from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Chances
from burncard.controller.perception.dealers_pace import USUAL_NS
from burncard.controller.perception.polling import Polling
from burncard.controller.perception.rates import DEFAULT_RATES, MISS_BY_HEIGHT, shadowed
from burncard.controller.perception.tag_belief import TagBelief
from burncard.controller.perception.unheard import UNHEARD_LIKELY, Unheard
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from tests.harness.scans_by_hand import ROW

DUE, BEFORE = 2, 1
BRINK = 2
"""Of the ways to rest at a place."""
HIGH = 6
"""So many cards lie at a place where half of the scans miss one more."""


class Felt:
    """A table that is scanned as a test says; the last card in order came to `BEFORE` at the start."""

    def __init__(self) -> None:
        self.beliefs = Beliefs(Chances(dict.fromkeys(ROW, ()), dict.fromkeys(ROW, DEFAULT_RATES)))
        self.polling = Polling(ROW, ())
        self.unheard = Unheard(self.beliefs, self.polling)
        self.now_ns = Nanoseconds(SECOND)
        self.unheard.pace.told(BEFORE, self.now_ns)

    def pile(self, antenna: int, cards: int) -> None:
        for number in range(cards):
            self.beliefs.place(f"{antenna}/{number}", antenna)

    def scan(self, antenna: int, times: int = 1) -> None:
        for _ in range(times):
            self.now_ns = Nanoseconds(self.now_ns + 30 * MS)
            self.polling.scanned(antenna, self.now_ns, 30 * MS)

    def wait(self, ns: int) -> None:
        self.now_ns = Nanoseconds(self.now_ns + ns)


def arrival(first_ns: int) -> Arrival:
    return Arrival("c", DUE, None, first_ns, first_ns)


@pytest.mark.parametrize(("cards", "scans", "may"), [(0, 0, True), (0, 1, False), (HIGH, 1, True), (HIGH, 6, False)])
def test_a_card_may_precede_one_that_was_heard_before_if_the_scans_between_may_have_missed_it(
    cards: int, scans: int, may: bool
) -> None:
    felt = Felt()
    felt.pile(DUE, cards)
    other_heard_ns = felt.now_ns
    felt.scan(DUE, scans)
    felt.scan(DUE)
    assert felt.unheard.may_precede(arrival(felt.now_ns), other_heard_ns) is may


@pytest.mark.parametrize(
    ("cards", "scans", "missed"), [(0, 1, False), (0, 4, False), (HIGH, 3, True), (HIGH, 8, False)]
)
def test_a_due_card_was_missed_before_another_came_only_if_all_scans_of_a_dealers_pace_may_have_missed_it(
    cards: int, scans: int, missed: bool
) -> None:
    felt = Felt()
    felt.pile(DUE, cards)
    felt.wait(USUAL_NS)
    felt.scan(DUE, scans)
    other_heard_ns = felt.now_ns
    felt.scan(DUE)
    assert felt.unheard.was_missed_before(arrival(felt.now_ns), other_heard_ns) is missed


def test_a_due_card_that_no_scan_has_missed_came_when_it_was_heard() -> None:
    felt = Felt()
    felt.pile(DUE, HIGH)
    felt.wait(2 * USUAL_NS)
    other_heard_ns = felt.now_ns
    felt.scan(DUE)
    assert not felt.unheard.was_missed_before(arrival(felt.now_ns), other_heard_ns)


def test_a_deal_is_stalled_once_the_next_card_is_late_and_scans_have_looked_for_it() -> None:
    felt = Felt()
    felt.scan(DUE, 4)
    assert not felt.unheard.is_stalled((DUE,), felt.now_ns), "the next card is not late yet"
    felt.wait(2 * USUAL_NS)
    assert felt.unheard.is_stalled((DUE,), felt.now_ns)


def test_a_deal_is_not_stalled_while_the_card_may_lie_unheard_on_a_pile() -> None:
    felt = Felt()
    felt.pile(DUE, HIGH)
    felt.wait(2 * USUAL_NS)
    felt.scan(DUE, 2)
    assert not felt.unheard.is_stalled((DUE,), felt.now_ns)
    felt.scan(DUE, 6)
    assert felt.unheard.is_stalled((DUE,), felt.now_ns)


def test_no_deal_is_stalled_after_a_pause_in_which_no_card_was_due() -> None:
    felt = Felt()
    felt.unheard.pace.waits()
    felt.wait(2 * USUAL_NS)
    felt.scan(DUE, 6)
    assert not felt.unheard.is_stalled((DUE,), felt.now_ns)


def test_cards_may_all_lie_unheard_only_if_each_may() -> None:
    felt = Felt()
    felt.pile(DUE, HIGH)
    since_ns = felt.now_ns
    felt.scan(DUE, 3)
    assert felt.unheard.may_all_lie_at((DUE,), since_ns, UNHEARD_LIKELY)
    felt.scan(BEFORE, 3)
    assert not felt.unheard.may_all_lie_at((DUE, BEFORE), since_ns, UNHEARD_LIKELY)


@pytest.mark.parametrize(("misses", "came"), [(1, True), (8, False)])
def test_a_due_card_may_have_been_silent_at_first_and_then_missed_where_there_was_time_to_deal_it(
    misses: int, came: bool
) -> None:
    felt = Felt()
    felt.pile(DUE, HIGH)
    felt.wait(2 * USUAL_NS)
    other_heard_ns = felt.now_ns
    felt.scan(DUE, 20)
    felt.wait(60 * MS)
    felt.scan(DUE, misses)
    felt.scan(DUE)
    assert felt.unheard.came_before(arrival(felt.now_ns), other_heard_ns) is came


@pytest.mark.parametrize(("missed_ns", "may"), [(600 * MS, True), (700 * MS, False)])
def test_a_card_may_have_been_silent_for_as_long_as_its_antenna_missed_it(missed_ns: int, may: bool) -> None:
    felt = Felt()
    other_heard_ns = felt.now_ns
    felt.wait(missed_ns - 30 * MS)
    felt.scan(DUE)
    felt.wait(100 * MS)
    felt.scan(DUE)
    assert felt.unheard.may_be_late(DUE, felt.now_ns, other_heard_ns) is may


@pytest.mark.parametrize(("cards", "scans"), [(0, 1), (HIGH, 5)])
def test_a_card_hardly_lay_at_its_place_before_the_scans_that_may_all_have_missed_it(cards: int, scans: int) -> None:
    felt = Felt()
    felt.pile(DUE, cards)
    felt.scan(DUE)
    missed_ns = felt.now_ns
    felt.scan(DUE, scans)
    assert felt.unheard.missed_until(DUE, felt.now_ns) == missed_ns


def test_a_card_may_have_lain_for_any_time_at_an_antenna_that_hears_next_to_nothing() -> None:
    felt = Felt()
    deaf = replace(DEFAULT_RATES, miss_by_height=(0.99,))
    felt.beliefs.chances.use(dict.fromkeys(ROW, deaf))
    felt.scan(DUE, 100)
    assert felt.unheard.missed_until(DUE, felt.now_ns) < felt.now_ns - 30 * 30 * MS


@pytest.mark.parametrize("lies_far_out", [True, False])
def test_a_due_card_that_many_scans_have_missed_came_before_a_later_one_only_if_it_is_found_far_out(
    lies_far_out: bool,
) -> None:
    felt = Felt()
    felt.wait(2 * USUAL_NS)
    other_heard_ns = felt.now_ns
    felt.scan(DUE, 25)
    felt.scan(DUE)
    felt.beliefs.place("c", DUE)
    home = felt.beliefs.tags["c"].home
    assert home is not None
    home.ways = [float(number == lies_far_out * BRINK) for number in range(len(home.ways))]
    assert felt.unheard.came_before(arrival(felt.now_ns), other_heard_ns) is lies_far_out


@pytest.mark.parametrize(("misses", "came"), [(6, True), (20, False)])
def test_a_due_card_high_in_a_pile_came_before_a_later_one_unless_that_order_is_likelier_than_all_the_misses(
    misses: int, came: bool
) -> None:
    felt = Felt()
    felt.pile(DUE, HIGH)
    other_heard_ns = felt.now_ns
    felt.wait(USUAL_NS)
    felt.scan(DUE, misses)
    felt.scan(DUE)
    assert felt.unheard.came_before(arrival(felt.now_ns), other_heard_ns) is came


@pytest.mark.parametrize(("cards", "came"), [(0, False), (HIGH, True)])
def test_a_due_card_that_others_have_drowned_for_a_while_came_before_a_later_one(cards: int, came: bool) -> None:
    felt = Felt()
    felt.pile(DUE, cards)
    felt.wait(2 * USUAL_NS)
    other_heard_ns = felt.now_ns
    felt.scan(DUE, 40)
    felt.scan(DUE)
    felt.beliefs.settle(felt.beliefs.tags.setdefault("c", TagBelief("c")), DUE)
    assert felt.unheard.came_before(arrival(felt.now_ns), other_heard_ns) is came


def test_the_next_card_is_hardly_dealt_right_after_the_last_one() -> None:
    felt = Felt()
    assert not felt.unheard.pace.is_soon(felt.now_ns)
    felt.wait(USUAL_NS)
    assert felt.unheard.pace.is_soon(felt.now_ns)


@pytest.mark.parametrize(("gap", "came"), [(0.2, True), (0.9, False), (2.0, True)])
def test_a_due_card_may_have_been_silent_where_the_last_one_was_silent_itself_or_there_was_time_for_both(
    gap: float, came: bool
) -> None:
    felt = Felt()
    felt.wait(int(gap * USUAL_NS))
    other_heard_ns = felt.now_ns
    felt.scan(DUE, 14)
    felt.scan(DUE)
    assert felt.unheard.came_before(arrival(felt.now_ns), other_heard_ns) is came


@pytest.mark.parametrize(("cards", "gap", "may"), [(0, 1.0, False), (0, 2.0, True), (HIGH, 1.0, True)])
def test_a_card_may_lie_under_one_that_shows_the_wrong_face_if_there_was_time_for_it_or_scans_may_have_missed_it(
    cards: int, gap: float, may: bool
) -> None:
    felt = Felt()
    felt.pile(DUE, cards)
    felt.wait(int(gap * USUAL_NS) - 90 * MS)
    felt.scan(DUE, 3)
    assert felt.unheard.may_lie_under(arrival(felt.now_ns)) is may


@pytest.mark.parametrize(
    ("cards", "scans", "may"), [(0, 1, False), (1, 1, False), (3, 10, True), (3, 30, False), (HIGH, 30, True)]
)
def test_a_card_on_a_high_pile_may_be_drowned_however_often_it_is_missed(cards: int, scans: int, may: bool) -> None:
    felt = Felt()
    felt.pile(DUE, cards)
    since_ns = felt.now_ns
    felt.scan(DUE, scans)
    assert felt.unheard.may_be_shadowed((DUE,), since_ns) is may


def test_cards_at_two_places_are_less_likely_all_drowned() -> None:
    felt = Felt()
    for antenna in (DUE, 3):
        felt.pile(antenna, 4)
    since_ns = felt.now_ns
    for antenna in (DUE, 3):
        felt.scan(antenna, 25)
    assert felt.unheard.may_be_shadowed((DUE,), since_ns)
    assert not felt.unheard.may_be_shadowed((DUE, 3), since_ns)
    assert not felt.unheard.may_be_shadowed((), since_ns)


@given(st.integers(0, 8), st.integers(0, 40))
def test_a_card_on_a_pile_is_missed_again_more_likely_than_any_card_is_missed(height: int, scans: int) -> None:
    missed = shadowed(DEFAULT_RATES, height, scans)
    assert DEFAULT_RATES.miss(height) ** scans <= missed * (1 + 1e-9) <= 1 + 1e-9
    assert shadowed(DEFAULT_RATES, height, 1) == pytest.approx(DEFAULT_RATES.miss(height))


def test_the_higher_a_card_lies_the_likelier_all_scans_miss_it() -> None:
    missed = [shadowed(DEFAULT_RATES, height, 20) for height in range(len(MISS_BY_HEIGHT))]
    assert missed == sorted(missed)
    assert missed[1] < 1e-5
    assert missed[-1] > 0.02
