"""The link end to end, over good and bad lines: every event arrives once and in order, or its loss is reported.

A host of version 1, since each tag that comes or goes is one event of its own there.
"""

import pytest

from burncard.firmware_bridge.driver import SECOND
from burncard.firmware_bridge.events import DeviceIdentified, EventsLost, LinkChanged
from burncard.firmware_bridge.link_messages import ScanOrder
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.memory_link import Trouble
from tests.harness.driver_bench import WORSE_LINES, DriverBench
from tests.harness.old_host import OldHost

TAGS = 120
BAUD = 115200
PATIENCE_NS = 7200 * SECOND


class Bench(DriverBench):
    """A reader at one end of a line, its driver at the other."""

    def __init__(self, trouble: Trouble) -> None:
        self.reader = VirtualReader()
        self.driver = OldHost()
        super().__init__(self.driver, self.reader, BAUD, trouble)

    def read(self) -> list[str]:
        return self.driver.read()

    def put(self, number: int) -> None:
        self.reader.put_tag(f"E0040100000000{number:02X}", number % 15 + 1, "down", self.world.now_ns)
        self.world.pump(self.line)


def wanted() -> list[str]:
    return [f"E0040100000000{number:02X}" for number in range(TAGS)]


@pytest.mark.parametrize("name", WORSE_LINES)
def test_every_event_arrives_once_and_in_order(name: str) -> None:
    bench = Bench(WORSE_LINES[name])
    for number in range(TAGS):
        bench.put(number)
        bench.world.run_until(bench.world.now_ns + SECOND // 4)
    assert bench.world.run_until(bench.world.now_ns + PATIENCE_NS, lambda: len(bench.read()) == TAGS)
    assert bench.read() == wanted()
    assert not any(isinstance(event, EventsLost) for event in bench.events)


def test_unplugged_in_the_middle_of_a_message_nothing_is_lost_or_doubled() -> None:
    bench = Bench(Trouble(chunk_bytes=4))
    for number in range(TAGS):
        bench.put(number)
        bench.world.run_until(bench.world.now_ns + 61_000_000)
        if number % 10 == 9:
            bench.world.unplug(bench.line)
            bench.world.run_until(bench.world.now_ns + SECOND)
            bench.world.plug(bench.line)
    assert bench.world.run_until(bench.world.now_ns + 60 * SECOND, lambda: len(bench.read()) == TAGS)
    assert bench.read() == wanted()


def test_events_the_device_could_not_keep_are_reported_as_lost() -> None:
    bench = Bench(Trouble())
    bench.world.run_until(SECOND)
    bench.world.unplug(bench.line)
    for number in range(600):
        bench.reader.put_tag(f"E00401{number:010X}", 1, "down", bench.world.now_ns)
        bench.world.run_until(bench.world.now_ns + SECOND // 4)
    bench.world.plug(bench.line)
    bench.world.run_until(bench.world.now_ns + 60 * SECOND)
    lost = sum(event.count or 0 for event in bench.events if isinstance(event, EventsLost))
    arrived = len(bench.driver.told)
    assert lost > 0
    assert bench.read()[-1] == f"E00401{599:010X}"
    assert arrived + lost == bench.reader.link.events_told()


def test_the_device_is_identified_before_anything_else_is_reported() -> None:
    bench = Bench(Trouble())
    bench.world.run_until(SECOND)
    kinds = [type(event) for event in bench.events]
    assert kinds == [LinkChanged, DeviceIdentified, LinkChanged]
    assert bench.driver.link.state == "ready"


def test_a_silent_device_becomes_stale_and_then_lost() -> None:
    bench = Bench(Trouble())
    bench.world.run_until(SECOND)
    bench.line.trouble = Trouble(lose_chance=1.0)
    bench.world.run_until(bench.world.now_ns + 10 * SECOND)
    states = [event.state for event in bench.events if isinstance(event, LinkChanged)]
    assert states == ["identifying", "ready", "stale", "lost"]


def test_a_command_repeated_on_a_bad_line_is_done_once() -> None:
    bench = Bench(Trouble(chunk_bytes=8, lose_chance=0.3))
    bench.world.run_until(20 * SECOND, lambda: bench.driver.link.state == "ready")
    for first in range(1, 6):
        bench.driver.send(ScanOrder((first,)))
        bench.world.pump(bench.line)
        bench.world.run_until(bench.world.now_ns + 20 * SECOND, lambda: not bench.driver.link.commands_waiting())
    assert bench.reader.scan_order == (5,)
    assert bench.driver.link.counters.command_retries > 0
