"""Takes tables' messages into the database: each row once, in order, whatever arrives and however often.

A batch is one transaction. A row that is there already is compared, not written; a row after a gap is left out and
asked for again; a message that cannot be read is kept apart and never stops the ones after it.
"""

import hashlib
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from burncard.api.floor.counted_ahead import DECKS_SQL, TALLIES_SQL, deck_rows, tally_rows
from burncard.api.floor.database import BadValueError, Database, Found, Transaction, Value
from burncard.api.floor.hands_made import HANDS_SQL, RULINGS_SQL, HandsMade, OpenHand, Read, read
from burncard.api.floor.lease import Lease
from burncard.api.floor.report_rows import DAY_NS, DETAIL_MAX, REPORT_SQL, report_row
from burncard.api.floor.witness import FORGED, Wrong, check_head
from burncard.controller.journal.heads import Head
from burncard.controller.outbox.published import VERSION, Cursor, EventRow, FactRow, HeadRow, Kept, Message, same_row
from burncard.controller.outbox.subjects import TableName, named_in
from burncard.controller.outbox.tracing import Traced

FACTS: Final = 0
EVENTS: Final = 1
HEADS: Final = 2
BODY_MAX: Final = 4000
NEW_JOURNALS_MAX: Final = 5
"""New journals of a table that are reported one by one on a day (UTC); more are counted in one report."""
RECORDS_MAX: Final = 2000
"""Records that are remembered: a room has 240 tables, with one journal each."""
REJECTED_SQL: Final = "INSERT INTO rejected VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING"


@dataclass(frozen=True, slots=True)
class Arrived:
    """A message as it came from the stream, its number there, and when it came there (ns since 1970)."""

    sequence: int
    subject: str
    data: bytes
    stored_ns: int = 0


@dataclass(slots=True)
class Lacking:
    """Where a table's record ends here although later rows have come."""

    name: TableName
    journal: str
    after: Cursor


@dataclass(slots=True)
class Taken:
    """What became of a batch: how far each record is kept now, what is lacking, and how many rows were new."""

    kept: dict[TableName, Kept] = field(default_factory=dict)
    lacking: dict[TableName, Lacking] = field(default_factory=dict)
    traced: list[Traced] = field(default_factory=list)
    rows: int = 0
    again: int = 0
    rejected: int = 0
    reports: int = 0

    def add(self, other: "Taken") -> None:
        """Adds what became of a later batch."""
        self.kept |= other.kept
        self.lacking |= other.lacking
        self.traced += other.traced
        self.rows += other.rows
        self.again += other.again
        self.rejected += other.rejected
        self.reports += other.reports


@dataclass(slots=True)
class _Record:
    """A record as far as it is kept."""

    id: int
    name: TableName
    journal: str
    branch: int
    cursor: Cursor
    last_head: str
    seal_key: str
    hand: OpenHand | None


class Intake:
    """Takes messages into a database. Only one may work on a database at a time, which `lease` sees to."""

    def __init__(self, database: Database, lease: Lease | None = None) -> None:
        self._database = database
        self._lease = lease
        self._records: dict[tuple[TableName, str, int], _Record] = {}

    async def take(self, batch: Sequence[Arrived]) -> Taken:
        """Takes a batch; all of it is kept when this returns. Raises DatabaseError, LeaseLostError: then nothing is.

        BadValueError: the batch has a message that cannot be kept, however often it is tried.
        """
        try:
            async with self._database.transaction() as transaction:
                if self._lease is not None and not await self._lease.beat(transaction):
                    self._records.clear()
                work = _Batch(transaction, self._records)
                for arrived in batch:
                    await work.take(arrived)
                await work.write()
                if len(self._records) > RECORDS_MAX:
                    self._records.clear()  # all of them are in the database
                return work.taken
        except BaseException as error:  # a cancellation too: the records are ahead of what was kept
            self._records.clear()
            if isinstance(error, ValueError | RecursionError):
                raise BadValueError(type(error).__name__) from error
            raise

    async def reject(self, arrived: Arrived, why: str) -> Taken:
        """Keeps a message apart that the database cannot hold. Raises DatabaseError."""
        async with self._database.transaction() as transaction:
            work = _Batch(transaction, {})
            work.reject(arrived, "unreadable", why)
            await work.write()
            return work.taken


class _Batch:
    def __init__(self, transaction: Transaction, records: dict[tuple[TableName, str, int], _Record]) -> None:
        self.taken = Taken()
        self._now_ns = time.time_ns()
        self._transaction = transaction
        self._records = records
        self._changed: dict[int, _Record] = {}
        self._entries: dict[tuple[int, int, int], tuple[int, str]] = {}
        self._made = HandsMade()
        self._journals: dict[TableName, int] = {}  # how many new ones of this day are reported
        self._reports: list[tuple[Value, ...]] = []
        self._rejected: list[tuple[Value, ...]] = []

    async def take(self, arrived: Arrived) -> None:
        try:
            name = named_in(arrived.subject)
            message = msgspec.json.decode(arrived.data, type=Message)
            hands = read(message.row) if isinstance(message.row, FactRow) else None
        except (ValueError, RecursionError) as error:  # also if it is not UTF-8, or fits no message
            self.reject(arrived, "unreadable", str(error))
            return
        if (message.room, message.table) != (name.room, name.table):
            self.reject(arrived, "another-table", f"it names itself {message.room}/{message.table}"[:DETAIL_MAX])
            self._report(name, "another-table", f"published as {message.room}/{message.table}")
            return
        if message.v > VERSION:
            self.reject(arrived, "newer-version", f"version {message.v}")
            self._report(name, "newer-version", "the table runs a newer version than the floor: update the floor")
            return
        if message.trace:
            fact = Traced(message.trace, name.room, name.table, message.row.number, arrived.stored_ns)
            self.taken.traced.append(fact)
        await self._row(arrived, message, hands, await self._record(name, message))

    async def _row(self, arrived: Arrived, message: Message, hands: Read | None, record: _Record) -> None:
        row, cursor = message.row, record.cursor
        last = {FactRow: cursor.facts, EventRow: cursor.events, HeadRow: cursor.heads}[type(row)]
        if row.number <= last:
            await self._compare(arrived, message, record)
        elif _before(message) != cursor:
            self.taken.lacking[record.name] = Lacking(record.name, record.journal, cursor)
            missing = f"rows are missing before {_kind(row)} {row.number}; asked for again"
            self._report(record.name, "gap", missing, record.journal)
        else:
            await self._add(message, hands, record)

    async def _add(self, message: Message, hands: Read | None, record: _Record) -> None:
        row, cursor = message.row, record.cursor
        body = msgspec.json.encode(row).decode()
        match row:
            case FactRow():
                record.cursor = msgspec.structs.replace(cursor, facts=row.number)
                if hands is not None:
                    record.hand = self._made.fact(record.id, record.name, record.hand, hands)
                self._entries[record.id, FACTS, row.number] = row.at_ns, body
            case EventRow():
                record.cursor = msgspec.structs.replace(cursor, events=row.number)
                self._entries[record.id, EVENTS, row.number] = row.at_ns, body
                if row.kind == "floor-command-refused":
                    why = f"a command was refused: {row.fields.get('why', '')}"
                    self._report(record.name, "command-refused", why, row.number)
            case HeadRow():
                await self._head(row, record)
                record.cursor = msgspec.structs.replace(cursor, heads=row.number)
                self._entries[record.id, HEADS, row.number] = 0, body
        self.taken.rows += 1
        self._changed[record.id] = record
        self.taken.kept[record.name] = Kept(record.journal, record.branch, record.cursor)

    async def _head(self, row: HeadRow, record: _Record) -> None:
        """The floor as the witness: the head is checked against its key, the head before, and the rows kept here."""
        key = record.seal_key or row.signed.public_key
        wrong = check_head(row, record.journal, key, record.last_head, record.cursor)
        if wrong is None and row.signed.head.log != await self._log(row.signed.head, record):
            wrong = Wrong("log-differs", f"the hand {row.signed.head.hand} as it was published is not the signed one")
        if wrong is None or wrong.code != FORGED:
            record.seal_key = key
        if wrong is not None:
            self._report(record.name, wrong.code, f"head {row.number}: {wrong.detail}", row.number)
        record.last_head = row.signed.digest

    async def _log(self, head: Head, record: _Record) -> str:
        """The digest of the public log of a head's hand, from the rows kept here; empty where some are lacking."""
        digest, number = hashlib.sha256(), head.first
        stored = await self._transaction.ask(
            "SELECT number, body FROM entries WHERE record = $1 AND part = $2 AND number BETWEEN $3 AND $4",
            record.id, FACTS, head.first, head.facts,
        )  # fmt: skip
        bodies: dict[int, str] = dict(stored)
        while number <= head.facts:
            _, body = self._entries.get((record.id, FACTS, number), (0, bodies.get(number, "")))
            if not body:
                return ""
            digest.update(msgspec.json.decode(body, type=FactRow).log)
            number += 1
        return digest.hexdigest()

    async def _compare(self, arrived: Arrived, message: Message, record: _Record) -> None:
        """A row that is here already: it was sent again, or it is another past under the same number."""
        self.taken.again += 1
        self.taken.kept[record.name] = Kept(record.journal, record.branch, record.cursor)
        row = message.row
        part = {FactRow: FACTS, EventRow: EVENTS, HeadRow: HEADS}[type(row)]
        _, body = self._entries.get((record.id, part, row.number), (0, ""))
        if not body:
            sql = "SELECT body FROM entries WHERE record = $1 AND part = $2 AND number = $3"
            ((body,),) = await self._transaction.ask(sql, record.id, part, row.number)
        if not same_row(msgspec.json.decode(body, type=type(row)), row):
            self.reject(arrived, "fork", f"{_kind(row)} {row.number} differs from the one that is kept")
            differs = f"{_kind(row)} {row.number} was published again, and differs"
            self._report(record.name, "fork", differs, record.journal)

    # ---- records --------------------

    async def _record(self, name: TableName, message: Message) -> _Record:
        key = name, message.journal, message.branch
        if key not in self._records:
            self._records[key] = await self._load(name, message) or await self._begin(name, message)
        return self._records[key]

    async def _load(self, name: TableName, message: Message) -> _Record | None:
        found = await self._transaction.ask(
            "SELECT id, facts, events, heads, last_head, seal_key FROM records "
            "WHERE room = $1 AND name = $2 AND journal = $3 AND branch = $4",
            name.room, name.table, message.journal, message.branch,
        )  # fmt: skip
        if not found:
            return None
        ((number, facts, events, heads, last_head, seal_key),) = found
        hand = await OpenHand.latest(self._transaction, number)
        cursor = Cursor(facts, events, heads)
        return _Record(number, name, message.journal, message.branch, cursor, last_head, seal_key, hand)

    async def _begin(self, name: TableName, message: Message) -> _Record:
        """The first row of a record: a new table, a new journal, or an older copy of one that was put back."""
        ((last,),) = await self._transaction.ask("SELECT COALESCE(max(id), 0) FROM records")
        number = max([last, *self._changed]) + 1
        known = await self._transaction.ask(
            "SELECT seal_key FROM tables WHERE room = $1 AND name = $2", name.room, name.table
        )
        older = await self._older(name, message.journal, known[0][0] if known else "")
        if message.branch:
            at = max((facts for journal, _, facts, _ in older if journal == message.journal), default=0)
            older_copy = f"an older copy of journal {message.journal} is in use; {at} facts were kept"
            self._report(name, "rolled-back", older_copy, message.journal)
        elif older:
            await self._report_journal(name, message.journal)
        seal_key = _seal_key(message.journal, known[0][0] if known else "", older)
        record = _Record(number, name, message.journal, message.branch, Cursor(), "", seal_key, None)
        self._changed[number] = record
        return record

    async def _older(self, name: TableName, journal: str, enrolled: str) -> Found:
        """Of the records of a table that tell how a new one begins: those of its journal, one with the key that the
        table enrolled with, and one other. A table may have any number of them."""
        found = [
            row
            for where, value in (("journal", journal), ("seal_key", enrolled), ("room", name.room))
            for row in await self._transaction.ask(
                f"SELECT journal, branch, facts, seal_key FROM records WHERE room = $1 AND name = $2 AND {where} = $3"
                + ("" if where == "journal" else " LIMIT 1"),
                name.room, name.table, value,
            )
        ]  # fmt: skip
        now = [one for one in self._changed.values() if one.name == name]
        return found + [(one.journal, one.branch, one.cursor.facts, one.seal_key) for one in now]

    async def _report_journal(self, name: TableName, journal: str) -> None:
        """Reports a new journal: the first ones of a day each by itself, the others as one."""
        if name not in self._journals:
            sql = "SELECT count(*) FROM reports WHERE room = $1 AND name = $2 AND code = 'new-journal' AND at_ns >= $3"
            today = self._now_ns // DAY_NS * DAY_NS
            ((self._journals[name],),) = await self._transaction.ask(sql, name.room, name.table, today)
        self._journals[name] += 1
        some = self._journals[name] <= NEW_JOURNALS_MAX
        what = f"a new journal, {journal}" if some else f"more than {NEW_JOURNALS_MAX} new journals on this day"
        self._report(name, "new-journal", f"the table has begun {what}")

    # ---- what is written --------------------

    async def write(self) -> None:
        """Writes all of the batch."""
        records = [
            (one.id, one.name.room, one.name.table, one.journal, one.branch, one.cursor.facts, one.cursor.events,
             one.cursor.heads, one.last_head, one.seal_key)
            for one in self._changed.values()
        ]  # fmt: skip
        await self._change(
            "INSERT INTO records VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO UPDATE SET "
            "facts = $6, events = $7, heads = $8, last_head = $9, seal_key = $10",
            records,
        )
        entries = [(*key, at_ns, body) for key, (at_ns, body) in self._entries.items()]
        await self._change("INSERT INTO entries VALUES ($1, $2, $3, $4, $5)", entries)
        await self._change(HANDS_SQL, self._made.hand_rows())
        await self._change(RULINGS_SQL, self._made.rulings)
        await self._change(TALLIES_SQL, tally_rows(self._made.changes()))
        await self._change(DECKS_SQL, deck_rows(self._made.changes()))
        await self._change(REPORT_SQL, self._reports)
        await self._change(REJECTED_SQL, self._rejected)

    async def _change(self, sql: str, rows: Sequence[Sequence[Value]]) -> None:
        if rows:
            await self._transaction.change(sql, rows)

    def reject(self, arrived: Arrived, code: str, detail: str) -> None:
        """Keeps a message apart. One that cannot be read is reported under the table of its subject."""
        text = f"{detail}: {arrived.data[:BODY_MAX]!r}"
        key = arrived.sequence, arrived.stored_ns, self._now_ns
        self._rejected.append((*key, arrived.subject[:200], code, text))
        self.taken.rejected += 1
        if code == "unreadable":
            try:
                name = named_in(arrived.subject)
            except ValueError:
                return  # only the floor's own credentials allow such a subject
            self._report(name, code, "a message cannot be read; it is kept apart")

    def _report(self, name: TableName, code: str, detail: str, cause: str | int = "") -> None:
        self._reports.append(report_row(name, code, detail, self._now_ns, cause))
        self.taken.reports += 1


def _seal_key(journal: str, enrolled: str, older: Found) -> str:
    """The key that must sign the heads of a new record: that of its journal, which an older copy of it has too, or the
    one that the table enrolled with, if no other journal has it. Empty for a new journal, which may have any key."""
    same = next((key for other, _, _, key in older if other == journal and key), "")
    return same or ("" if any(key == enrolled for *_, key in older) else enrolled)


def _before(message: Message) -> Cursor:
    """Where a record stood before a message."""
    after, number = message.after, message.row.number - 1
    match message.row:
        case FactRow():
            return msgspec.structs.replace(after, facts=number)
        case EventRow():
            return msgspec.structs.replace(after, events=number)
        case HeadRow():
            return msgspec.structs.replace(after, heads=number)


def _kind(row: FactRow | EventRow | HeadRow) -> str:
    return {FactRow: "fact", EventRow: "event", HeadRow: "head"}[type(row)]


def arrived_of(messages: Iterable[Any]) -> list[Arrived]:
    """Messages of the client as they are taken."""
    return [
        Arrived(
            message.metadata.sequence.stream,
            message.subject,
            message.data,
            round(message.metadata.timestamp.timestamp() * 1e9),
        )
        for message in messages
    ]
