"""A card that is due, that nothing is heard of, and that may lie there all the same.

A later card that is heard shows that the one that is due was not dealt, or that it cannot be heard: its tag is dead, or
its antenna. A dealer's hands tell the two apart. Cards come at an even pace, so where a card was left out the next one
follows at once, and where one lies unheard there was time for it.
"""

from collections import deque
from collections.abc import Collection, Iterable
from statistics import median
from typing import Final

from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Antenna
from burncard.firmware_bridge.driver import MS, SECOND

USUAL_NS: Final = 500 * MS
"""From one card to the next, until this dealer's pace is known."""
GAPS_MAX: Final = 15
ONE_MORE: Final = 1.55
ONE_MORE_BLIND: Final = 1.25
"""From how many usual gaps on one more card was dealt between two: anywhere, and where no card was ever heard."""
TWO_MORE: Final = 2.7
"""From here on the dealer may just as well have paused."""
PAUSE: Final = 3.0
STALLED: Final = 2.0
"""From so many usual gaps on without a card where the next one is due, it may well have been dealt elsewhere."""
SILENT_SCANS: Final = 3
GLIMPSED_NS: Final = 3 * SECOND
"""For so long a card that was heard once is remembered: it may lie where hardly any antenna hears it."""


class Unheard:
    """What is known of a dealer's pace, and of the antennas that hear cards."""

    def __init__(self, beliefs: Beliefs) -> None:
        self._beliefs = beliefs
        self._heard: set[Antenna] = set()
        self._left_out: set[Antenna] = set()
        self._gaps: deque[int] = deque([USUAL_NS], maxlen=GAPS_MAX)
        self._last: tuple[Antenna, int] | None = None
        self._began = False
        self._glimpses: dict[str, tuple[Antenna, int]] = {}
        self._scanned_ns = 0

    def scanned(self, antenna: Antenna, heard: Iterable[str], ended_ns: int) -> None:
        """One scan of an antenna."""
        self._scanned_ns = ended_ns
        for uid in heard:
            tag = self._beliefs.tags.get(uid)
            if tag is not None and tag.home is None and tag.in_pack is None:
                self._glimpses[uid] = (antenna, ended_ns)

    def is_glimpsed(self, antenna: Antenna, leaving: Collection[Antenna]) -> bool:
        """Whether a card of the pack was heard at a place or next door lately, or one of the cards that are to leave
        their place was heard there: too seldom to be sure."""
        near = (antenna, *self._beliefs.chances.neighbours[antenna])
        for uid, (where, when_ns) in self._glimpses.items():
            tag = self._beliefs.tags.get(uid)
            is_in_pack = tag is None or (tag.home is None and tag.in_pack is None)
            if where in near and self._scanned_ns - when_ns < GLIMPSED_NS and is_in_pack:
                return True
        tags = (tag for tag in self._beliefs.unsettled() if tag.home_antenna in leaving)
        return any(antenna in tag.candidates and tag.candidates[antenna].reads for tag in tags)

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

    def waits(self) -> None:
        """No card is due: the time until the next one says nothing of the pace."""
        self._last = None

    def is_stalled(self, now_ns: int) -> bool:
        """Whether a dealer of this pace would have dealt the next card by now, and it is not heard where it is due."""
        return self._last is not None and now_ns - self._last[1] > STALLED * median(self._gaps)

    def left_out(self, due: Antenna | None) -> None:
        """A card has come out of order, one having been due there: what comes next says nothing of the pace."""
        self._last, self._began = None, True
        if due is not None:
            self._left_out.add(due)

    def forget(self) -> None:
        """A new hand begins."""
        self._last, self._began = None, False
        self._glimpses.clear()

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

    def had_time(self, missed_ns: int) -> bool:
        """Whether a dealer of this pace, who has not paused, dealt one more card before a later one, which did not lie
        at its place yet at that moment."""
        if self._last is None:
            return False
        return ONE_MORE_BLIND < (missed_ns - self._last[1]) / median(self._gaps) < TWO_MORE
