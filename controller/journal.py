"""The journal: the truth about a table, durable before anybody is told.

One SQLite file, written ahead (WAL) and synced at every append. Facts are numbered from 1 and chained: each row's hash
covers the hash before it, so that a changed, missing or inserted row is found by `verify`. Cards are stored by their
tag ids, never by name: the journal alone tells nobody which card was dealt.
"""

import hashlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

SCHEMA_VERSION = 1
_START = b"\x00" * 32


@dataclass(frozen=True, slots=True)
class Entry:
    """One journaled fact: its number, its time, who entered it, and its bytes."""

    number: int
    at_ns: int
    operator: str
    body: bytes


class JournalDamagedError(Exception):
    """The journal is not as it was written. `table` and `number` say where the chain breaks."""

    def __init__(self, table: str, number: int) -> None:
        super().__init__(f"the journal's {table} are damaged at number {number}")
        self.table = table
        self.number = number


class Journal:
    """Appends facts and events, and reads them back. `path` None: in memory, for a run that is not to be kept."""

    def __init__(self, path: Path | None) -> None:
        self._db = sqlite3.connect(":memory:" if path is None else path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._migrate()
        self._last = {table: self._end_of(table) for table in ("facts", "events")}

    def close(self) -> None:
        """Closes the file."""
        self._db.close()

    @property
    def count(self) -> int:
        """How many facts there are."""
        return self._last["facts"][0]

    def append(self, body: bytes, at_ns: int, operator: str) -> int:
        """Adds a fact; when it returns, the fact is on the disk. Its number."""
        return self._append("facts", at_ns, operator, body)

    def append_event(self, kind: str, body: bytes, at_ns: int) -> int:
        """Adds a significant event, as durably as a fact."""
        return self._append("events", at_ns, kind, body)

    def facts(self, after: int = 0) -> Iterator[Entry]:
        """The facts behind a number, in order."""
        rows = self._db.execute(
            "SELECT number, at_ns, operator, body FROM facts WHERE number > ? ORDER BY number", (after,)
        )
        for row in rows:
            yield Entry(*row)

    def events(self) -> Iterator[tuple[int, int, str, bytes]]:
        """The significant events: number, time, kind, bytes."""
        yield from self._db.execute("SELECT number, at_ns, kind, body FROM events ORDER BY number")

    def verify(self) -> None:
        """Checks both chains from their beginning. Raises JournalDamagedError."""
        for table, column in (("facts", "operator"), ("events", "kind")):
            before = _START
            query = f"SELECT number, at_ns, {column}, body, hash FROM {table} ORDER BY number"
            for expected, (number, at_ns, who, body, stored) in enumerate(self._db.execute(query), start=1):
                before = _link(before, number, at_ns, who, body)
                if number != expected or before != stored:
                    raise JournalDamagedError(table, expected)

    def _migrate(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        scripts = sorted(
            (entry for entry in files("controller").joinpath("schema").iterdir() if entry.name.endswith(".sql")),
            key=lambda entry: entry.name,
        )
        for number, script in enumerate(scripts, start=1):
            if number > version:
                text = script.read_text(encoding="utf-8")
                self._db.executescript(f"BEGIN; {text} PRAGMA user_version={number}; COMMIT;")

    def _end_of(self, table: str) -> tuple[int, bytes]:
        query = f"SELECT number, hash FROM {table} ORDER BY number DESC LIMIT 1"
        row = self._db.execute(query).fetchone()
        return (0, _START) if row is None else (row[0], row[1])

    def _append(self, table: str, at_ns: int, who: str, body: bytes) -> int:
        last, before = self._last[table]
        number = last + 1
        link = _link(before, number, at_ns, who, body)
        self._db.execute(f"INSERT INTO {table} VALUES (?, ?, ?, ?, ?)", (number, at_ns, who, body, link))
        self._last[table] = (number, link)
        return number


def _link(before: bytes, number: int, at_ns: int, who: str, body: bytes) -> bytes:
    head = f"{number}|{at_ns}|{who}|".encode()
    return hashlib.sha256(before + head + body).digest()
