"""The table's streams: each update and each view is made and encoded once for all clients that see the same.

A stream of server-sent events and a WebSocket read from the same subscription.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec

from burncard.api.accounts.people import Person
from burncard.api.one_at_a_time import OneAtATime
from burncard.api.role_view import view_for
from burncard.controller.faults import Role
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.journal.history import TableUpdate
from burncard.controller.service import TableService
from burncard.controller.views.stops_view import who
from burncard.firmware_bridge.driver import MS

QUEUE_MAX: Final = 1000
LOOK_S: Final = 0.25
"""How often the table is looked at for what changes without a fact: links, faults, the pack."""
KEEP_ALIVE_S: Final = 1.0
"""A page that receives nothing for three of these intervals reports a lost connection: a disk that does not answer can
hold up the table."""
AT_ONCE_BYTES: Final = 65_536
"""How much is sent at once: messages that wait belong to all streams of a person, those that are sent to one."""
STREAMS_MAX: Final = 448
"""Fewer than there may be connections, so that pages can be asked for while all streams are taken."""

FRESH_NS: Final = 50 * MS
"""How old a view may be that a new stream begins with: many streams that begin at once share one."""

Kind = Literal["view", "fact", "keep-alive", "bye", "wake"]


@dataclass(frozen=True, slots=True)
class Told:
    """One message of a stream. `number`: of the fact in it; 0 if there is none. A `wake` is not sent."""

    kind: Kind
    body: bytes
    number: int = 0


@dataclass(slots=True, eq=False)
class Place:
    """One stream's place among those of the table. `still`: whether its person is still signed in as it began."""

    who: Person
    still: Callable[[], bool]
    given_up: bool = False

    @property
    def ended(self) -> bool:
        """Whether the stream must end: its person is no longer signed in, or another person needs the place."""
        self.given_up = self.given_up or not self.still()
        return self.given_up


@dataclass(slots=True, eq=False)
class Listener:
    """One stream: what waits to be sent to it. `lagging`: it was too slow, and is cut off; it resumes by itself."""

    place: Place
    queue: asyncio.Queue[Told] = field(default_factory=lambda: asyncio.Queue(QUEUE_MAX))
    lagging: bool = False
    quiet_s: float = 0.0

    def tell(self, told: Told) -> None:
        """Adds a message after the others; never skips one."""
        self.quiet_s = 0.0
        if self.lagging or self.queue.full():
            self.lagging = True
            return
        self.queue.put_nowait(told)

    def look(self, *, stopping: bool) -> None:
        """Keeps a quiet stream alive, or wakes one that has to end. To be called every `LOOK_S`."""
        self.quiet_s += LOOK_S
        if self.queue.empty() and (stopping or self.lagging or self.place.ended):
            self.queue.put_nowait(Told("wake", b""))
        elif self.quiet_s >= KEEP_ALIVE_S:
            self.tell(Told("keep-alive", b"{}"))


@dataclass(frozen=True, slots=True)
class Seen:
    """The view that a person was last given. `but_time`: without its time, to be compared."""

    number: int
    at_ns: int
    body: bytes
    but_time: bytes


class TooManyStreamsError(Exception):
    """No further stream is opened."""


class Hub:
    """The streams of one table."""

    def __init__(self, service: TableService, stopping: Callable[[], bool], *, demonstration: bool) -> None:
        self._service = service
        self._stopping = stopping
        self._demonstration = demonstration
        self._listeners: list[Listener] = []
        self._places: list[Place] = []
        self._turns = OneAtATime()
        self._last: dict[Person, Seen] = {}
        self._looking: asyncio.Task[None] | None = None
        service.record.subscribe(self._heard)
        service.stopping.tell = self._look_now

    @contextmanager
    def place_for(self, who: Person, still: Callable[[], bool]) -> Iterator[Place]:
        """A place for a stream. When all are taken, the person with the most gives one up to a person with fewer.

        Raises TooManyStreamsError.
        """
        taken = Counter(place.who.name for place in self._places if not place.given_up)
        if taken.total() >= STREAMS_MAX:
            name, most = taken.most_common(1)[0]
            if most <= taken[who.name] + 1:
                raise TooManyStreamsError
            next(place for place in self._places if place.who.name == name and not place.given_up).given_up = True
        place = Place(who, still)
        self._places.append(place)
        try:
            yield place
        finally:
            self._places.remove(place)

    async def listen(self, who: Person, after: int | None, still: Callable[[], bool]) -> AsyncIterator[list[Told]]:
        """What one stream sends, from the facts after a number on: each time what waits. Ends when the program
        stops, when the client lags, and when its person is no longer signed in (`still`). Raises TooManyStreamsError.
        """
        with self.place_for(who, still) as place:
            async for told in self._listen(place, after):
                yield told

    async def _listen(self, place: Place, after: int | None) -> AsyncIterator[list[Told]]:
        who, listener = place.who, Listener(place)
        self._listeners.append(listener)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._look())
        try:
            missed = iter(()) if after is None else self._service.record.updates_after(after)
            first = self._fresh_view_of(who)
            async for update in self.one_by_one(who, missed):
                if place.ended:
                    return
                yield [fact_told(update, None)]
            yield [Told("view", first)]
            async for told in self._live(listener):
                yield told
            if self._stopping():
                yield [Told("bye", b"{}")]
        finally:
            self._listeners.remove(listener)

    async def _live(self, listener: Listener) -> AsyncIterator[list[Told]]:
        while not ((listener.lagging and listener.queue.empty()) or self._stopping() or listener.place.ended):
            waiting = [await listener.queue.get()]
            if listener.place.ended:
                return
            size = len(waiting[0].body)
            while not listener.queue.empty() and size < AT_ONCE_BYTES:
                waiting.append(listener.queue.get_nowait())
                size += len(waiting[-1].body)
            if told := [one for one in waiting if one.kind != "wake"]:
                yield told

    async def one_by_one(self, who: Person, missed: Iterator[TableUpdate]) -> AsyncIterator[TableUpdate]:
        """What a stream has missed. However many streams of a person catch up, they get one fact at a time between
        them, since hands are worked out again for each. The table's own work goes first."""
        while True:
            async with self._turns.alone(who.name):
                update = next(missed, None)
                await asyncio.sleep(0)
            if update is None:
                return
            yield update

    def is_heard_by(self, role: Role) -> bool:
        """Whether a person of a role looks at the table now."""
        return any(listener.place.who.role == role for listener in self._listeners)

    # ---- inside --------------------

    def _view_of(self, who: Person) -> bytes:
        view = view_for(self._service, who, demonstration=self._demonstration)
        body, but_time = msgspec.json.encode(view), msgspec.json.encode(msgspec.structs.replace(view, now_ns=0))
        self._last[who] = Seen(self._service.record.journal.count, self._service.record.now(), body, but_time)
        return body

    def _fresh_view_of(self, who: Person) -> bytes:
        seen, record = self._last.get(who), self._service.record
        if seen is not None and seen.number == record.journal.count and record.now() - seen.at_ns < FRESH_NS:
            return seen.body
        return self._view_of(who)

    def _heard(self, update: TableUpdate) -> None:
        for person, listeners in self._by_person().items():
            told = fact_told(update, self._view_of(person))
            for listener in listeners:
                listener.tell(told)

    async def _look(self) -> None:
        """Tells of what changes without a fact, while anybody listens."""
        while self._listeners and not self._stopping():
            await asyncio.sleep(LOOK_S)
            self._look_now()
            for listener in self._listeners:
                listener.look(stopping=self._stopping())
        self._last.clear()

    def _look_now(self) -> None:
        for person, listeners in self._by_person().items():
            try:
                self._look_for(person, listeners)
            except Exception as error:  # a page that shows nothing new must not look alive
                for listener in listeners:
                    listener.lagging = True
                if not self._service.stopping.stopped:
                    self._service.stopping.stop(error)

    def _look_for(self, person: Person, listeners: list[Listener]) -> None:
        before = self._last.get(person)
        body = self._view_of(person)
        if before is None or self._last[person].but_time != before.but_time:
            for listener in listeners:
                listener.tell(Told("view", body))

    def _by_person(self) -> dict[Person, list[Listener]]:
        groups: dict[Person, list[Listener]] = {}
        for listener in self._listeners:
            groups.setdefault(listener.place.who, []).append(listener)
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
