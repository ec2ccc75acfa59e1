"""Connections to the file of a journal: one that writes, and those that read and check.

They may be used on any thread: what writes and what checks waits for the disk on a thread of its own.
"""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Final

BUSY_S: Final = 0.1
"""How long an append waits for another program's lock. The table stands still meanwhile."""


def connected(path: Path | None) -> sqlite3.Connection:
    """A connection to write with; None: to a journal in memory. Raises sqlite3.Error."""
    name = ":memory:" if path is None else path
    db = sqlite3.connect(name, isolation_level=None, timeout=BUSY_S, check_same_thread=False)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("PRAGMA journal_size_limit=0")  # no old frames stay in the write-ahead file
    return db


def checking(path: Path) -> sqlite3.Connection:
    """A connection to read or to check with. It opens all its files now: it will be needed when no more can be opened.

    Raises sqlite3.Error.
    """
    name = f"file:{path}?mode=ro"
    reader = sqlite3.connect(name, uri=True, isolation_level=None, timeout=BUSY_S, check_same_thread=False)
    reader.execute("SELECT number FROM facts LIMIT 1").fetchall()
    return reader


def connected_anew(path: Path, last: Iterable[tuple[str, tuple[int, bytes]]]) -> sqlite3.Connection:
    """A connection to write with, after a failed write: all that the file holds is on the disk.

    After a failed sync the system may hold rows in its cache that never reach the disk, so they are written again.
    `last`: the last row of each chain, with its hash, which must be there. Raises sqlite3.Error.
    """
    fresh = connected(path)
    try:
        busy, _, _ = fresh.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise sqlite3.OperationalError("another program holds the journal")
        for chain, (number, link) in last:
            row = fresh.execute(f"SELECT hash FROM {chain} WHERE number = ?", (number,)).fetchone()
            if number and (row is None or row[0] != link):
                raise sqlite3.OperationalError(f"row {number} of {chain}, which was written, is missing")
    except sqlite3.Error:
        fresh.close()
        raise
    return fresh


def schema_version(db: sqlite3.Connection) -> int:
    """A number that changes with every table, view or trigger that is defined. Raises sqlite3.Error."""
    return int(db.execute("PRAGMA schema_version").fetchone()[0])
