"""Copied tags: one tag that answers in turn at two places which no card can be at in turn.

A card that is moved is heard at its old place, then at its new one. A copied tag goes on being heard at both. Such a
tag is never taken to have moved, and after a while it is reported. One card that lies still may also be heard by an
antenna two places away, in scan after scan; but in fewer of them than a card that lies there.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from burncard.controller.perception.chances import Antenna, Chances
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds

WEAK_DB: Final = 2.0
"""An answer that is no more above what is usually overheard may be overheard, or a ghost's."""
TORN_NS: Final = 1_500 * MS
"""A tag that was not heard at another place for so long is at one place again."""
TORN_RETURNS: Final = 2
"""A card that goes back to where it came from, as one returned to the pack and dealt again, returns once."""
ALARM_RETURNS: Final = 6
ALARM_NS: Final = 3 * SECOND
STEADY: Final = 0.6
"""A copy that lies at a place is heard by so many scans at least. One card is overheard two antennas away by fewer,
however often."""
STEADY_SCANS: Final = 10
"""One card may be overheard by a few scans in succession: only after so many of each place it is reported as copied."""


@dataclass(slots=True)
class _Trail:
    """Where one tag was last heard well, and how often it has returned to each place that it had left. `reads` of so
    many `scans`, by antenna."""

    antenna: Antenna
    began_ns: int
    turned_ns: int
    returns: Counter[Antenna] = field(default_factory=Counter)
    places: set[Antenna] = field(default_factory=set)
    reads: Counter[Antenna] = field(default_factory=Counter)
    scans: Counter[Antenna] = field(default_factory=Counter)

    def is_steady(self, antenna: Antenna, scans_min: int) -> bool:
        """Whether most scans of a place have heard it, and there were so many."""
        return self.scans[antenna] >= scans_min and self.reads[antenna] >= STEADY * self.scans[antenna]


class Copies:
    """The trail of each tag over places that are not next door to each other."""

    def __init__(self, chances: Chances) -> None:
        self._chances = chances
        self._neighbours = chances.neighbours
        self._trails: dict[str, _Trail] = {}

    def scanned(
        self, antenna: Antenna, heard: Mapping[str, float | None], now_ns: Nanoseconds, *, complete: bool = True
    ) -> None:
        """A scan has heard these tags, with their strengths in dBm, and no other if `complete`."""
        weak_dbm = self._chances.rates[antenna].cross.mean_dbm + WEAK_DB
        for uid, rssi_dbm in heard.items():
            if rssi_dbm is None or rssi_dbm >= weak_dbm:
                self._heard(uid, antenna, now_ns)
        for uid, trail in self._trails.items() if complete else ():
            if uid not in heard and antenna in trail.scans:
                trail.scans[antenna] += 1

    def torn_until(self, uid: str) -> Nanoseconds:
        """Until when a tag that was heard at one place, at another, and at both again may be a copy; 0: it was not."""
        trail = self._trails.get(uid)
        if trail is None or trail.returns.total() < TORN_RETURNS or self._two_places(trail) is None:
            return Nanoseconds(0)
        return Nanoseconds(trail.turned_ns + TORN_NS)

    def alarm(self, uid: str, now_ns: Nanoseconds) -> tuple[Antenna, Antenna] | None:
        """Two places of a tag that has gone to and fro for longer than any card does; its trail then begins anew."""
        trail = self._trails.get(uid)
        if trail is None or trail.returns.total() < ALARM_RETURNS or now_ns - trail.began_ns < ALARM_NS:
            return None
        places = self._two_places(trail, STEADY_SCANS)
        if places is not None:
            del self._trails[uid]
        return places

    def forget(self) -> None:
        """All cards are back in the pack."""
        self._trails.clear()

    # ---- inside --------------------

    def _heard(self, uid: str, antenna: Antenna, now_ns: Nanoseconds) -> None:
        trail = self._trails.setdefault(uid, _Trail(antenna, now_ns, now_ns))
        is_near = antenna == trail.antenna or antenna in self._neighbours[trail.antenna]
        if not is_near:
            if now_ns - trail.turned_ns > TORN_NS:
                trail = self._trails[uid] = _Trail(trail.antenna, now_ns, now_ns)
            trail.places.add(trail.antenna)
            trail.returns[antenna] += antenna in trail.places
            trail.antenna, trail.turned_ns = antenna, now_ns
        trail.reads[antenna] += 1
        trail.scans[antenna] += 1

    def _two_places(self, trail: _Trail, scans_min: int = 1) -> tuple[Antenna, Antenna] | None:
        """The two places of a copied tag: two at which it is heard steadily, or that lie too far apart for one card. It
        has returned to both: where it lay before it was dealt is neither."""
        for other in sorted(place for place in trail.places - {trail.antenna} if trail.returns[place]):
            is_far = not set(self._neighbours[other]) & set(self._neighbours[trail.antenna])
            if is_far or (trail.is_steady(other, scans_min) and trail.is_steady(trail.antenna, scans_min)):
                return trail.antenna, other
        return None
