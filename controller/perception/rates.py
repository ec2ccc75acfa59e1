"""What a radio does to a card's answer: the rates by which evidence is weighed.

The defaults are for a table that has not been calibrated: a common HF reader with one multiplexed antenna a zone.
"""

from dataclasses import dataclass
from math import exp, pi, prod, sqrt
from typing import Final

from burncard.firmware_bridge.driver import MS

MISS_BY_HEIGHT: Final = (0.02, 0.04, 0.12, 0.22, 0.36, 0.5)
"""Chance that a scan misses a card, by its height in the pile on the antenna: 0 is the card that lies on the felt."""

ALIKE_BY_HEIGHT: Final[tuple[float, ...]] = (8.0, 5.0, 4.0, 3.0)
"""By that height: from so many scans on what was heard of one card says more of it than what is known of all."""

FADE_SPREAD: Final = 0.6


@dataclass(frozen=True, slots=True)
class Strength:
    """How strongly tags answer, in dBm: mean and standard deviation."""

    mean_dbm: float
    spread_db: float

    def density(self, rssi_dbm: float, fade_db: float = 0.0) -> float:
        """The probability density of an answer of this strength; a little everywhere, since tails are heavy.

        `fade_db`: what the cards below take away. How much that is differs from pile to pile, so it spreads, too.
        """
        spread_db = sqrt(self.spread_db * self.spread_db + fade_db * fade_db * FADE_SPREAD * FADE_SPREAD)
        z = (rssi_dbm + fade_db - self.mean_dbm) / spread_db
        return exp(-z * z / 2) / (spread_db * sqrt(2 * pi)) + 1e-4


@dataclass(frozen=True, slots=True)
class Passing:
    """A card on its way over an antenna. `chance`: for each scan of it; `read`: of being heard, falling to 0 over `ns`.

    `unheard`: a card that has passed is not heard where it came to rest, for each scan of the antenna that it passed.
    """

    chance: float = 0.002
    read: float = 0.5
    ns: int = 200 * MS
    unheard: float = 0.5


@dataclass(frozen=True, slots=True)
class Gap:
    """A card where two zones lie apart. `near`: of the cards that are dealt, nearer to its own zone; `read` and
    `read_next`: heard by the antenna of its zone and by the other one. `beyond`: of the cards that are dealt, heard the
    other way round, better by the antenna next door, since no two antennas are alike. `far`: of the cards that are
    dealt, midway, far from either; `far_read`: heard by either."""

    near: float = 0.004
    read: float = 0.75
    read_next: float = 0.35
    beyond: float = 0.001
    strength: Strength = Strength(-53.5, 4.5)
    strength_next: Strength = Strength(-59.5, 5.5)
    far: float = 0.004
    far_read: float = 0.3


@dataclass(frozen=True, slots=True)
class Brink:
    """A card farther out than the rim. `chance`: of the cards that are dealt; `read`: heard by its zone's antenna."""

    chance: float = 0.003
    read: float = 0.2


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of one antenna. Probabilities are for one scan unless they say otherwise."""

    miss_by_height: tuple[float, ...] = MISS_BY_HEIGHT
    cross_read: float = 0.02
    """A card at rest is heard by a neighbouring antenna."""
    ghost: float = 2e-5
    """A tag is heard where no card is near."""
    edge: float = 0.02
    """Of the cards that are dealt: rests on the edge of its zone, where the next antenna hears it, too."""
    edge_read: float = 0.9
    """A card on the edge is heard by the antenna of its zone."""
    edge_read_next: float = 0.6
    """It is heard by the other antenna."""
    middle: float = 0.006
    """Of the cards that are dealt: rests so far between two zones that neither antenna hears it better."""
    middle_read: float = 0.7
    """Such a card is heard by either antenna."""
    gap: Gap = Gap()
    rim: float = 0.01
    """Of the cards that are dealt: rests so far out, where no zone borders, that no antenna hears it well."""
    rim_read: float = 0.6
    """A card far out is heard by the antenna of its zone."""
    rim_read_next: float = 0.04
    """It is heard by a neighbouring antenna."""
    brink: Brink = Brink()
    passing: Passing = Passing()
    drop_out: float = 0.015
    """A resting card is silent for a moment, to all antennas."""
    silent: float = 0.5
    """A scan misses a card that was just missed: a silence lasts."""
    drop_out_ns: int = 300 * MS
    """The longest silence."""
    fade_db: float = 0.8
    """How much weaker a card answers for each card that lies under it."""
    own: Strength = Strength(-45.0, 5.0)
    cross: Strength = Strength(-62.0, 6.0)
    edge_strength: Strength = Strength(-48.0, 4.5)
    edge_strength_next: Strength = Strength(-56.0, 5.5)
    middle_strength: Strength = Strength(-52.5, 5.0)
    rim_strength: Strength = Strength(-58.0, 6.0)

    def miss(self, height: int) -> float:
        """The chance that a scan misses a card at this height of the pile."""
        return self.miss_by_height[min(height, len(self.miss_by_height) - 1)]


def shadowed(rates: Rates, height: int, scans: int) -> float:
    """The chance that so many scans all miss a card that the ones below drown for as long as they lie so. Its own rate
    of being missed is not known: those of all cards at this height have a beta distribution."""
    alike, miss = ALIKE_BY_HEIGHT[min(height, len(ALIKE_BY_HEIGHT) - 1)], rates.miss(height)
    return float(prod((miss * alike + number) / (alike + number) for number in range(scans)))


DEFAULT_RATES: Final = Rates()
