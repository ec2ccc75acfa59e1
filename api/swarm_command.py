"""`burncard simulate --swarm`: many tables under drawn faults. A failing seed is printed, with the faults it needs."""

import logging
import multiprocessing
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Final

from burncard.api.simulate_command import usual_table
from burncard.controller.config import TableConfig
from burncard.simulator.swarm.drawn_faults import SwarmPlan, drawn_plan
from burncard.simulator.swarm.swarm_run import Outcome, run_seed, shrunk

TABLES: Final = (
    ("holdem", "no-limit", 4),
    ("stud7", "limit", 4),
    ("lowball-27", "limit", 4),
    ("omaha8", "limit", 3),
    ("jacks", "limit", 3),
)
BAD_ARGUMENTS: Final = 2
PROGRESS_SEEDS: Final = 100


@dataclass(slots=True)
class Total:
    """What came of many seeds."""

    seeds: int = 0
    failed: int = 0
    facts: int = 0
    hands: int = 0
    faults: Counter[str] = field(default_factory=Counter)

    def add(self, outcome: Outcome) -> None:
        """Adds one more."""
        self.seeds += 1
        self.failed += bool(outcome.failure)
        self.facts += outcome.facts
        self.hands += outcome.hands
        self.faults += outcome.faults


def run_swarm(seeds: str, jobs: int) -> int:
    """Runs the seeds `A-B`; exit code 1 if one failed, 2 for seeds that are none."""
    first, _, last = seeds.partition("-")
    if not (first.isdigit() and (last or first).isdigit()):
        print(f"burncard: --seeds {seeds}: expected A-B", file=sys.stderr)
        return BAD_ARGUMENTS
    wanted = range(int(first), int(last or first) + 1)
    began_s = time.perf_counter()
    total = Total()
    try:
        with multiprocessing.get_context("spawn").Pool(jobs, logging.disable) as pool:
            for outcome in pool.imap_unordered(run_and_shrink, wanted):
                total.add(outcome)
                if outcome.failure:
                    needs = ", ".join(outcome.needs) or "no fault at all"
                    print(f"seed {outcome.seed} failed: {outcome.failure}; it still fails with: {needs}", flush=True)
                if total.seeds % PROGRESS_SEEDS == 0:
                    print(f"{total.seeds} of {len(wanted)} seeds, {total.failed} failed", flush=True)
    except KeyboardInterrupt:
        print("interrupted")
    print(f"{total.seeds} seeds, {total.failed} failed, in {time.perf_counter() - began_s:.0f} s")
    print(f"{total.facts} facts, {total.hands} hands ended")
    for name, count in total.faults.most_common():
        print(f"{name:36} {count}")
    return 1 if total.failed else 0


def run_and_shrink(seed: int) -> Outcome:
    """Runs one seed; if it fails, again without each kind of fault that the failure does not need."""
    config, plan = table_of(seed)
    outcome = run_seed(seed, config, plan)
    if outcome.failure:
        outcome.needs = shrunk(seed, config, plan).kinds
    return outcome


def run_one(seed: int) -> Outcome:
    """Runs one seed."""
    return run_seed(seed, *table_of(seed))


def table_of(seed: int) -> tuple[TableConfig, SwarmPlan]:
    """The table and the faults of a seed."""
    game, structure, seats = TABLES[seed % len(TABLES)]
    return usual_table(game, structure, "roberts", seats), drawn_plan(Random(f"swarm/{seed}/plan"))
