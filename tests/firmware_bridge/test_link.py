"""The link end to end, over good and bad lines: every event arrives once and in order, or its loss is reported."""

from random import Random

import pytest

from burncard.firmware_bridge.driver import SECOND
from burncard.firmware_bridge.events import CycleEnded, DeviceIdentified, EventsLost, LinkChanged, TagRead
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.simulator.devices.reader import VirtualReader
from burncard.simulator.memory_link import MemoryLine, Trouble, World

TAGS = 120
PATIENCE_NS = 7200 * SECOND

LINES = {
    "whole writes": Trouble(),
    "one byte at a time": Trouble(chunk_bytes=1),
    "one byte in a hundred flipped": Trouble(flip_chance_per_byte=0.01),
    "one bit in a hundred flipped": Trouble(flip_chance_per_byte=0.08),
    "chunks lost and doubled": Trouble(chunk_bytes=16, lose_chance=0.05, double_chance=0.05),
    "stalls": Trouble(chunk_bytes=8, stall_chance=0.01),
}


class Bench:
    """A reader at one end of a line, its driver at the other."""

    def __init__(self, trouble: Trouble) -> None:
        self.world = World(Random(5))
        self.reader = VirtualReader()
        self.driver = ReaderDriver()
        self.events: list[object] = []
        self.line = MemoryLine(self.driver, self.reader, 115200, self.events.append, trouble)
        self.world.join(self.line)

    def put(self, number: int) -> None:
        self.reader.put_tag(f"E0040100000000{number:02X}", number % 15 + 1, "down", self.world.now_ns)
        self.world.pump(self.line)

    def uids(self) -> list[str]:
        return [event.uid for event in self.events if isinstance(event, TagRead)]


def wanted() -> list[str]:
    return [f"E0040100000000{number:02X}" for number in range(TAGS)]


@pytest.mark.parametrize("name", LINES)
def test_every_event_arrives_once_and_in_order(name: str) -> None:
    bench = Bench(LINES[name])
    for number in range(TAGS):
        bench.put(number)
        bench.world.run_until(bench.world.now_ns + SECOND // 4)
    assert bench.world.run_until(bench.world.now_ns + PATIENCE_NS, lambda: len(bench.uids()) == TAGS)
    assert bench.uids() == wanted()
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
    assert bench.world.run_until(bench.world.now_ns + 60 * SECOND, lambda: len(bench.uids()) == TAGS)
    assert bench.uids() == wanted()


def test_what_the_device_could_not_keep_is_reported_as_lost() -> None:
    bench = Bench(Trouble())
    bench.world.run_until(SECOND)
    bench.world.unplug(bench.line)
    for number in range(600):
        bench.reader.put_tag(f"E00401{number:010X}", 1, "down", bench.world.now_ns)
        bench.world.run_until(bench.world.now_ns + SECOND // 4)
    bench.world.plug(bench.line)
    bench.world.run_until(bench.world.now_ns + 60 * SECOND)
    lost = sum(event.count or 0 for event in bench.events if isinstance(event, EventsLost))
    arrived = sum(
        isinstance(event, TagRead | CycleEnded) or type(event).__name__ == "TagGone" for event in bench.events
    )
    assert lost > 0
    assert bench.uids()[-1] == f"E00401{599:010X}"
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
        bench.driver.set_scan_order((first,))
        bench.world.pump(bench.line)
        bench.world.run_until(bench.world.now_ns + 20 * SECOND, lambda: not bench.driver.link.commands_waiting())
    assert bench.reader.scan_order == (5,)
    assert bench.driver.link.counters.command_retries > 0
