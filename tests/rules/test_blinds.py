"""Blinds: whether their sizes go with the bets."""

import pytest

from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import HOUSES, ROBERTS

STRUCTURES = pytest.mark.parametrize("structure", ["limit", "no-limit", "pot-limit"])


@STRUCTURES
@pytest.mark.parametrize(
    ("posts", "seats"),
    [({1: 5, 2: 20}, "2"), ({1: 10, 2: 10}, "1"), ({1: 3, 2: 6}, "1,2"), ({1: 5, 2: 15, 3: 20}, "2")],
)
def test_betting_min_bet_blind_sizes(structure: str, posts: dict[int, int], seats: str) -> None:
    hand = ScriptedHand("holdem", house="general", structure=structure, players=4, posts=posts)
    assert told(hand.rulings) == f"betting.min-bet-blind-sizes: stands note seats={seats} cards= steps="
    hand.finish()


@HOUSES
@STRUCTURES
@pytest.mark.parametrize("posts", [{1: 5, 2: 10}, {1: 5, 2: 10, 3: 20}, {2: 10}, {}])
def test_betting_min_bet_blind_sizes_that_go_with_the_bets(house: str, structure: str, posts: dict[int, int]) -> None:
    hand = ScriptedHand("holdem", house=house, structure=structure, players=4, posts=posts)
    assert hand.finish().ended == "showdown"
    assert hand.rulings == []


@ROBERTS
def test_betting_min_bet_blind_sizes_are_the_rooms_own_in_another_house(house: str) -> None:
    assert ScriptedHand("holdem", house=house, posts={1: 5, 2: 20}).rulings == []


def test_betting_min_bet_blind_sizes_between_two_players() -> None:
    hand = ScriptedHand("holdem", players=2, house="general", posts={2: 10, 1: 10})
    assert told(hand.rulings) == "betting.min-bet-blind-sizes: stands note seats=2 cards= steps="


def test_betting_min_bet_blind_sizes_where_half_is_no_whole_chip() -> None:
    for small, said in ((5, 0), (10, 1)):
        posts = {1: small, 2: 15}
        hand = ScriptedHand("holdem", house="general", small_bet=15, big_bet=30, smallest_chip=5, posts=posts)
        assert len(hand.rulings) == said
