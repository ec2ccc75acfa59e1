"""Where cards still lie that should be in the pack: after a hand, and beside a pack that is short."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from burncard.controller.decks.decks import Decks
from burncard.controller.devices.card_watch import UNHEARD_MAX, CardWatch
from burncard.controller.perception.places import Place
from burncard.firmware_bridge.driver import SECOND, Nanoseconds
from burncard.firmware_bridge.events import Scan
from burncard.rules.cards import Zone

GONE_NS: Final = 1 * SECOND
BACK: Final = 2
"""A card that has gone lies at its old place again once so many scans in succession hear it there. Until then it may
be overheard in the pack, which the dealer shuffles next door."""


@dataclass(slots=True)
class _Gone:
    """A card that has gone from its place; `heard`: how many scans in succession have heard it there since."""

    place: Place
    heard: int = 0


class CardsOut:
    """The cards that lie on one table, as far as has been heard. Places and numbers only: no card is named."""

    def __init__(self, watch: CardWatch, decks: Decks, now: Callable[[], Nanoseconds]) -> None:
        self._watch = watch
        self._decks = decks
        self._now = now
        self._gone: dict[str, _Gone] = {}

    def scanned(self, scan: Scan) -> None:
        """Takes a scan of an antenna under a zone, after the watch has taken it."""
        heard = {tag.uid for tag in scan.tags}
        for uid, tag in self._watch.perception.beliefs.at(scan.antenna).items():
            if tag.home is None:
                continue
            if self._is_silent(tag.home):
                self._gone[uid] = _Gone(tag.home)
            elif (gone := self._gone.get(uid)) is not None and (uid in heard or scan.complete):
                gone.heard = gone.heard + 1 if uid in heard else 0
                if gone.heard >= BACK or gone.place is not tag.home:
                    del self._gone[uid]

    def by_zone(self) -> dict[Zone, int]:
        """How many cards lie where."""
        return dict(sorted(Counter(self._lying().values()).items()))

    def of_another_deck(self, back: str) -> list[Zone]:
        """Where cards lie that have another back."""
        known = ((self._decks.find(uid), place) for uid, place in self._lying().items())
        return sorted({place for card, place in known if card is not None and card.back != back})

    def whereabouts(self, uid: str) -> Zone | None:
        """Where a tag lies; None if it does not lie on the table."""
        return self._lying().get(uid)

    @property
    def are_none(self) -> bool:
        """Whether no card lies on the table."""
        return not self._lying()

    # ---- inside --------------------

    def _lying(self) -> dict[str, Zone]:
        """Where each card lies, by its tag."""
        tags = self._watch.perception.beliefs.tags
        homes = ((uid, tag.home, self._watch.where(uid)) for uid, tag in tags.items())
        return {
            uid: zone
            for uid, home, zone in homes
            if home is not None and zone is not None and not self._is_silent(home) and not self._has_gone(uid, home)
        }

    def _has_gone(self, uid: str, home: Place) -> bool:
        gone = self._gone.get(uid)
        return gone is not None and gone.place is home

    def _is_silent(self, place: Place) -> bool:
        """Whether a card has been silent for so long that it hardly lies at its place still."""
        looked_ns, beliefs = self._watch.looked_ns(self._now()), self._watch.perception.beliefs
        if place.missed_ns is None or looked_ns - place.missed_ns < GONE_NS:
            return False
        return beliefs.missed(place.antenna, place.height, place.misses) <= UNHEARD_MAX
