"""The host chooses each antenna with all that was heard before: no scan is a step behind."""

from random import Random

import pytest

from burncard.firmware_bridge.driver import SECOND, Nanoseconds, Reader
from burncard.firmware_bridge.events import Event, Scan
from burncard.firmware_bridge.protocols import protocol
from burncard.hardware.layout import load_layout
from burncard.simulator.memory_link import MemoryLine, World
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.antenna_plan import TablePlan
from burncard.simulator.readers import READERS, line_rate


@pytest.mark.parametrize("name", READERS)
def test_an_antenna_is_chosen_after_the_table_has_been_given_the_scan_before(name: str) -> None:
    scans: list[Scan] = []
    chosen: list[int] = []

    def choose(now_ns: Nanoseconds) -> int:
        if chosen:
            assert [scan.antenna for scan in scans[-1:]] == chosen[-1:]
        chosen.append(len(chosen) % 4 + 1)
        return chosen[-1]

    def tell(event: Event) -> None:
        if isinstance(event, Scan):
            scans.append(event)

    air = Air(TablePlan(load_layout().zones))
    for number in range(1, 9):
        air.lay(f"E0040150000000{number:02X}", number % 4 + 1, "down", 0)
    _, kind = protocol(name)
    driver = kind.new_driver(1)
    assert isinstance(driver, Reader)
    driver.scan_next(choose)
    world = World()
    world.join(MemoryLine(driver, READERS[name](air, Random(1), True), line_rate(name), tell))
    assert world.run_until(Nanoseconds(60 * SECOND), lambda: len(chosen) > 20)
