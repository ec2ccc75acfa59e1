"""Faults of the devices in a simulated run, drawn from the run's seed so that the seed reproduces them."""

from dataclasses import dataclass, replace
from random import Random

from burncard.firmware_bridge.driver import MS, SECOND
from burncard.simulator.memory_link import Trouble
from burncard.simulator.radio.quality import PERFECT, Radio

GOOD_LINE = Trouble()
ROUGH = replace(PERFECT, name="rough", late_chance=0.1)
"""A radio that hears every card in its zone only, but some of them late."""


@dataclass(frozen=True, slots=True)
class FaultPlan:
    """Faults of a run. `unplug_chance`: that a line is pulled at a step of the table, for `unplugged_ns`."""

    radio: Radio = PERFECT
    trouble: Trouble = GOOD_LINE
    unplug_chance: float = 0.0
    unplugged_ns: int = 2 * SECOND


NO_FAULTS = FaultPlan()


def drawn(rng: Random) -> FaultPlan:
    """A random choice of faults. Not all at once: together they could hide what each would show alone."""
    return FaultPlan(
        radio=ROUGH if rng.random() < 0.5 else PERFECT,
        trouble=Trouble(
            flip_chance_per_byte=rng.choice((0.0, 0.0005, 0.003)),
            lose_chance=rng.choice((0.0, 0.005)),
            double_chance=rng.choice((0.0, 0.01)),
            stall_chance=rng.choice((0.0, 0.01)),
            chunk_bytes=rng.choice((0, 5, 17)),
        ),
        unplug_chance=rng.choice((0.0, 0.002, 0.01)),
        unplugged_ns=rng.randrange(100 * MS, 5 * SECOND),
    )
