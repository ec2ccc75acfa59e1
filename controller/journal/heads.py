"""Signed heads: at each hand's end, how far the journal had come, and what the hand's public log was.

A witness is a file of heads, one a line, on another medium or another machine. It finds a journal that was rolled back,
cut off, made again or deleted, even by somebody who has its seal.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from burncard.controller.journal.seal import is_signed


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What is signed: `facts` and `events`, the last row of each chain, with its MAC; `first`, the hand's first fact;
    `log`, the SHA-256 of its public log; `before`, that of the head before; `simulated`, whether no device was real."""

    journal: str
    number: int
    at_ns: int
    hand: str
    first: int
    facts: int
    facts_mac: str
    events: int
    events_mac: str
    log: str
    before: str
    simulated: bool


class SignedHead(msgspec.Struct, frozen=True):
    """A head as it is stored and published. `body`: the JSON text of the head, which is what is signed."""

    body: str
    signature: str
    public_key: str

    @property
    def head(self) -> Head:
        """The head. Raises msgspec.DecodeError."""
        return msgspec.json.decode(self.body, type=Head)

    @property
    def digest(self) -> str:
        """The SHA-256 of the head, in hex."""
        return hashlib.sha256(self.body.encode()).hexdigest()

    def is_of(self, public_key: bytes) -> bool:
        """Whether the head was signed with a key."""
        try:
            return is_signed(self.body.encode(), bytes.fromhex(self.signature), public_key)
        except ValueError:
            return False


class Witness:
    """A file of heads that is only added to."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def heads(self) -> Iterator[SignedHead]:
        """The heads of the file; a line that was not written to its end is left out. Raises OSError."""
        if not self.path.exists():
            return
        for line in self.path.read_bytes().splitlines():
            with suppress(msgspec.DecodeError):
                signed = msgspec.json.decode(line, type=SignedHead)
                msgspec.json.decode(signed.body, type=Head)
                yield signed

    def last(self, journal: str) -> int:
        """The number of the last head of a journal; 0 if there is none. Raises OSError."""
        return max((one.head.number for one in self.heads() if one.head.journal == journal), default=0)

    def add(self, heads: Iterable[SignedHead]) -> None:
        """Adds heads, on disk when this returns. Raises OSError."""
        lines = b"".join(msgspec.json.encode(head) + b"\n" for head in heads)
        if not lines:
            return
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            size = os.fstat(descriptor).st_size
            if size and os.pread(descriptor, 1, size - 1) != b"\n":
                lines = b"\n" + lines  # after a line that was not written to its end
            os.write(descriptor, lines)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
