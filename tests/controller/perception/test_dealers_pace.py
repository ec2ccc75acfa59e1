"""The pace of a dealer, by the cards that came in order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burncard.controller.perception.dealers_pace import USUAL_NS, Pace


def told(*gaps: float) -> tuple[Pace, int]:
    """A dealer whose cards were first heard after so many usual gaps each, and when the last one was."""
    pace, now_ns = Pace(), 0
    for antenna, gap in enumerate((1, 1, 1, *gaps), start=1):
        now_ns += int(gap * USUAL_NS)
        pace.told(antenna, now_ns)
    return pace, now_ns


def test_a_moment_is_counted_from_the_last_card() -> None:
    pace, last_ns = told(0.8)
    assert pace.gaps_since(last_ns + 2 * USUAL_NS) == pytest.approx(2.0)
    assert pace.gaps_since(last_ns + USUAL_NS // 2) == pytest.approx(0.5)


def test_a_moment_soon_after_a_card_that_was_silent_is_counted_from_when_that_one_came() -> None:
    pace, last_ns = told(2.5)
    assert pace.gaps_since(last_ns + USUAL_NS // 2) == pytest.approx(2.0)


@pytest.mark.parametrize(("gap", "counted"), [(1.4, 1.0), (2.5, 2.5), (3.5, 1.0)])
def test_a_card_that_came_late_was_silent_unless_no_card_is_silent_for_so_long(gap: float, counted: float) -> None:
    pace, last_ns = told(gap)
    assert pace.gaps_since(last_ns + USUAL_NS) == pytest.approx(counted)


@pytest.mark.parametrize(("gap", "is_early"), [(0.0, True), (0.4, True), (0.8, False)])
def test_a_card_that_was_heard_sooner_than_the_shortest_gap_is_early(gap: float, is_early: bool) -> None:
    pace, last_ns = told(1.0)
    assert pace.is_early(last_ns + int(gap * USUAL_NS)) is is_early
    pace.waits()
    assert not pace.is_early(last_ns)


@pytest.mark.parametrize(("cards", "is_time"), [(1, True), (2, False)])
def test_before_a_card_that_was_silent_there_was_time_by_the_shortest_gaps_since_the_one_before(
    cards: int, is_time: bool
) -> None:
    pace, silent_ns = told(6.0)
    later_ns = silent_ns - int((6.0 - 3.5 * pace.short) * USUAL_NS)
    assert pace.gaps_since(later_ns) == pytest.approx(3.5 * pace.short - 1, abs=0.01)
    assert pace.is_time_for(cards, later_ns) is is_time


@pytest.mark.parametrize(("heard_late_by", "is_time"), [(0.0, False), (1.5, True)])
def test_there_was_time_for_a_card_also_before_the_last_one_was_first_heard(
    heard_late_by: float, is_time: bool
) -> None:
    pace, last_ns = told(1.0)
    first_ns = last_ns + 2 * USUAL_NS
    pace.waits()
    pace.told(9, first_ns, first_ns - int(heard_late_by * USUAL_NS))
    assert pace.is_time_for(1, first_ns + USUAL_NS // 2) is is_time


@pytest.mark.parametrize(("heard_late_by", "is_time"), [(0.0, False), (1.5, True)])
def test_so_it_may_have_come_where_the_card_after_it_was_silent(heard_late_by: float, is_time: bool) -> None:
    pace, last_ns = told(1.0)
    first_ns = last_ns + 2 * USUAL_NS
    pace.told(8, first_ns, first_ns - int(heard_late_by * USUAL_NS))
    pace.told(9, first_ns + 6 * USUAL_NS)
    assert pace.is_time_for(1, first_ns + 2 * USUAL_NS) is is_time
    assert not pace.is_time_for(1, first_ns + USUAL_NS), "it came after the one before it"


def test_before_a_card_that_was_heard_sooner_than_the_last_one_there_was_time_for_any() -> None:
    pace, last_ns = told(1.0)
    pace.waits()
    pace.told(9, last_ns + 2 * USUAL_NS)
    assert pace.is_time_for(3, last_ns + USUAL_NS)


def test_where_no_last_card_is_known_there_was_time_for_any() -> None:
    assert Pace().is_time_for(9, 0)


def test_after_a_pause_nothing_is_known_of_the_card_before_the_first() -> None:
    pace, last_ns = told(1.0)
    pace.waits()
    pace.told(7, last_ns + 3 * USUAL_NS)
    assert pace.gaps_since(last_ns + 3 * USUAL_NS + USUAL_NS // 2) == pytest.approx(0.5)


UNEVEN = (0.6, 1.5, 0.8, 1.3, 0.7, 1.6, 0.5, 1.1, 1.4, 0.6, 1.2)


def test_how_even_a_dealer_is_is_learnt() -> None:
    even, _ = told(*(1.0, 1.1, 0.9) * 4)
    uneven, _ = told(*UNEVEN)
    assert even.spread < 0.15 < 0.25 < uneven.spread < 0.5


def test_the_time_for_two_cards_tells_them_from_one() -> None:
    even, _ = told(*(1.0, 1.1, 0.9) * 4)
    assert even.one_more(1.0) < 0.01
    assert even.one_more(2.0) > 20


def test_an_uneven_dealer_may_deal_two_cards_where_an_even_one_deals_one() -> None:
    even, even_ns = told(*(1.0, 1.1, 0.9) * 4)
    uneven, uneven_ns = told(*UNEVEN)
    gap_ns = int(1.15 * even.usual_ns)
    assert not even.had_time(even_ns + gap_ns)
    assert uneven.had_time(uneven_ns + gap_ns)
    short_ns = int(0.55 * even.usual_ns)
    assert not even.follows(even_ns + short_ns, even_ns)
    assert uneven.follows(uneven_ns + short_ns, uneven_ns)


def test_one_long_gap_hardly_makes_a_dealer_uneven() -> None:
    pace, _ = told(*(1.0,) * 8, 2.9)
    assert pace.spread < 0.25


@given(st.floats(0.01, 20), st.lists(st.floats(0.2, 2.9), max_size=20))
def test_any_time_may_be_that_of_one_card_or_of_two(gaps: float, before: list[float]) -> None:
    pace, _ = told(*before)
    assert pace.chance(gaps) > 0
    assert pace.chance(gaps, 2) > 0
    assert 0 < pace.spread < 1.1
    assert 0 < pace.short < 1


def test_time_in_which_nothing_was_heard_counts_for_the_dealer() -> None:
    pace, last_ns = told(1.0)
    pace.lost(last_ns + USUAL_NS // 2, USUAL_NS)
    assert pace.gaps_since(last_ns + USUAL_NS // 4) == pytest.approx(0.25)
    assert pace.gaps_since(last_ns + USUAL_NS) == pytest.approx(2.0)
    assert pace.is_time_for(1, last_ns + USUAL_NS)
    assert pace.has_stopped(last_ns, last_ns + USUAL_NS)
