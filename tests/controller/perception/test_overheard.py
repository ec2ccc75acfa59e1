"""A card that is overheard elsewhere again and again, while it is heard where it lies."""

import pytest

from burncard.controller.perception.chances import Reading
from burncard.controller.perception.overheard import RATE_MAX, Overheard
from burncard.firmware_bridge.driver import MS, SECOND
from tests.harness.scans_by_hand import CROSS_DBM, settled

USUAL = 0.02
HEARD, MISSED = Reading(2, True), Reading(2, False)


def test_the_first_scans_that_overhear_a_card_or_do_not_are_as_likely_as_usual() -> None:
    overheard = Overheard()
    assert [overheard.weigh(MISSED, USUAL) for _ in range(50)] == [1.0] * 50
    assert overheard.weigh(HEARD, USUAL) == 1.0


def test_a_card_that_was_overheard_is_overheard_again_as_often_as_not_and_by_each_antenna_apart() -> None:
    overheard = Overheard()
    overheard.weigh(HEARD, USUAL)
    assert overheard.weigh(HEARD, USUAL) == pytest.approx(RATE_MAX / USUAL)
    assert overheard.weigh(MISSED, USUAL) == pytest.approx((1 - RATE_MAX) / (1 - USUAL))
    assert overheard.weigh(Reading(3, True), USUAL) == 1.0


def test_what_was_heard_counts_once_it_is_known_that_the_card_lay_where_it_is_overheard() -> None:
    known, open_until_now = Overheard(), Overheard()
    likely = known.weigh(HEARD, USUAL) * known.weigh(HEARD, USUAL) * known.weigh(MISSED, USUAL)
    assert open_until_now.weigh(HEARD, USUAL, lies_there=False) == 1.0
    assert open_until_now.weigh(HEARD, USUAL, lies_there=False) == 1.0
    assert open_until_now.weigh(MISSED, USUAL) == pytest.approx(likely)


@pytest.mark.parametrize("measures_strength", [True, False])
def test_a_card_that_the_next_antenna_hears_in_most_scans_stays_where_its_own_one_hears_it(
    measures_strength: bool,
) -> None:
    bench = settled(1, measures_strength=measures_strength)
    bench.lay("c1", 2, chance=0.6, rssi_dbm=CROSS_DBM)
    assert bench.run(30 * SECOND) == []


@pytest.mark.parametrize("measures_strength", [True, False])
def test_a_card_that_was_overheard_is_reported_when_it_is_moved_there(measures_strength: bool) -> None:
    bench = settled(1, measures_strength=measures_strength)
    bench.lay("c1", 2, chance=0.6, rssi_dbm=CROSS_DBM)
    bench.run(5 * SECOND)
    tag = bench.perception.beliefs.tags["c1"]
    assert tag.overheard != Overheard()
    bench.lift("c1")
    bench.lay("c1", 2)
    assert bench.run(1_500 * MS) == [("c1", 2)]
    assert tag.overheard.weigh(HEARD, USUAL) == 1.0  # of where it lies now, nothing is known
