"""Frames of the ISO-Host protocol.

    standard, host    LEN ADR CMD DATA… CRClo CRChi
    standard, reader  LEN ADR CMD STATUS DATA… CRClo CRChi
    advanced          02 LENhi LENlo ADR CMD [STATUS] DATA… CRClo CRChi

LEN counts every byte of the frame. Only silence marks the start of a frame, and a request and a reply can be the same
bytes, so a reader of the line must know which side sent them. Where a frame is due, `FrameReader` accepts any frame
with a valid CRC. After bad bytes it is stricter: the frame must have a known address and fit its command, because among
millions of random bytes some have a valid CRC.
"""

from dataclasses import dataclass
from typing import Literal

from burncard.firmware_bridge.crc16 import crc16
from burncard.firmware_bridge.driver import MS
from burncard.firmware_bridge.feig.commands import makes_sense
from burncard.firmware_bridge.protocols import Side

# Sizes and times are those of FEIG's manual (H20800), but for ADVANCED_MAX_BYTES: the longest frame that we accept.
ANY_READER = 0xFF  # as address: whichever reader is on the line
ADVANCED_MARK = 0x02  # first byte of an advanced frame; no standard frame is that short
STANDARD_MAX_BYTES = 255
ADVANCED_MAX_BYTES = 4096
CRC_BYTES = 2
STANDARD_MIN_BYTES: dict[Side, int] = {"host": 5, "reader": 6}
ADVANCED_MIN_BYTES: dict[Side, int] = {"host": 7, "reader": 8}

INTER_BYTE_MAX_NS = 12 * MS
"""The longest pause between two bytes of a frame."""
SILENCE_BEFORE_NS = 5 * MS
"""The shortest silence before a frame."""

FrameError = Literal["length", "crc", "content", "cut-short"]


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame. `status` is None in a frame from the host."""

    address: int
    command: int
    data: bytes = b""
    status: int | None = None
    advanced: bool = False

    @property
    def side(self) -> Side:
        """The side that sends this frame."""
        return "host" if self.status is None else "reader"


@dataclass(frozen=True, slots=True)
class Refused:
    """Bytes that are not a frame, and why. `data` is the bytes dropped."""

    reason: FrameError
    text: str
    data: bytes


@dataclass(slots=True)
class FrameErrors:
    """Number of runs of bad bytes dropped, by reason."""

    length: int = 0
    crc: int = 0
    content: int = 0
    cut_short: int = 0

    def add(self, reason: FrameError) -> None:
        """Counts one more."""
        name = reason.replace("-", "_")
        setattr(self, name, getattr(self, name) + 1)


def encode(frame: Frame) -> bytes:
    """A frame as bytes, in advanced form if it says so or needs it. Raises ValueError over ADVANCED_MAX_BYTES."""
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
    """Takes the bytes that one side sent, in pieces of any size. Returns its frames and the bytes refused.

    It keeps at most `ADVANCED_MAX_BYTES`.
    """

    def __init__(self, side: Side, errors: FrameErrors | None = None) -> None:
        self.errors = errors or FrameErrors()
        self._side = side
        self._addresses = {0, ANY_READER}
        self._buffer = bytearray()
        self._rubbish = bytearray()
        self._refusal: tuple[FrameError, str] | None = None

    def receive(self, data: bytes) -> list[Frame | Refused]:
        """Takes bytes. Returns the frames that they complete, and the bytes dropped before each."""
        found: list[Frame | Refused] = []
        for start in range(0, len(data), ADVANCED_MAX_BYTES):
            self._buffer += data[start : start + ADVANCED_MAX_BYTES]
            found += self._take()
        return found

    def silence(self) -> list[Frame | Refused]:
        """The line has been silent for longer than a frame may pause: an unfinished frame will not be completed."""
        found: list[Frame | Refused] = []
        while self._buffer:
            self._give_up("cut-short", f"frame cut short after {len(self._buffer)} bytes")
            found += self._take()
        return found + self._end_of_rubbish()

    def buffered_bytes(self) -> int:
        """Number of bytes kept of an unfinished frame."""
        return len(self._buffer)

    # ---- inside --------------------

    def _take(self) -> list[Frame | Refused]:
        found: list[Frame | Refused] = []
        while self._buffer:
            length = self._length()
            if length is None:
                break
            if length == 0:
                self._give_up("length", f"no frame starts with {self._buffer[0]:02X}")
            elif len(self._buffer) < length:
                break
            else:
                frame = self._frame(length)
                if frame is not None:
                    found += [*self._end_of_rubbish(), frame]
        return found

    def _length(self) -> int | None:
        """The length that the buffer announces: None while it is not known, 0 if it is impossible."""
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
            self._give_up("crc", f"CRC {raw[-2:].hex().upper()} instead of {right.to_bytes(2, 'little').hex().upper()}")
            return None
        frame = self._parse(raw)
        if self._rubbish and not self._convincing(frame):
            self._give_up("content", f"command {frame.command:02X} of address {frame.address} is not plausible")
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
        """Drops the buffer's first byte. The first reason in a run of bad bytes is the one reported."""
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
