"""Rooms whose readers show strengths on another scale, and whose antennas differ: what they hear is as usual."""

from dataclasses import dataclass
from random import Random

from burncard.simulator.radio.air import Air
from burncard.simulator.radio.antenna_plan import TablePlan
from burncard.simulator.radio.quality import Radio


@dataclass(frozen=True, slots=True)
class OffScale:
    """Makes the air of such rooms. `off_db`: by how much all strengths of a room are shown too high or too low, a
    standard deviation; each antenna differs from that by half as much."""

    off_db: float

    def __call__(self, plan: TablePlan, radio: Radio, rng: Random) -> Air:
        """The air of one room."""
        scales = Random(rng.random())
        air = Air(plan, radio, rng)
        reader_db = scales.gauss(0.0, self.off_db)
        for antenna in plan.sites:
            air.conditions.shown_db[antenna] = reader_db + scales.gauss(0.0, self.off_db / 2)
        return air
