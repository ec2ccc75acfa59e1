"""Servers that die while a room is set up for the first time, and servers that come back without what they had."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from nats.js import JetStreamContext

from burncard.api.floor.database import Database
from burncard.api.floor.identity import public_of
from burncard.api.floor.local_servers import Cluster, started
from burncard.api.floor.room_floor import Room
from burncard.controller.outbox.credentials import connected
from burncard.controller.outbox.subjects import STREAM, TableName
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
    sign_in,
    until,
)
from tests.harness.installed import installed

THIEF = TableName("room", "thief")


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Cluster]:
    """Three servers that have never run before, and may be killed."""
    installed("nats-server", "nats-server")
    with started(lambda: Cluster(tmp_path / "fresh")) as cluster:
        yield cluster


def kill(cluster: Cluster) -> None:
    for server in cluster.servers:
        server.kill()


def start(cluster: Cluster) -> None:
    for server in cluster.servers:
        server.start(wait=False)


async def _die_while_streams_are_made(
    cluster: Cluster, database: Database, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All servers die while they make the first stream, and again before the floor has its place in it."""
    await database.open()
    table, asked = quick_table(folder, "one"), JetStreamContext.add_stream
    deaths = iter((0.01, 0.5))

    async def dying(self: Any, config: Any) -> Any:
        after_s = next(deaths, None)
        if after_s is not None:
            asyncio.get_running_loop().call_later(after_s, kill, cluster)
            asyncio.get_running_loop().call_later(after_s + 1.5, start, cluster)
        made = await asked(self, config)
        await asyncio.sleep(after_s or 0)
        return made

    monkeypatch.setattr(JetStreamContext, "add_stream", dying)
    floors = [Room(cluster.authority, database, cluster.replicas, lease_s=1.0) for _ in range(2)]
    async with running(*(floor.run() for floor in floors), outbox(cluster.authority, table, "one").run()):
        await play(table)
        await until(lambda: is_whole(database, table, "one"), 120)
    assert next(deaths, None) is None
    assert await floor_rows(database, "one") == journal_rows(table)
    assert await reports(database) == []
    table.close()


def test_a_room_whose_servers_die_while_its_streams_are_made_heals(
    fresh: Cluster, sqlite: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(_die_while_streams_are_made(fresh, sqlite, tmp_path, monkeypatch))


def put_back(copy: Path, disk: Path) -> None:
    """Puts the streams back as they were. The servers keep their later record of the floor's place in them."""
    for pattern in ("*/_js_/S-*", "*/streams/*/msgs"):
        for old in copy.glob(pattern):
            new = disk / old.relative_to(copy)
            shutil.rmtree(new)
            shutil.copytree(old, new)


async def _last_in_stream(cluster: Cluster) -> int:
    client = await connected(cluster.authority.for_floor(), name="tests", inbox="_INBOX.floor")
    try:
        return int((await client.jetstream().stream_info(STREAM)).state.last_seq)
    finally:
        await client.close()


async def _come_back_short(cluster: Cluster, database: Database, folder: Path) -> None:
    """An older copy of all servers' disks, then empty ones. The floor and the table run on."""
    await database.open()
    floor, table = Room(cluster.authority, database, cluster.replicas), quick_table(folder, "one")
    stolen = credentials_of(cluster.authority, THIEF)
    async with running(floor.run(), outbox(cluster.authority, table, "one").run()):
        await play(table)
        await until(lambda: is_whole(database, table, "one"))
        await floor.revoke_key(public_of(stolen.seed))
        for server in cluster.servers:
            server.pause()
        for node in cluster.nodes:
            shutil.copytree(node.data, folder / "copies" / node.name)
        for server in cluster.servers:
            server.go_on()
        await play(table, 2)
        await until(lambda: is_whole(database, table, "one"))
        before = await _last_in_stream(cluster)
        kill(cluster)
        for node in cluster.nodes:  # the floor's place in the stream is kept: it is ahead of the stream then
            put_back(folder / "copies" / node.name / "jetstream", node.data / "jetstream")
        start(cluster)
        await play(table)
        await until(lambda: is_whole(database, table, "one"))
        assert await _last_in_stream(cluster) > before
        kill(cluster)
        for node in cluster.nodes:
            shutil.rmtree(node.data / "jetstream")
            shutil.rmtree(node.data / "accounts")
        start(cluster)
        await play(table)
        await until(lambda: is_whole(database, table, "one"))
    assert await floor_rows(database, "one") == journal_rows(table)
    assert set(await reports(database)) <= {"gap"}
    assert sign_in(stolen).startswith(b"-ERR")  # the servers had forgotten that it was revoked
    table.close()


def test_a_record_becomes_whole_where_servers_come_back_without_what_they_had_confirmed(
    fresh: Cluster, sqlite: Database, tmp_path: Path
) -> None:
    asyncio.run(_come_back_short(fresh, sqlite, tmp_path))
