"""A connection to the servers that does not come back is given up, so that a new one is made."""

import asyncio

import msgspec
import pytest

from burncard.api.floor.local_servers import HOST, Cluster
from burncard.controller.outbox import credentials
from burncard.controller.outbox.subjects import TableName
from tests.harness.cut_line import CutLine
from tests.harness.floor_room import credentials_of

ONE = TableName("room", "one")


async def _lose(cluster: Cluster) -> None:
    line = CutLine.to_port(cluster.nodes[0].port)
    await line.start()
    own = msgspec.structs.replace(credentials_of(cluster.authority, ONE), servers=[f"tls://{HOST}:{line.port}"])
    client = await credentials.connected(own, name="one", inbox=ONE.inbox)
    guarding = asyncio.create_task(credentials.close_when_lost(client))
    await asyncio.sleep(0.3)
    assert not client.is_closed
    line.cut()
    await asyncio.wait_for(guarding, 30)
    assert client.is_closed
    await line.close()


def test_a_connection_that_stays_lost_is_closed(servers: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(credentials, "LOOK_S", 0.05)
    monkeypatch.setattr(credentials, "GIVES_UP_S", 0.2)
    asyncio.run(_lose(servers))
