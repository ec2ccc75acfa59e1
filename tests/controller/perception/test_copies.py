"""A tag that answers at two places in turn is distrusted while it does so, and a little longer."""

from collections.abc import Mapping
from random import Random

import pytest

from burncard.controller.perception.chances import Chances
from burncard.controller.perception.copies import STEADY_SCANS, TORN_NS, Copies
from burncard.controller.perception.rates import DEFAULT_RATES
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds

SCAN_NS = 100 * MS
FAR_APART = {1: (), 2: ()}
TWO_APART = {1: (3,), 2: (3,), 3: (1, 2)}


def copies_at(neighbours: Mapping[int, tuple[int, ...]]) -> Copies:
    return Copies(Chances(neighbours, dict.fromkeys(neighbours, DEFAULT_RATES)))


def heard_at(copies: Copies, antenna: int, number: int) -> Nanoseconds:
    now_ns = Nanoseconds(number * SCAN_NS)
    copies.scanned(antenna, {"a": None}, now_ns)
    return now_ns


def test_a_tag_that_stays_at_one_place_is_trusted_again_however_often_it_is_heard_there() -> None:
    copies = copies_at(FAR_APART)
    for number, antenna in enumerate((1, 2, 1, 2)):
        turned_ns = heard_at(copies, antenna, number)
    for number in range(4, 4 + TORN_NS // SCAN_NS):
        heard_at(copies, 2, number)
    assert copies.torn_until("a") == turned_ns + TORN_NS


def test_a_card_that_moves_once_is_trusted() -> None:
    copies = copies_at(FAR_APART)
    for number, antenna in enumerate((1, 1, 2, 2)):
        heard_at(copies, antenna, number)
    assert copies.torn_until("a") == 0


def heard_by_two(rate: float, rssi_dbm: float | None = None) -> tuple[bool, bool]:
    """A tag is heard by most scans of one antenna, and at this rate by another one that has a neighbour in common with
    it, for 20 s. Returns whether it was distrusted, and reported."""
    copies, rng = copies_at(TWO_APART), Random(1)
    was_torn = was_reported = False
    for number in range(200):
        now_ns = Nanoseconds(number * SCAN_NS)
        for antenna, chance in ((1, 0.9), (2, rate), (3, 0.0)):
            copies.scanned(antenna, {"a": rssi_dbm} if rng.random() < chance else {}, now_ns)
            was_torn |= copies.torn_until("a") > now_ns
            was_reported |= copies.alarm("a", now_ns) is not None
    return was_torn, was_reported


@pytest.mark.parametrize(("rate", "is_copied"), [(0.05, False), (0.3, False), (0.45, False), (0.9, True), (1.0, True)])
def test_a_card_that_another_antenna_overhears_again_and_again_is_no_copy(rate: float, is_copied: bool) -> None:
    assert heard_by_two(rate)[1] is is_copied


def test_a_few_scans_in_succession_that_overhear_a_card_make_it_no_copy() -> None:
    copies, reported_after = copies_at(TWO_APART), 0
    for number in range(STEADY_SCANS):
        assert not reported_after
        for antenna, since_ns in ((1, 0), (1, 300 * MS), (1, 600 * MS), (2, 700 * MS)):
            now_ns = Nanoseconds(number * 800 * MS + since_ns)
            copies.scanned(antenna, {"a": None}, now_ns)
            if copies.alarm("a", now_ns) is not None:
                reported_after = number + 1
    assert reported_after == STEADY_SCANS


def test_a_card_that_came_from_far_off_and_is_overheard_by_turns_is_no_copy() -> None:
    copies = copies_at({**TWO_APART, 4: ()})
    now_ns = heard_at(copies, 4, 0)
    for _ in range(30):
        for antenna in (1, 2):
            for heard in ({"a": None}, {}):
                now_ns = Nanoseconds(now_ns + SCAN_NS)
                copies.scanned(antenna, heard, now_ns)
        assert copies.alarm("a", now_ns) is None


def test_weak_answers_are_no_copys() -> None:
    assert heard_by_two(1.0, rssi_dbm=-70.0) == (False, False)
    assert heard_by_two(1.0, rssi_dbm=-50.0) == (True, True)


def test_what_an_incomplete_scan_does_not_hear_was_not_missed() -> None:
    copies = copies_at(TWO_APART)
    for number in range(60):
        now_ns = Nanoseconds(number * SCAN_NS)
        for antenna in (1, 2):
            copies.scanned(antenna, {"a": None}, now_ns)
            copies.scanned(antenna, {}, now_ns, complete=False)
    assert copies.alarm("a", Nanoseconds(60 * SCAN_NS)) == (2, 1)


def test_all_cards_are_trusted_once_they_are_back_in_the_pack() -> None:
    copies = copies_at(FAR_APART)
    for number in range(60):
        heard_at(copies, 1 + number % 2, number)
    assert copies.torn_until("a")
    copies.forget()
    assert copies.torn_until("a") == 0
    assert copies.alarm("a", Nanoseconds(60 * SECOND)) is None
