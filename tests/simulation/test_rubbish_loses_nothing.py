"""Rubbish at every kind of table: each card and chip is still there after every fact, and a void hand clears it."""

import pytest

from burncard.rules.cards import STUB, Card
from burncard.rules.facts import CardSeen
from burncard.rules.games import GAMES
from tests.harness.random_hands import check_rubbish, random_table
from tests.harness.scripted import ScriptedHand

HANDS_EACH = 12


@pytest.mark.parametrize("game", GAMES)
def test_no_card_and_no_chip_is_lost_in_rubbish(game: str) -> None:
    for number in range(HANDS_EACH):
        assert check_rubbish(*random_table(number, seed=1, only=game)) == "rubbish survived"


def test_a_boxed_card_seen_on_the_pack_has_not_left_it() -> None:
    hand = ScriptedHand("holdem")
    assert hand.table.hand is not None
    before = hand.table.hand.stub_count
    hand.give(CardSeen(card=Card("Kc"), zone=STUB, face="up", boxed=True))
    assert hand.table.hand.stub_count == before
