"""Messages of our own link: the handshake, acknowledgements and commands, as values and as bytes.

The messages in which devices report events are in `link_events`. docs/link-protocol.md lists every payload.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar, Protocol, Self

from burncard.firmware_bridge.events import DeviceIdentified

LINK_VERSION = 2  # the highest that this code speaks; version 1 is spoken too
TEXT_MAX_BYTES = 32  # of any text, its length byte not counted
ANTENNAS_MAX = 32  # of one reader
KEY_BYTES = 32


class Type(IntEnum):
    """Frame types: below 0x80 from the host, the others from the device."""

    HELLO = 0x01
    PING = 0x02
    EVENT_ACK = 0x03
    REPEAT_FROM = 0x04
    PROVE = 0x05
    SCAN_ORDER = 0x10
    REPORT_ALL = 0x11
    RESET = 0x12
    SCAN = 0x13
    SET_KEY = 0x14
    SET_SPEED = 0x15
    GO_TO = 0x20
    IDENTITY = 0x81
    PONG = 0x82
    COMMAND_ACK = 0x83
    EVENTS_GONE = 0x84
    NO_SESSION = 0x85
    COMMAND_REFUSED = 0x86
    PROOF = 0x87
    TAG_READ = 0x90
    TAG_GONE = 0x91
    CYCLE_ENDED = 0x92
    FAULT = 0x93
    SCANNED = 0x94
    FACES = 0x95
    REPORT = 0xA0


COMMANDS = frozenset(
    {Type.SCAN_ORDER, Type.REPORT_ALL, Type.RESET, Type.SCAN, Type.SET_KEY, Type.SET_SPEED, Type.GO_TO}
)
EVENTS = frozenset({Type.TAG_READ, Type.TAG_GONE, Type.CYCLE_ENDED, Type.FAULT, Type.SCANNED, Type.FACES, Type.REPORT})
SINCE_VERSION_2 = frozenset({Type.SCAN, Type.SCANNED, Type.FACES})


class BadPayloadError(ValueError):
    """A frame with a valid CRC has a payload that its type does not allow."""


class Message(Protocol):
    """A message with its frame type and payload."""

    TYPE: ClassVar[Type]

    def pack(self) -> bytes:
        """The payload."""
        ...


def _unpack(layout: struct.Struct, payload: bytes) -> tuple[int, ...]:
    if len(payload) != layout.size:
        raise BadPayloadError(f"{len(payload)} bytes instead of {layout.size}")
    return layout.unpack(payload)


@dataclass(frozen=True, slots=True)
class Hello:
    """Opens a session: the host's highest protocol version, and a number that names the session."""

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
    """The device's answer to HELLO. `boot` changes at every power-up; `first_event` is the oldest it can still send.

    `is_virtual`: there is no hardware. `proves`: it can be given a key, and proves that it has it. `changes_speed`: it
    takes SET_SPEED.
    """

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
    is_virtual: bool = False
    proves: bool = False
    changes_speed: bool = False

    TYPE: ClassVar[Type] = Type.IDENTITY
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<BIIIBB")

    def pack(self) -> bytes:
        said = (self.senses_face, self.senses_boxed, self.is_virtual, self.proves, self.changes_speed)
        flags = sum(1 << bit for bit, is_set in enumerate(said) if is_set)
        head = self.LAYOUT.pack(self.version, self.session, self.boot, self.first_event, self.antennas, flags)
        texts = (self.kind, self.firmware_version, self.firmware_hash, self.serial_number)
        return head + b"".join(pack_text(text) for text in texts)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) < cls.LAYOUT.size:
            raise BadPayloadError("identity too short")
        version, session, boot, first_event, antennas, flags = cls.LAYOUT.unpack_from(payload)
        made, release, code_hash, serial = unpack_texts(payload[cls.LAYOUT.size :], 4)
        if not 0 <= antennas <= ANTENNAS_MAX:
            raise BadPayloadError(f"{antennas} antennas")
        bits = (bool(flags & 1 << bit) for bit in range(5))
        return cls(version, session, boot, first_event, made, release, code_hash, serial, antennas, *bits)


def identified_by(identity: Identity) -> DeviceIdentified:
    """What the rest of the program is told of a device."""
    return DeviceIdentified(
        kind=identity.kind,
        serial_number=identity.serial_number,
        firmware_version=identity.firmware_version,
        firmware_hash=identity.firmware_hash,
        antennas=identity.antennas,
        senses_face=identity.senses_face,
        senses_boxed=identity.senses_boxed,
        is_virtual=identity.is_virtual,
        proves=identity.proves,
    )


def pack_text(text: str) -> bytes:
    """A printable ASCII text with its length before it. Raises ValueError if it is too long, or is none."""
    raw = text.encode("ascii")
    if not text.isprintable():
        raise ValueError(f"{text!r} is not printable")
    if len(raw) > TEXT_MAX_BYTES:
        raise ValueError(f"{text!r} is longer than {TEXT_MAX_BYTES} bytes")
    return bytes([len(raw)]) + raw


def unpack_texts(raw: bytes, count: int) -> list[str]:
    """Exactly `count` texts, and nothing after them. Raises BadPayloadError."""
    texts: list[str] = []
    for _ in range(count):
        if not raw or raw[0] > TEXT_MAX_BYTES or len(raw) < 1 + raw[0]:
            raise BadPayloadError("text cut short")
        text = raw[1 : 1 + raw[0]].decode("latin-1")
        if not (text.isascii() and text.isprintable()):  # it is shown on terminals, which obey control characters
            raise BadPayloadError("text is not printable ASCII")
        texts.append(text)
        raw = raw[1 + raw[0] :]
    if raw:
        raise BadPayloadError("bytes after the last text")
    return texts


@dataclass(frozen=True, slots=True)
class Number:
    """A message that carries one number.

    PING, EVENT_ACK: the last event received in order. PONG: the last event sent. REPEAT_FROM: the first event missing.
    EVENTS_GONE: the oldest event that can still be sent. COMMAND_ACK: the command.
    """

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
    """Command: the antennas to scan first, in order of priority."""

    antennas: tuple[int, ...]

    TYPE: ClassVar[Type] = Type.SCAN_ORDER

    def pack(self) -> bytes:
        return bytes(self.antennas)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) > ANTENNAS_MAX or len(set(payload)) != len(payload) or 0 in payload:
            raise BadPayloadError("antennas are not distinct numbers from 1")
        return cls(tuple(payload))


class _Bare:
    """A message without a payload."""

    __slots__ = ()

    def pack(self) -> bytes:
        return b""

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if payload:
            raise BadPayloadError("payload must be empty")
        return cls()


@dataclass(frozen=True, slots=True)
class ReportAll(_Bare):
    """Command: report every tag that answers now, as after power-up."""

    TYPE: ClassVar[Type] = Type.REPORT_ALL


@dataclass(frozen=True, slots=True)
class Reset(_Bare):
    """Command: restart as after power-up, with a new `boot` number and no events kept."""

    TYPE: ClassVar[Type] = Type.RESET


@dataclass(frozen=True, slots=True)
class ScanAntenna:
    """Command: scan one antenna once, and report it as scan number `scan`."""

    antenna: int
    scan: int

    TYPE: ClassVar[Type] = Type.SCAN
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<BI")

    def pack(self) -> bytes:
        return self.LAYOUT.pack(self.antenna, self.scan)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        antenna, scan = _unpack(cls.LAYOUT, payload)
        if not 1 <= antenna <= ANTENNAS_MAX:
            raise BadPayloadError(f"antenna {antenna}")
        return cls(antenna, scan)


@dataclass(frozen=True, slots=True)
class SetKey:
    """Command: keep this key, from now on and after power-up. A device that has one refuses another."""

    key: bytes

    TYPE: ClassVar[Type] = Type.SET_KEY

    def pack(self) -> bytes:
        return self.key

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) != KEY_BYTES:
            raise BadPayloadError(f"a key of {len(payload)} bytes")
        return cls(payload)


@dataclass(frozen=True, slots=True)
class SetSpeed:
    """Command: go on at this speed (bits per second) once it has been acknowledged, until the session ends."""

    baud: int

    TYPE: ClassVar[Type] = Type.SET_SPEED
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<I")

    def pack(self) -> bytes:
        return self.LAYOUT.pack(self.baud)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        return cls(*_unpack(cls.LAYOUT, payload))


class Target(IntEnum):
    """States that a shuffler can be sent to. A repeated command has no effect."""

    IDLE = 0
    LOADED = 1
    SHUFFLED = 2
    VERIFIED = 3
    COUNTED = 4
    EJECTED = 5
    JAM_CLEARED = 6
    SELF_TESTED = 7
    SORTED = 8


_TARGETS = frozenset(int(target) for target in Target)


@dataclass(frozen=True, slots=True)
class GoTo:
    """Command: reach a state."""

    target: Target

    TYPE: ClassVar[Type] = Type.GO_TO

    def pack(self) -> bytes:
        return bytes([self.target])

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) != 1 or payload[0] not in _TARGETS:
            raise BadPayloadError("no such state")
        return cls(Target(payload[0]))


class Refusal(IntEnum):
    """Why a device refuses a command."""

    UNKNOWN = 1
    BAD_PAYLOAD = 2
    BUSY = 3
    HAS_KEY = 4


_REFUSALS = frozenset(int(reason) for reason in Refusal)


@dataclass(frozen=True, slots=True)
class CommandRefused:
    """The device refuses a command; the host does not repeat it."""

    command: int
    reason: Refusal

    TYPE: ClassVar[Type] = Type.COMMAND_REFUSED
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<IB")

    def pack(self) -> bytes:
        return self.LAYOUT.pack(self.command, self.reason)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        command, reason = _unpack(cls.LAYOUT, payload)
        if reason not in _REFUSALS:
            raise BadPayloadError("no such reason")
        return cls(command, Refusal(reason))


Command = ScanOrder | ReportAll | Reset | ScanAntenna | SetKey | SetSpeed | GoTo
NUMBERS = frozenset({Type.PING, Type.EVENT_ACK, Type.REPEAT_FROM, Type.PONG, Type.COMMAND_ACK, Type.EVENTS_GONE})

_COMMANDS: dict[Type, Callable[[bytes], Command]] = {
    Type.SCAN_ORDER: ScanOrder.unpack,
    Type.REPORT_ALL: ReportAll.unpack,
    Type.RESET: Reset.unpack,
    Type.SCAN: ScanAntenna.unpack,
    Type.SET_KEY: SetKey.unpack,
    Type.SET_SPEED: SetSpeed.unpack,
    Type.GO_TO: GoTo.unpack,
}


def unpack_command(kind: Type, payload: bytes) -> Command:
    """A command from its bytes. Raises BadPayloadError."""
    if kind not in _COMMANDS:
        raise BadPayloadError(f"{kind.name} is not a command")
    return _COMMANDS[kind](payload)
