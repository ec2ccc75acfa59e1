"""What each antenna has heard in the last minute, for the technician: of the cards that lie there, and of others."""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from burncard.controller.calibration.tallies import Heard
from burncard.controller.perception.beliefs import Beliefs
from burncard.firmware_bridge.driver import SECOND
from burncard.firmware_bridge.events import Scan

Antenna = int

PART_NS: Final = 10 * SECOND
PARTS: Final = 6
TAGS_MAX: Final = 512
MISSES_MAX: Final = 32
"""A card that so many scans of its place have missed has left: they say nothing of the antenna."""


@dataclass(slots=True)
class _Part:
    """Ten seconds at one antenna. `others`: reads of cards that lie at other antennas."""

    since_ns: int
    own: Heard = field(default_factory=Heard)
    others: Counter[Antenna] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Figures:
    """One antenna in the last minute. `shares`: of the scans that heard a card that lies there, ten seconds at a time,
    the oldest first; None where no card lay there. `other`: the antenna whose cards it heard most, if it did."""

    antenna: Antenna
    own: Heard
    shares: tuple[float | None, ...]
    other: Antenna | None


class Hearing:
    """The last minute at every antenna."""

    def __init__(self) -> None:
        self._parts: dict[Antenna, deque[_Part]] = {}
        self._missed: dict[tuple[Antenna, str], int] = {}

    def take(self, scan: Scan, beliefs: Beliefs) -> None:
        """Takes a scan that the beliefs have taken. Scans that missed a card count once it is heard again."""
        if not scan.complete or scan.antenna not in beliefs.chances.neighbours:
            return  # the layout has no such antenna
        part = self._part(scan.antenna, scan.ended_ns)
        here, heard = beliefs.at(scan.antenna), {tag.uid: tag.rssi_dbm for tag in scan.tags}
        for uid in here:
            missed = self._missed.pop((scan.antenna, uid), 0)
            if uid not in heard:
                self._missed[scan.antenna, uid] = missed + 1
                continue
            for _ in range(missed if missed <= MISSES_MAX else 0):
                part.own.add(False, None)
            part.own.add(True, heard[uid])
        if len(self._missed) > TAGS_MAX:
            self._missed.clear()
        for uid in heard.keys() - here.keys():
            other = beliefs.tags.get(uid)
            if other is not None and other.home_antenna is not None:
                part.others[other.home_antenna] += 1

    def figures(self, now_ns: int) -> Iterator[Figures]:
        """Every antenna that was scanned in the last minute."""
        newest = now_ns - now_ns % PART_NS
        for antenna, parts in sorted(self._parts.items()):
            known = {part.since_ns: part for part in parts if part.since_ns > newest - PARTS * PART_NS}
            if not known:
                continue
            times = range(newest - (PARTS - 1) * PART_NS, newest + 1, PART_NS)
            owns = [known[since].own if since in known else Heard() for since in times]
            own, others = Heard(), Counter[Antenna]()
            for part in known.values():
                own = own.plus(part.own)
                others.update(part.others)
            shares = tuple(one.rate if one.scans else None for one in owns)
            yield Figures(antenna, own, shares, others.most_common(1)[0][0] if others else None)

    def _part(self, antenna: Antenna, at_ns: int) -> _Part:
        since_ns = at_ns - at_ns % PART_NS
        parts = self._parts.setdefault(antenna, deque(maxlen=PARTS))
        if not parts or parts[-1].since_ns != since_ns:
            parts.append(_Part(since_ns))
        return parts[-1]
