"""Exporting the journal as a table log: stable, checked, without hidden cards."""

from typing import Any

import pytest

from burncard.controller.hand_histories.replay import replay
from burncard.controller.journal.export import export
from burncard.controller.journal.journal import JournalDamagedError


def exported(rig: Any, *, full: bool = False) -> bytes:
    written: list[bytes] = []
    export(rig.journal, rig.decks, written.append, full=full)
    return b"".join(written)


def test_an_export_is_the_same_bytes_every_time_and_changes_nothing(rig: Any) -> None:
    rig.play_hand()
    rig.deal_until_action()
    first = exported(rig)
    assert exported(rig) == first
    rig.reopen()
    assert exported(rig) == first
    assert b"E00401" not in first


def test_a_full_export_replayed_is_itself(rig: Any) -> None:
    rig.play_hand()
    rig.play_hand()
    full = exported(rig, full=True)
    again: list[bytes] = []
    replay(full.splitlines(keepends=True), again.append)
    assert b"".join(again) == full


def test_the_export_equals_what_was_published_live(rig: Any) -> None:
    told: list[Any] = []
    rig.service.record.subscribe(told.append)
    rig.play_hand()
    assert exported(rig).count(b"\n") == sum(1 + len(news.outcomes) for news in told)


def test_a_changed_journal_is_not_exported(rig: Any) -> None:
    rig.play_hand()
    rig.journal._db.execute("UPDATE facts SET at_ns = 1 WHERE number = 5")
    with pytest.raises(JournalDamagedError):
        exported(rig)
