"""A card may lie where it is due and be missed: what comes later is not ruled on until scans refute that."""

import pytest

from burncard.controller.perception.arrival import Arrival
from burncard.controller.perception.rates import DEFAULT_RATES
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from tests.harness.scans_by_hand import OWN_DBM, SCAN_NS, Bench, dealt_then_due, settled


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


def test_a_burn_on_the_edge_of_the_stub_is_not_taken_for_a_card_of_the_pack() -> None:
    bench = Bench(2, 4, pack=(1,))
    bench.run(20 * MS)
    bench.lay("burn", 1, chance=0.5, rssi_dbm=-56.0)
    bench.lay("burn", 2, chance=0.75, rssi_dbm=-55.0)
    assert bench.run(1_500 * MS) == [("burn", 2)]


def test_a_card_of_a_pack_that_lies_there_is_not_taken_for_a_burn() -> None:
    bench = Bench(2, pack=(1,))
    for number in range(3):
        bench.lay(f"p{number}", 1, chance=0.6, rssi_dbm=-48.0)
    bench.lay("p0", 2, chance=0.02, rssi_dbm=-62.0)
    assert bench.run(5_000 * MS) == []


def test_a_card_on_the_edge_of_the_next_seat_waits_for_a_scan_there_if_one_may_have_come_before_it() -> None:
    bench = Bench(1, 5, 2, 3)
    for uid, antenna in (("c1", 1), ("c2", 5)):
        bench.lay(uid, antenna)
        assert bench.run(500 * MS) == [(uid, antenna)]
    bench.run(500 * MS)  # the third card comes, and is not heard
    bench.lay("c4", 2, rssi_dbm=-48.0)
    bench.lay("c4", 3, rssi_dbm=-45.0)
    assert bench.run(800 * MS) == []
    bench.lay("c3", 2)
    assert bench.run(2_000 * MS) == [("c3", 2), ("c4", 3)]


def test_a_discard_that_is_heard_nowhere_is_asked_for_and_its_replacement_is_not_ruled_on() -> None:
    bench = settled(1, 1)
    bench.deal.left, bench.deal.from_place = [5], (1,)
    bench.deal.wrong = "new"
    bench.lift("c1")
    bench.run(500 * MS)
    bench.lay("new", 1)
    assert bench.run(10_000 * MS) == []
    assert bench.perception.order.unheard_at == 5
    bench.lay("c1", 5)
    assert ("c1", 5) in bench.run(1_000 * MS)


@pytest.mark.parametrize("is_heard_there", [True, False])
def test_a_discard_that_its_old_place_hears_still_is_asked_for_if_it_was_heard_where_it_is_due(
    is_heard_there: bool,
) -> None:
    bench = settled(4, 1)
    bench.deal.left, bench.deal.from_place = [5], (4,)
    bench.deal.wrong = "new"
    if is_heard_there:
        for antenna, chance in ((4, 1.0), (5, 0.6)):
            bench.lay("c1", antenna, chance, rssi_dbm=-50.0)
    bench.run(1_000 * MS)
    bench.lay("new", 1)
    assert (("new", 1) in bench.run(5_000 * MS)) is not is_heard_there
    assert (bench.perception.order.unheard_at == 5) is is_heard_there


def test_no_card_of_the_pack_counts_as_the_discard_that_is_due() -> None:
    bench = Bench(2, pack=(3,))
    bench.lay("c1", 2)
    bench.run(600 * MS)
    for number in range(4):
        bench.lay(f"p{number}", 3, chance=0.6, rssi_dbm=-48.0)
    bench.run(200 * MS)
    bench.deal.left, bench.deal.from_place = [4], (2,)
    bench.lay("p0", 4, chance=0.5, rssi_dbm=-56.0)
    assert bench.run(4_000 * MS) == []


def test_a_card_that_has_left_its_place_is_taken_after_one_read_where_it_is_awaited() -> None:
    bench = settled(1, 1, measures_strength=False)
    bench.deal.left, bench.deal.from_place = [5], (1,)
    bench.lift("c1")
    assert bench.run(300 * MS) == []
    bench.lay("c1", 5)
    before = len(bench.scans)
    while bench.run(SCAN_NS) != [("c1", 5)]:
        assert bench.now_ns < 10 * SECOND
    assert bench.scans[before:].count(5) == 1


def test_a_card_that_is_moved_to_the_edge_beside_its_old_place_is_counted_where_it_is_awaited() -> None:
    bench = settled(4)
    bench.run(2_000 * MS)
    bench.deal.left, bench.deal.from_place = [5], (4,)
    bench.lay("c1", 4, chance=0.5, rssi_dbm=-55.0)
    bench.lay("c1", 5, chance=0.85, rssi_dbm=-53.0)
    assert bench.run(4_000 * MS) == [("c1", 5)]


def test_a_card_of_the_pack_does_not_creep_to_the_heap_beside_it() -> None:
    bench = Bench(4, pack=(1,))
    for number in range(6):
        bench.lay(f"p{number}", 1, chance=0.5, rssi_dbm=-54.0)
    bench.run(1_000 * MS)
    bench.lay("p0", 2, chance=0.6, rssi_dbm=-56.0)
    assert bench.run(20_000 * MS) == []


def test_a_card_that_was_returned_to_the_pack_alone_does_not_creep_to_the_heap_beside_it() -> None:
    bench = Bench(4, pack=(1,))
    bench.lay("c1", 4)
    assert bench.run(600 * MS) == [("c1", 4)]
    bench.deal.left, bench.deal.from_place = [1], (4,)
    bench.lift("c1")
    bench.lay("c1", 1, chance=0.9, rssi_dbm=-48.0)
    bench.lay("c1", 2, chance=0.6, rssi_dbm=-56.0)
    assert bench.run(2_000 * MS) == [("c1", 1)]
    bench.deal.left, bench.deal.from_place = [4], ()
    assert bench.run(20_000 * MS) == []


@pytest.mark.parametrize("own", [0.3, 0.5, 0.7])
def test_a_card_that_its_place_heard_badly_is_found_where_it_was_returned_alone(own: float) -> None:
    bench = Bench(2, 4, pack=(1,))
    bench.lay("c1", 2, chance=own, rssi_dbm=-54.0)
    bench.run(2_000 * MS)
    assert bench.reported[-1][:2] == ("c1", 2)
    bench.lift("c1")
    bench.lay("c1", 1)
    assert bench.run(3_000 * MS) == [("c1", 1)]


@pytest.mark.parametrize("own", [0.5, 0.7])
def test_a_card_is_found_where_it_was_returned_though_it_was_overheard_there_before(own: float) -> None:
    bench = Bench(2, 4, pack=(1,), measures_strength=False)
    bench.lay("c1", 2, chance=own)
    bench.lay("c1", 1, chance=0.3)
    bench.run(2_000 * MS)
    assert bench.reported[-1][:2] == ("c1", 2)
    bench.lift("c1")
    bench.lay("c1", 1)
    bench.deal.left, bench.deal.from_place = [1], (2,)
    assert bench.run(5_000 * MS) == [("c1", 1)]


def test_a_card_between_the_pack_and_the_heap_beside_it_lies_there_if_no_other_card_of_the_pack_is_heard() -> None:
    bench = Bench(4, pack=(1,))
    bench.lay("p0", 1, chance=0.6, rssi_dbm=-56.0)
    bench.lay("p0", 2, chance=0.8, rssi_dbm=-48.0)
    assert bench.run(4_000 * MS) == [("p0", 2)]


def test_a_card_of_the_wrong_face_follows_one_that_was_missed_when_it_was_first_heard() -> None:
    bench = Bench(3, 3, measures_strength=False)
    bench.deal.wrong = "down"
    bench.lay("down", 3)
    bench.run_until_heard("down")
    bench.lay("up", 3)
    bench.run(600 * MS)
    assert [uid for uid, _, _ in bench.reported] == ["up", "down"]


@pytest.mark.parametrize(("cards", "reads"), [(6, 1), (0, 2)])
def test_a_card_that_an_entry_waits_for_is_taken_after_one_read_on_a_pile_where_a_second_may_well_be_missed(
    cards: int, reads: int
) -> None:
    bench = settled(1, *(3,) * cards, measures_strength=False)
    bench.deal.left = [3]
    bench.run(400 * MS)
    bench.entry_ns = bench.now_ns
    bench.lay("new", 3)
    bench.run_until_heard("new")
    needed = 1
    while bench.reported[-1][0] != "new":
        bench.scan(3)
        needed += 1
    assert needed == reads


def test_of_two_cards_that_were_heard_once_neither_is_taken_for_the_one_that_becomes_due() -> None:
    bench = settled(1, measures_strength=False)
    bench.deal.left = [2, 5]
    for uid in "xy":
        bench.lay(uid, 5)
    bench.scan(5)
    bench.entry_ns = bench.now_ns
    bench.lay("a", 2)
    for antenna in (2, 2, 1, 1):
        bench.scan(antenna)
    assert [uid for uid, _, _ in bench.reported] == ["c1", "a"]


@pytest.mark.parametrize("has_folded", [True, False])
def test_a_card_of_a_folded_hand_may_be_thrown_in_while_the_others_still_lie_there(has_folded: bool) -> None:
    bench = settled(1, measures_strength=False)
    bench.deal.left = [1]
    bench.lay("other", 1)
    assert bench.run(600 * MS) == [("other", 1)]
    bench.deal.whole, bench.deal.folded_at = True, (1,) if has_folded else ()
    bench.lay("c1", 5)
    bench.lying[1].pop("c1")
    for antenna in (1, 1, 5, 5):
        bench.scan(antenna)
    assert (bench.reported[-1][:2] == ("c1", 5)) is has_folded


def test_cards_that_are_thrown_in_do_not_make_a_due_card_overdue() -> None:
    bench = settled(1, 1)
    bench.deal.left, bench.deal.thrown = [4], "c1"
    bench.lift("c1")
    bench.lay("c1", 5)
    bench.run(400 * MS)
    assert [arrival.uid for arrival in bench.perception.held.cards] == ["c1"]
    bench.lay("ghost", 4)
    bench.scan(4)
    bench.lift("ghost")
    assert ("ghost", 4) not in bench.run(500 * MS)


@pytest.mark.parametrize("comes_back", [True, False])
def test_a_due_card_is_asked_for_though_the_next_round_has_come_to_its_place(comes_back: bool) -> None:
    bench = dealt_then_due(2, 3, 4, *((2,) if comes_back else ()))
    bench.run(1_000 * MS)
    first_ns = bench.now_ns
    bench.run(2_200 * MS)
    for uid, antenna, heard_ns in (("b", 3, first_ns), ("c", 2, bench.now_ns)):
        bench.perception.held.add(Arrival(uid, antenna, None, Nanoseconds(heard_ns), bench.now_ns))
    asked_for = set()
    for _ in range(60):
        bench.run(SCAN_NS)
        asked_for.add(bench.perception.order.unheard_at)
    assert (2 in asked_for) is comes_back


@pytest.mark.parametrize(("below", "asks"), [(6, True), (1, False)])
def test_a_card_that_a_high_pile_may_drown_is_asked_for_before_a_later_one_is_ruled_on(below: int, asks: bool) -> None:
    bench = settled(1)
    for number in range(below):
        bench.perception.beliefs.place(f"b{number}", 2)
        bench.lay(f"b{number}", 2)
    bench.deal.left = [2, 4]
    bench.lay("later", 4)
    told = bench.run(4 * SECOND)
    assert bench.perception.order.unheard_at == (2 if asks else None)
    assert told == ([] if asks else [("later", 4)])


@pytest.mark.parametrize(("below", "asks"), [(6, True), (1, False)])
def test_a_card_that_a_high_pile_may_drown_is_asked_for_before_an_entry(below: int, asks: bool) -> None:
    bench = settled(1)
    for number in range(below):
        bench.perception.beliefs.place(f"b{number}", 2)
        bench.lay(f"b{number}", 2)
    bench.deal.left = [2]
    bench.entry_ns = bench.now_ns
    bench.run(2 * SECOND)
    assert bench.perception.order.due_blindly() == (2 if asks else None)


@pytest.mark.parametrize(("after_ns", "due", "asks"), [(0, 1, False), (SECOND, 1, True), (SECOND, 3, False)])
def test_the_last_card_that_is_due_is_asked_for_before_an_entry_if_there_was_time_to_deal_it(
    after_ns: int, due: int, asks: bool
) -> None:
    bench = Bench(2, 1, *[2] * due)
    for uid, antenna in (("c1", 2), ("c2", 1)):
        bench.lay(uid, antenna)
        bench.run(400 * MS)
    bench.run(after_ns)
    bench.entry_ns = bench.now_ns
    bench.run(2 * SECOND)
    assert bench.perception.order.due_blindly() == (2 if asks else None)


@pytest.mark.parametrize("next_dbm", [OWN_DBM, OWN_DBM + 6])
def test_a_card_that_is_heard_as_well_where_one_is_due_may_be_that_one_however_strong_it_is_next_door(
    next_dbm: float,
) -> None:
    bench = Bench(1, 2, 3)
    bench.lay("c1", 1)
    bench.run(600 * MS)
    bench.lay("c2", 2, rssi_dbm=OWN_DBM - 3)
    bench.lay("c2", 3, rssi_dbm=next_dbm)
    bench.run(600 * MS)
    assert bench.perception.beliefs.tags["c2"].home is None, "nothing is decided yet"
    assert bench.perception.unheard.glimpses.may_lie_at(2)
