"""A table without a shuffler: the dealer riffles, counts and cuts, and enters it."""

from typing import Any

import msgspec
import pytest

from burncard.controller.decks.decks import DeckError
from burncard.controller.machine import TableState
from burncard.controller.views import table_view


@pytest.fixture
def by_hand(rig: Any) -> Any:
    rig.service.attach(rig.reader, None)
    return rig


def state(rig: Any) -> TableState:
    found: TableState = rig.service.machine.state
    return found


def test_four_riffles_a_count_and_a_cut_make_a_pack_that_is_dealt(by_hand: Any) -> None:
    service = by_hand.service
    service.shuffle_by_hand("riffled", "Dora", 3)
    assert (state(by_hand), table_view(service, "dealer").deck.riffles) == (TableState.SHUFFLING, 3)
    service.shuffle_by_hand("riffled", "Dora", 1)
    assert state(by_hand) is TableState.DECK_CHECK
    service.shuffle_by_hand("counted", "Dora", 52)
    assert (state(by_hand), service.record.in_hand) == (TableState.CUT, False)
    service.shuffle_by_hand("cut", "Dora")
    assert service.record.in_hand
    assert not service.record.alerts
    done = [msgspec.json.decode(event.body) for event in by_hand.journal.events() if event.kind == "by-hand"]
    assert [(one["what"], one["operator"]) for one in done] == [
        ("riffled", "Dora"),
        ("riffled", "Dora"),
        ("counted", "Dora"),
        ("cut", "Dora"),
    ]


def test_a_pack_that_was_not_shuffled_or_counted_first_is_not_dealt(by_hand: Any) -> None:
    service = by_hand.service
    service.shuffle_by_hand("riffled", "Dora", 4)
    service.shuffle_by_hand("cut", "Dora")
    assert not service.record.in_hand
    service.shuffle_by_hand("counted", "Dora", 52)
    assert not service.record.in_hand
    service.shuffle_by_hand("cut", "Dora")
    assert service.record.in_hand


def test_a_pack_that_is_short_is_not_dealt_until_it_is_counted_again(by_hand: Any) -> None:
    service = by_hand.service
    service.shuffle_by_hand("riffled", "Dora", 4)
    service.shuffle_by_hand("counted", "Dora", 51)
    assert service.deck_trouble == "51 cards where 52 are due"
    assert service.record.faults.is_open("deck-wrong")
    service.shuffle_by_hand("counted", "Dora", 52)
    service.shuffle_by_hand("cut", "Dora")
    assert service.record.in_hand
    assert not service.record.faults.is_open("deck-wrong")


def test_a_shuffler_that_is_not_there_is_no_fault(by_hand: Any) -> None:
    by_hand.service.devices.expect_all()
    assert not by_hand.service.record.faults.is_open("shuffler-lost")
    assert list(table_view(by_hand.service, "technician").devices) == ["reader"]


def test_a_table_with_a_shuffler_takes_no_work_by_hand(rig: Any) -> None:
    with pytest.raises(DeckError, match="the shuffler does this"):
        rig.service.shuffle_by_hand("riffled", "Dora", 4)


def test_nothing_is_entered_by_hand_while_a_hand_is_played(by_hand: Any) -> None:
    for what, number in (("riffled", 4), ("counted", 52), ("cut", 0)):
        by_hand.service.shuffle_by_hand(what, "Dora", number)
    with pytest.raises(DeckError, match="a hand is being played"):
        by_hand.service.shuffle_by_hand("riffled", "Dora", 4)
