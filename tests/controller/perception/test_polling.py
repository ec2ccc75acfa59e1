"""Which antenna is scanned next: nothing starves, and what is due is scanned often, at fast and at slow readers."""

from collections import Counter
from itertools import pairwise

import pytest

from burncard.controller.perception.polling import URGENT, Polling
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from tests.harness.scans_by_hand import dealt_then_due

ANTENNAS = range(1, 16)
REST = (13, 14, 15)


def scans(
    scan_ns: int,
    hot: dict[int, float],
    due: tuple[int, ...] = (),
    for_ns: int = 8 * SECOND,
    laid: tuple[int, ...] = (),
    long_ns: int = 0,
) -> list[int]:
    """The antennas that are scanned one after the other. `laid`: where the pack is, which takes `long_ns` if not 0."""
    polling = Polling(ANTENNAS, REST)
    made: list[int] = []
    now_ns = Nanoseconds(SECOND)
    while now_ns < SECOND + for_ns:
        made.append(polling.next(now_ns, due, hot, laid=laid))
        took_ns = long_ns if long_ns and made[-1] in laid else scan_ns
        now_ns = Nanoseconds(now_ns + took_ns)
        polling.scanned(made[-1], now_ns, took_ns)
    return made


@pytest.mark.parametrize("scan_ns", [20 * MS, 70 * MS])
def test_the_place_that_is_due_gets_a_third_of_the_scans_or_more_and_no_place_starves(scan_ns: int) -> None:
    made = scans(scan_ns, {3: 1.0}, due=(3,))
    count = Counter(made)
    assert 0.3 < count[3] / len(made) < 0.6
    assert set(count) == set(ANTENNAS)
    assert all(left != right for left, right in pairwise(made))


def test_a_card_heard_once_where_it_is_due_is_listened_to_again_at_once() -> None:
    assert scans(70 * MS, {3: 4 * URGENT, 4: 1.0}, due=(3,))[:2] == [3, 3]


def test_one_scan_of_three_goes_elsewhere_whatever_is_open() -> None:
    made = scans(20 * MS, {3: URGENT, 4: URGENT})
    assert sum(antenna not in (3, 4) for antenna in made) / len(made) >= 0.3


def test_a_card_heard_once_is_listened_to_again_before_the_scan_that_is_owed_elsewhere() -> None:
    polling = Polling(ANTENNAS, REST)
    now_ns = Nanoseconds(SECOND)
    for _ in range(2):
        polling.scanned(polling.next(now_ns, (), {3: 1.0, 4: 1.0}), now_ns, 30 * MS)
        now_ns = Nanoseconds(now_ns + 30 * MS)
    assert polling.next(now_ns, (), {3: URGENT, 4: 1.0}) == 3
    assert polling.next(now_ns, (), {3: URGENT, 4: 1.0}) not in (3, 4)


def test_what_tells_much_is_asked_again_before_what_tells_little_and_was_asked_long_ago() -> None:
    made = scans(30 * MS, {3: 4.0, 4: 0.2, 5: 0.2, 6: 0.2}, for_ns=3 * SECOND)
    count = Counter(made)
    assert count[3] > 2 * max(count[4], count[5], count[6])


PACK = 15


@pytest.mark.parametrize("hot", [{}, dict.fromkeys((3, 4, 5, 6, PACK), 1.0)], ids=["nothing asks", "it is asked, too"])
def test_a_pack_that_lies_over_its_antenna_does_not_take_the_readers_time(hot: dict[int, float]) -> None:
    made = scans(20 * MS, hot, laid=(PACK,), long_ns=300 * MS, for_ns=30 * SECOND)
    took_ns = made.count(PACK) * 300 * MS
    assert SECOND < took_ns < 30 * SECOND * (0.65 if hot else 0.15)


def test_where_the_pack_is_laid_at_times_an_antenna_that_hears_none_is_scanned_often() -> None:
    held = scans(20 * MS, {}, laid=(PACK,)).count(PACK)
    assert held > scans(20 * MS, {}).count(PACK) * 1.5


def test_a_pack_to_which_cards_go_back_is_scanned_however_long_that_takes() -> None:
    made = scans(20 * MS, {}, due=(PACK,), laid=(PACK,), long_ns=300 * MS)
    assert made.count(PACK) * 300 * MS > 8 * SECOND * 0.5


def test_once_cards_of_the_pack_are_due_it_is_soon_known_whether_the_dealer_has_taken_it_up() -> None:
    made = scans(20 * MS, {3: 1.0}, due=(3,), laid=(PACK,), long_ns=300 * MS)
    waits = [later - earlier for earlier, later in pairwise(n for n, antenna in enumerate(made) if antenna == PACK)]
    assert max(waits) * 20 * MS < SECOND


def test_right_after_a_card_was_dealt_the_other_places_are_scanned_more_often_than_the_one_that_is_due() -> None:
    bench = dealt_then_due(2, 3)
    start = len(bench.scans)
    bench.run(200 * MS)
    right_after = bench.scans[start:]
    bench.run(200 * MS)
    start = len(bench.scans)
    bench.run(200 * MS)
    assert right_after.count(2) < bench.scans[start:].count(2)


@pytest.mark.parametrize("slower", [1.0, 1.5, 2.0, 3.0, 4.0])
def test_of_two_readers_neither_leaves_a_place_out_for_the_other_ones_questions(slower: float) -> None:
    polling = Polling(ANTENNAS, REST)
    readers = {frozenset(range(1, 9)): 24 * MS, frozenset(range(9, 16)): int(24 * MS * slower)}
    free_ns, last_ns, longest_ns = dict.fromkeys(readers, SECOND), dict.fromkeys(ANTENNAS, SECOND), 0
    while min(free_ns.values()) < 20 * SECOND:
        reader = min(free_ns, key=free_ns.__getitem__)
        now_ns, took_ns = Nanoseconds(free_ns[reader]), readers[reader]
        antenna = polling.next(now_ns, (), {3: 1.0, 4: 1.0, 9: 1.0, 10: 1.0}, among=reader)
        free_ns[reader] = now_ns + took_ns
        polling.scanned(antenna, Nanoseconds(free_ns[reader]), took_ns)
        longest_ns = max(longest_ns, now_ns - last_ns[antenna])
        last_ns[antenna] = now_ns
    assert longest_ns < 4 * SECOND
    assert min(last_ns.values()) > 15 * SECOND
