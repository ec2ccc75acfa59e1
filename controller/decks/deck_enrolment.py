"""Enrolling a deck: its cards are laid on the reader one by one, in the order of a new pack.

The technician lays each card of a sorted pack on any antenna, and the table shows which card is due. A tag read again
is ignored, and the last card can be undone.
"""

from collections.abc import Collection
from typing import Final

from burncard.controller.decks.decks import DeckError, Decks, alike_tags, check_whole, crowded_slots
from burncard.firmware_bridge.events import CARD_BEGINS, Scan
from burncard.rules.cards import JOKER, PACK, Card

NEW_PACK: Final[tuple[Card, ...]] = PACK
LAID_THERE: Final = 8
"""How much oftener than others an antenna is scanned on which the last card was laid."""


class DeckEnrolment:
    """A deck that is being enrolled. `order`: its cards, as they are laid."""

    def __init__(self, back: str, *, joker: bool) -> None:
        self.back = back
        self.order: tuple[Card, ...] = (*NEW_PACK, JOKER) if joker else NEW_PACK
        self._tags: dict[str, Card] = {}
        self._new: set[str] = set()
        self._heard_once_at: int | None = None
        self._laid_at: int | None = None
        self._asked = 0
        self._asked_at: dict[int, int] = {}

    @property
    def due(self) -> Card | None:
        """The card to lay next; None when the deck is complete."""
        return self.order[len(self._tags)] if len(self._tags) < len(self.order) else None

    @property
    def count(self) -> int:
        """Cards read so far."""
        return len(self._tags)

    @property
    def warnings(self) -> list[str]:
        """What is wrong with the tags laid so far: those that will often be missed together."""
        return [*crowded_slots(self._tags), *alike_tags(self._tags)]

    def take(self, scan: Scan) -> Card | None:
        """Takes a scan: a new tag in it is the card that is due, once it is heard for the second time.

        None if no tag is new, the deck is complete, or several are new at once, so that it is unknown which is which.
        """
        card = self.due
        new = {tag.uid for tag in scan.tags if not self._is_known(tag.uid)}
        heard_before, self._new = self._new, new or self._new
        self._heard_once_at = scan.antenna if new and self._heard_once_at != scan.antenna else None
        if card is None or len(new) != 1 or not new <= heard_before:
            return None
        self._tags[new.pop()] = card
        self._new, self._laid_at = set(), scan.antenna
        return card

    def next_antenna(self, among: Collection[int]) -> int:
        """The antenna of these to scan next: one that has just heard a new tag, again; or the one that was not scanned
        for the longest time, which the one where the last card was laid is soonest."""
        if self._heard_once_at is not None and self._heard_once_at in among:
            return self._heard_once_at
        self._asked += 1

        def overdue(antenna: int) -> int:
            age = self._asked - self._asked_at.get(antenna, 0)
            return age * LAID_THERE if antenna == self._laid_at else age

        antenna = max(sorted(among), key=overdue)
        self._asked_at[antenna] = self._asked
        return antenna

    def _is_known(self, uid: str) -> bool:
        """Whether a tag is no new card: a known one, or a phone's."""
        return uid in self._tags or not uid.startswith(CARD_BEGINS)

    def take_back(self) -> Card | None:
        """Undoes the last card, which was laid wrongly; the card that is due now."""
        if self._tags:
            self._tags.popitem()
        return self.due

    def finish(self, decks: Decks, after_hand: int = 0) -> list[str]:
        """Adds the deck to the table's decks; warnings about tags that will often be missed. Raises DeckError."""
        check_whole(self._tags)
        warnings = self.warnings
        decks.enrol(self.back, self._tags, after_hand)
        return warnings


class CardReplacement(DeckEnrolment):
    """One new card for a deck, in place of a damaged one. Cards that are enrolled already may lie about."""

    def __init__(self, back: str, card: Card, decks: Decks) -> None:
        super().__init__(back, joker=False)
        self.order = (card,)
        self._decks = decks

    @property
    def warnings(self) -> list[str]:
        """What is wrong with the tag among those of its deck."""
        known = {uid: self._decks.find(uid) for uid in self._decks.tags_of(self.back)}
        kept = {uid: one.card for uid, one in known.items() if one is not None and one.card != self.order[0]}
        deck = kept | self._tags
        new = [warning for warning in alike_tags(deck) if str(self.order[0]) in warning]
        return [*crowded_slots(deck), *new]

    def finish(self, decks: Decks, after_hand: int = 0) -> list[str]:
        """Puts the card in place of the damaged one; warnings. Raises DeckError."""
        if self.due is not None:
            raise DeckError("deck-incomplete", f"the new {self.due} has not been laid on the reader")
        warnings = self.warnings
        for uid, card in self._tags.items():
            decks.replace(self.back, card, uid)
        return warnings

    def _is_known(self, uid: str) -> bool:
        return super()._is_known(uid) or self._decks.find(uid) is not None
