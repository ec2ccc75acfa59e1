"""Every table's record is on the floor as it is in its journal: once and in order, whatever dies or stands still."""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from burncard.api.floor.database import Database, database_at
from burncard.api.floor.joining import write_credentials
from burncard.api.floor.local_servers import Cluster, Postgres
from burncard.api.floor.room_floor import Room
from burncard.controller.outbox import outbox as outbox_module
from burncard.controller.outbox.credentials import connected
from burncard.controller.outbox.outbox import Outbox
from burncard.controller.outbox.subjects import TableName
from tests.harness.floor_room import (
    credentials_of,
    floor_rows,
    is_whole,
    journal_rows,
    outbox,
    play,
    quick_table,
    reports,
    running,
    until,
)


def floor_of(cluster: Cluster, database: Database, **options: Any) -> Room:
    return Room(cluster.authority, database, cluster.replicas, **options)


async def _play_and_compare(cluster: Cluster, database: Database, folder: Path, names: list[str]) -> None:
    await database.open()
    tables = {name: quick_table(folder, name, seed=number, mistakes=0.05) for number, name in enumerate(names)}
    boxes = [outbox(cluster.authority, table, name) for name, table in tables.items()]
    async with running(floor_of(cluster, database).run(), *(box.run() for box in boxes)):
        for name, table in tables.items():
            await play(table)
            await until(lambda table=table, name=name: is_whole(database, table, name))
    for name, table in tables.items():
        assert await floor_rows(database, name) == journal_rows(table)
        table.close()
    assert await reports(database, *names) == []
    await database.close()


def test_the_history_in_sqlite_equals_each_journal(cluster: Cluster, sqlite: Database, tmp_path: Path) -> None:
    asyncio.run(_play_and_compare(cluster, sqlite, tmp_path, ["one", "two"]))


def test_the_history_in_postgresql_equals_each_journal(cluster: Cluster, postgres: Postgres, tmp_path: Path) -> None:
    asyncio.run(_play_and_compare(cluster, database_at(postgres.address), tmp_path, ["three"]))


class DiedError(Exception):
    """The process dies here."""


async def _die_at_every_message(cluster: Cluster, database: Database, folder: Path, monkeypatch: Any) -> None:
    """The outbox dies before each message is sent, and again after it was sent and before that is known."""
    await database.open()
    table = quick_table(folder, "one")
    await play(table)
    publish = Outbox._publish
    before, after = set(range(0, 45, 4)), set(range(1, 45, 4))
    sent = 0

    async def dying(self: Outbox, stream: Any, message: Any) -> None:
        nonlocal sent
        if sent in before:
            before.remove(sent)
            raise DiedError
        await publish(self, stream, message)
        sent += 1
        if sent in after:
            after.remove(sent)
            raise DiedError

    monkeypatch.setattr(Outbox, "_publish", dying)
    monkeypatch.setattr(outbox_module, "PAUSE_S", 0.05)
    async with running(floor_of(cluster, database, duplicates_s=0.1).run()):
        while before or after:
            with pytest.raises(DiedError):
                await outbox(cluster.authority, table, "one").run()
        async with running(outbox(cluster.authority, table, "one").run()):
            await until(lambda: is_whole(database, table, "one"))
    assert await floor_rows(database, "one") == journal_rows(table)
    assert await reports(database) == []
    stream = await _messages_in_stream(cluster)
    assert stream == table.journal.count + table.journal.tip("events")[0] + len(table.journal.heads())
    table.close()


async def _messages_in_stream(cluster: Cluster) -> int:
    client = await connected(cluster.authority.for_floor(), name="tests", inbox="_INBOX.floor")
    try:
        info = await client.jetstream().stream_info("TABLES")
        return int(info.state.messages)
    finally:
        await client.close()


def test_an_outbox_that_dies_at_every_point_repeats_nothing_even_after_the_duplicate_window(
    cluster: Cluster, sqlite: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(_die_at_every_message(cluster, sqlite, tmp_path, monkeypatch))


async def _kill_the_process(cluster: Cluster, database: Database, folder: Path) -> None:
    await database.open()
    write_credentials(folder / "credentials", credentials_of(cluster.authority, TableName("room", "one")))
    words = [sys.executable, "-m", "tests.harness.publishing_table", str(folder), "one", str(folder / "credentials")]
    rng = Random(7)
    async with running(floor_of(cluster, database).run()):
        for _ in range(2):
            process = subprocess.Popen([*words, "1000"], stdout=subprocess.PIPE)
            assert process.stdout is not None
            await asyncio.to_thread(process.stdout.readline)
            rows = sum(map(len, (await floor_rows(database, "one")).values()))
            wanted = rows + rng.randint(5, 40)
            await until(lambda wanted=wanted: _has_rows(database, wanted))
            process.kill()
            process.communicate()
        table = quick_table(folder, "one")
        box = outbox(cluster.authority, table, "one")
        async with running(box.run()):
            await until(lambda: is_whole(database, table, "one"))
    assert await floor_rows(database, "one") == journal_rows(table)
    assert await reports(database) == []
    table.close()


async def _has_rows(database: Database, count: int) -> bool:
    return sum(map(len, (await floor_rows(database, "one")).values())) >= count


def test_a_table_that_is_killed_while_it_publishes_loses_and_repeats_nothing(
    cluster: Cluster, sqlite: Database, tmp_path: Path
) -> None:
    asyncio.run(_kill_the_process(cluster, sqlite, tmp_path))


async def _play_while_servers_stand_still(cluster: Cluster, database: Database, folder: Path) -> None:
    await database.open()
    table = quick_table(folder, "one")
    box = outbox(cluster.authority, table, "one")
    async with running(floor_of(cluster, database).run(), box.run()):
        await until(lambda: box.counts.published > 0)
        for server in cluster.servers:
            server.pause()
        try:
            await play(table, 3)  # the table plays on
            assert table.service.record.faults.open == []
            assert box.counts.published < table.journal.count
        finally:
            for server in cluster.servers:
                server.go_on()
        await until(lambda: is_whole(database, table, "one"))
    assert await floor_rows(database, "one") == journal_rows(table)
    table.close()


def test_a_table_plays_on_while_no_server_answers_and_its_record_follows(
    cluster: Cluster, sqlite: Database, tmp_path: Path
) -> None:
    asyncio.run(_play_while_servers_stand_still(cluster, sqlite, tmp_path))


async def _restore_an_older_copy(cluster: Cluster, database: Database, folder: Path) -> None:
    await database.open()
    table = quick_table(folder, "one")
    await play(table)
    table.close()
    shutil.copytree(folder / "one", folder / "backup")
    shutil.copyfile(folder / "one.tip", folder / "backup.tip")
    table = quick_table(folder, "one")
    async with running(floor_of(cluster, database).run()):
        box = outbox(cluster.authority, table, "one")
        async with running(box.run()):
            await play(table)
            await until(lambda: is_whole(database, table, "one"))
        table.close()
        shutil.rmtree(folder / "one")
        shutil.copytree(folder / "backup", folder / "one")
        shutil.copyfile(folder / "backup.tip", folder / "one.tip")
        table = quick_table(folder, "one", seed=9)
        box = outbox(cluster.authority, table, "one")
        async with running(box.run()):
            await play(table)
            await until(lambda: is_whole(database, table, "one"))
    assert await floor_rows(database, "one") == journal_rows(table)
    assert await reports(database) == ["rolled-back"]
    records = await database.ask("SELECT branch, heads FROM records ORDER BY branch")
    assert records == [(0, 2), (1, 2)]
    table.close()


def test_a_table_restored_from_a_backup_is_reported_and_both_pasts_are_kept(
    cluster: Cluster, sqlite: Database, tmp_path: Path
) -> None:
    asyncio.run(_restore_an_older_copy(cluster, sqlite, tmp_path))


async def _lose_the_database(cluster: Cluster, folder: Path) -> None:
    table = quick_table(folder, "one")
    box = outbox(cluster.authority, table, "one")
    first, second = (database_at(str(folder / name)) for name in ("first.db", "second.db"))
    await first.open()
    async with running(box.run()):
        async with running(floor_of(cluster, first).run()):
            await play(table)
            await until(lambda: is_whole(first, table, "one"))
        await first.close()
        await second.open()  # as if restored from before the table was there: the stream has moved on
        async with running(floor_of(cluster, second).run()):
            await play(table)
            await until(lambda: is_whole(second, table, "one"))
    assert await floor_rows(second, "one") == journal_rows(table)
    assert await reports(second) == ["gap"] * len(await reports(second))
    await second.close()
    table.close()


def test_a_floor_that_lost_its_database_gets_every_record_again_from_the_tables(
    cluster: Cluster, tmp_path: Path
) -> None:
    asyncio.run(_lose_the_database(cluster, tmp_path))
