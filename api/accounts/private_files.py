"""Files that only their owner can read."""

import os
from pathlib import Path


def write_private(path: Path, body: bytes) -> None:
    """Writes a file that only its owner can read: the whole of it or nothing."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
