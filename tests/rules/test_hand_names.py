"""What hands are called, and which five cards make them."""

import pytest

from burncard.rules.cards import WILD, Card
from burncard.rules.games import GAMES
from burncard.rules.showdown.hand_names import Half, named_hand


def cards(text: str) -> list[Card]:
    return [Card(card) for card in text.split()]


@pytest.mark.parametrize(
    ("game", "hole", "board", "half", "name", "five"),
    [
        ("holdem", "As Ks", "Qs Js Ts 2d 2c", "high", "Royal flush", "As Ks Qs Js Ts"),
        ("holdem", "2s 3s", "4s 5s As 9d 9c", "high", "Straight flush, five high", "As 5s 4s 3s 2s"),
        ("holdem", "Qd Qh", "Qs 4c 4d 9h 2s", "high", "Full house, queens over fours", "Qd Qh Qs 4c 4d"),
        ("holdem", "6d 6h", "6s 6c Ad 9h 2s", "high", "Four of a kind, sixes", "6d 6h 6s 6c Ad"),
        ("holdem", "Ad 9d", "6d 3d 2d Kh Ks", "high", "Flush, ace high", "Ad 9d 6d 3d 2d"),
        ("holdem", "Ad 2h", "3d 4d 5c Kh Ks", "high", "Straight, five high", "Ad 5c 4d 3d 2h"),
        ("holdem", "Ad Ah", "9d 9c 5c 5h Ks", "high", "Two pair, aces and nines", "Ad Ah 9d 9c Ks"),
        ("holdem", "Ad Th", "Td 9c 5c 4h 2s", "high", "Pair of tens", "Th Td Ad 9c 5c"),
        ("holdem", "Ad Th", "8d 9c 5c 4h 2s", "high", "Ace high", "Ad Th 9c 8d 5c"),
        ("omaha8", "As 2s Kd Kh", "3c 4d 8h Kc Qc", "low", "8-4-3-2-A low", "8h 4d 3c 2s As"),
        ("razz", "As 2s Kd Kh 3c 4d 8h", "", "low", "8-4-3-2-A low", "8h 4d 3c 2s As"),
        ("lowball-27", "7s 5s 4d 3h 2c", "", "low", "7-5-4-3-2 low", "7s 5s 4d 3h 2c"),
        ("lowball-27", "7s 7d 4d 3h 2c", "", "low", "Pair of sevens", "7s 7d 4d 3h 2c"),
        ("lowball-a5", "7s 7d 4d 3h 2c", "", "low", "Low with sevens", "7s 7d 4d 3h 2c"),
        ("jacks", "Ac Ad Ah As Jo", "", "high", "Five aces", "Ac Ad Ah As Jo"),
        ("jacks", "Kc Kd 7h 4s Jo", "", "high", "Pair of kings", "Kc Kd 7h 4s Jo"),
    ],
)
def test_a_hand_is_named_with_its_five_cards(
    game: str, hole: str, board: str, half: Half, name: str, five: str
) -> None:
    named = named_hand(GAMES[game], cards(hole), cards(board), half)
    assert named is not None
    assert named.name == name
    assert set(named.cards) == set(cards(five))
    assert len(named.cards) == 5


def test_a_low_that_does_not_qualify_has_no_name() -> None:
    assert named_hand(GAMES["omaha8"], cards("As 2s Kd Kh"), cards("9c Td Jh Kc Qc"), "low") is None


def test_a_wild_card_is_named_as_what_it_plays_and_shown_as_what_it_is() -> None:
    deuces = {Card(f"2{suit}"): WILD for suit in "cdhs"}
    for hole, name in (("2c 2d 9h 9s Ah", "Four of a kind, nines"), ("2c 2d 2h As Ah", "Five aces")):
        named = named_hand(GAMES["jacks"], cards(hole), [], "high", lambda card: deuces.get(card, card))
        assert named is not None
        assert named.name == name
        assert set(named.cards) == set(cards(hole))
