"""Frames of our own link: COBS between zero bytes, a header, a payload and a CRC-32.

    frame   = COBS( header payload crc ) 00
    header  = version:u8 type:u8 number:u32          little endian
    crc     = CRC-32 (zlib's) over header and payload, u32 little endian

`FrameReader` takes bytes in pieces of any size and gives the frames that are whole and right; what is not is counted by
its reason and dropped, and the next zero byte is a new beginning. Nothing in it grows with what the line sends.
"""

import struct
import zlib
from dataclasses import dataclass, field

from cobs import cobs

VERSION = 1
DELIMITER = b"\x00"
HEADER = struct.Struct("<BBI")
CRC = struct.Struct("<I")
PAYLOAD_MAX_BYTES = 240
FRAME_MAX_BYTES = HEADER.size + PAYLOAD_MAX_BYTES + CRC.size
ENCODED_MAX_BYTES = FRAME_MAX_BYTES + FRAME_MAX_BYTES // 254 + 1


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: its message type, its number and its payload."""

    type: int
    number: int
    payload: bytes


@dataclass(slots=True)
class FrameErrors:
    """How many frames were dropped, by reason."""

    cobs: int = 0
    crc: int = 0
    short: int = 0
    too_long: int = 0
    version: int = 0

    def total(self) -> int:
        """All of them."""
        return self.cobs + self.crc + self.short + self.too_long + self.version


def encode_frame(frame: Frame) -> bytes:
    """A frame as bytes on the line, its delimiter behind it. Raises ValueError for a payload over the limit."""
    if len(frame.payload) > PAYLOAD_MAX_BYTES:
        raise ValueError(f"payload of {len(frame.payload)} bytes; {PAYLOAD_MAX_BYTES} at most")
    body = HEADER.pack(VERSION, frame.type, frame.number) + frame.payload
    encoded: bytes = cobs.encode(body + CRC.pack(zlib.crc32(body)))
    return encoded + DELIMITER


@dataclass(slots=True)
class FrameReader:
    """Takes the bytes of a line and gives its frames."""

    errors: FrameErrors = field(default_factory=FrameErrors)
    _buffer: bytearray = field(default_factory=bytearray)
    _overflowing: bool = False

    def receive(self, data: bytes) -> list[Frame]:
        """Takes bytes; the frames that they complete."""
        frames: list[Frame] = []
        *ended, rest = data.split(DELIMITER)
        for piece in ended:
            self._add(piece)
            frame = self._finish()
            if frame is not None:
                frames.append(frame)
        self._add(rest)
        return frames

    def _add(self, piece: bytes) -> None:
        room = ENCODED_MAX_BYTES - len(self._buffer)
        if len(piece) > room:
            self._overflowing = True
            piece = piece[:room]
        self._buffer += piece

    def _finish(self) -> Frame | None:
        encoded = bytes(self._buffer)
        self._buffer.clear()
        if self._overflowing:
            self._overflowing = False
            self.errors.too_long += 1
            return None
        return self._decode(encoded) if encoded else None

    def _decode(self, encoded: bytes) -> Frame | None:
        try:
            raw = cobs.decode(encoded)
        except cobs.DecodeError:
            self.errors.cobs += 1
            return None
        if len(raw) < HEADER.size + CRC.size:
            self.errors.short += 1
            return None
        body, crc = raw[: -CRC.size], CRC.unpack(raw[-CRC.size :])[0]
        if zlib.crc32(body) != crc:
            self.errors.crc += 1
            return None
        version, kind, number = HEADER.unpack_from(body)
        if version != VERSION:
            self.errors.version += 1
            return None
        return Frame(kind, number, body[HEADER.size :])
