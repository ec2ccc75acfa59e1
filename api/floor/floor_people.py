"""Who works at the floor's desk: the accounts, sessions and sign-in of a table's console, and a record of their own."""

import asyncio
import logging
import secrets
import time
from pathlib import Path
from typing import Any

import msgspec
from fastapi import Request

from burncard.api.accounts.access_record import AccessRecord
from burncard.api.accounts.guard import Guard
from burncard.api.accounts.people import Demonstration, People, Person
from burncard.api.accounts.sessions import Sessions
from burncard.api.accounts.sign_in import SignIn
from burncard.api.attached_devices import steady_clock
from burncard.api.floor.database import Database, DatabaseError
from burncard.api.request_errors import ApiError
from burncard.api.signed_in import bearer_of, by_cookie
from burncard.controller.faults import Role

SEES: frozenset[Role] = frozenset({"floor", "auditor", "technician"})
DECIDES: frozenset[Role] = frozenset({"floor"})
ENROLS: frozenset[Role] = frozenset({"technician"})

log = logging.getLogger("burncard.floor")


class FloorPeople:
    """The people of one floor. `folder` None: a demonstration, with a link for each role."""

    def __init__(self, database: Database, folder: Path | None) -> None:
        self._database = database
        self._writing: set[asyncio.Task[None]] = set()
        if folder is None:
            self.people: People = Demonstration()
            self.sessions = Sessions(self.people)
        else:
            guard = Guard.open(folder / "floor.people")
            self.people = People.open(folder / "people.json", guard)
            self.sessions = Sessions(self.people, folder / "sessions.json", guard)
        self._clock_ns = steady_clock()
        self.access = AccessRecord(self.record, self._clock_ns)
        self.sign_in = SignIn(self.people, self.sessions, self._clock_ns, self.record, self.access)

    def record(self, kind: str, **fields: Any) -> None:
        """Writes into the floor's own record, soon."""
        task = asyncio.get_running_loop().create_task(self._write(kind, msgspec.json.encode(fields).decode()))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _write(self, kind: str, fields: str) -> None:
        values = secrets.token_hex(8), time.time_ns(), kind, fields
        try:
            await self._database.change("INSERT INTO access (id, at_ns, kind, fields) VALUES ($1, $2, $3, $4)", *values)
        except DatabaseError as error:
            log.warning("floor: %s %s is not in the record: %s", kind, fields, error)

    def needs(self, request: Request, roles: frozenset[Role]) -> Person:
        """Who makes a request, whose role is one of these. Raises ApiError; a refusal is in the record."""
        token = bearer_of(request)
        if token is not None:
            person = self.people.by_token(token)
        else:
            person = by_cookie(request, self.sessions, self.access, self._clock_ns())
        if person is None:
            raise ApiError("no-key")
        if person.role not in roles:
            self.access.refused("refused", operator=person.operator, address=request.url.path[:120])
            raise ApiError("not-allowed", f"{request.method} {request.url.path[:120]} as {person.role}")
        return person
