"""Cards between two places: which of two is the next one, next door, and where no card belongs."""

import sys

import pytest

from burncard.firmware_bridge.driver import MS, SECOND
from tests.harness.scans_by_hand import EDGE_DBM, OWN_DBM, Bench, dealt_then_due, settled

WEAK_DBM = -64.0


def test_of_two_cards_where_one_is_due_neither_is_counted_there_while_it_may_be_the_next_one() -> None:
    bench = Bench(2, 3, measures_strength=False)
    bench.run(300 * MS)
    for uid in "ab":
        bench.lay(uid, 2)
    for antenna in (2, 2, 1, 3):
        bench.scan(antenna)
    assert bench.reported == []
    for antenna in (3, 2, 2, 2):
        bench.scan(antenna)
    assert bench.reported != []


@pytest.mark.parametrize("passes_by", [True, False])
def test_of_two_cards_heard_at_once_where_one_is_due_it_is_the_one_that_stays(passes_by: bool) -> None:
    """The dealer lays one down, and the pack in his hand passes over the place."""
    bench = Bench(2, 4, measures_strength=False)
    bench.run(300 * MS)
    for uid in ("passes", "stays"):
        bench.lay(uid, 2)
    for antenna in (2, 1, 3, 2):
        bench.scan(antenna)
    if passes_by:
        bench.lift("passes")
    bench.run(2 * SECOND)
    told = sorted((uid, antenna) for uid, antenna, _ in bench.reported)
    assert told == [*([] if passes_by else [("passes", 2)]), ("stays", 2)]


def test_a_card_on_an_edge_is_the_next_one_if_another_card_lies_more_clearly_where_one_is_due() -> None:
    bench = Bench(2, 3, measures_strength=False)
    bench.run(300 * MS)
    bench.lay("b", 2, chance=0.7)
    bench.lay("b", 3, chance=0.8)
    bench.run(300 * MS)
    bench.lay("a", 2)
    assert bench.run(5 * SECOND) == [("a", 2), ("b", 3)]


def test_a_card_on_an_edge_is_one_of_several_that_are_due_next_door_though_another_has_come_there() -> None:
    bench = Bench(2, 3, 3, 3)
    bench.run(300 * MS)
    for antenna in (2, 3):
        bench.lay("first", antenna, chance=0.7, rssi_dbm=EDGE_DBM)
    bench.run(300 * MS)
    bench.lay("second", 3)
    bench.run(200 * MS)
    bench.lay("late", 2)
    assert dict(bench.run(3 * SECOND)) == {"late": 2, "first": 3, "second": 3}


def test_a_card_on_an_edge_is_the_one_that_is_due_though_the_next_round_comes_at_the_dealers_pace() -> None:
    bench = Bench(1, 2, 1, 2)
    for uid, places in (("a", {1: 1.0}), ("b", {2: 0.9, 1: 0.9}), ("c", {1: 1.0}), ("d", {2: 1.0})):
        for antenna, chance in places.items():
            bench.lay(uid, antenna, chance, EDGE_DBM if len(places) > 1 else OWN_DBM)
        bench.run(420 * MS)
    bench.run(2 * SECOND)
    assert [(uid, antenna) for uid, antenna, _ in bench.reported] == [("a", 1), ("b", 2), ("c", 1), ("d", 2)]


def test_two_cards_at_one_place_are_decided_soon_if_the_next_one_has_come_next_door() -> None:
    bench = Bench(2, 3, 2, measures_strength=False)
    bench.lay("next", 3)
    bench.run(2 * SECOND)
    for uid in "ab":
        bench.lay(uid, 2)
    for antenna in (2, 2, 1, 3):
        bench.scan(antenna)
    assert {arrival.uid for arrival in bench.perception.held.cards} | {uid for uid, *_ in bench.reported} >= {"a", "b"}


def test_a_card_between_two_places_is_not_counted_where_no_card_belongs() -> None:
    bench = settled(1, measures_strength=False)
    bench.deal.no_board = (3,)
    bench.lift("c1")
    for antenna, chance in ((3, 0.8), (4, 0.6)):
        bench.lay("c1", antenna, chance)
    assert bench.run(6 * SECOND) == [("c1", 4)]


def test_a_new_card_and_one_that_is_moved_may_come_to_one_place_next_to_the_pack() -> None:
    bench = Bench(4, 3, pack=(1,))
    for uid, antenna in (("c", 4), ("d", 3)):
        bench.lay(uid, antenna)
        assert bench.run(600 * MS) == [(uid, antenna)]
    bench.deal.left = [3, 1]
    for uid in ("c", "new"):
        bench.lift(uid)
        bench.lay(uid, 2, chance=0.7, rssi_dbm=OWN_DBM)
    bench.run(3 * SECOND)
    assert {"c", "new"} <= {arrival.uid for arrival in bench.perception.held.cards} | {
        uid for uid, *_ in bench.reported
    }


def glimpsed_before_the_card_that_is_due(*due: int) -> Bench:
    """Two weak reads of the pack, which the dealer holds over the place that is due, while the card comes there."""
    bench = Bench(*due)
    bench.run(300 * MS)
    bench.lay("x", due[0], rssi_dbm=WEAK_DBM)
    bench.scan(due[0])
    bench.lay("a", due[0])
    bench.scan(due[0])
    bench.lift("x")
    return bench


def test_one_card_was_dealt_where_another_was_heard_twice_just_before_it() -> None:
    bench = glimpsed_before_the_card_that_is_due(2, 4, 5)
    assert bench.run(4 * SECOND) == [("a", 2)]


def test_a_second_card_that_came_with_the_one_that_is_due_is_reported_as_well() -> None:
    bench = glimpsed_before_the_card_that_is_due(2, 4, 5)
    bench.lay("x", 2)
    assert sorted(bench.run(4 * SECOND)) == [("a", 2), ("x", 2)]


def test_a_card_that_the_next_place_hears_as_well_is_the_one_that_is_due_though_the_next_one_has_come_there() -> None:
    bench = dealt_then_due(2, 3, 5)
    bench.lay("a", 2, rssi_dbm=OWN_DBM - 3)
    bench.lay("a", 3, rssi_dbm=OWN_DBM + 3)
    bench.run(450 * MS)
    bench.lay("b", 3)
    assert bench.run(5 * SECOND) == [("a", 2), ("b", 3)]


def test_a_card_that_the_next_place_hears_better_is_the_one_that_is_due_once_the_next_one_has_come_there() -> None:
    bench = dealt_then_due(2, 3, 5)
    bench.lay("a", 2, chance=0.6, rssi_dbm=OWN_DBM - 9)
    bench.lay("a", 3, rssi_dbm=OWN_DBM - 6)
    bench.run(450 * MS)
    bench.lay("b", 3)
    assert bench.run(3 * SECOND) == [("a", 2), ("b", 3)]


def test_of_two_cards_of_a_hand_that_the_muck_has_heard_the_one_that_stays_there_was_discarded() -> None:
    """One is to leave it, and a draw waits; the other is overheard once, and missed for a moment where it lies."""
    bench = settled(1, 1, measures_strength=False)
    bench.deal.left, bench.deal.from_place = [5], (1,)
    bench.entry_ns = bench.now_ns
    for uid in ("c1", "c2"):
        bench.lift(uid)
        bench.lay(uid, 5)
    bench.scan(5)
    bench.lift("c1")
    bench.scan(1)
    bench.scan(1)
    bench.lay("c1", 1)
    bench.run(2 * SECOND)
    assert [told[:2] for told in bench.reported[2:]] == [("c2", 5)]


def work_of_a_scan(tags: int) -> int:
    """How many functions the scans of two antennas call between which so many tags lie."""
    bench, calls = Bench(2, 3, 4), 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    for number in range(tags):
        for antenna in (2, 3):
            bench.lay(f"tag {number}", antenna, rssi_dbm=EDGE_DBM)
    bench.run(300 * MS)
    sys.setprofile(count)
    try:
        for antenna in (2, 3):
            bench.scan(antenna)
    finally:
        sys.setprofile(None)
    return calls


def test_a_bag_of_tags_takes_no_more_time_for_each_than_a_few_do() -> None:
    few, many = work_of_a_scan(10), work_of_a_scan(80)
    assert many < 2 * 8 * few
