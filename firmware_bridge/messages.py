"""Messages of our own link: what each frame type carries, as values, with their bytes.

No message can carry the order of a deck: a report names sets of tags, and sets are sent sorted.
"""

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar, Protocol, Self

from firmware_bridge.codec import PAYLOAD_MAX_BYTES
from firmware_bridge.events import Face

UID_BYTES = 8
TAGS_IN_REPORT_MAX = 24

_FACES: tuple[Face, ...] = ("unknown", "down", "up")


class Type(IntEnum):
    """Frame types. Below 0x80 from the host, from 0x80 on from the device."""

    HELLO = 0x01
    PING = 0x02
    EVENT_ACK = 0x03
    REPEAT_FROM = 0x04
    SCAN_ORDER = 0x10
    REPORT_ALL = 0x11
    GO_TO = 0x20
    IDENTITY = 0x81
    PONG = 0x82
    COMMAND_ACK = 0x83
    EVENTS_GONE = 0x84
    TAG_READ = 0x90
    TAG_GONE = 0x91
    CYCLE_ENDED = 0x92
    REPORT = 0xA0


COMMANDS = frozenset({Type.SCAN_ORDER, Type.REPORT_ALL, Type.GO_TO})
EVENTS = frozenset({Type.TAG_READ, Type.TAG_GONE, Type.CYCLE_ENDED, Type.REPORT})


class BadPayloadError(ValueError):
    """A frame whose CRC is right carries a payload that its type does not allow."""


class Message(Protocol):
    """A value with its frame type and bytes."""

    TYPE: ClassVar[Type]

    def pack(self) -> bytes:
        """The payload."""
        ...


def _unpack(layout: struct.Struct, payload: bytes) -> tuple[int, ...]:
    if len(payload) != layout.size:
        raise BadPayloadError(f"{len(payload)} bytes where {layout.size} are due")
    return layout.unpack(payload)


@dataclass(frozen=True, slots=True)
class Hello:
    """Opens a session: the highest protocol version the host speaks, and a number that names the session."""

    version: int
    session: int

    TYPE: ClassVar[Type] = Type.HELLO
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<BI")

    def pack(self) -> bytes:
        return self.LAYOUT.pack(self.version, self.session)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        return cls(*_unpack(cls.LAYOUT, payload))


@dataclass(frozen=True, slots=True)
class Identity:
    """The device's answer to HELLO. `boot` changes at every power-up; `first_event` is the oldest it can still send."""

    version: int
    session: int
    boot: int
    first_event: int
    kind: str
    firmware_version: str
    firmware_hash: str
    serial_number: str
    antennas: int
    senses_face: bool
    senses_boxed: bool

    TYPE: ClassVar[Type] = Type.IDENTITY
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<BIIIBB")

    def pack(self) -> bytes:
        flags = (1 if self.senses_face else 0) | (2 if self.senses_boxed else 0)
        head = self.LAYOUT.pack(self.version, self.session, self.boot, self.first_event, self.antennas, flags)
        texts = (self.kind, self.firmware_version, self.firmware_hash, self.serial_number)
        return head + b"".join(_text(text) for text in texts)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) < cls.LAYOUT.size:
            raise BadPayloadError("identity too short")
        version, session, boot, first_event, antennas, flags = cls.LAYOUT.unpack_from(payload)
        texts = _texts(payload[cls.LAYOUT.size :], 4)
        return cls(version, session, boot, first_event, *texts, antennas, bool(flags & 1), bool(flags & 2))


def _text(text: str) -> bytes:
    raw = text.encode("ascii")
    if len(raw) > 32:
        raise ValueError(f"{text!r} is longer than 32 bytes")
    return bytes([len(raw)]) + raw


def _texts(raw: bytes, count: int) -> tuple[str, str, str, str]:
    texts: list[str] = []
    for _ in range(count):
        if not raw or len(raw) < 1 + raw[0]:
            raise BadPayloadError("text cut short")
        try:
            texts.append(raw[1 : 1 + raw[0]].decode("ascii"))
        except UnicodeDecodeError as error:
            raise BadPayloadError("text is not ASCII") from error
        raw = raw[1 + raw[0] :]
    if raw:
        raise BadPayloadError("bytes behind the last text")
    return texts[0], texts[1], texts[2], texts[3]


@dataclass(frozen=True, slots=True)
class Number:
    """A message that carries one number: PING and PONG (a counter), EVENT_ACK (the last event that arrived in order),
    REPEAT_FROM (the first one missing), COMMAND_ACK (the command done), EVENTS_GONE (the first one still there)."""

    type: Type
    value: int

    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<I")

    def pack(self) -> bytes:
        return self.LAYOUT.pack(self.value)

    @classmethod
    def unpack(cls, kind: Type, payload: bytes) -> Self:
        return cls(kind, _unpack(cls.LAYOUT, payload)[0])


@dataclass(frozen=True, slots=True)
class ScanOrder:
    """Command: the antennas to scan first, most wanted first."""

    antennas: tuple[int, ...]

    TYPE: ClassVar[Type] = Type.SCAN_ORDER

    def pack(self) -> bytes:
        return bytes(self.antennas)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        return cls(tuple(payload))


@dataclass(frozen=True, slots=True)
class ReportAll:
    """Command: tell every tag that answers now, as after power-up."""

    TYPE: ClassVar[Type] = Type.REPORT_ALL

    def pack(self) -> bytes:
        return b""

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if payload:
            raise BadPayloadError("no payload is due")
        return cls()


class Target(IntEnum):
    """States that a shuffler can be told to reach. Told twice, it does it once."""

    IDLE = 0
    LOADED = 1
    SHUFFLED = 2
    VERIFIED = 3
    COUNTED = 4
    EJECTED = 5
    JAM_CLEARED = 6
    SELF_TESTED = 7
    SORTED = 8


@dataclass(frozen=True, slots=True)
class GoTo:
    """Command: reach a state."""

    target: Target

    TYPE: ClassVar[Type] = Type.GO_TO

    def pack(self) -> bytes:
        return bytes([self.target])

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) != 1 or payload[0] not in Target:
            raise BadPayloadError("no such state")
        return cls(Target(payload[0]))


@dataclass(frozen=True, slots=True)
class TagAt:
    """Event: a tag at an antenna. RSSI in dBm, 127 = not measured."""

    antenna: int
    uid: str
    rssi_dbm: int | None
    face: Face
    boxed: bool
    cycle: int

    TYPE: ClassVar[Type] = Type.TAG_READ
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<B8sbBI")

    def pack(self) -> bytes:
        flags = _FACES.index(self.face) | (4 if self.boxed else 0)
        rssi = 127 if self.rssi_dbm is None else self.rssi_dbm
        return self.LAYOUT.pack(self.antenna, bytes.fromhex(self.uid), rssi, flags, self.cycle)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) != cls.LAYOUT.size:
            raise BadPayloadError("tag event of a wrong length")
        antenna, uid, rssi, flags, cycle = cls.LAYOUT.unpack(payload)
        if flags & 3 == 3 or flags > 7:
            raise BadPayloadError("no such face")
        dbm = None if rssi == 127 else rssi
        return cls(antenna, uid.hex().upper(), dbm, _FACES[flags & 3], bool(flags & 4), cycle)


@dataclass(frozen=True, slots=True)
class TagLeft:
    """Event: a tag no longer answers at its antenna."""

    antenna: int
    uid: str
    cycle: int

    TYPE: ClassVar[Type] = Type.TAG_GONE
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<B8sI")

    def pack(self) -> bytes:
        return self.LAYOUT.pack(self.antenna, bytes.fromhex(self.uid), self.cycle)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) != cls.LAYOUT.size:
            raise BadPayloadError("tag event of a wrong length")
        antenna, uid, cycle = cls.LAYOUT.unpack(payload)
        return cls(antenna, uid.hex().upper(), cycle)


@dataclass(frozen=True, slots=True)
class CycleDone:
    """Event: a scan of all antennas is complete."""

    cycle: int

    TYPE: ClassVar[Type] = Type.CYCLE_ENDED
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<I")

    def pack(self) -> bytes:
        return self.LAYOUT.pack(self.cycle)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        return cls(*_unpack(cls.LAYOUT, payload))


REPORT_EVENTS = (
    "idle",
    "loading",
    "shuffling",
    "verifying",
    "ready",
    "verified",
    "shuffled",
    "cut",
    "delivered",
    "sorted",
    "counted",
    "progress",
    "deck-in",
    "deck-out",
    "door-open",
    "door-closed",
    "jam",
    "recovered",
    "fault",
    "cleared",
    "cancelled",
    "self-tested",
)


@dataclass(frozen=True, slots=True)
class Report:
    """Event of a shuffler: what happened, counts, and sets of tags. `code`: a fault's code or a jam's zone."""

    event: str
    count: int = 0
    foreign: int = 0
    unread: int = 0
    riffles: int = 0
    parts: tuple[int, int] = (0, 0)
    code: str = ""
    missing: frozenset[str] = frozenset()
    duplicate: frozenset[str] = frozenset()
    boxed: frozenset[str] = frozenset()

    TYPE: ClassVar[Type] = Type.REPORT
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<BBBBBBBBBB")

    def pack(self) -> bytes:
        sets = [sorted(tags) for tags in (self.missing, self.duplicate, self.boxed)]
        while sum(len(tags) for tags in sets) > TAGS_IN_REPORT_MAX:
            max(sets, key=len).pop()
        numbers = (self.count, self.foreign, self.unread, self.riffles, *self.parts)
        head = self.LAYOUT.pack(REPORT_EVENTS.index(self.event), *numbers, *(len(tags) for tags in sets))
        payload = head + b"".join(bytes.fromhex(uid) for tags in sets for uid in tags) + _text(self.code)
        assert len(payload) <= PAYLOAD_MAX_BYTES
        return payload

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) < cls.LAYOUT.size:
            raise BadPayloadError("report too short")
        number, count, foreign, unread, riffles, upper, lower, *sizes = cls.LAYOUT.unpack_from(payload)
        if number >= len(REPORT_EVENTS):
            raise BadPayloadError("no such report")
        rest = payload[cls.LAYOUT.size :]
        sets: list[frozenset[str]] = []
        for size in sizes:
            raw, rest = rest[: size * UID_BYTES], rest[size * UID_BYTES :]
            if len(raw) != size * UID_BYTES:
                raise BadPayloadError("tags cut short")
            uids = [raw[i : i + UID_BYTES].hex().upper() for i in range(0, len(raw), UID_BYTES)]
            if uids != sorted(set(uids)):
                raise BadPayloadError("tags are not a sorted set")
            sets.append(frozenset(uids))
        if not rest or len(rest) != 1 + rest[0]:
            raise BadPayloadError("code cut short")
        try:
            code = rest[1:].decode("ascii")
        except UnicodeDecodeError as error:
            raise BadPayloadError("code is not ASCII") from error
        return cls(REPORT_EVENTS[number], count, foreign, unread, riffles, (upper, lower), code, *sets)


Command = ScanOrder | ReportAll | GoTo


def unpack_command(kind: Type, payload: bytes) -> Command:
    """A command from its bytes. Raises BadPayloadError."""
    if kind is Type.SCAN_ORDER:
        return ScanOrder.unpack(payload)
    if kind is Type.REPORT_ALL:
        return ReportAll.unpack(payload)
    if kind is Type.GO_TO:
        return GoTo.unpack(payload)
    raise BadPayloadError(f"{kind.name} is no command")
