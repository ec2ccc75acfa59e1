"""What is no longer kept: emptied as the configuration says and no otherwise, and the rest as sound as before."""

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from burncard.api.command_line import app
from burncard.api.open_journal import open_journal
from burncard.api.run_options import locked
from burncard.controller.config import TableConfig
from burncard.controller.decks.decks import Decks
from burncard.controller.faults import Fault
from burncard.controller.journal.export import public_log, replayable_log
from burncard.controller.journal.history import HAND_BEGINS, last_ns
from burncard.controller.journal.inspection import UnsignedHandError, dispute_of, opened_copy, verify
from burncard.controller.journal.journal import Journal, JournalDamagedError, JournalWriteError
from burncard.controller.journal.pruned import DAY_NS, PRUNED, Pruned, empty_rows
from burncard.controller.journal.signing import WITNESS_MADE
from burncard.controller.record import VIRTUAL, TableRecord
from burncard.controller.retention import JUMP_MAX_NS, _needed, prune
from burncard.controller.service import TableService
from burncard.controller.views.past import past_hands
from burncard.hardware.layout import load_layout
from burncard.rules.facts import Press
from burncard.simulator.packs import enrolled_packs
from tests.harness.tampering import Sealed

KEEP_DAYS = 30


@pytest.fixture(scope="module")
def two_hands(tmp_path_factory: pytest.TempPathFactory) -> Sealed:
    return Sealed(tmp_path_factory.mktemp("closed"), killed=False)


@pytest.fixture
def table(two_hands: Sealed) -> Sealed:
    """A closed table with two hands."""
    two_hands.restore()
    return two_hands


def begins(path: Path) -> list[tuple[int, int, int]]:
    """Where each hand begins: the number and the time of its event, and the facts before it."""
    database = sqlite3.connect(path)
    rows = database.execute("SELECT number, at_ns, body FROM events WHERE kind = ?", (HAND_BEGINS,)).fetchall()
    database.close()
    return [(number, at_ns, json.loads(body)["boundary"]["fact_count"]) for number, at_ns, body in rows]


def later(table: Sealed) -> int:
    """A time at which the first hand is too old, and the second one is not."""
    return begins(table.path)[-1][1] + KEEP_DAYS * DAY_NS


def pruned(table: Sealed) -> Pruned:
    found = prune(table.path, table.seal, KEEP_DAYS, later(table))
    assert found is not None
    return found


def test_the_oldest_hands_are_emptied_and_the_rest_is_sound(table: Sealed) -> None:
    event, _, facts = begins(table.path)[1]
    database = sqlite3.connect(table.path)
    old = [body for (body,) in database.execute("SELECT body FROM facts WHERE number <= ? AND number > 1", (facts,))]
    database.close()
    found = pruned(table)
    assert (found.facts, found.events) == (facts, event - 1)
    checked = verify(table.path, table.seal, table.witness)
    assert (checked.heads, checked.witnessed, checked.pruned) == (2, 2, found)
    raw = b"".join(path.read_bytes() for path in table.data.iterdir())
    assert not [body for body in old if b'"tag"' in body and body in raw]
    assert prune(table.path, table.seal, KEEP_DAYS, later(table)) is None
    with opened_copy(table.path, table.seal) as journal:
        assert next(journal.facts()).number == facts + 1
        assert dispute_of(journal, enrolled_packs()[2], "h2").head.head.hand == "h2"
        with pytest.raises(UnsignedHandError, match="no longer kept"):
            dispute_of(journal, enrolled_packs()[2], "h1")


def test_the_logs_begin_with_the_first_hand_that_is_kept(table: Sealed) -> None:
    decks = enrolled_packs()[2]

    def hands_of(journal: Journal, decks: Decks) -> tuple[bytes, bytes]:
        public = b"".join(public_log(journal, decks, "t"))
        return public, b"".join(replayable_log(journal, decks, "t", journal.count))

    with opened_copy(table.path, table.seal) as journal:
        before = hands_of(journal, decks)[0].splitlines()
    pruned(table)
    with opened_copy(table.path, table.seal) as journal:
        public, full = hands_of(journal, decks)
    assert [json.loads(line)["id"] for line in full.splitlines() if b'"type":"hand"' in line] == ["h2"]
    assert public.splitlines()[1:] == before[-len(public.splitlines()) + 1 :]


def opened(table: Sealed, now_ns: int) -> tuple[Journal, TableRecord]:
    """The table's journal, and its record after a start."""
    journal, decks = Journal(table.path, table.seal), enrolled_packs()[2]
    return journal, TableService(TableConfig(), journal, decks, load_layout(), lambda: now_ns).record


def test_the_table_goes_on_from_what_is_kept(table: Sealed) -> None:
    now_ns = later(table)
    pruned(table)
    journal, record = opened(table, now_ns)
    assert [hand.id for hand in past_hands(record)] == ["h2"]
    assert record.ledger.hands == 2
    record.take(Press(press="floor-called", by="dealer"), "dealer: Ann")
    for _ in range(100):
        journal.verify_some(20)
    journal.close()
    verify(table.path, table.seal, table.witness)


def test_faults_virtual_devices_and_stakes_outlast_what_is_emptied(table: Sealed) -> None:
    at_ns = later(table)
    journal, record = opened(table, at_ns)
    record.note_virtual("a reader", "a test")
    record.log("sign-in", name="Ann", role="dealer", address="::1")
    record.change_stakes({"small_blind": 10, "big_blind": 20}, "floor: Bea")
    record.faults.raise_("witness-lost", "journal", "gone")
    begun = json.loads(next(journal.latest(HAND_BEGINS)).body)
    begun["boundary"]["fact_count"] = journal.count
    journal.append_event(HAND_BEGINS, json.dumps(begun).encode(), at_ns)
    journal.close()
    found = prune(table.path, table.seal, KEEP_DAYS, at_ns + KEEP_DAYS * DAY_NS)
    assert found is not None
    assert len(found.kept) >= 3
    journal, record = opened(table, at_ns)
    assert "a reader" in record._virtual
    assert record.config.big_blind == 20
    assert "witness-lost" in [fault.code for fault in record.faults.open]
    assert "sign-in" not in [event.kind for event in journal.events()]
    journal.close()


@pytest.mark.parametrize(
    ("keep_days", "after_ns"),
    [(KEEP_DAYS + 1, 0), (KEEP_DAYS, -1 * DAY_NS), (KEEP_DAYS, JUMP_MAX_NS)],
    ids=["kept longer", "not so old", "a clock that jumped"],
)
def test_nothing_is_emptied_before_its_time(table: Sealed, keep_days: int, after_ns: int) -> None:
    before = table.path.read_bytes()
    first = begins(table.path)[0][1] + KEEP_DAYS * DAY_NS
    assert prune(table.path, table.seal, keep_days, first + after_ns) is None
    assert table.path.read_bytes() == before


def test_a_crash_on_the_way_is_ended_by_the_next_call(table: Sealed, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(path: Path, pruned: Pruned) -> None:
        (path.parent / "journal.db.part").write_bytes(b"half")
        raise OSError

    monkeypatch.setattr("burncard.controller.retention.empty_rows", dies)
    with pytest.raises(JournalWriteError):
        prune(table.path, table.seal, KEEP_DAYS, later(table))
    monkeypatch.undo()
    assert verify(table.path, table.seal, table.witness).pruned.facts
    assert prune(table.path, table.seal, KEEP_DAYS, later(table)) is None
    verify(table.path, table.seal, table.witness)
    with opened_copy(table.path, table.seal) as journal:
        assert not journal._db.execute("SELECT 1 FROM facts WHERE number = 2 AND length(body)").fetchall()


def test_rows_that_only_the_write_ahead_file_has_are_not_lost_to_a_reader(table: Sealed) -> None:
    """While another program reads, they cannot be put into the database: its file must not be replaced then."""
    reader = sqlite3.connect(table.path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT number FROM facts LIMIT 1").fetchone()
    with pytest.raises(JournalWriteError, match="reads the journal"):
        prune(table.path, table.seal, KEEP_DAYS, later(table))
    ahead = table.path.with_name("journal.db-wal")
    assert ahead.stat().st_size
    reader.close()
    assert prune(table.path, table.seal, KEEP_DAYS, later(table)) is None
    assert verify(table.path, table.seal, table.witness).pruned.facts


# ---- and nobody else empties anything --------------------

LIKE_PRUNED = "at_ns = 0, body = zeroblob(0)"


@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE facts SET {LIKE_PRUNED}, operator = '' WHERE number = :facts + 1",
        f"UPDATE facts SET {LIKE_PRUNED}, operator = '', hash = zeroblob(0) WHERE number = :facts + 2",
        f"UPDATE events SET {LIKE_PRUNED}, kind = '' WHERE number = :events + 1",
        "UPDATE facts SET at_ns = 1 WHERE number = 1",
        "UPDATE facts SET hash = zeroblob(32) WHERE number = 2",
        "UPDATE facts SET hash = zeroblob(32) WHERE number = :facts",
        "DELETE FROM facts WHERE number = 3",
        "DELETE FROM events WHERE number = :events",
        "DELETE FROM events WHERE kind = 'pruned'",
        "UPDATE events SET body = CAST(replace(body, '\"facts\":', '\"facts\":1') AS BLOB) WHERE kind = 'pruned'",
        "UPDATE events SET body = CAST(replace(body, '\"kept\":[', '\"kept\":[1,') AS BLOB) WHERE kind = 'pruned'",
    ],
)
def test_whatever_else_is_emptied_or_changed_is_found(table: Sealed, statement: str) -> None:
    found = pruned(table)
    table.sql(statement.replace(":facts", str(found.facts)).replace(":events", str(found.events)))
    with pytest.raises(JournalDamagedError):
        verify(table.path, table.seal, table.witness)


def test_an_older_copy_with_what_was_emptied_is_found(table: Sealed, tmp_path: Path) -> None:
    shutil.copy(table.path, tmp_path / "before")
    pruned(table)
    shutil.copy(tmp_path / "before", table.path)
    with pytest.raises(JournalDamagedError):
        verify(table.path, table.seal, table.witness)


def test_rows_that_were_emptied_too_early_are_found_even_with_the_seal(table: Sealed) -> None:
    event, at_ns, facts = begins(table.path)[1]
    early = Pruned(facts, event - 1, (), 1, at_ns)
    journal = Journal(table.path, table.seal)
    journal.append_event(PRUNED, msgspec.json.encode(early), last_ns(journal))
    journal.close()
    empty_rows(table.path, early)
    with pytest.raises(JournalDamagedError, match="to be kept"):
        verify(table.path, table.seal, table.witness)


# ---- by command and at a start --------------------


def test_a_command_and_a_start_empty_what_is_too_old(table: Sealed, monkeypatch: pytest.MonkeyPatch) -> None:
    def command(*words: str) -> Any:
        return CliRunner().invoke(app, ["journal", *words, "--data", str(table.data), "--seal", str(table.seal.path)])

    assert command("prune", "--keep-days", "3").exit_code == 2
    with locked(table.data):
        assert "Another table uses this data directory" in command("prune", "--keep-days", "30").output
    monkeypatch.setattr("time.time_ns", lambda: later(table))
    journal, _ = open_journal(table.data, simulated=True, seal=str(table.seal.path), keep_days=KEEP_DAYS + 1)
    assert not journal.pruned.facts
    journal.close()
    said = command("prune", "--keep-days", str(KEEP_DAYS)).output
    assert "are no longer kept: they were older than 30 days" in said, said
    assert said.strip() in command("verify").output
    table.restore()
    journal, _ = open_journal(table.data, simulated=True, seal=str(table.seal.path), keep_days=KEEP_DAYS)
    assert journal.pruned.facts
    journal.close()


def test_an_open_fault_is_kept_and_one_that_ended_is_not() -> None:
    from burncard.controller.journal.journal import LoggedEvent

    def event(number: int, kind: str, **fields: Any) -> LoggedEvent:
        return LoggedEvent(number, 0, kind, json.dumps(fields).encode())

    opened = msgspec.to_builtins(Fault("reader-fault", "reader", ""))
    ended = {"code": "reader-fault", "operator": "", "reason": ""}
    rows = [event(1, "fault-opened", **opened), event(2, "fault-cleared", **ended), event(3, "fault-opened", **opened)]
    rows += [event(4, VIRTUAL, device="reader"), event(5, "device", device="reader", serial_number="1")]
    rows += [event(6, "device", device="reader", serial_number="2"), event(7, WITNESS_MADE), event(8, VIRTUAL)]
    assert _needed(rows, 7) == (3, 4, 6, 7)
