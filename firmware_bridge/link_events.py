"""Messages of our own link: what devices report, as values and as bytes.

No message can carry the order of a deck: a report contains sets of tags, and sets are sent sorted.
"""

import struct
from dataclasses import dataclass
from typing import ClassVar, Self

from burncard.firmware_bridge.events import Face
from burncard.firmware_bridge.link_frames import PAYLOAD_MAX_BYTES
from burncard.firmware_bridge.link_messages import BadPayloadError, Type, pack_text, unpack_texts

UID_BYTES = 8  # of an ISO 15693 tag
TAGS_IN_REPORT_MAX = 24  # 192 bytes of the 240 of a payload
RSSI_NOT_MEASURED = 127  # in dBm; a received signal is never that strong

_FACES: tuple[Face, ...] = ("unknown", "down", "up")


@dataclass(frozen=True, slots=True)
class TagAt:
    """Event: a tag at an antenna, and which way up its card lies, from the optical sensor."""

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
        rssi = RSSI_NOT_MEASURED if self.rssi_dbm is None else self.rssi_dbm
        return self.LAYOUT.pack(self.antenna, bytes.fromhex(self.uid), rssi, flags, self.cycle)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) != cls.LAYOUT.size:
            raise BadPayloadError("tag event of the wrong length")
        antenna, uid, rssi, flags, cycle = cls.LAYOUT.unpack(payload)
        if flags & 3 == 3 or flags > 7:
            raise BadPayloadError("no such face")
        dbm = None if rssi == RSSI_NOT_MEASURED else rssi
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
            raise BadPayloadError("tag event of the wrong length")
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
        if len(payload) != cls.LAYOUT.size:
            raise BadPayloadError("cycle of the wrong length")
        return cls(*cls.LAYOUT.unpack(payload))


@dataclass(frozen=True, slots=True)
class Fault:
    """Event: the device reports a fault. `code` is for programs, `text` for people."""

    code: str
    text: str

    TYPE: ClassVar[Type] = Type.FAULT

    def pack(self) -> bytes:
        return pack_text(self.code) + pack_text(self.text)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        return cls(*unpack_texts(payload, 2))


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
    """Event of a shuffler: what happened, counts, and sets of tags.

    `code` is the code of a fault or the place of a jam; `unlisted` counts tags for which the message has no room.
    """

    event: str
    count: int = 0
    foreign: int = 0
    unread: int = 0
    riffles: int = 0
    parts: tuple[int, int] = (0, 0)
    unlisted: int = 0
    code: str = ""
    missing: frozenset[str] = frozenset()
    duplicate: frozenset[str] = frozenset()
    boxed: frozenset[str] = frozenset()

    TYPE: ClassVar[Type] = Type.REPORT
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<BBBBBBBBBBB")

    def pack(self) -> bytes:
        sets = [sorted(tags) for tags in (self.missing, self.duplicate, self.boxed)]
        unlisted = self.unlisted
        while sum(len(tags) for tags in sets) > TAGS_IN_REPORT_MAX:
            max(sets, key=len).pop()
            unlisted += 1
        numbers = (self.count, self.foreign, self.unread, self.riffles, *self.parts, unlisted)
        head = self.LAYOUT.pack(REPORT_EVENTS.index(self.event), *numbers, *(len(tags) for tags in sets))
        payload = head + b"".join(bytes.fromhex(uid) for tags in sets for uid in tags) + pack_text(self.code)
        assert len(payload) <= PAYLOAD_MAX_BYTES
        return payload

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) < cls.LAYOUT.size:
            raise BadPayloadError("report too short")
        number, count, foreign, unread, riffles, upper, lower, unlisted, *sizes = cls.LAYOUT.unpack_from(payload)
        if number >= len(REPORT_EVENTS):
            raise BadPayloadError("no such report")
        rest = payload[cls.LAYOUT.size :]
        sets: list[frozenset[str]] = []
        for size in sizes:
            raw, rest = rest[: size * UID_BYTES], rest[size * UID_BYTES :]
            sets.append(_set_of_tags(raw, size))
        (code,) = unpack_texts(rest, 1)
        event = REPORT_EVENTS[number]
        return cls(event, count, foreign, unread, riffles, (upper, lower), unlisted, code, *sets)


def _set_of_tags(raw: bytes, size: int) -> frozenset[str]:
    if len(raw) != size * UID_BYTES:
        raise BadPayloadError("tags cut short")
    uids = [raw[i : i + UID_BYTES].hex().upper() for i in range(0, len(raw), UID_BYTES)]
    if uids != sorted(set(uids)):
        raise BadPayloadError("tags are not a sorted set")
    return frozenset(uids)


EventMessage = TagAt | TagLeft | CycleDone | Fault | Report


def unpack_event(kind: Type, payload: bytes) -> EventMessage:
    """An event from its bytes. Raises BadPayloadError."""
    if kind is Type.TAG_READ:
        return TagAt.unpack(payload)
    if kind is Type.TAG_GONE:
        return TagLeft.unpack(payload)
    if kind is Type.CYCLE_ENDED:
        return CycleDone.unpack(payload)
    if kind is Type.FAULT:
        return Fault.unpack(payload)
    if kind is Type.REPORT:
        return Report.unpack(payload)
    raise BadPayloadError(f"{kind.name} is not an event")
