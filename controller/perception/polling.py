"""Which antenna is scanned next: two scans of three go where they tell most, the others to whatever is most overdue."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from burncard.controller.perception.chances import Antenna
from burncard.firmware_bridge.driver import MS, Nanoseconds

DUE_NS: Final = 60 * MS
EARLY_NS: Final = 100 * MS
"""Where the next street begins: a card there must be heard before the action that ends the round is entered. And where
a second burn would come: it must be heard before the card after it."""
PLAY_NS: Final = 200 * MS
EMPTY_NS: Final = 300 * MS
EMPTY_SCANS: Final = 10
"""While cards are dealt, one may be dealt to an empty seat by mistake; a slow reader looks there once in ten scans."""
REST_NS: Final = 1_200 * MS
HELD_NS: Final = 500 * MS
"""Where the pack is laid down at times, and no card is heard now."""
LONGEST_NS: Final = 3_000 * MS
"""No antenna is left out for longer, however slow the reader is."""
HOT_PAUSE_NS: Final = 25 * MS
FRESH_NS: Final = 100 * MS
"""After so long a scan tells half of what it may tell: most cards that are missed are heard by the very next scan."""
ELSEWHERE: Final = 3
"""One of so many scans goes to whatever is most overdue."""
URGENT: Final = 100.0
"""From this weight on an antenna is scanned at once, and twice in a row: at a slow reader each scan counts."""
LONG: Final = 3
LONG_SHARE: Final = 10
"""A scan that takes so many times as long as most, such as of the pack, is made for a tenth of the time at most while
nothing asks for it and no card is due there. Once cards of the pack are due, the dealer takes it up."""
SCAN_MAX_NS: Final = 100 * MS
USUAL_SCAN_NS: Final = 30 * MS
RECENT_SCANS: Final = 32


class Polling:
    """The order of scans of one table's antennas. `rest`: the antennas where nothing is expected for most of a hand.

    `there`: the antennas that the reader has; `took_ns`: how long the last scan of each took.
    """

    def __init__(self, antennas: Iterable[Antenna], rest: Iterable[Antenna]) -> None:
        self.last_ns: dict[Antenna, int] = dict.fromkeys(antennas, -REST_NS)
        self._recent: dict[Antenna, deque[int]] = {antenna: deque(maxlen=RECENT_SCANS) for antenna in self.last_ns}
        self.rest = frozenset(rest)
        self.took_ns: dict[Antenna, int] = dict.fromkeys(self.last_ns, USUAL_SCAN_NS)
        self._last_took_ns = dict(self.took_ns)
        self._owed = dict.fromkeys(self.last_ns, 0)  # by antenna: each reader scans elsewhere in its own time
        self._scan_ns = 0
        self.limit(self.last_ns)

    def limit(self, antennas: Iterable[Antenna]) -> None:
        """The reader has only these antennas."""
        self.there = frozenset(self.last_ns).intersection(antennas) or frozenset(self.last_ns)

    def scanned(self, antenna: Antenna, ended_ns: Nanoseconds, took_ns: int, *, complete: bool = True) -> None:
        """A scan has ended. `complete`: it says something of the cards that it did not hear."""
        self._scan_ns = self.took_ns[antenna] = min(took_ns, SCAN_MAX_NS)
        self._last_took_ns[antenna] = took_ns
        self.last_ns[antenna] = ended_ns
        if complete:
            self._recent[antenna].append(ended_ns)

    def completed_ns(self, antenna: Antenna) -> int:
        """When an antenna was last scanned completely."""
        recent = self._recent[antenna]
        return recent[-1] if recent else -REST_NS

    def scans_since(self, antenna: Antenna, when_ns: int) -> int:
        """How often an antenna was scanned after a moment, up to `RECENT_SCANS`."""
        return sum(ended_ns > when_ns for ended_ns in self._recent[antenna])

    def scans_between(self, antenna: Antenna, from_ns: int, until_ns: int) -> int:
        """How often an antenna was scanned between two moments, as far as is remembered."""
        return sum(from_ns < ended_ns < until_ns for ended_ns in self._recent[antenna])

    def before(self, antenna: Antenna, when_ns: int, scans: int = 1) -> int:
        """When an antenna was last scanned before a moment, or so many `scans` before it."""
        earlier = [ended_ns for ended_ns in self._recent[antenna] if ended_ns < when_ns]
        return earlier[-scans] if scans <= len(earlier) else -REST_NS

    def next(
        self,
        now_ns: Nanoseconds,
        due: Collection[Antenna],
        hot: Mapping[Antenna, float],
        awake: Iterable[Antenna] = (),
        empty: Iterable[Antenna] = (),
        early: Iterable[Antenna] = (),
        laid: Iterable[Antenna] = (),
        among: Collection[Antenna] | None = None,
    ) -> Antenna:
        """The next antenna. `due`: where cards are awaited; `hot`: antennas that settle open questions, by weight;
        `awake`: antennas of rest at which something is expected now; `empty`: where nobody plays; `early`: where a
        street begins, while people act or it is dealt; `laid`: where the pack is laid at times; `among`: those that
        the reader may scan now."""
        usual_ns = max(1, sum(self._last_took_ns.values()) // len(self._last_took_ns))
        there = self.there if among is None else self.there.intersection(among) or self.there
        owed = 1 + max(self._owed[antenna] for antenna in there)
        self._owed.update(dict.fromkeys(there, owed))
        asked_for = hot.keys() & there
        is_urgent = any(hot[antenna] >= URGENT for antenna in asked_for)
        if asked_for and owed < ELSEWHERE + is_urgent:
            ends_ns = now_ns + self._scan_ns

            def told(antenna: Antenna) -> float:
                age_ns = ends_ns - self.last_ns[antenna]
                worth = hot[antenna] * age_ns / (age_ns + FRESH_NS)
                return worth * usual_ns / max(usual_ns, self._last_took_ns[antenna])

            ready = [each for each in asked_for if now_ns - self.last_ns[each] >= HOT_PAUSE_NS or hot[each] >= URGENT]
            if ready:
                return max(ready, key=told)
        self._owed.update(dict.fromkeys(there, max(0, owed - ELSEWHERE)))
        wanted_ns = dict.fromkeys(self.rest.difference(awake), REST_NS)
        wanted_ns.update(dict.fromkeys(laid, HELD_NS))
        empty_ns = max(EMPTY_NS, EMPTY_SCANS * self._scan_ns)
        wanted_ns.update(dict.fromkeys(empty, empty_ns))
        wanted_ns.update(dict.fromkeys(early, EARLY_NS))
        wanted_ns.update(dict.fromkeys(due, DUE_NS))

        def overdue(antenna: Antenna) -> tuple[bool, float]:
            age_ns, took_ns = now_ns - self.last_ns[antenna], self._last_took_ns[antenna]
            is_long = took_ns > LONG * usual_ns and antenna not in due and not (due and antenna in laid)
            every_ns = max(wanted_ns.get(antenna, PLAY_NS), LONG_SHARE * took_ns * is_long)
            return age_ns > max(LONGEST_NS, every_ns), age_ns / every_ns

        return max(sorted(there), key=overdue)
