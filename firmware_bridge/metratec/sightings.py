"""Which ids were read rightly, on a line whose replies have no checksum: a damaged digit must not make a tag.

On a line that has proved good an id counts at once. Until then a new id counts once it was read at the same antenna
again and again, more often after the line has damaged a reply. It goes on counting until the antenna has missed it for
a while, since a card at rest is silent for moments.
"""

from dataclasses import dataclass
from typing import Final

from burncard.firmware_bridge.driver import SECOND, Nanoseconds

NEEDED: Final = 2
NEEDED_ON_A_BAD_LINE: Final = 4
"""Reads in a row until an id counts."""
PROVED_AFTER: Final = 300
"""Inventories in a row without damage after which a line is a good one. Our choice: a line that damages one reply in a
hundred seems good for one spell of that length in twenty."""
FORGOTTEN_AFTER_NS: Final = 1 * SECOND
"""Our choice: longer than a card at rest is silent (under 0.3 s in the simulated radio)."""


@dataclass(slots=True)
class _Sighted:
    times: int = 0
    counts: bool = False
    missed_since_ns: int | None = None


class Sightings:
    """The ids that one reader has read, by antenna."""

    def __init__(self) -> None:
        self._sighted: dict[tuple[int, str], _Sighted] = {}
        self._undamaged = 0
        self._was_damaged = False

    @property
    def needed(self) -> int:
        """How often in a row a new id must be read now until it counts."""
        if self._undamaged >= PROVED_AFTER:
            return 1
        return NEEDED_ON_A_BAD_LINE if self._was_damaged else NEEDED

    def new_line(self) -> None:
        """Nothing is known of the line."""
        self._undamaged, self._was_damaged = 0, False

    def damaged(self) -> None:
        """The line has damaged a reply."""
        self._undamaged, self._was_damaged = 0, True

    def read(self, antenna: int, uids: frozenset[str], now_ns: Nanoseconds, *, whole: bool) -> frozenset[str]:
        """An antenna has read these ids, and no others if the reply was `whole`. Returns those that count.

        An id that does not count yet may be a misread one, which is then not missing.
        """
        needed = self.needed
        self._undamaged += whole
        for uid in uids:
            seen = self._sighted.setdefault((antenna, uid), _Sighted())
            seen.missed_since_ns, seen.times = None, seen.times + 1
            seen.counts = seen.counts or seen.times >= needed
        counting = frozenset(uid for uid in uids if self._sighted[antenna, uid].counts)
        if whole:
            self._miss(antenna, uids, now_ns, certain=counting == uids)
        return counting

    def _miss(self, antenna: int, uids: frozenset[str], now_ns: Nanoseconds, *, certain: bool) -> None:
        for place in [place for place in self._sighted if place[0] == antenna and place[1] not in uids]:
            seen = self._sighted[place]
            if seen.missed_since_ns is None:
                seen.missed_since_ns = now_ns
            if not seen.counts or (certain and now_ns - seen.missed_since_ns >= FORGOTTEN_AFTER_NS):
                del self._sighted[place]
