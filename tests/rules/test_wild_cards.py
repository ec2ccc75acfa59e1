"""Wild cards: named in the `hand` fact, and what they make."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from burncard.rules.cards import PACK, WILD, Card
from burncard.rules.games import GAMES
from burncard.rules.outcomes import Ruling
from burncard.rules.showdown.hand_values import Strength, board_order, has_openers, high, low_27, low_a5
from burncard.rules.table import Table
from burncard.simulator.pack import stacked
from tests.harness.by_house import account_of
from tests.harness.scripted import ScriptedHand, hand_of, told
from tests.harness.tables import ROBERTS

DEUCES = ["2c", "2d", "2h", "2s"]
GAMES_OF_ALL = pytest.mark.parametrize("game", GAMES)


def cards(text: str) -> list[Card]:
    """`AcWW`: an ace and two wild cards."""
    wild = text.count("W")
    names = text.replace("W", "")
    return [*(Card(names[place : place + 2]) for place in range(0, len(names), 2)), *[WILD] * wild]


def best_of_all(naturals: list[Card], wild: int) -> Strength:
    """The best hand by trying every card of the pack that is not held in each wild one's place."""
    rest = [card for card in PACK if card not in naturals]
    return max(high((*naturals, *filled)) for filled in combinations(rest, wild))


@pytest.mark.parametrize(("size", "wild", "count"), [(5, 1, 150), (7, 1, 100), (5, 2, 12), (7, 2, 6)])
def test_game_wild_cards_make_the_best_hand_that_there_is(size: int, wild: int, count: int) -> None:
    rng = Random(size + wild)
    for _ in range(count):
        naturals = rng.sample(PACK, size - wild)
        ranks = [card[0] for card in naturals]
        made = high((*naturals, *[WILD] * wild))
        if max(map(ranks.count, ranks)) + wild < 5:
            assert made == best_of_all(naturals, wild), naturals
        else:
            assert made > high(cards("AsKsQsJsTs"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AcAdAhAsW", "KcKdKhKsW"),  # five aces, five kings
        ("3c3dWWW", "AsKsQsJsTs"),  # five threes beat a royal flush
        ("JsTsWWW", "9s8sWWW"),
        ("KcQc9c4cW", "KdQdJd9d4d"),  # the flush has an ace
        ("7c7d9s9hW", "AcKcQc9c4c"),  # a full house
        ("7c4d9sJhW", "6c6d9hJsAc"),  # a pair of jacks
    ],
)
def test_a33_what_wild_cards_make(one: str, other: str) -> None:
    assert high(cards(one)) > high(cards(other))


@pytest.mark.parametrize(
    ("held", "counts_as"),
    [("2c3c4c5cW", "2c3c4c5c7d"), ("7d5h4s3cW", "7d5h4s3c2d"), ("3c4d5hWW", "3c4d5h2s7c")],
)
def test_a33_in_deuce_to_seven_a_wild_card_makes_no_straight_and_no_flush(held: str, counts_as: str) -> None:
    assert low_27(cards(held)) == low_27(cards(counts_as))


def test_a33_in_ace_to_five_each_wild_card_is_a_missing_rank() -> None:
    assert low_a5(cards("2c4dKhWW")) == low_a5(cards("2c4dKhAs3c"))
    assert low_a5(cards("2c2d2hWW"), 8) is None


def test_a33_a_board_with_a_wild_card_is_the_best_that_it_can_be() -> None:
    boards = {1: cards("AcKd"), 2: cards("3cW"), 3: cards("QhJs")}
    assert board_order(boards, low=False) == [2, 1, 3]  # type: ignore[arg-type]
    assert board_order({1: cards("Ac3d"), 2: cards("3cW"), 3: cards("2h4s")}, low=True)[0] == 1  # type: ignore[dict-item]


@pytest.mark.parametrize(("held", "opens"), [("JcW9h7d4s", True), ("TcW9h7d4s", False), ("5cWW7d4s", True)])
def test_jacks_openers_with_wild_cards(held: str, opens: bool) -> None:
    assert has_openers(cards(held)) is opens
    assert has_openers([card for card in cards(held) if card != "4s"]) is opens


@pytest.mark.parametrize(
    ("game", "one", "two", "board"),
    [
        ("holdem", "2c 9d", "Ac Ad", "9h 7s Kc 5d 4h"),
        ("omaha", "2c 9d 5s 6h", "Ac Ad 7c 8d", "9h 7s Kc Jd 4h"),
        ("stud5", "2c 9d 9h 5s 6h", "Ac Ad Kh Ks 7d", ""),
        ("stud7", "2c 9d 9h 5s 6h Jc Qd", "Ac Ad Kh Ks 7d 8h 3s", ""),
        ("draw-high", "2c 9d 9h 5s 6h", "Ac Ad Kh Ks 7d", ""),
        ("jacks", "2c 9d 9h 5s 6h", "Jc Jd Kh Ks 7d", ""),
        ("razz", "2c 2d 3h 4s 5d Kc Kd", "Ac 3d 4c 5s 7d Kh Ks", ""),
        ("lowball-a5", "2c 2d 3h 4s 5d", "Ac 3d 4c 5s 7d", ""),
        ("lowball-27", "2c 2d 3h 4s 7d", "3d 4c 5s 7c 8d", ""),
    ],
)
def test_game_wild_cards(game: str, one: str, two: str, board: str) -> None:
    """The deuces are wild, so that seat 1 wins what it would lose; the log says so, and replays."""
    top = stacked(GAMES[game], [one, two], board)
    hand = ScriptedHand(game, players=2, top=top, house="general", joker=False, wild=DEUCES)
    result = hand.finish()
    assert hand.rulings == []
    assert account_of(hand.facts).awards == [{1: result.pots[0].amount}]
    plain = ScriptedHand(game, players=2, top=top, house="general", joker=False)
    assert list(plain.finish().pots[0].awards) == [2]


@GAMES_OF_ALL
def test_game_wild_cards_are_cards_of_the_pack_like_any_other(game: str) -> None:
    """They are dealt, exposed, put right and returned; a whole hand ends cleanly."""
    hand = ScriptedHand(game, house="general", wild=DEUCES, at_random=True, seed=5)
    hand.deal(1)
    hand.finish(*(ruling.rule for ruling in hand.press("floor-called", cause="game.wild-cards")))


@GAMES_OF_ALL
@ROBERTS
def test_game_wild_cards_are_refused_in_a_house_without_them(game: str, house: str) -> None:
    assert refused(game, house=house, wild=DEUCES).startswith("table.posting: refuse")


@pytest.mark.parametrize("wild", [["Jo"], ["??"], ["2c", "Jo"]])
@pytest.mark.parametrize("game", ["holdem", "stud7", "draw-high"])
def test_game_wild_cards_are_in_the_pack(game: str, wild: list[str]) -> None:
    assert refused(game, house="general", wild=wild).startswith("game.wild-cards: refuse")


def refused(game: str, **fields: Any) -> str:
    outcomes = Table().apply(hand_of(GAMES[game], {1: 500, 2: 500, 3: 500}, fields))
    return told(one for one in outcomes if isinstance(one, Ruling))


@pytest.mark.parametrize("game", ["draw-high", "jacks"])
@pytest.mark.parametrize(("wild", "winner"), [([], 2), (["Jo"], 1)])
def test_c41_a_joker_that_is_named_wild_pairs_any_card(game: str, wild: list[str], winner: int) -> None:
    top = stacked(GAMES[game], ["Tc Jo Td 5h 6s", "Jc Jd 9s Qc 3d"])
    hand = ScriptedHand(game, players=2, top=top, house="general", joker=True, wild=wild)
    assert list(hand.finish().pots[0].awards) == [winner]


def test_lowcard_low_brings_in_by_the_own_rank_of_a_wild_card() -> None:
    hand = ScriptedHand("stud7", house="general", wild=DEUCES, top="Ac Ad Ah Kc Kd Kh 9c 2d 5s")
    hand.until("action")
    assert hand.offer.seat == 2
    hand.until_betting("fourth")
    hand.finish()


@pytest.mark.parametrize("game", ["lowball-a5", "lowball-27"])
def test_a_wild_card_that_the_dealer_exposes_is_kept_in_lowball(game: str) -> None:
    top = "3c 4c 5c Kc"
    for wild in ([], ["Kc"]):
        hand = ScriptedHand(game, joker=False, house="general", wild=wild, top=top)
        hand.deal(3)
        [ruling] = hand.top("seat:1", "up")
        assert ruling.decision == ("keep" if wild else "replace")
        hand.finish()
