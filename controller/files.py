"""What more than one kind of file needs: to be on the disk for good, and to be told from what it was."""

import os
from pathlib import Path

State = tuple[int, int, int, int]


def sync(path: Path) -> None:
    """Puts a file, or the entries of a folder, on the disk. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def state_of(path: Path) -> State | None:
    """What changes with every change of a file: device, inode, size, time in ns; None if it is not there."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
