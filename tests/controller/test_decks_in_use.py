"""Decks over time: two take turns, a damaged card is replaced, a deck is retired, and cards still out are found."""

from typing import Any

import msgspec
import pytest

from burncard.controller.config import TableConfig
from burncard.controller.decks.deck_enrolment import CardReplacement, DeckEnrolment
from burncard.controller.decks.decks import DeckError, Decks, alike_tags
from burncard.controller.journal.history import updates_between
from burncard.controller.journal.signing import public_log
from burncard.controller.views import table_view
from burncard.firmware_bridge.events import Scan, TagHeard
from burncard.hardware.layout import load_layout
from burncard.rules.cards import PACK, Card
from burncard.rules.facts import Press

LAYOUT = load_layout()
BOARD = LAYOUT.antenna_of("board") or 0
RED = {f"E00401{number:010X}": card for number, card in enumerate(PACK)}
BLUE = {f"E00401{number:010X}": card for number, card in enumerate(PACK, start=0x100)}
NEW = "E0040100000ABCDE"


@pytest.fixture
def decks() -> Decks:
    decks = Decks()
    decks.enrol("red", RED)
    decks.enrol("blue", BLUE)
    return decks


def scan(*uids: str) -> Scan:
    return Scan(BOARD, 0, 1, tuple(TagHeard(uid) for uid in uids), complete=True)


def test_a_new_card_takes_the_place_of_a_damaged_one(decks: Decks) -> None:
    decks.replace("red", Card("As"), NEW)
    new, old = decks.find(NEW), decks.find(next(uid for uid, card in RED.items() if card == "As"))
    assert new is not None
    assert old is not None
    assert (new.card, new.retired, old.card, old.retired) == ("As", False, "As", True)
    assert len(decks.tags_of("red")) == 52
    assert decks.uid_of(decks.pseudonym_of(NEW, 7)) == NEW


def test_a_replacement_is_refused_where_it_would_make_two_cards_of_one_tag(decks: Decks) -> None:
    with pytest.raises(DeckError) as error:
        decks.replace("red", Card("As"), next(iter(BLUE)))
    assert error.value.code == "deck-tag-known"
    with pytest.raises(DeckError) as error:
        decks.replace("green", Card("As"), NEW)
    assert error.value.code == "no-such-deck"


def test_the_old_tag_stays_retired_after_the_decks_are_loaded_again(decks: Decks, tmp_path: Any) -> None:
    decks.replace("red", Card("As"), NEW)
    decks.retire("blue")
    decks.save(tmp_path / "decks", tmp_path / "decks.key")
    loaded = Decks.load(tmp_path / "decks", tmp_path / "decks.key")
    assert NEW in loaded.tags_of("red")
    assert loaded.tags_of("blue") == frozenset()
    assert all((found := loaded.find(uid)) is not None and found.retired for uid in BLUE)


def test_a_replacement_waits_for_one_tag_that_no_deck_has(decks: Decks) -> None:
    replacement = CardReplacement("red", Card("As"), decks)
    for _ in range(3):
        assert replacement.take(scan(*RED, *BLUE)) is None
    with pytest.raises(DeckError, match="not been laid"):
        replacement.finish(decks)
    assert [replacement.take(scan(NEW, next(iter(RED)))) for _ in range(2)] == [None, "As"]
    assert replacement.due is None
    replacement.finish(decks)
    assert NEW in decks.tags_of("red")


def test_tags_that_are_often_missed_together_are_named_while_they_are_laid() -> None:
    enrolment = DeckEnrolment("green", joker=False)
    for uid in ("E004010000001ABC", "E004010000002ABC", "E004010000002ABD"):
        for _ in range(2):
            enrolment.take(scan(uid))
    assert enrolment.warnings == ["the tags of 2c and 3c are often missed together"]
    assert alike_tags(RED) == []


def test_a_retired_deck_is_left_out_of_the_rotation(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(backs=("red", "blue")))
    assert [table_view(rig.service, "dealer").deck.next_back, rig.service.record.ledger.next_back()] == ["red", "red"]
    with pytest.raises(DeckError) as error:
        rig.service.maintenance.retire_deck("red", "Tim")
    assert error.value.code == "deck-not-now"
    rig.service.set_mode("maintenance", "Tim")
    rig.service.maintenance.retire_deck("red", "Tim")
    rig.service.set_mode("open", "Tim")
    assert table_view(rig.service, "dealer").deck.next_back == "blue"
    [event] = [event for event in rig.journal.events() if event.kind == "deck-retired"]
    assert msgspec.json.decode(event.body) == {"back": "red", "operator": "Tim"}


def test_cards_still_out_after_a_hand_are_counted_by_place(rig: Any) -> None:
    rig.load()
    rig.deal_until_action()
    assert table_view(rig.service, "dealer").deck.out == ()
    rig.service.submit(Press(press="void-hand", by="floor", reason="a fire alarm"), "Flo")
    rig.look(200)
    out = rig.service.cards_out.by_zone()
    assert sum(out.values()) == 12
    assert set(out.values()) == {2}
    view = table_view(rig.service, "dealer")
    assert {one.zone: one.cards for one in view.deck.out} == out
    assert "As" not in str(view.deck)


def test_a_deck_whose_tags_are_enrolled_as_other_cards_changes_no_earlier_hand(rig: Any) -> None:
    """Whoever enrols decks could otherwise make evidence of a hand unreadable, or another hand of it."""
    record = rig.service.record

    def log() -> bytes:
        return public_log(list(updates_between(rig.journal, rig.decks, 0, count)))

    rig.play_hand()
    count = rig.journal.count
    before = log()
    rig.lying.clear()
    rig.load()
    rig.service.submit(Press(press="void-hand", by="floor", reason="enrolment"), "floor")
    rig.lying.clear()
    rig.look()
    rig.service.set_mode("maintenance", "Cid")
    rig.service.maintenance.begin_enrolment("red", "Cid")
    for uid in sorted(rig.red_tags, reverse=True):
        for _ in range(2):
            rig.service.on_event("reader", Scan(11, 0, rig.clock_ns(), (TagHeard(uid),), True))
    rig.service.maintenance.end_enrolment("Cid", keep=True)
    assert {uid: record.decks.find(uid).card for uid in rig.red_tags} != rig.cards
    assert log() == before
