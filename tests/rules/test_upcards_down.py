"""Stud: upcards turned face down, as the reader sees it."""

import pytest

from burncard.rules.cards import Seat
from burncard.rules.facts import Action
from burncard.rules.outcomes import Counted
from tests.harness.by_house import account_of
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import HOUSES, STUD


def facing_a_bet(game: str, house: str) -> tuple[ScriptedHand, Seat]:
    """On the second street with betting, a seat on turn that has chips to call; others after it have, too."""
    hand = ScriptedHand(game, house=house, players=4)
    hand.until_betting(hand.game.streets[1].name)
    hand.act("bet", hand.offer.min_to)
    return hand, hand.offer.seat


def turn_down(hand: ScriptedHand, seat: Seat) -> list[object]:
    """All upcards of a seat are turned face down; what the last of them brings."""
    up = [card for card in hand.lying(f"seat:{seat}") if hand.dealer.felt[card.uid].face == "up"]
    for card in up[:-1]:
        assert hand.move(card, f"seat:{seat}", "down") == []
        assert hand.offer
    hand.move(up[-1], f"seat:{seat}", "down")
    return [outcome for outcome in hand.outcomes if not hasattr(outcome, "await_")]


@STUD
@HOUSES
def test_stud_pickup_fold_by_upcards_turned_down(game: str, house: str) -> None:
    hand, seat = facing_a_bet(game, house)
    assert turn_down(hand, seat) == [Counted(seat=seat, action="fold", amount=None, rule="stud.pickup-fold")]
    assert hand.give(Action(seat=seat, action="fold")) == []  # said once more
    result = hand.finish()
    assert seat not in {winner for pot in result.pots for winner in pot.awards}
    assert account_of(hand.facts).rulings == []


@STUD
@HOUSES
def test_stud_pickup_fold_by_upcards_turned_down_before_the_turn(game: str, house: str) -> None:
    hand, seat = facing_a_bet(game, house)
    later = hand.table.hand.betting.live_from(seat)[1]  # type: ignore[union-attr]
    [ruling] = turn_down(hand, later)
    assert (ruling.rule, ruling.decision, ruling.seats) == ("stud.pickup-fold", "dead-hand", (later,))  # type: ignore[attr-defined]
    assert later not in {winner for pot in hand.finish().pots for winner in pot.awards}


@STUD
def test_stud_pickup_fold_is_not_one_upcard_of_two(game: str) -> None:
    hand, seat = facing_a_bet(game, "roberts")
    card = hand.lying(f"seat:{seat}")[-1]
    assert hand.move(card, f"seat:{seat}", "down") == []
    assert hand.offer.seat == seat
    assert hand.move(card, f"seat:{seat}", "up") == []
    assert hand.finish().ended == "showdown"


@STUD
def test_stud_pickup_showdown_is_no_fold_with_nothing_to_call(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until_betting(hand.game.streets[1].name)
    seat = hand.offer.seat
    assert turn_down(hand, seat) == []
    assert hand.offer.seat == seat


@STUD
@pytest.mark.parametrize("decision", ["stands", "dead-hand"])
def test_stud_pickup_fold_as_the_floor_decides(game: str, decision: str) -> None:
    hand, seat = facing_a_bet(game, "roberts")
    later = hand.table.hand.betting.live_from(seat)[1]  # type: ignore[union-attr]
    turn_down(hand, later)
    hand.press("override", ruling=hand.rulings[-1].id, decision=decision, by="floor")
    assert hand.table.hand is not None
    assert hand.table.hand.in_hand(later) is (decision == "stands")
