"""Counting in play: only what is certain counts, and a change is noted."""

from dataclasses import replace
from random import Random

from burncard.controller.calibration.counting_in_play import InPlay, drifts
from burncard.controller.calibration.stored_calibration import Calibration
from burncard.controller.calibration.tallies import AntennaTally
from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Chances, Reading
from burncard.controller.perception.rates import DEFAULT_RATES
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import Scan, TagHeard
from burncard.simulator.radio.quality import TYPICAL
from tests.harness.odd_antennas import LAYOUT, NEIGHBOURS, Room, antenna, card, counted, scan_of, surveyed


class Table:
    """Cards that lie, and what is counted of them."""

    def __init__(self) -> None:
        self.beliefs = Beliefs(Chances(NEIGHBOURS, dict.fromkeys(NEIGHBOURS, DEFAULT_RATES)))
        self.in_play = InPlay({})
        self.now_ns = 0

    def scan(self, at: int, heard: dict[str, int]) -> None:
        self.now_ns += 20 * MS
        scan = Scan(at, self.now_ns, self.now_ns, tuple(TagHeard(uid, dbm) for uid, dbm in heard.items()), True)
        strengths: dict[str, float | None] = {tag.uid: tag.rssi_dbm for tag in scan.tags}
        self.beliefs.scanned(at, strengths, Nanoseconds(self.now_ns), lambda tag, antenna: 0.001)
        self.in_play.take(scan, self.beliefs)


def test_misses_count_once_the_card_is_heard_again() -> None:
    table = Table()
    table.beliefs.place("A", 3)
    for heard in ({"A": -45}, {}, {}, {"A": -45}):
        table.scan(3, heard)
    assert (table.in_play.tallies[3].own[0].scans, table.in_play.tallies[3].own[0].heard) == (4, 2)


def test_a_card_that_has_left_is_no_card_that_was_missed() -> None:
    table = Table()
    table.beliefs.place("A", 3)
    table.scan(3, {"A": -45})
    for _ in range(200):
        table.scan(3, {})
    table.in_play.forget()
    assert table.in_play.tallies[3].own[0].scans == 1


def test_what_a_neighbour_overhears_counts_for_the_neighbour() -> None:
    table = Table()
    table.beliefs.place("A", 3)
    for _ in range(10):
        table.scan(4, {})
        table.scan(3, {"A": -45})
    assert (table.in_play.tallies[4].beside[3].scans, table.in_play.tallies[4].beside[3].heard) == (10, 0)


def test_a_card_that_may_have_moved_counts_for_nothing() -> None:
    table = Table()
    table.beliefs.place("A", 3)
    table.scan(4, {"A": -46})
    table.scan(3, {"A": -45})
    assert not table.in_play.tallies


def test_a_drifting_antenna_is_noted_and_a_steady_one_is_not() -> None:
    then = {3: antenna(counted(80, 79, -45.0)), 4: antenna(counted(80, 79, -45.0))}
    now = {3: antenna(counted(2000, 1500, -45.0)), 4: antenna(counted(2000, 1960, -46.0))}
    [drift] = drifts(then, now)
    assert (drift.antenna, drift.text) == (3, "its own cards are heard in 75% of scans instead of 98%")
    assert not list(drifts(then, {3: antenna(counted(100, 50, -45.0))}))  # too few to be certain
    [weaker] = drifts(then, {3: antenna(counted(2000, 1980, -55.0))})
    assert weaker.text == "its own cards answer at -55 dBm instead of -45"


def test_learning_at_a_steady_table_notes_no_drift_and_keeps_the_rates() -> None:
    calibration = surveyed(Room(), TYPICAL, 2)
    air, table, rng = Room().air(TYPICAL, 5), Table(), Random(5)
    for place in NEIGHBOURS:
        air.lay(card(place), place, "down", 0)
        table.beliefs.place(card(place), place)
    table.now_ns = SECOND
    for _ in range(2400):
        at = rng.choice(list(NEIGHBOURS))
        heard = {tag.uid: tag.rssi_dbm or 0 for tag in scan_of(air, at, table.now_ns).tags}
        table.scan(at, {uid: dbm for uid, dbm in heard.items() if uid in table.beliefs.tags})
    assert sum(tally.own[0].scans for tally in table.in_play.tallies.values()) > 500
    assert not list(drifts(calibration.measured, table.in_play.tallies))
    learnt = Calibration("standard", dict(LAYOUT.zones), 1, 13, calibration.measured, table.in_play.tallies)
    for at, rates in learnt.rates().items():
        assert abs(rates.own.mean_dbm - learnt.rates(learnt=False)[at].own.mean_dbm) <= 4.0
        assert rates.miss(0) < 0.1


def test_new_rates_hold_for_readings_that_were_weighed_before() -> None:
    chances = Chances(NEIGHBOURS, dict.fromkeys(NEIGHBOURS, DEFAULT_RATES))
    missed = Reading(3, heard=False)
    before = chances.ways_at(missed, 3, 0, silent=False)
    chances.use({antenna: replace(DEFAULT_RATES, miss_by_height=(0.5,)) for antenna in NEIGHBOURS})
    assert chances.ways_at(missed, 3, 0, silent=False)[0] > 10 * before[0]


def test_old_scans_are_forgotten_by_halves() -> None:
    tally = AntennaTally()
    for _ in range(9000):
        tally.own[0].add(True, -45.0)
        tally.own[0].fade(4000)
    assert 2000 <= tally.own[0].scans <= 4001
    assert tally.own[0].rate == 1.0
