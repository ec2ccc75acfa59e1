"""The undealt pack over an antenna: those next door overhear its cards, and none of them has been dealt for that."""

import pytest

from burncard.controller.perception.chances import Chances, Reading
from burncard.controller.perception.laid_pack import CARDS_MIN, HELD_NS, USUAL, LaidPack
from burncard.controller.perception.overheard import Overheard
from burncard.controller.perception.rates import DEFAULT_RATES
from burncard.firmware_bridge.driver import MS, SECOND
from tests.harness.scans_by_hand import CROSS_DBM, EDGE_DBM, OWN_DBM, ROW, SCAN_NS, Bench

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


@pytest.mark.parametrize(("measures_strength", "within_ns"), [(True, 300 * MS), (False, 800 * MS)])
def test_a_card_that_is_dealt_from_a_pack_that_lies_there_is_reported_soon(
    measures_strength: bool, within_ns: int
) -> None:
    bench = with_a_pack(BURN, measures_strength=measures_strength)
    bench.lift("p39")
    bench.lay("p39", BURN)
    assert bench.run(within_ns) == [("p39", BURN)]


def test_cards_of_a_pack_that_are_overheard_next_door_by_most_scans_were_not_dealt() -> None:
    bench = with_a_pack(BURN, measures_strength=True)
    for uid in CARDS[:3]:
        bench.lay(uid, BURN, chance=0.7, rssi_dbm=CROSS_DBM)
    assert bench.run(30 * SECOND) == []


def test_a_card_of_a_pack_that_was_just_laid_down_is_overheard_by_most_scans_and_was_not_dealt() -> None:
    bench = Bench(BURN, pack=(PACK,))
    bench.lay("p39", BURN, chance=0.7, rssi_dbm=CROSS_DBM)
    for antenna in (PACK, *(BURN, 3) * 4):
        bench.scan(antenna)
    for uid in CARDS[:-1]:
        bench.lay(uid, PACK, chance=0.5)
    assert bench.run(10 * SECOND) == []


@pytest.mark.parametrize(("reads", "may_lie_there"), [(1, False), (2, True)])
def test_a_card_of_the_pack_that_was_heard_twice_next_door_may_have_been_dealt_there_if_the_pack_is_held(
    reads: int, may_lie_there: bool
) -> None:
    bench = Bench(FAR, BURN, pack=(PACK,))
    bench.lay("p39", PACK)
    bench.scan(PACK)  # in the dealer's hand, right above
    bench.lift("p39")
    bench.scan(PACK)
    for _ in range(reads):
        bench.lay("p39", BURN, rssi_dbm=CROSS_DBM - 4)
        bench.scan(BURN)
        bench.lift("p39")
        for _ in range(6):
            bench.scan(BURN)
    assert bench.perception.unheard.glimpses.may_lie_at(BURN) is may_lie_there


def test_a_card_of_a_pack_that_lies_there_is_not_taken_for_one_that_was_dealt_next_door() -> None:
    bench = with_a_pack(FAR, BURN, measures_strength=True, overheard=0.2)
    assert not bench.perception.unheard.glimpses.may_lie_at(BURN)


@pytest.mark.parametrize(("rssi_dbm", "may_lie_there"), [(OWN_DBM, True), (CROSS_DBM, False)])
def test_a_card_of_a_pack_that_lies_there_may_have_been_dealt_if_it_was_heard_as_strongly_as_none_is_overheard(
    rssi_dbm: float, may_lie_there: bool
) -> None:
    bench = with_a_pack(FAR, BURN, measures_strength=True, overheard=0.0)
    for strength_dbm in (rssi_dbm, CROSS_DBM):
        bench.lay("p39", BURN, rssi_dbm=strength_dbm)
        bench.scan(BURN)
        bench.lift("p39")
        for _ in range(10):
            bench.scan(BURN)
    assert bench.perception.unheard.glimpses.may_lie_at(BURN) is may_lie_there


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
    assert not pack.cards
    pack.scanned(PACK, CARDS[:CARDS_MIN], SECOND)
    assert pack.among(CARDS[0]) == CARDS_MIN


def test_before_any_was_heard_the_pack_may_lie_where_it_has_an_antenna() -> None:
    pack = laid()
    assert pack.among(CARDS[0]) == USUAL > CARDS_MIN
    pack.scanned(PACK, (), SECOND)
    assert pack.among(CARDS[0]) == 1
    assert LaidPack(Chances({1: (2,), 2: (1,)}, dict.fromkeys((1, 2), DEFAULT_RATES))).among(CARDS[0]) == 1


def test_a_pack_that_is_not_heard_is_held_and_may_be_laid_down_again_later() -> None:
    pack = laid()
    pack.scanned(PACK, CARDS, SECOND)
    pack.scanned(PACK, (), 2 * SECOND)
    assert (pack.cards, pack.among(CARDS[0])) == (set(), 1)
    pack.scanned(FAR, (), 2 * SECOND + HELD_NS)
    assert pack.among(CARDS[0]) == len(CARDS)


def test_an_incomplete_scan_that_hears_the_pack_shows_that_it_lies_there_and_none_that_it_does_not() -> None:
    pack = laid()
    pack.scanned(PACK, (), SECOND)
    pack.scanned(PACK, CARDS[:20], SECOND + SCAN_NS, complete=False)
    assert pack.among("p1") == pack.among("p30") == 20
    pack.scanned(PACK, (), SECOND + 2 * SCAN_NS, complete=False)
    assert not pack.is_held


def test_one_card_of_a_pack_that_is_heard_alone_does_not_lie_in_it() -> None:
    pack = laid()
    pack.scanned(PACK, CARDS, SECOND)
    pack.scanned(PACK, CARDS[:1], 2 * SECOND)
    assert pack.is_held
    assert pack.among(CARDS[0]) == 1


def test_one_card_of_a_pack_that_is_heard_with_cards_put_back_lies_with_them() -> None:
    pack = laid()
    pack.scanned(PACK, CARDS, SECOND)
    pack.scanned(PACK, CARDS[:1], 2 * SECOND, others=10)
    assert not pack.is_held


def test_a_pack_that_has_grown_small_is_not_held_when_its_cards_are_heard_again() -> None:
    pack = laid()
    pack.scanned(PACK, CARDS[:CARDS_MIN], SECOND)
    pack.scanned(PACK, (), 2 * SECOND)
    pack.scanned(PACK, CARDS[: CARDS_MIN - 2], 3 * SECOND)
    assert not pack.is_held


@pytest.mark.parametrize("dealt", [0, len(CARDS) - 2])
def test_the_last_two_cards_of_a_pack_that_was_dealt_from_lie_there_when_they_are_heard(dealt: int) -> None:
    pack = laid()
    pack.scanned(PACK, CARDS, SECOND)
    pack.scanned(PACK, (), 2 * SECOND)
    for uid in CARDS[:dealt]:
        pack.dealt(uid)
    pack.scanned(PACK, CARDS[-2:], 3 * SECOND)
    assert pack.is_held is (dealt == 0)


@pytest.mark.parametrize("measures_strength", [True, False])
def test_a_card_on_the_edge_of_the_place_of_a_pack_that_is_held_was_dealt(measures_strength: bool) -> None:
    bench = with_a_pack(4, measures_strength=measures_strength)
    for uid in CARDS:
        bench.lift(uid)
    bench.scan(PACK)
    while bench.now_ns < held_ns(bench) + HELD_NS:
        bench.scan(FAR)
    bench.lay("p39", PACK, rssi_dbm=EDGE_DBM)
    bench.scan(PACK)
    bench.lift("p39")
    bench.lay("p39", BURN, rssi_dbm=EDGE_DBM)
    for antenna in (BURN, BURN, 3, PACK, *(BURN, BURN, 3) * 32):
        bench.scan(antenna)
    assert [(uid, antenna) for uid, antenna, _ in bench.reported] == [("p39", BURN)]


def held_ns(bench: Bench) -> int:
    """When the antenna of the pack was scanned last."""
    return bench.perception.polling.last_ns[PACK]


def test_a_pack_on_the_edge_of_the_next_zone_is_overheard_there_as_one() -> None:
    pack = laid()
    pack.scanned(PACK, CARDS, SECOND)
    overheard = Reading(BURN, True)
    before = pack.chance(overheard, Overheard())
    for scan in range(100):
        pack.scanned(BURN, CARDS[scan % 2 :: 2], SECOND)
    assert before == pytest.approx(DEFAULT_RATES.cross_read)
    assert pack.chance(overheard, Overheard()) == pytest.approx(0.5, abs=0.02)


def test_weak_cards_next_to_a_pack_that_may_have_been_laid_down_again_are_none_that_were_dealt() -> None:
    bench = with_a_pack(BURN, measures_strength=False, overheard=0.0)
    for uid in CARDS:
        bench.lift(uid)
    bench.scan(PACK)
    for uid in CARDS:
        bench.lay(uid, PACK, chance=0.5)
    bench.lay("p39", BURN)
    for antenna in (BURN, BURN, BURN, PACK):
        bench.scan(antenna)
        assert bench.reported == []
    bench.lift("p39")
    assert bench.run(SECOND) == []


def test_a_small_pack_that_is_taken_up_is_forgotten_at_its_antenna() -> None:
    bench = Bench(BURN, pack=(PACK,))
    few = CARDS[: CARDS_MIN - 1]
    for uid in few:
        bench.lay(uid, PACK, rssi_dbm=OWN_DBM)
    bench.run(SECOND)
    for uid in few:
        bench.lift(uid)
    bench.lay("p0", BURN, chance=0.8, rssi_dbm=EDGE_DBM)
    assert bench.run(1_500 * MS) == [("p0", BURN)]
    assert not any(tag.in_pack for tag in bench.perception.beliefs.tags.values())


def test_a_card_far_from_the_pack_that_was_heard_once_is_asked_for_though_the_pack_lies_there() -> None:
    bench = with_a_pack(FAR, measures_strength=False)
    bench.lift("p39")
    bench.lay("p39", FAR, chance=1.0)
    bench.run_until_heard("p39") if "p39" not in bench.perception.beliefs.tags else None
    while FAR not in bench.scans[-1:]:
        bench.run(SCAN_NS)
    assert bench.perception.unheard.glimpses.may_lie_at(FAR)


def test_a_card_that_was_put_back_is_not_taken_for_the_one_that_is_due_for_one_read_far_from_the_pack() -> None:
    bench = Bench(4, measures_strength=False, pack=(PACK,))
    for uid in CARDS[: CARDS_MIN - 1]:
        bench.lay(uid, PACK, chance=0.6)
    bench.run(SECOND)
    bench.entry_ns = bench.now_ns
    bench.lay("p0", 4)
    for antenna in (3, 4):
        bench.scan(antenna)
    assert bench.reported == []


def test_a_card_that_is_moved_next_to_a_pack_that_lies_there_waits_for_no_scan_of_it() -> None:
    bench = with_a_pack(4, measures_strength=True, overheard=0.0)
    bench.lay("c1", 4)
    assert bench.run(600 * MS) == [("c1", 4)]
    bench.lift("c1")
    bench.lay("c1", BURN)
    for antenna in (4, BURN, 4, BURN, 3, BURN, BURN, 4, BURN):
        bench.scan(antenna)
    held = [arrival.uid for arrival in bench.perception.held.cards]
    assert held == ["c1"] or ("c1", BURN) in [told[:2] for told in bench.reported]


def test_a_card_that_is_heard_where_the_pack_lies_was_not_glimpsed_next_door() -> None:
    bench = with_a_pack(BURN, measures_strength=False, overheard=0.0)
    assert not bench.perception.unheard.glimpses.may_lie_at(BURN)


@pytest.mark.parametrize(("antenna", "is_glimpsed"), [(3, False), (FAR, True)])
def test_a_card_heard_two_places_from_a_pack_that_lies_there_was_overheard(antenna: int, is_glimpsed: bool) -> None:
    bench = with_a_pack(3, measures_strength=False, overheard=0.0)
    bench.lay("p39", antenna)
    bench.scan(antenna)
    assert bench.perception.unheard.glimpses.may_lie_at(antenna) is is_glimpsed


def test_a_card_put_back_is_not_taken_up_for_scans_that_missed_the_pack_before_it_came() -> None:
    bench = Bench(4, pack=(PACK,))
    bench.lay("c", 4)
    assert bench.run(600 * MS) == [("c", 4)]
    bench.deal.left, bench.deal.from_place = [PACK], (4,)
    for _ in range(20):
        bench.scan(PACK)
    bench.lift("c")
    bench.lay("c", PACK)
    while bench.perception.beliefs.tags["c"].in_pack is None:
        bench.run(SCAN_NS)
    bench.lift("c")
    bench.scan(PACK)
    assert bench.perception.beliefs.tags["c"].in_pack is not None


def test_a_card_between_the_place_of_the_pack_and_the_next_one_was_dealt_if_no_other_card_is_heard_there() -> None:
    bench = Bench(4, pack=(PACK,))
    bench.lay("c1", 4)
    bench.run(SECOND)
    bench.lay("x", PACK, chance=0.5, rssi_dbm=EDGE_DBM)
    bench.scan(PACK)
    bench.scan(PACK)
    bench.lay("x", BURN, chance=0.9, rssi_dbm=EDGE_DBM + 4)
    bench.run(2 * SECOND)
    assert [(uid, antenna) for uid, antenna, _ in bench.reported] == [("c1", 4), ("x", BURN)]


def test_the_last_cards_of_a_pack_are_overheard_next_door_as_long_as_they_are_heard_with_others_of_it() -> None:
    bench = Bench(BURN, measures_strength=False, pack=(PACK,))
    for uid in CARDS[:CARDS_MIN]:
        bench.lay(uid, PACK)
    bench.scan(PACK)
    bench.scan(PACK)
    tag = bench.perception.beliefs.tags[CARDS[0]]
    assert bench.perception.beliefs.may_overhear(tag, BURN)
    assert not bench.perception.beliefs.may_overhear(tag, FAR)


@pytest.mark.parametrize("misses", [1, 10])
def test_a_card_overheard_in_the_pack_and_silent_since_has_come_when_it_is_heard_again(misses: int) -> None:
    bench = with_a_pack(4, measures_strength=True, overheard=0.0)
    bench.lay("p39", BURN, rssi_dbm=CROSS_DBM)
    bench.scan(BURN)
    overheard_ns = bench.now_ns
    bench.lift("p39")
    for _ in range(misses):
        bench.scan(BURN)
    bench.lay("p39", BURN)
    bench.scan(BURN)
    first_ns = bench.perception.beliefs.tags["p39"].candidates[BURN].first_ns
    assert (first_ns == bench.now_ns) is (misses == 10)
    assert (first_ns == overheard_ns) is (misses == 1)


@pytest.mark.parametrize("left", [1, CARDS_MIN + 1])
def test_the_last_card_of_a_pack_lies_in_it_though_it_is_heard_alone(left: int) -> None:
    bench = with_a_pack(4, measures_strength=True, overheard=0.0)
    for _ in range(10):
        bench.scan(PACK)
    for uid in CARDS:
        bench.lift(uid)
    for uid in CARDS[left:]:
        bench.perception.beliefs.laid_pack.dealt(uid)
    for _ in range(10):
        bench.scan(PACK)
    bench.lay(CARDS[0], PACK)
    for _ in range(30):
        bench.scan(PACK)
    assert (bench.perception.beliefs.tags[CARDS[0]].alone == 1.0) is (left == 1)


def test_whether_the_pack_was_taken_up_is_asked_once_a_card_next_door_is_heard_again() -> None:
    bench = with_a_pack(BURN, measures_strength=False)
    for uid in CARDS:
        bench.lift(uid)
    bench.lay("p39", BURN)
    laid_ns = bench.now_ns
    bench.scan(BURN)
    bench.scan(BURN)
    assert [bench.perception.next_antenna(bench.now_ns), held_ns(bench) < laid_ns] == [PACK, True]
    assert bench.run(400 * MS) == [("p39", BURN)]


def test_what_was_heard_of_a_card_before_a_scan_found_the_pack_held_was_not_overheard() -> None:
    bench = Bench(5, pack=(PACK,))
    bench.lay("p39", BURN, rssi_dbm=CROSS_DBM)
    for antenna in (PACK, BURN, BURN):
        bench.scan(antenna)
    tag = bench.perception.beliefs.tags["p39"]
    assert tag.overheard != Overheard()
    bench.scan(PACK)
    assert tag.overheard == Overheard()
