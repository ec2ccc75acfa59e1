"""Whatever lies in the place of a file that a start reads, the start is refused with an error that says so: it neither
waits for a pipe, nor opens a device, nor fills the memory."""

import os
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from burncard.api.accounts.guard import Guard, GuardError
from burncard.api.accounts.people import People, PeopleError
from burncard.api.accounts.sessions import Sessions
from burncard.api.attestation import changed_since
from burncard.api.first_start import given_certificate, machine_key
from burncard.api.open_journal import open_journal
from burncard.api.peers import PeersFileError, read_peers
from burncard.api.run_command import _config_file
from burncard.api.run_options import StartError, locked
from burncard.api.running_tables import running_tables
from burncard.controller.calibration.stored_calibration import BadCalibrationError, file_name, read
from burncard.controller.decks.decks import DeckError, Decks
from burncard.controller.hand_histories.phh import PhhError, read_hands
from burncard.controller.journal.journal import Journal, JournalDamagedError, JournalWriteError
from burncard.controller.journal.seal import Seal, SealError
from burncard.controller.outbox.credentials import CredentialsError, read_credentials
from burncard.firmware_bridge.enrolment import Enrolment
from burncard.hardware.layout import BadLayoutError, load_layout, read_layout
from burncard.hardware.profiles import EXTRA_PROFILES_VARIABLE, BadProfileError, load_profiles
from burncard.hardware.toml_text import parse_toml

HUGE_BYTES = 10 * 1024**3


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_folder(path: Path) -> None:
    path.mkdir()


def a_loop(path: Path) -> None:
    path.symlink_to(path.name)


def a_hole(path: Path) -> None:
    """10 GiB that take no room on the disk."""
    path.touch()
    os.truncate(path, HUGE_BYTES)


ODD = (a_pipe, a_device, a_folder, a_loop, a_hole)


def decks_with_key(path: Path) -> None:
    Decks().save(path.with_name("other"), path.with_name("key"))
    Decks.load(path, path.with_name("key"))


def profiles_beside(path: Path) -> None:
    os.environ[EXTRA_PROFILES_VARIABLE] = str(path.parent)
    load_profiles()


READERS: dict[str, tuple[Callable[[Path], object], tuple[type[Exception], ...]]] = {
    "configuration": (_config_file, (StartError,)),
    "layout": (read_layout, (BadLayoutError,)),
    "profile": (profiles_beside, (BadProfileError,)),
    "enrolled devices": (Enrolment, (OSError,)),
    "calibration": (lambda path: read(path.parent, load_layout()), (BadCalibrationError,)),
    "decks": (decks_with_key, (DeckError,)),
    "the decks' key": (lambda path: Decks.load(path.with_name("decks"), path), (DeckError,)),
    "seal": (Seal.load, (SealError,)),
    "people": (People.open, (PeopleError,)),
    "guard": (Guard.open, (GuardError,)),
    "certificate": (lambda path: given_certificate(path, path), (OSError, ValueError)),
    "other tables": (lambda path: read_peers(str(path)), (PeersFileError,)),
    "floor's credentials": (read_credentials, (CredentialsError,)),
}
NAMES = {"profile": "profile.toml", "calibration": file_name(load_layout())}
MADE_ANEW = {("people", a_loop), ("guard", a_loop)}
"""A loop of links is no file, so a first start makes one."""


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("name", READERS)
def test_a_start_reads_no_odd_file(
    name: str, odd: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(EXTRA_PROFILES_VARIABLE, "")
    read_one, refusals = READERS[name]
    file = tmp_path / NAMES.get(name, "file")
    odd(file)
    with nullcontext() if (name, odd) in MADE_ANEW else pytest.raises(refusals):
        read_one(file)


@pytest.mark.parametrize("odd", ODD)
def test_sessions_keys_and_other_tables_are_as_if_not_there(odd: Callable[[Path], None], tmp_path: Path) -> None:
    for name in ("sessions.json", "table-1.json", "manifest"):
        odd(tmp_path / name)
    assert Sessions(People(), tmp_path / "sessions.json").end("no such") == ""
    assert running_tables(tmp_path) == []
    assert changed_since(str(tmp_path / "manifest"), "") != ""
    people = People()
    machine_key(people, tmp_path)
    if odd is not a_folder:
        (tmp_path / "machine.key").unlink()
        odd(tmp_path / "machine.key")
        assert people.by_token(machine_key(people, tmp_path)) is not None


@pytest.mark.parametrize("odd", [a_pipe, a_device, a_folder, a_loop])
def test_the_lock_of_a_table_is_a_file(odd: Callable[[Path], None], tmp_path: Path) -> None:
    odd(tmp_path / "lock")
    with pytest.raises(StartError):
        locked(tmp_path)


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("suffix", ["db", "db-wal", "db-shm", "mark", "db-journal"])
def test_no_odd_file_of_a_journal_is_opened_or_copied(suffix: str, odd: Callable[[Path], None], tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    journal.append_event("power", b"{}", 1)
    journal.close()
    file = tmp_path / f"journal.{suffix}"
    file.unlink(missing_ok=True)
    odd(file)
    with pytest.raises((JournalDamagedError, JournalWriteError)):
        open_journal(tmp_path, simulated=True)


def test_a_rollback_file_that_would_change_the_journal_is_not_played_back(tmp_path: Path) -> None:
    """SQLite would do so even before the journal is checked, and the table makes no such file."""
    journal = Journal(tmp_path / "journal.db")
    journal.append_event("power", b"{}", 1)
    (tmp_path / "journal.db-journal").touch()
    with pytest.raises(JournalDamagedError, match="no table makes"):
        journal.verify_some(10)
    journal.close()
    with pytest.raises(JournalDamagedError, match="no table makes"):
        open_journal(tmp_path, simulated=True)


@pytest.mark.parametrize("suffix", ["db-wal", "db-shm", "mark", "db-journal"])
def test_a_first_start_opens_no_odd_file_either(suffix: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / f"journal.{suffix}")
    with pytest.raises(JournalDamagedError, match="not a plain file"):
        open_journal(tmp_path, simulated=True)


ODD_SETTINGS = (
    *(
        "backs = []",
        "seats = [[99999999999, 5], [1, 5]]",
        "seats = [[0, 5], [1, 5]]",
        "smallest_chip = 0",
        "places = -1",
    ),
    *("small_blind = -5", "rake = -5", "raises = -1", "big_blind = 9223372036854775807", "keep_day = 90", "table = ''"),
    *(r'table = "a\u001b[2J"', r'backs = ["a\u0007"]', "a." * 2000 + "b = 1", "game = \udcff"),
)


@pytest.mark.parametrize("text", ODD_SETTINGS)
def test_a_configuration_that_no_table_can_have_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(StartError):
        _config_file(file)
    file.write_bytes(b'table = "seven"\r\n')
    assert _config_file(file).table == "seven"


@pytest.mark.parametrize("read_one", [parse_toml, read_hands])
def test_a_key_of_many_parts_does_not_take_all_memory(read_one: Callable[[str], object]) -> None:
    """A parser keeps each beginning of it: 400 KB of such a key took all the memory of the machine."""
    with pytest.raises((ValueError, PhhError), match="dots"):
        read_one("a." * 200_000 + "b = 1")
