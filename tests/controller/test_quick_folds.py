"""A hand that is thrown in before it was decided where its cards lie."""

from typing import Any

from burncard.controller.config import TableConfig
from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action


def test_cards_heard_at_both_places_in_turn_were_dealt_and_thrown_in(open_rig: Any) -> None:
    """Heads up, both cards of the player who acts first are silent at first, so either may be the one next door."""
    rig = open_rig(config=TableConfig(seats=((Seat(1), Chips(100)), (Seat(2), Chips(100)))))
    rig.deal(1)
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    seat = rig.service.record.table.awaited().zone
    other = {"seat:1": "seat:2", "seat:2": "seat:1"}[seat]
    first, between, last = (rig.dealer.stub.take().uid for _ in range(3))
    rig.lay(between, other, rssi_dbm=None)
    rig.scan(int(other[-1]))
    rig.scan(int(other[-1]))
    for uid in (first, last):
        rig.lay(uid, seat, rssi_dbm=None)
    for _ in range(3):
        rig.scan(int(seat[-1]))
    for uid in (first, last):
        rig.lay(uid, "muck", rssi_dbm=None)
    rig.scan(int(seat[-1]))
    answered = rig.service.enter(Action(seat=Seat(int(seat[-1])), action="fold"), "Ann", "dealer")
    rig.look()
    rig.look()
    assert answered.done()
    assert [getattr(fact, "zone", "fold") for fact in facts] == [seat, other, seat, "fold", "muck", "muck"]
    assert rig.service.record.alerts == []
