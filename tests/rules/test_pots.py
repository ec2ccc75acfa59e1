"""Pots: side pots against a chip-by-chip split, uncalled bets, antes, odd chips; no chip is lost."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from burncard.rules.betting.hand_betting import HandBetting
from burncard.rules.betting.pots import pot_layers
from burncard.rules.cards import PACK, Card, Chips, Seat
from burncard.rules.facts import Hand
from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES
from burncard.rules.outcomes import Pot
from burncard.rules.showdown.award import award
from burncard.rules.showdown.hand_values import best_high
from tests.harness.random_hands import hand_fact, play
from tests.harness.scripted import ScriptedHand, conserved

BOARD = [Card(text) for text in ("2c", "7d", "9h", "Js", "Kc")]


def put_in(game: str, chips: list[int], folded: set[int], antes: int = 0, house: str = "roberts") -> HandBetting:
    """A hand in which seat n has put in so many chips, antes not counted, and all betting is over."""
    seats = {Seat(place): Chips(amount + antes) for place, amount in enumerate(chips, start=1)}
    fact = Hand(
        id="h1",
        game=game,
        structure="limit",
        house=house,
        button=Seat(len(chips)) if GAMES[game].button else None,
        seats=seats,
        antes=Chips(antes),
        small_bet=Chips(2),
        big_bet=Chips(4),
    )
    betting = HandBetting(GAMES[game], fact)
    for seat in betting.seats:
        betting.bets[seat], betting.stacks[seat] = betting.stacks[seat], Chips(0)
    for place in folded:
        betting.fold(Seat(place))
    return betting


def split_chip_by_chip(chips: list[int], strength: dict[int, int], live: list[int], antes: int) -> dict[int, float]:
    """Every chip of every level is shared by the best of the live seats that paid for that level."""
    won = dict.fromkeys(range(1, len(chips) + 1), 0.0)
    for level in range(-antes, max(chips)):
        paid = [place for place, amount in enumerate(chips, start=1) if amount > level]
        able = [place for place in paid if place in live] or live
        best = max(strength[place] for place in able)
        winners = [place for place in able if strength[place] == best]
        for place in winners:
            won[place] += len(paid) / len(winners)
    return won


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_side_pots_are_those_of_a_split_chip_by_chip(data: st.DataObject) -> None:
    chips = data.draw(st.lists(st.integers(1, 30), min_size=2, max_size=8))
    antes = data.draw(st.integers(0, 3))
    top = max(range(len(chips)), key=chips.__getitem__) + 1
    folded = data.draw(st.sets(st.integers(1, len(chips)).filter(lambda place: place != top), max_size=len(chips) - 2))
    betting = put_in("holdem", chips, folded, antes)
    betting.return_uncalled()
    assert betting.pot_total() + sum(betting.stacks.values()) == sum(chips) + antes * len(chips)
    matched = [int(betting.bets[Seat(place)]) for place in range(1, len(chips) + 1)]
    cards = data.draw(st.permutations([card for card in PACK if card not in BOARD]))
    holes = {seat: (cards[2 * seat], cards[2 * seat + 1]) for seat in betting.live}
    strengths = {seat: best_high(GAMES["holdem"], holes[seat], BOARD)[0] for seat in betting.live}
    expected = split_chip_by_chip(matched, {int(s): v for s, v in strengths.items()}, [*map(int, betting.live)], antes)
    before = dict(betting.stacks)
    pots = award(betting, GAMES["holdem"], HOUSES["roberts"], holes, BOARD)
    assert sum(betting.stacks.values()) == sum(chips) + antes * len(chips)
    for seat in betting.seats:
        assert abs(betting.stacks[seat] - before[seat] - expected[seat]) < max(1, len(pots))


@pytest.mark.parametrize("code", GAMES)
def test_no_chip_is_lost_in_any_game_structure_and_house(code: str) -> None:
    rng = Random(code)
    game = GAMES[code]
    for structure in game.structures:
        for house in HOUSES:
            for _ in range(6):
                fact = hand_fact(game, structure, house, rng.randint(game.min_seats, game.max_seats), rng)
                result = play(fact, rng).result
                assert result is not None
                assert conserved(fact, result)


def test_an_uncalled_bet_goes_back_before_the_pots_are_made_and_antes_never_do() -> None:
    betting = put_in("holdem", [50, 20, 5], {3}, antes=2)
    betting.return_uncalled()
    assert betting.stacks == {1: 30, 2: 0, 3: 0}
    assert [(pot.amount, pot.eligible) for pot in pot_layers(betting)] == [(51, (1, 2))]


def test_chips_that_nobody_called_are_in_no_pot_of_a_showdown() -> None:
    hand = ScriptedHand("holdem", structure="no-limit", stacks={1: 500, 2: 100}, button=1, posts={1: 5, 2: 10})
    hand.until("action")
    hand.act("all-in")
    hand.act("call")
    result = hand.finish()
    assert [(pot.amount, pot.eligible) for pot in result.pots] == [(200, (1, 2))]
    assert sum(result.stacks.values()) == 600


def test_a_short_ante_wins_only_its_part_of_the_antes() -> None:
    seats = {Seat(1): Chips(3), Seat(2): Chips(40), Seat(3): Chips(40)}
    fact = Hand(id="h1", game="stud7", structure="limit", button=None, seats=seats, antes=Chips(5))
    betting = HandBetting(GAMES["stud7"], fact)
    assert [(pot.amount, pot.eligible) for pot in pot_layers(betting)] == [(9, (1, 2, 3)), (4, (2, 3))]


# ---- odd chips --------------------

TIED = {Seat(1): "AsQd", Seat(2): "AhQs", Seat(3): "AcQh"}


def awarded(game: str, house: str, chips: list[int], hands: dict[Seat, str], board: list[Card]) -> tuple[Pot, ...]:
    betting = put_in(game, chips, {place for place in range(1, len(chips) + 1) if Seat(place) not in hands}, 0, house)
    cards = {seat: [Card(text[i : i + 2]) for i in range(0, len(text), 2)] for seat, text in hands.items()}
    return award(betting, GAMES[game], HOUSES[house], cards, board)


def test_odd_chips_go_clockwise_from_the_button_one_to_each() -> None:
    (pot,) = awarded("holdem", "roberts", [10, 10, 10, 2], TIED, BOARD)
    assert pot.awards == {1: 11, 2: 11, 3: 10}


STUD_TIE = {Seat(1): "KcQc7d5d3h2h2c", Seat(2): "KsQd7c5c3d2d2s"}


def test_in_stud_the_odd_chip_goes_to_the_highest_card_by_suit() -> None:
    (pot,) = awarded("stud7", "roberts", [10, 10, 1], STUD_TIE, [])
    assert pot.awards == {1: 10, 2: 11}


def test_in_razz_the_odd_chip_goes_to_the_lowest_card_by_suit() -> None:
    hands = {Seat(1): "As2d3h4h7dKcKd", Seat(2): "Ac2h3d4d7hKsKh"}
    (pot,) = awarded("razz", "roberts", [10, 10, 1], hands, [])
    assert pot.awards == {1: 10, 2: 11}


def test_the_general_house_gives_it_left_of_the_dealer_and_in_five_card_stud_to_the_last_bettor() -> None:
    (pot,) = awarded("stud7", "general", [10, 10, 1], STUD_TIE, [])
    assert pot.awards == {1: 11, 2: 10}
    betting = put_in("stud5", [10, 10, 1], {3}, 0, "general")
    betting.last_bettor = Seat(2)
    cards = {Seat(1): ["Ks", "Qd", "7c", "5c", "3d"], Seat(2): ["Kc", "Qh", "7d", "5d", "3h"]}
    hands = {seat: [Card(text) for text in five] for seat, five in cards.items()}
    (pot,) = award(betting, GAMES["stud5"], HOUSES["general"], hands, [])
    assert pot.awards == {1: 10, 2: 11}


def test_the_high_half_gets_the_odd_chip_and_without_a_low_everything() -> None:
    split = {Seat(1): "KcKdKhQs9d3s2s", Seat(2): "8c7d5h4c2dJhJd"}
    (pot,) = awarded("stud8", "roberts", [10, 10, 1], split, [])
    assert pot.awards == {1: 11, 2: 10}
    high_only = {Seat(1): "KcKdKhQs9d3s2s", Seat(2): "9c7c5h4c2dJhJd"}
    (pot,) = awarded("stud8", "roberts", [10, 10, 1], high_only, [])
    assert pot.awards == {1: 21}


def test_a_tie_both_ways_gives_one_odd_chip_by_the_highest_card() -> None:
    hands = {Seat(1): "8c7d5h4c2dKhKd", Seat(2): "8d7c5c4d2hKsKc"}
    (pot,) = awarded("stud8", "roberts", [10, 10, 1], hands, [])
    assert pot.awards == {1: 10, 2: 11}


def test_a_pot_for_which_nobody_shows_goes_to_the_last_of_its_seats_to_muck() -> None:
    betting = put_in("holdem", [10, 30, 30], set())
    hands = {Seat(1): (Card("As"), Card("Qd"))}
    main, side = award(betting, GAMES["holdem"], HOUSES["roberts"], hands, BOARD, [Seat(2), Seat(3)])
    assert (main.awards, side.awards) == ({1: 30}, {3: 40})


# The rules of odd chips by their names.
test_ties_odd_chip_stud_high = test_in_stud_the_odd_chip_goes_to_the_highest_card_by_suit
test_ties_odd_chip_stud_low = test_in_razz_the_odd_chip_goes_to_the_lowest_card_by_suit
test_ties_odd_chip_stud5 = test_the_general_house_gives_it_left_of_the_dealer_and_in_five_card_stud_to_the_last_bettor
test_ties_odd_chip_double_tie = test_a_tie_both_ways_gives_one_odd_chip_by_the_highest_card
