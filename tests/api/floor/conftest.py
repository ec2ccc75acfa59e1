"""One cluster of real NATS servers for all tests of the floor, and an empty database for each of them."""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from nats.js.errors import NotFoundError

from burncard.api.floor.database import Database, database_at
from burncard.api.floor.local_servers import Cluster, Postgres, started
from burncard.controller.outbox.credentials import connected
from burncard.controller.outbox.subjects import KEPT_STREAM, STREAM
from burncard.simulator.quick_table import QuickTable
from tests.harness.floor_room import quick_table
from tests.harness.installed import installed


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The NATS client leaves sockets that were refused to the garbage collection, which warns of them."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"))
            item.add_marker(pytest.mark.filterwarnings("ignore::ResourceWarning"))


@pytest.fixture(autouse=True)
def _collected(request: pytest.FixtureRequest) -> Iterator[None]:
    """They are collected with the test that left them."""
    yield
    if "servers" in request.fixturenames:
        gc.collect()


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three NATS servers of the room `room`."""
    installed("nats-server", "nats-server")
    folder = tmp_path_factory.mktemp("cluster")
    with started(lambda: Cluster(folder)) as running:
        yield running


@pytest.fixture
def cluster(servers: Cluster) -> Cluster:
    """The cluster, with no stream left from another test."""
    asyncio.run(_emptied(servers))
    return servers


async def _emptied(servers: Cluster) -> None:
    client = await connected(servers.authority.for_floor(), name="tests", inbox="_INBOX.floor")
    stream = client.jetstream(timeout=10)
    try:
        for name in (STREAM, KEPT_STREAM):
            with suppress(NotFoundError):
                await stream.delete_stream(name)
    finally:
        await client.close()


@pytest.fixture
def postgres(one_postgres: Postgres) -> Postgres:
    """A PostgreSQL server that runs, whatever became of it in the test before."""
    if not one_postgres.server.is_running:
        one_postgres.start()
    return one_postgres


@pytest.fixture(scope="session")
def one_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """The PostgreSQL server of this process."""
    installed("postgres", "postgresql")
    folder = tmp_path_factory.mktemp("postgres")
    with started(lambda: Postgres(folder / "server")) as running:
        yield running


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Database]:
    """An empty SQLite database."""
    database = database_at(str(tmp_path / "floor.db"))
    yield database
    asyncio.run(database.close())


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[QuickTable]:
    """A table after two hands, whose journal no test changes."""
    with closing(quick_table(tmp_path_factory.mktemp("played"), "one", seed=2, mistakes=0.05)) as table:
        for _ in range(2):
            table.play_hand()
        yield table
