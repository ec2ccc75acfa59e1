"""Random schedules of faults with real servers; afterwards every table's history on the floor equals its journal.

    python -m tests.harness.room_faults --schedules 100 --first 1
    python -m tests.harness.room_faults --schedules 3 --faults 1 --outage 60

Three NATS servers, PostgreSQL with a replica, two floors of which one leads, and tables that play on whatever happens.
A schedule is drawn from its seed. `--outage`: at its end all servers are dead for so many seconds; in two of three
schedules the floors are killed and started meanwhile, and in one of these PostgreSQL is dead for as long. Each table
reaches the servers over a wire of its own (`wire.py`), or, on a machine that cannot have one, through proxies, which is
printed.
"""

import argparse
import asyncio
import logging
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from burncard.api.floor.database import Database, DatabaseError
from burncard.api.floor.floor_run import opened
from burncard.api.floor.local_servers import HOST, Cluster, PostgresPair, Process, started
from burncard.controller.config import TableConfig
from burncard.controller.outbox.ending import end
from burncard.controller.outbox.outbox import Outbox
from burncard.controller.outbox.subjects import TableName
from burncard.simulator.quick_table import QuickTable
from tests.harness.cut_line import Proxies
from tests.harness.floor_room import credentials_of, floor_rows, is_whole, journal_rows, until
from tests.harness.room_load import processor_s
from tests.harness.wire import Wire, no_wires

HEALED_WITHIN_S = 300.0
LEASE_S = 2.0
LOG_SHOWN = 4000
LONG = 0.12
"""How many of the faults last for long."""
STEP_S = 0.02
ALLOWED = {"gap", "rolled-back", "command-refused"}
"""What may be reported: an older copy of a table that was put back, and rows that were asked for again."""


class PlayedTable:
    """One table of a schedule: it plays for good, and can be killed, restored and have its clock changed."""

    def __init__(self, room: "FaultyRoom", name: str, seed: int) -> None:
        self._room, self.name, self._seed = room, name, seed
        self.folder = room.folder / name
        self.network: Wire | Proxies | None = None
        self._skew_ns = 0
        self._work: list[asyncio.Future[Any]] = []

    async def open(self) -> None:
        """The table starts, or starts again."""
        if self.network is None:
            ports = [node.port for node in self._room.cluster.nodes]
            self.network = (Proxies if no_wires() else Wire)(ports, Random(self._seed))
            await self.network.start()
            credentials = credentials_of(self._room.cluster.authority, TableName("room", self.name))
            servers = [f"tls://{HOST}:{port}" for port in self.network.ports]
            self.credentials = msgspec.structs.replace(credentials, servers=servers)
        skew_ns = self._skew_ns
        self._seed += 1000
        clock = lambda: time.time_ns() + skew_ns  # noqa: E731
        self.table = QuickTable(self.folder, TableConfig(table=self.name), clock, self._seed, mistakes=0.02)
        box = Outbox(self.table.service, self.credentials, clock_ns=clock)
        self._work = [asyncio.ensure_future(box.run()), asyncio.ensure_future(self._play())]

    async def close(self) -> None:
        """The table's process is gone."""
        await end(*self._work)
        for task in self._work:
            if not task.cancelled() and task.exception() is not None:
                raise task.exception()  # type: ignore[misc]
        self.table.close()

    async def _play(self) -> None:
        while True:
            self.table.step()
            await asyncio.sleep(STEP_S)

    async def stop_playing(self) -> None:
        """No further fact."""
        await end(self._work[1])

    async def restart(self, rng: Random) -> None:
        """The process dies and starts again, with the clock of another machine."""
        await self.close()
        self._skew_ns = rng.choice([0, 0, 3_600_000_000_000, -3_600_000_000_000])
        await self.open()

    async def restore(self, rng: Random) -> None:
        """The table is put back to a copy that was made a little earlier."""
        backup = self.folder.with_name(f"{self.name}-backup")
        await self.close()
        for path in (self.folder, self.folder.with_suffix(".tip")):
            (shutil.copytree if path.is_dir() else shutil.copyfile)(path, backup.with_suffix(path.suffix))
        await self.open()
        await asyncio.sleep(rng.uniform(0.5, 2))
        await self.close()
        shutil.rmtree(self.folder)
        backup.rename(self.folder)
        backup.with_suffix(".tip").replace(self.folder.with_suffix(".tip"))
        await self.open()


class FaultyRoom:
    """The servers, two floors and the tables of one schedule."""

    def __init__(self, folder: Path, cluster: Cluster, postgres: PostgresPair, seed: int) -> None:
        self.folder, self.cluster, self.postgres = folder, cluster, postgres
        self.seed, self.rng, self.healed_s = seed, Random(seed), 0.0
        self.tables = [PlayedTable(self, f"t{seed}-{number}", seed * 10 + number) for number in range(3)]
        self.happened: Counter[str] = Counter()
        words = [sys.executable, "-m", "tests.harness.floor_process", str(cluster.authority.folder), postgres.address]
        words += [str(cluster.replicas), str(LEASE_S)]
        self.floors = [Process(words, folder / f"floor-{number}", 0) for number in range(2)]
        self.database: Database

    async def start(self) -> None:
        for floor in self.floors:
            floor.start(wait=False)
        self.database = await opened(self.postgres.address)
        for table in self.tables:
            await table.open()
        for table in self.tables:  # a room is set up before anything happens to it
            await until(lambda table=table: self._has_begun(table), HEALED_WITHIN_S)

    async def _has_begun(self, table: PlayedTable) -> bool:
        return bool((await floor_rows(self.database, table.name))["fact"])

    # ---- what happens --------------------

    def _pause(self) -> Awaitable[None]:
        return asyncio.sleep(self.rng.uniform(6, 12) if self.rng.random() < LONG else self.rng.uniform(0.3, 2.5))

    async def one_server_killed(self) -> None:
        server = self.rng.choice(self.cluster.servers)
        server.kill()
        await self._pause()
        server.start(wait=False)

    async def all_servers_killed(self) -> None:
        for server in self.cluster.servers:
            server.kill()
        await self._pause()
        for server in self.cluster.servers:
            server.start(wait=False)

    async def outage(self, seconds: float, floors: bool, database: bool) -> None:
        """All servers are dead for so long, and the database too if asked; floors are killed and started meanwhile."""
        self.happened[f"outage{' with floors killed' * floors}{' and the database' * database}"] += 1
        for server in self.cluster.servers:
            server.kill()
        if database:
            self.postgres.leader.server.kill()
        await asyncio.sleep(seconds / 3)
        for floor in self.floors if floors else ():
            floor.kill()
            await asyncio.sleep(seconds / 6)
            floor.start(wait=False)
        await asyncio.sleep(seconds / 3 if floors else 2 * seconds / 3)
        if database:
            self.postgres.leader.start()
        for server in self.cluster.servers:
            server.start(wait=False)

    async def one_disk_lost(self) -> None:
        place = self.rng.randrange(len(self.cluster.servers))
        await asyncio.to_thread(self.cluster.await_health)  # the others have all that it had
        self.cluster.servers[place].kill()
        shutil.rmtree(self.cluster.nodes[place].data / "jetstream", ignore_errors=True)
        await self._pause()
        self.cluster.servers[place].start(wait=False)

    async def servers_stand_still(self) -> None:
        servers = self.rng.sample(self.cluster.servers, self.rng.randint(1, 3))
        for server in servers:
            server.pause()
        await self._pause()
        for server in servers:
            server.go_on()

    async def database_killed(self) -> None:
        self.postgres.leader.server.kill()
        await self._pause()
        self.postgres.leader.start()  # by the thread that stays: it ends with that

    async def database_failed_over(self) -> None:
        self.postgres.fail_over()
        await self._pause()
        self.postgres.repair()

    async def floors_killed(self) -> None:
        floors = self.rng.sample(self.floors, self.rng.randint(1, 2))
        for floor in floors:
            floor.kill()
        await self._pause()
        for floor in floors:
            floor.start(wait=False)

    async def floor_stands_still(self) -> None:
        floor = self.rng.choice(self.floors)
        floor.pause()
        await asyncio.sleep(self.rng.uniform(1, 3) * LEASE_S)
        floor.go_on()

    async def table_restarted(self) -> None:
        await self.rng.choice(self.tables).restart(self.rng)

    async def table_restored(self) -> None:
        await self.rng.choice(self.tables).restore(self.rng)

    async def network_cut(self) -> None:
        await self._network(lambda network: network.cut())

    async def network_slow(self) -> None:
        await self._network(lambda network: network.slow())

    async def network_out_of_order(self) -> None:
        await self._network(lambda network: network.disorder())

    async def _network(self, suffer: Callable[[Wire | Proxies], None]) -> None:
        network = self.rng.choice(self.tables).network
        assert network is not None
        suffer(network)
        await self._pause()
        network.heal()

    @property
    def faults(self) -> list[Callable[[], Awaitable[None]]]:
        return [
            self.one_server_killed, self.all_servers_killed, self.one_disk_lost, self.servers_stand_still,
            self.database_killed, self.database_failed_over, self.floors_killed, self.floor_stands_still,
            self.table_restarted, self.table_restored, self.network_cut, self.network_slow, self.network_out_of_order,
        ]  # fmt: skip

    async def run(self, count: int, outage_s: float = 0.0) -> None:
        """So many faults, one after the other, and an outage; then everything is healed, and compared.

        Raises AssertionError, TimeoutError.
        """
        await self.start()
        try:
            for _ in range(count):
                await asyncio.sleep(self.rng.uniform(0.2, 1.0))
                fault = self.rng.choice(self.faults)
                self.happened[fault.__name__] += 1
                await fault()
            if outage_s:
                await self.outage(outage_s, self.seed % 3 != 1, self.seed % 3 == 0)
            for table in self.tables:
                await table.stop_playing()
            began = time.monotonic()
            for table in self.tables:
                await until(lambda table=table: self._whole(table), HEALED_WITHIN_S)
                assert await floor_rows(self.database, table.name) == journal_rows(table.table), table.name
            self.healed_s = time.monotonic() - began
            names = [table.name for table in self.tables]
            reports = {
                code for name, code in await self.database.ask("SELECT name, code FROM reports") if name in names
            }
            assert reports <= ALLOWED, reports
            assert await _tallies(self.database) == await _counted(self.database)
        except (AssertionError, TimeoutError):
            for number, floor in enumerate(self.floors):
                self._say(f"floor {number}", floor, self.folder / f"floor-{number}")
            for node, server in zip(self.cluster.nodes, self.cluster.servers, strict=True):
                self._say(node.name, server, node.data / "log")
            raise
        finally:
            await self.close()

    @staticmethod
    def _say(name: str, process: Process, log: Path) -> None:
        """What a process has written lately, for whoever looks into a schedule that failed."""
        used = f"{processor_s([process.pid]):.1f} s of a processor" if process.is_running else "not running"
        print(f"{name}: {used}\n{log.read_text()[-LOG_SHOWN:]}", flush=True)

    async def _whole(self, table: PlayedTable) -> bool:
        try:
            return await is_whole(self.database, table.table, table.name)
        except DatabaseError:
            return False

    async def close(self) -> None:
        """Ends what was started."""
        for table in self.tables:
            await table.close()
            if table.network is not None:
                await table.network.close()
        for floor in self.floors:
            floor.kill()
        await self.database.close()


async def _tallies(database: Database) -> list[tuple[Any, ...]]:
    return await database.ask(
        "SELECT hour, room, name, game, dealer, hands, stopped, stops FROM tallies WHERE hands > 0 "
        "ORDER BY 1, 2, 3, 4, 5"
    )


async def _counted(database: Database) -> list[tuple[Any, ...]]:
    """What the tallies have to say."""
    return await database.ask(
        "SELECT began_ns / 3600000000000 AS hour, room, name, game, dealer, count(*), "
        "count(CASE WHEN stops > 0 THEN 1 END), CAST(sum(stops) AS BIGINT) FROM hands "
        "GROUP BY hour, room, name, game, dealer ORDER BY 1, 2, 3, 4, 5"
    )


def run_schedules(first: int, schedules: int, faults: int, outage_s: float = 0.0) -> Counter[str]:
    """Runs schedules on one set of servers; what happened. `outage_s`: of all servers, at the end of each; 0: none.

    Raises AssertionError, TimeoutError.
    """
    happened: Counter[str] = Counter()
    print(f"The network is proxies: {no_wires()}" if no_wires() else "The network is wires.", flush=True)
    with tempfile.TemporaryDirectory(prefix="burncard-") as name:
        folder = Path(name)
        with (
            started(lambda: Cluster(folder / "nats")) as cluster,
            started(lambda: PostgresPair(folder / "pg")) as postgres,
        ):
            for seed in range(first, first + schedules):
                room = FaultyRoom(folder, cluster, postgres, seed)
                began = time.monotonic()
                asyncio.run(room.run(faults, outage_s))
                rows = sum(table.table.journal.count for table in room.tables)
                overtaken = sum(table.network.overtaken for table in room.tables if table.network is not None)
                happened += room.happened
                took_s = time.monotonic() - began
                print(
                    f"schedule {seed}: {dict(room.happened)}, {rows} facts, {overtaken} overtaken, {took_s:.0f} s, "
                    f"whole after {room.healed_s:.1f} s",
                    flush=True,
                )
    return happened


def main() -> None:
    """Runs and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--schedules", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--faults", type=int, default=6)
    parser.add_argument("--outage", type=float, default=0.0, help="seconds without any server in each schedule")
    said = parser.parse_args()
    for name in ("asyncio", "asyncpg"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    print(dict(run_schedules(said.first, said.schedules, said.faults, said.outage)))


if __name__ == "__main__":
    main()
