"""Virtual time: drivers and virtual devices joined by lines in memory, whose bytes take time.

Nothing here waits. The clock of the `World` jumps from one due event to the next, so the same calls give the same run
on every machine. A line carries bytes at its baud rate; `Trouble` makes it lose, duplicate, flip or delay them.
"""

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random

from burncard.firmware_bridge.driver import SECOND, Driver, Nanoseconds
from burncard.firmware_bridge.events import Event
from burncard.simulator.devices.virtual_device import VirtualDevice

BITS_PER_BYTE = 10  # one start bit, 8 data bits, one stop bit
NEVER_NS = 2**63


@dataclass(frozen=True, slots=True)
class Trouble:
    """What a bad line does to a chunk of bytes. Chances are from 0 to 1; `chunk_bytes` 0 leaves writes whole."""

    flip_chance_per_byte: float = 0.0
    lose_chance: float = 0.0
    double_chance: float = 0.0
    stall_chance: float = 0.0
    stall_ns: int = SECOND // 2
    chunk_bytes: int = 0

    @property
    def harmless(self) -> bool:
        """Whether every chunk arrives as it was sent."""
        return not (self.flip_chance_per_byte or self.lose_chance or self.double_chance or self.stall_chance)


@dataclass(slots=True)
class MemoryLine:
    """One line: a driver at one end, a virtual device at the other.

    `driver_due_ns`, `device_due_ns`: when each end has to be woken, as it last said; `asked`: whether that still holds.
    """

    driver: Driver
    device: VirtualDevice
    baud: int
    tell: Callable[[Event], None]
    trouble: Trouble = field(default_factory=Trouble)
    plugged: bool = False
    to_device_free_ns: int = 0
    to_host_free_ns: int = 0
    generation: int = 0
    driver_due_ns: int = NEVER_NS
    device_due_ns: int = NEVER_NS
    asked: bool = False

    def ask(self) -> None:
        """Asks both ends when they have to be woken."""
        driver_ns, device_ns = self.driver.next_due_ns(), self.device.next_due_ns()
        self.driver_due_ns = NEVER_NS if driver_ns is None else driver_ns
        self.device_due_ns = NEVER_NS if device_ns is None else device_ns
        self.asked = True


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

        def called() -> None:
            call()
            self._touched()

        self._push(when_ns, called)

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
        line.asked = False
        driver, device, now_ns, again = line.driver, line.device, self.now_ns, True
        while again:
            to_device = driver.take_output() if line.to_device_free_ns <= now_ns or not line.plugged else b""
            to_host = device.take_output() if line.to_host_free_ns <= now_ns or not line.plugged else b""
            events = driver.take_events()
            if to_device and line.plugged:
                self._carry(line, to_device, to_host=False)
            if to_host and line.plugged:
                self._carry(line, to_host, to_host=True)
            for event in events:
                line.tell(event)
            if events:
                self._touched()
            carried = (to_device and line.to_device_free_ns <= now_ns) or (to_host and line.to_host_free_ns <= now_ns)
            again = bool(events or carried)

    def run_until(self, when_ns: int, done: Callable[[], bool] | None = None) -> bool:
        """Lets time pass until `when_ns`, or until `done`. Returns whether it is done."""
        self._touched()
        while done is None or not done():
            if not self._do_next(when_ns):
                self.now_ns = Nanoseconds(max(self.now_ns, when_ns))
                return done is not None and done()
        return True

    # ---- inside --------------------

    def _push(self, when_ns: int, call: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._queue, (when_ns, self._count, call))

    def _touched(self) -> None:
        """Something outside this file has been called, which may have given any driver or device something to do."""
        for line in self._lines:
            line.asked = False

    def _do_next(self, until_ns: int) -> bool:
        """Does the next thing due by `until_ns`. Returns whether there was one."""
        first_ns = until_ns
        for line in self._lines:
            if not line.asked:
                line.ask()
            first_ns = min(first_ns, line.driver_due_ns, line.device_due_ns)
        if self._queue and self._queue[0][0] <= first_ns:
            when_ns, _, call = heapq.heappop(self._queue)
            self.now_ns = Nanoseconds(max(self.now_ns, when_ns))
            call()
            return True
        self.now_ns = Nanoseconds(max(self.now_ns, first_ns))
        return self._wake_ends(min(until_ns, self.now_ns))

    def _wake_ends(self, until_ns: int) -> bool:
        """Wakes every end that is due. Returns whether there was one."""
        due: list[tuple[Driver | VirtualDevice, MemoryLine]] = []
        for line in self._lines:
            if line.driver_due_ns <= until_ns:
                due.append((line.driver, line))
            if line.device_due_ns <= until_ns:
                due.append((line.device, line))
        for end, line in due:
            end.tick(self.now_ns)
            self.pump(line)
        return bool(due)

    def _carry(self, line: MemoryLine, data: bytes, *, to_host: bool) -> None:
        trouble = line.trouble
        size = trouble.chunk_bytes or len(data)
        for start in range(0, len(data), size):
            chunk = data[start : start + size]
            for piece in (chunk,) if trouble.harmless else self._troubled(trouble, chunk):
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
        when_ns = max(self.now_ns, line.to_host_free_ns if to_host else line.to_device_free_ns) + duration_ns
        if not line.trouble.harmless and self._rng.random() < line.trouble.stall_chance:
            when_ns += line.trouble.stall_ns
        if to_host:
            line.to_host_free_ns = when_ns
        else:
            line.to_device_free_ns = when_ns
        end = line.driver if to_host else line.device
        self._push(when_ns, partial(self._deliver, line, end, piece, line.generation))

    def _deliver(self, line: MemoryLine, end: Driver | VirtualDevice, piece: bytes, generation: int) -> None:
        if line.generation == generation:
            end.receive(piece, self.now_ns)
            self.pump(line)
