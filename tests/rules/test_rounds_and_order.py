"""What one betting round leaves to the next, and in which order hands are shown after it."""

import pytest

from burncard.rules.betting.answers import Acted
from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action
from burncard.rules.outcomes import AwaitRemedy, AwaitShow
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import DRAW_WITHOUT_OPENERS, FAMILIES
from tests.rules.test_betting import betting, do, later
from tests.rules.test_showing import WORSE_AND_BETTER


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
    chips = later(betting("holdem", "limit", [500] * 3, posts=(10, 10, 10)), 1, 1)
    acted = do(chips, f"1 {said} 10")
    assert isinstance(acted, Acted)
    assert (acted.action, acted.amount) == ("bet", 10)


@DRAW_WITHOUT_OPENERS
def test_to_open_over_a_blind_is_to_raise_and_to_bet_is_refused(game: str) -> None:
    hand = ScriptedHand(game, posts={1: 5, 2: 10}, antes=0)
    hand.until("action")
    assert hand.refused("bet", 20) == "table.bet-faces-bet"
    hand.act("open", 20)
    assert hand.offer.to_call > 0
    assert hand.rulings[1:] == []


@FAMILIES
def test_a_hand_given_back_face_up_is_not_asked_to_show_again(game: str) -> None:
    hand = ScriptedHand(game, top=WORSE_AND_BETTER[game])
    hand.until("show")
    hand.give(Action(seat=Seat(1), action="show"))
    hand.give(Action(seat=Seat(2), action="muck"))
    for card in hand.lying("seat:2"):
        assert hand.move(card, "muck") == []
    hand.press("request-see", seat=2, by="winner")
    while isinstance(hand.next, AwaitRemedy):
        hand.step()
    assert isinstance(hand.next, AwaitShow)
    assert hand.next.seat == 3


def test_a_player_all_in_by_word_does_not_change_who_acted_first() -> None:
    chips = later(betting("holdem", "limit", [500] * 3, posts=(10, 10, 10)), 1, 1)
    do(chips, "1 check")
    chips.declare_all_in(Seat(2))
    assert (chips.round.to_act.first, chips.round.turn) == (1, 3)
    chips = later(betting("holdem", "limit", [500] * 3, posts=(10, 10, 10)), 1, 1)
    chips.declare_all_in(Seat(1))
    assert (chips.round.to_act.first, chips.round.turn) == (2, 2)


def test_bets_that_go_back_are_no_longer_in_the_round() -> None:
    chips = later(betting("draw-high", "limit", [500] * 3), 0, 3)
    do(chips, "3 raise 20", "1 call")
    chips.return_bets_but({Seat(3): Chips(10)})
    assert chips.stacks[Seat(1)] == 500
    assert (chips.street_in, chips.bets[Seat(3)], chips.bets[Seat(1)]) == ({1: 0, 2: 0, 3: 10}, 10, 0)


def test_chips_that_nobody_could_call_come_back_before_the_pots_are_made() -> None:
    hand = ScriptedHand("holdem", stacks={1: 500, 2: 50, 3: 500}, structure="no-limit")
    hand.until("action")
    hand.act("fold")
    hand.act("raise", 300)
    hand.act("call")
    result = hand.finish()
    assert [pot.amount for pot in result.pots] == [100]
    assert sorted(result.stacks.values()) in ([0, 500, 550], [100, 450, 500], [50, 500, 500])
