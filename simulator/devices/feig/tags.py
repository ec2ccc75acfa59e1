"""Transponders in the replies of a FEIG reader."""

from dataclasses import dataclass

from burncard.simulator.radio.air import MIDDLE_DBM, Answer

ISO_15693, ISO_14443_A = 0x03, 0x04  # TR-TYPE
UID_BYTES = 8
IDENTIFIER, ANTENNA = 0x01, 0x10  # TR-DATA1
STRONGEST = 0x20  # RSSI of a transponder in the middle of an antenna; weaker ones have larger numbers


def is_card(uid: str) -> bool:
    """Whether an id is one of ISO 15693."""
    return len(bytes.fromhex(uid)) == UID_BYTES and uid.upper().startswith("E0")


@dataclass(frozen=True, slots=True)
class NearTag:
    """A transponder near an antenna."""

    uid: str
    antenna: int
    kind: int
    rssi: int

    @classmethod
    def card(cls, answer: Answer, antenna: int) -> "NearTag":
        """A card that has answered."""
        weaker = 0 if answer.dbm is None else round(MIDDLE_DBM - answer.dbm)
        return cls(answer.uid, antenna, ISO_15693, max(0, min(255, STRONGEST + weaker)))

    @classmethod
    def phone(cls, uid: str, antenna: int) -> "NearTag":
        """A phone or a bank card."""
        return cls(uid, antenna, ISO_14443_A, STRONGEST)


def inventory_records(tags: list[NearTag], *, antennas: bool) -> bytes:
    """DATA-SETS and the records of an inventory."""
    return bytes([len(tags)]) + b"".join(_with_antenna(tag) if antennas else _plain(tag) for tag in tags)


def _plain(tag: NearTag) -> bytes:
    """TR-TYPE, DSFID, UID; of ISO 14443 A: TR-TYPE, TR-INFO, OPT-INFO, UID of 7 bytes, or 10 with bit 2 of TR-INFO."""
    uid = bytes.fromhex(tag.uid)
    if tag.kind == ISO_15693:
        return bytes([ISO_15693, 0]) + uid
    size = 10 if len(uid) == 10 else 7
    return bytes([ISO_14443_A, 0x04 if size == 10 else 0x00, 0]) + uid.ljust(size, b"\0")


def _with_antenna(tag: NearTag) -> bytes:
    """FLAGS, TR-TYPE, DSFID, IDD-LEN, IDD, ANT-CNT, and for each antenna ANT-NR, ANT-STATUS, RSSI and 4 reserved."""
    uid = bytes.fromhex(tag.uid)
    head = bytes([IDENTIFIER | ANTENNA, tag.kind, 0, len(uid)]) + uid
    return head + bytes([1, tag.antenna, 0, tag.rssi]) + bytes(4)


def table_records(tags: list[NearTag], parts: int) -> bytes:
    """TR-DATA1, DATA-SETS and the data sets of a buffered read, each with its length in front."""
    sets = b""
    for tag in tags:
        uid = bytes.fromhex(tag.uid)
        record = bytes([tag.kind, 0, len(uid)]) + uid if parts & IDENTIFIER else b""
        record += bytes([tag.antenna]) if parts & ANTENNA else b""
        sets += (len(record) + 2).to_bytes(2, "big") + record
    return bytes([parts]) + len(tags).to_bytes(2, "big") + sets
