"""Virtual time: drivers and virtual devices joined by lines in memory, whose bytes take time.

Nothing here waits. The clock of the `World` jumps from one due event to the next, so the same calls give the same run
on every machine. A line carries bytes at its baud rate; `Trouble` makes it lose, duplicate, flip or delay them.
"""

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from burncard.firmware_bridge.driver import SECOND, Driver, Nanoseconds
from burncard.firmware_bridge.events import Event
from burncard.simulator.devices.virtual_device import VirtualDevice

BITS_PER_BYTE = 10  # one start bit, 8 data bits, one stop bit


@dataclass(frozen=True, slots=True)
class Trouble:
    """What a bad line does to a chunk of bytes. Chances are from 0 to 1; `chunk_bytes` 0 leaves writes whole."""

    flip_chance_per_byte: float = 0.0
    lose_chance: float = 0.0
    double_chance: float = 0.0
    stall_chance: float = 0.0
    stall_ns: int = SECOND // 2
    chunk_bytes: int = 0


@dataclass(slots=True)
class MemoryLine:
    """One line: a driver at one end, a virtual device at the other."""

    driver: Driver
    device: VirtualDevice
    baud: int
    tell: Callable[[Event], None]
    trouble: Trouble = field(default_factory=Trouble)
    plugged: bool = False
    to_device_free_ns: int = 0
    to_host_free_ns: int = 0
    generation: int = 0


class World:
    """All lines and scheduled calls, in order of time."""

    def __init__(self, rng: Random | None = None) -> None:
        self.now_ns = Nanoseconds(0)
        self._rng = rng or Random(0)
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0
        self._lines: list[MemoryLine] = []

    def at(self, when_ns: int, call: Callable[[], None]) -> None:
        """Schedules a call."""
        self._count += 1
        heapq.heappush(self._queue, (when_ns, self._count, call))

    def join(self, line: MemoryLine) -> None:
        """Adds a line, plugged in."""
        self._lines.append(line)
        self.plug(line)

    def plug(self, line: MemoryLine) -> None:
        """Plugs a line in."""
        line.plugged = True
        line.generation += 1
        line.to_device_free_ns = line.to_host_free_ns = self.now_ns
        line.driver.connected(self.now_ns)
        self.pump(line)

    def unplug(self, line: MemoryLine) -> None:
        """Unplugs a line; bytes on their way are lost."""
        line.plugged = False
        line.generation += 1
        line.device.line_lost()
        line.driver.disconnected(self.now_ns)
        self.pump(line)

    def pump(self, line: MemoryLine) -> None:
        """Moves the bytes and events of both ends of a line.

        As with a transmitter, an end is asked for more bytes only when the line has carried its last ones, so it
        notices a slow line.
        """
        while True:
            to_device = line.driver.take_output() if line.to_device_free_ns <= self.now_ns or not line.plugged else b""
            to_host = line.device.take_output() if line.to_host_free_ns <= self.now_ns or not line.plugged else b""
            events = line.driver.take_events()
            if to_device and line.plugged:
                self._carry(line, to_device, to_host=False)
            if to_host and line.plugged:
                self._carry(line, to_host, to_host=True)
            for event in events:
                line.tell(event)
            if not (to_device or to_host or events):
                return

    def run_until(self, when_ns: int, done: Callable[[], bool] | None = None) -> bool:
        """Lets time pass until `when_ns`, or until `done`. Returns whether it is done."""
        while done is None or not done():
            if not self._do_next(when_ns):
                self.now_ns = Nanoseconds(max(self.now_ns, when_ns))
                return done is not None and done()
        return True

    # ---- inside --------------------

    def _do_next(self, until_ns: int) -> bool:
        """Does the next thing due by `until_ns`. Returns whether there was one."""
        due_ends: list[tuple[int, Driver | VirtualDevice, MemoryLine]] = []
        first_ns = until_ns
        for line in self._lines:
            ends: tuple[Driver | VirtualDevice, ...] = (line.driver, line.device)
            for end in ends:
                due_ns = end.next_due_ns()
                if due_ns is not None and due_ns <= until_ns:
                    due_ends.append((due_ns, end, line))
                    first_ns = min(first_ns, due_ns)
        if self._queue and self._queue[0][0] <= first_ns:
            when_ns, _, call = heapq.heappop(self._queue)
            self.now_ns = Nanoseconds(max(self.now_ns, when_ns))
            call()
            return True
        if not due_ends:
            return False
        self.now_ns = Nanoseconds(max(self.now_ns, first_ns))
        for at_ns, due_end, line in due_ends:
            if at_ns <= self.now_ns:
                due_end.tick(self.now_ns)
                self.pump(line)
        return True

    def _carry(self, line: MemoryLine, data: bytes, *, to_host: bool) -> None:
        size = line.trouble.chunk_bytes or len(data)
        for start in range(0, len(data), size):
            chunk = data[start : start + size]
            for piece in self._troubled(line.trouble, chunk):
                self._arrive(line, piece, to_host=to_host)

    def _troubled(self, trouble: Trouble, chunk: bytes) -> list[bytes]:
        if self._rng.random() < trouble.lose_chance:
            return []
        if trouble.flip_chance_per_byte:
            chunk = bytes(
                byte ^ (1 << self._rng.randrange(8)) if self._rng.random() < trouble.flip_chance_per_byte else byte
                for byte in chunk
            )
        return [chunk, chunk] if self._rng.random() < trouble.double_chance else [chunk]

    def _arrive(self, line: MemoryLine, piece: bytes, *, to_host: bool) -> None:
        duration_ns = len(piece) * BITS_PER_BYTE * SECOND // line.baud
        free_ns = line.to_host_free_ns if to_host else line.to_device_free_ns
        when_ns = max(self.now_ns, free_ns) + duration_ns
        if self._rng.random() < line.trouble.stall_chance:
            when_ns += line.trouble.stall_ns
        if to_host:
            line.to_host_free_ns = when_ns
        else:
            line.to_device_free_ns = when_ns
        generation = line.generation

        def deliver() -> None:
            if line.generation != generation:
                return
            if to_host:
                line.driver.receive(piece, self.now_ns)
            else:
                line.device.receive(piece, self.now_ns)
            self.pump(line)

        self.at(when_ns, deliver)
