"""A FEIG reader as it comes from the factory, written from the manuals' pages with bytes of its own.

It shares no code with the driver: framing, CRC and records are spelled out here. At the factory it reports only new
tags (CFG5 byte 11, bit 0), looks for ISO 14443 A too (CFG3), and forgets on a restart what was written to RAM only.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import Face

Antennas = Literal["one", "multiplexer", "named", "ignores"]
"""How antennas are selected. `ignores`: the reader has one, and ignores bit 4 of the mode and the byte after it."""

OK, NO_TAG, RANGE, LOGIN, READ_PROTECTED, UNKNOWN, LENGTH, NOT_NOW, NO_DATA = (
    0,
    1,
    0x11,
    0x13,
    0x15,
    0x80,
    0x81,
    0x82,
    0x92,
)
CARD, PHONE, NEW_KIND = 3, 4, 0x55
FACTORY: dict[int, bytes] = {
    1: bytes([0, 0, 8, 1, 0, 0, 0, 0x64, 0, 0, 0, 0, 0, 0]),
    3: bytes([0x00, 0x18, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    5: bytes([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]),
}


def checksum(data: bytes) -> bytes:
    """CRC-16 as the manual prints it: polynomial 8408, initial value FFFF, low byte first."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return crc.to_bytes(2, "little")


@dataclass
class FactoryFeig:
    """One reader. `tags`: by id, the antenna and the kind of what lies there; `heard`: every request, in order.

    `mode` is its CFG1 byte 13: 0 host, 80 buffered read, C0 notification. `locked`: configuration wants a password.
    `old`: it knows no configuration commands. `stubborn`: it takes what is written, and goes on as before.
    """

    antennas: int = 4
    select: Antennas = "multiplexer"
    mode: int = 0
    address: int = 0
    locked: bool = False
    old: bool = False
    stubborn: bool = False
    acknowledged: bool = True
    software_type: int = 80
    tags: dict[str, tuple[int, int]] = field(default_factory=dict)
    heard: list[bytes] = field(default_factory=list)
    cut_next: bool = False
    delay_next_ns: int = 0
    mute: bool = False
    eeprom: dict[int, bytes] = field(default_factory=lambda: dict(FACTORY))
    ram: dict[int, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.eeprom[1] = self.eeprom[1][:13] + bytes([self.mode])
        self._received = bytearray()
        self._output = b""
        self._quiet: set[str] = set()
        self._replies: deque[tuple[int, bytes]] = deque()
        self._sets: deque[tuple[str, int]] = deque()
        self._read = 0
        self._notify_at_ns = 0
        self._now_ns = 0
        self.restart()

    # ---- the room --------------------

    def put_tag(self, uid: str, antenna: int, face: Face, now_ns: Nanoseconds, *, boxed: bool = False) -> None:
        """Lays a tag over an antenna."""
        self.lay(uid, antenna, CARD)
        self._now_ns = max(self._now_ns, now_ns)

    def lay(self, uid: str, antenna: int, kind: int) -> None:
        """Lays a tag of any kind over an antenna."""
        self.tags[uid] = antenna, kind
        self._quiet.discard(uid)
        self._sets.append((uid, antenna))

    def take_tag(self, uid: str, now_ns: Nanoseconds) -> None:
        """Takes a tag away."""
        self.tags.pop(uid, None)
        self._quiet.discard(uid)

    def restart(self) -> None:
        """The supply fails for a moment: RAM is filled from EEPROM again, and the field was off."""
        self.ram = dict(self.eeprom)
        self.channel = 1
        self._quiet.clear()
        self._received.clear()

    @property
    def only_new(self) -> bool:
        """ONT."""
        return bool(self.ram[5][11] & 1) or self.stubborn

    @property
    def scans_by_itself(self) -> bool:
        """Whether it reads by itself, and refuses inventories."""
        return bool((self.eeprom if self.stubborn else self.ram)[1][13])

    # ---- the line --------------------

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes from the host."""
        self._now_ns = now_ns
        self._received += data
        while self._received and len(self._received) >= self._received[0] >= 5:
            frame = bytes(self._received[: self._received[0]])
            del self._received[: len(frame)]
            if checksum(frame[:-2]) == frame[-2:] and frame[1] in (0xFF, self.address):
                self.heard.append(frame[2:-2])
                self._answer(frame[2], frame[3:-2])

    def tick(self, now_ns: Nanoseconds) -> None:
        """Time has passed: a notification may be due, or due again."""
        self._now_ns = now_ns
        if self.mode == 0xC0 and self._sets and self.scans_by_itself and now_ns >= self._notify_at_ns:
            self._notify_at_ns = now_ns + (5 * SECOND if self.acknowledged else 50 * MS)
            self._reply(0x22, OK, self._some_sets(), now_ns)
            if not self.acknowledged:
                self._clear()
        while self._replies and self._replies[0][0] <= now_ns:
            self._output += self._replies.popleft()[1]

    def next_due_ns(self) -> Nanoseconds | None:
        """When something is due."""
        due = [at for at, _ in list(self._replies)[:1]]
        if self.mode == 0xC0 and self._sets and self.scans_by_itself:
            due.append(max(self._notify_at_ns, self._now_ns))
        return Nanoseconds(min(due)) if due else None

    def take_output(self) -> bytes:
        """The replies that are due."""
        output, self._output = self._output, b""
        return output

    def line_lost(self) -> None:
        """The line was pulled; the supply stays."""
        self._received.clear()
        self._replies.clear()
        self._output = b""

    # ---- commands --------------------

    def _answer(self, command: int, data: bytes) -> None:
        commands: dict[int, Callable[[bytes], tuple[int, bytes, int]]] = {
            0x22: lambda data: (OK, self._some_sets(), 1) if self._sets else (NO_DATA, b"", 1),
            0x32: lambda data: (OK, self._clear(), 1),
            0x33: lambda data: (OK, self._refill(), 1),
            0x63: lambda data: (OK, self._restarted(), 10),
            0x65: lambda data: (OK, bytes([3, 15, 0, 0x44, self.software_type, 0, 8]), 1),
            0x66: lambda data: (OK, bytes.fromhex("00C0FFEE") + bytes(7), 1),
            0x69: lambda data: (OK, self._field_off(), 15),
            0x6A: lambda data: (OK, b"", 1),
            0x80: self._read_configuration,
            0x81: self._write_configuration,
            0xB0: self._inventory,
            0xDD: self._select,
        }
        known = commands.get(command)
        status, reply, took_ms = (UNKNOWN, b"", 1) if known is None else known(data)
        if not self.mute:
            self._reply(command, status, reply, self._now_ns + took_ms * MS)

    def _reply(self, command: int, status: int, data: bytes, at_ns: int) -> None:
        body = bytes([self.address, command, status]) + data
        frame = bytes([len(body) + 3]) + body
        frame += checksum(frame)
        if self.cut_next:
            self.cut_next, frame = False, frame[: len(frame) // 2]
        self._replies.append((at_ns + self.delay_next_ns, frame))
        self.delay_next_ns = 0

    def _read_configuration(self, data: bytes) -> tuple[int, bytes, int]:
        if self.old or self.locked:
            return UNKNOWN if self.old else LOGIN, b"", 1
        block = (self.eeprom if data[0] & 0x80 else self.ram).get(data[0] & 0x3F)
        return (READ_PROTECTED, b"", 1) if block is None else (OK, block, 1)

    def _write_configuration(self, data: bytes) -> tuple[int, bytes, int]:
        number = data[0] & 0x3F
        if self.old or self.locked:
            return UNKNOWN if self.old else LOGIN, b"", 1
        if number not in self.ram:
            return 0x16, b"", 1
        self.ram[number] = data[1:]
        if data[0] & 0x80:
            self.eeprom[number] = data[1:]
        return OK, b"", 300 if data[0] & 0x80 else 5

    def _select(self, data: bytes) -> tuple[int, bytes, int]:
        if self.select != "multiplexer":
            return UNKNOWN, b"", 1
        address, channel, _ = data
        antenna = address * 8 + channel
        if not 1 <= channel <= 8 or antenna > self.antennas:
            return RANGE, b"", 1
        self.channel = antenna
        return OK, b"", 1

    def _inventory(self, data: bytes) -> tuple[int, bytes, int]:
        if self.scans_by_itself:
            return NOT_NOW, b"", 1
        asked = range(1, self.antennas + 1)
        named = bool(data[1] & 0x10)
        if named and self.select in ("one", "multiplexer"):
            return LENGTH, b"", 1
        if self.select == "multiplexer":
            asked = range(self.channel, self.channel + 1)
        elif named and self.select == "named":
            asked = range(data[2].bit_length(), data[2].bit_length() + 1)
            if asked.start > self.antennas:
                return RANGE, b"", 1
        here = {uid: place for uid, place in self.tags.items() if place[0] in asked and uid not in self._quiet}
        drivers = self.ram[3][1]
        here = {uid: place for uid, place in here.items() if place[1] > 15 or drivers & 1 << place[1]}
        if self.only_new:
            self._quiet.update(here)
        records = [self._record(uid, *place, named=named and self.select == "named") for uid, place in here.items()]
        status = OK if records else NO_TAG
        return status, bytes([len(records)]) + b"".join(records) if records else b"", 14 + 5 * len(records)

    def _record(self, uid: str, antenna: int, kind: int, *, named: bool) -> bytes:
        raw = bytes.fromhex(uid)
        if kind == PHONE:
            record = bytes([PHONE, 0x20, 0]) + raw
        elif kind == CARD and named:
            record = bytes([CARD, 0, 8]) + raw
        else:
            record = bytes([kind, 0]) + raw
        return bytes([0x11]) + record + bytes([1, antenna, 0, 40, 0, 0, 0, 0]) if named else record

    # ---- buffered read --------------------

    def _some_sets(self) -> bytes:
        self._read = min(len(self._sets), 8)
        records = [
            bytes([CARD, 0, 8]) + bytes.fromhex(uid) + bytes([antenna])
            for uid, antenna in list(self._sets)[: self._read]
        ]
        body = b"".join((len(record) + 2).to_bytes(2, "big") + record for record in records)
        return bytes([0x11]) + len(records).to_bytes(2, "big") + body

    def _clear(self) -> bytes:
        for _ in range(self._read):
            self._sets.popleft()
        self._read = 0
        self._notify_at_ns = self._now_ns
        return b""

    def _refill(self) -> bytes:
        self._sets = deque((uid, place[0]) for uid, place in self.tags.items())
        self._read = 0
        return b""

    def _field_off(self) -> bytes:
        self._quiet.clear()
        return b""

    def _restarted(self) -> bytes:
        self.restart()
        return b""
