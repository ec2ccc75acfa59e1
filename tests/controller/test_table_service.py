"""The table service: the order of its work, packs, stops."""

from typing import Any

import msgspec
import pytest

from burncard.controller.config import TableConfig
from burncard.controller.decks.decks import DeckError
from burncard.controller.faults import Role
from burncard.controller.journal.history import updates_between
from burncard.controller.machine import TableState
from burncard.controller.views import view_of
from burncard.firmware_bridge.events import DeviceIdentified
from burncard.hardware.layout import load_layout
from burncard.rules.cards import Seat, Zone
from burncard.rules.facts import CardSeen, Hand, Press
from burncard.rules.outcomes import AwaitCard, Result

LAYOUT = load_layout()
SCAN_NS = 15_000_000
ROLES: tuple[Role, ...] = ("dealer", "floor", "auditor", "observer")


# ---- the way of a hand --------------------


def test_ten_hands_are_played_from_reader_and_shuffler_events(rig: Any) -> None:
    results: list[Result] = []
    rig.service.record.subscribe(lambda told: results.extend(o for o in told.outcomes if isinstance(o, Result)))
    for _ in range(10):
        rig.play_hand()
    assert len(results) == 10
    assert {result.ended for result in results} <= {"showdown", "uncontested"}
    assert sum(result.stacks[Seat(1)] >= 0 for result in results) == 10
    assert rig.service.record.alerts == []


def test_the_button_moves_one_seat_a_hand_and_stays_after_a_misdeal(rig: Any) -> None:
    hands: list[Hand] = []
    rig.service.record.subscribe(lambda told: hands.append(told.fact) if isinstance(told.fact, Hand) else None)
    rig.play_hand()
    rig.play_hand()
    rig.load()
    awaited = rig.service.record.table.awaited()
    assert isinstance(awaited, AwaitCard)
    rig.put(rig.red[0].uid, awaited.zone, "up")  # the first card of the deal is shown: a misdeal
    assert not rig.service.record.in_hand
    rig.load()
    assert [hand.button for hand in hands] == [6, 1, 2, 2]


def test_the_journal_has_a_fact_before_listeners_hear_of_it(rig: Any) -> None:
    numbers: list[tuple[int, int]] = []
    rig.service.record.subscribe(lambda told: numbers.append((told.number, sum(1 for _ in rig.journal.facts()))))
    rig.play_hand()
    assert numbers
    assert all(number == journaled for number, journaled in numbers)


def test_the_reader_scans_most_where_the_next_card_is_due(rig: Any) -> None:
    rig.load()
    rig.step()
    asked = [rig.reader.choose(rig.clock_ns() + number * SCAN_NS) for number in range(30)]
    assert max(asked, key=asked.count) == LAYOUT.antenna_of("seat:2")


def test_a_listener_that_comes_back_hears_what_it_missed(rig: Any) -> None:
    heard: list[Any] = []
    rig.service.record.subscribe(heard.append)
    rig.play_hand()
    assert [*rig.service.record.updates_after(3)] == heard[3:]
    rig.reopen()
    assert [*rig.service.record.updates_after(3)] == heard[3:]


def test_a_listener_that_returns_late_hears_everything_from_the_hand_that_it_left(rig: Any) -> None:
    heard: list[Any] = []
    rig.service.record.subscribe(heard.append)
    for _ in range(3):
        rig.play_hand()
    journal, decks, count = rig.journal, rig.decks, len(heard)
    begun = [update.number for update in heard if isinstance(update.fact, Hand)]
    for after in (0, *begun, *(number - 1 for number in begun), count // 2, count - 1, count):
        assert [*updates_between(journal, decks, after, count)] == heard[after:]
    assert [told.number for told in updates_between(journal, decks, 5, 8)] == [6, 7, 8]


# ---- only a right pack is dealt from --------------------


@pytest.mark.parametrize(
    ("verified", "reason"),
    [
        ({"count": 51, "missing": frozenset({"E004010000000001"})}, "51 cards where 52 are due"),
        ({"count": 53}, "53 cards where 52 are due"),
        ({"duplicate": frozenset({"E004010000000001"})}, "a card is in the pack twice"),
        ({"foreign": 1}, "1 card(s) of another deck are in the pack"),
        ({"missing": frozenset({"E004010000000001"})}, "1 card(s) are missing"),
    ],
)
def test_a_wrong_pack_is_not_dealt_from_until_a_right_one_is_verified(
    rig: Any, verified: dict[str, Any], reason: str
) -> None:
    rig.load(**verified)
    assert not rig.service.record.in_hand
    assert rig.service.deck_trouble == reason
    assert [fault.code for fault in rig.service.record.faults.open] == ["deck-wrong"]
    assert rig.service.machine.state is TableState.FAULT
    rig.load()
    assert rig.service.record.in_hand
    assert rig.service.record.faults.open == []


@pytest.mark.parametrize("left_out", ["shuffled", "verified", "cut"])
def test_a_pack_is_dealt_only_when_shuffled_verified_and_cut_for_this_hand(rig: Any, left_out: str) -> None:
    rig.report("deck-in", count=52)
    for event in ("shuffled", "verified", "cut", "delivered"):
        if event != left_out:
            rig.report(event, count=52)
    assert not rig.service.record.in_hand
    rig.load()
    assert rig.service.record.in_hand


@pytest.mark.parametrize("undone_by", ["door-open", "jam", "sorted", "deck-out"])
def test_whatever_touches_the_pack_undoes_its_shuffle(rig: Any, undone_by: str) -> None:
    rig.report("deck-in", count=52)
    for event in ("shuffled", "verified", "cut", undone_by, "door-closed", "recovered", "delivered"):
        rig.report(event, count=52)
    assert not rig.service.record.in_hand


def test_every_check_of_a_deck_leaves_its_record(rig: Any) -> None:
    rig.service.on_event("shuffler", DeviceIdentified("shuffler", "VS-7", "1.0", "AB", 0, False, True))
    missing = rig.red[3].uid
    rig.load(count=51, missing=frozenset({missing}))
    checks = [msgspec.json.decode(event.body) for event in rig.journal.events() if event.kind == "deck-check"]
    assert [(check["serial_number"], check["passed"], check["missing"]) for check in checks] == [
        ("VS-7", False, [missing])
    ]


def test_two_decks_take_turns_and_wait_for_the_other_to_leave_the_table(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(backs=("red", "blue")))
    rig.play_hand()
    left = next(iter(rig.lying))
    zone = rig.service.watch.where(left)
    assert rig.service.shuffling.pack.back == "blue"
    for event in ("deck-in", "shuffled", "verified", "cut", "delivered"):
        rig.report(event, count=52)
    assert not rig.service.record.in_hand
    assert rig.service.deck_trouble.startswith("cards of the other pack are still on the table, at ")
    rig.lying.clear()
    rig.look()
    assert rig.service.record.in_hand
    assert rig.service.record.table.hand.fact.back == "blue"
    rig.put(left, zone)
    assert not rig.service.record.in_hand  # a red card in a hand of the blue deck: the hand is void


def enrol(rig: Any, uid: str) -> None:
    """A technician lays the next card on those that lie there, and two scans hear it."""
    rig.lay(uid, "board", "up")
    for _ in range(2):
        rig.scan(LAYOUT.antenna_of("board"))


def test_a_deck_is_enrolled_at_the_table_and_dealt_from(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(backs=("green",)))
    with pytest.raises(DeckError, match="maintenance"):
        rig.service.maintenance.begin_enrolment("green", "Cid")
    rig.service.set_mode("maintenance", "Cid")
    rig.service.maintenance.begin_enrolment("green", "Cid")
    uids = [f"E00403{number:010X}" for number in range(52)]
    for uid in uids[:51]:
        enrol(rig, uid)
    with pytest.raises(DeckError, match="missing, the first of them As"):
        rig.service.maintenance.end_enrolment("Cid", keep=True)
    assert view_of(rig.service, "technician")["enrolment"] == {"back": "green", "count": 51, "due": "As"}
    assert view_of(rig.service, "observer")["enrolment"] is None
    enrol(rig, uids[51])
    assert rig.service.maintenance.end_enrolment("Cid", keep=True) == []
    assert rig.journal.count == 0
    rig.service.set_mode("open", "Cid")
    rig.load()
    rig.put(uids[0], "seat:1")
    assert rig.service.record.in_hand
    assert rig.service.record.table.awaited().zone == "seat:2"
    assert rig.decks.tags_of("green") == frozenset(uids)


def test_an_enrolment_is_journaled_from_its_beginning_to_its_end(rig: Any) -> None:
    rig.service.set_mode("maintenance", "Cid")
    assert rig.service.maintenance.begin_enrolment("green", "Cid", joker=True).due == "2c"
    enrol(rig, "E004030000000001")
    rig.service.maintenance.end_enrolment("Dora", keep=False)
    events = [(event.kind, msgspec.json.decode(event.body)) for event in rig.journal.events()]
    assert events[1:] == [
        ("mode", {"mode": "maintenance", "operator": "Cid"}),
        ("enrolment", {"back": "green", "operator": "Cid"}),
        ("enrolled", {"back": "green", "count": 1, "kept": False, "operator": "Dora"}),
    ]
    assert rig.service.maintenance.enrolment is None


def test_cards_laid_down_for_an_enrolment_are_no_cards_of_a_hand(rig: Any) -> None:
    rig.service.set_mode("maintenance", "Cid")
    rig.lay(rig.red[0].uid, "seat:1", rssi_dbm=-78)
    rig.scan(1)
    rig.service.maintenance.begin_enrolment("red", "Cid")
    rig.lay(rig.red[1].uid, "seat:1")
    rig.look(20)
    rig.lying.clear()
    rig.service.maintenance.end_enrolment("Cid", keep=False)
    rig.look(20)
    assert rig.service.cards_out.are_none
    assert rig.journal.count == 0


def test_an_enrolment_given_up_leaves_the_decks_as_they_were(rig: Any) -> None:
    rig.service.set_mode("maintenance", "Cid")
    rig.service.maintenance.begin_enrolment("red", "Cid")
    enrol(rig, "E004030000000001")
    assert rig.service.maintenance.end_enrolment("Cid", keep=False) == []
    assert rig.decks.tags_of("red") == rig.red_tags
    with pytest.raises(DeckError, match="no deck"):
        rig.service.maintenance.end_enrolment("Cid", keep=True)


# ---- a stop stops --------------------


def test_the_shuffler_is_held_while_a_stop_is_not_acknowledged(rig: Any) -> None:
    rig.deal_until_action()
    rig.shuffler.commands.clear()
    rig.report("deck-in", count=52)
    assert rig.shuffler.commands == ["shuffled"]  # the pack for the next hand, shuffled during this one
    rig.put(rig.dealer.stub.take().uid, "board", "up")
    stop = rig.service.record.alerts[0]
    assert rig.shuffler.commands[-1] == "idle"
    rig.service.submit(Press(press="ack", ruling=stop.id, by="dealer"), "Ann", "dealer")
    assert rig.service.record.alerts == []
    assert rig.shuffler.commands[-1] == "shuffled"


def test_a_stop_stays_until_its_repair_is_done(rig: Any) -> None:
    rig.load()
    for zone in ("seat:1", "seat:2"):
        rig.put(rig.dealer.stub.take().uid, zone)
    shown = rig.dealer.stub.take().uid
    rig.put(shown, "seat:3", "up")
    assert len(rig.service.record.alerts) == 1
    card = rig.decks.find(shown).card
    rig.service.submit(CardSeen(card=card, zone=Zone("seat:3"), face="up", tag=shown), "reader")
    assert len(rig.service.record.alerts) == 1
    for zone in ("seat:4", "seat:5", "seat:6", *(f"seat:{seat}" for seat in range(1, 7)), "seat:3"):
        rig.put(rig.dealer.stub.take().uid, zone)
        assert len(rig.service.record.alerts) == 1
    rig.put(shown, "burn", "up")
    assert rig.service.record.alerts == []


def test_a_dealer_cannot_speak_by_the_floor(rig: Any) -> None:
    rig.deal_until_action()
    outcomes = rig.service.submit(Press(press="void-hand", by="floor", reason="x"), "Ann", "dealer")
    assert outcomes[0].rule == "table.floor-only"
    assert rig.service.record.in_hand
    rig.service.submit(Press(press="void-hand", by="floor", reason="fire alarm"), "Bea", "floor")
    assert not rig.service.record.in_hand
