"""Runs as the first process of the guest: plugs gadgets into a real USB stack and uses them through the bridge.

Prints a line for each check, `CHECK name ok` or `CHECK name failed: why`, and one `DONE` at the end.
"""

import asyncio
import os
import subprocess
import sys
import time
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path

from burncard.firmware_bridge.discovery import Candidate, ask, candidates
from burncard.firmware_bridge.events import DeviceIdentified, Event, EventsLost, LinkChanged, Scan
from burncard.firmware_bridge.port import DevicePort
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.firmware_bridge.transport_usb import UsbPath
from burncard.hardware.profiles import EXTRA_PROFILES_VARIABLE, load_profiles
from tests.usb.gadgets import BULK_IDS, BulkReader, SerialReader

PATIENCE_S = 30.0
ROUNDS = 3
TAGS_IN_ROUND = 15
BULK_PATH = str(UsbPath(*BULK_IDS, "BC-BULK"))
BULK_PROFILE = f"""
name = "bulk-reader"
kind = "reader"
title = "A reader with bulk endpoints"
driver = "burncard.firmware_bridge.reader:PROTOCOL"
baud = 115200
usb_ids = ["{BULK_IDS[0]:04x}:{BULK_IDS[1]:04x}"]
"""
RULES = Path(__file__).resolve().parents[2] / "hardware/udev/60-burncard.rules"


def start_udev() -> None:
    """Starts udev with our rules: it sets stable names and permissions, and tells libusb of plugged devices."""
    rules = Path("/run/udev/rules.d")
    rules.mkdir(parents=True)
    (rules / RULES.name).write_text(RULES.read_text())
    environment = os.environ | {"SYSTEMD_IGNORE_CHROOT": "1"}
    subprocess.run(["/lib/systemd/systemd-udevd", "--daemon"], check=True, env=environment)


def add_profile() -> None:
    """Adds a profile for the bulk gadget, as a person would for a new make."""
    folder = Path("/run/profiles")
    folder.mkdir()
    (folder / "bulk-reader.toml").write_text(BULK_PROFILE)
    os.environ[EXTRA_PROFILES_VARIABLE] = str(folder)


async def until(done: Callable[[], bool], what: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not done():
        if time.monotonic() > deadline:
            raise AssertionError(f"did not happen; {what()!r}")
        await asyncio.sleep(0.01)


async def traffic(device: SerialReader | BulkReader, path: str, serial_number: str) -> None:
    """Tags in rounds; in each one the plug is pulled in mid-traffic and put back. Every tag is heard."""
    events: list[Event] = []
    profile = load_profiles()["burncard-reader"]
    port = DevicePort(path, profile, ReaderDriver(), events.append, time.monotonic_ns)
    port.start()

    def state() -> object:
        return [event for event in events if isinstance(event, LinkChanged)][-4:], port.last_error, len(events)

    def uids() -> list[str]:
        return list(dict.fromkeys(tag.uid for event in events if isinstance(event, Scan) for tag in event.tags))

    sent: list[str] = []
    for round_number in range(ROUNDS):
        await until(lambda: [e for e in events if isinstance(e, LinkChanged)][-1:] == [LinkChanged("ready")], state)
        for number in range(TAGS_IN_ROUND):
            sent.append(f"E00401000000{round_number:02X}{number:02X}")
            device.put(sent[-1], number + 1)
            await asyncio.sleep(0.01)
        device.unplug()
        await until(lambda: events[-1] == LinkChanged("opening"), state)
        device.plug()
    await until(lambda: len(uids()) >= len(sent), state)
    port.close()
    assert sorted(uids()) == sorted(sent), (len(uids()), len(sent))
    assert not any(isinstance(event, EventsLost) for event in events)
    assert {e.serial_number for e in events if isinstance(e, DeviceIdentified)} == {serial_number}


async def serial_is_found_and_known(device: SerialReader) -> None:
    device.plug()
    profiles = load_profiles().values()
    await until(lambda: bool(candidates(profiles)) and Path("/dev/burncard/by-serial").exists(), Path("/dev").iterdir)
    (candidate,) = candidates(profiles)
    assert (candidate.usb_id, candidate.adapter_serial) == ("0525:a4a7", "BC-SERIAL"), candidate
    assert candidate.stable_path == "/dev/burncard/by-serial/BC-SERIAL", candidate
    assert Path(candidate.stable_path).resolve() == Path("/dev/ttyACM0")
    answer = await ask(candidate)
    assert answer.profile is not None, answer
    assert answer.identity is not None
    assert (answer.profile.name, answer.identity.serial_number) == ("burncard-reader", "BC-SERIAL")


async def serial_carries_traffic_over_plugs(device: SerialReader) -> None:
    await traffic(device, "/dev/burncard/by-serial/BC-SERIAL", "BC-SERIAL")


async def bulk_is_found_and_known(device: BulkReader) -> None:
    device.plug()

    def found() -> list[Candidate]:
        return [candidate for candidate in candidates(load_profiles().values()) if candidate.path == BULK_PATH]

    await until(lambda: bool(found()), lambda: candidates(load_profiles().values()))
    answer = await ask(found()[0])
    assert answer.profile is not None, answer
    assert answer.identity is not None
    assert (answer.profile.name, answer.identity.serial_number) == ("bulk-reader", "BC-BULK")


async def bulk_carries_traffic_over_plugs(device: BulkReader) -> None:
    await traffic(device, BULK_PATH, "BC-BULK")


async def check(name: str, work: Awaitable[None]) -> None:
    began = time.monotonic()
    try:
        await work
    except Exception as error:
        # whatever went wrong is for the test outside to show
        traceback.print_exc(file=sys.stdout)
        print(f"CHECK {name} failed: {error!r}", flush=True)
    else:
        print(f"CHECK {name} ok ({time.monotonic() - began:.1f} s)", flush=True)


async def main() -> None:
    start_udev()
    add_profile()
    serial, bulk = SerialReader("BC-SERIAL"), BulkReader("BC-BULK")
    await check("serial-found", serial_is_found_and_known(serial))
    await check("serial-traffic", serial_carries_traffic_over_plugs(serial))
    await check("bulk-found", bulk_is_found_and_known(bulk))
    await check("bulk-traffic", bulk_carries_traffic_over_plugs(bulk))


try:
    asyncio.run(main())
except BaseException:
    # the first process must not end before the machine is off, and what happened must be seen outside
    traceback.print_exc(file=sys.stdout)
print("DONE", flush=True)
subprocess.run(["/bin/busybox", "reboot", "-f"], check=False)
