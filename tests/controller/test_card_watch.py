"""Scans at a whole table: strays, copies, faces, and what lies there."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from burncard.controller.config import TableConfig
from burncard.controller.journal.history import TableUpdate
from burncard.controller.views import table_view
from burncard.firmware_bridge.events import Scan, StrayTag, TagHeard
from burncard.hardware.layout import load_layout
from burncard.rules.cards import JOKER, PACK, Card
from burncard.rules.facts import CardSeen
from burncard.rules.outcomes import Ruling

LAYOUT = load_layout()
PHONE = "E0FFFFFFFFFFFFFF"


def test_a_phone_on_an_antenna_changes_nothing_and_is_known_to_the_technician(rig: Any) -> None:
    rig.deal_until_action()
    count = rig.journal.count
    rig.lay(PHONE, "seat:3")
    rig.look(120)
    assert rig.journal.count == count
    assert rig.service.record.faults.open == []
    notes = [msgspec.json.decode(event.body) for event in rig.journal.events() if event.kind == "stray-tag"]
    assert notes == [{"zone": "seat:3"}]


def phones(scan: Scan, number: int) -> Scan:
    """A phone under each antenna, which invents an id for each scan."""
    return replace(scan, tags=(*scan.tags, TagHeard(f"E0FFFFFFFF{number:06X}", -40)))


def bank_cards(scan: Scan, number: int) -> Scan:
    return replace(scan, strays=(StrayTag("iso14443a", f"{number:08X}"),))


def chips(scan: Scan, number: int) -> Scan:
    """A stack of chips under each antenna, turned up and down and boxed as no chip can be."""
    tags = (TagHeard(f"E0DD{scan.antenna:04X}{chip:08X}", -40, "up", True) for chip in range(250))
    return replace(scan, tags=(*scan.tags, *tags))


@pytest.mark.parametrize("strays", [phones, bank_cards, chips])
def test_strays_at_every_place_and_moment_change_no_fact_of_a_hand(
    strays: Callable[[Scan, int], Scan], open_rig: Any
) -> None:
    played = []
    for disturb in (lambda scan, number: scan, strays):
        rig, numbers = open_rig(), itertools.count()
        take = rig.service.on_event

        def disturbed(
            device: str, event: Any, disturb: Any = disturb, take: Any = take, numbers: Any = numbers
        ) -> None:
            take(device, disturb(event, next(numbers)) if isinstance(event, Scan) else event)

        rig.service.on_event = disturbed
        rig.play_hand()
        assert rig.service.record.faults.open == []
        played.append([entry.body for entry in rig.journal.facts()])
    assert played[0] == played[1]


def test_a_place_whose_cards_have_fallen_silent_is_shown_as_weak_and_nothing_is_ruled(rig: Any) -> None:
    rig.link("reader", "ready")
    rig.deal_until_action()
    rig.look(20)
    assert table_view(rig.service, "dealer").radio.state == "good"
    count = rig.journal.count
    for uid in [uid for uid, (antenna, _) in rig.lying.items() if antenna == 3]:
        rig.gone(uid)
    rig.look(500)
    radio = table_view(rig.service, "dealer").radio
    assert (radio.state, radio.weak) == ("weak", ("seat:3",))
    assert rig.journal.count == count
    assert rig.service.record.faults.open == []


def test_a_copied_tag_stops_the_table_and_moves_no_card(rig: Any) -> None:
    rig.deal_until_action()
    uid, (antenna, _) = next(item for item in rig.lying.items() if item[1][0] <= 10)
    count = rig.journal.count
    rig.lay(uid, "seat:9" if antenna < 6 else "seat:1", copy=True)
    rig.look(400)
    assert rig.journal.count == count
    assert [fault.code for fault in rig.service.record.faults.open] == ["tag-in-two-places"]


def test_copies_in_the_muck_of_a_hand_that_was_lifted_are_reported_once_it_is_laid_down_again(rig: Any) -> None:
    turn = rig.deal_until_action().seat
    hand = {uid: lies for uid, lies in rig.lying.items() if rig.service.layout.zone_of(lies[0]) == f"seat:{turn}"}
    for uid in hand:
        rig.gone(uid)
        rig.lay(uid, "muck", copy=True)
    rig.look(100)
    rig.lying.update(hand)
    until_ns = rig.now_ns + 5_000_000_000
    while rig.now_ns < until_ns:
        rig.scan()
    assert [(fault.code, fault.text) for fault in rig.service.record.faults.open] == [
        ("tag-in-two-places", f"at seat:{turn}")
    ]


def test_a_copy_does_not_show_who_has_the_card(rig: Any) -> None:
    rig.deal_until_action()
    for uid, (antenna, _) in [item for item in rig.lying.items() if item[1][0] <= 10]:
        there = "seat:9" if antenna < 6 else "seat:1"
        rig.lay(uid, there, copy=True)
        rig.look(400)
        (fault,) = rig.service.record.faults.open
        assert fault.text == f"at {there}"
        assert rig.service.layout.zone_of(antenna) not in str(table_view(rig.service, "floor").faults)
        rig.gone(uid + "'")
        rig.service.clear_fault("tag-in-two-places", "Bea", "floor", "taken away")
        rig.look(200)


def test_a_copy_that_outweighs_the_card_and_then_falls_silent_does_not_stop_the_service(rig: Any) -> None:
    rig.deal_until_action()
    uid, (home, _) = next(item for item in rig.lying.items() if item[1][0] <= 10)
    far = 9 if home < 6 else 1

    def scan(antenna: int, *, heard: bool = True) -> None:
        rig.now_ns += 20_000_000
        tags = (TagHeard(uid, -45),) if heard else ()
        rig.service.on_event("reader", Scan(antenna, rig.now_ns, rig.now_ns, tags, True))

    for antenna in (home, far, home, far, home, *[far] * 60, home):
        scan(antenna)
    for number in range(150):
        scan(far, heard=False)
        scan(home, heard=number % 10 == 0)
    assert rig.service.watch.where(uid) == LAYOUT.zone_of(home)


def test_a_card_turned_over_in_its_place_is_a_fact_and_a_boxed_one_only_once(rig: Any) -> None:
    rig.deal_until_action()
    uid = next(iter(rig.lying))
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    zone = rig.service.watch.where(uid)
    rig.lay(uid, zone, "up", boxed=True)
    rig.look(60)
    assert [(fact.zone, fact.face, fact.boxed) for fact in facts] == [(zone, "up", True)]


@pytest.mark.parametrize("complete", [True, False])
def test_an_incomplete_scan_says_nothing_of_cards_that_it_did_not_hear(rig: Any, complete: bool) -> None:
    rig.deal_until_action()
    uid = next(iter(rig.lying))
    antenna = rig.lying[uid][0]
    for _ in range(80):
        rig.now_ns += 30_000_000
        rig.service.on_event("reader", Scan(antenna, rig.now_ns, rig.now_ns, (), complete))
    assert (rig.service.cards_out.whereabouts(uid) is None) is complete


def test_a_tag_heard_only_once_is_not_enrolled_and_neither_are_two_at_once(rig: Any) -> None:
    rig.service.set_mode("maintenance", "Cid")
    enrolment = rig.service.maintenance.begin_enrolment("green", "Cid")
    first, second = TagHeard("E004030000000001"), TagHeard("E004030000000002")
    for tags, count in (((first,), 0), ((), 0), ((first,), 1), ((first, second), 1), ((second,), 2)):
        rig.service.on_event("reader", Scan(11, 0, rig.clock_ns(), tags, True))
        assert enrolment.count == count
    third, fourth = TagHeard("E004030000000003"), TagHeard("E004030000000004")
    for _ in range(3):
        rig.service.on_event("reader", Scan(11, 0, rig.clock_ns(), (third, fourth), True))
    assert enrolment.count == 2


def test_a_hole_card_that_slides_to_the_board_is_not_named_where_no_sensor_sees_faces(rig: Any) -> None:
    lay = rig.lay
    rig.lay = lambda uid, zone, face="down", **how: lay(uid, zone, "unknown", **how)
    rig.deal_until_action()
    seat_4 = LAYOUT.antenna_of("seat:4")
    slid = next(uid for uid, (antenna, _) in rig.lying.items() if antenna == seat_4)
    updates: list[TableUpdate] = []
    rig.service.record.subscribe(updates.append)
    rig.put(slid, "board")
    [placed] = [placed for placed in rig.service.record.table.hand.felt.all_out() if placed.tag == slid]
    assert (placed.zone, placed.face) == ("board", "down")
    ruled = [outcome for update in updates for outcome in update.outcomes if isinstance(outcome, Ruling)]
    assert ruled
    assert rig.cards[slid] not in str(ruled)


@pytest.mark.parametrize("is_dealt", [True, False], ids=["thrown in", "of the pack"])
def test_a_card_that_comes_to_the_board_after_the_hand_is_not_named_where_no_sensor_sees_faces(
    is_dealt: bool, rig: Any
) -> None:
    lay = rig.lay
    rig.lay = lambda uid, zone, face="down", **how: lay(uid, zone, "unknown", **how)
    rig.deal_until_action()
    while not rig.service.record.table.hand.ended:
        rig.act("fold")
    dealt = next(iter(rig.lying))
    uid = dealt if is_dealt else rig.dealer.stub.take().uid
    updates: list[TableUpdate] = []
    rig.service.record.subscribe(updates.append)
    rig.put(uid, "board")
    assert [update.fact.zone for update in updates if isinstance(update.fact, CardSeen)] == ["board"]
    assert rig.cards[uid] not in str(updates)


def test_a_card_on_the_board_of_a_game_without_one_is_not_named_where_no_sensor_sees_faces(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(game="draw-high", structure="limit"))
    lay = rig.lay
    rig.lay = lambda uid, zone, face="down", **how: lay(uid, zone, "unknown", **how)
    rig.deal_until_action()
    uid = rig.dealer.stub.take().uid
    updates: list[TableUpdate] = []
    rig.service.record.subscribe(updates.append)
    rig.put(uid, "board")
    assert [update.fact.zone for update in updates if isinstance(update.fact, CardSeen)] == ["board"]
    assert rig.cards[uid] not in str(updates)


@pytest.mark.parametrize("silent", [JOKER, Card("As")])
def test_a_tag_of_the_deck_that_is_not_heard_for_hands_is_mute_but_not_a_joker(silent: Card, rig: Any) -> None:
    tags = {f"E0AB{number:012X}": card for number, card in enumerate((*PACK, JOKER))}
    rig.decks.enrol("green", tags)
    watch = rig.service.watch
    for _ in range(4):
        watch.forget("green")
        watch.perception.unheard.mute.scanned(uid for uid, card in tags.items() if card != silent)
    watch.forget("green")
    assert watch.perception.unheard.mute.is_any() is (silent != JOKER)


def test_the_tags_that_are_not_heard_are_counted_from_the_hand_on_that_has_begun(rig: Any) -> None:
    rig.deal_until_action()
    mute = rig.service.watch.perception.unheard.mute
    silent = next(uid for uid in rig.cards if uid not in rig.lying)
    for _ in range(2):
        mute.scanned(uid for uid in rig.cards if uid != silent)
        mute.new_hand(rig.cards)
    assert mute.is_any()
