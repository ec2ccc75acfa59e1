"""The tables that run on this machine, and the ports that they have open.

Each running table keeps a small file in the user's runtime folder and holds a lock on it. The kernel releases the lock
however the process ends, so a file without a lock is left over and is removed.
"""

import fcntl
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from burncard.hardware.plain_files import FILE_BYTES_MAX, open_plain, open_private


class RunningTable(msgspec.Struct, frozen=True):
    """One table. `ports`: the devices' ports, by their names and by what those lead to."""

    table: str
    console: str
    ports: tuple[str, ...]


def runtime_folder() -> Path:
    """Where running tables leave word: the user's runtime folder, or one in the temporary folder."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    return Path(runtime) / "burncard" if runtime else Path(tempfile.gettempdir()) / f"burncard-{os.getuid()}"


@contextmanager
def announced(table: str, console: str, ports: Iterable[str], folder: Path | None = None) -> Iterator[None]:
    """While this lasts, other programs of this user find the table. Where the folder cannot be used, they do not."""
    folder = folder or runtime_folder()
    names = tuple(dict.fromkeys(name for port in ports for name in (port, os.path.realpath(port))))
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _is_ours(folder):
            raise PermissionError
        file = open_private(folder / f"table-{os.getpid()}.json")
    except OSError:
        yield
        return
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(msgspec.json.encode(RunningTable(table, console, names)))
        file.flush()
        try:
            yield
        finally:
            Path(file.name).unlink(missing_ok=True)


def running_tables(folder: Path | None = None) -> list[RunningTable]:
    """The tables that run now."""
    folder = folder or runtime_folder()
    found = []
    for path in sorted(folder.glob("table-*.json")) if _is_ours(folder) else ():
        try:
            with open_plain(path) as file:
                if _is_held(file.fileno()):
                    found.append(msgspec.json.decode(file.read(FILE_BYTES_MAX), type=RunningTable))
                else:
                    path.unlink(missing_ok=True)
        except (OSError, ValueError, RecursionError):
            continue
    return found


def table_at(port: str, folder: Path | None = None) -> RunningTable | None:
    """The table that has a port, if one does."""
    names = {port, os.path.realpath(port)}
    return next((table for table in running_tables(folder) if names & set(table.ports)), None)


def _is_ours(folder: Path) -> bool:
    """Whether this user made the folder: in the common temporary folder anybody may have made it first."""
    return folder.is_dir() and folder.stat().st_uid == os.getuid()


def _is_held(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False
