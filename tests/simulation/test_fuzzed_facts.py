"""Fuzzed facts in every game: no card or chip is lost after any fact, and a void hand clears the table."""

import pytest

from burncard.rules.cards import STUB, Card
from burncard.rules.facts import CardSeen
from burncard.rules.games import GAMES
from tests.harness.random_hands import check_fuzzed, random_table
from tests.harness.scripted import ScriptedHand

HANDS_EACH = 18


@pytest.mark.parametrize("game", GAMES)
def test_fuzzed_facts_lose_no_card_and_no_chip(game: str) -> None:
    for number in range(HANDS_EACH):
        assert check_fuzzed(*random_table(number, seed=1, only=game)) == "fuzzed"


def test_a_boxed_card_seen_on_the_pack_has_not_left_it() -> None:
    hand = ScriptedHand("holdem")
    assert hand.table.hand is not None
    before = hand.table.hand.stub_count
    hand.give(CardSeen(card=Card("Kc"), zone=STUB, face="up", boxed=True))
    assert hand.table.hand.stub_count == before
