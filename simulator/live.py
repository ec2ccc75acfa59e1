"""The simulated table at human pace: virtual devices on real ttys, dealer and players on the asyncio loop."""

import asyncio
from collections.abc import Callable
from random import Random

from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import SECOND
from burncard.rules.outcomes import Ruling
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.pty_host import PtyHost
from burncard.simulator.table_sim import SimulatedTable

READER_BAUD = 115200
READING_NS = 5 * SECOND
"""Time that a dealer takes to read a ruling before carrying it out."""


class LiveTable:
    """Virtual devices on ptys, and the people who use them. `speed` 1 is human pace, 10 ten times as fast."""

    def __init__(
        self, service: TableService, seed: int, mistake_rate: float, speed: float, clock_ns: Callable[[], int]
    ) -> None:
        self._clock_ns = clock_ns
        self._speed = speed
        self.reader = VirtualReader()
        self.shuffler = VirtualShuffler(time_scale=min(1.0, 0.15 / speed), rng=Random(seed + 2))
        self.reader_host = PtyHost(self.reader, READER_BAUD, clock_ns)
        self.shuffler_host = PtyHost(self.shuffler, READER_BAUD, clock_ns)
        self.table = SimulatedTable(service, self.reader, self.shuffler, Random(seed), mistake_rate)
        self._service = service
        self._task: asyncio.Task[None] | None = None

    def plug(self) -> tuple[str, str]:
        """Opens both ttys. Returns the reader's path and the shuffler's."""
        self.table.resume(self._clock_ns())
        return self.reader_host.plug(), self.shuffler_host.plug()

    def start(self) -> None:
        """The dealer starts."""
        self._task = asyncio.get_running_loop().create_task(self._deal())
        self._task.add_done_callback(_tell_failure)

    async def stop(self) -> None:
        """The dealer stops and the devices are unplugged."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.reader_host.unplug()
        self.shuffler_host.unplug()

    async def _deal(self) -> None:
        read: list[Ruling] = []
        while True:
            if self._service.record.alerts != read:
                read = self._service.record.alerts
                await self._pause(READING_NS if read else 0)
            pause_ns = self.table.step(self._clock_ns())
            self.reader_host.pump()
            self.shuffler_host.pump()
            await self._pause(pause_ns)

    async def _pause(self, pause_ns: int) -> None:
        await asyncio.sleep(pause_ns / SECOND / self._speed)


def _tell_failure(task: asyncio.Task[None]) -> None:
    """Raises a bug of the dealer at once, in the loop's handler, and not only when the table is closed."""
    if not task.cancelled():
        task.result()
