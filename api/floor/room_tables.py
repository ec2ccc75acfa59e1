"""Simulated tables of a room, in one process: real seals, journals, rules and outboxes; only the cards' way is short.

python -m burncard.api.floor.room_tables CREDENTIALS JOURNALS HANDS_AN_HOUR
"""

import asyncio
import logging
import resource
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import nkeys

from burncard.api.floor.authority import Authority
from burncard.api.floor.identity import new_seed, public_of
from burncard.controller.config import TableConfig
from burncard.controller.outbox.credentials import Credentials, read_credentials
from burncard.controller.outbox.ending import end
from burncard.controller.outbox.outbox import Outbox
from burncard.controller.outbox.subjects import TableName
from burncard.rules.games import GAMES
from burncard.simulator.quick_table import QuickTable
from burncard.simulator.rooms.many_hands import random_config

STEPS_A_HAND: Final = 60
MISTAKES: Final = 0.004
FLOOR_WAITS_S: Final = 60.0
FLOOR_WAITS_STEPS_MAX: Final = 200
"""A ruling waits for the desk for a minute, but never longer than about three hands: otherwise tables that play at full
speed would all be waiting after half a minute."""


def enrolled(authority: Authority, count: int) -> Iterator[Credentials]:
    """Credentials for tables that need no code: whoever has the authority makes them."""
    for number in range(1, count + 1):
        seed = new_seed(nkeys.PREFIX_BYTE_USER)
        name = TableName(authority.room, f"table-{number:03}")
        yield msgspec.structs.replace(authority.for_table(name, public_of(seed)), seed=seed)


def config_of(name: str, number: int) -> TableConfig:
    """A table's game: mostly hold'em, as rooms are."""
    rng = Random(number)
    code = "holdem" if number % 3 else rng.choice(list(GAMES))
    return replace(random_config(code, rng), table=name)


async def play_at_pace(table: QuickTable, pause_s: float, rng: Random) -> None:
    """Plays for good, one step after the other."""
    while True:
        table.step()
        await asyncio.sleep(rng.uniform(0.5, 1.5) * pause_s)


async def run_tables(credentials: list[Credentials], folder: Path, hands_an_hour: float) -> None:
    """Plays and publishes at all tables until it is cancelled."""
    pause_s = 3600 / hands_an_hour / STEPS_A_HAND
    work = []
    for number, one in enumerate(credentials):
        waits = min(round(FLOOR_WAITS_S / pause_s), FLOOR_WAITS_STEPS_MAX)
        table = QuickTable(
            folder / one.table, config_of(one.table, number), time.time_ns, number, mistakes=MISTAKES, floor_waits=waits
        )
        work.append(asyncio.create_task(Outbox(table.service, one).run()))
        work.append(asyncio.create_task(play_at_pace(table, pause_s, Random(number))))
    try:
        await asyncio.gather(*work)
    finally:
        await end(*work)


def main() -> None:
    """Runs the tables until the process is ended."""
    files, folder, hands_an_hour = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of every connection that the servers end
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a table needs several: its journal, its connection

    async def until_ended() -> None:
        running = asyncio.ensure_future(
            run_tables([read_credentials(file) for file in sorted(files.glob("*.json"))], folder, hands_an_hour)
        )
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, running.cancel)
        with suppress(asyncio.CancelledError):
            await running

    asyncio.run(until_ended())


if __name__ == "__main__":
    main()
