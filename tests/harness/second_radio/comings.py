"""What comes and goes over an antenna: hands that lean over it, bursts of noise, covers, and cards in flight."""

from dataclasses import dataclass
from random import Random
from typing import Final

from burncard.firmware_bridge.driver import SECOND

UNASKED_NS: Final = 10 * SECOND  # what came while nobody asked for so long is skipped


@dataclass(slots=True)
class Coming:
    """Something that is there now and then: a hand over an antenna, or a burst of noise. `loss_db`: what it takes."""

    next_ns: float = -1.0
    until_ns: float = -1.0
    loss_db: float = 0.0

    def is_there(
        self, now_ns: int, rng: Random, every_s: float, lasts_s: tuple[float, float], takes_db: tuple[float, float]
    ) -> bool:
        """Whether it is there now. Times are drawn as they are asked for, and have to rise."""
        if now_ns < self.next_ns:
            return now_ns < self.until_ns
        if every_s <= 0:
            return False
        if self.next_ns < 0 or now_ns - self.next_ns > UNASKED_NS:
            self.next_ns = now_ns + SECOND * rng.expovariate(1 / every_s)
        while now_ns >= self.next_ns:
            self.until_ns = self.next_ns + SECOND * rng.uniform(lasts_s[0], lasts_s[1])
            self.loss_db = rng.uniform(takes_db[0], takes_db[1])
            self.next_ns = self.until_ns + SECOND * rng.expovariate(1 / every_s)
        return now_ns < self.until_ns


@dataclass(frozen=True, slots=True)
class Cover:
    """Something that somebody has laid over an antenna."""

    antenna: int
    from_ns: int
    until_ns: int
    loss_db: float


@dataclass(frozen=True, slots=True)
class Flight:
    """A card that flies over an antenna. `chance`: that a scan hears it; `dbm`: how strongly."""

    uid: str
    antenna: int
    from_ns: int
    until_ns: int
    chance: float
    dbm: float
