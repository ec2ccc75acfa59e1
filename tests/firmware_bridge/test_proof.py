"""A device proves with the key of its enrolment which it is; one with the same serial number and no key is refused."""

import os
import stat
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from burncard.firmware_bridge.driver import SECOND
from burncard.firmware_bridge.enrolment import Enrolled, Enrolment
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified, LinkChanged, Scan
from burncard.firmware_bridge.link_messages import KEY_BYTES, SetKey
from burncard.firmware_bridge.link_proof import NONCE_BYTES, proof_of
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.memory_link import MemoryLine, World

KEY = bytes(range(KEY_BYTES))
UID = "E004010000000001"


def told_by(device: VirtualReader, key: bytes, driver: ReaderDriver | None = None) -> list[Any]:
    """What a host with a key hears of a reader with a card on it."""
    told: list[Any] = []
    driver = driver or ReaderDriver(session=1)
    driver.prove_with(key)
    driver.scan_next(lambda now_ns: 3)
    world = World(Random(1))
    world.join(MemoryLine(driver, device, 115200, told.append))
    device.put_tag(UID, 3, "up", world.now_ns)
    world.run_until(3 * SECOND)
    return told


def enrolled_reader() -> VirtualReader:
    reader = VirtualReader("R1")
    reader.link.key = KEY
    return reader


def test_a_device_takes_its_first_key_and_keeps_it_without_power() -> None:
    reader, driver = VirtualReader("R1"), ReaderDriver(session=7)
    driver.send(SetKey(KEY))
    told_by(reader, b"", driver)
    assert driver.link.commands_waiting() == 0
    reader.link.restart()
    assert reader.link.key == KEY


def test_the_enrolled_device_proves_itself_and_is_heard() -> None:
    told = told_by(enrolled_reader(), KEY)
    assert any(isinstance(event, DeviceIdentified) for event in told)
    assert any(isinstance(event, Scan) and event.tags for event in told)


@pytest.mark.parametrize("has", [b"", bytes(KEY_BYTES), KEY[:-1] + b"\x00"])
def test_a_clone_with_the_same_serial_number_is_refused(has: bytes) -> None:
    clone = VirtualReader("R1")
    clone.link.key = has
    told = told_by(clone, KEY)
    faults = [event for event in told if isinstance(event, DeviceFault)]
    assert [fault.code for fault in faults] == ["device-unproved"]
    assert not any(isinstance(event, Scan | DeviceIdentified) for event in told)
    assert "ready" not in [event.state for event in told if isinstance(event, LinkChanged)]


def test_a_device_without_a_proof_is_refused_where_one_was_enrolled() -> None:
    plain = VirtualReader("R1")
    plain.link.identity = replace(plain.link.identity, proves=False)
    assert [event.code for event in told_by(plain, KEY) if isinstance(event, DeviceFault)] == ["device-unproved"]


def test_a_recorded_proof_is_of_no_use_in_another_session() -> None:
    identity = enrolled_reader().link.identity
    nonces = [bytes(NONCE_BYTES), os.urandom(NONCE_BYTES)]
    other_boot = replace(identity, boot=identity.boot + 1)
    other_session = replace(identity, session=identity.session + 1)
    proofs = {proof_of(KEY, nonce, said) for nonce in nonces for said in (identity, other_boot, other_session)}
    assert len(proofs) == 6


def test_a_key_is_never_replaced_over_the_line() -> None:
    reader = enrolled_reader()
    driver = ReaderDriver(session=9)
    driver.send(SetKey(bytes(KEY_BYTES)))
    told = told_by(reader, b"", driver)
    assert [event.code for event in told if isinstance(event, DeviceFault)] == ["command-refused"]
    assert reader.link.key == KEY


def test_virtual_devices_say_so_in_the_handshake() -> None:
    assert VirtualReader().link.identity.is_virtual
    assert VirtualShuffler().link.identity.is_virtual
    identified = next(event for event in told_by(VirtualReader(), b"") if isinstance(event, DeviceIdentified))
    assert identified.is_virtual


def test_keys_of_devices_are_private(tmp_path: Path) -> None:
    enrolment = Enrolment(tmp_path / "devices.json")
    enrolment.devices["reader"] = Enrolled(
        profile="burncard-reader", serial_number="R1", firmware_hash="AA", path="/dev/ttyACM0"
    )
    enrolment.keep_key("reader", os.urandom(KEY_BYTES))
    assert stat.S_IMODE((tmp_path / "devices.json").stat().st_mode) == 0o600
    assert len(Enrolment(tmp_path / "devices.json").devices["reader"].key) == 2 * KEY_BYTES
