"""Rows that are no longer kept: emptied as the table's configuration says, and the journal shows that it was so.

An emptied row keeps its number. The last one before a row that is kept also keeps its hash, to which that row is bound.
An event in the chain says which rows may be empty: whoever has no seal can make no such event, and so can empty no
other row. All heads are kept, so a hand that was exported before can still be told from a false one.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec

from burncard.controller.files import sync
from burncard.controller.journal.migrations import migrate

PRUNED: Final = "pruned"
"""The kind of the event."""
DAY_NS: Final = 24 * 3600 * 1_000_000_000
KEEP_DAYS_MIN: Final = 7
EMPTY: Final = (0, "", b"")
"""What is left of a row besides its number, and its hash where it is needed."""


class Pruned(msgspec.Struct, frozen=True):
    """Facts up to `facts` and events up to `events` are emptied, without those events of `kept` that later ones need.

    They were older than `keep_days` at that time; `newest_ns`: the time of the newest of them.
    """

    facts: int
    events: int
    kept: tuple[int, ...]
    keep_days: int
    newest_ns: int

    def covers(self, chain: str, number: int) -> bool:
        """Whether a row may be empty."""
        return number <= (self.facts if chain == "facts" else self.events) and not (
            chain == "events" and number in self.kept
        )

    def is_bound(self, chain: str, number: int) -> bool:
        """Whether an empty row keeps its hash, as the row after it is kept."""
        return not self.covers(chain, number + 1)

    def is_empty(self, chain: str, number: int, at_ns: int, who: str, body: bytes, link: bytes) -> bool:
        """Whether a row is one that may be empty, and is."""
        empty = (at_ns, who, body) == EMPTY and self.covers(chain, number)
        return empty and bool(link) is self.is_bound(chain, number)


NOTHING: Final = Pruned(0, 0, (), 0, 0)


def read_pruned(db: sqlite3.Connection) -> Pruned:
    """What the latest such event of a journal says. That the event is genuine is seen when its chain is checked."""
    row = db.execute("SELECT body FROM events WHERE kind = ? ORDER BY number DESC LIMIT 1", (PRUNED,)).fetchone()
    try:
        return NOTHING if row is None else msgspec.json.decode(row[0], type=Pruned)
    except (ValueError, RecursionError, TypeError):
        return NOTHING


def is_done(path: Path, pruned: Pruned) -> bool:
    """Whether every row of a journal that may be empty is. Raises sqlite3.Error."""
    with closing(sqlite3.connect(path)) as db:
        facts = db.execute("SELECT 1 FROM facts WHERE number <= ? AND length(body) LIMIT 1", (pruned.facts,)).fetchone()
        rows = db.execute("SELECT number FROM events WHERE number <= ? AND length(body)", (pruned.events,)).fetchall()
    return facts is None and all(number in pruned.kept for (number,) in rows)


def empty_rows(path: Path, pruned: Pruned) -> None:
    """Writes a journal that is closed anew, without those rows' contents: the whole of it or nothing.

    Nothing of them stays in the file. Raises sqlite3.Error, OSError.
    """
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    with closing(sqlite3.connect(part, isolation_level=None)) as db, closing(sqlite3.connect(path, timeout=1)) as old:
        db.execute("PRAGMA journal_mode=WAL")  # as the journal opens it; folded in when it is closed
        migrate(db)
        db.execute("BEGIN")
        for chain in ("facts", "events"):
            for number, *content, link in old.execute(f"SELECT * FROM {chain} ORDER BY number"):
                if pruned.covers(chain, number):
                    content, link = EMPTY, link if pruned.is_bound(chain, number) else b""
                db.execute(f"INSERT INTO {chain} VALUES (?, ?, ?, ?, ?)", (number, *content, link))
        db.executemany("INSERT INTO heads VALUES (?, ?, ?)", old.execute("SELECT * FROM heads ORDER BY number"))
        db.execute("COMMIT")
        busy, _, _ = old.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:  # the write-ahead file still holds rows: after a crash before the end they would be lost with it
        raise sqlite3.OperationalError("another program reads the journal")
    os.chmod(part, path.stat().st_mode & 0o777)
    sync(part)
    for suffix in ("-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)  # they hold nothing now
    part.replace(path)
    sync(path.parent)
