"""A card may lie where it is due and be missed: what comes later is not ruled on until scans refute that."""

import pytest

from burncard.controller.perception.rates import DEFAULT_RATES
from burncard.firmware_bridge.driver import MS
from tests.harness.scans_by_hand import Bench, settled


def test_a_slow_reader_is_given_time_to_hear_two_cards_before_a_third_is_ruled_on() -> None:
    bench = settled(1, 1, 1, 1, 2, 2, 2, 2)
    bench.deal.left = [1, 2, 4]
    bench.scan_ns = 70 * MS
    bench.lay("third", 4)
    assert bench.run(800 * MS) == []
    bench.lay("first", 1)
    bench.lay("second", 2)
    assert bench.run(1_500 * MS) == [("first", 1), ("second", 2), ("third", 4)]


@pytest.mark.parametrize("measures_strength", [True, False])
def test_a_card_between_two_places_that_are_due_in_turn_is_not_counted_as_the_first(measures_strength: bool) -> None:
    bench = Bench(2, 3, measures_strength=measures_strength)
    bench.lay("c2", 2, chance=0.6, rssi_dbm=-56.0)
    bench.lay("c2", 3, chance=0.95, rssi_dbm=-48.0)
    bench.lay("c1", 2, chance=0.6, rssi_dbm=-56.0)
    assert bench.run(2_500 * MS) == [("c1", 2), ("c2", 3)]


def test_scans_over_which_a_hand_lies_do_not_refute_a_card() -> None:
    bench = settled(1, measures_strength=False)
    bench.deal.left = [1, 2]
    bench.lay("c1", 1, chance=0.0)
    bench.lay("c2", 2)
    assert bench.run(2_500 * MS) == []
    bench.lay("c1", 1)
    assert bench.run(60 * MS) == []
    bench.lay("late", 1)
    assert bench.run(600 * MS) == [("late", 1), ("c2", 2)]


def test_a_card_far_out_is_refuted_by_more_scans_than_one_in_the_middle() -> None:
    chances = settled(1).perception.beliefs.chances
    assert DEFAULT_RATES.miss(0) ** 4 < 1e-6 < 1e-4 < chances.unheard(1, 0, 4)
    assert chances.unheard(1, 0, 16) < 1e-4
