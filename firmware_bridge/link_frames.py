"""Frames of our own link: a header, a payload and a CRC-32, COBS-encoded and ended by a zero byte.

    frame   = COBS( header payload crc ) 00
    header  = version:u8 type:u8 number:u32          little endian
    crc     = CRC-32 (zlib's) over header and payload, u32 little endian

`FrameReader` takes bytes in pieces of any size and returns the valid frames. Anything else is dropped and counted by
its reason, and the next zero byte starts afresh. Its memory is bounded by `ENCODED_MAX_BYTES`. docs/link-protocol.md is
the specification.
"""

import struct
import zlib
from dataclasses import dataclass
from typing import Literal

from cobs import cobs

FRAME_VERSION = 1  # of the format of frames; the same in both versions of the link
DELIMITER = b"\x00"
HEADER = struct.Struct("<BBI")  # version, type, number
CRC = struct.Struct("<I")
PAYLOAD_MAX_BYTES = 240  # so that COBS adds a single byte
FRAME_MAX_BYTES = HEADER.size + PAYLOAD_MAX_BYTES + CRC.size
ENCODED_MAX_BYTES = FRAME_MAX_BYTES + FRAME_MAX_BYTES // 254 + 1  # COBS adds one byte for every 254 begun


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: its message type, its number and its payload."""

    type: int
    number: int
    payload: bytes


FrameError = Literal["cobs", "crc", "short", "too_long", "version"]


@dataclass(slots=True)
class FrameErrors:
    """Number of frames dropped, by reason."""

    cobs: int = 0
    crc: int = 0
    short: int = 0
    too_long: int = 0
    version: int = 0

    def total(self) -> int:
        """Number of frames dropped for any reason."""
        return self.cobs + self.crc + self.short + self.too_long + self.version

    def add(self, reason: FrameError) -> None:
        """Counts one more."""
        setattr(self, reason, getattr(self, reason) + 1)


def encode_frame(frame: Frame) -> bytes:
    """A frame as bytes on the line, with its delimiter. Raises ValueError for a payload over the limit."""
    if len(frame.payload) > PAYLOAD_MAX_BYTES:
        raise ValueError(f"payload of {len(frame.payload)} bytes; {PAYLOAD_MAX_BYTES} at most")
    body = HEADER.pack(FRAME_VERSION, frame.type, frame.number) + frame.payload
    encoded: bytes = cobs.encode(body + CRC.pack(zlib.crc32(body)))
    return encoded + DELIMITER


class FrameRefusedError(ValueError):
    """The bytes between two delimiters are not a frame; `reason` is the name of the counter."""

    def __init__(self, reason: FrameError, text: str) -> None:
        super().__init__(text)
        self.reason = reason


def decode_frame(encoded: bytes) -> Frame:
    """The frame between two delimiters. Raises FrameRefusedError."""
    try:
        raw = cobs.decode(encoded)
    except cobs.DecodeError as error:
        raise FrameRefusedError("cobs", f"not COBS: {error}") from error
    if len(raw) < HEADER.size + CRC.size:
        raise FrameRefusedError("short", f"{len(raw)} bytes; header and CRC need {HEADER.size + CRC.size}")
    body, crc = raw[: -CRC.size], CRC.unpack(raw[-CRC.size :])[0]
    if zlib.crc32(body) != crc:
        raise FrameRefusedError("crc", f"CRC {crc:08X} instead of {zlib.crc32(body):08X}")
    version, kind, number = HEADER.unpack_from(body)
    if version != FRAME_VERSION:
        raise FrameRefusedError("version", f"version {version} instead of {FRAME_VERSION}")
    if len(raw) > FRAME_MAX_BYTES:
        raise FrameRefusedError("too_long", f"{len(raw)} bytes; {FRAME_MAX_BYTES} at most")
    return Frame(kind, number, body[HEADER.size :])


class FrameReader:
    """Takes the bytes of a line and returns its frames. `refused` is why the last frame was refused, if it was."""

    def __init__(self, errors: FrameErrors | None = None) -> None:
        self.errors = errors or FrameErrors()
        self.refused: FrameRefusedError | None = None
        self._buffer = bytearray()
        self._overflowing = False

    def receive(self, data: bytes) -> list[Frame]:
        """Takes bytes. Returns the frames that they complete."""
        frames: list[Frame] = []
        *ended, rest = data.split(DELIMITER)
        for piece in ended:
            self._add(piece)
            frame = self._finish()
            if frame is not None:
                frames.append(frame)
        self._add(rest)
        return frames

    def buffered_bytes(self) -> int:
        """Size of the unfinished frame; never more than ENCODED_MAX_BYTES."""
        return len(self._buffer)

    def _add(self, piece: bytes) -> None:
        room = ENCODED_MAX_BYTES - len(self._buffer)
        if len(piece) > room:
            self._overflowing = True
            piece = piece[:room]
        self._buffer += piece

    def _finish(self) -> Frame | None:
        encoded = bytes(self._buffer)
        self._buffer.clear()
        try:
            if self._overflowing:
                self._overflowing = False
                raise FrameRefusedError("too_long", f"more than {ENCODED_MAX_BYTES} bytes without a delimiter")
            return decode_frame(encoded) if encoded else None
        except FrameRefusedError as error:
            self.errors.add(error.reason)
            self.refused = error
            return None
