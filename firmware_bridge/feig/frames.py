"""Frames of the ISO-Host protocol.

    standard, host    LEN ADR CMD DATA… CRClo CRChi
    standard, reader  LEN ADR CMD STATUS DATA… CRClo CRChi
    advanced          02 LENhi LENlo ADR CMD [STATUS] DATA… CRClo CRChi

LEN counts every byte of the frame. Nothing marks a frame's beginning but the silence before it, and a request and a
reply can be the same bytes: whoever reads must know which side sent them. `FrameReader` therefore takes any frame whose
CRC is right where a frame is due, and looks for the next one after bad bytes more strictly: only a frame of a known
address that makes sense for its command counts there, for among millions of wrong bytes some have a right CRC.
"""

from dataclasses import dataclass
from typing import Literal

from burncard.firmware_bridge.crc16 import crc16
from burncard.firmware_bridge.driver import MS
from burncard.firmware_bridge.feig.commands import makes_sense
from burncard.firmware_bridge.protocols import Side

ANY_READER = 0xFF
ADVANCED_MARK = 0x02
STANDARD_MAX_BYTES = 255
ADVANCED_MAX_BYTES = 4096
CRC_BYTES = 2
STANDARD_MIN_BYTES: dict[Side, int] = {"host": 5, "reader": 6}
ADVANCED_MIN_BYTES: dict[Side, int] = {"host": 7, "reader": 8}

INTER_BYTE_MAX_NS = 12 * MS
"""The longest pause that a frame may have between two of its bytes."""
SILENCE_BEFORE_NS = 5 * MS
"""The shortest silence before a frame."""

FrameError = Literal["length", "crc", "content", "cut-short"]


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame. `status` is the reader's, None in a frame of the host."""

    address: int
    command: int
    data: bytes = b""
    status: int | None = None
    advanced: bool = False

    @property
    def side(self) -> Side:
        """Who sends such a frame."""
        return "host" if self.status is None else "reader"


@dataclass(frozen=True, slots=True)
class Refused:
    """Bytes that are no frame, and why; `data` is what was given up."""

    reason: FrameError
    text: str
    data: bytes


@dataclass(slots=True)
class FrameErrors:
    """How often bytes were given up, by reason. Neighbouring wrong bytes count once."""

    length: int = 0
    crc: int = 0
    content: int = 0
    cut_short: int = 0

    def add(self, reason: FrameError) -> None:
        """Counts one more."""
        name = reason.replace("-", "_")
        setattr(self, name, getattr(self, name) + 1)


def encode(frame: Frame) -> bytes:
    """A frame as bytes; advanced where it says so or needs it. Raises ValueError for one that no reader takes."""
    body = bytes([frame.address, frame.command])
    body += (b"" if frame.status is None else bytes([frame.status])) + frame.data
    length = 1 + len(body) + CRC_BYTES
    if not frame.advanced and length <= STANDARD_MAX_BYTES:
        head = bytes([length])
    else:
        length += 2
        if length > ADVANCED_MAX_BYTES:
            raise ValueError(f"a frame of {length} bytes; {ADVANCED_MAX_BYTES} at most")
        head = bytes([ADVANCED_MARK]) + length.to_bytes(2, "big")
    return head + body + crc16(head + body).to_bytes(2, "little")


class FrameReader:
    """Takes the bytes that one side sent, in pieces of any size, and gives its frames and what was refused.

    At most `ADVANCED_MAX_BYTES` are kept.
    """

    def __init__(self, side: Side, errors: FrameErrors | None = None) -> None:
        self.errors = errors or FrameErrors()
        self._side = side
        self._addresses = {0, ANY_READER}
        self._buffer = bytearray()
        self._rubbish = bytearray()
        self._refusal: tuple[FrameError, str] | None = None

    def receive(self, data: bytes) -> list[Frame | Refused]:
        """Takes bytes; the frames that they complete, and what was given up before each of them."""
        found: list[Frame | Refused] = []
        for start in range(0, len(data), ADVANCED_MAX_BYTES):
            self._buffer += data[start : start + ADVANCED_MAX_BYTES]
            found += self._take()
        return found

    def silence(self) -> list[Frame | Refused]:
        """The line has been silent for longer than a frame may pause: what has begun will not be completed."""
        found: list[Frame | Refused] = []
        while self._buffer:
            self._give_up("cut-short", f"frame cut short after {len(self._buffer)} bytes")
            found += self._take()
        return found + self._end_of_rubbish()

    def buffered_bytes(self) -> int:
        """How much is kept of what is no whole frame yet."""
        return len(self._buffer)

    # ---- inside --------------------

    def _take(self) -> list[Frame | Refused]:
        found: list[Frame | Refused] = []
        while self._buffer:
            length = self._length()
            if length is None:
                break
            if length == 0:
                self._give_up("length", f"no frame begins with {self._buffer[0]:02X}")
            elif len(self._buffer) < length:
                break
            else:
                frame = self._frame(length)
                if frame is not None:
                    found += [*self._end_of_rubbish(), frame]
        return found

    def _length(self) -> int | None:
        """The length that the buffer's beginning announces: None while it is not known, 0 where it cannot be."""
        first = self._buffer[0]
        if first != ADVANCED_MARK:
            return first if first >= STANDARD_MIN_BYTES[self._side] else 0
        if len(self._buffer) < 3:
            return None
        length = int.from_bytes(self._buffer[1:3], "big")
        return length if ADVANCED_MIN_BYTES[self._side] <= length <= ADVANCED_MAX_BYTES else 0

    def _frame(self, length: int) -> Frame | None:
        raw = bytes(self._buffer[:length])
        sent, right = int.from_bytes(raw[-CRC_BYTES:], "little"), crc16(raw[:-CRC_BYTES])
        if sent != right:
            self._give_up(
                "crc", f"CRC {raw[-2:].hex().upper()}, where {right.to_bytes(2, 'little').hex().upper()} is right"
            )
            return None
        frame = self._parse(raw)
        if self._rubbish and not self._convincing(frame):
            self._give_up("content", f"command {frame.command:02X} of address {frame.address} makes no sense")
            return None
        self._addresses = {0, ANY_READER, frame.address}
        del self._buffer[:length]
        return frame

    def _convincing(self, frame: Frame) -> bool:
        return frame.address in self._addresses and makes_sense(frame.command, frame.status, frame.data)

    def _parse(self, raw: bytes) -> Frame:
        advanced = raw[0] == ADVANCED_MARK
        body = raw[3 if advanced else 1 : -CRC_BYTES]
        if self._side == "host":
            return Frame(body[0], body[1], body[2:], None, advanced)
        return Frame(body[0], body[1], body[3:], body[2], advanced)

    def _give_up(self, reason: FrameError, text: str) -> None:
        """Drops the buffer's first byte. The first reason of a run of wrong bytes is the one that is told."""
        if self._refusal is None:
            self._refusal = reason, text
            self.errors.add(reason)
        if len(self._rubbish) < STANDARD_MAX_BYTES:
            self._rubbish.append(self._buffer[0])
        del self._buffer[0]

    def _end_of_rubbish(self) -> list[Frame | Refused]:
        if self._refusal is None:
            return []
        refused = Refused(*self._refusal, bytes(self._rubbish))
        self._refusal = None
        self._rubbish.clear()
        return [refused]
