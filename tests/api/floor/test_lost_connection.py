"""A connection to the servers that is lost, or on which nothing arrives, is given up, and a new one is made."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from nats.js import JetStreamContext

from burncard.api.floor.database import Database
from burncard.api.floor.local_servers import HOST, Cluster
from burncard.api.floor.room_floor import Room
from burncard.controller.outbox.credentials import connected
from tests.harness.cut_line import CutLine
from tests.harness.floor_room import ONE, credentials_of, is_whole, outbox, play, quick_table, running, until


async def _lose(cluster: Cluster) -> None:
    line = CutLine.to_port(cluster.nodes[0].port)
    await line.start()
    own = msgspec.structs.replace(credentials_of(cluster.authority, ONE), servers=[f"tls://{HOST}:{line.port}"])
    client = await connected(own, name="one", inbox=ONE.inbox)
    assert client.is_connected
    line.cut()
    await until(lambda: client.is_closed)
    await line.close()


def test_a_connection_that_is_lost_is_closed(servers: Cluster) -> None:
    asyncio.run(_lose(servers))


async def _stand_still(cluster: Cluster, database: Database, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the first connection neither a message nor an error arrives."""
    await database.open()
    table, fetch = quick_table(folder, "one"), JetStreamContext.PullSubscription.fetch
    first: list[Any] = []

    async def nothing(self: Any, batch: int, timeout: float) -> Any:
        first.append(self)
        if self is not first[0]:
            return await fetch(self, batch, timeout)
        await asyncio.sleep(timeout)
        return []

    monkeypatch.setattr(JetStreamContext.PullSubscription, "fetch", nothing)
    monkeypatch.setattr("burncard.api.floor.room_floor.LOOK_S", 0.2)
    floor = Room(cluster.authority, database, cluster.replicas)
    async with running(outbox(cluster.authority, table, "one").run(), floor.run()):
        await play(table)
        await until(lambda: is_whole(database, table, "one"))
    table.close()


def test_a_connection_on_which_waiting_messages_do_not_arrive_is_given_up(
    cluster: Cluster, sqlite: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(_stand_still(cluster, sqlite, tmp_path, monkeypatch))
