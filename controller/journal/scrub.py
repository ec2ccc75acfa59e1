"""Looks at the files of a journal while its table plays: that they are still the same, and their pages one by one.

The rows are checked by the journal itself. Here it is every other byte: what lies between the rows, frames of the
write-ahead file, and pages that are newer there and that nobody reads now.
"""

import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

from burncard.controller.journal.outline import rollback_of
from burncard.controller.journal.pages import HEADER_BYTES, PageError, check_header, check_page, children_of, rows_of
from burncard.controller.journal.write_ahead import HEADER, Frames

PAGES_AT_ONCE: Final = 2
FRAMES_AT_ONCE: Final = 8
LAST_FRAME: Final = struct.Struct("=I")
LAST_FRAME_AT: Final = 16
"""Where the index of the write-ahead file has the number of its last frame: what follows was never finished."""

Row = tuple[int | str | bytes | None, ...]


class ReplacedError(Exception):
    """One of a journal's files is gone, or is another one than was opened."""


class Scrub:
    """The files of one open journal, which it holds open: there may be no handles left later on.

    `path`: the database; `mark`: the file that says how far it had come; `holds`: whether the journal has a row.
    """

    def __init__(self, path: Path, mark: Path, holds: Callable[[Row], bool]) -> None:
        write_ahead = Path(f"{path}-wal")
        self._rollback = rollback_of(path)
        files = (path, write_ahead, Path(f"{path}-shm"))
        if lacking := [file.name for file in files if not file.exists()]:
            raise ReplacedError(f"{lacking[0]} is gone")
        self._opened = [os.open(file, os.O_RDONLY) for file in files]
        self._descriptor, self._write_ahead, self._index = self._opened
        self._files = {file: _inode(file) for file in (*files, mark)}
        self._holds = holds
        self._next = 1
        self._header = self._first = b""
        self._seen: set[int | str | bytes | None] = set()
        self._frames: Frames | None = None

    def close(self) -> None:
        """To be called after the database was closed: closing a file gives up the locks that a process has on it."""
        for descriptor in self._opened:
            os.close(descriptor)

    def go_on(self) -> None:
        """Checks that the files are the same, and the next pages. Raises ReplacedError, PageError."""
        for file, inode in self._files.items():
            now = _inode(file)
            if now is None or (inode is not None and now != inode):
                raise ReplacedError(f"{file.name} {'is gone' if now is None else 'was replaced'}")
            self._files[file] = now
        if os.path.lexists(self._rollback):
            raise ReplacedError(f"{self._rollback.name} is there, which no table makes")
        self._check_pages()
        self._check_frames()

    def _check_pages(self) -> None:
        length = os.fstat(self._descriptor).st_size
        if not length:
            return
        header = os.pread(self._descriptor, HEADER_BYTES, 0)
        size, promised = check_header(header), int.from_bytes(header[28:32], "big")
        if self._next == 1 or header != self._first:
            self._seen.clear()  # rows may have moved to other pages meanwhile
        self._first = header
        if length % size or length < promised * size:
            raise PageError(length // size + 1, f"the file ends there, with {promised} pages promised")
        last = min(self._next + PAGES_AT_ONCE - 1, length // size)
        data = os.pread(self._descriptor, (last - self._next + 1) * size, (self._next - 1) * size)
        for number in range(self._next, last + 1):
            page = data[(number - self._next) * size : (number - self._next + 1) * size]
            check_page(page, number, size)
            for row in rows_of(page, number, size) if number > 1 else ():
                if row[-1] in self._seen or not self._holds(row):
                    raise PageError(number, "it holds a row that is on another page, or not in the journal")
                if row[-1]:  # a row that is no longer kept has no hash
                    self._seen.add(row[-1])
            for child in children_of(page, number, size):
                if child in self._seen:
                    raise PageError(number, "it leads to a page of another one")
                self._seen.add(child)
        self._next = 1 if last == length // size else last + 1

    def _check_frames(self) -> None:
        """Checks the next frames up to the last one that was finished, and from the first one again after it."""
        header = os.pread(self._write_ahead, HEADER.size, 0)
        last = LAST_FRAME.unpack(os.pread(self._index, LAST_FRAME.size, LAST_FRAME_AT))[0]
        if not last:
            self._frames = None
            return
        frames = self._frames
        if frames is None or header != self._header or frames.count >= last:
            frames = self._frames = Frames(header)
        self._header = header
        if os.fstat(self._write_ahead).st_size != HEADER.size + last * frames.step:
            raise PageError(last + 1, "the write-ahead file does not end after its last frame")
        for _ in range(min(FRAMES_AT_ONCE, last - frames.count)):
            frames.take(os.pread(self._write_ahead, frames.step, HEADER.size + frames.count * frames.step))


def _inode(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
