"""The table as screens see it: shown hands, pots and winners, offers, the place of what is awaited, and stops."""

from typing import Any

from burncard.controller.config import TableConfig
from burncard.controller.views import BACK, TableView, table_view
from burncard.controller.views.models import SeatView
from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action, Press


def view(rig: Any) -> TableView:
    return table_view(rig.service, "dealer", "Ann")


def seat(rig: Any, number: int) -> SeatView:
    return next(seat for seat in view(rig).seats if seat.seat == number)


def play_to_the_showdown(rig: Any) -> None:
    rig.deal_until_action()
    while view(rig).awaited.what != "show":
        offers = {offer.action: offer for offer in view(rig).offers}
        if "check" in offers:
            rig.act("check")
        elif "call" in offers:
            rig.act("call")
        else:
            rig.step()


def test_a_hand_that_is_shown_is_seen_by_everybody_and_the_others_are_not(rig: Any) -> None:
    play_to_the_showdown(rig)
    shows = view(rig).awaited.seat
    assert shows is not None
    heard: list[Any] = []
    rig.service.record.subscribe(heard.append)
    assert {card.card for card in seat(rig, shows).cards} == {BACK}
    rig.service.submit(Action(seat=Seat(shows), action="show"), "dealer")
    cards = [placed.card for placed in rig.service.record.table.hand.held(shows)]
    assert [card.card for card in seat(rig, shows).cards] == cards
    assert seat(rig, shows).in_hand_name
    assert heard[-1].shown == {shows: tuple(cards)}
    others = [other for other in view(rig).seats if other.seat != shows]
    assert all(card.card == BACK for other in others for card in other.cards)


def test_the_pot_goes_to_a_named_hand_of_five_cards(rig: Any) -> None:
    play_to_the_showdown(rig)
    while rig.service.record.in_hand:
        rig.service.submit(Action(seat=Seat(view(rig).awaited.seat or 0), action="show"), "dealer")
    result = view(rig).result
    assert result is not None
    assert result.ended == "showdown"
    pushed = [push for pot in result.pots for push in pot.pushes]
    assert sum(push.chips for push in pushed) == 60
    for push in pushed:
        assert push.hand
        assert push.cards is not None
        assert len(push.cards) == 5
        assert seat(rig, push.seat).won == push.chips
    lit = {card.card for other in view(rig).seats for card in other.cards if card.mark == "wins"}
    assert lit <= {card for push in pushed for card in push.cards or ()}
    assert view(rig).stops == ()


def test_what_can_be_entered_is_offered_with_its_amounts(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(structure="no-limit"))
    first = rig.deal_until_action().seat
    fold, call, raises = view(rig).offers
    assert (fold.action, call.action, raises.action) == ("fold", "call", "raise")
    assert (call.chips, raises.min, raises.max) == (10, 20, 500)
    assert {preset.name: preset.amount for preset in raises.presets} == {
        "min": 20,
        "half-pot": 22,
        "pot": 35,
        "all-in": 500,
    }
    assert raises.entry == {"seat": first, "action": "raise", "amount": 20}
    limit = open_rig()
    limit.deal_until_action()
    assert [offer.choices for offer in view(limit).offers] == [(), (), (20,)]


def test_the_bring_in_and_the_completion_are_offered_each_with_its_own_amount(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(game="stud7", ante=Chips(1), bring_in=Chips(5)))
    owes = rig.deal_until_action().seat
    offered = {offer.action: offer.entry for offer in view(rig).offers}
    assert offered["bring-in"] == {"seat": owes, "action": "bring-in", "amount": 5}
    assert offered["complete"] == {"seat": owes, "action": "complete", "amount": 10}
    rig.service.submit(Action(seat=Seat(owes), action="bring-in", amount=Chips(5)), "dealer")
    assert seat(rig, owes).bet == 5


def test_what_a_stud_dealer_announces_is_said_with_the_action_that_is_due(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(game="stud7", ante=Chips(1), bring_in=Chips(5)))
    rig.deal_until_action()
    low = view(rig).awaited
    assert [said.partition(" with ")[0] for said in low.announce] == [f"Seat {low.seat} is low"]


def test_a_seat_that_owes_a_blind_is_marked(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(game="lowball-27"))
    rig.deal_until_action()
    assert [one.seat for one in view(rig).seats if one.owes_blind] == []
    rig.service.submit(Press(press="blind-declined", seat=Seat(3)), "dealer")
    assert [one.seat for one in view(rig).seats if one.owes_blind] == [3]


def test_the_due_card_is_awaited_at_its_place_with_what_comes_after(rig: Any) -> None:
    rig.load()
    awaited = view(rig).awaited
    assert (awaited.what, awaited.place, awaited.slot, awaited.from_) == ("card", "seat:1", 0, "stub")
    assert (awaited.dealt, awaited.of) == (0, 12)
    assert [due.place for due in awaited.then[:2]] == ["seat:2", "seat:3"]
    assert [other.due for other in view(rig).seats[:2]] == [True, False]


def test_bets_lie_in_front_until_the_round_closes(rig: Any) -> None:
    turn = rig.deal_until_action().seat
    rig.act("call")
    assert (seat(rig, turn).bet, view(rig).pots, view(rig).pot_total) == (10, (), 25)
    while view(rig).awaited.what == "action":
        rig.act("check" if view(rig).offers[0].action == "check" else "call")
    assert seat(rig, turn).bet == 0
    assert [(pot.name, pot.amount) for pot in view(rig).pots] == [("main", 60)]


def test_a_step_of_a_repair_names_both_its_places_and_ticks_when_it_is_done(rig: Any) -> None:
    rig.load()
    for zone in ("seat:1", "seat:2"):
        rig.put(rig.dealer.stub.take().uid, zone)
    shown = rig.dealer.stub.take().uid
    rig.put(shown, "seat:3", "up")
    [stop] = view(rig).stops
    assert (stop.status, stop.rule.title != "", stop.acknowledged) == ("open", True, None)
    assert [(step.from_, step.to, step.state) for step in stop.steps] == [
        ("stub", "seat:3", "later"),
        ("seat:3", "burn", "later"),
    ]
    assert stop.steps[1].text.endswith(" to the burn pile")
    rig.service.submit(Press(press="ack", ruling=stop.id, by="dealer"), "dealer: Ann", "dealer")
    [stop] = view(rig).stops
    assert stop.acknowledged is not None
    assert (stop.status, stop.acknowledged.by, stop.acknowledged.role) == ("repair", "Ann", "dealer")
    for zone in ("seat:4", "seat:5", "seat:6", *(f"seat:{number}" for number in range(1, 7))):
        rig.put(rig.dealer.stub.take().uid, zone)
    assert [step.state for step in view(rig).stops[0].steps] == ["open", "later"]
    assert view(rig).awaited.place == "seat:3"
    rig.put(rig.dealer.stub.take().uid, "seat:3")
    assert [step.state for step in view(rig).stops[0].steps] == ["done", "open"]
    rig.put(shown, "burn", "up")
    assert view(rig).stops == ()


def test_another_wrong_card_is_another_stop_and_none_vanishes(rig: Any) -> None:
    rig.deal_until_action()
    for count, zone in enumerate(("board", "seat:1"), 1):
        rig.put(rig.dealer.stub.take().uid, zone, "up")
        assert len(view(rig).stops) == count
    rig.service.submit(Action(seat=Seat(1), action="check"), "dealer")
    assert len(view(rig).stops) == 2


def test_hidden_cards_that_go_back_go_back_from_a_place(rig: Any) -> None:
    rig.load()
    rig.put(rig.dealer.stub.take().uid, "seat:1")
    rig.put(rig.dealer.stub.take().uid, "seat:2", "up")
    [stop] = view(rig).stops
    returns = [step for step in stop.steps if step.do == "return"]
    assert {(step.from_, step.to, step.count) for step in returns} == {("seat:1", "stub", 1), ("seat:2", "stub", 1)}
    assert returns[0].text == "Return the card from seat 1 to the pack"
    assert "Shuffle the pack" in [step.text for step in stop.steps]


def test_a_return_names_the_cards_that_are_still_out_those_too_that_came_after_the_ruling(rig: Any) -> None:
    rig.deal_until_action()
    while view(rig).awaited.what == "action":
        rig.scan()  # the reader goes on while they bet: it is no pause in a deal
        rig.act("check" if view(rig).offers[0].action == "check" else "call")
    flop = [rig.dealer.stub.take() for _ in range(3)]
    for physical in flop:
        rig.put(physical.uid, "board", "up")
    [stop] = view(rig).stops
    assert (stop.rule.id, stop.steps[0].count) == ("burn.flop-error-before-flop", 3)
    for back, left in enumerate((2, 1), 1):
        rig.put(flop[back - 1].uid, "stub")
        step = view(rig).stops[0].steps[0]
        assert (step.state, step.from_, step.to, step.count) == ("open", "board", "stub", left)
    assert step.card == flop[2].card
    rig.put(flop[2].uid, "stub")
    step = view(rig).stops[0].steps[0]
    assert (step.state, step.from_, step.text.endswith(" to the pack")) == ("done", None, True)


def test_the_last_entry_can_be_taken_back_until_something_comes_of_it(rig: Any) -> None:
    turn = rig.deal_until_action().seat
    assert view(rig).undo is None
    rig.service.submit(Action(seat=Seat(turn), action="call"), "dealer: Ann")
    undo = view(rig).undo
    assert undo is not None
    assert (undo.text, undo.by, undo.role) == (f"Seat {turn} calls", "Ann", "dealer")
    while view(rig).awaited.what == "action":
        rig.act("check" if view(rig).offers[0].action == "check" else "call")
    assert view(rig).undo is not None
    rig.step()
    assert view(rig).undo is None


def test_a_pot_that_nobody_contests_names_no_hand(rig: Any) -> None:
    rig.deal_until_action()
    while rig.service.record.in_hand:
        rig.act("fold")
    result = view(rig).result
    assert result is not None
    [pot] = result.pots
    assert [(push.hand, push.cards) for push in pot.pushes] == [(None, None)]
