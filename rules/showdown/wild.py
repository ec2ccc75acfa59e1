"""Wild cards: what five natural cards a hand with some of them can stand for.

A wild card takes any rank and suit, also one that the hand holds already: five of a kind is the best of all hands.
Below that no hand needs a card twice, so that each is written as five different cards, to be compared like any other.
"""

from collections.abc import Iterator, Sequence

from burncard.rules.cards import RANKS, SUITS, Card, rank_value

FIVE = 5
HIGH_TO_LOW = RANKS[::-1]
STRAIGHTS = tuple((HIGH_TO_LOW + "A")[top : top + FIVE] for top in range(10))
GROUPS = ((4,), (3, 2), (3,), (2,))  # so many cards of one rank; the rest of the hand is its highest other cards


def five_of_a_kind(naturals: Sequence[Card], wild: int) -> int | None:
    """The highest rank of which a hand has five, as a value from 2 to 14; None where it has not."""
    ranks = [card[0] for card in naturals]
    held = [rank for rank in HIGH_TO_LOW if ranks.count(rank) + wild >= FIVE]
    return rank_value(Card(held[0] + SUITS[0])) if held else None


def possible_hands(naturals: Sequence[Card], wild: int) -> Iterator[tuple[Card, ...]]:
    """Hands of five that natural cards and at least one wild card can make; the best is among them."""
    for suit in SUITS:
        suited = {card[0]: card for card in naturals if card[1] == suit}
        yield from _straight(suited, wild, suit)
        yield from _flush(suited, wild, suit)
    by_rank = {card[0]: card for card in naturals}
    for suit in SUITS[:2]:
        yield from _straight(by_rank, wild, suit)
    for sizes in GROUPS:
        yield from _groups(naturals, sizes, wild, FIVE - sum(sizes))


def _straight(held: dict[str, Card], wild: int, suit: str) -> Iterator[tuple[Card, ...]]:
    for ranks in STRAIGHTS:
        if sum(rank in held for rank in ranks) + wild >= FIVE:
            yield tuple(held.get(rank, Card(rank + suit)) for rank in ranks)


def _flush(held: dict[str, Card], wild: int, suit: str) -> Iterator[tuple[Card, ...]]:
    if len(held) + wild < FIVE:
        return
    filled = [rank for rank in HIGH_TO_LOW if rank not in held][:wild]
    ranks = sorted((*held, *filled), key=HIGH_TO_LOW.index)[:FIVE]
    yield tuple(Card(rank + suit) for rank in ranks)


def _groups(naturals: Sequence[Card], sizes: Sequence[int], wild: int, kickers: int) -> Iterator[tuple[Card, ...]]:
    """Hands with so many cards of one rank, so many of another, and the highest of the others."""
    if not sizes:
        if len(naturals) >= kickers:
            yield tuple(sorted(naturals, key=lambda card: HIGH_TO_LOW.index(card[0]))[:kickers])
        return
    size, *others = sizes
    for rank in HIGH_TO_LOW:
        held = [card for card in naturals if card[0] == rank][:size]
        lacking = size - len(held)
        if lacking <= wild:
            free = [Card(rank + suit) for suit in SUITS if Card(rank + suit) not in held]
            rest = [card for card in naturals if card[0] != rank]
            for more in _groups(rest, others, wild - lacking, kickers):
                yield (*held, *free[:lacking], *more)
