"""`burncard simulate --swarm`: many tables under drawn faults. A failing seed is printed, with the faults it needs."""

import multiprocessing
import sys
import time
from collections import Counter
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


def run_swarm(seeds: str, jobs: int) -> int:
    """Runs the seeds `A-B`; exit code 1 if one failed, 2 for seeds that are none."""
    first, _, last = seeds.partition("-")
    if not (first.isdigit() and (last or first).isdigit()):
        print(f"burncard: --seeds {seeds}: expected A-B", file=sys.stderr)
        return BAD_ARGUMENTS
    wanted = range(int(first), int(last or first) + 1)
    began_s = time.perf_counter()
    faults: Counter[str] = Counter()
    failed: list[Outcome] = []
    facts = hands = 0
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for outcome in pool.imap_unordered(run_one, wanted):
            faults += outcome.faults
            facts, hands = facts + outcome.facts, hands + outcome.hands
            if outcome.failure:
                failed.append(outcome)
                print(f"seed {outcome.seed} failed: {outcome.failure}", flush=True)
    for outcome in failed:
        config, plan = table_of(outcome.seed)
        needed = ", ".join(shrunk(outcome.seed, config, plan).kinds) or "no fault at all"
        print(f"seed {outcome.seed} still fails with: {needed}", flush=True)
    print(f"{len(wanted)} seeds, {len(failed)} failed, in {time.perf_counter() - began_s:.0f} s")
    print(f"{facts} facts, {hands} hands ended")
    for name, count in faults.most_common():
        print(f"{name:36} {count}")
    return 1 if failed else 0


def run_one(seed: int) -> Outcome:
    """Runs one seed."""
    return run_seed(seed, *table_of(seed))


def table_of(seed: int) -> tuple[TableConfig, SwarmPlan]:
    """The table and the faults of a seed."""
    game, structure, seats = TABLES[seed % len(TABLES)]
    return usual_table(game, structure, "roberts", seats), drawn_plan(Random(f"swarm/{seed}/plan"))
