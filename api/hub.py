"""Who hears of the table: each update and each view is made and encoded once for everybody who sees the same.

A stream of server-sent events and a WebSocket read from the same subscription.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec

from burncard.api.accounts.people import Person
from burncard.api.role_view import view_for
from burncard.controller.faults import Role
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.journal.history import TableUpdate
from burncard.controller.service import TableService
from burncard.controller.views.stops import who

QUEUE_MAX: Final = 1000
LOOK_S: Final = 0.25
"""How often the table is looked at for what changes without a fact: links, faults, the pack."""
KEEP_ALIVE_S: Final = 5.0
STREAMS_MAX: Final = 256

Kind = Literal["view", "fact", "keep-alive", "bye"]


@dataclass(frozen=True, slots=True)
class Told:
    """One message of a stream. `number`: of the fact that it tells; 0 for any other."""

    kind: Kind
    body: bytes
    number: int = 0


@dataclass(slots=True, eq=False)
class Listener:
    """One stream: what waits to be sent to it. `lagging`: it was too slow, and is cut off; it resumes by itself."""

    who: Person
    queue: asyncio.Queue[Told] = field(default_factory=lambda: asyncio.Queue(QUEUE_MAX))
    lagging: bool = False

    def tell(self, told: Told) -> None:
        """Puts a message behind the others; never leaves one out in between."""
        if self.lagging or self.queue.full():
            self.lagging = True
            return
        self.queue.put_nowait(told)


class TooManyStreamsError(Exception):
    """No further stream is opened."""


class Hub:
    """The streams of one table."""

    def __init__(self, service: TableService, stopping: Callable[[], bool], *, demonstration: bool) -> None:
        self._service = service
        self._stopping = stopping
        self._demonstration = demonstration
        self._listeners: list[Listener] = []
        self._last: dict[Person, bytes] = {}
        self._looking: asyncio.Task[None] | None = None
        service.record.subscribe(self._heard)

    async def listen(self, who: Person, after: int | None) -> AsyncIterator[Told]:
        """What one stream sends, from the facts after a number on. Ends when the program stops or the client lags.

        Raises TooManyStreamsError.
        """
        if len(self._listeners) >= STREAMS_MAX:
            raise TooManyStreamsError
        listener = Listener(who)
        self._listeners.append(listener)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._look())
        try:
            missed = iter(()) if after is None else self._service.record.updates_after(after)
            first = self._view_of(who)
            for update in missed:
                yield fact_told(update, None)
                await asyncio.sleep(0)  # a long catch-up must not block the table
            yield Told("view", first)
            async for told in self._live(listener):
                yield told
            if self._stopping():
                yield Told("bye", b"{}")
        finally:
            self._listeners.remove(listener)

    async def _live(self, listener: Listener) -> AsyncIterator[Told]:
        quiet_s = 0.0
        while not ((listener.lagging and listener.queue.empty()) or self._stopping()):
            try:
                told = await asyncio.wait_for(listener.queue.get(), LOOK_S)
            except TimeoutError:
                quiet_s += LOOK_S
                if quiet_s < KEEP_ALIVE_S:
                    continue
                told = Told("keep-alive", b"{}")
            quiet_s = 0.0
            yield told

    def is_heard_by(self, role: Role) -> bool:
        """Whether a person of a role looks at the table now."""
        return any(listener.who.role == role for listener in self._listeners)

    # ---- inside --------------------

    def _view_of(self, who: Person) -> bytes:
        view = view_for(self._service, who, demonstration=self._demonstration)
        self._last[who] = msgspec.json.encode(msgspec.structs.replace(view, now_ns=0))
        return msgspec.json.encode(view)

    def _heard(self, update: TableUpdate) -> None:
        for person, listeners in self._by_person().items():
            told = fact_told(update, self._view_of(person))
            for listener in listeners:
                listener.tell(told)

    async def _look(self) -> None:
        """Tells of what changes without a fact, while anybody listens."""
        while self._listeners and not self._stopping():
            await asyncio.sleep(LOOK_S)
            for person, listeners in self._by_person().items():
                before = self._last.get(person)
                body = self._view_of(person)
                if self._last[person] != before:
                    for listener in listeners:
                        listener.tell(Told("view", body))
        self._last.clear()

    def _by_person(self) -> dict[Person, list[Listener]]:
        groups: dict[Person, list[Listener]] = {}
        for listener in self._listeners:
            groups.setdefault(listener.who, []).append(listener)
        return groups


def fact_told(update: TableUpdate, view: bytes | None) -> Told:
    """A fact with its outcomes. `view`: the table after it, for clients that show it."""
    by, role = who(update.operator)
    body = {
        "number": update.number,
        "at_ns": update.at_ns,
        "by": by,
        "role": role,
        "fact": msgspec.Raw(encode(update.fact)),
        "outcomes": [msgspec.Raw(encode(outcome)) for outcome in update.outcomes],
        "shown": {str(seat): cards for seat, cards in update.shown.items()},
        "view": None if view is None else msgspec.Raw(view),
    }
    return Told("fact", msgspec.json.encode(body), update.number)
