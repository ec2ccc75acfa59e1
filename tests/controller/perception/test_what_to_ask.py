"""Which antennas are asked about a card that is not decided on yet."""

import pytest

from burncard.controller.perception.decision import RATIO_ALIKE_AGAIN, RATIO_AT_ONCE, RATIO_NOT_DUE
from burncard.controller.perception.what_to_ask import AGAIN, DUE, NEXT_DOOR, OPEN_DOOR, questions
from burncard.firmware_bridge.driver import MS, Nanoseconds
from tests.harness.scans_by_hand import EDGE_DBM, Bench


def test_nobody_asks_next_door_to_a_place_where_the_card_was_not_heard() -> None:
    bench = Bench(2)
    bench.perception.take(3, {"c1": -45.0}, bench.now_ns, took_ns=30 * MS)
    beliefs = bench.perception.beliefs
    assert set(beliefs.tags["c1"].candidates) == {2, 3}
    assert set(questions(beliefs.unsettled(), (2,), (), ())) == {2, 3, 4}


def test_a_card_that_both_places_go_on_hearing_is_listened_for_first_only_for_a_while() -> None:
    bench = Bench()
    beliefs = bench.perception.beliefs
    beliefs.place("c1", 2)
    asked = []
    for _ in range(10):
        for antenna, heard in ((2, False), (2, False), (3, True), (2, True), (3, False), (2, False), (2, False)):
            bench.now_ns = Nanoseconds(bench.now_ns + 30 * MS)
            beliefs.scanned(antenna, {"c1": -50.0} if heard else {}, bench.now_ns, lambda tag, antenna: 0.01)
        asked.append(questions(beliefs.unsettled(), (), (), ()).get(3, 0.0))
    assert asked[0] > 1
    assert asked[-1] <= 1


def test_an_antenna_that_did_not_hear_a_card_next_door_is_asked_until_it_is_known_better() -> None:
    bench = Bench()
    beliefs = bench.perception.beliefs
    for antenna in (3, 2, 4) * 3 + (3,) * 9:
        bench.now_ns = Nanoseconds(bench.now_ns + 60 * MS)
        heard = {"c1": EDGE_DBM} if antenna == 3 else {}
        beliefs.scanned(antenna, heard, bench.now_ns, lambda tag, antenna: 0.0004)
    assert beliefs.tags["c1"].candidates[3].contest.lead(2) < RATIO_NOT_DUE
    assert weights(bench)[2] > NEXT_DOOR
    assert weights(bench, 3)[2] < 1  # where the card is due, it is decided on without knowing better


def weights(bench: Bench, *awaited: int) -> dict[int, float]:
    return questions(bench.perception.beliefs.unsettled(), awaited, (), ())


def test_a_due_card_that_was_heard_twice_is_asked_about_only_next_door_where_the_next_card_goes() -> None:
    bench = Bench(3, measures_strength=False)
    for _ in range(2):
        bench.now_ns = Nanoseconds(bench.now_ns + 30 * MS)
        bench.perception.beliefs.scanned(3, {"c1": None}, bench.now_ns, lambda tag, antenna: 0.2)
    alone, followed = weights(bench, 3, 5), weights(bench, 3, 4)
    assert alone[2] == alone[4] < followed[4]
    assert followed[2] == alone[2]


def test_a_due_card_that_was_heard_once_and_missed_is_listened_for_before_its_neighbours() -> None:
    bench = Bench(2, measures_strength=False)
    for heard in ({"c1": None}, {}):
        bench.now_ns = Nanoseconds(bench.now_ns + 30 * MS)
        bench.perception.beliefs.scanned(2, heard, bench.now_ns, lambda tag, antenna: 0.2)
    asked = weights(bench, 2)
    assert asked[2] > max(asked[1], asked[3])


def test_a_card_that_is_overheard_in_the_pack_is_listened_for_until_a_scan_misses_it() -> None:
    bench = Bench(3, measures_strength=False)
    for heard, weight in ((True, AGAIN), (False, 0.0)):
        bench.now_ns = Nanoseconds(bench.now_ns + 30 * MS)
        bench.perception.beliefs.scanned(4, {"c1": None} if heard else {}, bench.now_ns, lambda tag, antenna: 1e-9)
        assert weights(bench, 3).get(4, 0.0) == weight


def test_whether_a_card_of_a_small_pack_lies_with_it_still_is_asked_once_it_was_heard_twice_where_it_is_due() -> None:
    bench = Bench(2, pack=(1,), measures_strength=False)
    beliefs = bench.perception.beliefs
    asked = []
    for antenna in (1, 2, 2):
        bench.now_ns = Nanoseconds(bench.now_ns + 30 * MS)
        beliefs.scanned(antenna, {"c1": None}, bench.now_ns, lambda tag, antenna: 0.2)
        asked.append(weights(bench, 2).get(1, 0.0))
    assert asked[2] > asked[1] > asked[0]


def test_the_old_place_of_a_card_that_was_heard_elsewhere_twice_is_asked_while_it_may_lie_there() -> None:
    bench = Bench(measures_strength=False)
    beliefs = bench.perception.beliefs
    for number in range(6):
        beliefs.place(f"below{number}", 1)
    beliefs.place("c", 1)
    asked = []
    for antenna, heard in ((1, False), (3, True), (3, False), (3, True), *((1, False),) * 30):
        bench.now_ns = Nanoseconds(bench.now_ns + 60 * MS)
        beliefs.scanned(antenna, {"c": None} if heard else {}, bench.now_ns, lambda tag, antenna: 0.004)
        asked.append(weights(bench).get(1, 0.0))
    assert asked[3] > max(asked[2], asked[-1])


@pytest.mark.parametrize(("was_dealt", "weight"), [(True, OPEN_DOOR * DUE), (False, NEXT_DOOR)])
def test_next_door_is_asked_at_once_about_a_due_card_that_waits_for_it(was_dealt: bool, weight: float) -> None:
    bench = Bench(3)
    beliefs = bench.perception.beliefs
    if not was_dealt:
        beliefs.place("c1", 1)
    for antenna in (1, 3, 3):
        bench.now_ns = Nanoseconds(bench.now_ns + 30 * MS)
        beliefs.scanned(antenna, {"c1": -47.0} if antenna == 3 else {}, bench.now_ns, lambda tag, antenna: 0.2)
    assert RATIO_AT_ONCE < beliefs.tags["c1"].candidates[3].contest.lead(2) < RATIO_AT_ONCE + RATIO_ALIKE_AGAIN
    assert weights(bench, 3)[2] == pytest.approx(weight)


def test_next_door_where_a_card_is_due_is_asked_however_strongly_it_was_heard_here() -> None:
    bench = Bench()
    beliefs = bench.perception.beliefs
    for _ in range(3):
        bench.now_ns = Nanoseconds(bench.now_ns + 30 * MS)
        beliefs.scanned(3, {"c1": -38.0}, bench.now_ns, lambda tag, antenna: 0.0004)
    asked = weights(bench, 2, 5)
    assert asked[2] > asked[4]
