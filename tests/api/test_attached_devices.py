"""A table's devices on their ports, in one loop with the table."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

from burncard.api.attached_devices import HEARTBEAT_NS, AttachedDevices, Place, steady_clock
from burncard.controller.config import TableConfig
from burncard.controller.journal.journal import Journal
from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import SECOND
from burncard.hardware.layout import load_layout
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.packs import enrolled_packs
from burncard.simulator.pty_host import PtyHost

PATIENCE_S = 10.0


async def close_a_table_with_a_command_on_its_way() -> TableService:
    service = TableService(TableConfig(), Journal(None), enrolled_packs()[2], load_layout(), steady_clock())
    devices = AttachedDevices(service, Place("/dev/no-such-port", "burncard-reader"), None)
    devices.start()
    devices.move_soon()
    devices.close()
    service.record.journal.close()
    await asyncio.sleep(2 * HEARTBEAT_NS / SECOND)
    return service


def test_a_closed_table_is_not_woken_again() -> None:
    assert not asyncio.run(close_a_table_with_a_command_on_its_way()).stopping.stopped


async def plug_a_program_in_later(link: Path) -> TableService:
    """The port is empty at the start; then a program is there that says nothing of being one."""
    service = TableService(
        TableConfig(simulated=False), Journal(None), enrolled_packs()[2], load_layout(), steady_clock()
    )
    devices = AttachedDevices(service, Place(str(link), "burncard-reader"), None)
    devices.start()
    reader = VirtualReader()
    reader.link.identity = replace(reader.link.identity, is_virtual=False)
    host = PtyHost(reader, 115200, service.record.now, link)
    host.plug()
    until_s = time.monotonic() + PATIENCE_S
    while not service.devices.health["reader"].serial_number:
        assert time.monotonic() < until_s, "the reader was not found"
        await asyncio.sleep(0.01)
    devices.close()
    host.unplug()
    service.record.journal.close()
    return service


def test_a_program_at_a_port_that_was_empty_makes_no_live_record(tmp_path: Path) -> None:
    assert asyncio.run(plug_a_program_in_later(tmp_path / "reader")).record.simulated
