"""Options of a virtual reader that is served as it comes out of the box."""

from dataclasses import dataclass
from random import Random

from burncard.simulator.radio.air import Air
from burncard.simulator.radio.antenna_plan import TablePlan
from burncard.simulator.radio.quality import RADIOS


@dataclass(frozen=True, slots=True)
class Options:
    """What a technician chooses. `antennas` 0: as many as the model has. `radio`: the room that it lies in."""

    model: str = ""
    mode: str = "host"
    antennas: int = 0
    radio: str = "perfect"

    def air(self, rng: Random, antennas: int) -> Air:
        """The air over its antennas. Raises ValueError for an unknown radio."""
        if self.radio not in RADIOS:
            raise ValueError(f"unknown radio {self.radio}; known: {', '.join(RADIOS)}")
        plan = TablePlan({number: f"seat:{number}" for number in range(1, (self.antennas or antennas) + 1)})
        return Air(plan, RADIOS[self.radio], rng)
