"""What goes wrong in one run of the swarm, and how often: drawn from its seed, each kind at its own rate or never."""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from burncard.simulator.fault_plan import NO_FAULTS, FaultPlan, drawn

STEP_FAULTS: Final = {
    "reader reset": 0.008,
    "shuffler reset": 0.004,
    "shuffler jam": 0.004,
    "shuffler door": 0.004,
    "wrong entry": 0.03,
    "wrong entry retracted": 0.015,
    "entry repeated by another client": 0.03,
    "crash between writes": 0.01,
}
"""Faults that happen between two steps of the dealer, and their highest chance at one step."""
WRITE_FAULTS: Final = {
    "crash before a write": 0.02,
    "crash after a write": 0.02,
    "crash in a write": 0.01,
    "disk full": 0.02,
    "failed sync": 0.01,
}
"""Faults of one row that is written to the journal, and their highest chance."""
LINE: Final = "line noise"
UNPLUG: Final = "unplugging"
RADIO: Final = "late cards on the radio"
MISTAKES: Final = "dealer's mistakes"
JUMP: Final = "clock forward at a restart"
BAUDS: Final = (19_200, 38_400, 115_200)


@dataclass(frozen=True, slots=True)
class SwarmPlan:
    """The faults of one run: those of its lines and radio, the chance of each other kind, and how often people err.

    `baud`: the speed of its lines.
    """

    devices: FaultPlan = NO_FAULTS
    chances: dict[str, float] = field(default_factory=dict)
    mistakes: float = 0.0
    jump_ns: int = 0
    baud: int = BAUDS[-1]

    def without(self, kind: str) -> "SwarmPlan":
        """The same plan without one kind of fault."""
        if kind == MISTAKES:
            return replace(self, mistakes=0.0)
        if kind == JUMP:
            return replace(self, jump_ns=0)
        if kind == LINE:
            return replace(self, devices=replace(self.devices, trouble=FaultPlan().trouble))
        if kind == UNPLUG:
            return replace(self, devices=replace(self.devices, unplug_chance=0.0))
        if kind == RADIO:
            return replace(self, devices=replace(self.devices, radio=FaultPlan().radio))
        return replace(self, chances={name: chance for name, chance in self.chances.items() if name != kind})

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of faults that the plan has."""
        none = FaultPlan()
        others = {
            LINE: self.devices.trouble != none.trouble,
            UNPLUG: self.devices.unplug_chance > 0,
            RADIO: self.devices.radio != none.radio,
            MISTAKES: self.mistakes > 0,
            JUMP: self.jump_ns > 0,
        }
        return (*self.chances, *(name for name, there in others.items() if there))


def drawn_plan(rng: Random) -> SwarmPlan:
    """A random plan: each kind of fault is left out of about half of the runs, or it would hide the others."""
    chances = {
        name: rng.random() * highest for name, highest in (STEP_FAULTS | WRITE_FAULTS).items() if rng.random() < 0.5
    }
    devices, mistakes, jump_ns = drawn(rng), rng.choice((0.0, 0.02, 0.06)), rng.choice((0, 0, 3600 * 10**9))
    return SwarmPlan(devices, chances, mistakes, jump_ns, rng.choice(BAUDS))
