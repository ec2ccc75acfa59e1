"""What is seen of a journal's files without reading them, before they are copied to be checked.

A pipe or a device in a file's place would be read without end, and so, nearly, would a file of a few bytes that says it
has gigabytes. SQLite itself would play a rollback file back into the database; a journal in write-ahead mode has none.
"""

import os
from pathlib import Path
from typing import Final

from burncard.controller.journal.pages import HEADER_BYTES, MAGIC
from burncard.hardware.plain_files import check_plain, open_plain

SMALL_BYTES: Final = 64 * 1024 * 1024
"""What is not larger is simply copied."""
WRITE_AHEAD_BYTES_MAX: Final = 1024 * 1024 * 1024
"""It is folded in after some MiB, unless another program keeps the table from that."""
FIRST_PAGE_BYTES: Final = 4096
MARK_BYTES_MAX: Final = 4096


class OutlineError(Exception):
    """A file is none of a journal's. The message names it, and says why."""


def rollback_of(path: Path) -> Path:
    """The file from which SQLite would make a database as it was before a change."""
    return Path(f"{path}-journal")


def check_outline(path: Path, mark: Path) -> None:
    """Raises OutlineError for what is no journal's files by their kinds and sizes."""
    write_ahead, index = Path(f"{path}-wal"), Path(f"{path}-shm")
    bounds: dict[Path, int | None] = {
        path: None,
        rollback_of(path): None,
        write_ahead: WRITE_AHEAD_BYTES_MAX,
        index: WRITE_AHEAD_BYTES_MAX,
        mark: MARK_BYTES_MAX,
    }
    for file, at_most in bounds.items():
        try:
            check_plain(file, at_most)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise OutlineError(f"{file.name}: {error.strerror}") from error
    size = path.stat().st_size if path.exists() else 0
    begun = write_ahead.exists() and write_ahead.stat().st_size > 0
    if os.path.lexists(rollback_of(path)) and (begun or size > FIRST_PAGE_BYTES):  # before that SQLite makes one
        raise OutlineError(f"{rollback_of(path).name} is there, which no table makes")
    if size > SMALL_BYTES:
        _check_size(path, size, write_ahead.stat().st_size if write_ahead.exists() else 0)


def _check_size(path: Path, size: int, write_ahead: int) -> None:
    """Its pages fill a file, but for those that the write-ahead file has: none is left out, none follows."""
    with open_plain(path) as file:
        header = file.read(HEADER_BYTES)
        promised = int.from_bytes(header[16:18], "big") * int.from_bytes(header[28:32], "big")
        hole = os.lseek(file.fileno(), 0, os.SEEK_HOLE)
        try:
            filled = os.lseek(file.fileno(), hole, os.SEEK_DATA)
        except OSError:  # nothing but the hole follows
            filled = size
    if not header.startswith(MAGIC) or size > promised + write_ahead or filled - hole > write_ahead:
        raise OutlineError(f"{path.name} has {size} bytes, which are no pages")
