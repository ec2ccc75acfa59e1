"""What the table asks people to look at: a fault that names the places, and ends when the card lies as it should."""

from typing import Any

import msgspec
import pytest

from burncard.controller.entries import LOOKED_FOR_MAX_NS
from burncard.controller.faults import CLEARED
from burncard.controller.stopping import TableStoppedError
from burncard.firmware_bridge.driver import SECOND
from burncard.hardware.layout import load_layout
from burncard.rules.cards import Seat
from burncard.rules.facts import Action, CardSeen, Press

EDGE_DBM = -53
LAYOUT = load_layout()
BETWEEN = ("card-between", "seat:2 and seat:3")


def open_faults(rig: Any) -> list[tuple[str, str]]:
    return [(fault.code, fault.text) for fault in rig.service.record.faults.open]


def scan_for(rig: Any, duration_ns: int) -> None:
    end_ns = rig.now_ns + duration_ns
    while rig.now_ns < end_ns:
        rig.scan()


def lay_between(rig: Any) -> str:
    """The last hole card, which is due at seat 6, comes to lie between seats 2 and 3. Its tag."""
    rig.deal(11)
    uid: str = rig.dealer.stub.take().uid
    rig.lay(uid, "seat:2", rssi_dbm=EDGE_DBM)
    rig.lay(uid, "seat:3", rssi_dbm=EDGE_DBM, copy=True)
    return uid


def dealt_between(rig: Any) -> str:
    """The same, and the table asks somebody to look."""
    uid = lay_between(rig)
    while not open_faults(rig):
        rig.scan()
    return uid


def push(rig: Any, uid: str, zone: str) -> None:
    rig.gone(uid + "'")
    rig.lay(uid, zone)


def test_a_card_between_two_seats_stops_the_hand_and_nothing_is_ruled(rig: Any) -> None:
    dealt_between(rig)
    count = len(list(rig.journal.facts()))
    scan_for(rig, 60 * SECOND)
    assert open_faults(rig) == [BETWEEN]
    assert len(list(rig.journal.facts())) == count
    assert not rig.service.record.alerts


@pytest.mark.parametrize("zone", ["seat:2", "seat:3", "seat:6"])
def test_a_card_that_was_pushed_to_where_it_belongs_is_told_there_and_the_hand_goes_on(rig: Any, zone: str) -> None:
    uid = dealt_between(rig)
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    push(rig, uid, zone)
    scan_for(rig, 3 * SECOND)
    assert open_faults(rig) == []
    assert [fact.zone for fact in facts if isinstance(fact, CardSeen)] == [zone]
    assert [alert.rule for alert in rig.service.record.alerts] == (
        [] if zone == "seat:6" else ["misdeal.out-of-sequence"]
    )


def test_a_person_who_leaves_the_card_as_it_lies_clears_the_question(rig: Any) -> None:
    dealt_between(rig)
    rig.service.clear_fault("card-between", "Ann", "dealer", "it belongs there")
    scan_for(rig, 5 * SECOND)
    assert open_faults(rig) == []
    assert len(rig.service.record.alerts) == 1
    cleared = msgspec.json.decode(list(rig.journal.latest(CLEARED))[-1].body)
    assert (cleared["code"], cleared["operator"]) == ("card-between", "Ann")


def test_nobody_is_asked_any_more_once_the_hand_is_over(rig: Any) -> None:
    dealt_between(rig)
    rig.service.submit(Press(press="void-hand", by="floor", reason="it cannot be played on"), "Ann", "floor")
    scan_for(rig, 5 * SECOND)
    assert open_faults(rig) == []


def test_an_action_waits_for_the_answer_and_is_refused_when_nobody_looks(rig: Any) -> None:
    lay_between(rig)
    fold = Action(seat=Seat(3), action="fold")
    scan_for(rig, SECOND)
    answered = rig.service.enter(fold, "Ann", "dealer")
    scan_for(rig, LOOKED_FOR_MAX_NS - SECOND)
    assert open_faults(rig) == [BETWEEN]
    assert not answered.done()
    scan_for(rig, 2 * SECOND)
    with pytest.raises(TableStoppedError, match="card-between"):
        answered.result(timeout=0)
    with pytest.raises(TableStoppedError, match="card-between"):
        rig.service.enter(fold, "Ann", "dealer")


def test_an_action_that_is_awaited_waits_for_the_answer_as_well(rig: Any) -> None:
    awaited = rig.deal_until_action()
    uid: str = rig.dealer.stub.take().uid
    rig.lay(uid, "seat:2", rssi_dbm=EDGE_DBM)
    rig.lay(uid, "seat:3", rssi_dbm=EDGE_DBM, copy=True)
    scan_for(rig, SECOND)
    answered = rig.service.enter(Action(seat=Seat(awaited.seat), action="call"), "Ann", "dealer")
    scan_for(rig, 5 * SECOND)
    assert open_faults(rig) == [BETWEEN]
    assert not answered.done()
    push(rig, uid, "seat:2")
    scan_for(rig, 5 * SECOND)
    assert answered.done()


def test_after_the_answer_an_action_does_not_overtake_the_cards_that_were_heard_before_it(rig: Any) -> None:
    awaited = rig.deal_until_action()
    between, burn = rig.dealer.stub.take().uid, rig.dealer.stub.take().uid
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    rig.lay(between, "seat:2", rssi_dbm=EDGE_DBM)
    rig.lay(between, "seat:3", rssi_dbm=EDGE_DBM, copy=True)
    scan_for(rig, SECOND)
    rig.lay(burn, "burn")
    scan_for(rig, SECOND // 4)
    rig.service.enter(Action(seat=Seat(awaited.seat), action="call"), "Ann", "dealer")
    scan_for(rig, 5 * SECOND)
    assert facts == []
    push(rig, between, "seat:2")
    rig.service.clear_fault("card-between", "Ann", "dealer", "pushed")
    scan_for(rig, 5 * SECOND)
    assert [fact.zone for fact in facts[:2] if isinstance(fact, CardSeen)] == ["seat:2", "burn"]


def test_a_card_that_somebody_has_laid_down_again_is_told_before_the_action_that_waits(rig: Any) -> None:
    rig.deal(11)
    silent = LAYOUT.antenna_of("seat:6")
    for uid in [uid for uid, (antenna, _) in rig.lying.items() if antenna == silent]:
        rig.gone(uid)
    scan_for(rig, 2 * SECOND)
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    rig.service.enter(Action(seat=Seat(3), action="call"), "Ann", "dealer")
    scan_for(rig, 3 * SECOND)
    assert (open_faults(rig), facts) == ([("card-unheard", "seat:6")], [])
    rig.lay(rig.dealer.stub.take().uid, "seat:6")
    rig.service.clear_fault("card-unheard", "Ann", "dealer", "it lies there")
    scan_for(rig, 2 * SECOND)
    assert [type(fact) for fact in facts] == [CardSeen, Action]


def test_after_a_power_cut_the_question_is_asked_until_somebody_has_looked(rig: Any) -> None:
    uid = dealt_between(rig)
    rig.reopen()
    push(rig, uid, "seat:6")
    scan_for(rig, 5 * SECOND)
    assert open_faults(rig) == [BETWEEN]
    rig.service.clear_fault("card-between", "Ann", "dealer", "put right")
    assert open_faults(rig) == []
