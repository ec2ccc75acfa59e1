"""The mark of a journal: how far both chains had come, with their last hashes, and a sum of the mark itself."""

import hashlib
import os
import struct
from typing import Final

_MARK: Final = struct.Struct("<Q32sQ32sI")

Tip = tuple[int, bytes]
"""The number of a chain's last row, and its hash."""


class MarkError(Exception):
    """The mark is missing, or was changed."""


def read_mark(descriptor: int) -> tuple[Tip, Tip]:
    """How far the facts and the events had come. Raises MarkError, OSError."""
    raw = os.pread(descriptor, _MARK.size, 0)
    if len(raw) != _MARK.size or _sum(raw[:-4]) != raw[-4:]:
        raise MarkError
    facts, facts_hash, events, events_hash, _ = _MARK.unpack(raw)
    return (facts, facts_hash), (events, events_hash)


def write_mark(descriptor: int | None, facts: Tip, events: Tip) -> None:
    """Writes how far they have come; a journal in memory has no mark. Raises OSError."""
    if descriptor is None:
        return
    raw = _MARK.pack(*facts, *events, 0)[:-4]
    os.pwrite(descriptor, raw + _sum(raw), 0)


def _sum(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()[:4]
