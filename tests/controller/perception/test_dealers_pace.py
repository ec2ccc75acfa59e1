"""The pace of a dealer, by the cards that came in order."""

import pytest

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


def test_a_moment_later_after_a_card_that_came_late_may_follow_a_pause() -> None:
    pace, last_ns = told(2.5)
    assert pace.gaps_since(last_ns + USUAL_NS) == pytest.approx(1.0)


def test_after_a_pause_nothing_is_known_of_the_card_before_the_first() -> None:
    pace, last_ns = told(1.0)
    pace.waits()
    pace.told(7, last_ns + 3 * USUAL_NS)
    assert pace.gaps_since(last_ns + 3 * USUAL_NS + USUAL_NS // 2) == pytest.approx(0.5)
