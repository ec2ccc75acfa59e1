"""Enrolling a deck: its cards are laid on the reader one by one, in the order of a new pack.

The technician lays each card of a sorted pack on any antenna, and the table shows which card is due. A tag read again
is ignored, and the last card can be undone.
"""

from typing import Final

from burncard.controller.decks.decks import Decks, check_whole
from burncard.firmware_bridge.events import TagRead
from burncard.rules.cards import JOKER, PACK, Card

NEW_PACK: Final[tuple[Card, ...]] = PACK


class DeckEnrolment:
    """A deck that is being enrolled."""

    def __init__(self, back: str, *, joker: bool) -> None:
        self.back = back
        self._cards = (*NEW_PACK, JOKER) if joker else NEW_PACK
        self._tags: dict[str, Card] = {}

    @property
    def due(self) -> Card | None:
        """The card to lay next; None when the deck is complete."""
        return self._cards[len(self._tags)] if len(self._tags) < len(self._cards) else None

    @property
    def count(self) -> int:
        """Cards read so far."""
        return len(self._tags)

    def take(self, read: TagRead) -> Card | None:
        """Takes a tag for the card that is due; None if the tag is known already or the deck is complete."""
        card = self.due
        if card is None or read.uid in self._tags:
            return None
        self._tags[read.uid] = card
        return card

    def take_back(self) -> Card | None:
        """Undoes the last card, which was laid wrongly; the card that is due now."""
        if self._tags:
            self._tags.popitem()
        return self.due

    def finish(self, decks: Decks) -> list[str]:
        """Adds the deck to the table's decks; warnings about tags that will often be missed. Raises DeckError."""
        check_whole(self._tags)
        return decks.enrol(self.back, self._tags)
