"""The vote over pictures: a zone is reported when the last pictures of it agree.

A hand that comes, a card that still slides, a reflection that passes make pictures that differ from one to the next.
"""

from collections import deque
from collections.abc import Hashable, Mapping
from typing import Final, Generic, TypeVar

AGREE: Final = 3
"""So many pictures, one after the other."""

Read = TypeVar("Read", bound=Hashable)


class Votes(Generic[Read]):
    """What the pictures of each zone, by antenna, agree on."""

    def __init__(self, agree: int = AGREE) -> None:
        self._agree = agree
        self._last: dict[int, deque[Read | None]] = {}

    def take(self, readings: Mapping[int, Read]) -> dict[int, Read]:
        """Takes the readings of a picture. Zones that are not in it were not seen. Returns those that are agreed on."""
        for antenna in self._last.keys() | readings.keys():
            self._last.setdefault(antenna, deque(maxlen=self._agree)).append(readings.get(antenna))
        agreed: dict[int, Read] = {}
        for antenna, last in self._last.items():
            newest = last[-1]
            if newest is not None and len(last) == self._agree and len(set(last)) == 1:
                agreed[antenna] = newest
        return agreed

    def forget(self) -> None:
        """The pictures are not to be trusted."""
        self._last.clear()
