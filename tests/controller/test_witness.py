"""A witness's file may be changed, emptied or replaced by whoever holds its medium: the table sees it, and goes on."""

import os
from collections.abc import Iterator
from errno import EEXIST
from pathlib import Path
from typing import Any

import msgspec
import pytest

from burncard.controller.journal.heads import WITNESS_BYTES_MAX, SignedHead, Witness, genuine
from burncard.controller.journal.inspection import _witnessed, verify
from burncard.controller.journal.journal import Journal, JournalDamagedError
from burncard.controller.journal.seal import Seal
from burncard.controller.journal.signing import WITNESS_MADE, Signing
from burncard.controller.service import TableService
from burncard.hardware.layout import load_layout

HANDS = 3


@pytest.fixture
def sealed(tmp_path: Path) -> Iterator[Journal]:
    """A sealed journal with some heads."""
    journal = Journal(tmp_path / "sealed.db", Seal.make(tmp_path / "seal"))
    for number in range(1, HANDS + 1):
        journal.append(b"{}", number, "table")
        assert journal.seal is not None
        facts, events = journal.tip("facts"), journal.tip("events")
        body = msgspec.json.encode(
            {
                "journal": journal.seal.journal,
                "number": number,
                "at_ns": number,
                "hand": f"h{number}",
                "first": number,
                "facts": facts[0],
                "facts_mac": facts[1].hex(),
                "events": events[0],
                "events_mac": events[1].hex(),
                "log": "",
                "before": "",
                "simulated": False,
            }
        )
        journal.append_head(body, journal.seal.sign(body))
    yield journal
    journal.close()


def numbers(journal: Journal, witness: Path) -> list[int]:
    """The heads that a witness has of a journal."""
    assert journal.seal is not None
    heads = genuine(Witness(witness).heads(), journal.seal.journal, journal.seal.public_key)
    return [one.head.number for one in heads]


def test_a_forged_head_with_a_high_number_does_not_silence_a_witness(sealed: Journal, tmp_path: Path) -> None:
    witness, signing = tmp_path / "witness", Signing(sealed, tmp_path / "witness", simulated=False)
    assert signing.publish() == witness
    first = msgspec.json.decode(witness.read_bytes().splitlines()[0], type=SignedHead)
    forged = msgspec.structs.replace(first, body=first.body.replace('"number":1,', '"number":999999,'))
    witness.write_bytes(msgspec.json.encode(forged) + b"\n")
    assert signing.publish() is None
    assert numbers(sealed, witness) == [1, 2, 3]


def test_heads_that_were_taken_out_of_a_witness_are_given_again(sealed: Journal, tmp_path: Path) -> None:
    witness, signing = tmp_path / "witness", Signing(sealed, tmp_path / "witness", simulated=False)
    signing.publish()
    lines = witness.read_bytes().splitlines(keepends=True)
    witness.write_bytes(lines[0] + lines[2])
    signing.publish()
    assert {*numbers(sealed, witness)} == {1, 2, 3}
    witness.write_bytes(b"")
    signing.publish()
    assert numbers(sealed, witness) == [1, 2, 3]


@pytest.mark.parametrize("change", ["an empty file of the house's", "a full disk"])
def test_a_witness_is_known_once_it_has_heads_whoever_made_its_file(
    change: str, sealed: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness, signing = tmp_path / "witness", Signing(sealed, tmp_path / "witness", simulated=False)
    if change == "a full disk":
        with monkeypatch.context() as full, pytest.raises(OSError, match="space"):
            full.setattr(os, "write", lambda descriptor, data: 0)
            signing.publish()
    witness.touch()
    assert signing.publish() == witness
    witness.unlink()
    with pytest.raises(FileNotFoundError):
        signing.publish()


@pytest.mark.parametrize("place", ["pipe", "device", "folder", "huge"])
def test_a_witness_that_keeps_nothing_is_none(place: str, sealed: Journal, tmp_path: Path) -> None:
    witness = tmp_path / "witness"
    if place == "pipe":
        os.mkfifo(witness)
    elif place == "device":
        witness.symlink_to("/dev/null")
    elif place == "huge":
        witness.touch()
        os.truncate(witness, WITNESS_BYTES_MAX + 1)
    else:
        witness.mkdir()
    with pytest.raises(OSError, match=r"no file|directory|larger"):
        Signing(sealed, witness, simulated=False).publish()


def test_a_witness_with_heads_that_are_missing_here_is_reported(sealed: Journal, tmp_path: Path) -> None:
    Signing(sealed, tmp_path / "witness", simulated=False).publish()
    older = Signing(sealed, tmp_path / "witness", simulated=False)
    older._count = 2
    with pytest.raises(OSError, match="missing here") as raised:
        older.publish()
    assert raised.value.errno == EEXIST


def test_a_witness_is_read_again_only_if_it_was_changed(
    sealed: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signing = Signing(sealed, tmp_path / "witness", simulated=False)
    signing.publish()
    monkeypatch.setattr(Witness, "heads", None)
    assert signing.publish() is None


def test_a_medium_that_was_pulled_out_is_missed_also_after_a_restart(tmp_path: Path, open_rig: Any) -> None:
    rig = open_rig()
    rig.journal.close()
    seal, witness = Seal.make(tmp_path / "seal"), tmp_path / "witness"
    rig.journal = Journal(rig.folder / "sealed.db", seal)
    rig.service = TableService(rig.config, rig.journal, rig.decks, load_layout(), rig.clock_ns)
    rig.service.attach(rig.reader, rig.shuffler)
    rig.service.record.signing = Signing(rig.journal, witness, simulated=False)
    rig.play_hand()
    faults = rig.service.record.faults
    assert faults.open == []
    assert next(rig.journal.latest(WITNESS_MADE), None) is not None
    away = witness.rename(tmp_path / "away")
    for signing in (rig.service.record.signing, Signing(rig.journal, witness, simulated=False)):
        rig.service.record.signing = signing
        rig.service.record._publish(signing)
        assert [fault.code for fault in faults.open] == ["witness-lost"]
        assert not witness.exists(), "a new file on another medium is no witness of what went before"
    away.rename(witness)
    rig.service.tick()
    assert faults.open == []
    assert verify(rig.folder / "sealed.db", seal, witness).witnessed == 1


@pytest.mark.parametrize("change", ["forged", "taken out"])
def test_a_changed_witness_is_found_and_keeps_no_table_from_starting(
    change: str, sealed: Journal, tmp_path: Path
) -> None:
    witness = tmp_path / "witness"
    Signing(sealed, witness, simulated=False).publish()
    lines = witness.read_bytes().splitlines(keepends=True)
    changed = lines[1].replace(b'\\"at_ns\\":2', b'\\"at_ns\\":3') if change == "forged" else b""
    witness.write_bytes(lines[0] + changed + lines[2])
    assert sealed.seal is not None
    assert [one.head.number for one in _witnessed(witness, sealed.seal, strict=False)] == [1, 3]
    with pytest.raises(JournalDamagedError) as raised:
        _witnessed(witness, sealed.seal, strict=True)
    assert (raised.value.chain, raised.value.number) == ("witness", 2)
