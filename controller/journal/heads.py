"""Signed heads: at each hand's end, how far the journal had come, and what the hand's public log was.

A witness is a file of heads, one a line, on another medium or another machine. It finds a journal that was rolled back,
cut off, made again or deleted, even by somebody who has its seal.
"""

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from errno import EFBIG, EINVAL, ENOENT, ENOSPC
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from burncard.controller.files import State, state_of
from burncard.controller.journal.seal import is_signed

WITNESS_BYTES_MAX: Final = 512 * 1024 * 1024
"""More than 700,000 heads: many years of a table's hands. A larger file would keep the table from its work."""


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
        """The head. Raises ValueError, RecursionError."""
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
    """A file of heads that is only added to. Whoever can write it may put anything there, or anything in its place.

    `known`: whether it was given heads before, so that it must be there.
    """

    def __init__(self, path: Path, *, known: bool = False) -> None:
        self.path = path
        self._known = known
        self._as_left: State | None = None
        self._held = 0

    def heads(self) -> Iterator[SignedHead]:
        """The heads of the file; a line that was not written to its end is left out. Raises OSError."""
        if not self.path.exists():
            return
        with os.fdopen(_opened(self.path, os.O_RDONLY), "rb") as file:
            if os.fstat(file.fileno()).st_size > WITNESS_BYTES_MAX:
                raise OSError(EFBIG, "it is larger than any witness")
            lines = file.read().splitlines()
        for line in lines:
            with suppress(ValueError, RecursionError):
                signed = msgspec.json.decode(line, type=SignedHead)
                msgspec.json.decode(signed.body, type=Head)
                yield signed

    def held(self, journal: str, public_key: bytes) -> int:
        """How many heads of a journal it has, from the first one on without a gap. Raises OSError.

        It is read again only if it is not as it was left: it may have thousands of heads.
        """
        if self._known and not self.path.exists():
            raise FileNotFoundError(ENOENT, "its file is gone; to begin with a new medium, make an empty file there")
        if self._as_left is None or self._as_left != state_of(self.path):
            there = {one.head.number for one in genuine(self.heads(), journal, public_key)}
            self._held = next(number for number in count() if number + 1 not in there)
        return self._held

    def add(self, heads: Sequence[SignedHead]) -> None:
        """Adds the heads after the last one held, on disk when this returns. Raises OSError."""
        if not heads:
            return
        lines = b"".join(msgspec.json.encode(head) + b"\n" for head in heads)
        self._as_left = None
        descriptor = _opened(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        try:
            size = os.fstat(descriptor).st_size
            if size and os.pread(descriptor, 1, size - 1) != b"\n":
                lines = b"\n" + lines  # after a line that was not written to its end
            if os.write(descriptor, lines) != len(lines):
                raise OSError(ENOSPC, os.strerror(ENOSPC))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        self._known = True
        self._as_left, self._held = state_of(self.path), self._held + len(heads)


def genuine(heads: Iterable[SignedHead], journal: str, public_key: bytes) -> Iterator[SignedHead]:
    """Those of a journal that its seal has signed."""
    return (one for one in heads if one.head.journal == journal and one.is_of(public_key))


def _opened(path: Path, flags: int) -> int:
    """Opens a file, and nothing that only looks like one: a pipe would never end, a device would keep nothing.

    Raises OSError.
    """
    descriptor = os.open(path, flags | os.O_NONBLOCK, 0o644)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(EINVAL, "it is no file")
    return descriptor
