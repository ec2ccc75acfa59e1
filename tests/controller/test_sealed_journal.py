"""A sealed journal: what its owner changes is found, and where; strangers can check a hand; old files go on."""

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from burncard.api.command_line import app
from burncard.api.open_journal import open_journal
from burncard.controller.config import TableConfig
from burncard.controller.journal.inspection import verify
from burncard.controller.journal.journal import Journal, JournalDamagedError, JournalWriteError
from burncard.controller.journal.seal import Seal, SealError, seal_path
from burncard.controller.journal.signing import Signing
from burncard.controller.service import TableService
from burncard.hardware.layout import load_layout
from burncard.simulator.packs import enrolled_packs
from tests.harness.tampering import CHANGES, Sealed, Tally, tamper

SAMPLES = Path(__file__).with_name("samples")
SAMPLE_FACTS = 131


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Sealed:
    return Sealed(tmp_path_factory.mktemp("closed"), killed=False)


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Sealed:
    return Sealed(tmp_path_factory.mktemp("killed"), killed=True)


def command(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["journal", *words])
    return result.exit_code, result.output


def places(sealed: Sealed) -> list[str]:
    return ["--data", str(sealed.data), "--seal", str(sealed.seal.path)]


@pytest.mark.parametrize("number", range(len(CHANGES)), ids=[change.__name__ for change in CHANGES])
@pytest.mark.parametrize("state", ["closed", "killed"])
def test_a_change_is_found_where_it_was_made(state: str, number: int, closed: Sealed, killed: Sealed) -> None:
    sealed = closed if state == "closed" else killed
    tally = Tally()
    for again in range(2):
        tamper(sealed, number + again * len(CHANGES), tally)
    sealed.restore()
    assert tally.missed == []
    assert tally.found.total() == 2


@pytest.mark.parametrize("state", ["closed", "killed"])
def test_an_intact_journal_is_sound_and_stays_as_it_is(state: str, closed: Sealed, killed: Sealed) -> None:
    sealed = closed if state == "closed" else killed
    sealed.restore()
    before = {path.name: path.read_bytes() for path in sealed.data.iterdir()}
    found = verify(sealed.path, sealed.seal, sealed.witness)
    assert (found.heads, found.witnessed, found.unsealed) == (2, 2, 0)
    assert {path.name: path.read_bytes() for path in sealed.data.iterdir()} == before
    code, said = command("verify", *places(sealed), "--witness", str(sealed.witness))
    assert (code, f"sound: {found.facts} facts" in said) == (0, True), said
    assert f"public key {sealed.seal.public_key.hex()}" in said


def test_a_witness_that_was_deleted_or_emptied_is_missed(killed: Sealed) -> None:
    killed.restore()
    for witness in (killed.folder / "none", killed.witness):
        killed.witness.write_bytes(b"")
        with pytest.raises(JournalDamagedError, match="witness, number 1"):
            verify(killed.path, killed.seal, witness)
        assert verify(killed.path, killed.seal, witness, strict=False).witnessed == 0, "it keeps no table from starting"
    killed.restore()


def test_a_record_that_was_removed_with_its_seal_is_still_with_the_witness(closed: Sealed, tmp_path: Path) -> None:
    closed.restore()
    data = tmp_path / "data" / "live"
    data.mkdir(parents=True)
    Journal(data / "journal.db", Seal.make(tmp_path / "seal")).close()
    words = ["--data", str(data), "--seal", str(tmp_path / "seal"), "--witness", str(closed.witness)]
    code, said = command("verify", *words)
    assert (code, f"2 more are of journal {closed.seal.journal}" in said) == (0, True), said


def test_a_start_on_a_damaged_journal_changes_no_byte_of_it(killed: Sealed) -> None:
    killed.restore()
    killed.sql("UPDATE facts SET operator = 'x' WHERE number = 3")
    before = {path.name: path.read_bytes() for path in killed.folder.rglob("*") if path.is_file()}
    with pytest.raises(JournalDamagedError, match="facts, number 3"):
        open_journal(killed.data, simulated=True, seal=str(killed.seal.path), witness=str(killed.witness))
    assert {path.name: path.read_bytes() for path in killed.folder.rglob("*") if path.is_file()} == before
    killed.restore()


def test_one_hand_is_checked_by_a_stranger_with_one_command(closed: Sealed, tmp_path: Path) -> None:
    closed.restore()
    code, said = command("export", *places(closed), "--hand", "h1")
    assert code == 0, said
    exported = tmp_path / "h1.json"
    exported.write_text(said)
    key = closed.seal.public_key.hex()
    code, said = command("check", str(exported), "--key", key)
    assert (code, "sound: hand h1" in said, "SIMULATED" in said) == (0, True, True), said
    dispute = json.loads(exported.read_text())
    for name, change in (
        ("log", dispute["log"].replace('"seat":1', '"seat":2', 1)),
        ("head", dispute["head"] | {"body": dispute["head"]["body"].replace('"h1"', '"h2"')}),
    ):
        exported.write_text(json.dumps(dispute | {name: change}))
        assert command("check", str(exported), "--key", key)[0] == 1
    exported.write_text(json.dumps(dispute))
    assert command("check", str(exported), "--key", "00" * 32)[0] == 1
    exported.write_text("{}")
    assert command("check", str(exported))[0] == 1


def test_the_last_hands_are_recalled_without_hidden_cards(closed: Sealed) -> None:
    closed.restore()
    code, said = command("recall", *places(closed), "--hands", "1")
    lines = [json.loads(line) for line in said.splitlines()]
    assert code == 0
    assert [line["id"] for line in lines if line["type"] == "hand"] == ["h2"]
    hidden = [line for line in lines if line["type"] == "card" and line.get("face") == "down"]
    assert hidden
    assert all(line["card"] == "??" for line in hidden)
    code, said = command("witness", str(closed.witness))
    assert (code, len(said.splitlines())) == (0, 2)
    assert command("export", *places(closed))[0] == 0


# ---- what a thief of the disk learns --------------------


def test_no_tag_is_in_the_journal_and_no_name_of_one_comes_again_in_another_hand(closed: Sealed) -> None:
    closed.restore()
    red, blue, _ = enrolled_packs()
    raw = b"".join(path.read_bytes() for path in closed.data.iterdir())
    assert not [one.uid for one in (*red, *blue) if one.uid.encode() in raw]
    database = sqlite3.connect(closed.path)
    bodies = [json.loads(body) for (body,) in database.execute("SELECT body FROM facts")]
    database.close()
    names = {body["tag"] for body in bodies if body.get("tag")}
    hands = {name.partition(":")[0] for name in names}
    assert hands == {"1", "2"}
    assert len({name.partition(":")[2] for name in names}) == len(names)


def test_a_journal_of_another_key_of_the_decks_names_no_card(closed: Sealed) -> None:
    closed.restore()
    decks = enrolled_packs()[2]
    tag = next(iter(decks.tags_of("red")))
    assert decks.uid_of(decks.pseudonym_of(tag, 7)) == tag
    assert decks.pseudonym_of(tag, 7) != decks.pseudonym_of(tag, 8)
    decks._secret = b"another"
    decks._named_in = ""
    with_other_key = decks.pseudonym_of(tag, 7)
    decks._secret = b"not saved"
    decks._named_in = ""
    assert decks.uid_of(with_other_key) == with_other_key


# ---- a table in play --------------------


@pytest.mark.parametrize(
    "statement", ["UPDATE facts SET operator = 'x' WHERE number = 2", "DELETE FROM events WHERE number = 1"]
)
def test_a_change_is_found_while_the_table_plays(rig: Any, statement: str) -> None:
    rig.deal_until_action()
    other = sqlite3.connect(rig.folder / "journal.db")
    other.execute(statement)
    other.commit()
    other.close()
    for _ in range(3):
        rig.service.tick()
    assert "journal-damaged" in [fault.code for fault in rig.service.record.faults.open]


def test_a_file_that_was_replaced_or_deleted_is_found_while_the_table_plays(rig: Any) -> None:
    rig.deal_until_action()
    path = rig.folder / "journal.db"
    path.unlink()
    rig.service.tick()
    assert "journal-damaged" in [fault.code for fault in rig.service.record.faults.open]


def test_text_that_was_moved_from_one_column_to_another_is_found(tmp_path: Path) -> None:
    path, seal = tmp_path / "sealed.db", Seal.make(tmp_path / "seal")
    journal = Journal(path, seal)
    journal.append(b'{"reason":"x|{}"}', 1, "floor: Bea")
    journal.append(b"{}", 2, "floor: |{")
    journal.verify()
    journal.close()
    other = sqlite3.connect(path)
    other.execute("UPDATE facts SET operator = ?, body = ? WHERE number = 1", ('floor: Bea|{"reason":"x', b'{}"}'))
    other.commit()
    other.close()
    with pytest.raises(JournalDamagedError, match="facts, number 1"):
        verify(path, seal)


def test_a_trigger_that_swallows_rows_stops_the_table(tmp_path: Path) -> None:
    path = tmp_path / "sealed.db"
    journal = Journal(path, Seal.make(tmp_path / "seal"))
    journal.append(b"{}", 1, "table")
    other = sqlite3.connect(path)
    other.execute("CREATE TRIGGER swallow BEFORE INSERT ON facts BEGIN SELECT RAISE(IGNORE); END")
    other.close()
    with pytest.raises(JournalWriteError):
        journal.append(b"{}", 2, "table")
    assert journal.count == 1
    with pytest.raises(JournalDamagedError, match="defined otherwise"):
        journal.verify_some(10)
    journal.close()


@pytest.mark.parametrize("suffix", ["-wal", "-shm"])
def test_a_file_beside_the_journal_that_is_taken_away_is_missed_in_play(suffix: str, tmp_path: Path) -> None:
    """Without the index another program would write into the journal at the same time, past all locks."""
    path = tmp_path / "sealed.db"
    journal = Journal(path, Seal.make(tmp_path / "seal"))
    journal.append(b"{}", 1, "table")
    journal.verify_some(10)
    Path(f"{path}{suffix}").unlink()
    with pytest.raises(JournalDamagedError, match="is gone"):
        journal.verify_some(10)
    journal.close()


def test_a_lost_witness_stops_the_next_hand_until_it_is_back(tmp_path: Path, open_rig: Any) -> None:
    rig = open_rig()
    rig.journal.close()
    seal = Seal.make(tmp_path / "seal")
    rig.journal = Journal(rig.folder / "sealed.db", seal)
    rig.service = TableService(rig.config, rig.journal, rig.decks, load_layout(), rig.clock_ns)
    rig.service.attach(rig.reader, rig.shuffler)
    witness = tmp_path / "stick" / "witness"
    rig.service.record.signing = Signing(rig.journal, witness, simulated=False)
    rig.play_hand()
    assert [fault.code for fault in rig.service.record.faults.open] == ["witness-lost"]
    witness.parent.mkdir()
    rig.service.tick()
    assert rig.service.record.faults.open == []
    assert len(witness.read_bytes().splitlines()) == 1
    assert verify(rig.folder / "sealed.db", seal, witness).witnessed == 1


# ---- files --------------------


def test_a_seal_is_private_and_away_from_the_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = seal_path(tmp_path / "data")
    assert path.is_relative_to(tmp_path / "state")
    made = Seal.make(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert Seal.load(path).public_key == made.public_key
    with pytest.raises(SealError):
        Seal.make(path)
    path.write_bytes(b"{}")
    with pytest.raises(SealError):
        Seal.load(path)
    credentials = tmp_path / "credentials"
    credentials.mkdir()
    (credentials / "burncard-seal").write_bytes(b"")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(credentials))
    assert seal_path(tmp_path / "data") == credentials / "burncard-seal"
    monkeypatch.setenv("BURNCARD_SEAL", str(tmp_path / "mine"))
    assert seal_path(tmp_path / "data") == tmp_path / "mine"


def test_a_journal_from_before_seals_is_sealed_and_played_on(tmp_path: Path) -> None:
    for suffix in (".db", ".mark"):
        shutil.copy(SAMPLES / f"journal-1{suffix}", tmp_path / f"journal{suffix}")
    given = str(tmp_path / "state" / "seal")
    journal, signing = open_journal(tmp_path, simulated=False, seal=given)
    service = TableService(TableConfig(), journal, enrolled_packs()[2], load_layout(), lambda: 10**12)
    assert journal.count == SAMPLE_FACTS
    assert service.record.in_hand
    service.record.log("noise")
    journal.close()
    assert signing is not None
    seal = Seal.load(Path(given))
    found = verify(tmp_path / "journal.db", seal)
    assert (found.facts, found.unsealed) == (SAMPLE_FACTS, SAMPLE_FACTS)
    journal, _ = open_journal(tmp_path, simulated=False, seal=given)
    journal.close()
    (tmp_path / "journal.db").unlink()
    with pytest.raises(JournalDamagedError, match="there is no journal"):
        open_journal(tmp_path, simulated=False, seal=given)
