"""Which tags lie on which antennas, for readers that only report what they hear.

A card at rest drops out for moments, so one missed scan does not mean that its tag is gone. It is gone when scans have
missed it for `gone_after_ns`, or when another antenna hears it and its own does not.
"""

from dataclasses import dataclass

from burncard.firmware_bridge.driver import SECOND, Nanoseconds
from burncard.firmware_bridge.events import CycleEnded, Event, TagGone, TagRead

GONE_AFTER_NS = 1 * SECOND
"""Our choice: longer than the dropouts of a card at rest (under 0.3 s in the simulated radio)."""


@dataclass(slots=True)
class _Heard:
    times: int = 0
    told: bool = False
    missed_since_ns: int | None = None


class Presence:
    """Turns what each scan of an antenna heard into arrivals and departures.

    `needed` is how often in succession a new tag must be heard before it is reported: more than once if the line has no
    checksum, so that a damaged digit does not create a tag. It doubles once a tag was heard and then not confirmed.
    """

    def __init__(self, gone_after_ns: int = GONE_AFTER_NS, needed: int = 1) -> None:
        self.cycle = 1
        self._gone_after_ns = gone_after_ns
        self._needed = needed
        self._needed_when_doubtful = needed if needed == 1 else 2 * needed
        self._heard: dict[tuple[int, str], _Heard] = {}
        self._news = False

    def scanned(self, antenna: int, tags: dict[str, int | None], now_ns: Nanoseconds) -> list[Event]:
        """An antenna heard these tags (id -> RSSI in dBm) and no others.

        An unconfirmed id may be a misreading of another tag, so no tag is counted as missing in that scan.
        """
        events = self.heard(antenna, tags)
        doubtful = any(not self._heard[antenna, uid].told for uid in tags)
        for place, entry in [item for item in self._heard.items() if item[0][0] == antenna and item[0][1] not in tags]:
            if not entry.told:
                del self._heard[place]
                self._needed = self._needed_when_doubtful
            elif not doubtful and self._is_gone(place, entry, now_ns):
                del self._heard[place]
                events.append(TagGone(antenna, place[1], self.cycle))
        self._news = self._news or bool(events)
        return events

    def heard(self, antenna: int, tags: dict[str, int | None]) -> list[Event]:
        """An antenna heard these tags; nothing is known of others."""
        events: list[Event] = []
        for uid, rssi_dbm in tags.items():
            entry = self._heard.setdefault((antenna, uid), _Heard())
            entry.missed_since_ns, entry.times = None, entry.times + 1
            if not entry.told and entry.times >= self._needed:
                entry.told = True
                events.append(TagRead(antenna, uid, rssi_dbm, "unknown", False, self.cycle))
        self._news = self._news or bool(events)
        return events

    def moved(self, antenna: int, uid: str) -> list[Event]:
        """A reader that reports each tag once has heard this one here: it has left its earlier antenna."""
        left = [place for place in self._heard if place[1] == uid and place[0] != antenna]
        for place in left:
            del self._heard[place]
        events: list[Event] = [TagGone(place[0], uid, self.cycle) for place in left]
        self._news = self._news or bool(events)
        return events + self.heard(antenna, {uid: None})

    def doubtful(self, antenna: int) -> bool:
        """Whether a tag heard there still needs to be confirmed."""
        return any(place[0] == antenna and not entry.told for place, entry in self._heard.items())

    def end_cycle(self) -> list[Event]:
        """All antennas have been scanned. Only a cycle with changes is reported and counted."""
        if not self._news:
            return []
        self._news = False
        self.cycle += 1
        return [CycleEnded(self.cycle - 1)]

    def tell_all(self) -> None:
        """Every tag is reported again when it is next heard."""
        for entry in self._heard.values():
            entry.told = False

    def forget(self) -> None:
        """Forgets all tags; each is reported again when it is heard."""
        self._heard.clear()

    def _is_gone(self, place: tuple[int, str], entry: _Heard, now_ns: Nanoseconds) -> bool:
        if entry.missed_since_ns is None:
            entry.missed_since_ns = now_ns
        if now_ns - entry.missed_since_ns >= self._gone_after_ns:
            return True
        return any(
            uid == place[1] and antenna != place[0] and there.told and there.missed_since_ns is None
            for (antenna, uid), there in self._heard.items()
        )
