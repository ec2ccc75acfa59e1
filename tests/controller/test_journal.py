"""The journal: appended events survive a crash, and any later change is found."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from burncard.controller.journal.journal import BATCH_ROWS, Journal, JournalDamagedError

BODY = b'{"type":"action","seat":%d,"action":"call"}'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of twelve facts and three events."""
    path = tmp_path / "journal.db"
    fill(path)
    return path


def fill(path: Path) -> None:
    journal = Journal(path)
    for number in range(1, 13):
        assert journal.append(BODY % number, number * 10, "dealer") == number
    for kind in ("power", "door", "deck"):
        journal.append_event(kind, b"{}", 500)
    journal.close()


def read_back(path: Path) -> list[object]:
    """Opens, checks and reads a journal as a table does at its start."""
    journal = Journal(path)
    try:
        journal.verify()
        return [*journal.facts(), *journal.events()]
    finally:
        journal.close()


def test_facts_come_back_in_order_with_number_time_and_operator(path: Path) -> None:
    journal = Journal(path)
    facts = list(journal.facts(after=10))
    assert [(entry.number, entry.at_ns, entry.operator, entry.body) for entry in facts] == [
        (11, 110, "dealer", BODY % 11),
        (12, 120, "dealer", BODY % 12),
    ]
    assert [event.kind for event in journal.events()] == ["power", "door", "deck"]
    assert journal.append(BODY % 13, 130, "floor") == 13
    journal.verify()
    journal.close()


def test_every_append_is_written_ahead_and_synced(path: Path) -> None:
    journal = Journal(path)
    assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)
    journal.append(BODY % 13, 130, "floor")
    other = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    assert other.execute("SELECT count(*) FROM facts").fetchone() == (13,)
    other.close()
    journal.close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE facts SET body = x'7b7d' WHERE number = 5",
        "UPDATE facts SET at_ns = at_ns + 1 WHERE number = 5",
        "UPDATE facts SET operator = 'floor' WHERE number = 5",
        "UPDATE facts SET hash = zeroblob(32) WHERE number = 5",
        "DELETE FROM facts WHERE number = 5",
        "DELETE FROM facts WHERE number = 12",
        "DELETE FROM facts",
        "INSERT INTO facts VALUES (13, 1, 'x', x'7b7d', zeroblob(32))",
        "UPDATE events SET kind = 'link' WHERE number = 2",
        "DELETE FROM events WHERE number = 3",
    ],
)
def test_a_changed_missing_or_inserted_row_is_found(path: Path, change: str) -> None:
    database = sqlite3.connect(path)
    database.execute(change)
    database.commit()
    database.close()
    with pytest.raises(JournalDamagedError):
        read_back(path)


def test_an_older_copy_put_in_the_journals_place_is_found(path: Path, tmp_path: Path) -> None:
    older = tmp_path / "older.db"
    shutil.copy(path, older)
    journal = Journal(path)
    journal.append(BODY % 13, 130, "dealer")
    journal.close()
    shutil.copy(older, path)
    with pytest.raises(JournalDamagedError, match="missing"):
        read_back(path)


def test_rows_forged_with_a_new_chain_are_found(path: Path, tmp_path: Path) -> None:
    forged = tmp_path / "forged.db"
    journal = Journal(forged)
    for number in range(1, 13):
        journal.append(BODY % (number + 1), number * 10, "dealer")
    for kind in ("power", "door", "deck"):
        journal.append_event(kind, b"{}", 500)
    journal.close()
    shutil.copy(forged, path)
    with pytest.raises(JournalDamagedError, match="replaced"):
        read_back(path)


def test_a_missing_mark_is_found(path: Path) -> None:
    path.with_suffix(".mark").unlink()
    with pytest.raises(JournalDamagedError, match="mark"):
        read_back(path)


def test_rubbish_in_the_journals_place_is_found(path: Path) -> None:
    path.write_bytes(b"this is no database at all, but it is long enough to be taken for one")
    with pytest.raises(JournalDamagedError):
        read_back(path)


def offsets(size: int) -> Iterator[int]:
    """The first page byte by byte where it matters, and every 7th byte of the rest."""
    yield from range(min(120, size))
    yield from range(120, size, 7)


@pytest.mark.parametrize("suffix", [".db", ".mark"])
def test_any_flipped_byte_is_found_or_changes_nothing_that_is_read(path: Path, tmp_path: Path, suffix: str) -> None:
    intact = read_back(path)
    victim = path.with_suffix(suffix)
    original = victim.read_bytes()
    found = 0
    for offset in offsets(len(original)):
        for stray in ("-wal", "-shm"):
            Path(f"{path}{stray}").unlink(missing_ok=True)
        flipped = bytearray(original)
        flipped[offset] ^= 0x10
        victim.write_bytes(flipped)
        try:
            assert read_back(path) == intact
        except JournalDamagedError:
            found += 1
        victim.write_bytes(original)
    assert found
    assert suffix == ".db" or found == len(list(offsets(len(original))))


def test_bytes_flipped_in_the_part_not_yet_in_the_main_file_are_found(tmp_path: Path) -> None:
    path, wal = tmp_path / "journal.db", tmp_path / "journal.db-wal"
    journal = Journal(path)
    for number in range(1, 13):
        journal.append(BODY % number, number * 10, "dealer")
    killed, victim = tmp_path / "killed", tmp_path / "victim"  # the files as they are when the process dies
    victim.mkdir()
    shutil.copytree(tmp_path, killed, ignore=shutil.ignore_patterns("*-shm", "killed", "victim"))
    journal.close()
    original = (killed / wal.name).read_bytes()
    found = 0
    for offset in range(32, len(original), 211):
        shutil.rmtree(victim)
        shutil.copytree(killed, victim)
        flipped = bytearray(original)
        flipped[offset] ^= 0x01
        (victim / wal.name).write_bytes(flipped)
        try:
            assert len(read_back(victim / path.name)) == 12
        except JournalDamagedError:
            found += 1
    assert found > 50


def test_a_journal_of_every_older_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    scripts = sorted(entry.name for entry in files("burncard.controller").joinpath("journal", "schema").iterdir())
    for version in range(len(scripts)):
        path = tmp_path / f"v{version}.db"
        database = sqlite3.connect(path)
        for script in scripts[:version]:
            database.executescript(
                files("burncard.controller").joinpath("journal", "schema", script).read_text(encoding="utf-8")
            )
        database.execute(f"PRAGMA user_version={version}")
        database.close()
        fill(path)
        assert len(read_back(path)) == 15
        database = sqlite3.connect(path)
        assert database.execute("PRAGMA user_version").fetchone() == (len(scripts),)
        database.close()


def test_a_journal_in_memory_is_checked_too() -> None:
    journal = Journal(None)
    journal.append(b"{}", 1, "dealer")
    journal.verify()
    journal._db.execute("UPDATE facts SET at_ns = 2")
    with pytest.raises(JournalDamagedError):
        journal.verify_latest(10)
    journal.close()


def test_a_damaged_journal_says_where(path: Path) -> None:
    """In which chain, and at which number; or that the file cannot be read at all."""
    error = JournalDamagedError("facts", 5, "the row was changed")
    assert str(error) == "the journal is damaged (facts, number 5): the row was changed"
    assert (error.chain, error.number) == ("facts", 5)
    assert str(JournalDamagedError("", 0, "disk error")) == "the journal is damaged (the file): disk error"


@pytest.mark.parametrize(
    ("change", "chain", "number", "reason"),
    [
        ("UPDATE facts SET body = x'7b7d' WHERE number = 5", "facts", 5, "changed"),
        ("DELETE FROM facts WHERE number = 5", "facts", 5, "changed"),
        ("DELETE FROM facts WHERE number = 12", "facts", 12, "missing"),
        ("UPDATE events SET kind = 'link' WHERE number = 2", "events", 2, "changed"),
        ("DELETE FROM events WHERE number = 3", "events", 3, "missing"),
    ],
)
def test_the_damage_is_found_where_it_is(path: Path, change: str, chain: str, number: int, reason: str) -> None:
    database = sqlite3.connect(path)
    database.execute(change)
    database.commit()
    database.close()
    with pytest.raises(JournalDamagedError, match=reason) as found:
        read_back(path)
    assert (found.value.chain, found.value.number) == (chain, number)


def test_the_last_rows_can_be_checked_alone(path: Path) -> None:
    """What lies before them is not read again; the first of them is bound to the row before it."""
    journal = Journal(path)
    other = sqlite3.connect(path, isolation_level=None)
    for number, found in ((8, False), (9, True), (10, True), (12, True)):
        other.execute("UPDATE facts SET at_ns = at_ns + 1 WHERE number = ?", (number,))
        if found:
            with pytest.raises(JournalDamagedError):
                journal.verify_latest(4)
        else:
            journal.verify_latest(4)
        with pytest.raises(JournalDamagedError):
            journal.verify()
        other.execute("UPDATE facts SET at_ns = at_ns - 1 WHERE number = ?", (number,))
    journal.verify()
    for change in ("UPDATE facts SET hash = zeroblob(32) WHERE number = 8", "DELETE FROM facts WHERE number = 8"):
        other.execute(change)
        with pytest.raises(JournalDamagedError):
            journal.verify_latest(4)
    other.close()
    journal.close()


def test_more_rows_than_there_are_can_be_asked_for(path: Path) -> None:
    journal = Journal(path)
    journal.verify_latest(1000)
    journal.close()


def test_facts_and_events_can_be_read_from_any_number(path: Path) -> None:
    journal = Journal(path)
    assert [entry.number for entry in journal.facts(after=9)] == [10, 11, 12]
    assert [entry.number for entry in journal.facts(after=12)] == []
    assert [event.number for event in journal.events(after=1)] == [2, 3]
    journal.close()


def test_more_facts_than_a_batch_come_back_in_order() -> None:
    journal = Journal(None)
    for number in range(BATCH_ROWS + 2):
        journal.append(b"{}", number, "dealer")
    assert [entry.number for entry in journal.facts()] == list(range(1, BATCH_ROWS + 3))


def test_the_latest_events_of_a_kind_come_first() -> None:
    journal = Journal(None)
    for kind in ("hand", "power", "hand", "hand", "door"):
        journal.append_event(kind, kind.encode(), 7)
    found = list(journal.latest("hand"))
    assert [event.number for event in found] == [4, 3, 1]
    assert {(event.kind, event.body, event.at_ns) for event in found} == {("hand", b"hand", 7)}
    assert list(journal.latest("link")) == []


def test_the_number_of_an_entry_is_what_append_answers(path: Path) -> None:
    journal = Journal(path)
    assert journal.count == 12
    assert journal.append(b"{}", 1, "dealer") == 13
    assert journal.append_event("door", b"{}", 1) == 4
    assert journal.count == 13
    journal.close()


def test_the_mark_is_for_the_owner_only(path: Path) -> None:
    assert path.with_suffix(".mark").stat().st_mode & 0o777 == 0o600


def test_closing_leaves_no_file_open(path: Path) -> None:
    before = len(os.listdir("/proc/self/fd"))
    Journal(path).close()
    Journal(None).close()
    assert len(os.listdir("/proc/self/fd")) == before


def test_the_index_stays_locked_while_the_files_are_looked_at(path: Path) -> None:
    """Another program that found it unlocked would empty it, while this one has it mapped into memory."""
    takes_it = "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'r+b'), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 128)"
    journal = Journal(path)
    journal.append(BODY % 13, 130, "dealer")
    for _ in range(20):
        journal.verify_some(5)
    taken = subprocess.run([sys.executable, "-c", takes_it, f"{path}-shm"], capture_output=True, check=False)
    journal.close()
    assert b"BlockingIOError" in taken.stderr
