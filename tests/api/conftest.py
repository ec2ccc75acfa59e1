"""A scripted table and a client of its API."""

from collections.abc import Callable, Iterator

import httpx
import pytest

from burncard.api.desk import Desk
from burncard.controller.faults import Role

Client = Callable[[Role], httpx.Client]


@pytest.fixture
def desk() -> Iterator[Desk]:
    with Desk() as running:
        yield running


@pytest.fixture
def client(desk: Desk) -> Iterator[Client]:
    opened: list[httpx.Client] = []

    def client_of(role: Role) -> httpx.Client:
        headers = {"Authorization": f"Bearer {desk.keys.key_of(role)}"}
        made = httpx.Client(base_url=desk.address, headers=headers, timeout=10)
        opened.append(made)
        return made

    yield client_of
    for made in opened:
        made.close()
