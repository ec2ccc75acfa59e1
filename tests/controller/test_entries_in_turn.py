"""Entries are taken in the order in which they were made, and none helps another one past a card."""

from typing import Any

import pytest

from burncard.controller.entries import HEARD_BY_NS, PATIENCE_NS
from burncard.firmware_bridge.driver import MS
from burncard.rules.cards import BURN, Seat, seat_of
from burncard.rules.facts import Action, Press
from burncard.rules.outcomes import Ruling


def fold(rig: Any, seat: int) -> Any:
    return rig.service.enter(Action(seat=Seat(seat), action="fold"), "Ann", "dealer")


def press(rig: Any, **fields: Any) -> Any:
    return rig.service.enter(Press(by="dealer", **fields), "Ann", "dealer")


@pytest.mark.parametrize("pressed", ["looked", "floor-called", "no-such-press"])
def test_a_press_does_not_help_an_action_past_a_card_that_came_before_it(rig: Any, pressed: str) -> None:
    while rig.deal_until_action().seat != 2:
        rig.act("call")
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    rig.lay(rig.dealer.stub.take().uid, "burn")
    rig.scan(rig.service.layout.antenna_of(BURN))
    action = rig.service.enter(Action(seat=Seat(2), action="check"), "Ann", "dealer")
    answered = press(rig, press=pressed, seat=Seat(2))
    assert not facts
    rig.look()
    assert action.done()
    assert answered.done()
    assert [type(fact).__name__ for fact in facts] == ["CardSeen", "Action", "Press"]


def test_a_stop_is_acknowledged_at_once_while_an_action_waits(rig: Any) -> None:
    rig.deal_until_action()
    press(rig, press="floor-called")
    stop = rig.service.record.alerts[-1]
    rig.lay(rig.dealer.stub.take().uid, "burn")
    rig.scan(rig.service.layout.antenna_of(BURN))
    action = fold(rig, 3)
    assert press(rig, press="ack", ruling=stop.id).done()
    assert not action.done()
    assert not rig.service.record.alerts


def test_a_press_after_an_action_that_a_fault_refuses_is_taken(rig: Any) -> None:
    rig.deal(11)
    rig.scan()
    action, answered = fold(rig, 3), press(rig, press="floor-called")
    assert not action.done()
    rig.service.record.faults.raise_("reader-fault", "reader", "overheated")
    rig.service.tick()
    assert action.exception(timeout=0) is not None
    assert any(isinstance(outcome, Ruling) for outcome in answered.result(timeout=0))


def test_what_a_dealer_deals_while_the_line_stalls_is_asked_about(rig: Any) -> None:
    """No time is spent looking then, but he had time to deal the last card, which nothing hears."""
    rig.step()
    for _ in range(11):
        rig.step()
        rig.look(30)
    rig.now_ns += 600 * MS
    rig.scan()
    action = fold(rig, 3)
    entered_ns = rig.now_ns
    while rig.now_ns < entered_ns + HEARD_BY_NS + PATIENCE_NS:
        rig.scan()
    assert [fault.code for fault in rig.service.record.faults.open] == ["card-unheard"]
    assert not action.done()
    assert not rig.service.record.alerts


@pytest.mark.parametrize("pressed", ["card-exposed", "floor-called"])
def test_a_press_about_the_last_card_of_a_seat_waits_for_one_that_was_heard_before_it(rig: Any, pressed: str) -> None:
    """Otherwise it would mean the card before that one, or none at all."""
    rig.deal(1)
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    due = rig.service.record.table.awaited().zone
    rig.lay(rig.dealer.stub.take().uid, due, rssi_dbm=-60)
    rig.scan(rig.service.layout.antenna_of(due))
    assert not facts
    press(rig, press=pressed, seat=seat_of(due))
    rig.look()
    came = [type(fact).__name__ for fact in facts]
    assert came[:2] == (["CardSeen", "Press"] if pressed == "card-exposed" else ["Press", "CardSeen"])


def test_it_is_taken_at_once_where_no_card_is_on_its_way(rig: Any) -> None:
    rig.deal(2)
    seat = seat_of(rig.service.record.table.awaited().zone)
    answered = press(rig, press="card-exposed", seat=seat)
    assert answered.done()


def test_nor_longer_than_any_card_is_looked_for(rig: Any) -> None:
    """Somebody is asked to look for a card, and does not: the press is answered all the same."""
    rig.deal(8)
    due, after = rig.service.watch.perception.deal.due()[:2]
    rig.lay(rig.dealer.stub.take().uid, rig.service.layout.zone_of(after))
    while not rig.service.record.faults.open:
        rig.scan()
    answered = press(rig, press="card-exposed", seat=seat_of(rig.service.layout.zone_of(due)))
    assert not answered.done()
    made_ns = rig.now_ns
    while rig.now_ns < made_ns + PATIENCE_NS:
        rig.scan()
    assert answered.done()
