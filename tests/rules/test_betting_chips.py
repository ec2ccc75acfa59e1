"""Rules of betting with chips: what a motion without clear words counts as."""

import pytest

from burncard.rules.cards import Chips
from burncard.rules.facts import ChipsMoved
from tests.harness.at_bets import at_bet, counted, offered, refused
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import FAMILIES


@FAMILIES
def test_betting_released_chips(game: str) -> None:
    hand = at_bet(game)
    due = offered(hand)
    said = counted(hand, [due.to_call])
    assert (said.action, said.rule) == ("call", "betting.released-chips")


@FAMILIES
def test_betting_string_raise(game: str) -> None:
    hand = at_bet(game)
    seat, due = offered(hand).seat, offered(hand).to_call
    counted(hand, [due])
    [ruling] = hand.give(ChipsMoved(seat=seat, chips=[Chips(10)]))
    assert (ruling.rule, ruling.decision) == ("betting.string-raise", "refuse")


@pytest.mark.parametrize("game", ["holdem", "lowball-27"])
def test_betting_half_bet_over_call(game: str) -> None:
    """A bet and a half without a word: a raise, to be completed."""
    said = counted(at_bet(game), [5, 5, 5])
    assert (said.action, said.amount, said.rule) == ("raise", 20, "betting.half-bet-over-call")


def test_betting_half_bet_over_call_in_stud7() -> None:
    hand = at_bet("stud7")
    hand.act("complete", 10)
    said = counted(hand, [5, 5, 5])
    assert (said.action, said.amount, said.rule) == ("raise", 20, "betting.half-bet-over-call")


@pytest.mark.parametrize("structure", ["no-limit", "pot-limit"])
@pytest.mark.parametrize(
    ("chips", "rule"),
    [([10, 5], "betting.half-bet-over-call"), ([10, 4], "betting.undersized-correction")],
)
@pytest.mark.parametrize("game", ["holdem", "lowball-27", "draw-high"])
def test_betting_half_bet_over_call_in_a_big_bet_game(game: str, structure: str, chips: list[int], rule: str) -> None:
    """Half the smallest raise above the call: the raise is completed, and by this rule."""
    hand = at_bet(game, structure=structure)
    if game == "draw-high":
        hand.act("open", 10)
    said = counted(hand, chips)
    assert (said.action, said.amount, said.rule) == ("raise", 20, rule)
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_betting_single_chip_call(game: str) -> None:
    hand = at_bet(game)
    due = offered(hand).to_call
    said = counted(hand, [25])
    assert (said.action, said.amount, said.rule) == ("call", due, "betting.single-chip-call")


@pytest.mark.parametrize(("game", "street"), [("holdem", "turn"), ("stud7", "fifth"), ("lowball-27", "")])
def test_betting_undersized_correction(game: str, street: str) -> None:
    """The lower limit is bet where the upper one is due: it is brought up."""
    hand = ScriptedHand(game)
    hand.until("draw") if game == "lowball-27" else hand.until("card", street=street)
    hand.until("action")
    said = counted(hand, [10])
    assert (said.action, said.amount, said.rule) == ("bet", 20, "betting.undersized-correction")


@pytest.mark.parametrize(("game", "street"), [("holdem", "turn"), ("stud7", "fifth"), ("lowball-27", "")])
def test_betting_no_raise_after_correction(game: str, street: str) -> None:
    """Who has called the bet has acted: it may only raise again if somebody else raises."""
    hand = ScriptedHand(game)
    hand.until("draw") if game == "lowball-27" else hand.until("card", street=street)
    hand.until("action")
    counted(hand, [10])
    caller = offered(hand).seat
    assert offered(hand).to_call == 20
    hand.act("call")
    assert refused(hand, caller, "raise", 40) == "betting.out-of-turn"
