"""How strongly two neighbouring antennas hear one card that lies between them.

The strengths of one card's answers hang together: its tag answers strongly or weakly at both antennas alike, and what
either has heard of it says what it will hear next. So two antennas that hear a card again and again tell to which of
them it is nearer, however weak its tag is.
"""

from dataclasses import dataclass, replace
from math import exp, pi, sqrt
from typing import Final

from burncard.controller.perception.rates import Strength

NOISE_DB: Final = 3.0
"""How much one answer differs from the next one of the same card."""
ANY: Final = 1e-4
"""The density of any strength: tails are heavy."""


@dataclass(slots=True)
class Pair:
    """What is expected of the next answer at a place's own antenna and at a neighbour, in dBm, with its variance.

    `usual_var`: that of an answer before anything was heard.
    """

    here_dbm: float
    there_dbm: float
    here_var: float
    there_var: float
    together: float
    usual_var: float

    def heard(self, rssi_dbm: float, *, is_here: bool) -> float:
        """The likelihood of one more answer, which is known from now on.

        It is scaled as that of an answer whose strength is not known better for those before it.
        """
        mean, var = (self.here_dbm, self.here_var) if is_here else (self.there_dbm, self.there_var)
        spread, off = var + NOISE_DB * NOISE_DB, rssi_dbm - mean
        density = exp(-off * off / (2 * spread)) / sqrt(2 * pi * self.usual_var)
        here, there = (self.here_var, self.together) if is_here else (self.together, self.there_var)
        self.here_dbm += here / spread * off
        self.there_dbm += there / spread * off
        self.here_var -= here / spread * here
        self.there_var -= there / spread * there
        self.together -= here / spread * there
        return density + ANY

    def copy(self) -> "Pair":
        """The same, to be heard of apart."""
        return replace(self)


def pair(here: Strength, there: Strength, apart_db: float, lean_db: float = 0.0) -> Pair:
    """A card of which nothing was heard. `apart_db`: how much the difference between the two strengths varies;
    `lean_db`: how much greater it is than those of any such cards, since this one lies nearer here."""
    half = apart_db * apart_db / 4
    both = max(0.0, (here.spread_db**2 + there.spread_db**2) / 2 - half)
    here_dbm, there_dbm = here.mean_dbm + lean_db / 2, there.mean_dbm - lean_db / 2
    return Pair(here_dbm, there_dbm, both + half, both + half, both - half, both + half)
