"""Reading hands: the one place where cards become strengths that can be compared. A greater strength is better.

High hands of five to seven cards are ranked by `phevaluator`. Lows, boards and jokers, which it does not know, are
ranked here by the multiplicities and ranks of the cards; for wild cards it is asked about each hand that they can make.

A hand of a wrong number of cards is read where the floor has let it live: of too many cards the best are taken; where
one or two are missing it is worth what it is with the worst ones beside it, and where more are, nothing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement

from phevaluator import evaluate_cards, evaluate_omaha_cards

from burncard.rules.cards import JOKER, PACK, RANKS, SUITS, WILD, Card, Seat, rank_value, suit_value
from burncard.rules.games.game import Game
from burncard.rules.showdown.wild import FIVE, five_of_a_kind, possible_hands

Strength = tuple[int, ...]

_WORST_STRAIGHT = 1609  # phevaluator: 1 is the best hand; straight flushes to 10, flushes and straights 323 to 1609
_FIVE_OF_A_KIND = 0
_FIVE_ACES: Strength = (_FIVE_OF_A_KIND, 14)
_MOST = 7  # cards that phevaluator takes
_MISSING_MOST = 2
_NOTHING: Strength = (-9999,)


@lru_cache(maxsize=1024)
def _high(cards: tuple[Card, ...]) -> Strength:
    return (-int(evaluate_cards(*cards)),)


def high(cards: Iterable[Card]) -> Strength:
    """The best five of five or more cards, as a high hand. A joker is an ace, or fills a straight or a flush."""
    sorted_cards = tuple(sorted(cards))
    if len(sorted_cards) > _MOST:
        return max(high(some) for some in combinations(sorted_cards, _MOST))
    if WILD in sorted_cards:
        return _high_with_wild(sorted_cards)
    if JOKER in sorted_cards:
        return _high_with_bug(tuple(card for card in sorted_cards if card != JOKER))
    return _high(sorted_cards)


@lru_cache(maxsize=1024)
def _high_with_wild(cards: tuple[Card, ...]) -> Strength:
    naturals = tuple(card for card in cards if card != WILD)
    wild = len(cards) - len(naturals)
    rank = five_of_a_kind(naturals, wild)
    if rank is not None:
        return (_FIVE_OF_A_KIND, rank)
    return max(_high(hand) for hand in possible_hands(naturals, wild))


def _high_with_bug(cards: tuple[Card, ...]) -> Strength:
    if sum(card[0] == "A" for card in cards) == 4:
        return _FIVE_ACES
    best = _NOTHING
    for card in PACK:
        if card in cards:
            continue
        strength = _high(tuple(sorted((*cards, card))))
        if card[0] == "A" or _is_straight_or_flush(-strength[0]):
            best = max(best, strength)
    return best


def _is_straight_or_flush(rank: int) -> bool:
    return rank <= 10 or 323 <= rank <= _WORST_STRAIGHT


def omaha_high(hole: Sequence[Card], board: Sequence[Card]) -> Strength:
    """The best hand of exactly two hole cards and three of the board."""
    if len(hole) == 4 and len(board) == 5 and not {JOKER, WILD}.intersection((*hole, *board)):
        return (-int(evaluate_omaha_cards(*board, *hole)),)
    return max(high((*two, *three)) for two in combinations(hole, 2) for three in combinations(board, 3))


def low_a5(cards: Iterable[Card], qualifier: int | None = None) -> Strength | None:
    """The best ace-to-five low; None where it does not qualify. A joker or wild card is the lowest missing rank."""
    return _low_a5(tuple(sorted(cards)), qualifier)


@lru_cache(maxsize=1024)
def _low_a5(cards: tuple[Card, ...], qualifier: int | None) -> Strength | None:
    ranks = sorted([rank_value(card, ace_low=True) for card in cards if card not in (JOKER, WILD)])
    for _ in range(len(cards) - len(ranks)):
        ranks.append(next(rank for rank in range(1, 14) if rank not in ranks))
    distinct = sorted(set(ranks))
    if len(distinct) >= 5:
        best = distinct[:5]
        if qualifier is not None and best[4] > qualifier:
            return None
        return (0, *(-rank for rank in reversed(best)))
    if qualifier is not None:
        return None
    return max(_paired_low(five) for five in combinations(sorted(ranks), 5))


def _paired_low(ranks: Sequence[int]) -> Strength:
    counts = _counted(ranks)
    return (-_pattern([count for count, _ in counts]), *(-rank for _, rank in counts))


def omaha_low(hole: Sequence[Card], board: Sequence[Card], qualifier: int | None) -> Strength | None:
    """The best ace-to-five low of exactly two hole cards and three of the board."""
    lows = (low_a5((*two, *three), qualifier) for two in combinations(hole, 2) for three in combinations(board, 3))
    return max((low for low in lows if low is not None), default=None)


def low_27(cards: Iterable[Card]) -> Strength:
    """The worst ordinary hand wins: aces high, straights and flushes against. A joker as in ace-to-five."""
    return _low_27(tuple(cards))


@lru_cache(maxsize=1024)
def _low_27(five: tuple[Card, ...]) -> Strength:
    if WILD in five:
        return _low_27_with_wild([card for card in five if card != WILD])
    ranks = [rank_value(card) for card in five if card != JOKER]
    if JOKER in five:
        ranks.append(next(rank for rank in range(2, 15) if rank not in ranks))
    counts = _counted(ranks)
    category = _pattern([count for count, _ in counts])
    flush = len({card[1] for card in five}) == 1
    straight = len(set(ranks)) == 5 and max(ranks) - min(ranks) == 4
    if straight and flush:
        category = 8
    elif flush:
        category = 5
    elif straight:
        category = 4
    return (-category, *(-rank for _, rank in counts))


def _low_27_with_wild(naturals: Sequence[Card]) -> Strength:
    """The best low of five cards: the wild ones take ranks that are missing, and suits that make no flush."""
    missing = [rank for rank in RANKS if rank not in {card[0] for card in naturals}]
    other = "d" if naturals and naturals[0][1] == "c" else "c"
    wild = 5 - len(naturals)
    suits = (other, *"hs" * wild)[:wild]
    return max(
        low_27((*naturals, *(Card(rank + suit) for rank, suit in zip(ranks, suits, strict=True))))
        for ranks in combinations(missing, wild)
    )


def _counted(ranks: Sequence[int]) -> list[tuple[int, int]]:
    """How often each rank is there, and which it is: the most frequent first, of those the highest."""
    return sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)


def _pattern(counts: Sequence[int]) -> int:
    """0 no pair, 1 one pair, 2 two pair, 3 trips, 6 full house, 7 quads, 9 five of a kind."""
    if counts[0] >= 5:
        return 9
    if counts[0] >= 4:
        return 7
    if counts[0] == 3:
        return 6 if len(counts) > 1 and counts[1] >= 2 else 3
    if counts[0] == 2:
        return 2 if len(counts) > 1 and counts[1] == 2 else 1
    return 0


def best_high(game: Game, hole: Sequence[Card], board: Sequence[Card]) -> Strength:
    """A hand's strength for the high half, by the game's use of hole cards."""
    if game.hole_use == "two":
        return _worst(omaha_high(whole, board) for whole in _whole(hole, 2, board)) or _NOTHING
    return _worst(high((*whole, *board)) for whole in _whole(hole, FIVE - len(board), board)) or _NOTHING


def best_low(game: Game, hole: Sequence[Card], board: Sequence[Card]) -> Strength | None:
    """A hand's strength for the low half; None where it has no low."""
    if game.hole_use == "two":
        return _worst(omaha_low(whole, board, game.qualifier) for whole in _whole(hole, 2, board))
    hands = ((*whole, *board) for whole in _whole(hole, FIVE - len(board), board))
    if game.low == "27":
        return _worst(_best_27(cards) for cards in hands) or _NOTHING
    low = _worst(low_a5(cards, game.qualifier) for cards in hands)
    return low if low is not None or game.qualifier is not None else _NOTHING


def _whole(hole: Sequence[Card], least: int, board: Sequence[Card]) -> Iterable[Sequence[Card]]:
    """The hole cards, with every card that may be beside them where there are fewer than `least`."""
    missing = least - len(hole)
    if missing <= 0:
        return (hole,)
    if missing > _MISSING_MOST:
        return ()
    others = [card for card in PACK if card not in hole and card not in board]
    return ((*hole, *more) for more in combinations(others, missing))


def _worst(strengths: Iterable[Strength | None]) -> Strength | None:
    """The least of some strengths; None where one of them is none, or there are none."""
    worst: Strength | None = None
    for strength in strengths:
        if strength is None:
            return None
        worst = strength if worst is None else min(worst, strength)
    return worst


def _best_27(cards: Sequence[Card]) -> Strength:
    return max(low_27(five) for five in combinations(cards, FIVE))


# ---- boards: who acts first in stud --------------------


@lru_cache(maxsize=1024)
def board_strength(cards: tuple[Card, ...]) -> Strength:
    """A board of upcards as a high hand; straights and flushes count from five cards on."""
    if WILD in cards:
        return _board_with_wild([card for card in cards if card != WILD], cards.count(WILD))
    wheel = len(cards) >= 5 and {card[0] for card in cards} == set("A2345")
    shown = [rank_value(card, ace_low=wheel) for card in cards]
    counts = _counted(shown)
    category = _pattern([count for count, _ in counts])
    if len(cards) >= 5:
        flush = max(Counter(card[1] for card in cards).values()) >= 5
        straight = any(set(range(low, low + 5)) <= set(shown) for low in range(1, 11))
        category = max(category, 8 if straight and flush else 5 if flush else 4 if straight else 0)
    return (category, *chain.from_iterable(counts))


def _board_with_wild(naturals: Sequence[Card], wild: int) -> Strength:
    """The best of what a board with wild cards can be."""
    fills = ([Card(rank + suit) for rank in RANKS] for suit in SUITS)
    made = ((*naturals, *chosen) for fill in fills for chosen in combinations_with_replacement(fill, wild))
    return max(board_strength(board) for board in made)


@lru_cache(maxsize=1024)
def low_board_strength(cards: tuple[Card, ...]) -> Strength:
    """A board of upcards as a low hand: the fewer pairs and the lower the cards, the better."""
    shown = [rank_value(card, ace_low=True) for card in cards if card != WILD]
    for _ in range(len(cards) - len(shown)):
        shown.append(next(rank for rank in range(1, 14) if rank not in shown))
    counts = _counted(shown)
    return (-_pattern([count for count, _ in counts]), *(-rank for _, rank in counts))


def board_order(boards: Mapping[Seat, Sequence[Card]], *, low: bool) -> list[Seat]:
    """The seats by what they show, the best first; equals in the order given, which is that of the deal."""
    strength = low_board_strength if low else board_strength
    return sorted(boards, key=lambda seat: strength(tuple(boards[seat])) if boards[seat] else (-99,), reverse=True)


def bring_in_order(doors: Mapping[Seat, Card], *, highest: bool, ace_low: bool) -> list[Seat]:
    """The seats by their door card, by rank and then suit: the one that must bet first."""
    return sorted(
        doors, key=lambda seat: (rank_value(doors[seat], ace_low=ace_low), suit_value(doors[seat])), reverse=highest
    )


def by_suit(cards: Iterable[Card], *, ace_low: bool) -> list[tuple[int, int]]:
    """Cards by rank and suit, the highest first: what odd chips in stud are given by."""
    own = (card for card in cards if card not in (JOKER, WILD))
    return sorted(((rank_value(card, ace_low=ace_low), suit_value(card)) for card in own), reverse=True)


def has_pair(cards: Iterable[Card]) -> bool:
    """Whether two natural cards have one rank."""
    ranks = [card[0] for card in cards if card not in (JOKER, WILD)]
    return len(set(ranks)) < len(ranks)


def has_openers(cards: Sequence[Card]) -> bool:
    """Jacks or better; a joker pairs any of the ranks that open, and a wild card any rank."""
    return holds_openers(cards) or (
        len(cards) >= 5 and high(cards) >= high((Card("Jc"), Card("Jd"), Card("2c"), Card("3d"), Card("4h")))
    )


def holds_openers(kept: Sequence[Card]) -> bool:
    """Whether cards, fewer than five perhaps, are openers whatever lies beside them."""
    wild = sum(card == WILD for card in kept)
    counts = Counter(card[0] for card in kept if card not in (JOKER, WILD))
    joker = JOKER in kept
    pairs = sum(count >= 2 for count in counts.values())
    return (
        any(counts[rank] + joker + wild >= 2 for rank in "JQKA" if counts[rank])
        or pairs >= 2
        or any(count + wild >= 3 for count in counts.values())
        or wild >= 2
    )
