"""A driver and a virtual device, joined by a line in virtual time: whole, or bad in every way that lines are."""

from random import Random

from burncard.firmware_bridge.driver import SECOND, Driver
from burncard.firmware_bridge.events import Event, Scan, TagRead
from burncard.simulator.devices.virtual_device import VirtualDevice
from burncard.simulator.memory_link import MemoryLine, Trouble, World

LINES = {
    "whole writes": Trouble(),
    "one byte at a time": Trouble(chunk_bytes=1),
    "one byte in a hundred flipped": Trouble(flip_chance_per_byte=0.01),
    "chunks lost and doubled": Trouble(chunk_bytes=16, lose_chance=0.05, double_chance=0.05),
    "stalls": Trouble(chunk_bytes=8, stall_chance=0.01),
}
WORSE_LINES = {**LINES, "one bit in a hundred flipped": Trouble(flip_chance_per_byte=0.08)}
"""With one on which only short frames get through."""


class DriverBench:
    """A device at one end of a line, its driver at the other. `scans` and `events`: what the driver has reported."""

    def __init__(
        self, driver: Driver, device: VirtualDevice, baud: int, trouble: Trouble | None = None, seed: int = 5
    ) -> None:
        self.world = World(Random(seed))
        self.events: list[Event] = []
        self.scans: list[Scan] = []
        self.line = MemoryLine(driver, device, baud, self._told, trouble or Trouble())
        self.world.join(self.line)

    def wait(self, seconds: float) -> None:
        """Lets time pass."""
        self.world.run_until(self.world.now_ns + int(seconds * SECOND))

    def read(self) -> list[str]:
        """The tags read so far, in the order of their events."""
        return [event.uid for event in self.events if isinstance(event, TagRead)]

    def _told(self, event: Event) -> None:
        if isinstance(event, Scan):
            self.scans.append(event)
        else:
            self.events.append(event)
