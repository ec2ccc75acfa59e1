"""Traces of real lines: what a line carried and when, to replay against a driver without the device.

A trace is JSON Lines. The first line is the header; every other line is a chunk of bytes, or the opening or closing of
the line. Times are ns since the trace began.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from burncard.firmware_bridge.driver import MS, Driver, Nanoseconds
from burncard.firmware_bridge.events import Event
from burncard.firmware_bridge.port import Heard

TRACE_VERSION = 1


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the protocol, and the driver's session number."""

    trace: int
    protocol: str
    session: int


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that happened on the line. `hex`: the bytes sent, empty for `opened` and `closed`."""

    at_ns: int
    heard: Heard
    hex: str = ""


Read = TypeVar("Read", Header, Piece)


class BadTraceError(ValueError):
    """A file is not a trace. The message names the line and the reason."""


class Recorder:
    """Writes a trace; used as the `tap` of a port."""

    def __init__(self, file: IO[bytes], protocol: str, session: int, now_ns: int) -> None:
        self._file = file
        self._start_ns = now_ns
        self.pieces = 0
        self._write(Header(TRACE_VERSION, protocol, session))

    def __call__(self, heard: Heard, data: bytes, now_ns: int) -> None:
        """Writes one piece."""
        self.pieces += 1
        self._write(Piece(now_ns - self._start_ns, heard, data.hex().upper()))

    def _write(self, item: Header | Piece) -> None:
        self._file.write(msgspec.json.encode(item) + b"\n")
        self._file.flush()


def read_trace(path: Path) -> tuple[Header, list[Piece]]:
    """Reads a trace from its file. Raises BadTraceError, OSError."""
    lines = path.read_bytes().splitlines()
    if not lines:
        raise BadTraceError(f"{path}: empty")
    header = _decode(lines[0], Header, f"{path}, line 1")
    if header.trace != TRACE_VERSION:
        raise BadTraceError(f"{path}: trace version {header.trace}; only {TRACE_VERSION} can be read")
    return header, [_piece(line, f"{path}, line {number}") for number, line in enumerate(lines[1:], start=2)]


def _piece(line: bytes, place: str) -> Piece:
    piece = _decode(line, Piece, place)
    try:
        bytes.fromhex(piece.hex)
    except ValueError as error:
        raise BadTraceError(f"{place}: {error}") from error
    return piece


def _decode(line: bytes, shape: type[Read], place: str) -> Read:
    try:
        return msgspec.json.decode(line, type=shape)
    except (ValueError, RecursionError) as error:
        raise BadTraceError(f"{place}: {error}") from error


def replay(pieces: list[Piece], driver: Driver) -> Iterator[tuple[int, Event]]:
    """Feeds a driver what its device sent, at the recorded times. Yields the driver's events with their times in ns.

    The driver's own bytes are dropped: the recorded device has already answered.
    """
    reached_ns = Nanoseconds(0)
    for piece in pieces:
        yield from _pass_time(driver, reached_ns, piece.at_ns)
        reached_ns = Nanoseconds(piece.at_ns)
        now_ns = Nanoseconds(piece.at_ns)
        _feed(driver, piece, now_ns)
        driver.take_output()
        yield from ((piece.at_ns, event) for event in driver.take_events())


def _pass_time(driver: Driver, from_ns: int, until_ns: int) -> Iterator[tuple[int, Event]]:
    due = driver.next_due_ns()
    while due is not None and due < until_ns:
        due = Nanoseconds(max(due, from_ns))
        driver.tick(due)
        driver.take_output()
        yield from ((due, event) for event in driver.take_events())
        later = driver.next_due_ns()
        due = later if later is None or later > due else Nanoseconds(due + MS)


def _feed(driver: Driver, piece: Piece, now_ns: Nanoseconds) -> None:
    actions: dict[Heard, Callable[[], None]] = {
        "opened": lambda: driver.connected(now_ns),
        "closed": lambda: driver.disconnected(now_ns),
        "reader": lambda: driver.receive(bytes.fromhex(piece.hex), now_ns),
    }
    if piece.heard in actions:
        actions[piece.heard]()
