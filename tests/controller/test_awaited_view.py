"""How far a street has been dealt, as the page counts it."""

import pytest

from burncard.controller.views.awaited_view import awaited_view
from tests.harness.scripted import ScriptedHand


def count(hand: ScriptedHand) -> tuple[int | None, int | None]:
    """Cards of the street that have come, and how many there are."""
    shown = awaited_view(hand.table.hand, hand.next, ())
    return shown.dealt, shown.of


@pytest.mark.parametrize(("game", "cards"), [("holdem", 6), ("stud7", 9), ("lowball-27", 15)])
def test_a_card_that_replaces_a_scrap_is_one_of_the_deal(game: str, cards: int) -> None:
    hand = ScriptedHand(game)
    assert count(hand) == (0, cards)
    hand.top("seat:1", boxed=True)
    hand.until("card", zone="seat:2")
    assert count(hand) == (1, cards)
    hand.deal()
    assert count(hand) == (2, cards)


def test_a_later_scrap_leaves_the_count_as_it_was() -> None:
    hand = ScriptedHand("holdem")
    hand.deal(2)
    hand.top("seat:3", boxed=True)
    hand.until("card", zone="seat:1")
    assert count(hand) == (3, 6)


def test_the_replacement_of_an_exposed_card_is_one_more() -> None:
    hand = ScriptedHand("holdem")
    hand.deal(2)
    hand.top("seat:3", "up")
    assert count(hand) == (3, 7)
    hand.deal(2)
    assert count(hand) == (5, 7)
