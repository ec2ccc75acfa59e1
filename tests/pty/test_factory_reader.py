"""Readers as they come from the factory, on a real tty: found, set up, read, pulled out, found again."""

import asyncio
import time
from pathlib import Path

import pytest

from burncard.firmware_bridge.driver import Nanoseconds
from burncard.firmware_bridge.events import DeviceIdentified, Event, Scan
from burncard.firmware_bridge.port import DevicePort
from burncard.firmware_bridge.protocols import protocol
from burncard.simulator.pty_host import PtyHost
from tests.harness.factory_feig import PHONE, FactoryFeig
from tests.harness.factory_metratec import FactoryMetratec
from tests.harness.factory_table import FactoryReader

PATIENCE_S = 20.0
CARD, OTHER = "E004010000000001", "E004010000000002"


class Session:
    """One reader on a tty and the port that reads it."""

    def __init__(self, make: str, reader: FactoryReader, link: Path) -> None:
        profile, kind = protocol(make)
        self.reader = reader
        self.events: list[Event] = []
        self.host = PtyHost(reader, profile.baud, time.monotonic_ns, link)
        self.port = DevicePort(str(link), profile, kind.new_driver(1), self.events.append, time.monotonic_ns)

    def put(self, uid: str, antenna: int) -> None:
        self.reader.put_tag(uid, antenna, "unknown", Nanoseconds(time.monotonic_ns()))

    async def heard(self, uid: str, antenna: int) -> None:
        """Waits until a tag is in two scans of an antenna that ended from now on."""
        begin, deadline = len(self.events), time.monotonic() + PATIENCE_S
        while (
            sum(
                isinstance(event, Scan) and event.antenna == antenna and uid in {tag.uid for tag in event.tags}
                for event in self.events[begin:]
            )
            < 2
        ):
            assert time.monotonic() < deadline, self.events[-20:]
            await asyncio.sleep(0.01)


async def read_in_sessions(session: Session) -> None:
    session.host.plug()
    session.port.start()
    session.put(CARD, 2)
    await session.heard(CARD, 2)
    session.put(OTHER, 1)
    await session.heard(OTHER, 1)
    session.host.unplug()
    await asyncio.sleep(0.2)
    session.host.plug()
    await session.heard(CARD, 2)
    await session.heard(OTHER, 1)
    session.port.close()
    session.host.unplug()


@pytest.mark.parametrize("antennas", [2, 4, 8])
def test_a_feig_reader_is_read_over_a_tty(tmp_path: Path, antennas: int) -> None:
    reader = FactoryFeig(antennas)
    reader.lay("08112233445566", 2, PHONE)
    session = Session("feig", reader, tmp_path / "reader")
    asyncio.run(read_in_sessions(session))
    found = [event for event in session.events if isinstance(event, DeviceIdentified)]
    assert len(found) == 2
    assert {event.antennas for event in found} == {antennas}
    assert not reader.only_new


@pytest.mark.parametrize("antennas", [2, 8])
def test_a_metratec_reader_is_read_over_a_tty(tmp_path: Path, antennas: int) -> None:
    session = Session("metratec", FactoryMetratec(antennas), tmp_path / "reader")
    asyncio.run(read_in_sessions(session))
    assert {event.antennas for event in session.events if isinstance(event, DeviceIdentified)} == {antennas}
