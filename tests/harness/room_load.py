"""What a room costs: simulated tables in a process of their own, three servers, PostgreSQL, one floor.

    python -m tests.harness.room_load --tables 1,30,240 --hands-an-hour 40 --seconds 60

For each number of tables: rows a second, the delay from a fact in the table's journal to the floor's database, bytes
and messages a hand, processor time and memory of each part, and the size of a table's last status. All parts share
this machine's processors.
"""

import argparse
import asyncio
import logging
import os
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from burncard.api.floor.database import database_at
from burncard.api.floor.demonstration import tables_running
from burncard.api.floor.intake import Arrived, Intake, Taken
from burncard.api.floor.local_servers import Cluster, Postgres, started
from burncard.api.floor.room_floor import Room
from burncard.controller.outbox.published import FactRow, Message
from tests.harness.floor_room import running, until

TICKS = os.sysconf("SC_CLK_TCK")
CAUGHT_UP = 5
WARM_UP_S = 5.0


@dataclass(slots=True)
class Seen:
    """What the floor has taken in, while it is measured."""

    delays_ms: list[float] = field(default_factory=list)
    messages: int = 0
    octets: int = 0
    heads: int = 0


class WatchedIntake(Intake):
    """An intake that notes when rows are in the database."""

    seen = Seen()

    async def take(self, batch: Sequence[Arrived]) -> Taken:
        """Takes a batch in, and notes how old its facts are then."""
        taken = await super().take(batch)
        now_ns = time.time_ns()
        for one in batch:
            row = msgspec.json.decode(one.data, type=Message).row
            self.seen.messages += 1
            self.seen.octets += len(one.data)
            if isinstance(row, FactRow):
                self.seen.delays_ms.append((now_ns - row.at_ns) / 1e6)
            self.seen.heads += not isinstance(row, FactRow) and hasattr(row, "signed")
        return taken


def processor_s(pids: list[int]) -> float:
    """Processor time of processes so far."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def memory_mb(pids: list[int]) -> float:
    """Memory of processes now."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def with_children(pid: int) -> list[int]:
    """A process, and those that it has started."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, listed)]


async def measure(
    cluster: Cluster, postgres: Postgres, folder: Path, count: int, hands: float, seconds: float, catches_up_s: float
) -> str:
    """Runs so many tables for a while; a row of the report. Raises RuntimeError where no row came."""
    database, begun = database_at(postgres.address), time.monotonic()
    await database.open()
    for table in ("entries", "hands", "rulings", "records", "reports", "tallies", "decks"):
        await database.change(f"DELETE FROM {table}")
    room = Room(cluster.authority, database, cluster.replicas)
    room._intake = WatchedIntake(database)
    with tables_running(cluster.authority, folder / f"tables-{count}", count, hands) as pid:
        async with running(room.run()):
            await until(lambda: len(room.heard) >= count, 300)
            with suppress(TimeoutError):  # tables that play as fast as they can are always behind
                await until(lambda: all(one.status.behind < CAUGHT_UP for one in room.heard.values()), catches_up_s)
            await asyncio.sleep(WARM_UP_S)
            seen = WatchedIntake.seen = Seen()
            parts = {"tables": [pid], "floor": [os.getpid()]}
            parts["NATS"] = [server.pid for server in cluster.servers]
            parts["PostgreSQL"] = with_children(postgres.server.pid)
            before, began = {name: processor_s(pids) for name, pids in parts.items()}, time.monotonic()
            await asyncio.sleep(seconds)
            took_s = time.monotonic() - began
            used = {name: (processor_s(pids) - before[name]) / took_s for name, pids in parts.items()}
            memory, nats = memory_mb([pid]) / count, parts["NATS"]
    await database.close()
    if not seen.messages:
        raise RuntimeError(f"of {count} tables no row came in {took_s:.0f} s")
    statuses = [len(msgspec.json.encode(heard.status)) for heard in room.heard.values()]
    delays = sorted(seen.delays_ms) or [0.0]
    median, p99 = delays[len(delays) // 2], delays[min(len(delays) - 1, round(0.99 * len(delays)))]
    a_hand = max(1, seen.heads)
    waiting = sum(bool(one.status.stops) for one in room.heard.values())
    print(f"started {began - begun:.0f} s after the servers; {memory_mb(nats):.0f} MB NATS; {waiting} await the floor")
    shares = " | ".join(f"{100 * used[name] / count:.2f}" for name in parts)
    rows = f"{count} | {seen.messages / took_s:.0f} | {seen.heads} | {median:.0f} | {p99:.0f}"
    a_status = sum(statuses) / len(statuses)
    sizes = f"{seen.octets / a_hand:.0f} | {seen.messages / a_hand:.0f}"
    return f"| {rows} | {sizes} | {shares} | {memory:.1f} | {a_status:.0f} |"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", default="1,30,240")
    parser.add_argument("--hands-an-hour", type=float, default=40)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--catches-up", type=float, default=20, help="seconds that tables have before for their record")
    said = parser.parse_args()
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    print("| tables | rows/s | hands | delay ms: median | p99 | bytes a hand | messages a hand", end="")
    print(" | % of a processor a table: table | floor | NATS | PostgreSQL | MB a table | bytes a status |")
    with tempfile.TemporaryDirectory(prefix="burncard-") as name:
        folder = Path(name)
        with started(lambda: Cluster(folder / "nats")) as cluster, started(lambda: Postgres(folder / "pg")) as postgres:
            for count in map(int, said.tables.split(",")):
                pace = said.hands_an_hour, said.seconds, said.catches_up
                work = measure(cluster, postgres, folder, count, *pace)
                print(asyncio.run(work), flush=True)


if __name__ == "__main__":
    main()
