"""Only enrolled devices are opened, and each is found again by its serial number."""

from pathlib import Path

import pytest

from burncard.firmware_bridge.discovery import Answer, Candidate
from burncard.firmware_bridge.enrolment import Enrolment, EnrolmentError, Guard
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified, Event, LinkChanged, Scan
from burncard.hardware.profiles import load_profiles

SCAN = Scan(1, 0, 1, (), True)


def identity(serial_number: str, kind: str = "reader", firmware_hash: str = "AA") -> DeviceIdentified:
    return DeviceIdentified(kind, serial_number, "1.0.0", firmware_hash, 15, senses_face=True, senses_boxed=True)


def answer(path: str, serial_number: str, kind: str = "reader") -> Answer:
    return Answer(Candidate(path, path), load_profiles()[f"burncard-{kind}"], identity(serial_number, kind))


def test_enrolled_devices_are_there_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "data" / "devices.json"
    Enrolment(file).enrol("reader", answer("/dev/a", "R1"))
    Enrolment(file).enrol("shuffler", answer("/dev/b", "S1", "shuffler"))
    again = Enrolment(file)
    assert {role: device.serial_number for role, device in again.devices.items()} == {"reader": "R1", "shuffler": "S1"}
    again.remove("reader")
    assert set(Enrolment(file).devices) == {"shuffler"}


def test_swapped_adapters_do_no_harm(tmp_path: Path) -> None:
    enrolment = Enrolment(tmp_path / "devices.json")
    enrolment.enrol("reader", answer("/dev/a", "R1"))
    enrolment.enrol("shuffler", answer("/dev/b", "S1", "shuffler"))
    now = [answer("/dev/a", "S1", "shuffler"), answer("/dev/b", "R1"), answer("/dev/c", "R2")]
    assert enrolment.places(now) == {"reader": "/dev/b", "shuffler": "/dev/a"}


def test_a_reader_is_not_enrolled_as_a_shuffler(tmp_path: Path) -> None:
    enrolment = Enrolment(tmp_path / "devices.json")
    with pytest.raises(ValueError, match="is a reader, not a shuffler"):
        enrolment.enrol("shuffler", answer("/dev/a", "R1"))
    with pytest.raises(ValueError, match="no device answered"):
        enrolment.enrol("reader", Answer(Candidate("/dev/a", "/dev/a")))


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "devices.json"
    file.write_text('{"reader": 7}')
    with pytest.raises(EnrolmentError, match=r"devices\.json"):
        Enrolment(file)


def guarded(tmp_path: Path, *events: Event) -> list[Event]:
    told: list[Event] = []
    guard = Guard(Enrolment(tmp_path / "devices.json").enrol("reader", answer("/dev/a", "R1")), told.append)
    for event in events:
        guard(event)
    return told


def test_the_enrolled_device_is_heard(tmp_path: Path) -> None:
    events: list[Event] = [LinkChanged("identifying"), identity("R1"), LinkChanged("ready"), SCAN]
    assert guarded(tmp_path, *events) == events


def test_another_serial_number_is_an_event_and_nothing_of_that_device_passes(tmp_path: Path) -> None:
    told = guarded(tmp_path, SCAN, identity("R2"), LinkChanged("ready"), SCAN)
    assert told == [DeviceFault("device-changed", "R1 is enrolled, but R2 answered")]


def test_the_enrolled_device_is_heard_again_when_it_is_back(tmp_path: Path) -> None:
    assert guarded(tmp_path, identity("R2"), identity("R1"), SCAN)[1:] == [identity("R1"), SCAN]


def test_other_firmware_is_an_event(tmp_path: Path) -> None:
    told = guarded(tmp_path, identity("R1", firmware_hash="BB"), SCAN)
    assert told[0] == DeviceFault("firmware-changed", "firmware AA was enrolled, but BB runs")
    assert told[1:] == [identity("R1", firmware_hash="BB"), SCAN]
