"""Whole tables in real time, on ttys at their baud rate: for each protocol, hands dealt by a brisk dealer on a radio.

    python -m tests.harness.real_time --protocol feig --hands 200 --radio typical --seed 1

prints what was dealt and what was ruled without a reason. Every table runs in one loop, as `burncard run` does.
"""

import argparse
import asyncio
import sys
import time
from dataclasses import dataclass

from burncard.api.attached_devices import AttachedDevices, Place, steady_clock
from burncard.controller.config import TableConfig
from burncard.controller.journal.journal import Journal
from burncard.controller.service import TableService
from burncard.hardware.layout import load_layout
from burncard.rules.cards import Chips, Seat
from burncard.rules.outcomes import Result
from burncard.simulator.live import LiveTable
from burncard.simulator.mishaps import Tally
from burncard.simulator.pace import BRISK
from burncard.simulator.packs import enrolled_packs
from burncard.simulator.radio.quality import RADIOS
from burncard.simulator.readers import READERS

HAND_MAX_S = 150.0


@dataclass(frozen=True, slots=True)
class Dealt:
    """What came of a table. `stuck`: what it waited for when its time was over; empty if all hands have ended."""

    protocol: str
    hands: int
    tally: Tally
    stuck: str


async def deal(protocol: str, hands: int, radio: str, seed: int, mistakes: float, seats: int = 2) -> Dealt:
    """Deals hands at one table."""
    clock_ns = steady_clock()
    config = TableConfig(seats=tuple((Seat(number), Chips(500)) for number in range(1, seats + 1)))
    service = TableService(config, Journal(None), enrolled_packs()[2], load_layout(), clock_ns)
    live = LiveTable(service, seed, mistakes, BRISK, clock_ns, RADIOS[radio], protocol)
    paths = live.plug()
    devices = AttachedDevices(service, Place(paths[0], protocol), Place(paths[1], "burncard-shuffler"), clock_ns)
    results = 0

    def count(outcomes: tuple[object, ...]) -> None:
        nonlocal results
        results += sum(isinstance(outcome, Result) for outcome in outcomes)

    service.record.subscribe(lambda update: count(update.outcomes))
    devices.start()
    live.start()
    end_s = time.monotonic() + HAND_MAX_S * hands
    while (results < hands or not live.table.hand_over) and time.monotonic() < end_s:
        await asyncio.sleep(0.1)
    live.table.settle()
    stuck = "" if results >= hands else str(service.record.table.awaited())
    await live.stop()
    devices.close()
    service.record.journal.close()
    return Dealt(protocol, results, live.table.tally, stuck)


async def deal_all(protocols: list[str], hands: int, radio: str, seed: int, mistakes: float) -> list[Dealt]:
    """Deals at several tables at once."""
    return list(await asyncio.gather(*(deal(protocol, hands, radio, seed, mistakes) for protocol in protocols)))


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--protocol", choices=[*READERS, "all"], default="all")
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--radio", choices=list(RADIOS), default="typical")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mistakes", type=float, default=0.0)
    asked = parser.parse_args()
    protocols = list(READERS) if asked.protocol == "all" else [asked.protocol]
    wrong = 0
    for dealt in asyncio.run(deal_all(protocols, asked.hands, asked.radio, asked.seed, asked.mistakes)):
        tally = dealt.tally
        wrong += bool(tally.false_alarms or dealt.stuck)
        print(
            f"{dealt.protocol:16} {dealt.hands} hands, {tally.cards} cards, {sum(tally.made.values())} mistakes, "
            f"missed {dict(tally.missed)}, false {dict(tally.false_alarms)} {dealt.stuck}"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
