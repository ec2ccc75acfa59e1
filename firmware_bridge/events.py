"""What devices tell: plain values, the same for every make of device."""

from dataclasses import dataclass
from typing import Literal

Face = Literal["up", "down", "unknown"]
LinkStateName = Literal["absent", "opening", "identifying", "ready", "stale", "lost"]


@dataclass(frozen=True, slots=True)
class TagRead:
    """A tag answered at an antenna. `cycle`: the scan it was seen in; the order within a cycle is unknown."""

    antenna: int
    uid: str
    rssi_dbm: int | None
    face: Face
    boxed: bool
    cycle: int


@dataclass(frozen=True, slots=True)
class TagGone:
    """A tag has not answered at its antenna for the device's patience. That alone never means that a card left."""

    antenna: int
    uid: str
    cycle: int


@dataclass(frozen=True, slots=True)
class CycleEnded:
    """All antennas have been scanned once."""

    cycle: int


@dataclass(frozen=True, slots=True)
class ShufflerReport:
    """What a shuffler says: counts and sets of tag ids, never an order."""

    event: str
    count: int = 0
    missing: frozenset[str] = frozenset()
    duplicate: frozenset[str] = frozenset()
    boxed: frozenset[str] = frozenset()
    foreign: int = 0
    unread: int = 0
    riffles: int = 0
    parts: tuple[int, ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True)
class DeviceIdentified:
    """The handshake is done."""

    kind: str
    serial_number: str
    firmware_version: str
    firmware_hash: str
    antennas: int
    senses_face: bool
    senses_boxed: bool


@dataclass(frozen=True, slots=True)
class LinkChanged:
    """The link to a device is in another state."""

    state: LinkStateName


@dataclass(frozen=True, slots=True)
class EventsLost:
    """The device had to drop events, or could not repeat them: `count` of them are missing."""

    count: int


@dataclass(frozen=True, slots=True)
class DeviceFault:
    """The device reports a fault of its own."""

    code: str
    text: str


Event = TagRead | TagGone | CycleEnded | ShufflerReport | DeviceIdentified | LinkChanged | EventsLost | DeviceFault
