"""Which ids were read rightly, on a line whose replies have no checksum: a damaged digit must not make a tag.

A new id counts once it was read at the same antenna again and again, more often while the line damages replies. It goes
on counting until the antenna has missed it for a while, since a card at rest is silent for moments.
"""

from dataclasses import dataclass

from burncard.firmware_bridge.driver import SECOND, Nanoseconds

NEEDED, NEEDED_ON_A_BAD_LINE = 2, 4
"""Reads in a row until an id counts."""
BAD_FOR_NS = 60 * SECOND
"""How long a line counts as a bad one after it has damaged a reply. Our choice."""
FORGOTTEN_AFTER_NS = 1 * SECOND
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
        self._damaged_ns: int | None = None

    def damaged(self, now_ns: Nanoseconds) -> None:
        """The line has damaged a reply."""
        self._damaged_ns = now_ns

    def read(self, antenna: int, uids: frozenset[str], now_ns: Nanoseconds, *, whole: bool) -> bool:
        """An antenna has read these ids, and no others if the reply was `whole`. Returns whether all of them count.

        An id that does not count yet may be a misread one, which is then not missing.
        """
        bad = self._damaged_ns is not None and now_ns - self._damaged_ns < BAD_FOR_NS
        needed = NEEDED_ON_A_BAD_LINE if bad else NEEDED
        for uid in uids:
            seen = self._sighted.setdefault((antenna, uid), _Sighted())
            seen.missed_since_ns, seen.times = None, seen.times + 1
            seen.counts = seen.counts or seen.times >= needed
        certain = all(self._sighted[antenna, uid].counts for uid in uids)
        if whole:
            self._miss(antenna, uids, now_ns, certain=certain)
        return certain

    def _miss(self, antenna: int, uids: frozenset[str], now_ns: Nanoseconds, *, certain: bool) -> None:
        for place in [place for place in self._sighted if place[0] == antenna and place[1] not in uids]:
            seen = self._sighted[place]
            if seen.missed_since_ns is None:
                seen.missed_since_ns = now_ns
            if not seen.counts or (certain and now_ns - seen.missed_since_ns >= FORGOTTEN_AFTER_NS):
                del self._sighted[place]
