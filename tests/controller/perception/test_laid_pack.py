"""The undealt pack over an antenna: those next door overhear its cards, and none of them has been dealt for that."""

import pytest

from burncard.controller.perception.chances import Chances, Reading
from burncard.controller.perception.laid_pack import CARDS_MIN, HELD_NS, LaidPack
from burncard.controller.perception.rates import DEFAULT_RATES
from burncard.firmware_bridge.driver import MS, SECOND
from tests.harness.scans_by_hand import CROSS_DBM, OWN_DBM, ROW, SCAN_NS, Bench

PACK, BURN, FAR = 1, 2, 5
CARDS = tuple(f"p{number}" for number in range(40))
OVERHEARD = 0.02


def with_a_pack(*due: int, measures_strength: bool, overheard: float = OVERHEARD / 2) -> Bench:
    """A table whose pack lies over antenna 1, and was heard there."""
    bench = Bench(*due, measures_strength=measures_strength, pack=(PACK,))
    for uid in CARDS:
        bench.lay(uid, PACK, chance=0.5, rssi_dbm=OWN_DBM)
        bench.lay(uid, BURN, chance=overheard, rssi_dbm=CROSS_DBM)
    bench.run(SECOND)
    assert bench.reported == []
    return bench


@pytest.mark.parametrize("measures_strength", [True, False])
def test_cards_of_a_pack_that_are_overheard_where_a_card_is_due_were_not_dealt(measures_strength: bool) -> None:
    bench = with_a_pack(BURN, measures_strength=measures_strength, overheard=2 * OVERHEARD)
    assert bench.run(30 * SECOND) == []


@pytest.mark.parametrize("measures_strength", [True, False])
def test_a_card_that_is_dealt_from_a_pack_that_lies_there_is_reported_soon(measures_strength: bool) -> None:
    bench = with_a_pack(BURN, measures_strength=measures_strength)
    bench.lift("p39")
    bench.lay("p39", BURN)
    assert bench.run(600 * MS) == [("p39", BURN)]


def test_a_card_that_lies_next_to_the_pack_stays_no_card_of_it_however_long_it_is_heard_there() -> None:
    bench = with_a_pack(4, measures_strength=False)
    bench.lift("p39")
    bench.lay("p39", BURN)
    assert bench.run(2 * SECOND) == [("p39", BURN)]


def test_a_second_burn_is_reported_before_the_due_card_that_follows_it() -> None:
    bench = with_a_pack(BURN, 4, measures_strength=False)
    for uid, antenna, pause_ns in (("p39", BURN, 500 * MS), ("p38", BURN, 900 * MS), ("p37", 4, 2 * SECOND)):
        bench.lift(uid)
        bench.lay(uid, antenna)
        bench.run(pause_ns)
    assert [(uid, antenna) for uid, antenna, _ in bench.reported] == [("p39", BURN), ("p38", BURN), ("p37", 4)]


def test_a_card_dealt_while_the_dealer_holds_the_pack_is_reported_as_if_no_antenna_had_heard_it_before() -> None:
    bench = with_a_pack(BURN, measures_strength=True)
    for uid in CARDS:
        bench.lift(uid)
    bench.run(HELD_NS)
    bench.lay("p39", BURN)
    assert bench.run(8 * SCAN_NS) == [("p39", BURN)]


def laid() -> LaidPack:
    beside = {antenna: tuple(other for other in (antenna - 1, antenna + 1) if other in ROW) for antenna in ROW}
    return LaidPack(Chances(beside, dict.fromkeys(ROW, DEFAULT_RATES), (PACK,)))


def test_a_few_cards_put_back_one_by_one_are_no_pack() -> None:
    pack = laid()
    pack.scanned(PACK, CARDS[: CARDS_MIN - 1], SECOND)
    assert not pack.is_laid_at_times
    pack.scanned(PACK, CARDS[:CARDS_MIN], SECOND)
    assert pack.among(CARDS[0]) == CARDS_MIN


def test_a_pack_that_is_not_heard_is_held_and_may_be_laid_down_again_later() -> None:
    pack = laid()
    pack.scanned(PACK, CARDS, SECOND)
    pack.scanned(PACK, (), 2 * SECOND)
    assert (pack.cards, pack.among(CARDS[0])) == (set(), 1)
    pack.scanned(FAR, (), 2 * SECOND + HELD_NS)
    assert pack.among(CARDS[0]) == len(CARDS)


def test_a_pack_on_the_edge_of_the_next_zone_is_overheard_there_as_one() -> None:
    pack = laid()
    pack.scanned(PACK, CARDS, SECOND)
    overheard = Reading(BURN, True)
    before = pack.chance(overheard)
    for scan in range(100):
        pack.scanned(BURN, CARDS[scan % 2 :: 2], SECOND)
    assert before == pytest.approx(DEFAULT_RATES.cross_read)
    assert pack.chance(overheard) == pytest.approx(0.5, abs=0.02)
