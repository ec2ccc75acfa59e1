"""The health of the devices: links, identities, lost events, and the comparison of the felt."""

from typing import Any

import msgspec
import pytest

from burncard.controller.devices.health import BLIND_NS, LATE_NS
from burncard.controller.devices.report_rate import CALM_NS, REPORTS_MAX
from burncard.controller.views import view_of
from burncard.controller.views.table_view import table_view
from burncard.firmware_bridge.events import (
    DeviceFault,
    DeviceIdentified,
    DeviceNote,
    EventsLost,
    LinkTrouble,
    Scan,
    ShufflerReport,
    StrayTag,
)
from tests.controller.conftest import LAYOUT

READER = DeviceIdentified("reader", "VR-1", "1.2", "AB", 15, True, True)
SHUFFLER = DeviceIdentified("shuffler", "VS-1", "2.0", "CD", 0, False, True)


def events_of(rig: Any, kind: str) -> list[dict[str, Any]]:
    return [msgspec.json.decode(event.body) for event in rig.journal.events() if event.kind == kind]


def codes(rig: Any) -> list[str]:
    return [fault.code for fault in rig.service.record.faults.open]


def identify_and_wait(rig: Any, wait_ns: int) -> None:
    rig.service.on_event("reader", READER)
    rig.now_ns += wait_ns
    rig.service.tick()


@pytest.mark.parametrize("device", ["reader", "shuffler"])
def test_a_device_is_lost_when_its_link_is_lost_or_goes_absent(rig: Any, device: str) -> None:
    rig.link(device, "absent")
    assert codes(rig) == []  # it was never there
    for state in ("lost", "absent"):
        rig.link(device, "ready")
        assert codes(rig) == []
        rig.link(device, state)
        assert codes(rig) == [f"{device}-lost"]
    rig.link(device, "opening")
    assert codes(rig) == [f"{device}-lost"]
    states = [event["state"] for event in events_of(rig, "link")]
    assert states == ["absent", "ready", "lost", "ready", "absent", "opening"]
    assert rig.service.devices.health[device].link == "opening"


def test_a_stale_link_is_not_lost(rig: Any) -> None:
    rig.link("reader", "ready")
    rig.link("reader", "stale")
    assert codes(rig) == []


def test_an_identity_is_shown_journaled_and_known_after_a_restart(rig: Any) -> None:
    rig.service.on_event("shuffler", SHUFFLER)
    health = view_of(rig.service, "technician")["devices"]["shuffler"]
    assert (health["serial_number"], health["firmware"]) == ("VS-1", "2.0")
    identity = {"device": "shuffler", "serial_number": "VS-1", "firmware_version": "2.0", "firmware_hash": "CD"}
    assert events_of(rig, "device") == [identity]
    rig.reopen()
    assert rig.service.devices.health["shuffler"].serial_number == "VS-1"
    rig.service.on_event("shuffler", DeviceIdentified("shuffler", "VS-2", "2.0", "CD", 0, False, True))
    assert [event["serial_number"] for event in events_of(rig, "device-changed")] == ["VS-2"]
    rig.reopen()
    assert rig.service.devices.health["shuffler"].serial_number == "VS-2"


def test_a_fault_of_a_device_says_what_it_reported(rig: Any) -> None:
    rig.service.on_event("reader", DeviceFault("E7", "coil"))
    rig.service.on_event("shuffler", DeviceFault("E8", ""))
    assert [(fault.code, fault.device, fault.text) for fault in rig.service.record.faults.open] == [
        ("reader-fault", "reader", "E7 coil"),
        ("shuffler-fault", "shuffler", "E8"),
    ]
    health = rig.service.devices.health
    assert (health["reader"].fault, health["shuffler"].fault) == ("E7", "E8")
    rig.service.on_event("reader", READER)  # a reader that identifies itself has been restarted
    rig.service.on_event("shuffler", SHUFFLER)  # a shuffler says itself when it has recovered
    assert (health["reader"].fault, health["shuffler"].fault) == ("", "E8")


def test_lost_events_are_counted_and_those_of_a_reader_have_the_felt_compared(rig: Any) -> None:
    rig.deal_until_action()
    rig.service.on_event("shuffler", EventsLost(1))
    rig.service.on_event("shuffler", SHUFFLER)
    assert rig.service.watch.confirm_by_ns is None
    rig.service.on_event("reader", EventsLost(3))
    rig.service.on_event("reader", EventsLost(0))  # it does not know how many
    assert rig.service.devices.health["reader"].events_lost == 4
    told = [event for event in events_of(rig, "events-lost") if event["device"] == "reader"]
    assert told == [{"device": "reader", "count": 3}, {"device": "reader", "count": 0}]
    assert rig.service.watch.confirm_by_ns is not None


def test_a_silent_felt_between_hands_is_no_fault(rig: Any) -> None:
    rig.play_hand()
    identify_and_wait(rig, 3_000_000_000)
    assert codes(rig) == []
    assert rig.service.watch.confirm_by_ns is None


def test_each_zone_of_a_missing_card_is_named_once(rig: Any) -> None:
    rig.deal_until_action()
    identify_and_wait(rig, 3_000_000_000)
    [fault] = rig.service.record.faults.open
    assert (fault.code, fault.device) == ("felt-differs", "reader")
    assert fault.text == "no card is heard at seat:1, seat:2, seat:3, seat:4, seat:5, seat:6"


def test_the_comparison_is_due_until_it_has_found_something(rig: Any) -> None:
    rig.deal_until_action()
    rig.service.on_event("reader", READER)
    due_ns = rig.service.next_due_ns()
    assert due_ns == rig.service.watch.confirm_by_ns
    rig.now_ns = due_ns
    rig.service.tick()
    assert codes(rig) == ["felt-differs"]
    assert rig.service.next_due_ns() is None


def test_the_floor_confirms_a_felt_that_differs(rig: Any) -> None:
    rig.deal_until_action()
    identify_and_wait(rig, 3_000_000_000)
    rig.service.clear_fault("felt-differs", "Bea", "floor", "the cards are right")
    rig.service.tick()
    assert codes(rig) == []
    assert rig.service.watch.confirm_by_ns is None


def test_clearing_another_fault_confirms_nothing(rig: Any) -> None:
    rig.deal_until_action()
    rig.service.on_event("reader", READER)
    rig.service.on_event("reader", DeviceFault("E7", "coil"))
    rig.service.clear_fault("reader-fault", "Bea", "floor", "restarted")
    assert rig.service.watch.confirm_by_ns is not None


TROUBLES = ["port-absent", "port-busy", "port-unusable", "silent", "garbled"]


@pytest.mark.parametrize("device", ["reader", "shuffler"])
@pytest.mark.parametrize("code", TROUBLES)
def test_why_there_is_no_device_is_a_fault_of_its_own_until_it_is_ready(rig: Any, device: str, code: Any) -> None:
    rig.service.on_event(device, LinkTrouble("silent", "it is off"))
    rig.service.on_event(device, LinkTrouble(code, "the reason"))
    assert codes(rig) == [f"{device}-{code}"], "one reason at a time"
    shown = view_of(rig.service, "dealer")["faults"]
    assert [(fault["text"], bool(fault["hint"])) for fault in shown] == [("the reason", True)]
    rig.link(device, "ready")
    assert codes(rig) == []


def test_what_is_no_card_is_a_note_and_no_fault_however_long_it_lies_there(rig: Any) -> None:
    for number in range(600):
        rig.now_ns += 1_000_000_000
        phone = StrayTag("iso14443a", f"08{number:06X}")
        rig.service.on_event("reader", Scan(3, rig.now_ns - 30_000_000, rig.now_ns, (), True, (phone,)))
    health = view_of(rig.service, "technician")["devices"]["reader"]
    assert health["notes"] == ["no card at seat:3: iso14443a"]
    assert codes(rig) == []
    rig.now_ns += 11_000_000_000
    rig.service.on_event("reader", Scan(3, rig.now_ns - 30_000_000, rig.now_ns, (), True))
    assert view_of(rig.service, "technician")["devices"]["reader"]["notes"] == []


def test_what_a_device_says_of_itself_is_a_note(rig: Any) -> None:
    rig.service.on_event("reader", DeviceNote("feig-configuration", "CFG5 cannot be set"))
    rig.service.on_event("reader", DeviceNote("feig-configuration", "CFG3 cannot be set"))
    notes = view_of(rig.service, "technician")["devices"]["reader"]["notes"]
    assert notes == ["feig-configuration: CFG3 cannot be set"]
    assert codes(rig) == []


@pytest.mark.parametrize(
    ("device", "reports"),
    [
        ("reader", (EventsLost(1), EventsLost(2))),
        ("reader", (DeviceFault("rf", "1"), DeviceFault("rf", "2"))),
        ("shuffler", (ShufflerReport("jam"), ShufflerReport("recovered"))),
    ],
)
def test_a_device_that_reports_without_end_fills_no_record_and_is_at_fault(
    rig: Any, device: str, reports: tuple[Any, Any]
) -> None:
    before = rig.journal.tip("events")[0]
    for _ in range(5 * REPORTS_MAX):
        for report in reports:
            rig.service.on_event(device, report)
    assert f"{device}-fault" in codes(rig)
    assert rig.journal.tip("events")[0] - before <= 2 * REPORTS_MAX + 1
    rig.now_ns += CALM_NS
    rig.service.on_event(device, EventsLost(3))
    assert events_of(rig, "events-lost")[-1] == {"device": device, "count": 3}


def test_a_reader_that_answers_and_does_not_scan_stops_the_hand_until_it_does(rig: Any) -> None:
    rig.link("reader", "ready")
    rig.load()
    assert rig.service.record.in_hand
    assert rig.service.next_due_ns() is not None, "nothing would wake the table"
    rig.now_ns += BLIND_NS
    rig.service.tick()
    assert codes(rig) == ["reader-blind"]
    rig.service.on_event("reader", Scan(1, rig.now_ns, rig.now_ns, (), True))
    assert codes(rig) == []


def test_a_blind_reader_that_is_switched_off_and_on_stops_the_hand_until_it_scans(rig: Any) -> None:
    rig.link("reader", "ready")
    rig.deal_until_action()
    rig.now_ns += BLIND_NS
    rig.service.tick()
    rig.link("reader", "lost")
    rig.reopen()
    assert codes(rig) == ["reader-blind", "reader-lost"]
    rig.link("reader", "ready")
    assert codes(rig) == ["reader-blind"]
    rig.scan()
    assert codes(rig) == []
    assert rig.service.watch.confirm_by_ns is not None, "what it did not see meanwhile is compared"


def test_a_table_that_stood_still_itself_does_not_take_its_reader_for_blind(rig: Any) -> None:
    """Its disk did not answer for long: the scans that ended meanwhile have not been taken yet."""
    rig.link("reader", "ready")
    rig.deal_until_action()
    rig.now_ns += BLIND_NS + 2 * LATE_NS
    rig.service.tick()
    assert codes(rig) == []
    rig.now_ns += BLIND_NS
    rig.service.tick()
    assert codes(rig) == ["reader-blind"]


@pytest.mark.parametrize("state", ["stale", "lost"])
def test_a_reader_that_does_not_answer_is_not_blind_as_well(rig: Any, state: str) -> None:
    rig.link("reader", "ready")
    rig.deal_until_action()
    rig.link("reader", state)
    rig.now_ns += 2 * BLIND_NS
    rig.service.tick()
    rig.link("reader", "ready")
    assert "reader-blind" not in [event["code"] for event in events_of(rig, "fault-opened")]


def scan_jammed(rig: Any, duration_ns: int, *, complete: bool) -> None:
    """All antennas are jammed for a while: no tag answers. `complete`: the reader takes that for an empty felt."""
    until_ns = rig.now_ns + duration_ns
    while rig.now_ns < until_ns:
        antenna = rig.reader.choose(rig.clock_ns())
        rig.now_ns += 30_000_000
        rig.service.on_event("reader", Scan(antenna, rig.now_ns - 30_000_000, rig.now_ns, (), complete))


def test_a_reader_whose_scans_all_remain_incomplete_is_blind_until_one_tells_something(rig: Any) -> None:
    rig.link("reader", "ready")
    rig.deal_until_action()
    scan_jammed(rig, BLIND_NS, complete=False)
    assert codes(rig) == ["reader-blind"]
    assert table_view(rig.service, "dealer").radio.state == "blind"
    rig.look()
    assert codes(rig) == []


def deal_a_flop(rig: Any) -> None:
    """Everybody calls, and the flop lies there."""
    while len(rig.service.record.table.hand.felt.cards_in("board")) < 3:
        rig.act("call" if rig.deal_until_action().to_call else "check")
        rig.deal_until_action()


def test_where_no_antenna_hears_a_card_any_more_the_felt_is_compared(rig: Any) -> None:
    rig.link("reader", "ready")
    rig.deal_until_action()
    deal_a_flop(rig)
    scan_jammed(rig, 2 * BLIND_NS, complete=True)
    assert codes(rig) == ["felt-differs"]
    rig.look()
    assert codes(rig) == [], "all cards are heard again"
    scan_jammed(rig, 2 * BLIND_NS, complete=True)
    rig.service.clear_fault("felt-differs", "Fay", "floor", "the cards lie there")
    scan_jammed(rig, 2 * BLIND_NS, complete=True)
    assert codes(rig) == [], "somebody has looked"


def test_hands_over_the_cards_of_all_players_but_one_are_no_silence_of_all_antennas(rig: Any) -> None:
    rig.link("reader", "ready")
    rig.deal_until_action()
    rig.lying = {uid: lies for uid, lies in rig.lying.items() if LAYOUT.zone_of(lies[0]) == "seat:6"}
    rig.look(1_000)
    assert codes(rig) == []


def test_players_who_all_hold_their_cards_up_are_no_silence_of_all_antennas(rig: Any) -> None:
    rig.link("reader", "ready")
    rig.deal_until_action()
    scan_jammed(rig, 2 * BLIND_NS, complete=True)
    assert codes(rig) == []
