"""Enrolled decks: found by tag, kept secret, and checked before they are used."""

import os
import stat
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from burncard.controller.decks.deck_enrolment import DeckEnrolment
from burncard.controller.decks.decks import DeckError, Decks, check_whole
from burncard.controller.devices.card_watch import CardWatch
from burncard.firmware_bridge.driver import MS, Nanoseconds
from burncard.firmware_bridge.events import Scan, TagHeard
from burncard.hardware.layout import load_layout
from burncard.rules.cards import JOKER, PACK, Card
from burncard.rules.facts import CardSeen
from burncard.rules.table import Table

RED = {f"E00401{number:010X}": card for number, card in enumerate(PACK)}
BLUE = {f"E00401{number:010X}": card for number, card in enumerate(PACK, start=0x100)}


@pytest.fixture
def decks() -> Decks:
    decks = Decks()
    decks.enrol("red", RED)
    decks.enrol("blue", BLUE)
    return decks


def test_a_tag_finds_its_card_and_back(decks: Decks) -> None:
    found = decks.find("E004010000000000")
    assert found is not None
    assert (found.card, found.back, found.retired) == ("2c", "red", False)
    assert decks.find("E0040100000000FF") is None
    assert decks.tags_of("blue") == frozenset(BLUE)


def test_saved_decks_are_the_same_when_loaded(decks: Decks, tmp_path: Path) -> None:
    decks.save(tmp_path / "decks", tmp_path / "decks.key")
    loaded = Decks.load(tmp_path / "decks", tmp_path / "decks.key")
    assert all(loaded.find(uid) == decks.find(uid) for uid in (*RED, *BLUE))
    assert loaded.tags_of("red") == frozenset(RED)


def test_only_the_owner_may_read_deck_and_key_and_neither_tells_a_tag(decks: Decks, tmp_path: Path) -> None:
    (tmp_path / "decks.part").write_bytes(b"")
    (tmp_path / "decks.part").chmod(0o644)
    decks.save(tmp_path / "decks", tmp_path / "decks.key")
    for name in ("decks", "decks.key"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
        assert b"E00401" not in (tmp_path / name).read_bytes()


def test_the_key_is_made_once(decks: Decks, tmp_path: Path) -> None:
    decks.save(tmp_path / "decks", tmp_path / "decks.key")
    key = (tmp_path / "decks.key").read_bytes()
    first = (tmp_path / "decks").read_bytes()
    decks.save(tmp_path / "decks", tmp_path / "decks.key")
    assert (tmp_path / "decks.key").read_bytes() == key
    assert (tmp_path / "decks").read_bytes() != first
    assert not (tmp_path / "decks.part").exists()


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda folder: (folder / "decks.key").unlink(), "deck-key"),
        (lambda folder: (folder / "decks.key").write_bytes(b"short"), "deck-key"),
        (lambda folder: (folder / "decks").unlink(), "deck-file"),
        (lambda folder: (folder / "decks").write_bytes(b""), "deck-key"),
        (
            lambda folder: (folder / "decks").write_bytes((folder / "decks").read_bytes()[:-9] + b"AAAAAAAA="),
            "deck-key",
        ),
    ],
)
def test_decks_that_cannot_be_read_are_a_typed_error(decks: Decks, tmp_path: Path, spoil: object, code: str) -> None:
    decks.save(tmp_path / "decks", tmp_path / "decks.key")
    assert callable(spoil)
    spoil(tmp_path)
    with pytest.raises(DeckError) as refused:
        Decks.load(tmp_path / "decks", tmp_path / "decks.key")
    assert refused.value.code == code


def test_decks_of_another_version_are_a_typed_error(decks: Decks, tmp_path: Path) -> None:
    decks.save(tmp_path / "decks", tmp_path / "decks.key")
    (tmp_path / "decks").write_bytes(Fernet((tmp_path / "decks.key").read_bytes()).encrypt(b'{"version": 2}'))
    with pytest.raises(DeckError, match="another version") as refused:
        Decks.load(tmp_path / "decks", tmp_path / "decks.key")
    assert refused.value.code == "deck-file"


def test_a_card_twice_and_a_tag_of_another_deck_are_refused(decks: Decks) -> None:
    with pytest.raises(DeckError, match="As is in the deck twice"):
        decks.enrol("green", {"E0": Card("As"), "E1": Card("As")})
    with pytest.raises(DeckError, match="another deck"):
        decks.enrol("green", dict(list(RED.items())[:3]))
    assert decks.tags_of("green") == frozenset()


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        (dict(list(RED.items())[1:]), "deck-incomplete"),
        ({**RED, "E1": JOKER, "E2": JOKER}, "deck-card-twice"),
        ({**RED, "E1": Card("As")}, "deck-card-twice"),
    ],
)
def test_a_deck_that_is_no_whole_pack_is_named_as_such(tags: dict[str, Card], code: str) -> None:
    with pytest.raises(DeckError) as refused:
        check_whole(tags)
    assert refused.value.code == code
    check_whole(RED)
    check_whole({**RED, "E1": JOKER})


def test_tags_that_share_a_slot_of_the_scan_are_warned_about() -> None:
    assert Decks().enrol("red", RED) == []
    same_digit = {f"E00401{number:09X}7": card for number, card in enumerate(PACK)}
    assert Decks().enrol("red", same_digit) == ["52 tags share slot 7"]


def test_a_replaced_deck_is_still_known_but_a_stranger_in_play(decks: Decks) -> None:
    fresh = {f"E00401{number:010X}": card for number, card in enumerate(PACK, start=0x300)}
    decks.enrol("red", fresh)
    old = decks.find("E004010000000000")
    assert old is not None
    assert (old.card, old.retired) == ("2c", True)
    assert decks.tags_of("red") == frozenset(fresh)
    layout = load_layout()
    watch = CardWatch(layout, decks, Table)
    backs = {}
    for scan, antenna in enumerate(sorted(layout.zones) * 10):
        lying = tuple(TagHeard(uid, -45) for uid in ("E004010000000000", "E004010000000300"))
        watch.take(Scan(antenna, 0, 0, lying if antenna == 1 else (), True), Nanoseconds(scan * 15 * MS))
        while isinstance(fact := watch.next(Nanoseconds(scan * 15 * MS)), CardSeen):
            backs[fact.tag] = fact.back
    assert backs == {"E004010000000000": "unknown", "E004010000000300": "red"}


# ---- enrolling at the reader --------------------


def lay(enrolment: DeckEnrolment, uid: str) -> Card | None:
    scan = Scan(11, 0, 1, (TagHeard(uid, -42, "up"),), True)
    return enrolment.take(scan) or enrolment.take(scan)


def test_a_deck_is_enrolled_card_by_card_in_the_order_of_a_new_pack() -> None:
    enrolment, decks = DeckEnrolment("red", joker=False), Decks()
    for uid, card in RED.items():
        assert enrolment.due == card
        assert lay(enrolment, uid) == card
        assert lay(enrolment, uid) is None  # it lies there still
    assert enrolment.due is None
    assert lay(enrolment, "E0FF") is None
    assert enrolment.finish(decks) == []
    assert all(decks.find(uid) is not None for uid in RED)


def test_a_phone_is_not_enrolled_as_a_card() -> None:
    enrolment = DeckEnrolment("red", joker=False)
    assert lay(enrolment, "0811223344556677") is None
    phone, card = TagHeard("0811223344556677", -42), TagHeard("E004010000000000", -42)
    for _ in range(2):
        enrolment.take(Scan(11, 0, 1, (phone, card), True))
    assert enrolment.count == 1


def test_while_a_deck_is_enrolled_all_antennas_are_scanned_in_turn_and_the_one_with_the_last_card_most_often() -> None:
    enrolment, antennas = DeckEnrolment("red", joker=False), range(1, 16)
    assert {enrolment.next_antenna(antennas) for _ in antennas} == set(antennas)
    lay(enrolment, "E004010000000000")
    asked = [enrolment.next_antenna(antennas) for _ in range(2 * len(antennas))]
    assert asked.count(11) >= len(antennas) // 2
    assert set(asked) == set(antennas)


def test_an_antenna_that_has_heard_a_new_tag_is_scanned_again_by_the_reader_that_has_it() -> None:
    enrolment = DeckEnrolment("red", joker=False)
    enrolment.take(Scan(11, 0, 1, (TagHeard("E004010000000000", -42, "up"),), True))
    assert enrolment.next_antenna((1, 2, 3)) in (1, 2, 3)
    assert enrolment.next_antenna((11, 12)) == 11


def test_a_card_laid_down_wrongly_is_taken_back() -> None:
    enrolment = DeckEnrolment("red", joker=True)
    assert enrolment.take_back() == "2c"
    lay(enrolment, "E001")
    lay(enrolment, "E002")
    assert enrolment.take_back() == "3c"
    assert enrolment.count == 1
    assert lay(enrolment, "E003") == "3c"


def test_an_incomplete_deck_is_not_enrolled() -> None:
    enrolment, decks = DeckEnrolment("red", joker=False), Decks()
    lay(enrolment, "E001")
    with pytest.raises(DeckError, match="missing, the first of them 3c"):
        enrolment.finish(decks)
    assert decks.find("E001") is None


def test_the_code_of_a_named_card_depends_on_the_key_and_not_on_the_tags(tmp_path: Path) -> None:
    decks, other = Decks(), Decks()
    decks.enrol("red", {"E0040100000000A1": Card("As")})
    other.enrol("red", {"E0040100000000A1": Card("Kd")})
    decks.save(tmp_path / "decks", tmp_path / "key")
    other.save(tmp_path / "others", tmp_path / "key")
    code = decks.code_of(Card("As"))
    assert code == other.code_of(Card("As")) != decks.code_of(Card("Kd"))
    assert Decks.load(tmp_path / "decks", tmp_path / "key").card_of(code) == "As"
    assert Decks().card_of(code) is None


# ---- durable --------------------


def test_the_decks_the_key_and_their_folder_are_synced(
    decks: Decks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    fsync = os.fsync

    def watched(descriptor: int) -> None:
        synced.append(os.readlink(f"/proc/self/fd/{descriptor}"))
        assert os.fstat(descriptor).st_size > 0  # what is synced has been written
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    decks.save(tmp_path / "decks", tmp_path / "decks.key")
    folder = str(tmp_path)
    assert synced == [f"{folder}/decks.key", folder, f"{folder}/decks.part", folder]


def test_saving_leaves_no_file_open(decks: Decks, tmp_path: Path) -> None:
    decks.save(tmp_path / "decks", tmp_path / "decks.key")
    open_before = len(os.listdir("/proc/self/fd"))
    decks.save(tmp_path / "decks", tmp_path / "decks.key")
    assert len(os.listdir("/proc/self/fd")) == open_before
