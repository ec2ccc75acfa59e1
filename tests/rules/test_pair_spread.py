"""Lowball: a hand with a pair that is spread without a word."""

import pytest

from burncard.rules.facts import Action
from tests.harness.by_house import account_of
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import HOUSES, LOWBALL

PAIR_IN_SEAT_1 = "2c Kd Kh 2d Qd Qh 4c Jd Jh 5c Td Th 7c 9d 9h"
NO_PAIR = "2c Kd Kh 3d Qd Qh 4c Jd Jh 6c Td Th 8c 9d 9h"


def spread(game: str, house: str, top: str = PAIR_IN_SEAT_1) -> ScriptedHand:
    """Seat 1 has shown its hand and nobody else has."""
    hand = ScriptedHand(game, house=house, joker=False, top=top)
    hand.until("show", seat=1)
    hand.step()
    return hand


def muck(hand: ScriptedHand, *seats: int) -> None:
    for seat in seats:
        hand.give(Action(seat=seat, action="muck"))  # type: ignore[arg-type]


@LOWBALL
@HOUSES
def test_lowball_announce_pair_that_was_spread_without_a_word(game: str, house: str) -> None:
    """It wins by the cards; the floor may take the pot from it, and then the hand given up last has it."""
    hand = spread(game, house)
    muck(hand, 2, 3)
    assert told(hand.rulings) == "lowball.announce-pair: stands note seats=1 cards= steps="
    assert hand.result is not None
    assert list(hand.result.pots[0].awards) == [1]
    hand.press("override", ruling=hand.rulings[-1].id, decision="dead-hand", by="floor")
    account = account_of(hand.facts)
    assert account.awards == [{3: 30}]
    assert [one["rule"] for one in account.rulings] == ["lowball.announce-pair"] * 2


@LOWBALL
@HOUSES
@pytest.mark.parametrize("before", [True, False])
def test_lowball_announce_pair_that_was_announced(game: str, house: str, before: bool) -> None:
    hand = ScriptedHand(game, house=house, joker=False, top=PAIR_IN_SEAT_1)
    hand.until("show", seat=1)
    said = "lowball.announce-pair: stands note seats=1 cards= steps="
    if before:
        assert told(hand.press("showdown", seat=1, value=True)) == said
    hand.step()
    if not before:
        assert told(hand.press("showdown", seat=1, value=True)) == said
    muck(hand, 2, 3)
    assert told(hand.rulings) == said
    assert hand.result is not None


@LOWBALL
def test_lowball_announce_pair_costs_nothing_while_two_hands_are_intact(game: str) -> None:
    hand = spread(game, "roberts")
    muck(hand, 2)
    assert hand.finish().ended == "showdown"
    assert hand.rulings == []


@LOWBALL
def test_lowball_announce_pair_fouls_only_what_is_given_up_after_it(game: str) -> None:
    hand = ScriptedHand(game, joker=False, top=PAIR_IN_SEAT_1)
    hand.until("show", seat=1)
    muck(hand, 2, 3)
    hand.give(Action(seat=1, action="show"))  # type: ignore[arg-type]
    assert (hand.rulings, hand.result is not None) == ([], True)


@LOWBALL
def test_lowball_announce_pair_is_not_asked_of_a_hand_without_one(game: str) -> None:
    hand = spread(game, "roberts", NO_PAIR)
    muck(hand, 2, 3)
    assert (hand.rulings, hand.result is not None) == ([], True)
