"""Perception on scans made by hand: what is taken for a card that has come, what is not, and in which order."""

from collections import Counter

import pytest

from burncard.controller.perception.order import ASK_NS, LAID_AGAIN_NS
from burncard.controller.perception.patience import HOLD_FOR_MISSING_NS
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from tests.harness.scans_by_hand import CROSS_DBM, EDGE_DBM, OWN_DBM, ROW, SCAN_NS, Bench, dealt_then_due, settled


@pytest.mark.parametrize("measures_strength", [True, False])
def test_a_due_card_is_reported_once_its_neighbours_have_been_scanned(measures_strength: bool) -> None:
    bench = Bench(3, measures_strength=measures_strength)
    bench.run(300 * MS)
    bench.lay("a", 3)
    laid_ns = bench.now_ns
    assert bench.run(400 * MS) == [("a", 3)]
    assert bench.reported[0][2] - laid_ns <= 200 * MS


@pytest.mark.parametrize("measures_strength", [True, False])
def test_a_card_dealt_to_the_wrong_seat_next_door_is_not_taken_for_the_due_one(measures_strength: bool) -> None:
    bench = Bench(3, measures_strength=measures_strength)
    bench.run(300 * MS)
    bench.lay("a", 4)
    assert bench.run(2 * SECOND) == [("a", 4)]


def test_a_card_that_its_neighbour_overhears_stays_where_it_lies() -> None:
    bench = settled(2, 3)
    bench.lay("c1", 3, chance=0.05, rssi_dbm=CROSS_DBM)
    bench.lay("c2", 2, chance=0.05, rssi_dbm=CROSS_DBM)
    assert bench.run(120 * SECOND) == []


def test_a_card_that_falls_silent_is_not_gone() -> None:
    bench = settled(2)
    bench.lift("c1")
    assert bench.run(30 * SECOND) == []
    bench.lay("c1", 2)
    assert bench.run(5 * SECOND) == []


def test_a_silent_card_that_is_overheard_next_door_has_not_moved() -> None:
    bench = settled(2)
    bench.lift("c1")
    bench.lay("c1", 3, rssi_dbm=CROSS_DBM)
    bench.run(SCAN_NS * 3)
    bench.lift("c1")
    bench.lay("c1", 2)
    assert bench.run(5 * SECOND) == []


def test_a_card_that_only_passes_over_an_antenna_is_not_reported_there() -> None:
    bench = Bench(4)
    bench.run(300 * MS)
    bench.lay("a", 1, rssi_dbm=EDGE_DBM)
    bench.run(120 * MS)
    bench.lift("a")
    bench.lay("a", 4)
    assert bench.run(2 * SECOND) == [("a", 4)]


def test_a_ghost_is_not_a_card() -> None:
    bench = Bench()
    bench.lay("a", 2, rssi_dbm=CROSS_DBM)
    bench.run(SCAN_NS)
    bench.lift("a")
    assert bench.run(5 * SECOND) == []


@pytest.mark.parametrize("measures_strength", [True, False])
def test_a_card_between_two_zones_is_the_one_that_is_due(measures_strength: bool) -> None:
    bench = Bench(3, measures_strength=measures_strength)
    bench.run(300 * MS)
    bench.lay("a", 3, chance=0.6, rssi_dbm=EDGE_DBM)
    bench.lay("a", 4, chance=0.6, rssi_dbm=EDGE_DBM)
    assert bench.run(3 * SECOND) == [("a", 3)]
    assert bench.run(60 * SECOND) == []


def test_a_card_that_moves_is_reported_where_it_went() -> None:
    bench = settled(2)
    bench.lift("c1")
    bench.lay("c1", 5)
    assert bench.run(SECOND) == [("c1", 5)]


def test_cards_heard_out_of_order_are_reported_in_the_order_of_the_deal() -> None:
    bench = Bench(2, 4)
    bench.lay("b", 4)
    assert bench.run(600 * MS) == []
    bench.lay("a", 2)
    assert bench.run(400 * MS) == [("a", 2), ("b", 4)]


def test_a_card_is_not_held_for_ever_for_one_that_was_left_out() -> None:
    bench = dealt_then_due(2, 4)
    bench.run(400 * MS)
    bench.lay("b", 4)
    assert bench.run(HOLD_FOR_MISSING_NS + 200 * MS) == [("b", 4)]


def test_a_card_in_place_of_the_due_one_goes_before_the_next_one_found_in_the_same_round_of_scans() -> None:
    bench = dealt_then_due(2, 4)
    bench.run(400 * MS)
    bench.lay("b", 4)
    bench.run_until_heard("b")
    bench.lay("a", 3)  # laid there while 4 was scanned, before the scan of 3 in the same round
    assert bench.run(HOLD_FOR_MISSING_NS + 400 * MS)[:1] == [("a", 3)]


def test_a_card_found_in_a_later_round_of_scans_follows_those_that_nothing_explains() -> None:
    bench = dealt_then_due(2, 4)
    bench.run(400 * MS)
    bench.lay("b", 4)
    bench.run_until_heard("b")
    bench.run(400 * MS)
    bench.lay("a", 3)
    assert bench.run(HOLD_FOR_MISSING_NS + 400 * MS)[:1] == [("b", 4)]


def test_a_card_that_leaves_time_for_the_one_due_is_held_and_the_place_is_named_until_somebody_looks() -> None:
    bench = dealt_then_due(2, 4)
    bench.run(900 * MS)
    bench.lay("b", 4)
    assert bench.run(10 * SECOND) == []
    assert bench.perception.order.unheard_at == 2
    bench.perception.order.looked(2)
    assert bench.run(LAID_AGAIN_NS) == [("b", 4)]


def test_a_card_laid_down_again_where_it_was_not_heard_goes_before_those_that_were_held_for_it() -> None:
    bench = dealt_then_due(2, 4)
    bench.run(900 * MS)
    bench.lay("b", 4)
    bench.run(10 * SECOND)
    bench.lay("a", 2)
    assert bench.run(500 * MS) == [("a", 2), ("b", 4)]
    assert bench.perception.order.unheard_at is None


def test_the_first_card_of_a_hand_is_not_ruled_missing_at_a_place_that_never_heard_any() -> None:
    bench = Bench(2, 4)
    bench.lay("b", 4)
    assert bench.run(10 * SECOND) == []
    assert bench.perception.order.unheard_at == 2


def test_a_place_whose_cards_have_all_fallen_silent_is_not_believed_to_lack_one() -> None:
    bench = settled(2, 1)
    bench.deal.left += [2, 4]
    bench.lift("c1")
    bench.run(400 * MS)
    bench.lay("b", 4)
    assert bench.run(10 * SECOND) == []
    assert bench.perception.order.unheard_at == 2


def test_a_card_that_one_missing_card_does_not_explain_is_reported_soon() -> None:
    bench = dealt_then_due(2, 4, 1)
    bench.run(300 * MS)
    bench.lay("b", 1)
    assert bench.run(700 * MS) == [("b", 1)]


def test_the_place_where_a_card_is_due_is_scanned_most_and_no_place_is_forgotten() -> None:
    bench = Bench(3)
    bench.run(4 * SECOND)
    assert max(ROW, key=bench.scans.count) == 3
    assert min(bench.scans.count(antenna) for antenna in ROW) * SCAN_NS >= 4 * SECOND // 20


def test_a_card_that_was_overheard_for_long_is_reported_soon_after_it_moves() -> None:
    bench = settled(4)
    bench.lay("c1", 5, chance=0.2, rssi_dbm=CROSS_DBM)
    assert bench.run(120 * SECOND) == []
    bench.lift("c1")
    bench.lay("c1", 5)
    assert bench.run(SECOND) == [("c1", 5)]


def test_a_card_heard_next_door_by_one_strong_read_is_still_known_to_lie_at_home() -> None:
    bench = settled(2)
    for _ in range(20):
        bench.lay("c1", 3, rssi_dbm=EDGE_DBM)
        bench.run(3 * SCAN_NS)
        bench.lift("c1")
        bench.lay("c1", 2)
        assert bench.run(SECOND) == []


@pytest.mark.parametrize(("measures_strength", "rssi_dbm"), [(False, OWN_DBM), (True, CROSS_DBM)])
def test_one_read_that_may_be_a_ghosts_is_no_card_even_where_one_is_due(
    measures_strength: bool, rssi_dbm: float
) -> None:
    bench = Bench(3, measures_strength=measures_strength)
    bench.run(300 * MS)
    bench.lay("a", 3, rssi_dbm=rssi_dbm)
    bench.run_until_heard("a")
    bench.lift("a")
    assert bench.run(5 * SECOND) == []


def test_a_card_that_no_place_awaits_is_reported_at_once_where_another_is_due() -> None:
    bench = Bench(3, 3, 4)
    bench.deal.wrong = "a"
    bench.run(300 * MS)
    bench.lay("a", 3)
    assert bench.run(200 * MS) == [("a", 3)]


def test_what_is_first_heard_after_an_entry_follows_it_unless_it_was_due() -> None:
    bench = settled(2)
    bench.entry_ns = bench.now_ns
    bench.lay("b", 4)
    assert bench.run(5 * SECOND) == []
    bench.deal.left = [3]
    bench.lay("a", 3)
    assert bench.run(400 * MS) == [("a", 3)]
    bench.entry_ns = None
    assert bench.run(SCAN_NS) == [("b", 4)]


def test_a_card_of_the_pack_that_the_next_antenna_overhears_has_not_been_dealt() -> None:
    bench = Bench(pack=(1,))
    for number in range(5):
        bench.lay(f"p{number}", 1, chance=0.6, rssi_dbm=EDGE_DBM)
    bench.lay("a", 1, chance=0.6, rssi_dbm=EDGE_DBM)
    bench.lay("a", 2, chance=0.3, rssi_dbm=EDGE_DBM)
    assert bench.run(60 * SECOND) == []
    bench.deal.left = [2]
    bench.lift("a")
    bench.lay("a", 2)
    assert bench.run(SECOND) == [("a", 2)]


def test_a_card_heard_too_seldom_where_it_is_due_is_asked_for_and_what_follows_is_held() -> None:
    bench = dealt_then_due(2, 4)
    bench.run(400 * MS)
    bench.lay("b", 4)
    bench.run(HOLD_FOR_MISSING_NS - 200 * MS)
    bench.lay("a", 2, rssi_dbm=CROSS_DBM)
    bench.run_until_heard("a")
    bench.lift("a")
    assert bench.run(ASK_NS) == []
    assert bench.perception.order.unheard_at == 2
    assert bench.run(20 * SECOND) == [], "somebody has been asked, and is waited for"
    bench.perception.order.looked(2)
    assert bench.run(LAID_AGAIN_NS) == [("b", 4)]


def test_a_card_that_moves_after_an_entry_follows_it() -> None:
    bench = settled(2)
    bench.entry_ns = bench.now_ns
    bench.lift("c1")
    bench.lay("c1", 5)
    assert bench.run(5 * SECOND) == []
    bench.entry_ns = None
    assert bench.run(SCAN_NS) == [("c1", 5)]


def moves_to_a_pile(*, entry_waits: bool) -> int:
    """The time in ns until a card from between two zones is reported in the deep pile next door, where it is due."""
    bench = Bench(*(5,) * 6, 4, 5)
    for number in range(6):
        bench.lay(f"m{number}", 5, chance=0.5, rssi_dbm=-50.0 - number)
        bench.run(1_200 * MS)
    bench.lay("c", 4, chance=0.5, rssi_dbm=EDGE_DBM)
    bench.lying[5]["c"] = (0.2, -60.0)
    bench.run(20 * SECOND)
    bench.deal.from_place = (4,)
    bench.lift("c")
    bench.lay("c", 5, chance=0.5, rssi_dbm=-56.0)
    bench.entry_ns = bench.now_ns if entry_waits else None
    began_ns = bench.now_ns
    bench.run(3 * SECOND)
    assert [antenna for uid, antenna, _ in bench.reported if uid == "c"] == [4, 5]
    return bench.reported[-1][2] - began_ns


def test_a_card_that_hardly_answers_where_it_is_to_go_counts_as_come_sooner_when_an_entry_needs_it() -> None:
    assert moves_to_a_pile(entry_waits=True) < moves_to_a_pile(entry_waits=False)


@pytest.mark.parametrize("next_door", [True, False])
def test_a_card_of_the_pack_heard_once_next_door_may_lie_where_one_is_due(next_door: bool) -> None:
    bench = dealt_then_due(2, 3)
    bench.run(SECOND)
    assert bench.perception.order.due_blindly() is None
    heard_at = 1 if next_door else 4
    bench.lay("b", heard_at, rssi_dbm=CROSS_DBM)
    bench.run_until_heard("b")
    bench.lift("b")
    bench.run(2 * SECOND)
    assert bench.perception.order.due_blindly() == (2 if next_door else None)
    bench.run(4 * SECOND)
    assert bench.perception.order.due_blindly() is None, "it was a ghost"


def test_of_two_cards_at_one_place_the_one_that_was_heard_first_is_reported_first() -> None:
    """The first lies on the edge, so that it takes longer to decide; the second is due there only after another."""
    bench = dealt_then_due(3, 5, 3)
    bench.run(400 * MS)
    bench.lay("a", 3, chance=0.9, rssi_dbm=EDGE_DBM)
    bench.lying[4]["a"] = (0.6, -56.0)
    bench.run_until_heard("a")
    bench.lay("b", 3)
    bench.run(2 * SECOND)
    assert [uid for uid, _, _ in bench.reported[1:2]] == ["a"]


def test_of_two_cards_found_by_one_scan_at_one_place_the_one_in_order_goes_first() -> None:
    bench = Bench(2, 2)
    bench.deal.wrong = "a"
    bench.lay("a", 2)
    bench.lay("b", 2)
    assert bench.run(600 * MS) == [("b", 2), ("a", 2)]


def test_a_due_card_that_a_high_pile_hid_goes_before_a_card_that_nothing_awaits() -> None:
    bench = settled(2, 2, 2, 2, 2, 2)
    bench.deal.left, bench.scan_ns = [2], 120 * MS
    bench.lay("due", 2, chance=0)
    bench.run(240 * MS)
    bench.lay("wrong", 4)
    bench.run_until_heard("wrong")
    bench.lay("due", 2)
    assert bench.run(1_200 * MS)[:2] == [("due", 2), ("wrong", 4)]


def test_a_discard_first_heard_with_the_pack_was_thrown_in_and_returned() -> None:
    bench = Bench(1, pack=(3,))
    bench.lay("c1", 1)
    bench.run(600 * MS)
    bench.deal.left, bench.deal.from_place = [5], (1,)
    bench.lift("c1")
    bench.lay("c1", 3)
    assert bench.run(2 * SECOND)[:2] == [("c1", 5), ("c1", 3)]


def test_while_the_deal_is_stalled_an_empty_seat_is_scanned_as_often_as_any_other() -> None:
    bench = dealt_then_due(2)
    bench.scan_ns, bench.deal.empty_seats = 70 * MS, (4,)
    bench.run(6 * SECOND)
    counts = Counter(bench.scans)
    assert counts[4] >= 0.8 * counts[3]


def test_where_a_card_is_to_be_turned_over_is_scanned_more_than_elsewhere() -> None:
    bench = Bench(1)
    bench.deal.to_turn = (4,)
    bench.run(6 * SECOND)
    counts = Counter(bench.scans)
    assert counts[4] > 1.5 * counts[3]


def test_while_the_deal_is_stalled_a_second_burn_is_not_looked_for_most_of_the_time() -> None:
    bench = dealt_then_due(2)
    bench.scan_ns, bench.deal.watched = 70 * MS, (4,)
    bench.run(6 * SECOND)
    counts = Counter(bench.scans)
    assert counts[4] <= 2.5 * counts[3]


def test_a_card_comes_back_from_the_muck_far_less_likely_than_one_is_taken_from_a_hand() -> None:
    bench = Bench(muck=(5,))
    beliefs = bench.perception.beliefs
    beliefs.place("mucked", 5)
    beliefs.place("held", 1)
    bench.perception.take(3, {"mucked": OWN_DBM, "held": OWN_DBM}, bench.now_ns, took_ns=30 * MS)
    mucked, held = (beliefs.tags[uid].candidates[3].prior for uid in ("mucked", "held"))
    assert mucked < held / 50


def test_a_due_card_is_decided_on_without_a_scan_next_door_where_a_card_is_due_only_much_later() -> None:
    bench = Bench(3, 1, 5, 4, measures_strength=False)
    for _ in range(2):
        bench.now_ns = Nanoseconds(bench.now_ns + 30 * MS)
        bench.perception.take(3, {"c": None}, bench.now_ns, took_ns=30 * MS)
    assert [arrival.uid for arrival in bench.perception.held.cards] == ["c"]


def test_a_deal_that_goes_on_after_a_pause_without_due_cards_is_not_stalled() -> None:
    bench = dealt_then_due()
    bench.run(100 * MS)
    bench.deal.left = [2]
    bench.run(2 * SECOND)
    assert not bench.perception.unheard.is_stalled((2,), bench.now_ns)
