"""Starting deals that stopped too soon: found when the first seat acts."""

import pytest

from burncard.rules.cards import BURN, Seat
from burncard.rules.facts import Action
from burncard.rules.outcomes import AwaitCard, Ruling
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FLOP, HOUSES, LOWBALL


def stop_the_deal(hand: ScriptedHand, missing: int, first: int) -> list[Ruling]:
    """Deals all but the last cards of the starting deal; then the seat first to act folds."""
    start = hand.game.starting_count * len(hand.hand.seats)
    hand.deal(start - missing)
    assert isinstance(hand.next, AwaitCard)
    assert hand.next.zone != BURN
    return hand.give(Action(seat=Seat(first), action="fold"))


@FLOP
@HOUSES
def test_misdeal_button_completion(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, joker=False)
    given = stop_the_deal(hand, 1, 3)
    assert told(given[:1]) == "misdeal.button-completion: correct stop seats=3 cards= steps=deal seat:3 down"
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["stud7"])
@HOUSES
def test_misdeal_top_card_completion(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d 9h Jd Qs Kh 3c 8c Tc")
    given = stop_the_deal(hand, 1, 1)
    assert told(given[:1]) == "misdeal.top-card-completion: correct stop seats=3 cards= steps=deal seat:3 up"
    assert hand.finish().ended in ("showdown", "uncontested")


@pytest.mark.parametrize("game", ["holdem"])
@HOUSES
def test_misdeal_wrong_count(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    given = stop_the_deal(hand, 2, 3)
    assert told(given) == "misdeal.wrong-count: misdeal stop seats=2,3 cards= steps=shuffle, cut, return 4"
    assert hand.finish().ended == "misdeal"


@pytest.mark.parametrize("game", ["holdem", "omaha", "lowball-27"])
@HOUSES
def test_misdeal_entitled_dealt_out(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.deal(2)
    given = hand.give(Action(seat=Seat(3), action="fold"))
    assert told(given) == "misdeal.entitled-dealt-out: misdeal stop seats=3 cards= steps=shuffle, cut, return 2"
    assert hand.finish().ended == "misdeal"


@LOWBALL
def test_misdeal_out_of_sequence_when_a_short_hand_is_filled_before_its_turn(game: str) -> None:
    """Two hands are short, and the one that is due second gets the card: it has none too many, but out of order."""
    hand = ScriptedHand(game)
    hand.deal(13)
    hand.give(Action(seat=Seat(3), action="call"))
    assert (
        told(hand.top("seat:3"))
        == "misdeal.out-of-sequence: misdeal stop seats=3,2 cards= steps=shuffle, cut, return 14"
    )
    assert hand.finish().ended == "misdeal"
