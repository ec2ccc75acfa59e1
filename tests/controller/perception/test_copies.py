"""A tag that answers at two places in turn is distrusted while it does so, and a little longer."""

from burncard.controller.perception.copies import TORN_NS, Copies
from burncard.firmware_bridge.driver import MS, Nanoseconds

SCAN_NS = 100 * MS


def test_a_tag_that_stays_at_one_place_is_trusted_again_however_often_it_is_heard_there() -> None:
    copies = Copies({1: (), 2: ()})
    now_ns = Nanoseconds(0)
    for antenna in (1, 2, 1, 2):
        now_ns = Nanoseconds(now_ns + SCAN_NS)
        copies.heard("a", antenna, None, now_ns)
    turned_ns = now_ns
    while now_ns < turned_ns + TORN_NS:
        now_ns = Nanoseconds(now_ns + SCAN_NS)
        copies.heard("a", 2, None, now_ns)
    assert copies.torn_until("a") == turned_ns + TORN_NS


def test_a_card_that_moves_once_is_trusted() -> None:
    copies = Copies({1: (), 2: ()})
    for number, antenna in enumerate((1, 1, 2, 2)):
        copies.heard("a", antenna, None, Nanoseconds(number * SCAN_NS))
    assert copies.torn_until("a") == 0
