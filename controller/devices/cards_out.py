"""Where cards still lie that should be in the pack: after a hand, and beside a pack that is short."""

from collections import Counter
from collections.abc import Callable

from burncard.controller.decks.decks import Decks
from burncard.controller.devices.card_watch import CardWatch
from burncard.firmware_bridge.driver import Nanoseconds
from burncard.rules.cards import Zone


class CardsOut:
    """The cards that are heard on one table. Places and numbers only: no card is named."""

    def __init__(self, watch: CardWatch, decks: Decks, now: Callable[[], Nanoseconds]) -> None:
        self._watch = watch
        self._decks = decks
        self._now = now

    def by_zone(self) -> dict[Zone, int]:
        """How many cards are heard where."""
        places = map(self._watch.where, self._watch.resting(self._now()))
        return dict(sorted(Counter(place for place in places if place is not None).items()))

    def of_another_deck(self, back: str) -> list[Zone]:
        """Where cards are heard that have another back."""
        places: set[Zone] = set()
        for uid in self._watch.resting(self._now()):
            known, place = self._decks.find(uid), self._watch.where(uid)
            if known is not None and place is not None and known.back != back:
                places.add(place)
        return sorted(places)

    def whereabouts(self, uid: str) -> Zone | None:
        """Where a tag is heard; None if it is not."""
        return self._watch.where(uid) if uid in self._watch.resting(self._now()) else None
