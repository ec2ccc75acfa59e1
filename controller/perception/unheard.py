"""A card that is due, that nothing is heard of, and that may lie there all the same.

A later card that is heard shows that the one that is due was not dealt, or that it cannot be heard: its tag is dead, or
its antenna. A dealer's hands tell the two apart. Cards come at an even pace, so where a card was left out the next one
follows at once, and where one lies unheard there was time for it.
"""

from collections import deque
from statistics import median
from typing import Final

from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Antenna
from burncard.firmware_bridge.driver import MS

USUAL_NS: Final = 500 * MS
"""From one card to the next, until this dealer's pace is known."""
GAPS_MAX: Final = 15
ONE_MORE: Final = 1.55
ONE_MORE_BLIND: Final = 1.25
"""From how many usual gaps on one more card was dealt between two: anywhere, and where no card was ever heard."""
TWO_MORE: Final = 2.7
"""From here on the dealer may just as well have paused."""
PAUSE: Final = 3.0
SILENT_SCANS: Final = 3


class Unheard:
    """What is known of a dealer's pace, and of the antennas that hear cards."""

    def __init__(self, beliefs: Beliefs) -> None:
        self._beliefs = beliefs
        self._heard: set[Antenna] = set()
        self._left_out: set[Antenna] = set()
        self._gaps: deque[int] = deque([USUAL_NS], maxlen=GAPS_MAX)
        self._last: tuple[Antenna, int] | None = None
        self._began = False

    def heard(self, antenna: Antenna) -> None:
        """An antenna has heard a card."""
        self._heard.add(antenna)

    def told(self, antenna: Antenna, first_ns: int) -> None:
        """A card of the pack has come in order, and was first heard at that moment."""
        if self._last is not None and self._last[0] != antenna:
            gap_ns = first_ns - self._last[1]
            if 0 < gap_ns < PAUSE * median(self._gaps):
                self._gaps.append(gap_ns)
        self._last, self._began = (antenna, first_ns), True

    def left_out(self, due: Antenna | None) -> None:
        """A card has come out of order, one having been due there: what comes next says nothing of the pace."""
        self._last, self._began = None, True
        if due is not None:
            self._left_out.add(due)

    def forget(self) -> None:
        """A new hand begins."""
        self._last, self._began = None, False

    def is_blind(self, antenna: Antenna) -> bool:
        """Whether no card has ever been heard at a place, or all that lie there have fallen silent."""
        places = [tag.home for tag in self._beliefs.at(antenna).values() if tag.home is not None]
        if places:
            return all(place.misses >= SILENT_SCANS for place in places)
        return antenna not in self._heard

    def may_lie_at(self, due: Antenna, later_ns: int) -> bool:
        """Whether the card that is due may lie at its place unheard, a later one having been heard at that moment."""
        suspect = self._beliefs.at(due) or not self._began or due in self._left_out
        if suspect and self.is_blind(due):
            return True
        if self._last is None:
            return False
        gaps = (later_ns - self._last[1]) / median(self._gaps)
        return ONE_MORE < gaps < TWO_MORE if due in self._heard else ONE_MORE_BLIND < gaps < PAUSE
