"""The firmware, compiled for this machine, at one end of a line in virtual time."""

import ctypes
from pathlib import Path

from burncard.firmware_bridge.driver import MS, Nanoseconds
from burncard.firmware_bridge.link_frames import Frame, FrameReader, encode_frame
from burncard.firmware_bridge.link_messages import Type
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.simulator.memory_link import Trouble
from tests.harness.driver_bench import DriverBench
from tests.harness.old_host import OldHost

BAUD = 115200
RUN_EVERY_NS = 5 * MS
OUTPUT_BYTES = 64


def uid(number: int) -> str:
    return f"E00401{number:010X}"


class ReaderInC:
    """The firmware, compiled for this machine, as a virtual device. Each instance loads its own copy of the library,
    because the firmware's state is global."""

    def __init__(self, library: Path) -> None:
        self._c = ctypes.CDLL(str(library))
        self._c.reader_output.restype = ctypes.c_size_t
        self._c.reader_table.restype = ctypes.c_bool
        self._c.reader_step.restype = ctypes.c_bool
        self._c.reader_baud.restype = ctypes.c_uint32
        self._c.reader_start()
        self._due_ns = Nanoseconds(0)

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        self._c.reader_receive(data, ctypes.c_size_t(len(data)), ctypes.c_uint32(now_ns // MS))

    def tick(self, now_ns: Nanoseconds) -> None:
        self._due_ns = Nanoseconds(now_ns + RUN_EVERY_NS)
        self._c.reader_run(ctypes.c_uint32(now_ns // MS))
        self._c.reader_baud()  # its main loop looks, too, and changes its line

    def next_due_ns(self) -> Nanoseconds | None:
        return self._due_ns

    @property
    def baud(self) -> int | None:
        """The speed that its line is to have; None: the one that it began with."""
        return int(self._c.reader_baud()) or None

    def take_output(self) -> bytes:
        buffer = ctypes.create_string_buffer(OUTPUT_BYTES)
        size = self._c.reader_output(buffer, ctypes.c_size_t(OUTPUT_BYTES))
        return buffer.raw[:size]

    def line_lost(self) -> None:
        self._c.reader_line_lost()

    def step(self, now_ms: int) -> bool:
        """One pass of its main loop. Returns whether the next is due at once."""
        return bool(self._c.reader_step(ctypes.c_uint32(now_ms)))

    def ask(self, kind: Type, number: int, payload: bytes) -> list[Frame]:
        """What it answers to a message at once."""
        self.receive(encode_frame(Frame(kind, number, payload)), Nanoseconds(0))
        return self.said()

    def said(self) -> list[Frame]:
        """The frames that it has sent since."""
        line = b""
        while piece := self.take_output():
            line += piece
        return FrameReader().receive(line)

    def has_sent(self, count: int) -> None:
        """As if it had sent so many bytes more."""
        self._c.reader_has_sent(ctypes.c_uint32(count))

    def restart(self) -> None:
        """It has lost its power, and has it again."""
        self._c.reader_start()

    def cannot_keep(self) -> None:
        """Its memory for a key is broken."""
        self._c.reader_cannot_keep()

    def hmac(self, key: bytes, data: bytes) -> bytes:
        """HMAC-SHA256, as it works it out."""
        mac = ctypes.create_string_buffer(32)
        self._c.reader_hmac(mac, key, ctypes.c_size_t(len(key)), data, ctypes.c_size_t(len(data)))
        return mac.raw

    def table(self, line: str) -> bool:
        """Does something to the cards on its table."""
        return bool(self._c.reader_table(line.encode()))


class Bench(DriverBench):
    """The firmware at one end of a line, the driver or a host of version 1 at the other."""

    def __init__(
        self, library: Path, trouble: Trouble | None = None, driver: ReaderDriver | OldHost | None = None
    ) -> None:
        self.reader = ReaderInC(library)
        self.driver = driver or ReaderDriver()
        super().__init__(self.driver, self.reader, BAUD, trouble)

    def run(self, duration_ns: int) -> None:
        self.world.run_until(self.world.now_ns + duration_ns)

    def put(self, number: int) -> None:
        assert self.reader.table(f"put {uid(number)} {number % 15 + 1} down")


class OldBench(Bench):
    """The firmware at one end of a line, a host of version 1 at the other. `told`: what the firmware reports to it."""

    def __init__(self, library: Path, trouble: Trouble | None = None) -> None:
        self.host = OldHost()
        super().__init__(library, trouble, self.host)
        self.told = self.host.told

    def read(self) -> list[str]:
        return self.host.read()
