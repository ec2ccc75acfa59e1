"""Connections to the file of a journal: one that writes, and one that checks."""

import sqlite3
from pathlib import Path
from typing import Final

BUSY_S: Final = 0.1
"""How long an append waits for another program's lock. The table stands still meanwhile."""


def connected(path: Path | None) -> sqlite3.Connection:
    """A connection to write with; None: to a journal in memory. Raises sqlite3.Error."""
    db = sqlite3.connect(":memory:" if path is None else path, isolation_level=None, timeout=BUSY_S)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("PRAGMA journal_size_limit=0")  # no old frames stay in the write-ahead file
    return db


def checking(path: Path) -> sqlite3.Connection:
    """A connection to check with. It opens all its files now: it will be needed when no more can be opened.

    Raises sqlite3.Error.
    """
    reader = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None, timeout=BUSY_S)
    reader.execute("SELECT number FROM facts LIMIT 1").fetchall()
    return reader


def schema_version(db: sqlite3.Connection) -> int:
    """A number that changes with every table, view or trigger that is defined. Raises sqlite3.Error."""
    return int(db.execute("PRAGMA schema_version").fetchone()[0])
