"""A connection to the servers that is lost is closed at once: it never comes back to servers that know less."""

import asyncio

import msgspec

from burncard.api.floor.local_servers import HOST, Cluster
from burncard.controller.outbox.credentials import connected
from burncard.controller.outbox.subjects import TableName
from tests.harness.cut_line import CutLine
from tests.harness.floor_room import credentials_of, until

ONE = TableName("room", "one")


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
