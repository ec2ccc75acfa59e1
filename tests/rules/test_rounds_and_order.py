"""What one betting round leaves to the next, and in which order hands are shown after it."""

import pytest

from burncard.rules.outcomes import AwaitShow
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import DRAW_WITHOUT_OPENERS


def test_a_check_out_of_turn_binds_for_its_round_only() -> None:
    hand = ScriptedHand("holdem", players=3)
    hand.until_betting("flop")
    assert hand.refused("check", seat=2) == "betting.out-of-turn"
    hand.act("check")
    assert hand.refused("bet", 10) == "betting.checked-out-of-turn"
    hand.act("check")
    hand.act("bet", 10)
    hand.act("call")
    hand.act("call")
    hand.until_betting("turn")
    hand.act("check")
    assert (hand.offer.seat, hand.offer.options) == (2, ("check", "bet"))
    hand.act("bet", 20)


def test_a_seat_whose_side_pot_nobody_contests_shows_in_its_turn() -> None:
    """Seat 2 is all-in for the main pot; seat 1 folds, so the side pot is seat 3's without a showdown."""
    hand = ScriptedHand("holdem", stacks={1: 500, 2: 50, 3: 500}, structure="no-limit")
    hand.until("action")
    hand.act("raise", 100)
    hand.act("call")
    hand.act("call")
    hand.until_betting("flop")
    hand.act("fold")
    hand.until("show")
    assert isinstance(hand.next, AwaitShow)
    assert hand.next.seat == 2


@pytest.mark.parametrize("said", ["open", "bet"])
def test_to_open_the_betting_of_a_later_street_is_to_bet(said: str) -> None:
    hand = ScriptedHand("holdem")
    hand.until_betting("flop")
    hand.act(said, 10)
    assert hand.rulings == []
    assert (hand.offer.to_call, hand.offer.options) == (10, ("fold", "call", "raise"))


@DRAW_WITHOUT_OPENERS
def test_to_open_over_a_blind_is_to_raise_and_to_bet_is_refused(game: str) -> None:
    hand = ScriptedHand(game, posts={1: 5, 2: 10}, antes=0)
    hand.until("action")
    assert hand.refused("bet", 20) == "table.bet-faces-bet"
    hand.act("open", 20)
    assert hand.offer.to_call > 0
    assert hand.rulings[1:] == []
