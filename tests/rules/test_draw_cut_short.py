"""The draw, when a hand is given up before it or the dealer stops one card too soon."""

import pytest

from burncard.rules.cards import Seat
from burncard.rules.facts import Action
from burncard.rules.outcomes import AwaitAction, AwaitCard, AwaitDraw
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import DRAW, HOUSES, STUD

JACKS = "Jc Jd Jh Js"  # openers for whoever is dealt to first


def all_in(game: str, house: str) -> ScriptedHand:
    """Seats 1 and 2 are all-in on the first round; seat 3 has called them."""
    fields = {"joker": False, "top": JACKS} if game == "jacks" else {}
    hand = ScriptedHand(game, structure="no-limit", house=house, stacks={1: 40, 2: 40, 3: 500}, **fields)  # type: ignore[arg-type]
    hand.until("action")
    while isinstance(hand.next, AwaitAction):
        hand.act("all-in") if hand.offer.seat in (1, 2) else hand.step()
    return hand


# ---- a hand given up --------------------


@DRAW
@HOUSES
@pytest.mark.parametrize("gives_up", [1, 2])
def test_a_player_all_in_who_mucks_before_the_draw_does_not_draw(game: str, house: str, gives_up: int) -> None:
    hand = all_in(game, house)
    assert hand.give(Action(seat=Seat(gives_up), action="muck")) == []
    drawing = []
    while isinstance(hand.next, AwaitDraw):
        drawing.append(int(hand.next.seat))
        hand.step()
    assert drawing == [seat for seat in (1, 2, 3) if seat != gives_up]
    assert hand.finish().ended == "showdown"


@DRAW
def test_a_player_all_in_who_mucks_while_the_cards_come_gets_no_more(game: str) -> None:
    hand = all_in(game, "roberts")
    hand.give(Action(seat=Seat(1), action="draw", discards=2))
    for card in hand.lying("seat:1")[:2]:
        hand.move(card, "muck")
    hand.until("card", zone="seat:1")
    hand.deal()
    assert hand.give(Action(seat=Seat(1), action="muck")) == []
    assert (hand.next.await_, hand.next.seat) == ("draw", 2)  # type: ignore[attr-defined]
    assert hand.finish().ended == "showdown"


@STUD
@HOUSES
def test_a_stud_player_all_in_who_mucks_is_dealt_no_more_cards(game: str, house: str) -> None:
    hand = ScriptedHand(game, structure="no-limit", house=house, stacks={1: 40, 2: 40, 3: 40})
    hand.until("action")
    while isinstance(hand.next, AwaitAction):
        hand.act("all-in")
    assert hand.give(Action(seat=Seat(2), action="muck")) == []
    while hand.result is None:
        assert not isinstance(hand.next, AwaitCard) or hand.next.zone != "seat:2"
        assert hand.step() == []
    assert hand.result.ended == "showdown"


# ---- one card too few --------------------


def last_card_missing(game: str, house: str) -> ScriptedHand:
    """Everybody draws two; the last card, seat 3's second, has not come."""
    fields = {"joker": False, "top": JACKS} if game == "jacks" else {}
    hand = ScriptedHand(game, house=house, draws={1: 0, 2: 2, 3: 2}, **fields)  # type: ignore[arg-type]
    hand.until("draw", seat=3)
    hand.until("card", zone="seat:3")
    hand.deal()
    assert hand.next.zone == "seat:3"  # type: ignore[attr-defined]
    return hand


@DRAW
@HOUSES
def test_a_bet_before_the_last_card_of_the_draw_is_refused_and_the_card_still_comes(game: str, house: str) -> None:
    hand = last_card_missing(game, house)
    [ruling] = hand.give(Action(seat=Seat(1), action="check"))
    assert (ruling.rule, ruling.decision) == ("table.cards-due", "refuse")
    assert "Seat 3" in ruling.message
    hand.deal()
    assert hand.offer.seat == 1
    assert hand.finish().ended == "showdown"


@DRAW
@HOUSES
def test_a_hand_one_card_short_is_ruled_on_once_two_have_acted_after_the_draw(game: str, house: str) -> None:
    hand = last_card_missing(game, house)
    hand.give(Action(seat=Seat(1), action="check"))
    given = hand.give(Action(seat=Seat(2), action="bet", amount=20))  # type: ignore[arg-type]
    if house == "general":
        assert [(one.rule, one.decision, one.seats) for one in given] == [
            ("draw.003-short-after-draw-misdeal", "misdeal", (3,))
        ]
        return
    assert [(one.rule, one.decision, one.seats) for one in given] == [("draw.five-card-hand", "dead-hand", (3,))]
    result = hand.finish()
    assert [pot.eligible for pot in result.pots] == [(1, 2)]


@DRAW
def test_the_same_seat_acting_again_does_not_end_the_draw(game: str) -> None:
    hand = last_card_missing(game, "roberts")
    for _ in range(2):
        given = hand.give(Action(seat=Seat(1), action="check"))
        assert told(given) == "table.cards-due: refuse note seats=1 cards= steps="
    hand.deal()
    assert hand.finish().ended == "showdown"
