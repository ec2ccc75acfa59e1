"""How the strengths of one card at two antennas hang together."""

from math import log

import pytest

from burncard.controller.perception.pairs import pair
from burncard.controller.perception.rates import DEFAULT_RATES, Strength

EDGE = (DEFAULT_RATES.edge_strength, DEFAULT_RATES.edge_strength_next, 4.0)
MIDDLE = (DEFAULT_RATES.middle_strength, DEFAULT_RATES.middle_strength, 1.5)


def likelihood(kind: tuple[Strength, Strength, float], here_dbm: float, there_dbm: float, times: int) -> float:
    """The log likelihood of hearing a card so many times at both antennas, always this strongly."""
    expected = pair(*kind)
    return sum(
        log(expected.heard(here_dbm, is_here=True)) + log(expected.heard(there_dbm, is_here=False))
        for _ in range(times)
    )


@pytest.mark.parametrize("weaker_db", [0.0, 4.0])
def test_a_card_that_one_antenna_hears_better_again_and_again_is_no_card_midway(weaker_db: float) -> None:
    edge, middle = (likelihood(kind, -48.0 - weaker_db, -57.0 - weaker_db, 6) for kind in (EDGE, MIDDLE))
    assert edge - middle > log(20), "however weak its tag is"


def test_a_card_that_both_antennas_hear_alike_lies_midway() -> None:
    edge, middle = (likelihood(kind, -53.0, -53.0, 6) for kind in (EDGE, MIDDLE))
    assert middle > edge


def test_the_next_answer_of_a_weak_tag_is_expected_to_be_weak_at_either_antenna() -> None:
    fresh, known = pair(*MIDDLE), pair(*MIDDLE)
    for _ in range(4):
        known.heard(-60.0, is_here=True)
    assert known.heard(-60.0, is_here=False) > fresh.heard(-60.0, is_here=False)


def test_a_copy_is_heard_apart() -> None:
    first = pair(*EDGE)
    second = first.copy()
    first.heard(-70.0, is_here=True)
    assert second == pair(*EDGE)
