"""A small run of what `python -m tests.harness.floor_queries` measures among ten million hands."""

import asyncio

from burncard.api.floor.local_servers import Postgres
from tests.harness.floor_queries import measured


def test_every_question_is_answered_among_generated_hands(postgres: Postgres) -> None:
    assert asyncio.run(measured(postgres.address, 5_000, 1)) == 14
