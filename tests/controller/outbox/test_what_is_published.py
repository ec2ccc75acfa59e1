"""What leaves a table: every row once and in one order, and nothing that the table does not show."""

import re
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from burncard.controller.config import TableConfig
from burncard.controller.journal.stored import from_stored
from burncard.controller.outbox.published import Cursor, EventRow, FactRow, event_row
from burncard.controller.outbox.record_reader import RecordReader
from burncard.controller.outbox.subjects import TableName
from burncard.rules.facts import Action, CardSeen, Hand, Press
from burncard.simulator.quick_table import QuickTable
from tests.harness.floor_room import messages_of, quick_table

NAME = TableName("room", "one")
CARD = re.compile(rb'"([2-9TJQKA][cdhs])"')


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> QuickTable:
    """A table after hands with mistakes."""
    table = quick_table(tmp_path_factory.mktemp("played"), "one", seed=3, mistakes=0.05)
    for _ in range(6):
        table.play_hand()
    return table


def test_every_row_is_published_once_and_a_head_after_all_that_it_covers(played: QuickTable) -> None:
    after = [message.after for message in messages_of(played, NAME)]
    journal = played.journal
    assert after[-1] == Cursor(journal.count, journal.tip("events")[0], len(journal.heads()))
    steps = [tuple(map(int.__sub__, msgspec.structs.astuple(b), msgspec.structs.astuple(a))) for a, b in pairs(after)]
    assert set(steps) == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}
    heads = [message for message in messages_of(played, NAME) if message.row.number and hasattr(message.row, "signed")]
    assert len(heads) == 6
    assert all(message.after.facts == message.row.signed.head.facts for message in heads)  # type: ignore[union-attr]


def pairs(items: list[Any]) -> list[tuple[Any, Any]]:
    return list(zip([Cursor(), *items], items, strict=False))


def test_a_reader_that_begins_anywhere_publishes_the_same_rows(played: QuickTable) -> None:
    messages = messages_of(played, NAME)
    for place in range(0, len(messages), 37):
        reader = RecordReader(played.service.record, messages[place].after)
        following = messages[place + 1] if place + 1 < len(messages) else None
        found = reader.next()
        assert (None if found is None else found[1]) == (None if following is None else following.after)


def test_no_message_names_a_card_that_has_not_been_face_up_or_shown(played: QuickTable) -> None:
    known: set[str] = set()
    hidden = 0
    full = {entry.number: from_stored(entry.body, played.service.record.decks) for entry in played.journal.facts()}
    for message in messages_of(played, NAME):
        row = message.row
        if isinstance(row, FactRow):
            fact = full[row.number]
            if isinstance(fact, Hand):
                known = set()
            if isinstance(fact, CardSeen):
                up = fact.face == "up" or (fact.face is None and fact.zone == "board")
                known |= {fact.card} if up else set()
                hidden += not up
            if isinstance(fact, Press) and fact.card is not None:
                known.add(fact.card)  # what a person at the table has said, true or not
            if isinstance(fact, Action) and fact.action == "show":
                known |= {card for cards in row.shown.values() for card in cards}
        named = {name.decode() for name in CARD.findall(msgspec.json.encode(message))}
        assert named <= known
    assert hidden > 50


def test_no_message_names_a_tag(played: QuickTable) -> None:
    tags = [tag.encode() for back in ("red", "blue") for tag in played.service.record.decks.tags_of(back)]
    published = b"".join(msgspec.json.encode(message) for message in messages_of(played, NAME))
    assert not [tag for tag in tags if tag in published]
    assert b'"tag"' not in published


def test_an_event_leaves_only_with_the_fields_that_are_known_to_name_nobody_and_no_card(tmp_path: Path) -> None:
    table = quick_table(tmp_path, "one")
    log = table.service.record.log
    log("deck-check", back="red", passed=False, missing=["E0040100000000A1"], reason="the A♠ lies at seat 3")
    log("seat", seat=3, name="Player's own name", chips=500)
    log("fault-opened", code="deck-wrong", device="shuffler", text="the A♠ lies at seat 3")
    log("of a later version", card="As")
    events = [event_row(event) for event in table.journal.events()]
    assert [(event.kind, event.fields) for event in events[-4:]] == [
        ("deck-check", {"back": "red", "passed": False}),
        ("seat", {}),
        ("fault-opened", {"code": "deck-wrong", "device": "shuffler"}),
        ("of a later version", {}),
    ]


def test_a_name_that_could_reach_other_subjects_is_none() -> None:
    for name in ("", "a.b", "*", ">", "a b", "x" * 41, "tisch\n"):
        with pytest.raises(ValueError, match="make a name"):
            TableName("room", name)


def test_a_row_is_the_same_after_the_table_was_started_again(tmp_path: Path) -> None:
    table = quick_table(tmp_path, "one", seed=5)
    table.play_hand()
    for _ in range(20):
        table.step()
    before = [msgspec.json.encode(message) for message in messages_of(table, NAME)]
    table.close()
    again = QuickTable(tmp_path / "one", TableConfig(table="one"), time.time_ns, 5)
    after = [msgspec.json.encode(message) for message in messages_of(again, NAME)]
    assert after[: len(before)] == before
    assert any(isinstance(message.row, EventRow) for message in messages_of(again, NAME))
    again.close()
