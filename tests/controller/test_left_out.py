"""Cards that were on the table when their pack was cut by hand: the next scans tell which of them lie there still."""

from burncard.controller.devices.left_out import LeftOut
from burncard.firmware_bridge.driver import SECOND
from burncard.firmware_bridge.events import Scan, TagHeard
from burncard.rules.cards import MUCK, Seat, seat_zone

SEAT = seat_zone(Seat(3))


def scan(*uids: str, complete: bool = True) -> Scan:
    return Scan(3, 0, 1, tuple(TagHeard(uid, None, "down", False) for uid in uids), complete)


def test_a_card_that_is_heard_three_times_lies_there() -> None:
    out = LeftOut({"a": SEAT}, 0)
    for heard in (["a"], [], ["a"], []):
        out.take(scan(*heard), SEAT)
        assert not out.is_certain
    out.take(scan("a"), SEAT)
    assert (out.is_certain, out.places(60 * SECOND)) == (True, "seat 3")


def test_a_card_that_is_missed_three_times_has_gone() -> None:
    out = LeftOut({"a": SEAT, "b": MUCK}, 0)
    for _ in range(3):
        assert out.places(SECOND) == "muck, seat 3"
        out.take(scan(), SEAT)
    for _ in range(3):
        out.take(scan("a"), SEAT)
    assert (out.is_certain, out.places(SECOND)) == (False, "muck")


def test_an_incomplete_scan_or_one_of_another_place_misses_nothing() -> None:
    out = LeftOut({"a": SEAT}, 0)
    for _ in range(5):
        out.take(scan(complete=False), SEAT)
        out.take(scan(), MUCK)
    assert out.places(SECOND) == "seat 3"


def test_a_place_that_is_hardly_scanned_is_not_waited_for() -> None:
    out = LeftOut({"a": SEAT}, 0)
    out.take(scan("a"), SEAT)
    assert (out.places(4 * SECOND), out.places(6 * SECOND)) == ("seat 3", "")


def test_a_card_that_came_after_the_cut_is_none_of_them() -> None:
    out = LeftOut({}, 0)
    for _ in range(3):
        out.take(scan("a"), SEAT)
    assert (out.is_certain, out.places(SECOND)) == (False, "")
