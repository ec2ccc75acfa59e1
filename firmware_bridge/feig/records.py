"""Tags in ISO-Host replies: of an inventory, with or without antenna numbers, and of a buffered read.

Whatever can be understood of a reply is taken. A tag that is no card is listed as what it is; a record of an unknown
type ends where the next card begins; a damaged record costs itself only. `Listing.whole` says whether nothing can be
missing.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from burncard.firmware_bridge.feig.transponders import ISO_15693, UID_BYTES, kind_of, size_of

CARD = kind_of(ISO_15693)
UNREADABLE = "unreadable-"
"""Begins the kind of a record that could not be read; its transponder type follows."""
UID_MAKER = 0xE0
"""First byte of every ISO 15693 id."""
SHOWN_ID_BYTES_MAX = 32

# Flags of a record with antenna numbers.
WITH_ID = 0x01
ANTENNA_BYTES = 7
"""Antenna number, status and RSSI, and four reserved bytes."""
SHORT_TAIL_BYTES = 4
"""Some firmware: a reserved byte, antenna number, status and RSSI."""

# Flags of a buffered read (TR-DATA1, TR-DATA2): which parts its data sets have.
WITH_UID = 0x01
WITH_BLOCKS = 0x02
UID_LSB_FIRST = 0x08
WITH_ANTENNA = 0x10
WITH_TIMER = 0x20
WITH_DATE = 0x40
WITH_MORE_FLAGS = 0x80
WITH_INPUTS = 0x01
WITH_MAC = 0x02
WITH_AFI = 0x04
WITH_STRENGTH = 0x10
TIMER_BYTES = 4
DATE_BYTES = 5
INPUTS_BYTES = 2
MAC_BYTES = 6
STRENGTH_BYTES = 6
"""Antenna number and RSSI, and four reserved bytes."""


class BadRecordsError(ValueError):
    """The bytes are not a list of tags. The message says what is wrong."""


@dataclass(frozen=True, slots=True)
class TagRecord:
    """One tag: its id (hex digits, 16 of a card) and, if the reply has them, its antenna, RSSI and DSFID.

    The RSSI is the reader's own number: the larger, the weaker the signal. `kind` says what it is; only `CARD` can be
    a card.
    """

    uid: str
    antenna: int | None = None
    rssi: int | None = None
    dsfid: int | None = None
    kind: str = CARD


@dataclass(frozen=True, slots=True)
class Listing:
    """The tags of one reply. `whole`: every record was found; otherwise tags may be missing, for the reason `wrong`."""

    tags: tuple[TagRecord, ...] = ()
    wrong: str = ""

    @property
    def whole(self) -> bool:
        """Whether nothing can be missing."""
        return not self.wrong

    @property
    def sensible(self) -> bool:
        """Whether a reader can have sent it: nothing is missing, and nothing is unreadable."""
        return self.whole and not any(tag.kind.startswith(UNREADABLE) for tag in self.tags)

    def cards(self) -> list[TagRecord]:
        """The tags that can be cards."""
        return [tag for tag in self.tags if tag.kind == CARD]

    def strays(self) -> list[TagRecord]:
        """The others."""
        return [tag for tag in self.tags if tag.kind != CARD]


CUT = "a card's record has no end"

Form = Callable[[bytes, int], tuple[list[TagRecord], int]]
"""Reads the record at a place: its tags (one for each antenna), and where the next record begins.

Raises BadRecordsError if the record's end cannot be found.
"""


# ---- inventory --------------------


def read_inventory(data: bytes) -> Listing:
    """The tags in the reply to an inventory: of the form, with or without antenna numbers, that explains most of it.

    `data` is the reply's data after the status: the number of tags, then one record per tag.
    """
    if not data:
        return Listing()
    listings = [_walk(data[1:], data[0], *form) for form in FORMS]
    # No card may be lost: a form that finds none can make sense by accident, one that finds a card's id hardly can.
    # A card that is cut off explains more than a record that cannot be read.
    return max(listings, key=lambda found: (len(found.cards()), found.sensible, found.wrong == CUT, found.whole))


def _walk(body: bytes, count: int, form: Form, start: re.Pattern[bytes], type_at: int) -> Listing:
    tags: list[TagRecord] = []
    at = 0
    for number in range(count):
        if at >= len(body):
            return Listing(tuple(tags), f"{number} tags instead of {count}")
        try:
            found, at = form(body, at)
        except BadRecordsError as error:
            card = start.search(body, at + 1)
            if card is None and body[at + type_at : at + type_at + 1] == bytes([ISO_15693]):
                return Listing(tuple(tags), CUT)
            if card is None and number < count - 1:
                return Listing(tuple(tags), str(error))
            end = len(body) if card is None else card.start()
            found, at = [_stray(body[at:end])], end
        tags += found
    return Listing(tuple(tags), "" if at == len(body) else f"{len(body) - at} bytes more than {count} tags have")


def _stray(raw: bytes) -> TagRecord:
    """A record that cannot be read: of an unknown type, or damaged."""
    return TagRecord(raw[1 : 1 + SHOWN_ID_BYTES_MAX].hex().upper(), kind=f"{UNREADABLE}{raw[0]:02x}")


def _plain(body: bytes, at: int) -> tuple[list[TagRecord], int]:
    """Transponder type, DSFID, id."""
    tag, end = _identity(body, at, counted=False)
    return [tag], end


def _with_antennas(body: bytes, at: int) -> tuple[list[TagRecord], int]:
    """Flags, transponder type, DSFID, length of the id, id; how many antennas heard it, and each of them.

    The flags may also say that the record is about an antenna that heard no tag.
    """
    if body[at] & (WITH_ID | WITH_ANTENNA) == WITH_ANTENNA:
        _need(body, at + 1, ANTENNA_BYTES)
        return [], at + 1 + ANTENNA_BYTES
    tag, after = _identity(body, at + 1, counted=True)
    _need(body, after, 1)
    antennas = max(1, body[after])
    _need(body, after + 1, antennas * ANTENNA_BYTES)
    places = range(after + 1, after + 1 + antennas * ANTENNA_BYTES, ANTENNA_BYTES)
    return [_at(tag, body[place], body[place + 2]) for place in places], places.stop


def _with_antenna(body: bytes, at: int) -> tuple[list[TagRecord], int]:
    """As above, with one antenna and no bytes for future use."""
    tag, after = _identity(body, at + 1, counted=True)
    _need(body, after, SHORT_TAIL_BYTES)
    return [_at(tag, body[after + 1], body[after + 3])], after + SHORT_TAIL_BYTES


def _at(tag: TagRecord, antenna: int, rssi: int) -> TagRecord:
    return TagRecord(tag.uid, antenna, rssi, tag.dsfid, tag.kind)


def _need(body: bytes, at: int, size: int) -> None:
    if at + size > len(body):
        raise BadRecordsError(f"a record of {at + size} bytes in {len(body)}")


def _identity(body: bytes, at: int, *, counted: bool) -> tuple[TagRecord, int]:
    """The tag whose transponder type is at `at`, and where its id ends."""
    _need(body, at, 1)
    transponder_type, rest = body[at], body[at + 1 :]
    size = size_of(transponder_type, counted=counted)
    if size is None:
        raise BadRecordsError(f"transponder type {transponder_type:02X} is not known")
    try:
        before, length = size(rest)
    except IndexError as error:
        raise BadRecordsError("a record without its id") from error
    _need(rest, before, length)
    uid = rest[before : before + length]
    end = at + 1 + before + length
    if transponder_type != ISO_15693:
        return TagRecord(uid.hex().upper(), kind=kind_of(transponder_type)), end
    return _card(uid, rest[0]), end


def _card(uid: bytes, dsfid: int) -> TagRecord:
    """An ISO 15693 tag, if that can be its id."""
    if len(uid) == UID_BYTES and uid[0] == UID_MAKER:
        return TagRecord(uid.hex().upper(), dsfid=dsfid)
    return TagRecord(uid[:SHOWN_ID_BYTES_MAX].hex().upper(), kind=f"{UNREADABLE}{ISO_15693:02x}")


FORMS: tuple[tuple[Form, re.Pattern[bytes], int], ...] = (
    (_plain, re.compile(rb"\x03.\xE0", re.DOTALL), 0),
    (_with_antennas, re.compile(rb".\x03.\x08\xE0", re.DOTALL), 1),
    (_with_antenna, re.compile(rb".\x03.\x08\xE0", re.DOTALL), 1),
)
"""Each form of a record, what a card begins with in it, and where its transponder type is."""


def build_inventory(tags: list[TagRecord]) -> bytes:
    """The data of the reply to an inventory of cards: records with antenna numbers if the tags have them."""
    return bytes([len(tags)]) + b"".join(_record(tag) for tag in tags)


def _record(tag: TagRecord) -> bytes:
    uid = bytes.fromhex(tag.uid)
    if tag.antenna is None:
        return bytes([ISO_15693, tag.dsfid or 0]) + uid
    head = bytes([0, ISO_15693, tag.dsfid or 0, UID_BYTES])
    return head + uid + bytes([0, tag.antenna, 0, tag.rssi or 0])


# ---- buffered read --------------------


def read_buffer(data: bytes) -> Listing:
    """The tags in the reply to a buffered read: TR-DATA1 [TR-DATA2] N16 records, each with its length in front."""
    if not data:
        return Listing()
    flags = data[0]
    more, body = (data[1:2], data[2:]) if flags & WITH_MORE_FLAGS else (b"\x00", data[1:])
    if len(body) < 2 or not more:
        return Listing(wrong="no number of data sets")
    count, body = int.from_bytes(body[:2], "big"), body[2:]
    tags: list[TagRecord] = []
    sets = 0
    wrong = ""
    for record in _split(body):
        sets += 1
        try:
            tags += _buffered(record, flags, more[0])
        except BadRecordsError as error:
            wrong = str(error)
    if sets != count:
        wrong = f"{sets} data sets instead of {count}"
    return Listing(tuple(tags), wrong)


def _split(body: bytes) -> Iterator[bytes]:
    """The records; their length includes its own two bytes. Ends at the first whose length is impossible."""
    while body:
        length = int.from_bytes(body[:2], "big")
        if not 2 < length <= len(body):
            return
        yield body[2:length]
        body = body[length:]


def _buffered(record: bytes, flags: int, more: int) -> list[TagRecord]:
    if not flags & WITH_UID:
        raise BadRecordsError("a data set without an id")
    tag, rest = _buffered_identity(record, flags, more)
    if flags & WITH_BLOCKS:
        rest = _after_blocks(rest, flags, more)
    rest = rest[_times(flags) :]
    antenna = rest[0] if flags & WITH_ANTENNA and rest else None
    if flags & WITH_ANTENNA and antenna is None:
        raise BadRecordsError("a data set without its antenna")
    rest = rest[_antenna_and_inputs(flags, more) :]
    if more & WITH_STRENGTH and rest and len(rest) >= 1 + rest[0] * STRENGTH_BYTES and rest[0]:
        return [_at(tag, *rest[place : place + 2]) for place in range(1, 1 + rest[0] * STRENGTH_BYTES, STRENGTH_BYTES)]
    return [TagRecord(tag.uid, antenna, None, tag.dsfid, tag.kind)]


def _times(flags: int) -> int:
    return (TIMER_BYTES if flags & WITH_TIMER else 0) + (DATE_BYTES if flags & WITH_DATE else 0)


def _antenna_and_inputs(flags: int, more: int) -> int:
    size = 1 if flags & WITH_ANTENNA else 0
    return size + (INPUTS_BYTES if more & WITH_INPUTS else 0) + (MAC_BYTES if more & WITH_MAC else 0)


def _buffered_identity(record: bytes, flags: int, more: int) -> tuple[TagRecord, bytes]:
    """Transponder type, DSFID or kind of id, length of the id, id; and what follows."""
    if len(record) < 3 or len(record) < 3 + record[2]:
        raise BadRecordsError("a data set without its id")
    transponder_type, dsfid, length = record[:3]
    uid, rest = record[3 : 3 + length], record[3 + length :]
    if transponder_type != ISO_15693:
        return TagRecord(uid[:SHOWN_ID_BYTES_MAX].hex().upper(), kind=kind_of(transponder_type)), rest
    if more & WITH_AFI and length == UID_BYTES + 2:
        dsfid, uid = uid[1], uid[2:]
    return _card(uid[::-1] if flags & UID_LSB_FIRST else uid, dsfid), rest


def _after_blocks(rest: bytes, flags: int, more: int) -> bytes:
    """What follows the data blocks. Their number has two bytes, in older firmware one; what must follow tells which."""
    if len(rest) < 2:
        raise BadRecordsError("a data set without its blocks")
    follows = _times(flags) + _antenna_and_inputs(flags, more)
    older = 2 + rest[0] * rest[1]
    newer = 3 + int.from_bytes(rest[:2], "big") * rest[2] if len(rest) > 2 else older
    return rest[older if len(rest) - older == follows != len(rest) - newer else newer :]


def build_buffer(tags: list[TagRecord]) -> bytes:
    """The data of the reply to a buffered read of cards, with ids and antennas."""
    records = (
        bytes([ISO_15693, tag.dsfid or 0, UID_BYTES]) + bytes.fromhex(tag.uid) + bytes([tag.antenna or 0])
        for tag in tags
    )
    body = b"".join((len(record) + 2).to_bytes(2, "big") + record for record in records)
    return bytes([WITH_UID | WITH_ANTENNA]) + len(tags).to_bytes(2, "big") + body
