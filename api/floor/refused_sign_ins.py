"""Sign-ins that the room's servers refused: they report them in their system account, and the floor's desk shows them.

A table that was cut off, credentials of another operator, a stolen JWT without its key: a client that presents a JWT
which the servers do not accept is reported under the table that the JWT names. Nothing proves that name, so only
tables that have enrolled are reported, and each address once a minute.
"""

import asyncio
import base64
import logging
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec
from nats.errors import Error as NatsError

from burncard.api.floor.authority import Authority
from burncard.api.floor.database import Database, DatabaseError
from burncard.api.floor.identity import SIGN_IN_REFUSED
from burncard.api.floor.report_rows import REPORT_SQL, report_row
from burncard.controller.outbox.credentials import closed, connected
from burncard.controller.outbox.subjects import TableName

PAUSE_S: Final = 1.0
AGAIN_S: Final = 60.0
"""The same refusal is reported once in this time: a table that was cut off tries once a second."""
KNOWN_MAX: Final = 1000
IS_ENROLLED_SQL: Final = "SELECT 1 FROM tables WHERE room = $1 AND name = $2"

log = logging.getLogger("burncard.floor")


class _Client(msgspec.Struct):
    host: str = ""
    jwt: str = ""


class _Event(msgspec.Struct):
    client: _Client


class _Claims(msgspec.Struct):
    name: str


def shown(event: bytes, room: str) -> tuple[TableName, str]:
    """The table that refused credentials name, and the address they came from. Raises ValueError if they name none."""
    client = msgspec.json.decode(event, type=_Event).client
    payload = client.jwt.split(".")[1] if client.jwt.count(".") == 2 else ""
    claims = msgspec.json.decode(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)), type=_Claims)
    name = TableName(*claims.name.split("/")) if claims.name.count("/") == 1 else None
    if name is None or name.room != room:
        raise ValueError("no table of this room")
    return name, client.host[:60]


class RefusedSignIns:
    """Reports refused sign-ins. `leads`: whether this floor is the one that reports."""

    def __init__(self, authority: Authority, database: Database, leads: Callable[[], bool]) -> None:
        self._authority = authority
        self._database = database
        self._leads = leads
        self._known: dict[tuple[TableName, str], float] = {}

    async def run(self) -> None:
        """Listens to the servers until it is cancelled. A lost connection is made again."""
        while True:
            try:
                client = await connected(self._authority.for_manager(), name="manager", inbox="_INBOX.manager")
                try:
                    await client.subscribe(SIGN_IN_REFUSED, cb=self._hear)
                    while not client.is_closed:
                        await asyncio.sleep(PAUSE_S)
                finally:
                    await closed(client)
            except (OSError, TimeoutError, NatsError):
                await asyncio.sleep(PAUSE_S)

    async def _hear(self, message: Any) -> None:
        try:
            name, host = shown(message.data, self._authority.room)
        except (ValueError, RecursionError):
            return
        now_s = time.monotonic()
        if not self._leads() or now_s - self._known.get((name, host), -AGAIN_S) < AGAIN_S:
            return
        if len(self._known) >= KNOWN_MAX:
            self._known.clear()
        self._known[name, host] = now_s
        detail = f"the servers have refused credentials that name this table, from {host}"
        try:
            if not await self._database.ask(IS_ENROLLED_SQL, name.room, name.table):
                return
            await self._database.change(REPORT_SQL, *report_row(name, "sign-in-refused", detail, time.time_ns()))
        except DatabaseError as error:
            log.warning("floor: a refused sign-in was not reported: %s", error)
