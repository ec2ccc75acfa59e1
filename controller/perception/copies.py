"""Copied tags: one tag that answers in turn at two places which no card can be at in turn.

A card that is moved is heard at its old place, then at its new one. A copied tag goes on being heard at both. Such a
tag is never taken to have moved, and after a while it is reported.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from burncard.controller.perception.chances import Antenna
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds

WEAK_DBM: Final = -60.0
"""A weaker answer may be overheard, or a ghost's."""
TORN_NS: Final = 1_500 * MS
"""A tag that was not heard at another place for so long is at one place again."""
TORN_RETURNS: Final = 2
"""A card that goes back to where it came from, as one returned to the pack and dealt again, returns once."""
ALARM_RETURNS: Final = 6
ALARM_NS: Final = 3 * SECOND


@dataclass(slots=True)
class _Trail:
    """Where one tag was last heard well, and how often it has returned to a place that it had left."""

    antenna: Antenna
    began_ns: int
    turned_ns: int
    returns: int = 0
    places: set[Antenna] = field(default_factory=set)


class Copies:
    """The trail of each tag over places that are not next door to each other."""

    def __init__(self, neighbours: Mapping[Antenna, tuple[Antenna, ...]]) -> None:
        self._neighbours = neighbours
        self._trails: dict[str, _Trail] = {}

    def heard(self, uid: str, antenna: Antenna, rssi_dbm: float | None, now_ns: Nanoseconds) -> None:
        """A scan has heard a tag."""
        if rssi_dbm is not None and rssi_dbm < WEAK_DBM:
            return
        trail = self._trails.setdefault(uid, _Trail(antenna, now_ns, now_ns))
        if antenna == trail.antenna or antenna in self._neighbours[trail.antenna]:
            return
        if now_ns - trail.turned_ns > TORN_NS:
            trail.began_ns, trail.returns, trail.places = now_ns, 0, set()
        trail.places.add(trail.antenna)
        trail.returns += antenna in trail.places
        trail.antenna, trail.turned_ns = antenna, now_ns

    def torn_until(self, uid: str) -> Nanoseconds:
        """Until when a tag that was heard at one place, at another, and at both again may be a copy; 0: it was not."""
        trail = self._trails.get(uid)
        if trail is None or trail.returns < TORN_RETURNS:
            return Nanoseconds(0)
        return Nanoseconds(trail.turned_ns + TORN_NS)

    def alarm(self, uid: str, now_ns: Nanoseconds) -> tuple[Antenna, Antenna] | None:
        """Two places of a tag that has gone to and fro for longer than any card does; its trail then begins anew."""
        trail = self._trails.get(uid)
        if trail is None or trail.returns < ALARM_RETURNS or now_ns - trail.began_ns < ALARM_NS:
            return None
        del self._trails[uid]
        return trail.antenna, min(trail.places - {trail.antenna})

    def forget(self) -> None:
        """All cards are back in the pack."""
        self._trails.clear()
