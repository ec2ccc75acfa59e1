"""Cards that lie on the table although the dealer has cut the pack to which they belong."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from burncard.firmware_bridge.driver import SECOND
from burncard.firmware_bridge.events import Scan
from burncard.rules.cards import Zone

_SCANS: Final = 3
"""A card that was heard so often since the cut lies there; one that was missed so often before does not. Next to a pack
some card of it may be overheard in every sixth scan: two of those in time are too likely."""
_PATIENCE_NS: Final = 5 * SECOND
"""An antenna that has scanned too seldom for either by then keeps nobody from dealing."""


class LeftOut:
    """`places`: where cards of the pack seemed to lie when it was cut at `cut_ns`, by tag. The next scans there decide.

    What was believed is not enough: antennas next to a pack that is shuffled on the table overhear single cards of it.
    A card that comes after the cut is not looked for: a dealer may begin early.
    """

    def __init__(self, places: Mapping[str, Zone], cut_ns: int) -> None:
        self._places = dict(places)
        self._cut_ns = cut_ns
        self._heard = Counter[str]()
        self._missed = Counter[str]()

    def take(self, scan: Scan, zone: str | None) -> None:
        """Takes a scan of the antenna under a zone."""
        heard = {tag.uid for tag in scan.tags}
        for uid in [uid for uid, place in self._places.items() if place == zone]:
            self._heard[uid] += uid in heard
            self._missed[uid] += scan.complete and uid not in heard
            if self._missed[uid] >= _SCANS:
                del self._places[uid]

    def places(self, now_ns: int) -> str:
        """Where cards lie or may lie, in words; empty where the pack may be dealt."""
        undecided = now_ns - self._cut_ns < _PATIENCE_NS
        lying = {place for uid, place in self._places.items() if undecided or self._heard[uid] >= _SCANS}
        return ", ".join(sorted(place.replace(":", " ") for place in lying))

    @property
    def is_certain(self) -> bool:
        """Whether the pack is short of a card."""
        return any(self._heard[uid] >= _SCANS for uid in self._places)
