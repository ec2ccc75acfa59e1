"""Cards that lie on the table after a hand, or beside the pack of the next one, as far as has been heard."""

from typing import Any

import pytest

from burncard.controller.devices.cards_out import BACK
from burncard.firmware_bridge.events import Scan, TagHeard
from burncard.rules.cards import Seat, seat_zone
from burncard.rules.facts import Press

SCAN_NS = 30_000_000


@pytest.fixture
def after_a_hand(rig: Any) -> Any:
    """Each of six players' cards lie on the table; the hand is over."""
    rig.load()
    rig.deal_until_action()
    rig.service.submit(Press(press="void-hand", by="floor", reason="a fire alarm"), "Flo")
    return rig


def scan(rig: Any, antenna: int, *uids: str, complete: bool = True) -> None:
    rig.now_ns += SCAN_NS
    tags = tuple(TagHeard(uid, -45) for uid in uids)
    rig.service.on_event("reader", Scan(antenna, rig.now_ns - SCAN_NS, rig.now_ns, tags, complete))


def collect(rig: Any) -> tuple[str, int]:
    """The dealer takes all cards in; one of them, and the antenna where it lay."""
    uid, (antenna, _) = next(iter(rig.lying.items()))
    rig.lying.clear()
    rig.look(600)
    assert rig.service.cards_out.are_none
    return uid, antenna


def test_cards_lie_where_they_are_heard_until_they_have_been_silent_for_a_while(after_a_hand: Any) -> None:
    rig = after_a_hand
    cards = rig.service.cards_out
    assert set(cards.by_zone()) == {seat_zone(Seat(seat)) for seat in range(1, 7)}
    rig.lying.clear()
    rig.look(10)
    assert sum(cards.by_zone().values()) == 12  # a second has not passed
    rig.look(600)
    assert (cards.by_zone(), cards.are_none) == ({}, True)


def test_a_card_that_has_gone_is_not_back_for_one_scan_that_overhears_it(after_a_hand: Any) -> None:
    rig = after_a_hand
    uid, antenna = collect(rig)
    for _ in range(10):
        for _ in range(BACK - 1):
            scan(rig, antenna, uid)
        scan(rig, antenna)
        assert rig.service.cards_out.are_none


def test_a_card_that_is_laid_back_is_heard_again_and_again(after_a_hand: Any) -> None:
    rig = after_a_hand
    uid, antenna = collect(rig)
    scan(rig, antenna, uid)
    scan(rig, antenna, complete=False)  # that has not missed it
    assert rig.service.cards_out.whereabouts(uid) is None
    scan(rig, antenna, uid)
    scan(rig, antenna)
    zone = rig.service.layout.zone_of(antenna)
    assert rig.service.cards_out.whereabouts(uid) == zone
    assert rig.service.cards_out.by_zone() == {zone: 1}


def test_a_card_that_has_gone_lies_where_it_is_found_next(after_a_hand: Any) -> None:
    rig = after_a_hand
    uid, _ = collect(rig)
    rig.lay(uid, "seat:10")
    rig.look(400)
    assert rig.service.cards_out.whereabouts(uid) == "seat:10"


def test_cards_of_another_deck_are_found_by_place(after_a_hand: Any) -> None:
    cards = after_a_hand.service.cards_out
    assert cards.of_another_deck("red") == []
    assert cards.of_another_deck("blue") == [seat_zone(Seat(seat)) for seat in range(1, 7)]
