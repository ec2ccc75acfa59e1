"""Files that people or other programs may have put in place: read only if they are plain files of a sane size.

A pipe would never end, a device might act on being opened, and a file without end would fill the memory. Whatever a
start reads comes through here.
"""

import os
import stat
from errno import EFBIG, EINVAL
from pathlib import Path
from typing import BinaryIO, Final

FILE_BYTES_MAX: Final = 16 * 1024 * 1024
"""More than any file of a table has, besides its journal and its witness."""


def read_plain(path: Path, at_most: int = FILE_BYTES_MAX) -> bytes:
    """The bytes of a file. Raises OSError, whose `strerror` says what is wrong with it."""
    with open_plain(path) as file:
        _check_size(os.fstat(file.fileno()), path, at_most)
        return file.read(at_most)


def read_text(path: Path, at_most: int = FILE_BYTES_MAX) -> str:
    """The text of a file in UTF-8. Raises OSError, ValueError."""
    return read_plain(path, at_most).decode("utf-8").replace("\r\n", "\n")


def open_plain(path: Path) -> BinaryIO:
    """Opens a file to read. Raises OSError."""
    check_plain(path)  # before it is opened: a device may act on that
    file = os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY), "rb")
    try:
        _check_kind(os.fstat(file.fileno()), path)
    except OSError:
        file.close()
        raise
    return file


def check_plain(path: Path, at_most: int | None = None) -> None:
    """For a file that a library opens, or that is to be written. Raises OSError, also where nothing is there."""
    found = os.stat(path)
    _check_kind(found, path)
    if at_most is not None:
        _check_size(found, path, at_most)


def open_shared(path: Path) -> int:
    """The descriptor of a file to read and to write, which is made if it is not there. Raises OSError."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK | os.O_NOCTTY, 0o600)
    try:
        _check_kind(os.fstat(descriptor), path)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def open_private(path: Path) -> BinaryIO:
    """Opens a new file that only its owner can read, in place of whatever is there. Raises OSError."""
    path.unlink(missing_ok=True)
    return open(path, "xb", opener=_private)


def _private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


def _check_kind(found: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError(EINVAL, "it is not a plain file", str(path))


def _check_size(found: os.stat_result, path: Path, at_most: int) -> None:
    if found.st_size > at_most:
        raise OSError(EFBIG, f"it has more than {at_most} bytes", str(path))
