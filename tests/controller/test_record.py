"""The record of a table: one order of facts, who is told, and what a restart finds."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from burncard.controller.config import TableConfig
from burncard.controller.decks.decks import Decks
from burncard.controller.journal.history import TableUpdate, updates_between
from burncard.controller.journal.journal import Journal, JournalWriteError
from burncard.controller.record import RECENT_UPDATES, TableRecord
from burncard.rules.cards import Card, Zone
from burncard.rules.facts import CardSeen, Press

TAG = "E004010000000001"
FLOOR_CALLED = Press(press="floor-called", by="dealer")


class Table:
    """A record on a journal in a file, with a clock that ticks once for each look at it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.decks = Decks()
        self.decks.enrol("red", {TAG: Card("As")})
        self.now_ns = 0
        self.open()

    def open(self) -> None:
        self.journal = Journal(self.path)
        self.record = TableRecord(TableConfig(), self.journal, self.decks, self.clock_ns)
        self.events: list[str] = []
        self.record.recover(lambda event: self.events.append(event.kind))

    def reopen(self) -> None:
        self.journal.close()
        self.open()

    def clock_ns(self) -> int:
        self.now_ns += 1
        return self.now_ns

    def begin(self) -> None:
        self.record.take(self.record.ledger.next_hand("red"), "table")

    def see(self, sweep: int | None = None) -> None:
        card = CardSeen(card=Card("As"), zone=Zone("seat:1"), face="down", back="red", tag=TAG, sweep=sweep)
        self.record.take(card, "reader")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "journal.db")


def test_a_fact_is_journaled_with_its_number_its_time_and_its_operator(table: Table) -> None:
    table.begin()
    table.see()
    assert [(entry.number, entry.operator) for entry in table.journal.facts()] == [(1, "table"), (2, "reader")]
    first, second = (entry.at_ns for entry in table.journal.facts())
    assert 0 < first < second <= table.now_ns
    assert table.record.now() == table.now_ns


def test_an_update_is_what_the_journal_has_without_the_hidden_card(table: Table) -> None:
    heard: list[TableUpdate] = []
    table.record.subscribe(heard.append)
    table.begin()
    table.see()
    entries = list(table.journal.facts())
    assert [(update.number, update.at_ns) for update in heard] == [(entry.number, entry.at_ns) for entry in entries]
    assert isinstance(heard[1].fact, CardSeen)
    assert (heard[1].fact.card, heard[1].fact.tag) == ("??", None)


def test_a_listener_that_has_unsubscribed_hears_no_more(table: Table) -> None:
    heard: list[TableUpdate] = []
    unsubscribe = table.record.subscribe(heard.append)
    table.begin()
    unsubscribe()
    table.see()
    assert [update.number for update in heard] == [1]


def test_a_listener_may_unsubscribe_while_it_hears(table: Table) -> None:
    heard: list[str] = []

    def once(update: TableUpdate) -> None:
        heard.append("once")
        unsubscribe()

    unsubscribe = table.record.subscribe(once)
    table.record.subscribe(lambda update: heard.append("always"))
    table.begin()
    table.see()
    assert heard == ["once", "always", "always"]


def test_recent_updates_come_from_memory_and_older_ones_from_the_journal(table: Table) -> None:
    heard: list[TableUpdate] = []
    table.record.subscribe(heard.append)
    table.begin()
    for _ in range(RECENT_UPDATES):
        table.record.take(FLOOR_CALLED, "dealer")
    assert [*table.record.updates_after(1)] == heard[1:]
    assert next(table.record.updates_after(1)) is heard[1]
    assert [*table.record.updates_after(0)] == heard
    assert next(table.record.updates_after(0)) is not heard[0]
    assert [*table.record.updates_after(heard[-1].number)] == []


def test_an_empty_record_has_no_updates(table: Table) -> None:
    assert [*table.record.updates_after(0)] == []


def test_a_restart_knows_the_updates_of_the_hand_in_play(table: Table) -> None:
    heard: list[TableUpdate] = []
    table.record.subscribe(heard.append)
    table.begin()
    table.see()
    table.reopen()
    assert [*table.record.updates_after(0)] == heard
    assert next(table.record.updates_after(0)) is next(table.record.updates_after(0))  # from memory
    assert table.record.in_hand


def test_a_restart_replays_the_last_hand_only(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin()
    table.record.take(Press(press="void-hand", by="floor", reason="fire alarm"), "Bea")
    table.begin()
    table.see()
    read_from: list[int] = []
    facts = Journal.facts

    def watched(journal: Journal, after: int = 0) -> Any:
        read_from.append(after)
        return facts(journal, after)

    monkeypatch.setattr(Journal, "facts", watched)
    ledger = table.record.ledger.state()
    table.reopen()
    assert read_from == [2]
    assert table.record.ledger.state() == ledger
    assert table.record.ledger.hands == 2


def test_past_updates_are_worked_out_from_the_hand_in_which_they_begin(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        table.begin()
        table.see()
        table.record.take(Press(press="void-hand", by="floor", reason="fire alarm"), "Bea")
    read_from: list[int] = []
    facts = table.journal.facts

    def watched(after: int = 0) -> Any:
        read_from.append(after)
        return facts(after)

    monkeypatch.setattr(table.journal, "facts", watched)
    for after in (0, 2, 3, 5, 6, 8, 9):  # the hands are the facts 1 to 3, 4 to 6, and 7 to 9
        numbers = [update.number for update in updates_between(table.journal, table.decks, after, 9)]
        assert numbers == list(range(after + 1, 10))
    assert read_from == [0, 0, 3, 3, 6, 6, 6]


def test_a_restart_gives_every_event_away_and_logs_the_power(table: Table) -> None:
    table.record.log("mode", mode="closed", operator="Bea")
    table.record.log_bytes("deck-check", b"{}")
    table.reopen()
    assert table.events == ["power", "mode", "deck-check"]
    events = list(table.journal.events())
    assert [event.kind for event in events] == ["power", "mode", "deck-check", "power"]
    assert msgspec.json.decode(events[1].body) == {"mode": "closed", "operator": "Bea"}
    assert msgspec.json.decode(events[3].body) == {"state": "on"}
    assert [event.at_ns for event in events] == sorted(event.at_ns for event in events)


def test_a_hand_that_is_refused_leaves_no_event(table: Table) -> None:
    table.begin()
    table.begin()  # refused: one is in play
    assert [event.kind for event in table.journal.events()] == ["power", "hand"]


def test_a_record_that_could_not_write_takes_nothing_more_until_it_is_opened_again(table: Table) -> None:
    heard: list[Any] = []
    table.begin()
    table.record.subscribe(heard.append)
    table.journal._db.execute("PRAGMA query_only=ON")
    for reason in ("was not written", "the table has stopped"):
        with pytest.raises(JournalWriteError, match=reason):
            table.see()
        table.journal._db.execute("PRAGMA query_only=OFF")
    assert heard == []
    table.reopen()
    table.see()
    assert [entry.number for entry in table.journal.facts()] == [1, 2]
