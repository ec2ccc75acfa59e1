"""Whole tables in real time, on ttys at their baud rate: for each protocol, hands dealt by a brisk dealer on a radio.

    python -m tests.harness.real_time --protocol feig --tables 8 --hands 25 --radio typical --seed 1 --minutes 9

prints what was dealt and what was ruled without a reason, one JSON object for each table, and the longest time for
which the loop stood still: a table that gets no processor is not a table that rules wrongly. Every table runs in one
loop, as `burncard run` does. Slices with other seeds add up; `--minutes` ends a slice, and a hand in play counts as far
as it is.
"""

import argparse
import asyncio
import json
import sys
import time
from dataclasses import dataclass, field

from burncard.api.attached_devices import AttachedDevices, Place, steady_clock
from burncard.controller.config import TableConfig
from burncard.controller.journal.history import TableUpdate
from burncard.controller.journal.journal import Journal
from burncard.controller.service import TableService
from burncard.hardware.layout import load_layout
from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import CardSeen
from burncard.rules.outcomes import Result, Ruling
from burncard.simulator.live import LiveTable
from burncard.simulator.mishaps import Tally
from burncard.simulator.pace import BRISK
from burncard.simulator.paced_people import SimulatedTable
from burncard.simulator.packs import enrolled_packs
from burncard.simulator.radio.quality import RADIOS
from burncard.simulator.readers import READERS

HAND_MAX_S = 150.0
SEEDS_OF_A_TABLE = 10
LAST_FACTS = 12
LOOK_S = 0.01


@dataclass(frozen=True, slots=True)
class Dealt:
    """What came of a table. `stuck`: what it waited for when its time was over; empty if all hands have ended.

    `unexplained`: each stop that its twin had not made, with what lay where, and what the table had heard before.
    """

    protocol: str
    seed: int
    hands: int
    tally: Tally
    stuck: str
    unexplained: list[str] = field(default_factory=list)


def unexplained_stops(update: TableUpdate, table: SimulatedTable) -> list[Ruling]:
    """The rulings that stop play although the table's twin, which knows what really happened, has not made them."""
    true = {ruled.rule for ruled in table.truth.ruled if ruled.stop}
    stops = (ruling for ruling in update.outcomes if isinstance(ruling, Ruling) and ruling.severity == "stop")
    return [ruling for ruling in stops if ruling.decision != "refuse" and ruling.rule not in true]


class Watched:
    """One table, and whoever looks at it while it deals."""

    def __init__(self, protocol: str, radio: str, seed: int, mistakes: float, seats: int) -> None:
        config = TableConfig(seats=tuple((Seat(number), Chips(500)) for number in range(1, seats + 1)))
        self.service = TableService(config, Journal(None), enrolled_packs()[2], load_layout(), steady_clock())
        self.live = LiveTable(self.service, seed, mistakes, BRISK, RADIOS[radio], protocol)
        paths = self.live.plug()
        places = Place(paths[0], protocol), Place(paths[1], "burncard-shuffler")
        self.devices = AttachedDevices(self.service, *places)
        self.results = 0
        self.unexplained: list[str] = []
        self._last: list[str] = []
        self.service.record.subscribe(self._look)

    def _look(self, update: TableUpdate) -> None:
        self.results += sum(isinstance(outcome, Result) for outcome in update.outcomes)
        fact = update.fact
        said = f"{fact.card} {fact.zone} {fact.face}" if isinstance(fact, CardSeen) else str(fact)[:120]
        self._last = [*self._last[1 - LAST_FACTS :], said]
        for ruling in unexplained_stops(update, self.live.table):
            lying = {str(put.physical.card): put.zone for put in self.live.table.dealer.felt.values()}
            self.unexplained.append(f"hand {self.results + 1}: {ruling.rule}; lying {lying}; facts {self._last}")


async def deal(
    protocol: str, hands: int, radio: str, seed: int, mistakes: float, seats: int = 2, until_s: float | None = None
) -> Dealt:
    """Deals hands at one table, until a time of the monotonic clock at the latest."""
    table = Watched(protocol, radio, seed, mistakes, seats)
    live = table.live
    table.devices.start()
    live.start()
    end_s = time.monotonic() + HAND_MAX_S * hands if until_s is None else until_s
    while (table.results < hands or not live.table.hand_over) and time.monotonic() < end_s:
        await asyncio.sleep(0.1)
    live.table.settle()
    stuck = "" if table.results >= hands or until_s is not None else str(table.service.record.table.awaited())
    await live.stop()
    table.devices.close()
    table.service.record.journal.close()
    return Dealt(protocol, seed, table.results, live.table.tally, stuck, table.unexplained)


async def deal_all(
    protocols: list[str], hands: int, radio: str, seed: int, mistakes: float, until_s: float | None = None
) -> list[Dealt]:
    """Deals at several tables at once, each with a seed of its own."""
    tables = [
        deal(protocol, hands, radio, seed + SEEDS_OF_A_TABLE * number, mistakes, until_s=until_s)
        for number, protocol in enumerate(protocols)
    ]
    return list(await asyncio.gather(*tables))


async def longest_lag_s(work: asyncio.Future[list[Dealt]]) -> float:
    """The longest time for which the loop did nothing else, until some work is done."""
    longest_s = 0.0
    while not work.done():
        asked_s = time.monotonic()
        await asyncio.sleep(LOOK_S)
        longest_s = max(longest_s, time.monotonic() - asked_s - LOOK_S)
    return longest_s


async def measured(asked: argparse.Namespace) -> tuple[list[Dealt], float]:
    """What was asked for, and the longest lag of the loop in seconds."""
    protocols = [*READERS] if asked.protocol == "all" else [asked.protocol]
    until_s = None if asked.minutes is None else time.monotonic() + 60 * asked.minutes
    dealing = deal_all(protocols * asked.tables, asked.hands, asked.radio, asked.seed, asked.mistakes, until_s)
    work = asyncio.ensure_future(dealing)
    lag_s = await longest_lag_s(work)
    return await work, lag_s


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--protocol", choices=[*READERS, "all"], default="all")
    parser.add_argument("--tables", type=int, default=1, help="of each protocol")
    parser.add_argument("--hands", type=int, default=200, help="at each table")
    parser.add_argument("--radio", choices=list(RADIOS), default="typical")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mistakes", type=float, default=0.0)
    parser.add_argument("--minutes", type=float, default=None)
    asked = parser.parse_args()
    wrong = 0
    dealt, lag_s = asyncio.run(measured(asked))
    for table in dealt:
        tally = table.tally
        wrong += bool(tally.false_alarms or table.stuck)
        line = {
            "protocol": table.protocol,
            "seed": table.seed,
            "hands": table.hands,
            "cards": tally.cards,
            "mistakes": sum(tally.made.values()),
            "missed": dict(tally.missed),
            "false": dict(tally.false_alarms),
            "stuck": table.stuck,
            "unexplained": table.unexplained,
        }
        print(json.dumps(line))
    print(json.dumps({"tables": len(dealt), "hands": sum(table.hands for table in dealt), "longest_lag_s": lag_s}))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
