"""One person's page is answered at once, however many requests of others have come before it."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from burncard.api.accounts.people import Demonstration
from burncard.api.accounts.sessions import Sessions
from burncard.api.fair_turns import AT_ONCE, FairTurns
from burncard.controller.faults import Role

PEOPLE = Demonstration()
FLOOD = 300


def asked(role: Role | None) -> dict[str, Any]:
    token = "nobody's" if role is None else PEOPLE.key_of(role)
    headers = [(b"host", b"127.0.0.1:80"), (b"authorization", f"Bearer {token}".encode())]
    return {"type": "http", "method": "GET", "scheme": "http", "path": "/", "query_string": b"", "headers": headers}


@pytest.mark.parametrize("role", ["observer", "dealer", None])
def test_a_flood_of_one_keeps_nobody_else_waiting(role: Role | None) -> None:
    begun: list[dict[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        begun.append(scope)

    async def all_at_once() -> None:
        record = SimpleNamespace(now=lambda: 0)
        context: Any = SimpleNamespace(people=PEOPLE, sessions=Sessions(PEOPLE), service=SimpleNamespace(record=record))
        turns, nothing = FairTurns(app, context), (None, None)
        requests = [asked(role) for _ in range(FLOOD)] + [asked("floor")]
        await asyncio.gather(*(turns(one, *nothing) for one in requests))  # type: ignore[arg-type]
        assert len(begun) == FLOOD + 1
        assert begun.index(requests[-1]) <= AT_ONCE
        assert [one for one in begun if one is not requests[-1]][: AT_ONCE * 2] == requests[: AT_ONCE * 2]

    asyncio.run(all_at_once())
