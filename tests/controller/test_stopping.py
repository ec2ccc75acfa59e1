"""A table that cannot write, or whose program fails, stops on every screen, and resumes from what is on disk."""

import gc
import os
import resource
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from burncard.api.access import ROLES
from burncard.api.role_view import role_view
from burncard.controller.devices.health import BLIND_NS
from burncard.controller.journal.inspection import verify
from burncard.controller.journal.journal import Journal, JournalDamagedError, JournalWriteError
from burncard.controller.service import VERIFY_BEFORE_HAND_ROWS
from burncard.controller.stopping import RETRY_NS, TableStoppedError
from burncard.controller.views import view_of
from burncard.rules.facts import Action, CardSeen, Press
from burncard.rules.table import Table

TMPFS_BYTES = 512 * 1024
ACKNOWLEDGED = Press(press="ack", ruling="r99", by="dealer")
STOPS = ("journal-stopped", "program-error")


def codes(rig: Any) -> list[str]:
    return [fault.code for fault in rig.service.record.faults.open]


def told(rig: Any) -> dict[str, Any]:
    """What is known of the table, but for its clock."""
    view = view_of(rig.service, "floor")
    return {key: view[key] for key in view if key not in ("faults", "state", "devices")}


def wait_for_retry(rig: Any) -> None:
    rig.now_ns += 2 * RETRY_NS
    rig.service.tick()


def rows(rig: Any) -> tuple[int, int]:
    return len(list(rig.journal.facts())), len(list(rig.journal.events()))


Breaking = Callable[[Any], Any]


@pytest.fixture(autouse=True)
def devices(rig: Any) -> None:
    for device in ("reader", "shuffler"):
        rig.link(device, "ready")


@contextmanager
def a_write_lock(rig: Any) -> Iterator[None]:
    """Another program holds the journal for writing."""
    other = sqlite3.connect(rig.folder / "journal.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.rollback()
        other.close()


@contextmanager
def a_file_size_limit(rig: Any) -> Iterator[None]:
    """The system lets no file of the table grow."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


BREAKS = pytest.mark.parametrize("broken", [a_write_lock, a_file_size_limit])


@BREAKS
def test_an_entry_that_cannot_be_written_has_not_happened(rig: Any, broken: Breaking) -> None:
    rig.deal_until_action()
    seat = rig.service.record.table.awaited().seat
    before, written = told(rig), rows(rig)
    with broken(rig):
        with pytest.raises(JournalWriteError):
            rig.service.submit(Action(seat=seat, action="call"), "dealer")
        assert codes(rig) == ["journal-stopped"]
        assert all(role_view(rig.service, role)["state"] == "fault" for role in ROLES)
        for entry in (Action(seat=seat, action="fold"), ACKNOWLEDGED):
            with pytest.raises(JournalWriteError):
                rig.service.submit(entry, "dealer")
        wait_for_retry(rig)
        assert codes(rig) == ["journal-stopped"]
    wait_for_retry(rig)
    assert codes(rig) == []
    assert told(rig) == before
    assert rows(rig) == (written[0], written[1] + 1)
    rig.journal.verify()
    rig.act("call")
    rig.play_hand()


@BREAKS
def test_an_event_that_cannot_be_written_stops_the_table_too(rig: Any, broken: Breaking) -> None:
    rig.deal_until_action()
    with broken(rig):
        rig.link("shuffler", "lost")  # a device is not told of it: it goes on
        assert codes(rig) == ["journal-stopped"]
        with pytest.raises(JournalWriteError):
            rig.service.set_mode("closed", "floor")
        assert rig.service.mode == "open"
    wait_for_retry(rig)
    assert codes(rig) == ["shuffler-lost"]  # and what it reported is not lost
    rig.reopen()
    assert codes(rig) == ["shuffler-lost"]
    assert rig.service.mode == "open"


@BREAKS
def test_a_command_to_the_shuffler_that_cannot_be_written_is_not_given(rig: Any, broken: Breaking) -> None:
    rig.deal_until_action()
    with broken(rig):
        with pytest.raises(JournalWriteError):
            rig.service.shuffling.clear_jam("floor")
        rig.service.tick()
        assert codes(rig) == ["journal-stopped"]
    assert "jam-cleared" not in rig.shuffler.commands


@BREAKS
def test_a_jam_whose_end_could_not_be_written_is_asked_about(rig: Any, broken: Breaking) -> None:
    rig.report("jam", code="exit")
    with broken(rig):
        rig.report("recovered")
    wait_for_retry(rig)
    assert codes(rig) == ["shuffler-jam"]
    assert rig.shuffler.commands[-1] == "self-tested"
    rig.report("self-tested")
    assert codes(rig) == []


@BREAKS
def test_a_card_that_could_not_be_written_is_read_again(rig: Any, broken: Breaking) -> None:
    rig.deal_until_action()
    while view_of(rig.service)["next"]["await"] != "card":
        rig.step()
    before = rig.service.record.journal.count
    with broken(rig):
        rig.step()
        assert codes(rig) == ["journal-stopped"]
        assert view_of(rig.service)["burns"] == 0
    wait_for_retry(rig)
    assert rig.service.record.journal.count == before
    assert rig.service.watch.confirm_by_ns is not None
    burnt = rig.dealer.in_zone("burn")[0]
    rig.put(burnt.physical.uid, "burn", "down")
    assert view_of(rig.service)["burns"] == 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of half a megabyte."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a file system")
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={TMPFS_BYTES}", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_stops_the_table_until_there_is_room(small_disk: Path, open_rig: Any) -> None:
    rig = open_rig()
    rig.journal.close()
    rig.folder = small_disk
    rig.open()
    rig.deal_until_action()
    seat = rig.service.record.table.awaited().seat
    ballast = small_disk / "ballast"
    with ballast.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space"):
        while True:
            file.write(b"x" * 4096)
    before = None
    while not codes(rig):
        before = told(rig), rows(rig)
        try:
            rig.service.submit(Press(press="ack", ruling="r99", by="dealer", reason="x" * 3000), "dealer")
        except JournalWriteError:
            break
    assert codes(rig) == ["journal-stopped"]
    assert role_view(rig.service, "dealer")["state"] == "fault"
    wait_for_retry(rig)
    assert codes(rig) == ["journal-stopped"]
    ballast.unlink()
    wait_for_retry(rig)
    assert codes(rig) == []
    assert before is not None
    assert told(rig) == before[0]
    rig.journal.verify()
    rig.service.submit(Action(seat=seat, action="call"), "dealer")
    rig.journal.close()


# ---- the program fails --------------------


def test_an_exception_in_the_rules_takes_the_table_back_to_its_journal(
    rig: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rig.deal_until_action()
    before, written = told(rig), rows(rig)
    apply = Table.apply

    def fails_half_way(self: Table, fact: Any) -> Any:
        outcomes = apply(self, fact)
        if isinstance(fact, Action):
            raise ValueError("the As cannot be")
        return outcomes

    monkeypatch.setattr(Table, "apply", fails_half_way)
    seat = rig.service.record.table.awaited().seat
    with pytest.raises(TableStoppedError) as raised:
        rig.service.submit(Action(seat=seat, action="call"), "dealer")
    assert raised.value.__cause__ is None
    assert codes(rig) == ["program-error"]
    assert "As" not in str(rig.service.record.faults.open) + caplog.text
    assert told(rig) == before
    assert rows(rig)[0] == written[0]
    with pytest.raises(TableStoppedError, match="program-error"):
        rig.service.submit(ACKNOWLEDGED, "dealer")
    rig.reopen()
    assert codes(rig) == ["program-error"]  # and a power cut does not end it
    monkeypatch.undo()
    rig.link("reader", "ready")
    rig.service.clear_fault("program-error", "Bea", "floor", "reported")
    assert codes(rig) == []
    rig.act("call")


def test_a_card_that_makes_the_program_fail_is_not_tried_over_and_over(
    rig: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.deal_until_action()
    apply, tried, dealt = Table.apply, [], rig.service.record.journal.count

    def fails(self: Table, fact: Any) -> Any:
        if isinstance(fact, CardSeen) and self.fact_count >= dealt:
            tried.append(fact)
            raise IndexError("pop from an empty list")
        return apply(self, fact)

    monkeypatch.setattr(Table, "apply", fails)
    uid = rig.dealer.stub.take().uid
    for _ in range(5):
        rig.put(uid, "board", "up")
    assert len(tried) == 1
    assert codes(rig) == ["program-error"]
    assert rig.service.record.faults.open[0].text.startswith("IndexError in controller/record.py")


def test_an_error_in_an_entry_that_waits_is_not_taken_for_a_full_disk(
    rig: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes after it cannot be written, as nothing can then: the error is still the cause."""
    awaited = rig.deal_until_action()
    apply = Table.apply

    def fails(self: Table, fact: Any) -> Any:
        if isinstance(fact, Action):
            raise RuntimeError("As")
        return apply(self, fact)

    monkeypatch.setattr(Table, "apply", fails)
    rig.service.entries.add(Action(seat=awaited.seat, action="call"), "dealer")
    with pytest.raises(JournalWriteError):
        rig.service.submit(Press(press="retract", fact=1, by="dealer", reason="undone"), "dealer")
    monkeypatch.undo()
    wait_for_retry(rig)
    assert codes(rig) == ["program-error"]
    assert "As" not in str(rig.service.record.faults.open)


def test_a_reader_is_not_blind_because_the_table_was_stopped(rig: Any) -> None:
    """A stopped table takes no scan."""
    rig.deal_until_action()
    with a_write_lock(rig):
        rig.service.tick()
        with pytest.raises(JournalWriteError):
            rig.act("call")
        rig.now_ns += 2 * BLIND_NS
    wait_for_retry(rig)
    assert codes(rig) == []
    opened = [event.body for event in rig.journal.events() if event.kind == "fault-opened"]
    assert not any(b"reader-blind" in body for body in opened)


def test_no_action_is_taken_while_the_table_is_blind(rig: Any) -> None:
    rig.deal_until_action()
    seat = rig.service.record.table.awaited().seat
    rig.link("reader", "ready")
    rig.link("reader", "lost")
    with pytest.raises(TableStoppedError, match="reader-lost"):
        rig.service.submit(Action(seat=seat, action="call"), "dealer")
    rig.service.submit(ACKNOWLEDGED, "dealer")
    rig.link("reader", "ready")
    rig.act("call")


@pytest.mark.parametrize("device", ["reader", "shuffler"])
def test_a_device_that_has_not_answered_since_the_start_is_lost(rig: Any, device: str) -> None:
    rig.reopen()
    rig.link("shuffler" if device == "reader" else "reader", "ready")
    rig.service.devices.expect_all()
    rig.service.tick()
    assert codes(rig) == [f"{device}-lost"]
    assert rig.service.machine.state.value == "fault"
    rig.link(device, "opening")
    assert codes(rig) == [f"{device}-lost"]
    rig.link(device, "ready")
    assert codes(rig) == []


# ---- the journal's own handles --------------------


def test_a_process_without_file_handles_is_not_a_damaged_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    journal = Journal(path)
    journal.append(b"{}", 1, "dealer")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    held: list[int] = []
    gc.collect()  # what other tests left open must not be closed meanwhile
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    try:
        with pytest.raises(OSError, match="Too many open files"):
            while True:
                held.append(os.open(os.devnull, os.O_RDONLY))
        journal.verify()
        journal.verify_latest(VERIFY_BEFORE_HAND_ROWS)
        assert journal.append(b"{}", 2, "dealer") == 2
        with pytest.raises(JournalWriteError):
            Journal(path)
        with pytest.raises(JournalWriteError):
            journal.reopen()
        assert journal.append(b"{}", 3, "dealer") == 3
    finally:
        for descriptor in held:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    journal.reopen()
    journal.verify()
    assert journal.count == 3
    journal.close()


def test_a_file_that_is_no_journal_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(b"no database" * 500)
    with pytest.raises(JournalDamagedError):
        Journal(path)
    path.unlink()
    path.symlink_to("/dev/zero")
    with pytest.raises(JournalDamagedError, match="not a plain file"):
        verify(path, None)
