"""Several floors of a room: one leads, and what a floor that has lost the lease still holds is never written."""

import asyncio
from pathlib import Path

import pytest

from burncard.api.floor.database import Database, database_at
from burncard.api.floor.intake import Intake
from burncard.api.floor.lease import Lease, LeaseLostError
from burncard.api.floor.local_servers import Cluster, PostgresPair, started
from burncard.api.floor.room_floor import Room
from tests.harness.floor_room import (
    ONE,
    arrived,
    floor_rows,
    is_whole,
    journal_rows,
    messages_of,
    outbox,
    play,
    quick_table,
    reports,
    running,
    until,
)
from tests.harness.installed import installed

LEASE_S = 1.0


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.s = 0.0

    def __call__(self) -> float:
        return self.s


async def _lead_in_turn(database: Database, folder: Path) -> None:
    await database.open()
    clock = Clock()
    one, two = (Lease(database, "room", 6.0, clock) for _ in range(2))
    table = quick_table(folder, "one")
    table.play_hand()
    batch = arrived(messages_of(table, ONE))
    first, second = Intake(database, one), Intake(database, two)
    assert await one.claim()
    assert not await two.claim()
    clock.s = 5.0
    await first.take(batch[:5])  # renews it
    assert not await two.claim()
    clock.s = 10.9
    assert not await two.claim()
    clock.s = 11.0
    assert await two.claim()
    with pytest.raises(LeaseLostError):
        await first.take(batch[5:10])
    assert not one.is_held
    await second.take(batch)
    assert await floor_rows(database, "one") == journal_rows(table)
    await two.release()
    assert await one.claim()
    assert await Lease(database, "elsewhere").claim()  # another room's
    table.close()


def test_a_floor_takes_over_from_one_that_says_nothing_and_that_one_writes_nothing_any_more(
    sqlite: Database, tmp_path: Path
) -> None:
    asyncio.run(_lead_in_turn(sqlite, tmp_path))


async def _put_back(database: Database, folder: Path) -> None:
    """The database goes back to what it was, unnoticed: no connection broke."""
    await database.open()
    lease = Lease(database, "room")
    assert await lease.claim()
    intake, table = Intake(database, lease), quick_table(folder, "one")
    table.play_hand()
    batch = arrived(messages_of(table, ONE))
    await intake.take(batch[:20])
    await database.change("DELETE FROM entries WHERE number > 3")
    await database.change("UPDATE records SET facts = 3, events = 0, heads = 0")
    await database.change("UPDATE leases SET beats = 0")
    taken = await intake.take(batch[20:])
    assert taken.rows == 0
    assert taken.lacking[ONE].after.facts == 3
    table.close()


def test_a_database_that_was_put_back_while_the_floor_runs_is_noticed(sqlite: Database, tmp_path: Path) -> None:
    asyncio.run(_put_back(sqlite, tmp_path))


async def _take_over(cluster: Cluster, database: Database, folder: Path) -> None:
    await database.open()
    one, two = (Room(cluster.authority, database, cluster.replicas, lease_s=LEASE_S) for _ in range(2))
    table = quick_table(folder, "one", mistakes=0.05)
    async with running(outbox(cluster.authority, table, "one").run()):
        async with running(one.run()):
            await until(lambda: one.leads)
            async with running(two.run()):
                await until(lambda: two.stands_by)
                await play(table)
                await until(lambda: is_whole(database, table, "one"))
        assert two.counts.rows == 0
        async with running(two.run()):
            await play(table)
            await until(lambda: is_whole(database, table, "one"))
    assert not two.leads  # given up in order
    assert await floor_rows(database, "one") == journal_rows(table)
    assert await reports(database) == []
    table.close()


def test_a_floor_that_stands_by_takes_nothing_in_until_the_other_one_has_ended(
    cluster: Cluster, sqlite: Database, tmp_path: Path
) -> None:
    asyncio.run(_take_over(cluster, sqlite, tmp_path))


async def _fail_over(cluster: Cluster, pair: PostgresPair, folder: Path) -> None:
    """The replica lacks the last rows, which were confirmed to the stream, and no table says anything new."""
    database = database_at(pair.address)
    await database.open()
    floor, table = Room(cluster.authority, database, cluster.replicas), quick_table(folder, "one", mistakes=0.05)
    async with running(outbox(cluster.authority, table, "one").run(), floor.run()):
        await play(table)
        await until(lambda: is_whole(database, table, "one"))
        pair.replica.server.kill()
        await play(table)
        await until(lambda: is_whole(database, table, "one"))
        pair.leader.server.kill()
        pair.replica.start()
        pair.fail_over()
        promoted = database_at(pair.address)
        await promoted.open()
        assert not await is_whole(promoted, table, "one")
        await until(lambda: is_whole(promoted, table, "one"))
    assert await floor_rows(promoted, "one") == journal_rows(table)
    for each in (database, promoted):
        await each.close()
    table.close()


def test_what_a_replica_lacks_that_takes_the_place_of_its_primary_follows_from_the_tables(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed("postgres", "postgresql")
    monkeypatch.setattr("burncard.api.floor.room_floor.LOOK_S", 0.5)
    with started(lambda: PostgresPair(tmp_path / "pair")) as pair:
        asyncio.run(_fail_over(cluster, pair, tmp_path))
