"""Enrolling a deck: its cards are laid on the reader one by one, in the order of a new pack.

The technician takes a sorted pack, lays each card on any antenna, and the table says which card it takes it for; a card
read again is no news, and the last one can be taken back.
"""

from typing import Final

from burncard.controller.decks.decks import Decks, check_whole
from burncard.firmware_bridge.events import TagRead
from burncard.rules.cards import JOKER, PACK, Card

NEW_PACK: Final[tuple[Card, ...]] = PACK


class DeckEnrolment:
    """One deck on its way to be enrolled."""

    def __init__(self, back: str, *, joker: bool) -> None:
        self.back = back
        self._cards = (*NEW_PACK, JOKER) if joker else NEW_PACK
        self._tags: dict[str, Card] = {}

    @property
    def due(self) -> Card | None:
        """The card to be laid down next; None when the deck is complete."""
        return self._cards[len(self._tags)] if len(self._tags) < len(self._cards) else None

    @property
    def count(self) -> int:
        """Cards read so far."""
        return len(self._tags)

    def take(self, read: TagRead) -> Card | None:
        """A tag is read; the card that it is taken for, None if it is no news or the deck is complete."""
        card = self.due
        if card is None or read.uid in self._tags:
            return None
        self._tags[read.uid] = card
        return card

    def take_back(self) -> Card | None:
        """The card read last was laid down wrongly; which one is due again."""
        if self._tags:
            self._tags.popitem()
        return self.due

    def finish(self, decks: Decks) -> list[str]:
        """Adds the deck to the others; warnings about tags that will often be missed. Raises DeckError."""
        check_whole(self._tags)
        return decks.enrol(self.back, self._tags)
