"""Reads a table's record from where a reader of it stands, one row at a time, and never writes.

Facts, events and heads are three parts of one journal. A head goes out right after the facts and events that it covers;
of a fact and an event, the earlier one goes first. So the next row follows from the cursor and the journal alone, and a
reader that starts again anywhere publishes the same rows in the same order.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

import msgspec

from burncard.controller.journal.heads import SignedHead
from burncard.controller.journal.history import TableUpdate
from burncard.controller.journal.journal import LoggedEvent
from burncard.controller.journal.signing import stored_heads
from burncard.controller.outbox.published import Cursor, EventRow, FactRow, HeadRow, Row, event_row, fact_row
from burncard.controller.record import TableRecord

READ_AHEAD: Final = 64


class RecordReader:
    """A reader of one record, at a cursor. What it has read ahead is bounded; the journal is what waits."""

    def __init__(self, record: TableRecord, cursor: Cursor) -> None:
        self._record = record
        self.cursor = cursor
        self._updates: Iterator[TableUpdate] = iter(())
        self._update: TableUpdate | None = None
        self._events: list[LoggedEvent] = []
        self._heads: list[SignedHead] = []

    def next(self) -> tuple[Row, Cursor] | None:
        """The next row, and the cursor after it; None where all has been read. Asked again it gives the same row."""
        head, update, event = self._next_head(), self._next_update(), self._next_event()
        at = self.cursor
        covered = None if head is None else msgspec.json.decode(head.body, type=_Covered)
        if head is not None and covered is not None and at.facts >= covered.facts and at.events >= covered.events:
            return HeadRow(at.heads + 1, head), msgspec.structs.replace(at, heads=at.heads + 1)
        if covered is not None and at.facts >= covered.facts:
            update = None
        if event is not None and (update is None or event.at_ns <= update.at_ns):
            return event_row(event), msgspec.structs.replace(at, events=event.number)
        if update is not None:
            return fact_row(update), msgspec.structs.replace(at, facts=update.number)
        return None

    def go_on(self, cursor: Cursor) -> None:
        """The row that `next` gave has been published."""
        if cursor.facts != self.cursor.facts:
            self._update = None
        elif cursor.events != self.cursor.events:
            self._events.pop(0)
        else:
            self._heads.pop(0)
        self.cursor = cursor

    def has(self, row: Row) -> bool:
        """Whether the journal has come as far as a row."""
        match row:
            case FactRow():
                return row.number <= self._record.journal.count
            case EventRow():
                return row.number <= self._record.journal.tip("events")[0]
            case HeadRow():
                return bool(self._record.journal.heads(row.number - 1))

    def row_like(self, row: Row) -> Row | None:
        """The journal's own row of the same kind and number; None where it has not come so far."""
        if not self.has(row):
            return None
        match row:
            case FactRow():
                return fact_row(next(self._record.updates_after(row.number - 1)))
            case EventRow():
                return event_row(next(self._record.journal.events(row.number - 1)))
            case HeadRow():
                return HeadRow(row.number, stored_heads(self._record.journal, row.number - 1)[0])

    # ---- inside --------------------

    def _next_update(self) -> TableUpdate | None:
        if self._update is None:
            self._update = next(self._updates, None)
            if self._update is None and self._record.journal.count > self.cursor.facts:
                self._updates = iter(self._record.updates_after(self.cursor.facts))
                self._update = next(self._updates, None)
        return self._update

    def _next_event(self) -> LoggedEvent | None:
        if not self._events and self._record.journal.tip("events")[0] > self.cursor.events:
            self._events = list(islice(self._record.journal.events(self.cursor.events), READ_AHEAD))
        return self._events[0] if self._events else None

    def _next_head(self) -> SignedHead | None:
        if not self._heads and self._record.journal.seal is not None:
            self._heads = stored_heads(self._record.journal, self.cursor.heads)[:READ_AHEAD]
        return self._heads[0] if self._heads else None


class _Covered(msgspec.Struct, frozen=True):
    """How far a head says that the journal had come."""

    facts: int
    events: int
