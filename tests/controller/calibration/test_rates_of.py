"""Rates from counts: near the defaults without counts, near the counts with many, and never beyond the bounds."""

from dataclasses import replace

import pytest

from burncard.controller.calibration.rates_of import held_near, pile_misses, rates_of
from burncard.controller.calibration.tallies import HEIGHTS, AntennaTally, Heard
from burncard.controller.perception.rates import DEFAULT_RATES, Rates
from burncard.simulator.radio.quality import TYPICAL
from tests.harness.odd_antennas import ROOMS, antenna, counted, deal, surveyed


def test_an_antenna_that_was_not_measured_has_the_default_rates() -> None:
    rates = rates_of(AntennaTally())
    assert rates.miss_by_height == pytest.approx(DEFAULT_RATES.miss_by_height)
    assert rates.edge_read == pytest.approx(DEFAULT_RATES.edge_read)
    same = replace(rates, miss_by_height=DEFAULT_RATES.miss_by_height, edge_read=DEFAULT_RATES.edge_read)
    assert same == DEFAULT_RATES


def test_many_scans_correct_a_rate_and_a_few_do_not() -> None:
    few, many = rates_of(antenna(counted(3, 0))), rates_of(antenna(counted(2000, 1600)))
    assert few.miss(0) < 0.2
    assert many.miss(0) == pytest.approx(0.2, abs=0.01)


def test_what_was_not_measured_follows_what_was() -> None:
    weak = rates_of(antenna(counted(80, 80, -60.0)))
    assert weak.own.mean_dbm == pytest.approx(-59, abs=0.5)
    for name in ("cross", "edge_strength", "edge_strength_next", "middle_strength", "rim_strength"):
        usual = getattr(DEFAULT_RATES, name).mean_dbm
        assert getattr(weak, name).mean_dbm == pytest.approx(usual - 14, abs=0.6), name
    assert weak.gap.strength.mean_dbm == pytest.approx(DEFAULT_RATES.gap.strength.mean_dbm - 14, abs=0.6)


@pytest.mark.parametrize("heard", [0, 1, 500, 1000])
@pytest.mark.parametrize("dbm", [-120.0, -45.0, 0.0, None])
def test_no_count_drives_a_rate_out_of_its_bounds(heard: int, dbm: float | None) -> None:
    one = counted(1000, heard, dbm)
    rates = rates_of(AntennaTally([one] * HEIGHTS, {4: one}, {4: one}, one))
    chances = (*rates.miss_by_height, rates.cross_read, rates.ghost, rates.middle_read, rates.edge_read, rates.rim_read)
    assert all(0 < chance < 1 for chance in (*chances, rates.edge_read_next))
    assert list(rates.miss_by_height) == sorted(rates.miss_by_height)
    assert rates.miss(0) <= 0.8
    assert rates.cross_read <= 0.6
    assert 4.0 <= rates.own.spread_db <= 9.0


def test_a_single_pile_says_how_much_piles_muffle_at_every_antenna() -> None:
    pile = AntennaTally([counted(2000, heard) for heard in (1960, 1900, 1700, 1400, 1150, 900)])
    misses = pile_misses(pile)
    assert misses[0] == pytest.approx(DEFAULT_RATES.miss(0))
    assert 1 - misses[3] == pytest.approx((1 - misses[0]) * 1400 / 1960, abs=0.02)


def test_a_pile_that_was_laid_badly_changes_little() -> None:
    misses = pile_misses(AntennaTally([counted(2000, heard) for heard in (1900, 100, 100, 100, 100, 100)]))
    assert all(miss < 2 * DEFAULT_RATES.miss(height) + 0.01 for height, miss in enumerate(misses))


def test_what_is_learnt_in_play_moves_a_rate_only_so_far() -> None:
    measured = rates_of(antenna(counted(80, 79, -45.0)))
    wild = rates_of(antenna(counted(4000, 800, -90.0), counted(4000, 2400, -40.0)))
    kept = held_near(wild, measured, logit_max=1.0, db_max=4.0)
    assert kept.miss(0) < 0.15
    assert kept.own.mean_dbm == pytest.approx(measured.own.mean_dbm - 4.0)
    assert kept.cross_read < 3 * measured.cross_read
    assert held_near(measured, measured, 1.0, 4.0).own == measured.own


def test_counts_are_joined_as_if_they_had_been_counted_together() -> None:
    one, other, together = Heard(), Heard(), Heard()
    for number in range(40):
        tally = one if number < 13 else other
        for each in (tally, together):
            each.add(number % 3 > 0, -40.0 - number % 7)
    joined = one.plus(other)
    assert (joined.scans, joined.heard) == (together.scans, together.heard)
    assert joined.mean_dbm == pytest.approx(together.mean_dbm)
    assert joined.spread_db == pytest.approx(together.spread_db)


@pytest.mark.parametrize("name", ["one shows too much", "one far, one weak"])
def test_a_calibrated_table_places_the_cards_of_odd_antennas_no_worse(name: str) -> None:
    """A small slice of `python -m tests.harness.odd_antennas`; its figures are in docs/benchmarks/calibration.md."""
    rates: dict[int, Rates] = surveyed(ROOMS[name], TYPICAL, 0).rates()
    calibrated = deal(ROOMS[name], TYPICAL, range(100, 104), rates)
    assert calibrated.cards == 4 * 23
    assert calibrated.wrong == 0
