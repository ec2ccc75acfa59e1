"""Cards that are thrown in, and slide to a stop beside the muck."""

import pytest

from burncard.firmware_bridge.driver import MS
from tests.harness.scans_by_hand import EDGE_DBM, OWN_DBM, Bench

SEAT, ASIDE, BURN, BOARD, MUCK = range(1, 6)


def held(*, board: bool = True) -> Bench:
    """A player holds two cards; no other card is due."""
    bench = Bench(SEAT, SEAT, muck=(MUCK,), rows=(BOARD,) if board else (), burn=(BURN,), aside=(ASIDE,))
    for uid in "ab":
        bench.lay(uid, SEAT)
        bench.run(600 * MS)
    assert bench.reported[-1][:2] == ("b", SEAT)
    return bench


def thrown_to_the_board(bench: Bench, rssi_dbm: float = OWN_DBM) -> None:
    """Both cards are thrown in; one of them slides to where only the board's antenna hears it."""
    for uid in "ab":
        bench.lift(uid)
    bench.lay("a", MUCK)
    bench.lay("b", BOARD, rssi_dbm=rssi_dbm)


@pytest.mark.parametrize("rssi_dbm", [OWN_DBM, EDGE_DBM])
def test_a_thrown_card_that_slides_to_the_board_counts_as_thrown_in(rssi_dbm: float) -> None:
    bench = held()
    thrown_to_the_board(bench, rssi_dbm)
    assert sorted(bench.run(3_000 * MS)) == [("a", MUCK), ("b", MUCK)]


def test_it_does_not_move_for_as_long_as_the_board_hears_it() -> None:
    bench = held()
    thrown_to_the_board(bench)
    bench.run(3_000 * MS)
    assert bench.run(20_000 * MS) == []


def test_it_is_found_where_it_is_moved_to_after_that() -> None:
    bench = held()
    thrown_to_the_board(bench)
    bench.run(3_000 * MS)
    bench.lift("b")
    bench.lay("b", SEAT)
    assert bench.run(3_000 * MS) == [("b", SEAT)]
    bench.lift("b")
    bench.lay("b", BOARD)
    assert bench.run(3_000 * MS) == [("b", MUCK)], "it may have been thrown in again"


@pytest.mark.parametrize("rssi_dbm", [OWN_DBM, EDGE_DBM])
def test_a_thrown_card_that_slides_to_the_burn_counts_as_thrown_in(rssi_dbm: float) -> None:
    bench = held()
    for uid in "ab":
        bench.lift(uid)
    bench.lay("a", MUCK)
    bench.lay("b", BURN, rssi_dbm=rssi_dbm)
    assert sorted(bench.run(3_000 * MS)) == [("a", MUCK), ("b", MUCK)]
    assert bench.run(20_000 * MS) == []


def in_the_muck() -> Bench:
    """Both cards lie in the muck."""
    bench = held()
    for uid in "ab":
        bench.lift(uid)
        bench.lay(uid, MUCK)
    assert sorted(bench.run(3_000 * MS)) == [("a", MUCK), ("b", MUCK)]
    return bench


@pytest.mark.parametrize("place", [BURN, ASIDE])
def test_a_card_of_the_muck_that_only_the_burn_or_the_place_aside_hears_any_more_lies_there_still(place: int) -> None:
    bench = in_the_muck()
    bench.lift("b")
    bench.lay("b", place)
    assert bench.run(20_000 * MS) == []
    bench.lift("b")
    bench.lay("b", SEAT)
    assert bench.run(5_000 * MS) == [("b", SEAT)], "it is found where it is moved to after that"


@pytest.mark.parametrize("place", [BURN, ASIDE])
def test_a_card_that_is_to_be_taken_from_the_muck_is_reported_there(place: int) -> None:
    bench = in_the_muck()
    bench.deal.left, bench.deal.from_place, bench.deal.wrong = [SEAT], (MUCK,), "b"
    bench.lift("b")
    bench.lay("b", place)
    assert bench.run(10_000 * MS) == [("b", place)]


def test_a_card_of_the_muck_that_goes_to_the_board_is_reported_there() -> None:
    bench = in_the_muck()
    bench.lift("b")
    bench.lay("b", BOARD)
    assert bench.run(5_000 * MS) == [("b", BOARD)]


def test_a_card_of_the_pack_is_reported_on_the_burn() -> None:
    bench = held()
    bench.lay("c", BURN)
    assert bench.run(3_000 * MS) == [("c", BURN)]


def test_a_card_of_the_muck_that_is_to_go_back_to_the_burn_is_reported_there() -> None:
    bench = in_the_muck()
    bench.lift("b")
    bench.lay("b", BURN)
    bench.run(3_000 * MS)
    bench.deal.likely = lambda uid, home, antenna, *, alone=False: (home, antenna) == (MUCK, BURN)  # type: ignore[method-assign]
    bench.deal.wrong = "another moment"
    assert bench.run(3_000 * MS) == [("b", BURN)]


def test_a_card_that_slides_to_another_players_place_is_reported_there() -> None:
    bench = held(board=False)
    thrown_to_the_board(bench)
    assert ("b", BOARD) in bench.run(3_000 * MS)


def test_one_that_is_not_thrown_is_reported_on_the_board() -> None:
    bench = held()
    bench.deal.whole = True  # and the other one stays
    bench.lift("b")
    bench.lay("b", BOARD)
    assert bench.run(3_000 * MS) == [("b", BOARD)]


def test_one_of_the_pack_is_reported_on_the_board() -> None:
    bench = held()
    bench.lay("c", BOARD)
    assert bench.run(3_000 * MS) == [("c", BOARD)]


def test_one_that_is_to_go_where_it_has_slid_to_is_reported_there() -> None:
    bench = held()
    thrown_to_the_board(bench)
    bench.run(3_000 * MS)
    bench.deal.likely = lambda uid, home, antenna, *, alone=False: (home, antenna) == (MUCK, BOARD)  # type: ignore[method-assign]
    bench.deal.wrong = "another moment"
    assert bench.run(3_000 * MS) == [("b", BOARD)]
