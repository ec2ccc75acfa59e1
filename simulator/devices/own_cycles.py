"""What a reader does for a host of version 1 of our link: it scans all antennas by itself and reports the changes.

Tags that are gone come first, then tags that have arrived or turned over, in the order of scanning.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from burncard.firmware_bridge.events import TagHeard
from burncard.firmware_bridge.link_events import CycleDone, EventMessage, TagAt, TagLeft


@dataclass(frozen=True, slots=True)
class Lying:
    """A tag, and the antenna that hears it best."""

    antenna: int
    tag: TagHeard

    def same(self, other: "Lying | None") -> bool:
        """Whether nothing has changed that is reported: strength is not."""
        return other is not None and (self.antenna, self.tag.face, self.tag.boxed) == (
            other.antenna,
            other.tag.face,
            other.tag.boxed,
        )


class OwnCycles:
    """What was reported so far. `order`: the antennas to be scanned first."""

    def __init__(self) -> None:
        self.order: tuple[int, ...] = ()
        self._cycle = 0
        self._told: dict[str, Lying] = {}

    def tell_all(self) -> None:
        """Every tag is reported again."""
        self._told.clear()

    def ended(self, lying: Mapping[str, Lying]) -> Iterator[EventMessage]:
        """One cycle has ended, in which these tags were heard. What is reported: nothing if nothing has changed."""
        before, self._told = self._told, dict(lying)
        changed = [uid for uid in {**before, **lying} if uid not in lying or not lying[uid].same(before.get(uid))]
        if not changed:
            return
        self._cycle += 1
        for uid in changed:
            if uid in before and (uid not in lying or lying[uid].antenna != before[uid].antenna):
                yield TagLeft(before[uid].antenna, uid, self._cycle)
        there = [lying[uid] for uid in changed if uid in lying]
        for each in sorted(there, key=self._place_in_scan):
            yield TagAt(each.antenna, each.tag.uid, each.tag.rssi_dbm, each.tag.face, each.tag.boxed, self._cycle)
        yield CycleDone(self._cycle)

    def _place_in_scan(self, lying: Lying) -> tuple[int, int]:
        wanted = lying.antenna in self.order
        return (self.order.index(lying.antenna) if wanted else len(self.order), lying.antenna)
