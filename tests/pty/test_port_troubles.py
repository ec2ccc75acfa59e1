"""What a port says when there is no device: each reason by its own name, until the device is there."""

import asyncio
import os
import time
import tty
from collections.abc import Callable
from pathlib import Path

from burncard.firmware_bridge.driver import MS
from burncard.firmware_bridge.events import Event, LinkChanged, LinkTrouble
from burncard.firmware_bridge.port import DevicePort
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.firmware_bridge.transport_serial import SerialLine
from burncard.hardware.profiles import load_profiles
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.pty_host import PtyHost

PATIENCE_S = 10.0


class Site:
    """A port on a path, and what it has said."""

    def __init__(self, path: str) -> None:
        self.events: list[Event] = []
        profile = load_profiles()["burncard-reader"]
        self.port = DevicePort(
            path, profile, ReaderDriver(), self.events.append, time.monotonic_ns, trouble_after_ns=150 * MS
        )
        self.port.start()

    def troubles(self) -> list[str]:
        return [event.code for event in self.events if isinstance(event, LinkTrouble)]

    def state(self) -> str:
        return [event.state for event in self.events if isinstance(event, LinkChanged)][-1]

    async def until(self, holds: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < deadline, self.events
            await asyncio.sleep(0.01)


def test_a_port_that_is_not_there_says_so_until_the_device_is(tmp_path: Path) -> None:
    async def run() -> None:
        link = tmp_path / "reader"
        site = Site(str(link))
        await site.until(lambda: site.troubles() == ["port-absent"])
        host = PtyHost(VirtualReader(), 115200, time.monotonic_ns, link)
        host.plug()
        await site.until(lambda: site.state() == "ready")
        host.unplug()
        await site.until(lambda: site.troubles().count("port-absent") == 2)
        site.port.close()

    asyncio.run(run())


def test_a_port_that_another_program_has_is_busy(tmp_path: Path) -> None:
    async def run() -> None:
        link = tmp_path / "reader"
        host = PtyHost(VirtualReader(), 115200, time.monotonic_ns, link)
        other = SerialLine(host.plug(), 115200, "N")
        site = Site(str(link))
        await site.until(lambda: site.troubles() == ["port-busy"])
        other.close()
        await site.until(lambda: site.state() == "ready")
        site.port.close()
        host.unplug()

    asyncio.run(run())


def test_a_path_that_is_no_port_cannot_be_used(tmp_path: Path) -> None:
    async def run() -> None:
        (tmp_path / "file").write_text("no port")
        site = Site(str(tmp_path / "file"))
        await site.until(lambda: site.troubles() == ["port-unusable"])
        site.port.close()

    asyncio.run(run())


def test_a_line_without_a_word_is_silent_and_one_with_foreign_bytes_is_garbled() -> None:
    async def run() -> None:
        master, slave = os.openpty()
        tty.setraw(slave)
        site = Site(os.ttyname(slave))
        await site.until(lambda: site.troubles() == ["silent"])
        os.write(master, b"\x11\x00\xb0\x00\x01\x03\x00\xe0")
        await site.until(lambda: site.troubles() == ["silent", "garbled"])
        await asyncio.sleep(0.5)
        assert site.troubles() == ["silent", "garbled"], "each reason is told once"
        site.port.close()
        os.close(master)
        os.close(slave)

    asyncio.run(run())
