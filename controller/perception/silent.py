"""The cards in play that are not heard where they lay: taken away, or silent for a moment."""

from collections.abc import Collection, Iterator
from typing import Final

from burncard.controller.perception.beliefs import Beliefs, Place
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.polling import Polling
from burncard.firmware_bridge.driver import MS, SECOND

SOUGHT_NS: Final = 3 * SECOND
"""A card that is not heard at its place any more is looked for where cards are thrown, for so long."""
UNSURE_NS: Final = 500 * MS
LEFT_NS: Final = 100 * MS
LEFT_MAX: Final = 0.05
THROWN_NS: Final = 300 * MS
SOUGHT_SCANS: Final = 3
"""A card that was taken lies where it was thrown after so long, and is heard there in one of so many scans."""


class Silent:
    """What the silence of cards in play says, at one moment."""

    def __init__(self, beliefs: Beliefs, polling: Polling) -> None:
        self._beliefs = beliefs
        self._polling = polling

    def sought(self, now_ns: int) -> Iterator[Place]:
        """The places of cards that fell silent lately, and may have been thrown in."""
        return self._lately(now_ns, SOUGHT_NS)

    def unsure(self, now_ns: int) -> bool:
        """Whether a card was just missed at its place."""
        return any(self._lately(now_ns, UNSURE_NS))

    def has_left(self, place: Place) -> bool:
        """Whether a card that lies so high in its pile would hardly have been missed so often."""
        return self._beliefs.chances.rates[place.antenna].miss(place.height) ** place.misses < LEFT_MAX

    def is_gone(self, leaving: Collection[Antenna]) -> bool:
        """Whether a card that is to leave one of these places lies there no more."""
        return any(place.antenna in leaving and self.has_left(place) for place in self._beliefs.silent())

    def is_away(self, leaving: Collection[Antenna], now_ns: int) -> bool:
        """Whether a card that is to leave one of these places is silent, where cards do not lie in heaps."""
        silent = (place for place in self._beliefs.silent() if place.antenna in leaving)
        return any(
            place.antenna not in self._polling.rest and now_ns - (place.missed_ns or now_ns) > LEFT_NS
            for place in silent
        )

    def is_astray(self, kept: Collection[Antenna], now_ns: int) -> bool:
        """Whether a card has left one of these places, and was not looked for enough where cards are thrown."""
        places = (place for place in self.sought(now_ns) if place.antenna in kept)
        return any(self.has_left(place) and not self._was_sought(place, now_ns) for place in places)

    def _lately(self, now_ns: int, within_ns: int) -> Iterator[Place]:
        for place in self._beliefs.silent():
            if place.antenna not in self._polling.rest and now_ns - (place.missed_ns or 0) < within_ns:
                yield place

    def _was_sought(self, place: Place, now_ns: int) -> bool:
        """Whether a card that is missed would have been heard by now where cards are thrown."""
        thrown_ns = (place.missed_ns or 0) + THROWN_NS
        return now_ns > thrown_ns and all(
            self._polling.scans_since(antenna, thrown_ns) >= SOUGHT_SCANS
            for antenna in self._polling.rest & self._polling.there
        )
