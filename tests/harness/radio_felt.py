"""A felt over antennas, as physics has it: which tags one scan of an antenna hears.

Written from what rooms measure, not from what the product expects: piles shadow their tags, cards lie across two zones,
pass over antennas on their way, fall silent for a moment, are first heard late, and ghosts answer. `QUALITIES` names
how bad each of these is.
"""

from dataclasses import dataclass
from random import Random
from typing import Final

from burncard.firmware_bridge.driver import MS, SECOND
from burncard.hardware.layout import Layout

PILE_MAX: Final = 6
SETUP_NS: Final = 9 * MS
FIRST_TAGS_NS: Final = 5 * MS
TAG_NS: Final = 8_200_000
"""A cycle of 16 slots: about 14 ms for one tag, 19 for two, 39 for five, 82 for ten."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How badly a radio hears. Chances are for one scan, or for one card that is put down.

    `miss`: by height in the pile. `silence_every_s`: how often a resting card falls silent, for up to 300 ms; 0: never.
    `edge`: a card lies between two zones. `late`: it is first heard up to 1 s after it came to rest.
    """

    miss: tuple[float, ...]
    silence_every_s: float
    cross_read: float
    edge: float
    late: float
    passing: float
    ghost: float
    measures_strength: bool = True


QUALITIES: Final = {
    "perfect": Quality((0.0,) * PILE_MAX, 0, 0, 0, 0, 0, 0),
    "good": Quality((0.003, 0.006, 0.03, 0.08, 0.15, 0.25), 66, 0.002, 0.005, 0.003, 0.01, 1e-6),
    "typical": Quality((0.01, 0.02, 0.10, 0.20, 0.35, 0.50), 20, 0.02, 0.02, 0.01, 0.03, 5e-5),
    "poor": Quality((0.05, 0.10, 0.25, 0.40, 0.55, 0.70), 4, 0.08, 0.06, 0.05, 0.10, 5e-4),
}
DEALERS_SIDE: Final = ("board", "burn", "muck", "aside", "stub")


@dataclass(slots=True)
class Tag:
    """Where one tag lies. `edge`: the antenna next door that hears it as well. `passed`: an antenna, from, until."""

    antenna: int
    height: int
    edge: int | None
    heard_from_ns: int
    passed: tuple[int, int, int] | None
    silent_from_ns: int
    silent_until_ns: int


def neighbours_of(layout: Layout) -> dict[int, tuple[int, ...]]:
    """The antennas that may hear an antenna's cards: those next to it, at the seats or before the dealer."""
    rows: list[list[int | None]] = [
        [layout.antenna_of(f"seat:{seat}") for seat in range(1, 11)],
        [layout.antenna_of(zone) for zone in DEALERS_SIDE],
    ]
    found: dict[int, tuple[int, ...]] = {}
    for row in rows:
        for index, antenna in enumerate(row):
            if antenna is not None:
                beside = row[max(0, index - 1) : index] + row[index + 1 : index + 2]
                found[antenna] = tuple(other for other in beside if other is not None)
    return found


class RadioFelt:
    """The tags on one table's felt. `all_tags`: those that a ghost may be."""

    def __init__(self, quality: Quality, layout: Layout, all_tags: list[str], rng: Random) -> None:
        self.tags: dict[str, Tag] = {}
        self._quality = quality
        self._neighbours = neighbours_of(layout)
        self._all_tags = all_tags
        self._rng = rng

    def put(self, uid: str, antenna: int, now_ns: int) -> None:
        """A card comes to rest over an antenna, on top of those that lie there."""
        self.lift(uid)
        rng, quality = self._rng, self._quality
        beside = self._neighbours[antenna]
        passed = None
        if rng.random() < quality.passing:
            way = [other for other in self._neighbours if other != antenna]
            passed = (rng.choice(way), now_ns - rng.randrange(100, 200) * MS, now_ns - 50 * MS)
        self.tags[uid] = Tag(
            antenna,
            height=sum(tag.antenna == antenna for tag in self.tags.values()),
            edge=rng.choice(beside) if beside and rng.random() < quality.edge else None,
            heard_from_ns=now_ns + (rng.randrange(SECOND) if rng.random() < quality.late else 0),
            passed=passed,
            silent_from_ns=self._next_silence_ns(now_ns),
            silent_until_ns=now_ns,
        )

    def lift(self, uid: str) -> None:
        """A card is taken off the felt; those above it sink."""
        gone = self.tags.pop(uid, None)
        if gone is not None:
            for tag in self.tags.values():
                tag.height -= tag.antenna == gone.antenna and tag.height > gone.height

    def scan(self, antenna: int, now_ns: int) -> dict[str, float | None]:
        """The tags that a scan ending now hears, with their strengths in dBm."""
        heard: dict[str, float | None] = {}
        for uid, tag in self.tags.items():
            rssi_dbm = self._answer(tag, antenna, now_ns)
            if rssi_dbm is not None:
                heard[uid] = rssi_dbm if self._quality.measures_strength else None
        if self._rng.random() < self._quality.ghost:
            heard[self._rng.choice(self._all_tags)] = -65.0 if self._quality.measures_strength else None
        return heard

    def duration_ns(self, antenna: int) -> int:
        """How long a scan of an antenna takes, by the tags that lie there."""
        count = sum(tag.antenna == antenna for tag in self.tags.values())
        return max(SETUP_NS + FIRST_TAGS_NS * min(count, 3), TAG_NS * count)

    # ---- inside --------------------

    def _answer(self, tag: Tag, antenna: int, now_ns: int) -> float | None:
        rng, quality = self._rng, self._quality
        if tag.passed is not None and tag.passed[0] == antenna and tag.passed[1] <= now_ns <= tag.passed[2]:
            return rng.gauss(-53, 5) if rng.random() < 0.6 else None
        if now_ns < tag.heard_from_ns or self._is_silent(tag, now_ns):
            return None
        read = 1 - quality.miss[min(tag.height, PILE_MAX - 1)]
        if tag.edge is not None and antenna in (tag.antenna, tag.edge):
            chance, mean_dbm = (0.75, -51.0) if antenna == tag.antenna else (0.55, -54.0)
            return rng.gauss(mean_dbm, 5) if rng.random() < chance * read else None
        if antenna == tag.antenna:
            return rng.gauss(-45 - min(tag.height, PILE_MAX), 4) if rng.random() < read else None
        if antenna in self._neighbours[tag.antenna]:
            return rng.gauss(-62, 5) if rng.random() < quality.cross_read else None
        return None

    def _is_silent(self, tag: Tag, now_ns: int) -> bool:
        if now_ns >= tag.silent_from_ns:
            tag.silent_until_ns = tag.silent_from_ns + self._rng.randrange(1, 300) * MS
            tag.silent_from_ns = self._next_silence_ns(tag.silent_until_ns)
        return now_ns < tag.silent_until_ns

    def _next_silence_ns(self, now_ns: int) -> int:
        every_s = self._quality.silence_every_s
        return now_ns + int(self._rng.expovariate(1 / every_s) * SECOND if every_s else 1e18)
