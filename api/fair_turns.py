"""Whoever sends hundreds of requests at once waits behind their own, not everybody else behind them."""

import asyncio
from collections import Counter
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from burncard.api.context import Context
from burncard.api.signed_in import address_of, bearer_of, cookie_name

AT_ONCE: Final = 4
"""Requests of one person that are begun before the table's own work, and others' requests, go on."""


class FairTurns:
    """Begins a few requests of each person in turn. All who are not signed in count as one."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._context = context
        self._begun: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        if scope["type"] in ("http", "websocket"):
            await self._turn(self._name(HTTPConnection(scope)))
        await self._app(scope, receive, send)

    async def _turn(self, name: str) -> None:
        while self._begun[name] >= AT_ONCE:
            await asyncio.sleep(0)
        if not self._begun.total():
            asyncio.get_running_loop().call_soon(self._begun.clear)
        self._begun[name] += 1

    def _name(self, connection: HTTPConnection) -> str:
        token, context = bearer_of(connection), self._context
        if token is not None:
            person = context.people.by_token(token)
            return "" if person is None else person.name
        secret, now_ns = connection.cookies.get(cookie_name(connection), ""), context.service.record.now()
        found = context.sessions.find(secret, now_ns, address_of(connection))
        return "" if found is None else found[0].name
