"""What is known of the pack in play: its size, and cards in it that are not to be dealt."""

from collections.abc import Iterable

import msgspec

from burncard.rules.cards import JOKER, WILD, Card
from burncard.rules.facts import Hand


def wild_cards(fact: Hand) -> frozenset[Card]:
    """The cards of the pack that are wild: those named, and beside them the joker that the hand is played with."""
    return frozenset((*fact.wild, JOKER)) if fact.wild else frozenset()


class PackInPlay(msgspec.Struct):
    """The pack of one hand. `size`: its cards, 53 with a joker that the game uses. `wild`: those that are wild.

    `boxed_count`: boxed cards found so far. `boxed`: those seen face up in the undealt pack. `strangers`: jokers that
    the game does not use, and cards with another back, seen there. `unknown_tags`: tags of no deck that were read, or
    the zones where they lie if they have no id.
    """

    size: int
    wild: frozenset[Card] = frozenset()
    boxed_count: int = 0
    boxed: set[Card] = set()
    strangers: set[Card] = set()
    unknown_tags: set[str] = set()

    @property
    def has_joker(self) -> bool:
        """Whether the joker is one of the pack's cards."""
        return self.size == 53

    def counts_as(self, card: Card) -> Card:
        """The card that one of the pack is when hands are compared: itself, or wild."""
        return WILD if card in self.wild else card

    def all_count_as(self, cards: list[Card]) -> list[Card]:
        """The same for several cards."""
        return [self.counts_as(card) for card in cards] if self.wild else cards

    def lies_boxed(self, cards: Iterable[Card]) -> None:
        """Cards were seen face up in the pack before the deal."""
        self.boxed.update(cards)
        self.boxed_count = len(self.boxed)
