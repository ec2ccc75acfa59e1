"""Enrolling a deck: its cards are laid on the reader one by one, in the order of a new pack.

The technician lays each card of a sorted pack on any antenna, and the table shows which card is due. A tag read again
is ignored, and the last card can be undone.
"""

from typing import Final

from burncard.controller.decks.decks import Decks, check_whole
from burncard.firmware_bridge.events import Scan
from burncard.rules.cards import JOKER, PACK, Card

NEW_PACK: Final[tuple[Card, ...]] = PACK


class DeckEnrolment:
    """A deck that is being enrolled. `heard_once_at`: the antenna to scan again, for a tag that must be heard twice."""

    def __init__(self, back: str, *, joker: bool) -> None:
        self.back = back
        self._cards = (*NEW_PACK, JOKER) if joker else NEW_PACK
        self._tags: dict[str, Card] = {}
        self._new: set[str] = set()
        self.heard_once_at: int | None = None

    @property
    def due(self) -> Card | None:
        """The card to lay next; None when the deck is complete."""
        return self._cards[len(self._tags)] if len(self._tags) < len(self._cards) else None

    @property
    def count(self) -> int:
        """Cards read so far."""
        return len(self._tags)

    def take(self, scan: Scan) -> Card | None:
        """Takes a scan: a new tag in it is the card that is due, once it is heard for the second time.

        None if no tag is new, the deck is complete, or several are new at once, so that it is unknown which is which.
        """
        card = self.due
        new = {tag.uid for tag in scan.tags} - self._tags.keys()
        heard_before, self._new = self._new, new or self._new
        self.heard_once_at = scan.antenna if new and self.heard_once_at != scan.antenna else None
        if card is None or len(new) != 1 or not new <= heard_before:
            return None
        self._tags[new.pop()] = card
        self._new = set()
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
