"""Transponder types of ISO-Host replies: what they are called, and how long each one's id is.

A card is an ISO 15693 tag. Readers list whatever else they hear too: a phone or a bank card is ISO 14443. The length of
a record follows from its type alone, so a reader's list can be read past tags that are no cards.
"""

from collections.abc import Callable

ISO_15693 = 0x03
"""The transponder type of our tags."""
UID_BYTES = 8

KINDS = {
    0x00: "icode1",
    0x01: "tag-it",
    ISO_15693: "iso15693",
    0x04: "iso14443a",
    0x05: "iso14443b",
    0x06: "icode-epc",
    0x07: "icode-uid",
    0x08: "jewel",
    0x09: "iso18000-3m3",
    0x0A: "sr176",
    0x0B: "srixx",
    0x0C: "mcrf",
    0x0E: "keyboard",
    0x10: "innovatron",
    0x11: "ask-ctx",
}

Size = Callable[[bytes], tuple[int, int]]
"""From the bytes after the type: how many precede the id, and how many the id has. Raises IndexError on too few."""


def kind_of(transponder_type: int) -> str:
    """The name of a type; `type-xx` if it has none."""
    return KINDS.get(transponder_type, f"type-{transponder_type:02x}")


def size_of(transponder_type: int, *, counted: bool) -> Size | None:
    """How long the id of a type is; None if that is not known.

    `counted`: in replies with antenna numbers most records give the length of their id.
    """
    if transponder_type & UHF:
        return _given_after(1)
    return (COUNTED if counted else PLAIN).get(transponder_type)


def _fixed(before: int, size: int) -> Size:
    return lambda rest: (before, size)


def _given_after(before: int) -> Size:
    return lambda rest: (before + 1, rest[before])


def _type_a(rest: bytes) -> tuple[int, int]:
    """ISO 14443 A: transponder info and optional info, then 7 bytes, or 10 if bit 2 of the first says so."""
    return 2, 10 if rest[0] & 0x04 else 7


def _epc(before: int) -> Size:
    """I-CODE EPC: 96 bits if the two highest are 0, otherwise 64."""
    return lambda rest: (before, 8 if rest[before] >> 6 else 12)


def _innovatron(rest: bytes) -> tuple[int, int]:
    """Id, version and configuration, then an answer to reset with its length in front."""
    return 0, 11 + rest[10]


UHF = 0x80
"""Types from here on are UHF transponders; all of them give the length of their id."""

PLAIN: dict[int, Size] = {
    0x00: _fixed(1, 8),
    0x01: _fixed(1, 8),
    ISO_15693: _fixed(1, UID_BYTES),
    0x04: _type_a,
    0x05: _fixed(1, 8),
    0x06: _epc(0),
    0x07: _fixed(0, 19),
    0x08: _fixed(2, 6),
    0x09: _given_after(1),
    0x0A: _fixed(1, 8),
    0x0B: _fixed(1, 8),
    0x0C: _given_after(0),
    0x0E: _given_after(0),
    0x10: _innovatron,
    0x11: _fixed(4, 8),
    0x7F: _given_after(1),
}
COUNTED: dict[int, Size] = {
    0x00: _given_after(1),
    0x01: _given_after(1),
    ISO_15693: _given_after(1),
    0x04: _type_a,
    0x05: _fixed(1, 8),
    0x06: _epc(2),
    0x07: _given_after(1),
    0x09: _given_after(1),
    0x0C: _given_after(1),
}
