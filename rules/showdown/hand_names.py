"""What a hand is called, and the five cards that make it."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from burncard.rules.cards import JOKER, PACK, WILD, Card, rank_value
from burncard.rules.games.game import Game
from burncard.rules.showdown.hand_values import Strength, best_high, best_low, high, low_27, low_a5
from burncard.rules.showdown.wild import possible_hands

Half = Literal["high", "low"]

_RANK_NAMES = {
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
    11: "jack",
    12: "queen",
    13: "king",
    14: "ace",
}
_LOW_NAMES = {1: "A", 10: "10", 11: "J", 12: "Q", 13: "K", 14: "A"}
_CATEGORIES = (
    (10, "straight flush"),
    (166, "four of a kind"),
    (322, "full house"),
    (1599, "flush"),
    (1609, "straight"),
    (2467, "three of a kind"),
    (3325, "two pair"),
    (6185, "pair"),
    (7462, "high card"),
)
"""The worst rank of each category as `phevaluator` counts them, 1 the best hand."""


class NamedHand(NamedTuple):
    """A hand's name, and its five cards with those that make the name first."""

    name: str
    cards: tuple[Card, ...]


def _itself(card: Card) -> Card:
    return card


def named_hand(
    game: Game, hole: Sequence[Card], board: Sequence[Card], half: Half, counts_as: Callable[[Card], Card] = _itself
) -> NamedHand | None:
    """The best hand of some cards in one half of the pot; None where it has none.

    `counts_as`: what a card is when hands are compared: itself, or wild.
    """
    if game.family == "stud" and len(hole) == game.hand_size:
        board = ()
    played = [counts_as(card) for card in hole], [counts_as(card) for card in board]
    best = best_high(game, *played) if half == "high" else best_low(game, *played)
    if best is None:
        return None
    five = next(
        (
            five
            for five in _fives(game, hole, board)
            if _strength(game, [counts_as(card) for card in five], half) == best
        ),
        None,
    )
    if five is None:
        return None
    counted = [counts_as(card) for card in five]
    if half == "high":
        return NamedHand(_high_name(counted, best), _by_weight(five))
    return NamedHand(_low_name(game, counted, best), tuple(sorted(five, key=_low_place, reverse=True)))


def _fives(game: Game, hole: Sequence[Card], board: Sequence[Card]) -> Iterable[tuple[Card, ...]]:
    if game.hole_use == "two":
        return ((*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3))
    return combinations((*hole, *board), 5)


def _strength(game: Game, five: Sequence[Card], half: Half) -> Strength | None:
    if half == "high":
        return high(five)
    return low_27(five) if game.low == "27" else low_a5(five, game.qualifier)


# ---- high hands --------------------


def _high_name(five: Sequence[Card], strength: Strength) -> str:
    if strength[0] == 0:
        return f"Five {_plural(strength[1])}"
    cards = _with_joker_played(five, strength)
    category = next(name for worst, name in _CATEGORIES if -strength[0] <= worst)
    counts = Counter(rank_value(card) for card in cards)
    first, *rest = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    top = _RANK_NAMES[5 if set(counts) == {14, 2, 3, 4, 5} else first]
    match category:
        case "straight flush":
            return "Royal flush" if strength[0] == -1 else f"Straight flush, {top} high"
        case "four of a kind" | "three of a kind":
            return f"{category.capitalize()}, {_plural(first)}"
        case "full house":
            return f"Full house, {_plural(first)} over {_plural(rest[0])}"
        case "two pair":
            return f"Two pair, {_plural(first)} and {_plural(rest[0])}"
        case "pair":
            return f"Pair of {_plural(first)}"
        case "flush":
            return f"Flush, {_RANK_NAMES[first]} high"
        case "straight":
            return f"Straight, {top} high"
        case _:
            return f"{_RANK_NAMES[first].capitalize()} high"


def _plural(rank: int) -> str:
    return _RANK_NAMES[rank] + ("es" if rank == 6 else "s")


def _with_joker_played(five: Sequence[Card], strength: Strength) -> list[Card]:
    """The five cards, the joker and wild ones as the cards that they play as."""
    if WILD in five:
        naturals = [card for card in five if card != WILD]
        return list(
            next(hand for hand in possible_hands(naturals, len(five) - len(naturals)) if high(hand) == strength)
        )
    others = [card for card in five if card != JOKER]
    if len(others) == len(five):
        return others
    played = (card for card in reversed(PACK) if card not in others and high((*others, card)) == strength)
    return [*others, *([card] if (card := next(played, None)) is not None else [])]


def _by_weight(five: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that make the hand before those beside it: pairs and more first, then by rank."""
    counts = Counter(card[0] for card in five)
    return tuple(sorted(five, key=lambda card: (counts[card[0]], _place(card)), reverse=True))


def _place(card: Card) -> int:
    return 15 if card == JOKER else rank_value(card)


# ---- low hands --------------------


def _low_name(game: Game, five: Sequence[Card], strength: Strength) -> str:
    if strength[0] == 0:
        return "-".join(_LOW_NAMES.get(-rank, str(-rank)) for rank in strength[1:]) + " low"
    if game.low == "27":
        return "Pair" if JOKER in five or WILD in five else _high_name(five, high(five))
    counts = Counter(rank_value(card) for card in five if card not in (JOKER, WILD))
    pairs = [rank for rank, count in counts.items() if count > 1]
    return "Low with " + " and ".join(_plural(rank) for rank in sorted(pairs, reverse=True)) if pairs else "Low"


def _low_place(card: Card) -> int:
    return 0 if card == JOKER else rank_value(card, ace_low=True)
