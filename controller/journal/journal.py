"""The journal: the source of truth about a table, durable before anything is announced.

One SQLite file in write-ahead mode, synced at every append. Facts are numbered from 1 and chained: each row's hash
covers the hash before it, so `verify` finds a changed, missing or inserted row. With a seal (`seal.py`) the hash is a
MAC, and heads are signed: then nobody without the seal can make rows that fit. Cards are stored by pseudonyms of their
tags, never by name: the journal alone does not reveal which card was dealt.

The mark file says how far both chains had come: beside the journal, or beside its seal if it has one. It is written
after each append but not synced, so after a power cut it may be behind, never ahead: a journal that ends before its
mark has lost rows.
"""

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Literal, TypeVar

from burncard.controller.disk_thread import Disk
from burncard.controller.journal.connection import checking, connected, connected_anew, schema_version
from burncard.controller.journal.mark import MarkError, read_mark, write_mark
from burncard.controller.journal.migrations import is_as_defined, migrate
from burncard.controller.journal.pages import PageError
from burncard.controller.journal.pruned import read_pruned
from burncard.controller.journal.scrub import ReplacedError, Row, Scrub
from burncard.controller.journal.seal import Seal, is_signed
from burncard.hardware.plain_files import open_shared

Chain = Literal["facts", "events"]
T = TypeVar("T")

_COLUMNS: Final[dict[Chain, str]] = {"facts": "operator", "events": "kind"}
BATCH_ROWS: Final = 500
NOT_READ: Final = "the journal was not read"
_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT})
_START: Final = b"\x00" * 32


@dataclass(frozen=True, slots=True)
class Entry:
    """One journaled fact: its number, its time, who entered it, and its JSON bytes."""

    number: int
    at_ns: int
    operator: str
    body: bytes


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One significant event: power, door, jam, link, deck, fault, mode. `body` is JSON."""

    number: int
    at_ns: int
    kind: str
    body: bytes


class JournalDamagedError(Exception):
    """The journal was changed after it was written. `chain` and `number`: where (0: the file cannot be read)."""

    def __init__(self, chain: str, number: int, reason: str) -> None:
        where = f"{chain}, number {number}" if number else "the file"
        super().__init__(f"the journal is damaged ({where}): {reason}")
        self.chain = chain
        self.number = number


class JournalWriteError(Exception):
    """The journal cannot be used now: a row could not be written, so its fact has not happened. It is not damaged."""


class Journal:
    """Appends facts and events, and reads them back. Raises JournalDamagedError for an unreadable file.

    `path` None: in memory, for a run that is not kept. `mark`: where the mark is, if not at its usual place. `pruned`:
    which rows are no longer kept; they are not read back.
    """

    def __init__(self, path: Path | None, seal: Seal | None = None, mark: Path | None = None) -> None:
        self._path = path
        self.seal = seal
        self._disk = None if path is None else Disk()
        self._scrubbed: dict[Chain, int] = {}
        self._head_checked = 0
        try:
            self._mark = None if path is None else open_shared(mark or mark_of(path, seal))
            self._db = connected(self._path)
            migrate(self._db)
            self._reader = self._db if path is None else checking(path)
            self._checker = self._db if path is None else checking(path)
            self._last: dict[Chain, tuple[int, bytes]] = {chain: self._end_of(self._db, chain) for chain in _COLUMNS}
            self._heads = self._count_heads(self._db)
            self._schema = schema_version(self._db)
            self.pruned = read_pruned(self._db)
            self._scrub = None if path is None else Scrub(path, mark or mark_of(path, seal), self._has)
        except sqlite3.DatabaseError as error:
            raise _cause(error) from error
        except ReplacedError as error:
            raise JournalDamagedError("", 0, str(error)) from error
        except OSError as error:
            raise JournalWriteError(str(error)) from error
        if self._mark is not None and max(self._last.values())[0] == 0 == os.fstat(self._mark).st_size:
            write_mark(self._mark, self._last["facts"], self._last["events"])
            os.fsync(self._mark)

    def close(self) -> None:
        """Closes the file; once it is closed, does nothing."""
        self._reader.close()
        if self._disk is not None and self._disk.is_hung:
            return  # what waits for the disk has the files open
        self._checker.close()
        self._db.close()  # last, so that it folds the write-ahead file in
        if self._disk is not None:
            self._disk.close()
        scrub, mark, self._scrub, self._mark = self._scrub, self._mark, None, None
        if scrub is not None and mark is not None:  # both have files, or neither
            scrub.close()
            os.close(mark)

    def reopen(self) -> None:
        """Opens the file anew after a failed write, and puts all that it holds on the disk. Raises JournalWriteError.

        The old handles are given up only when the new ones work.
        """
        if self._path is None:
            return
        self._last, self._heads = self._on_disk("the journal was not opened", partial(self._open_anew, self._path))

    def _open_anew(self, path: Path) -> tuple[dict[Chain, tuple[int, bytes]], int]:
        """The last rows, and the number of heads. On the disk's thread, the only one that uses these connections."""
        fresh, checker = connected_anew(path, self._last.items()), checking(path)
        old, self._db, self._checker = (self._checker, self._db), fresh, checker
        for connection in old:
            connection.close()
        last = {chain: self._end_of(fresh, chain) for chain in _COLUMNS}
        write_mark(self._mark, last["facts"], last["events"])
        return last, self._count_heads(fresh)

    def _on_disk(self, failed: str, work: Callable[[], T]) -> T:
        """Does what may wait for the disk. Raises JournalWriteError where that does not answer, or answers no."""
        try:
            return work() if self._disk is None else self._disk.do(work)
        except (sqlite3.Error, OSError) as error:
            raise JournalWriteError(f"{failed}: {error}") from error

    @property
    def count(self) -> int:
        """The number of facts."""
        return self._last["facts"][0]

    def append(self, body: bytes, at_ns: int, operator: str) -> int:
        """Appends a fact; its number. On return the fact is on disk. Raises JournalWriteError."""
        return self._append("facts", at_ns, operator, body)

    def append_event(self, kind: str, body: bytes, at_ns: int) -> int:
        """Appends a significant event, as durably as a fact; its number. Raises JournalWriteError."""
        return self._append("events", at_ns, kind, body)

    def append_head(self, body: bytes, signature: bytes) -> None:
        """Appends a signed head, as durably as a fact. Raises JournalWriteError."""
        query = "INSERT INTO heads (body, signature) VALUES (?, ?)"
        self._on_disk("a head was not written", lambda: self._db.execute(query, (body, signature)))
        self._heads += 1

    def heads(self, after: int = 0) -> list[tuple[int, bytes, bytes]]:
        """The signed heads after a number: number, body, signature. Raises JournalDamagedError, JournalWriteError."""
        try:
            query = "SELECT number, body, signature FROM heads WHERE number > ? ORDER BY number"
            rows = self._reader.execute(query, (after,)).fetchall()
        except sqlite3.DatabaseError as error:
            raise _cause(error) from error
        for number, body, signature in rows:
            if not (isinstance(body, bytes) and isinstance(signature, bytes)):
                raise JournalDamagedError("heads", number, "the head was changed")
        return rows

    def hash_of(self, chain: Chain, number: int) -> bytes:
        """The hash of a row; that of an empty chain for number 0, and nothing for a row that is not there."""
        row = self._reader.execute(f"SELECT hash FROM {chain} WHERE number = ?", (number,)).fetchone()
        return _START if number == 0 else b"" if row is None else bytes(row[0])

    def tip(self, chain: Chain) -> tuple[int, bytes]:
        """The number and the hash of the last row of a chain."""
        return self._last[chain]

    def facts(self, after: int = 0) -> Iterator[Entry]:
        """The facts after a number, in order, read in batches so that no cursor stays open between them."""
        after = max(after, self.pruned.facts)
        query = "SELECT number, at_ns, operator, body FROM facts WHERE number > ? ORDER BY number LIMIT ?"
        while rows := self._reader.execute(query, (after, BATCH_ROWS)).fetchall():
            for row in rows:
                yield Entry(*row)
            after = rows[-1][0]

    def events(self, after: int = 0) -> Iterator[LoggedEvent]:
        """The significant events after a number, in order."""
        rows = self._reader.execute(
            "SELECT number, at_ns, kind, body FROM events WHERE number > ? AND length(body) ORDER BY number", (after,)
        )
        for row in rows:
            yield LoggedEvent(*row)

    def latest(self, kind: str, before: int | None = None) -> Iterator[LoggedEvent]:
        """The significant events of a kind, latest first: all, or those of a smaller number than `before`."""
        query = (
            "SELECT number, at_ns, kind, body FROM events WHERE kind = ? AND number < ? ORDER BY number DESC LIMIT 1"
        )
        before = self._last["events"][0] + 1 if before is None else before
        while row := self._reader.execute(query, (kind, before)).fetchone():
            event = LoggedEvent(*row)
            yield event
            before = event.number

    # ---- verification --------------------

    def verify(self) -> None:
        """Checks both chains from the first row to the mark. Raises JournalDamagedError."""
        self._check(0)

    def verify_latest(self, rows: int) -> None:
        """Checks the last rows of both chains on disk. Raises JournalDamagedError, JournalWriteError."""
        self._on_disk(NOT_READ, lambda: self._check(rows))

    def verify_some(self, rows: int) -> None:
        """Checks the next rows of both chains, and from the beginning again after the last; for a table in play.

        Raises JournalDamagedError, also where the file is no longer the one that was opened, JournalWriteError.
        """
        self._on_disk(NOT_READ, lambda: self._check_some(rows))

    def _check_some(self, rows: int) -> None:
        try:
            self._checker.execute("PRAGMA shrink_memory")
            if self._scrub is not None:
                self._scrub.go_on()
                self._check_schema_unchanged()
            for chain in _COLUMNS:
                first = self._scrubbed.get(chain, 0)
                last = min(first + rows, self._last[chain][0])
                found = self._check_chain(self._checker, chain, first, last)
                if found < last:
                    raise JournalDamagedError(chain, found + 1, "rows are missing from here on")
                self._scrubbed[chain] = 0 if last == self._last[chain][0] else last
                newest = self._checker.execute(f"SELECT max(number) FROM {chain}").fetchone()[0] or 0
                if newest != self._last[chain][0]:
                    raise JournalDamagedError(chain, self._last[chain][0] + 1, "rows were added from here on")
            self._check_next_head()
        except ReplacedError as error:
            raise JournalDamagedError("", 0, str(error)) from error
        except PageError as error:
            raise JournalDamagedError("pages", error.page, str(error)) from error
        except sqlite3.DatabaseError as error:
            raise _cause(error) from error

    def _check_schema_unchanged(self) -> None:
        """Raises JournalDamagedError where somebody has defined a table, a view or a trigger since it was opened."""
        if schema_version(self._checker) != self._schema:
            raise JournalDamagedError("", 0, "the tables are defined otherwise")

    def _check_next_head(self) -> None:
        if self._count_heads(self._checker) != self._heads:
            raise JournalDamagedError("heads", self._heads, "heads were added, or are missing")
        if self.seal is not None and self._heads:
            number = self._head_checked = self._head_checked % self._heads + 1
            row = self._checker.execute("SELECT body, signature FROM heads WHERE number = ?", (number,)).fetchone()
            if row is None or not is_signed(row[0], row[1], self.seal.public_key):
                raise JournalDamagedError("heads", number, "the head is not signed with the seal")

    @staticmethod
    def _count_heads(db: sqlite3.Connection) -> int:
        return int(db.execute("SELECT count(*) FROM heads").fetchone()[0])

    def _has(self, row: Row) -> bool:
        """Whether a row is in the journal, in whatever table has so many columns."""
        if len(row) == 3:
            query = "SELECT 1 FROM heads WHERE (number, body, signature) IS (?, ?, ?)"
            return self._checker.execute(query, row).fetchone() is not None
        return len(row) == 5 and any(
            self._checker.execute(
                f"SELECT 1 FROM {chain} WHERE number = ? AND (at_ns, {who}, body, hash) IS (?, ?, ?, ?)", row
            ).fetchone()
            for chain, who in _COLUMNS.items()
        )

    def folded(self) -> bytes:
        """The file after its write-ahead file has been folded into it; for a copy of a journal."""
        assert self._path is not None
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return self._path.read_bytes()

    def check_schema(self) -> None:
        """Checks the definitions of the tables. Raises JournalDamagedError."""
        if not is_as_defined(self._db):
            raise JournalDamagedError("", 0, "the tables are defined otherwise")

    def _check(self, rows: int) -> None:
        """Checks through a connection of its own, with an empty cache. `rows` 0: all of them.

        The connection is held open, so that the check never needs a file handle that the process may have run out of.
        """
        try:
            self._checker.execute("PRAGMA shrink_memory")
            self._check_chains(self._checker, rows)
        except sqlite3.DatabaseError as error:
            raise _cause(error) from error

    def _check_chains(self, db: sqlite3.Connection, rows: int) -> None:
        marked = self._read_mark()
        for chain in _COLUMNS:
            last = self._last[chain][0]
            found = self._check_chain(
                db, chain, max(0, last - rows) if rows else 0, None, marked[chain] if marked else None
            )
            if found < last or (marked and found < marked[chain][0]):
                raise JournalDamagedError(chain, found + 1, "rows are missing from here on")

    def _check_chain(
        self,
        db: sqlite3.Connection,
        chain: Chain,
        first: int,
        last: int | None,
        marked: tuple[int, bytes] | None = None,
    ) -> int:
        """Checks the rows after `first` up to `last`; the number of the last one found. Raises JournalDamagedError."""
        before, number = _START, first
        if first:
            row = db.execute(f"SELECT hash FROM {chain} WHERE number = ?", (first,)).fetchone()
            before = b"" if row is None else row[0]
        query = f"SELECT number, at_ns, {_COLUMNS[chain]}, body, hash FROM {chain} WHERE number > ? ORDER BY number"
        rows = db.execute(query if last is None else query + f" LIMIT {last - first}", (first,))
        for stored_number, at_ns, who, body, stored in rows:
            number += 1
            if not (isinstance(body, bytes) and isinstance(at_ns, int) and isinstance(who, str)):
                raise JournalDamagedError(chain, number, "the row was changed")
            if self.pruned.is_empty(chain, number, at_ns, who, body, stored):
                before = stored
            else:
                before = self._link(chain, before, number, at_ns, who, body)
            if stored_number != number or before != stored or not self._is_plain(who, body):
                raise JournalDamagedError(chain, number, "the row was changed")
            if marked and marked[0] == number and marked[1] != stored:
                raise JournalDamagedError(chain, number, "the rows were replaced")
        return number

    def _is_plain(self, who: str, body: bytes) -> bool:
        """Whether a row's text, `…|who|{…}`, says where its parts end: nothing was moved from one to the other."""
        return self.seal is None or not body or (body.startswith(b"{") and "|{" not in who)

    def _link(self, chain: Chain, before: bytes, number: int, at_ns: int, who: str, body: bytes) -> bytes:
        row = f"{number}|{at_ns}|{who}|".encode() + body
        if self.seal is None or number <= self.seal.unsealed[chain]:
            return hashlib.sha256(before + row).digest()
        return self.seal.mac(before, chain.encode() + b"|" + row)

    def _read_mark(self) -> dict[Chain, tuple[int, bytes]] | None:
        if self._mark is None:
            return None
        try:
            facts, events = read_mark(self._mark)
        except MarkError as error:
            raise JournalDamagedError("mark", 0, "the mark is missing or was changed") from error
        return {"facts": facts, "events": events}

    # ---- the file --------------------

    @staticmethod
    def _end_of(db: sqlite3.Connection, chain: Chain) -> tuple[int, bytes]:
        row = db.execute(f"SELECT number, hash FROM {chain} ORDER BY number DESC LIMIT 1").fetchone()
        return (0, _START) if row is None else (row[0], row[1])

    def _append(self, chain: Chain, at_ns: int, who: str, body: bytes) -> int:
        last, before = self._last[chain]
        number, who = last + 1, who.replace("|{", "| {")  # as `_is_plain` wants it, whatever somebody is called
        link = self._link(chain, before, number, at_ns, who, body)
        last_then = self._last | {chain: (number, link)}
        row = number, at_ns, who, body, link
        self._on_disk(f"row {number} of {chain} was not written", lambda: self._insert(chain, row, last_then))
        self._last = last_then
        return number

    def _insert(self, chain: Chain, row: Row, last_then: dict[Chain, tuple[int, bytes]]) -> None:
        if self._db.execute(f"INSERT INTO {chain} VALUES (?, ?, ?, ?, ?)", row).rowcount != 1:
            raise sqlite3.DatabaseError("the database did not take it")  # a trigger that somebody has put there
        write_mark(self._mark, last_then["facts"], last_then["events"])


def mark_of(path: Path, seal: Seal | None) -> Path:
    """Where the mark of a journal is."""
    return path.with_suffix(".mark") if seal is None else seal.tip


def _cause(error: sqlite3.DatabaseError) -> JournalDamagedError | JournalWriteError:
    """What an error of SQLite means: the file was changed, or it cannot be used at the moment."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return JournalDamagedError("", 0, str(error)) if code in _DAMAGE else JournalWriteError(str(error))
