"""Tags in ISO-Host replies: of an inventory, with or without antenna numbers, and of a buffered read."""

from collections.abc import Iterator
from dataclasses import dataclass

# Layouts and flags are those of FEIG's manual (H20800).
ISO_15693 = 0x03
"""The transponder type of our tags."""
UID_BYTES = 8
PLAIN_BYTES = 2 + UID_BYTES
"""Transponder type, DSFID, UID."""
ANTENNA_HEAD_BYTES = 4
"""Flags, transponder type, DSFID, length of the UID."""
ANTENNA_TAIL_BYTES = (4, 8)
"""Reserved, antenna number, antenna status, RSSI; some firmware adds four reserved bytes."""

# Flags of a buffered read (TR-DATA1): which parts its data sets have.
WITH_UID = 0x01
WITH_BLOCKS = 0x02
UID_LSB_FIRST = 0x08
WITH_ANTENNA = 0x10
WITH_TIMER = 0x20
WITH_DATE = 0x40
WITH_MORE_FLAGS = 0x80
TIMER_BYTES = 4
DATE_BYTES = 5


class BadRecordsError(ValueError):
    """The bytes are not a list of tags. The message says what is wrong."""


@dataclass(frozen=True, slots=True)
class TagRecord:
    """One tag: its id (16 hex digits) and, if the reply has them, its antenna, RSSI and DSFID.

    The RSSI is the reader's own number: the larger, the weaker the signal.
    """

    uid: str
    antenna: int | None = None
    rssi: int | None = None
    dsfid: int | None = None


def parse_inventory(data: bytes) -> list[TagRecord]:
    """The tags in the reply to an inventory, with or without antenna numbers. Raises BadRecordsError.

    `data` is the reply's data after the status: the number of tags, then one record per tag.
    """
    if not data:
        return []
    count, body = data[0], data[1:]
    if count * PLAIN_BYTES == len(body):
        return [_plain(body[start : start + PLAIN_BYTES]) for start in range(0, len(body), PLAIN_BYTES)]
    for tail in ANTENNA_TAIL_BYTES:
        size = ANTENNA_HEAD_BYTES + UID_BYTES + tail
        if count * size == len(body):
            return [_with_antenna(body[start : start + size]) for start in range(0, len(body), size)]
    raise BadRecordsError(f"{len(body)} bytes are not {count} tags")


def _plain(record: bytes) -> TagRecord:
    if record[0] != ISO_15693:
        raise BadRecordsError(f"transponder type {record[0]:02X} is not ISO 15693")
    return TagRecord(_uid(record[2:]), dsfid=record[1])


def _with_antenna(record: bytes) -> TagRecord:
    _, kind, dsfid, length = record[:ANTENNA_HEAD_BYTES]
    if kind != ISO_15693 or length != UID_BYTES:
        raise BadRecordsError(f"transponder type {kind:02X} with an id of {length} bytes is not ISO 15693")
    end = ANTENNA_HEAD_BYTES + UID_BYTES
    antenna, rssi = record[end + 1], record[end + 3]
    return TagRecord(_uid(record[ANTENNA_HEAD_BYTES:end]), antenna, rssi, dsfid)


def build_inventory(tags: list[TagRecord]) -> bytes:
    """The data of the reply to an inventory: records with antenna numbers if the tags have them."""
    return bytes([len(tags)]) + b"".join(_record(tag) for tag in tags)


def _record(tag: TagRecord) -> bytes:
    uid = bytes.fromhex(tag.uid)
    if tag.antenna is None:
        return bytes([ISO_15693, tag.dsfid or 0]) + uid
    head = bytes([0, ISO_15693, tag.dsfid or 0, UID_BYTES])
    return head + uid + bytes([0, tag.antenna, 0, tag.rssi or 0])


def parse_buffer(data: bytes) -> list[TagRecord]:
    """The tags in the reply to a buffered read: TR-DATA1 [TR-DATA2] N16 records. Raises BadRecordsError."""
    if not data:
        return []
    flags = data[0]
    body = data[2 if flags & WITH_MORE_FLAGS else 1 :]
    if len(body) < 2:
        raise BadRecordsError("no number of data sets")
    count, body = int.from_bytes(body[:2], "big"), body[2:]
    tags = [_buffered(record, flags) for record in _split(body)]
    if len(tags) != count:
        raise BadRecordsError(f"{len(tags)} data sets instead of {count}")
    return tags


def _split(body: bytes) -> Iterator[bytes]:
    """Each record starts with its length, which includes its own two bytes."""
    while body:
        length = int.from_bytes(body[:2], "big")
        if not 2 < length <= len(body):
            raise BadRecordsError(f"a data set of {length} bytes in the remaining {len(body)}")
        yield body[2:length]
        body = body[length:]


def _buffered(record: bytes, flags: int) -> TagRecord:
    if not flags & WITH_UID or len(record) < 3 or record[0] != ISO_15693 or record[2] != UID_BYTES:
        raise BadRecordsError("a data set without an ISO 15693 id")
    dsfid, uid, rest = record[1], record[3 : 3 + UID_BYTES], record[3 + UID_BYTES :]
    if flags & WITH_BLOCKS:
        if len(rest) < 2:
            raise BadRecordsError("a data set without its blocks")
        rest = rest[2 + rest[0] * rest[1] :]
    rest = rest[(TIMER_BYTES if flags & WITH_TIMER else 0) + (DATE_BYTES if flags & WITH_DATE else 0) :]
    if flags & WITH_ANTENNA and not rest:
        raise BadRecordsError("a data set without its antenna")
    return TagRecord(
        _uid(uid[::-1] if flags & UID_LSB_FIRST else uid), rest[0] if flags & WITH_ANTENNA else None, None, dsfid
    )


def build_buffer(tags: list[TagRecord]) -> bytes:
    """The data of the reply to a buffered read, with ids and antennas."""
    records = (
        bytes([ISO_15693, tag.dsfid or 0, UID_BYTES]) + bytes.fromhex(tag.uid) + bytes([tag.antenna or 0])
        for tag in tags
    )
    body = b"".join((len(record) + 2).to_bytes(2, "big") + record for record in records)
    return bytes([WITH_UID | WITH_ANTENNA]) + len(tags).to_bytes(2, "big") + body


def _uid(raw: bytes) -> str:
    if len(raw) != UID_BYTES or raw[0] != 0xE0:
        raise BadRecordsError(f"{raw.hex().upper()} is not the id of an ISO 15693 tag")
    return raw.hex().upper()
