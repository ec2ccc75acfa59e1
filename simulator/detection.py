"""One hand at a table with a radio, and what came of it: the rulings of the table beside those of its twin.

The twin is told at once what really happens; the table has only its reader. `run_hand` is for benchmarks: it takes a
seed and gives plain values.
"""

from dataclasses import dataclass

import msgspec

from burncard.controller.config import TableConfig
from burncard.controller.devices.question import QUESTIONS
from burncard.controller.faults import OPENED
from burncard.simulator.fault_plan import FaultPlan
from burncard.simulator.mishaps import Wanted
from burncard.simulator.mistakes import FacesBy
from burncard.simulator.radio.quality import Radio
from burncard.simulator.table_sim import Simulation, StuckError
from burncard.simulator.truth import Ruled, false_and_missing


@dataclass(frozen=True, slots=True)
class HandRun:
    """One hand. `mistake`: the one that was made, None if none was; `made_ns`: when it began.

    `ruled`: what the table has ruled, `true`: what its twin has, each with its time. `false`: stops of the table that
    its twin did not make; `missing`: those of the twin that the table did not make. `prompts`: how often it asked
    people to look at a card, or to lay it down again. `stuck`: what a table waited for that never came; empty if the
    hand ended.
    """

    seed: int
    mistake: str | None
    made_ns: int | None
    ruled: tuple[Ruled, ...]
    true: tuple[Ruled, ...]
    false: tuple[str, ...]
    missing: tuple[str, ...]
    prompts: int
    stuck: str

    @property
    def broken(self) -> bool:
        """Whether the table has stopped the hand without a reason, or does not end it."""
        return bool(self.false or self.stuck)

    @property
    def delay_ns(self) -> int | None:
        """From the moment when the twin ruled on the mistake until the table did; None if one of them did not."""
        if self.made_ns is None:
            return None
        for true in self.true:
            if true.at_ns >= self.made_ns:
                found = (ruled.at_ns for ruled in self.ruled if ruled.rule == true.rule)
                return next((at_ns - true.at_ns for at_ns in found), None)
        return None


def run_hand(
    config: TableConfig, seed: int, radio: Radio, mistake: str | None = None, *, faces: FacesBy = "reader"
) -> HandRun:
    """Deals one hand, with one mistake of this kind where it is possible. The same arguments give the same run.

    `faces`: what tells faces; no mistakes are made that nothing tells of.
    """
    wanted = Wanted(named=mistake, faces=faces) if mistake is not None else Wanted()
    simulation = Simulation(config, seed, wanted, FaultPlan(radio=radio), faces=faces)
    table, stuck = simulation.table, ""
    try:
        simulation.run_hand()
    except StuckError as error:
        stuck = str(error)
    mishap = table.mishap
    false, missing = false_and_missing(table.ruled, table.truth.ruled)
    return HandRun(
        seed,
        None if mishap is None else mishap.mistake.name,
        None if mishap is None else mishap.began_ns,
        tuple(table.ruled),
        tuple(table.truth.ruled),
        tuple(sorted(false.elements())),
        tuple(sorted(missing.elements())),
        table.prompts + _questions(simulation),
        stuck,
    )


def _questions(simulation: Simulation) -> int:
    """How often the table has asked people to look at a card."""
    opened = simulation.service.record.journal.latest(OPENED)
    return sum(msgspec.json.decode(event.body)["code"] in QUESTIONS for event in opened)
