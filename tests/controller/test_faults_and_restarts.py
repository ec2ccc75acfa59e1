"""Faults of a live table, and what a restart finds."""

from typing import Any

import msgspec
import pytest

from burncard.controller.faults import FAULT_KINDS, NotAllowedError, Role
from burncard.controller.journal.journal import JournalDamagedError, JournalWriteError
from burncard.controller.journal.stored import from_stored
from burncard.controller.machine import TableState
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified
from burncard.hardware.layout import load_layout
from burncard.rules.facts import Press
from burncard.rules.outcomes import AwaitCard, Ruling
from burncard.rules.table import Table
from tests.harness.rig_views import felt_view, state

LAYOUT = load_layout()
SCAN_NS = 15_000_000
ROLES: tuple[Role, ...] = ("dealer", "floor", "auditor", "observer")


# ---- faults --------------------


def raise_fault(rig: Any, code: str) -> None:
    """Brings a fault about the way it comes about at a table."""
    match code:
        case "reader-lost" | "shuffler-lost":
            rig.link(code.removesuffix("-lost"), "ready")
            rig.link(code.removesuffix("-lost"), "lost")
        case "reader-fault" | "shuffler-fault":
            rig.service.on_event(code.removesuffix("-fault"), DeviceFault("E7", "coil"))
        case "shuffler-jam":
            rig.report("jam", code="exit")
        case "shuffler-door":
            rig.report("door-open")
        case "deck-wrong":
            rig.load(count=51)
        case "tag-in-two-places":
            rig.load()
            uid = rig.red[0].uid
            rig.put(uid, "seat:1")
            rig.lay(uid, "seat:5", copy=True)
            rig.look(300)
        case "felt-differs":
            rig.deal_until_action()
            rig.service.on_event("reader", DeviceIdentified("reader", "VR-1", "1.0", "AB", 15, True, True))
            rig.now_ns += 3_000_000_000
            rig.service.tick()
        case _:
            rig.service.record.faults.raise_(code, "journal", "row 3")


@pytest.mark.parametrize("code", sorted(FAULT_KINDS))
def test_a_fault_outlives_a_power_cut_and_blocks_the_next_hand(rig: Any, code: str) -> None:
    raise_fault(rig, code)
    assert code in [fault.code for fault in rig.service.record.faults.open]
    before = rig.service.record.faults.open
    rig.reopen()
    assert rig.service.record.faults.open == before
    if rig.service.record.in_hand:
        rig.service.submit(Press(press="void-hand", by="floor", reason="end"), "Bea", "floor")
    for event in ("deck-in", "shuffled", "cut", "delivered"):
        rig.report(event, count=52)
    assert not rig.service.record.in_hand
    assert rig.service.machine.state is TableState.FAULT


@pytest.mark.parametrize("code", sorted(FAULT_KINDS))
@pytest.mark.parametrize("role", ["dealer", "floor", "technician", "auditor", "observer"])
def test_only_those_entitled_clear_a_fault(rig: Any, code: str, role: Any) -> None:
    raise_fault(rig, code)
    if role in FAULT_KINDS[code].cleared_by:
        rig.service.clear_fault(code, "Bea", role, "seen to")
        assert rig.service.record.faults.open == []
        cleared = [event for event in rig.journal.events() if event.kind == "fault-cleared"][-1]
        assert msgspec.json.decode(cleared.body) == {"code": code, "operator": "Bea", "reason": "seen to"}
    else:
        with pytest.raises(NotAllowedError):
            rig.service.clear_fault(code, "Bea", role, "seen to")
        assert rig.service.record.faults.is_open(code)


@pytest.mark.parametrize(
    ("code", "cure"),
    [
        ("reader-lost", lambda rig: rig.link("reader", "ready")),
        ("shuffler-lost", lambda rig: rig.link("shuffler", "ready")),
        ("shuffler-jam", lambda rig: rig.report("recovered")),
        ("shuffler-door", lambda rig: rig.report("door-closed")),
        ("deck-wrong", lambda rig: rig.load()),
    ],
)
def test_a_fault_ends_when_its_cause_is_gone(rig: Any, code: str, cure: Any) -> None:
    raise_fault(rig, code)
    rig.reopen()
    cure(rig)
    assert rig.service.record.faults.open == []


def test_a_hand_in_play_stops_for_a_lost_reader_and_goes_on(rig: Any) -> None:
    rig.link("reader", "ready")
    rig.deal_until_action()
    rig.link("reader", "lost")
    assert state(rig) == "fault"
    rig.link("reader", "ready")
    assert state(rig) == "betting"


def test_a_changed_serial_number_is_an_event(rig: Any) -> None:
    for serial in ("VR-1", "VR-1", "VR-2"):
        rig.service.on_event("reader", DeviceIdentified("reader", serial, "1.0", "AB", 15, True, True))
    kinds = [event.kind for event in rig.journal.events() if event.kind.startswith("device")]
    assert kinds == ["device", "device", "device-changed"]


def test_a_closed_table_begins_no_hand(rig: Any) -> None:
    rig.play_hand()
    rig.service.set_mode("closed", "Bea")
    rig.load()
    assert not rig.service.record.in_hand
    rig.reopen()
    assert rig.service.machine.state is TableState.CLOSED
    rig.service.set_mode("open", "Bea")
    rig.load()
    assert rig.service.record.in_hand


# ---- restarts --------------------


def test_killed_after_every_fact_the_table_resumes_as_if_nothing_had_been(open_rig: Any) -> None:
    straight, killed = open_rig(seed=4), open_rig(seed=4)
    for _ in range(4):
        for done in (straight, killed):
            done.step()
        while straight.service.record.in_hand:
            for done in (straight, killed):
                done.step()
            killed.reopen()
            assert felt_view(killed) == felt_view(straight)
            assert (
                killed.service.watch.where(killed.red[0].uid) == straight.service.watch.where(straight.red[0].uid)
                or not killed.service.record.in_hand
            )
    assert [entry.body for entry in killed.journal.facts()] == [entry.body for entry in straight.journal.facts()]


def test_a_table_that_replays_its_last_hand_only_stands_where_one_that_replays_all_does(rig: Any) -> None:
    rulings: list[str] = []
    rig.service.record.subscribe(lambda told: rulings.extend(o.id for o in told.outcomes if isinstance(o, Ruling)))
    rig.load()
    rig.put(rig.dealer.stub.take().uid, "seat:1", "up")  # a misdeal, so that the next ruling is the second
    rig.load()
    rig.play_hand()
    rig.play_hand()
    rig.deal_until_action()
    table = Table()
    for entry in rig.journal.facts():
        table.apply(from_stored(entry.body, rig.decks))
    rig.reopen()
    assert rig.service.record.table.boundary == table.boundary
    assert rig.service.record.table.awaited() == table.awaited()
    outcomes = rig.service.submit(Press(press="retract", fact=1), "Ann", "dealer")
    assert rulings == ["r1"]
    assert outcomes[0].id == "r2"
    assert table.apply(Press(press="retract", fact=1)) == outcomes


def test_after_a_restart_cards_that_lie_where_they_lay_are_no_news(rig: Any) -> None:
    rig.deal_until_action()
    count = rig.journal.count
    rig.reopen()
    rig.service.on_event("reader", DeviceIdentified("reader", "VR-1", "1.0", "AB", 15, True, True))
    assert rig.service.watch.confirm_by_ns is not None
    rig.look(200)
    assert rig.service.watch.confirm_by_ns is None
    assert rig.journal.count == count
    assert rig.service.record.faults.open == []


def test_a_card_that_is_not_where_the_journal_has_it_stops_the_table_until_it_is_back(rig: Any) -> None:
    rig.deal_until_action()
    absent = next(uid for uid, (antenna, _) in rig.lying.items() if antenna == LAYOUT.antenna_of("seat:3"))
    rig.gone(absent)
    rig.reopen()
    rig.service.on_event("reader", DeviceIdentified("reader", "VR-1", "1.0", "AB", 15, True, True))
    rig.look(60)
    assert rig.service.record.faults.open == []  # it still has time
    rig.look(200)
    assert [(fault.code, fault.text) for fault in rig.service.record.faults.open] == [
        ("felt-differs", "no card is heard at seat:3")
    ]
    assert state(rig) == "fault"
    rig.lay(absent, "seat:3")
    rig.look()
    assert rig.service.record.faults.open == []
    assert state(rig) == "betting"


def test_after_a_restart_between_hands_no_card_is_expected_on_the_felt(rig: Any) -> None:
    rig.play_hand()
    rig.reopen()
    assert [rig.service.watch.where(uid) for uid in rig.red_tags] == [None] * 52


def test_a_card_dealt_while_the_table_was_off_is_taken_up(rig: Any) -> None:
    rig.load()
    rig.step()
    rig.reopen()
    rig.service.on_event("reader", DeviceIdentified("reader", "VR-1", "1.0", "AB", 15, True, True))
    rig.put(rig.dealer.stub.take().uid, "seat:2")
    awaited = rig.service.record.table.awaited()
    assert isinstance(awaited, AwaitCard)
    assert awaited.zone == "seat:3"


def test_a_table_does_not_open_on_a_damaged_journal(rig: Any) -> None:
    rig.play_hand()
    rig.journal._db.execute("UPDATE facts SET body = x'7b7d' WHERE number = 5")
    with pytest.raises(JournalDamagedError):
        rig.reopen()


def test_a_changed_record_is_found_before_the_next_hand(rig: Any) -> None:
    rig.play_hand()
    rig.journal._db.execute("UPDATE facts SET at_ns = at_ns + 1 WHERE number = 5")
    rig.load()
    assert not rig.service.record.in_hand
    assert [fault.code for fault in rig.service.record.faults.open] == ["journal-damaged"]


def test_a_fact_that_could_not_be_written_is_not_published_and_stops_the_table(rig: Any) -> None:
    rig.deal_until_action()
    told: list[Any] = []
    rig.service.record.subscribe(told.append)
    before, count = felt_view(rig), rig.journal.count
    rig.journal._db.execute("PRAGMA query_only=ON")  # a full disk, as far as the journal can tell
    with pytest.raises(JournalWriteError):
        rig.act("call")
    rig.journal._db.execute("PRAGMA query_only=OFF")
    with pytest.raises(JournalWriteError, match="stopped"):
        rig.act("call")
    assert told == []
    rig.reopen()
    assert (felt_view(rig), rig.journal.count) == (before, count)
