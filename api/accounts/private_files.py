"""Files that only their owner can read."""

import os
from pathlib import Path

from burncard.hardware.plain_files import open_private


class NotKeptError(OSError):
    """A file could not be written, so the change that it records was not made. The message says why."""


def write_private(path: Path, body: bytes) -> None:
    """Writes a file that only its owner can read: the whole of it or nothing. Raises NotKeptError."""
    part = path.with_name(path.name + ".part")
    try:
        with open_private(part) as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise NotKeptError(error.errno, error.strerror) from error
