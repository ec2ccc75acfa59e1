"""Cards shown on the draw and how the draw goes on; changed numbers once every seat has spoken."""

from typing import Any

import pytest

from burncard.rules.cards import Face, Seat, Zone
from burncard.rules.facts import Action, CardSeen
from burncard.rules.outcomes import AwaitAction, AwaitDiscard, AwaitRemedy, Ruling
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import DRAW, HOUSES

# Three players; seat 1 has jacks.
JACKS_FIRST = "Jc 2d 3h Jd 5d 6h 7c 8d 9h Tc Qs Kh 4c 6d Ts"


def at_the_draw(game: str, **fields: Any) -> ScriptedHand:
    hand = ScriptedHand(game, top=JACKS_FIRST if game == "jacks" else "", joker=False, **fields)
    hand.until("draw")
    return hand


def all_have_said(game: str, draws: dict[int, int], **fields: Any) -> ScriptedHand:
    """The draw when every seat has named its number and thrown its discards, and the first card is due."""
    hand = at_the_draw(game, **fields)
    for seat in (1, 2, 3):
        count = draws.get(seat, 0)
        hand.give(Action(seat=Seat(seat), action="draw", discards=count))
        for physical in hand.lying(f"seat:{seat}")[:count]:
            hand.move(physical, "muck")
    hand.deal()  # the burn
    return hand


def shown(rulings: list[Ruling]) -> list[str]:
    """The cards that are ruled on as shown on the draw."""
    [ruling] = rulings
    assert ruling.rule == "expose.on-the-draw"
    return list(ruling.cards)


@DRAW
@HOUSES
def test_the_draw_may_be_dealt_on_before_a_shown_card_is_taken_away(game: str, house: str) -> None:
    """Everybody's draw is finished in order, then the card is replaced; it goes to the muck at any time until then."""
    hand = all_have_said(game, {1: 2, 2: 1, 3: 1}, house=house)
    [first] = shown(hand.top("seat:1", "up"))
    assert hand.top("seat:1") == hand.top("seat:2") == []
    [second] = shown(hand.top("seat:3", "up"))
    assert isinstance(hand.next, AwaitRemedy)
    assert hand.next.step.card == first
    assert hand.top("seat:1") == hand.top("seat:3") == []
    for card, seat in ((first, 1), (second, 3)):
        assert (hand.next.await_, len(hand.lying(f"seat:{seat}"))) == ("remedy", 6)
        hand.move(next(physical for physical in hand.lying(f"seat:{seat}") if physical.card == card), "muck")
    assert isinstance(hand.next, AwaitAction)
    assert hand.finish().ended == "showdown"
    assert [len(hand.lying(f"seat:{seat}")) for seat in (1, 2, 3)] == [5, 5, 5]


@DRAW
def test_a_card_out_of_turn_after_a_shown_one_goes_where_it_was_due(game: str) -> None:
    hand = all_have_said(game, {1: 2, 2: 1})
    shown(hand.top("seat:1", "up"))
    assert told(hand.top("seat:2")) == "deal.rotation: correct stop seats=2,1 cards= steps=move ?? seat:2>seat:1"
    assert hand.finish().ended == "showdown"
    assert [len(hand.lying(f"seat:{seat}")) for seat in (1, 2, 3)] == [5, 5, 5]


@DRAW
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_a_card_shown_on_the_draw_and_cards_of_later_seats_in_one_sweep(game: str, order: tuple[int, ...]) -> None:
    hand = all_have_said(game, {1: 2, 2: 1, 3: 1})
    cards = []
    places: list[tuple[str, Face]] = [("seat:1", "up"), ("seat:1", "down"), ("seat:2", "down"), ("seat:3", "down")]
    for zone, face in places:
        physical = hand.dealer.stub.take()
        hand.dealer.put(physical, Zone(zone), face)
        cards.append(CardSeen(card=physical.card, zone=Zone(zone), face=face, sweep=1))
    assert not any(hand.give(cards[index]) for index in order)
    moved = next(physical for physical in hand.lying("seat:1") if physical.card == cards[0].card)
    told_in_sweep = hand.move(moved, "muck", "up")
    assert shown(told_in_sweep) == [moved.card]
    assert isinstance(hand.next, AwaitRemedy)
    assert hand.next.step.to == "seat:1"
    assert hand.finish().ended == "showdown"
    assert [len(hand.lying(f"seat:{seat}")) for seat in (1, 2, 3)] == [5, 5, 5]


@DRAW
@HOUSES
@pytest.mark.parametrize("press", ["card-exposed", "card-flashed"])
def test_the_last_card_of_the_draw_is_replaced_if_it_was_shown(game: str, house: str, press: str) -> None:
    """A press comes after its card, and behind the last card of the draw the betting is already awaited."""
    hand = all_have_said(game, {3: 1}, house=house)
    hand.deal()
    assert isinstance(hand.next, AwaitAction)
    card = hand.lying("seat:3")[-1].card
    assert shown(hand.press(press, seat=3, card=card, by="dealer")) == [card]
    hand.step()
    assert hand.finish().ended == "showdown"
    assert (len(hand.lying("seat:3")), len(hand.lying("burn"))) == (5, 1)
    assert card not in [physical.card for physical in hand.lying("seat:3")]


@DRAW
@pytest.mark.parametrize("press", ["card-exposed", "card-flashed", "card-off-table"])
def test_a_card_that_was_seen_on_the_draw_and_is_pressed_too_is_replaced_once(game: str, press: str) -> None:
    hand = all_have_said(game, {1: 1})
    [card] = shown(hand.top("seat:1", "up"))
    assert hand.press(press, seat=1, card=card, by="dealer") == []
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("seat:1")) == 5


@DRAW
def test_a_drawn_card_turned_up_when_the_draw_has_ended_is_played(game: str) -> None:
    hand = all_have_said(game, {3: 1})
    hand.deal()
    [ruling] = hand.move(hand.lying("seat:3")[-1], "seat:3", "up")
    assert (ruling.rule, ruling.decision) == ("expose.no-option", "keep")
    assert hand.finish().ended == "showdown"


@DRAW
def test_a_drawn_card_shown_when_the_betting_has_begun_is_played(game: str) -> None:
    hand = all_have_said(game, {3: 1})
    hand.deal()
    hand.act("check")
    card = hand.lying("seat:3")[-1].card
    [ruling] = hand.press("card-exposed", seat=3, card=card, by="dealer")
    assert (ruling.rule, ruling.decision) == ("expose.no-option", "keep")
    assert hand.finish().ended == "showdown"


@DRAW
@pytest.mark.parametrize("decision", ["keep", "stands"])
def test_a_card_that_the_floor_lets_stand_on_the_draw_is_not_replaced(game: str, decision: str) -> None:
    hand = all_have_said(game, {1: 1})
    [ruling] = hand.top("seat:1", "up")
    hand.press("override", ruling=ruling.id, decision=decision, by="floor")
    assert isinstance(hand.next, AwaitAction)
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("seat:1")) == 5


@DRAW
@HOUSES
def test_draw_change_until_dealt_for_the_last_to_speak(game: str, house: str) -> None:
    """Who spoke last and stood pat may still draw, until somebody bets or checks."""
    hand = at_the_draw(game, house=house)
    for seat in (1, 2, 3):
        hand.give(Action(seat=Seat(seat), action="stand-pat"))
    assert hand.offer.seat
    assert hand.give(Action(seat=Seat(3), action="draw", discards=2)) == []
    assert hand.next == AwaitDiscard(seat=Seat(3), count=2)
    hand.draws[3] = 2
    assert hand.finish().ended == "showdown"
    assert (len(hand.lying("burn")), len(hand.lying("muck")), len(hand.lying("seat:3"))) == (1, 2, 5)


@DRAW
@HOUSES
def test_draw_change_until_acted_when_everybody_has_spoken(game: str, house: str) -> None:
    hand = at_the_draw(game, house=house)
    for seat in (1, 2, 3):
        hand.give(Action(seat=Seat(seat), action="stand-pat"))
    [early] = hand.give(Action(seat=Seat(2), action="draw", discards=2))
    hand.act("check")
    [late] = hand.give(Action(seat=Seat(3), action="draw", discards=2))
    assert [early.rule, late.rule] == ["draw.change-until-acted"] * 2
    assert hand.finish().ended == "showdown"


@DRAW
@HOUSES
def test_draw_change_until_dealt_to_fewer_cards(game: str, house: str) -> None:
    """Behind the burn the number is fixed, and that is why the discards cannot come back either."""
    hand = all_have_said(game, {1: 2}, house=house)
    [behind_others] = hand.give(Action(seat=Seat(1), action="draw", discards=1))
    assert behind_others.rule == "draw.change-until-acted"
    alone = at_the_draw(game, house=house, draws={1: 3})
    alone.until("card", zone="seat:1")
    refusals = [alone.give(Action(seat=Seat(1), action="draw", discards=count))[0].rule for count in (1, 4)]
    assert refusals == ["draw.change-until-dealt"] * 2
    assert alone.finish().ended == "showdown"
