"""Tags of the deck in play that were not heard for hands: probably dead. A card that is due may be one of them."""

from collections.abc import Collection, Iterable
from typing import Final

BY_CHANCE: Final = 0.001
"""A tag is mute if it was not heard in so many hands that this is as unlikely by chance."""
DEAD: Final = 1e-7
"""The technician is told of a tag that has been silent for so long that this is as unlikely by chance."""


class Mute:
    """The tags of the decks of one table, hand by hand. How many of a deck are heard in a hand, of those that are dealt
    and of those in the pack, depends on the game and on the antennas; so it is counted."""

    def __init__(self) -> None:
        self._deck: frozenset[str] = frozenset()
        self._heard: set[str] = set()
        self._unheard: dict[str, float] = {}  # the chance that each was not heard for as long as it was not

    def scanned(self, heard: Iterable[str]) -> None:
        """A scan has heard these tags."""
        self._heard.update(heard)

    def new_hand(self, deck: Collection[str]) -> None:
        """A hand begins with these cards in its pack; the last one is over."""
        missed = 1 - len(self._heard & self._deck) / max(1, len(self._deck))
        for uid in self._deck:
            self._unheard[uid] = 1.0 if uid in self._heard else self._unheard.get(uid, 1.0) * missed
        self._deck = frozenset(deck)
        self._heard.clear()

    def share(self) -> float:
        """How many of the cards of the deck in play are mute, and were not heard in this hand either, of all."""
        mute = sum(self._unheard.get(uid, 1.0) < BY_CHANCE for uid in self._deck - self._heard)
        return mute / max(1, len(self._deck))

    def dead(self, deck: Collection[str]) -> int:
        """How many tags of a deck are hardly alive."""
        return sum(self._unheard.get(uid, 1.0) < DEAD and uid not in self._heard for uid in deck)

    def is_any(self) -> bool:
        """Whether there is such a card."""
        return self.share() > 0
