"""A slice of an hour of `make run` in virtual time: the typical radio, a dealer who never waits to be seen, mistakes.

`python -m tests.simulation.test_an_hour_of_run --minutes 60 --seed 9001` deals the hour, and prints each stop that
the table's twin, which knows what really happened, has not made.
"""

import argparse
import sys
from collections import Counter

from burncard.controller.config import TableConfig
from burncard.controller.journal.history import TableUpdate
from burncard.firmware_bridge.driver import SECOND
from burncard.rules.facts import CardSeen
from burncard.simulator.fault_plan import FaultPlan
from burncard.simulator.mishaps import Tally
from burncard.simulator.pace import HUMAN
from burncard.simulator.radio.quality import RADIOS
from burncard.simulator.table_sim import Simulation
from tests.harness.real_time import unexplained_stops

MISTAKES = 0.02
"""The chance per step, as of `burncard run`."""
LAST_FACTS = 10
SEED = 3


def dealt(minutes: float, seed: int, mistakes: float = MISTAKES) -> tuple[Tally, list[str]]:
    """What came of so many minutes at a table as `burncard run` has it; each stop that nothing explains, in words."""
    table = Simulation(TableConfig(), seed, mistakes, FaultPlan(radio=RADIOS["typical"]), HUMAN)
    unexplained: list[str] = []
    last: list[str] = []

    def look(update: TableUpdate) -> None:
        fact = update.fact
        last.append(f"{fact.card} {fact.zone}" if isinstance(fact, CardSeen) else str(fact)[:60])
        del last[:-LAST_FACTS]
        for ruling in unexplained_stops(update, table.table):
            mishap = table.table.mishap
            made = mishap.mistake.name if mishap else "no mistake"
            unexplained.append(f"hand {table.hands_done + 1}: {ruling.rule}, {made}, after {last}")

    table.service.record.subscribe(look)
    until_ns = table.world.now_ns + int(minutes * 60 * SECOND)
    while table.world.now_ns < until_ns:
        table.run_hand()
    return table.table.tally, unexplained


def test_minutes_of_run_on_the_typical_radio_show_no_false_ruling() -> None:
    tally, unexplained = dealt(minutes=3, seed=SEED)
    assert unexplained == []
    assert tally.false_alarms == Counter()
    assert tally.cards > 30


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mistakes", type=float, default=MISTAKES)
    given = parser.parse_args()
    tally, unexplained = dealt(given.minutes, given.seed, given.mistakes)
    print(f"{tally.hands} hands, {tally.cards} cards, {tally.made.total()} mistakes, missed {dict(tally.missed)}")
    print(f"{tally.false_alarms.total()} false stops {dict(tally.false_alarms)}", *unexplained, sep="\n")
    return 1 if tally.false_alarms else 0


if __name__ == "__main__":
    sys.exit(main())
