"""Hand values: against PokerKit where it knows the game, by hand where it does not (jokers, boards)."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from pokerkit import (
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    StandardHighHand,
    StandardLowHand,
)

from burncard.rules.cards import PACK, Card, Seat
from burncard.rules.games import GAMES
from burncard.rules.showdown.hand_values import (
    Strength,
    best_high,
    best_low,
    board_order,
    bring_in_order,
    has_openers,
    high,
    low_27,
    low_a5,
    omaha_high,
    omaha_low,
)

HANDS = 250


def cards(text: str) -> list[Card]:
    return [Card(text[place : place + 2]) for place in range(0, len(text), 2)]


def order(one: Strength | None, other: Strength | None) -> int:
    left, right = (() if strength is None else strength for strength in (one, other))
    return (left > right) - (left < right)


@pytest.mark.parametrize(
    ("count", "ours", "theirs"),
    [
        (5, high, StandardHighHand),
        (7, high, StandardHighHand),
        (5, low_27, StandardLowHand),
        (5, low_a5, RegularLowHand),
        (7, low_a5, RegularLowHand),
        (7, lambda hand: low_a5(hand, 8), EightOrBetterLowHand),
    ],
)
def test_hands_compare_as_they_do_in_pokerkit(
    count: int, ours: Callable[[list[Card]], Strength | None], theirs: type
) -> None:
    rng = Random(count)
    for _ in range(HANDS):
        two = [rng.sample(PACK, count) for _ in range(2)]
        mine = order(ours(two[0]), ours(two[1]))
        peers = [theirs.from_game_or_none("".join(hand)) for hand in two]  # type: ignore[attr-defined]
        assert mine == compared(*peers), two


@pytest.mark.parametrize("qualifier", [None, 8])
def test_omaha_takes_two_and_three_as_pokerkit_does(qualifier: int | None) -> None:
    rng = Random(4)
    for _ in range(HANDS):
        dealt = rng.sample(PACK, 13)
        board, holes = dealt[:5], (dealt[5:9], dealt[9:])
        if qualifier is None:
            mine = order(omaha_high(holes[0], board), omaha_high(holes[1], board))
        else:
            mine = order(omaha_low(holes[0], board, qualifier), omaha_low(holes[1], board, qualifier))
        kind = OmahaHoldemHand if qualifier is None else OmahaEightOrBetterLowHand
        peers = [kind.from_game_or_none("".join(hole), "".join(board)) for hole in holes]
        assert mine == compared(*peers), dealt


def compared(one: Any, other: Any) -> int:
    if one is None or other is None:
        return (one is not None) - (other is not None)
    return int(one > other) - int(one < other)


def test_the_joker_is_the_lowest_rank_that_a_low_misses() -> None:
    assert low_a5(cards("JoAc2d4h6s")) == low_a5(cards("3cAc2d4h6s"))
    assert low_a5(cards("Jo2c3d4h5s")) == low_a5(cards("Ac2d3h4s5c"))


def test_the_joker_is_the_lowest_rank_that_a_deuce_to_seven_low_misses() -> None:
    assert low_27(cards("Jo2d4h5s7c")) == low_27(cards("3c2d4h5s7c"))
    assert low_27(cards("Jo3d4h5s7c")) == low_27(cards("2c3d4h5s7c"))


def test_a_joker_in_an_omaha_hand_is_what_it_is_in_draw_high() -> None:
    board = cards("AcAd7h8h2s")
    assert omaha_high(cards("JoKc3c4d"), board) == omaha_high(cards("AhKc3c4d"), board)
    assert omaha_high(cards("JoKh3h4d"), board) < omaha_high(cards("AhAs3c4d"), board)


@pytest.mark.parametrize(
    ("held", "counts_as"),
    [
        ("JoKcQd9h3s", "AsKcQd9h3s"),  # an ace
        ("JoAcAdKh3s", "AcAdAhKs3s"),
        ("Jo9c8d7h6s", "Tc9c8d7h6s"),  # fills a straight
        ("Jo2c5c9cKc", "Ac2c5c9cKc"),  # fills a flush
        ("Jo7c7d4h2s", "As7c7d4h2s"),  # no third seven
    ],
)
def test_the_joker_in_draw_high_is_an_ace_or_fills_a_straight_or_a_flush(held: str, counts_as: str) -> None:
    assert high(cards(held)) == high(cards(counts_as))


def test_five_aces_beat_a_straight_flush() -> None:
    assert high(cards("JoAcAdAhAs")) > high(cards("AsKsQsJsTs"))


def test_openers_are_jacks_or_better() -> None:
    assert has_openers(cards("JcJd4h3s2c"))
    assert has_openers(cards("2c2d3h3s4c"))
    assert not has_openers(cards("TcTdAhKs2c"))


def test_the_forced_bet_goes_by_rank_and_then_suit() -> None:
    doors = {Seat(1): Card("2d"), Seat(2): Card("2c"), Seat(3): Card("Ac")}
    assert bring_in_order(doors, highest=False, ace_low=False) == [2, 1, 3]
    kings = {Seat(1): Card("Kh"), Seat(2): Card("Ks"), Seat(3): Card("As")}
    assert bring_in_order(kings, highest=True, ace_low=True)[0] == 2


def test_the_board_that_acts_first_is_the_highest_or_in_razz_the_lowest_and_a_tie_goes_clockwise() -> None:
    boards = {Seat(1): cards("AcKd"), Seat(2): cards("2c2d"), Seat(3): cards("AhKs")}
    assert board_order(boards, low=False) == [2, 1, 3]
    lows = {Seat(1): cards("Kc2d"), Seat(2): cards("Ac7d"), Seat(3): cards("3h3s")}
    assert board_order(lows, low=True) == [2, 1, 3]


def test_a_wheel_on_five_upcards_is_the_lowest_straight() -> None:
    boards = {
        Seat(1): [Card(name) for name in ("Ac", "Ad", "Ah", "Kc", "Qc")],
        Seat(2): [Card(name) for name in ("As", "2d", "3h", "4c", "5c")],
        Seat(3): [Card(name) for name in ("6s", "2c", "3c", "4d", "5d")],
    }
    assert board_order(boards, low=False) == [3, 2, 1]


# ---- hands of a wrong number of cards, which the floor lets live --------------------


@pytest.mark.parametrize("game", ["holdem", "stud7", "omaha"])
def test_of_too_many_cards_the_best_are_taken(game: str) -> None:
    board = [] if game == "stud7" else cards("AcKcQc2d3d")
    extra = cards("7h8h9h4s") if game == "stud7" else cards("5s")
    hole = cards("AcKcQcJcTc") if game == "stud7" else cards("JcTc4s8s")
    assert best_high(GAMES[game], [*hole, *extra], board) == high(cards("AcKcQcJcTc"))


def test_of_six_draw_cards_the_best_low_is_taken() -> None:
    assert best_low(GAMES["lowball-27"], cards("2c3d4h5s7cKd"), []) == low_27(cards("2c3d4h5s7c"))
    assert best_low(GAMES["lowball-a5"], cards("AcAd2h3s4c5d"), []) == low_a5(cards("Ac2h3s4c5d"))


def test_a_missing_card_is_the_worst_that_it_can_be() -> None:
    four_aces, three_kings = cards("AcAdAhAs"), cards("KcKdKh")
    assert best_high(GAMES["draw-high"], four_aces, []) == high([*four_aces, *cards("2c")])
    assert best_high(GAMES["stud7"], three_kings, []) == high([*three_kings, *cards("2c3d")])
    assert best_low(GAMES["lowball-27"], cards("2c3d4h7s"), []) == low_27(cards("2c3d4h7s7c"))
    assert best_low(GAMES["stud8"], cards("AcKdKh2s3c"), []) is None
    assert best_low(GAMES["stud8"], cards("Ac2d3h4s"), []) is None
    assert best_high(GAMES["omaha"], cards("As"), cards("KcQdJh9s2c")) == high(cards("AsKcQdJh3d"))


def test_with_three_cards_missing_a_hand_is_worth_less_than_any_other() -> None:
    nothing = best_high(GAMES["stud7"], cards("AcAd"), [])
    assert nothing < high(cards("2c3d4h5s7c"))
    low = best_low(GAMES["lowball-27"], cards("2c3d"), [])
    assert low is not None
    assert low < low_27(cards("AcAdAhAsKc"))
    assert best_low(GAMES["stud8"], cards("Ac2d"), []) is None
