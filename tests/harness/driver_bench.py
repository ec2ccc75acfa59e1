"""A driver and a virtual device, joined by a line in virtual time: whole, or bad in every way that lines are."""

from random import Random

from burncard.firmware_bridge.driver import SECOND, Driver
from burncard.firmware_bridge.events import Event, Scan
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
    """A device at one end of a line, its driver at the other.

    `said`: what the driver has reported; `scans`: the scans of it, `events`: the others.
    """

    def __init__(
        self, driver: Driver, device: VirtualDevice, baud: int, trouble: Trouble | None = None, seed: int = 5
    ) -> None:
        self.world = World(Random(seed))
        self.said: list[Event] = []
        self.events: list[Event] = []
        self.scans: list[Scan] = []
        self._heard: dict[str, None] = {}
        self.line = MemoryLine(driver, device, baud, self._told, trouble or Trouble())
        self.world.join(self.line)

    def wait(self, seconds: float) -> None:
        """Lets time pass."""
        self.world.run_until(self.world.now_ns + int(seconds * SECOND))

    def read(self) -> list[str]:
        """The tags heard so far, in the order in which they were first heard."""
        return list(self._heard)

    def _told(self, event: Event) -> None:
        self.said.append(event)
        if isinstance(event, Scan):
            self.scans.append(event)
            self._heard.update(dict.fromkeys(tag.uid for tag in event.tags))
        else:
            self.events.append(event)
