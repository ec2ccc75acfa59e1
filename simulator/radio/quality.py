"""How good a radio is: every effect of a room as a number, under the names perfect, good, typical and poor.

The rates are those of card tables with ISO 15693 tags in the cards and one antenna under each zone. A perfect radio is
for tests of everything else: it hears each card in its own zone and no other.
"""

from dataclasses import dataclass, replace
from typing import Final

from burncard.firmware_bridge.driver import MS, SECOND


@dataclass(frozen=True, slots=True)
class Radio:
    """The quality of a radio. Chances are from 0 to 1.

    `misses`: that a scan misses a card, by its height in the pile (the lowest first; the last also holds for higher
    ones). `dropout_every_ns`: mean time between two drop-outs of a resting card, each at most `dropout_max_ns`.
    `cross_chance`: that a scan of a neighbouring antenna hears a card that lies in the middle of its own zone.
    `border_chance`: that a card comes to lie between two zones. `late_chance`: that a card that has come to rest is
    silent at first, for at most `late_max_ns`. `passing_chance`: that a card flies over another antenna.
    `ghost_chance`: that a scan reports an id that is not there. `noise_db`: standard deviation of the strength from
    scan to scan; None for a reader that reports no strength.
    """

    name: str
    misses: tuple[float, ...]
    dropout_every_ns: int | None
    cross_chance: float
    border_chance: float
    late_chance: float
    passing_chance: float
    ghost_chance: float
    noise_db: float | None
    dropout_max_ns: int = 300 * MS
    late_max_ns: int = SECOND

    @property
    def perfect(self) -> bool:
        """Whether every scan hears exactly the cards of its zone."""
        return not any((*self.misses, self.cross_chance, self.ghost_chance))

    def without_strength(self) -> "Radio":
        """The same radio, whose reader reports no strength."""
        return replace(self, noise_db=None)

    def miss(self, height: int) -> float:
        """The chance that a scan misses a card with so many cards below it."""
        return self.misses[min(height, len(self.misses) - 1)]


PERFECT: Final = Radio("perfect", (0.0,), None, 0.0, 0.0, 0.0, 0.0, 0.0, noise_db=0.0)
GOOD: Final = Radio(
    "good",
    misses=(0.003, 0.006, 0.03, 0.08, 0.15, 0.25),
    dropout_every_ns=66 * SECOND,
    cross_chance=0.002,
    border_chance=0.005,
    late_chance=0.003,
    passing_chance=0.01,
    ghost_chance=1e-6,
    noise_db=1.5,
)
TYPICAL: Final = Radio(
    "typical",
    misses=(0.01, 0.02, 0.10, 0.20, 0.35, 0.50),
    dropout_every_ns=20 * SECOND,
    cross_chance=0.02,
    border_chance=0.02,
    late_chance=0.01,
    passing_chance=0.03,
    ghost_chance=5e-5,
    noise_db=2.5,
)
POOR: Final = Radio(
    "poor",
    misses=(0.05, 0.10, 0.25, 0.40, 0.55, 0.70),
    dropout_every_ns=4 * SECOND,
    cross_chance=0.08,
    border_chance=0.06,
    late_chance=0.05,
    passing_chance=0.10,
    ghost_chance=5e-4,
    noise_db=4.0,
)

RADIOS: Final = {radio.name: radio for radio in (PERFECT, GOOD, TYPICAL, POOR)}
