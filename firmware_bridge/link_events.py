"""Messages of our own link: what devices report, as values and as bytes.

No message can carry the order of a deck: a report contains sets of tags, and sets are sent sorted.
"""

import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from burncard.firmware_bridge.events import Face, TagHeard
from burncard.firmware_bridge.link_frames import PAYLOAD_MAX_BYTES
from burncard.firmware_bridge.link_messages import ANTENNAS_MAX, BadPayloadError, Type, pack_text, unpack_texts

UID_BYTES = 8  # of an ISO 15693 tag
TAGS_IN_REPORT_MAX = 24  # 192 bytes of the 240 of a payload
TAGS_IN_SCANNED_MAX = 8  # few, so that a damaged frame costs little
PLACES_IN_PICTURE_MAX = ANTENNAS_MAX  # 128 bytes
CERTAIN_PERCENT = 100
SCANNED_PARTS_MAX = 32  # frames that report one scan
RSSI_NOT_MEASURED = 127  # in dBm; a received signal is never that strong

_FACES: tuple[Face, ...] = ("unknown", "down", "up")


def _signal(rssi_dbm: int | None) -> int:
    return RSSI_NOT_MEASURED if rssi_dbm is None else rssi_dbm


def _flags(face: Face, *, boxed: bool) -> int:
    return _FACES.index(face) | (4 if boxed else 0)


def _tag_heard(uid: bytes, rssi: int, flags: int) -> TagHeard:
    if flags & 3 == 3 or flags > 7:
        raise BadPayloadError("no such face")
    dbm = None if rssi == RSSI_NOT_MEASURED else rssi
    return TagHeard(uid.hex().upper(), dbm, _FACES[flags & 3], bool(flags & 4))


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
        rssi, flags = _signal(self.rssi_dbm), _flags(self.face, boxed=self.boxed)
        return self.LAYOUT.pack(self.antenna, bytes.fromhex(self.uid), rssi, flags, self.cycle)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) != cls.LAYOUT.size:
            raise BadPayloadError("tag event of the wrong length")
        antenna, uid, rssi, flags, cycle = cls.LAYOUT.unpack(payload)
        heard = _tag_heard(uid, rssi, flags)
        return cls(antenna, heard.uid, heard.rssi_dbm, heard.face, heard.boxed, cycle)


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


@dataclass(frozen=True, slots=True)
class Scanned:
    """Event: a scan that was asked for has ended, or a part of its report.

    `part` counts from 0; `more`: another part follows. `tags` are sorted by id, so that their order means nothing.
    """

    scan: int
    antenna: int
    part: int
    duration_ms: int
    complete: bool
    more: bool
    tags: tuple[TagHeard, ...]

    TYPE: ClassVar[Type] = Type.SCANNED
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<IBBHBB")
    TAG_LAYOUT: ClassVar[struct.Struct] = struct.Struct("<8sbB")

    def pack(self) -> bytes:
        flags = (1 if self.complete else 0) | (2 if self.more else 0)
        head = self.LAYOUT.pack(self.scan, self.antenna, self.part, self.duration_ms, flags, len(self.tags))
        return head + b"".join(
            self.TAG_LAYOUT.pack(bytes.fromhex(tag.uid), _signal(tag.rssi_dbm), _flags(tag.face, boxed=tag.boxed))
            for tag in self.tags
        )

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) < cls.LAYOUT.size:
            raise BadPayloadError("scan too short")
        scan, antenna, part, duration_ms, flags, count = cls.LAYOUT.unpack_from(payload)
        if not 1 <= antenna <= ANTENNAS_MAX or flags > 3:
            raise BadPayloadError("no such scan")
        more = bool(flags & 2)
        if part + more >= SCANNED_PARTS_MAX:
            raise BadPayloadError("a scan in too many parts")
        rest = payload[cls.LAYOUT.size :]
        if count > TAGS_IN_SCANNED_MAX or len(rest) != count * cls.TAG_LAYOUT.size:
            raise BadPayloadError("tags cut short")
        tags = tuple(_tag_heard(*fields) for fields in cls.TAG_LAYOUT.iter_unpack(rest))
        uids = [tag.uid for tag in tags]
        if uids != sorted(set(uids)):
            raise BadPayloadError("tags are not a sorted set")
        return cls(scan, antenna, part, duration_ms, bool(flags & 1), more, tags)


def scanned(
    scan: int, antenna: int, duration_ms: int, tags: Iterable[TagHeard], *, complete: bool
) -> Iterator[Scanned]:
    """The report of one scan, in as many parts as it needs. Tags beyond the last part make it incomplete."""
    there = sorted({tag.uid: tag for tag in tags}.values(), key=lambda tag: tag.uid)
    room = SCANNED_PARTS_MAX * TAGS_IN_SCANNED_MAX
    complete, there = complete and len(there) <= room, there[:room]
    for part, first in enumerate(range(0, max(1, len(there)), TAGS_IN_SCANNED_MAX)):
        end = first + TAGS_IN_SCANNED_MAX
        more = end < len(there)
        yield Scanned(scan, antenna, part, duration_ms, complete, more, tuple(there[first:end]))


@dataclass(frozen=True, slots=True)
class FacesOf:
    """What a picture shows of one zone: its antenna's number, cards face up and face down, and how sure that is."""

    antenna: int
    up: int
    down: int
    percent: int


@dataclass(frozen=True, slots=True)
class Faces:
    """Event of a camera: a picture, `age_ms` old when it was reported. Zones that could not be seen are left out."""

    age_ms: int
    places: tuple[FacesOf, ...]

    TYPE: ClassVar[Type] = Type.FACES
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<HB")
    PLACE_LAYOUT: ClassVar[struct.Struct] = struct.Struct("<BBBB")

    def pack(self) -> bytes:
        places = (self.PLACE_LAYOUT.pack(at.antenna, at.up, at.down, at.percent) for at in self.places)
        return self.LAYOUT.pack(self.age_ms, len(self.places)) + b"".join(places)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) < cls.LAYOUT.size:
            raise BadPayloadError("picture too short")
        age_ms, count = cls.LAYOUT.unpack_from(payload)
        rest = payload[cls.LAYOUT.size :]
        if count > PLACES_IN_PICTURE_MAX or len(rest) != count * cls.PLACE_LAYOUT.size:
            raise BadPayloadError("places cut short")
        places = tuple(FacesOf(*fields) for fields in cls.PLACE_LAYOUT.iter_unpack(rest))
        antennas = [at.antenna for at in places]
        if antennas != sorted(set(antennas)) or not all(1 <= antenna <= ANTENNAS_MAX for antenna in antennas):
            raise BadPayloadError("places are not a sorted set")
        if any(at.percent > CERTAIN_PERCENT for at in places):
            raise BadPayloadError("surer than sure")
        return cls(age_ms, places)


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


EventMessage = TagAt | TagLeft | CycleDone | Fault | Scanned | Faces | Report


_EVENTS: dict[Type, Callable[[bytes], EventMessage]] = {
    Type.TAG_READ: TagAt.unpack,
    Type.TAG_GONE: TagLeft.unpack,
    Type.CYCLE_ENDED: CycleDone.unpack,
    Type.FAULT: Fault.unpack,
    Type.SCANNED: Scanned.unpack,
    Type.FACES: Faces.unpack,
    Type.REPORT: Report.unpack,
}


def unpack_event(kind: Type, payload: bytes) -> EventMessage:
    """An event from its bytes. Raises BadPayloadError."""
    if kind not in _EVENTS:
        raise BadPayloadError(f"{kind.name} is not an event")
    return _EVENTS[kind](payload)
