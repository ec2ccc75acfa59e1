"""What devices report: plain values, the same for every make."""

from dataclasses import dataclass
from typing import Literal

Face = Literal["up", "down", "unknown"]
DeviceRole = Literal["reader", "shuffler", "camera"]
Trouble = Literal["port-absent", "port-busy", "port-unusable", "silent", "garbled"]
LinkStateName = Literal["absent", "opening", "identifying", "ready", "stale", "lost"]


@dataclass(frozen=True, slots=True)
class TagHeard:
    """A tag that answered one scan. `rssi_dbm` is None if the reader does not measure it."""

    uid: str
    rssi_dbm: int | None = None
    face: Face = "unknown"
    boxed: bool = False


@dataclass(frozen=True, slots=True)
class StrayTag:
    """Something that answered a scan and is no card: a phone, a bank card, a record that cannot be read.

    `kind` says what it is, such as `iso14443a`. The id may be a new one in each scan: phones invent theirs.
    """

    kind: str
    uid: str


CARD_BEGINS = "E0"
"""Of every ISO 15693 id, and so of every card's. Those that phones invent begin otherwise."""


@dataclass(frozen=True, slots=True)
class Scan:
    """One antenna was scanned once, from `began_ns` to `ended_ns` on the host's clock.

    `tags` are distinct, and their order means nothing. A tag that is not in a complete scan did not answer it, although
    its card may lie there. An incomplete scan says nothing about tags that are not in it. `strays` are no cards.
    """

    antenna: int
    began_ns: int
    ended_ns: int
    tags: tuple[TagHeard, ...]
    complete: bool
    strays: tuple[StrayTag, ...] = ()


@dataclass(frozen=True, slots=True)
class FacesAt:
    """How many cards lie face up and face down in a zone. `antenna`: the number of the antenna under it.

    `chance`: that both numbers are right, as the camera itself puts it; from 0 to 1.
    """

    antenna: int
    up: int
    down: int
    chance: float


@dataclass(frozen=True, slots=True)
class FacesSeen:
    """A camera's picture of the table, taken at `taken_ns` on the host's clock. It names no card.

    `places` are distinct. A zone that is not among them could not be seen: a hand was over it.
    """

    taken_ns: int
    places: tuple[FacesAt, ...]


@dataclass(frozen=True, slots=True)
class ShufflerReport:
    """What a shuffler reports: counts and sets of tag ids, never an order.

    `foreign` counts cards that do not belong to the deck, `boxed` lists cards that lie face up in it, `unlisted` counts
    tags for which the message had no room.
    """

    event: str
    count: int = 0
    missing: frozenset[str] = frozenset()
    duplicate: frozenset[str] = frozenset()
    boxed: frozenset[str] = frozenset()
    foreign: int = 0
    unread: int = 0
    riffles: int = 0
    parts: tuple[int, ...] = ()
    unlisted: int = 0
    code: str = ""


@dataclass(frozen=True, slots=True)
class DeviceIdentified:
    """The handshake is done: which device answered, and what it can do. Reported before the link is `ready`.

    `antennas` is 0 if the number is not known. `is_virtual`: there is no hardware, as the device says itself.
    `proves`: it can prove with a key which device it is; otherwise there is only its serial number.
    """

    kind: str
    serial_number: str
    firmware_version: str
    firmware_hash: str
    antennas: int
    senses_face: bool
    senses_boxed: bool
    is_virtual: bool = False
    proves: bool = False


@dataclass(frozen=True, slots=True)
class LinkChanged:
    """The state of the link to a device has changed."""

    state: LinkStateName


@dataclass(frozen=True, slots=True)
class LinkTrouble:
    """Why there has been no device at the port for a while. It ends when the link is `ready`.

    `port-absent`: there is no such port; `port-busy`: another program has it; `port-unusable`: it cannot be used for
    another reason; `silent`: it is open, and nothing is heard; `garbled`: what is heard is not the device's protocol.
    """

    code: Trouble
    text: str


@dataclass(frozen=True, slots=True)
class EventsLost:
    """Events of the device are missing: `count` of them, None if unknown (it restarted with some not yet sent).

    What a reader hears now comes with its next scans; request the state of a shuffler again with `go_to`.
    """

    count: int | None


@dataclass(frozen=True, slots=True)
class DeviceFault:
    """The device reports a fault of its own."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class DeviceNote:
    """Something about the device that a technician should know, and that stops nothing. `code` names it."""

    code: str
    text: str


Event = (
    Scan
    | FacesSeen
    | ShufflerReport
    | DeviceIdentified
    | LinkChanged
    | LinkTrouble
    | EventsLost
    | DeviceFault
    | DeviceNote
)
