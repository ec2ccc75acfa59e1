"""A card that lies elsewhere and is overheard by an antenna: by most never, by some in most of their scans.

A card lies still until somebody moves it. So one scan of an antenna is much like the next one, and that it overhears a
card again says far less than that it overheard it at all. That holds while the card is heard where it lies: its own
antenna hears it best.
"""

from dataclasses import dataclass, field
from typing import Final

from burncard.controller.perception.chances import Antenna, Reading

ALIKE: Final = 1.0
"""How many scans the usual rate counts for, beside those that were made."""
RATE_MAX: Final = 0.5
"""No card is expected to be overheard by more scans than this: one that is may well lie there."""
SCANS_MAX: Final = 120.0
FORGOTTEN: Final = 0.9
"""Hands and chips come and go."""


@dataclass(slots=True)
class Overheard:
    """How often other antennas have overheard one tag since it came to its place."""

    _scans: dict[Antenna, float] = field(default_factory=dict)
    _reads: dict[Antenna, float] = field(default_factory=dict)
    _open: float = 1.0

    def weigh(self, reading: Reading, usual: float, *, lies_there: bool = True) -> float:
        """How much likelier a reading is by what was heard before than by the usual rate, at which it may be heard at
        any time; it counts from now on. That is kept until it is known that the tag `lies_there`."""
        antenna = reading.antenna
        scans, reads = self._scans.get(antenna, 0.0), self._reads.get(antenna, 0.0)
        rate = max(usual, min(RATE_MAX, (ALIKE * usual + reads) / (ALIKE + scans)))
        kept = FORGOTTEN if scans >= SCANS_MAX else 1.0
        self._scans[antenna] = scans * kept + 1
        self._reads[antenna] = reads * kept + reading.heard
        self._open *= rate / usual if reading.heard else (1 - rate) / (1 - usual)
        if not lies_there:
            return 1.0
        likelier, self._open = self._open, 1.0
        return likelier
