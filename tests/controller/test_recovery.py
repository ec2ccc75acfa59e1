"""Devices and faults that recover: what the table knows of them, and where it goes on."""

from typing import Any

import msgspec
import pytest

from burncard.controller.faults import NotAllowedError
from burncard.controller.machine import TableState
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified


def identified(kind: str) -> DeviceIdentified:
    return DeviceIdentified(kind, "VR-1", "1.0", "AB", 16, True, True)


@pytest.mark.parametrize(("device", "fault"), [("reader", ""), ("shuffler", "E7")])
def test_a_reader_that_answers_anew_has_no_fault_and_the_felt_is_compared(rig: Any, device: str, fault: str) -> None:
    rig.deal_until_action()
    assert rig.service.watch.confirm_by_ns is None
    rig.service.on_event(device, DeviceFault("E7", "antenna"))
    assert rig.service.devices.health[device].fault == "E7"
    rig.service.on_event(device, identified(device))
    assert rig.service.devices.health[device].fault == fault
    assert (rig.service.watch.confirm_by_ns is not None) == (device == "reader")


def test_a_shuffler_that_has_recovered_has_no_fault(rig: Any) -> None:
    rig.report("jam", code="J1")
    assert rig.service.devices.health["shuffler"].fault == "jam J1"
    rig.report("recovered")
    assert rig.service.devices.health["shuffler"].fault == ""


@pytest.mark.parametrize(("count", "passed"), [(52, True), (51, False)])
def test_a_deck_check_says_whether_the_deck_passed(rig: Any, count: int, passed: bool) -> None:
    rig.report("deck-in", count=count)
    rig.report("verified", count=count)
    [check] = [msgspec.json.decode(event.body) for event in rig.journal.latest("deck-check")]
    assert (check["passed"], bool(check["reason"])) == (passed, not passed)


def test_a_table_leaves_the_fault_state_as_soon_as_the_fault_is_cleared(rig: Any) -> None:
    rig.deal_until_action()
    before = rig.service.machine.state
    rig.service.on_event("reader", DeviceFault("E7", "antenna"))
    assert rig.service.machine.state is TableState.FAULT
    rig.service.clear_fault("reader-fault", "Bea", "floor", "seen to")
    assert rig.service.machine.state is before


@pytest.mark.parametrize(
    ("allowed", "message"),
    [(("floor", "dealer"), "allowed: dealer, floor"), ((), "no role: it ends with its cause")],
)
def test_a_role_that_may_not_clear_a_fault_is_told_who_may(allowed: tuple[str, ...], message: str) -> None:
    assert str(NotAllowedError("deck-wrong", "observer", allowed)).endswith(message)
