"""A table's devices on their ports, in one loop with the table."""

import asyncio

from burncard.api.attached_devices import HEARTBEAT_NS, AttachedDevices, Place, steady_clock
from burncard.controller.config import TableConfig
from burncard.controller.journal.journal import Journal
from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import SECOND
from burncard.hardware.layout import load_layout
from burncard.simulator.packs import enrolled_packs


async def close_a_table_with_a_command_on_its_way() -> TableService:
    clock_ns = steady_clock()
    service = TableService(TableConfig(), Journal(None), enrolled_packs()[2], load_layout(), clock_ns)
    devices = AttachedDevices(service, Place("/dev/no-such-port", "burncard-reader"), None, clock_ns)
    devices.start()
    devices.move_soon()
    devices.close()
    service.record.journal.close()
    await asyncio.sleep(2 * HEARTBEAT_NS / SECOND)
    return service


def test_a_closed_table_is_not_woken_again() -> None:
    assert not asyncio.run(close_a_table_with_a_command_on_its_way()).stopping.stopped
