"""A table without a shuffler: the dealer riffles, counts and cuts, and enters it."""

from typing import Any

import msgspec
import pytest

from burncard.controller.decks.decks import DeckError
from burncard.controller.machine import TableState
from burncard.controller.service import HandWork
from burncard.controller.views import table_view
from burncard.rules.facts import Press

ALL_WORK: tuple[tuple[HandWork, int], ...] = (("riffled", 4), ("counted", 52), ("cut", 0))


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


def enter(rig: Any, *work: tuple[HandWork, int]) -> None:
    for what, number in work:
        rig.service.shuffle_by_hand(what, "Dora", number)


def misdeal_after_the_floor_was_called(rig: Any) -> None:
    """A hand that ended with two stops; gathering the cards does what the misdeal asked for, not what the floor did."""
    enter(rig, *ALL_WORK)
    rig.service.submit(Press(press="floor-called", by="dealer"), "Dora")
    rig.put(rig.dealer.stub.take().uid, "seat:5", "up")
    rig.lying.clear()
    rig.look()
    assert not rig.service.record.in_hand
    assert len(rig.service.record.alerts) == 2


@pytest.fixture
def waiting(by_hand: Any) -> Any:
    """A table whose next pack is in the dealer's hand, while a stop of the last hand is not acknowledged."""
    misdeal_after_the_floor_was_called(by_hand)
    enter(by_hand, *ALL_WORK)
    assert (state(by_hand), len(by_hand.service.record.alerts)) == (TableState.CUT, 1)
    assert by_hand.service.deck_trouble == "a stop has not been acknowledged"
    return by_hand


def acknowledge(rig: Any) -> None:
    for stop in rig.service.record.alerts:
        rig.service.submit(Press(press="ack", ruling=stop.id, by="dealer"), "Dora")


def test_the_pack_that_was_entered_is_dealt_once_the_last_stop_is_acknowledged(waiting: Any) -> None:
    acknowledge(waiting)
    assert waiting.service.record.in_hand
    assert not waiting.service.record.faults.open


@pytest.mark.parametrize("times", [1, 4])
def test_a_pack_that_is_riffled_again_after_its_cut_is_counted_and_cut_again(waiting: Any, times: int) -> None:
    enter(waiting, ("riffled", times))
    assert (state(waiting), waiting.service.record.faults.open) == (TableState.DECK_CHECK, [])
    acknowledge(waiting)
    assert not waiting.service.record.in_hand
    enter(waiting, *ALL_WORK[1:])
    assert waiting.service.record.in_hand


def test_a_pack_that_is_riffled_again_after_its_count_is_counted_again(by_hand: Any) -> None:
    enter(by_hand, *ALL_WORK[:2], ("riffled", 1))
    assert (state(by_hand), by_hand.service.record.faults.open) == (TableState.DECK_CHECK, [])
    enter(by_hand, *ALL_WORK[1:])
    assert by_hand.service.record.in_hand


def test_the_riffles_of_a_dealt_pack_are_none_of_the_next_one(waiting: Any) -> None:
    acknowledge(waiting)
    waiting.put(waiting.dealer.stub.take().uid, "seat:5", "up")
    enter(waiting, ("riffled", 3))
    assert (state(waiting), waiting.service.shuffling.riffles) == (TableState.SHUFFLING, 3)


def test_the_riffles_of_a_repair_that_was_given_up_are_none_of_the_next_pack(by_hand: Any) -> None:
    by_hand.report("deck-in", count=52)
    for event in ("shuffled", "verified"):
        by_hand.report(event, count=52)
    by_hand.report("cut", parts=(50, 2))
    by_hand.report("delivered", count=52)
    assert by_hand.service.record.table.awaited().await_ == "cut"
    enter(by_hand, ("riffled", 3))
    by_hand.service.submit(Press(press="void-hand", by="floor"), "Flo")
    assert not by_hand.service.record.in_hand
    enter(by_hand, ("riffled", 3))
    assert (state(by_hand), by_hand.service.shuffling.riffles) == (TableState.SHUFFLING, 3)


def leave_out(rig: Any, *, at: str = "seat:5") -> str:
    """A misdeal whose card stays on the table; the dealer enters that he has shuffled, counted and cut all the same."""
    enter(rig, *ALL_WORK)
    left: str = rig.dealer.stub.take().uid
    rig.put(left, "seat:5", "up")
    acknowledge(rig)
    rig.put(left, at)
    rig.look()
    enter(rig, *ALL_WORK)
    return left


def told(rig: Any) -> list[bytes]:
    """What the events say of cards that were left out."""
    return [event.body for event in rig.journal.events() if event.kind == "left-out"]


def test_a_pack_is_shuffled_again_where_one_of_its_cards_goes_on_lying_on_the_table(by_hand: Any) -> None:
    left = leave_out(by_hand)
    assert not by_hand.service.record.in_hand
    assert by_hand.service.deck_trouble == "cards of the pack may still be on the table, at seat 5"
    by_hand.look(70)
    assert state(by_hand) is TableState.SHUFFLING
    assert by_hand.service.deck_trouble == "one of its cards was heard at seat 5 after the cut"
    assert told(by_hand) == [b'{"at":"seat 5"}']
    by_hand.gone(left)
    by_hand.look()
    assert not by_hand.service.record.in_hand
    enter(by_hand, ("riffled", 1))
    assert by_hand.service.deck_trouble == ""
    enter(by_hand, *ALL_WORK[1:])
    assert by_hand.service.record.in_hand


def test_a_pack_is_cut_again_as_often_as_one_of_its_cards_is_left_out(by_hand: Any) -> None:
    leave_out(by_hand)
    by_hand.look(70)
    enter(by_hand, ("riffled", 1), *ALL_WORK[1:])
    by_hand.look(70)
    assert not by_hand.service.record.in_hand
    assert told(by_hand) == [b'{"at":"seat 5"}'] * 2


def test_a_card_that_was_put_into_the_pack_at_the_last_moment_keeps_nobody_from_dealing(by_hand: Any) -> None:
    by_hand.gone(leave_out(by_hand))
    by_hand.look(90)
    assert by_hand.service.record.in_hand
    assert told(by_hand) == []


def test_a_card_of_the_pack_that_an_antenna_overhears_now_and_then_keeps_nobody_from_dealing(by_hand: Any) -> None:
    overheard = leave_out(by_hand)
    by_hand.scan(5)
    by_hand.gone(overheard)
    by_hand.look(90)
    assert by_hand.service.record.in_hand
    assert told(by_hand) == []


def test_a_card_that_lies_with_the_pack_is_one_of_it(by_hand: Any) -> None:
    leave_out(by_hand, at="stub")
    assert by_hand.service.record.in_hand


def test_an_antenna_that_is_scanned_no_more_keeps_nobody_from_dealing(by_hand: Any) -> None:
    leave_out(by_hand)
    dead, _ = next(iter(by_hand.lying.values()))
    for _ in range(400):
        by_hand.scan(dead % 8 + 1)
    assert by_hand.service.record.in_hand


def test_a_first_card_that_is_dealt_before_the_hand_has_begun_is_one_of_the_hand(by_hand: Any) -> None:
    by_hand.gone(leave_out(by_hand))
    by_hand.lay(by_hand.dealer.stub.take().uid, f"seat:{first_seat(by_hand)}")
    by_hand.look(200)
    assert by_hand.service.record.table.hand.felt.out_count == 1
    assert not by_hand.service.record.alerts


def first_seat(rig: Any) -> int:
    hand = rig.service.record.table.hand.fact
    return int(min(hand.seats, key=lambda seat: (seat <= hand.button, seat)))
