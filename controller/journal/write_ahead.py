"""The write-ahead file of a journal: every byte of it belongs to a frame whose checksum is right.

SQLite stops reading at the first frame that is wrong, and so would never say that later ones were changed. The format:
https://www.sqlite.org/fileformat2.html, section 4. `journal_size_limit` sees to it that no old frames stay after them.
"""

import struct
from typing import Final

from burncard.controller.journal.pages import PageError

HEADER: Final = struct.Struct(">8I")
FRAME: Final = struct.Struct(">6I")
MAGICS: Final = {0x377F0682: "<", 0x377F0683: ">"}
VERSION: Final = 3_007_000
MASK: Final = 0xFFFFFFFF


def check_write_ahead(data: bytes) -> None:
    """Checks a write-ahead file from its first to its last byte. Raises PageError, which counts frames.

    The last frame may be unfinished: the program, or the power, went while it was written.
    """
    if data:
        frames = Frames(data[: HEADER.size])
        for at in range(HEADER.size, len(data) - frames.step + 1, frames.step):
            frames.take(data[at : at + frames.step])


class Frames:
    """The frames of a write-ahead file, one after the other. Raises PageError for a header that was changed."""

    def __init__(self, header: bytes) -> None:
        if len(header) < HEADER.size:
            raise PageError(1, "the write-ahead file ends within its header")
        magic, version, size, _, *salts_and_sums = HEADER.unpack(header)
        self._order = MAGICS.get(magic, "")
        if not self._order or version != VERSION or size & (size - 1):
            raise PageError(1, "the header of the write-ahead file was changed")
        self._salts, self._sums = tuple(salts_and_sums[:2]), _sum(header[:-8], self._order, (0, 0))
        if self._sums != tuple(salts_and_sums[2:]):
            raise PageError(1, "the header of the write-ahead file was changed")
        self.step = FRAME.size + size
        self.count = 0

    def take(self, frame: bytes) -> None:
        """Checks the next frame. Raises PageError."""
        self.count += 1
        if len(frame) < self.step:
            raise PageError(self.count, "the write-ahead file ends within a frame")
        _, _, *stored = FRAME.unpack_from(frame)
        self._sums = _sum(frame[:8], self._order, self._sums)
        self._sums = _sum(frame[FRAME.size :], self._order, self._sums)
        if tuple(stored[:2]) != self._salts or tuple(stored[2:]) != self._sums:
            raise PageError(self.count, "a frame of the write-ahead file was changed")


def _sum(data: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    """The checksum of section 4.2, going on from earlier bytes."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = first + one + second & MASK
        second = second + other + first & MASK
    return first, second
