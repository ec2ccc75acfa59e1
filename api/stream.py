"""The event stream: every fact with its outcomes as it happens, and the table whenever its view changes.

Each fact is an event whose id is the fact's number. A client that reconnects sends the last number that it has
(`Last-Event-ID`, which browsers send by themselves, or `?after=`) and first gets what it missed.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from weakref import WeakKeyDictionary

import msgspec

from burncard.api.role_view import role_view
from burncard.controller.faults import Role
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.journal.history import TableUpdate
from burncard.controller.service import TableService
from burncard.controller.views import View

QUEUE_MAX = 1000
LOOK_S = 0.25
"""How often an idle stream checks the table: links, faults and the pack change without a fact."""
LOOKS_PER_KEEP_ALIVE = 40


async def stream(
    service: TableService,
    role: Role,
    after: int | None,
    stopping: Callable[[], bool],
    one_by_one: Callable[[Iterator[TableUpdate]], AsyncIterator[TableUpdate]] | None = None,
) -> AsyncIterator[bytes]:
    """Server-sent events for one client. `after`: the number to resume after; `one_by_one`: keeps the person's
    other streams from catching up at the same moment.

    Ends when the program stops, or when the client is too slow; the client then reconnects and resumes.
    """
    queue: asyncio.Queue[bytes] = asyncio.Queue(QUEUE_MAX)
    last_view: View = {}
    lagging = False

    def hear(update: TableUpdate) -> None:
        nonlocal lagging, last_view
        if lagging or queue.full():
            lagging = True  # for good: later updates must not hide the missing one
            return
        last_view, event = _event_for(service, role, update)
        queue.put_nowait(event)

    unsubscribe = service.record.subscribe(hear)
    try:
        missed = iter(()) if after is None else service.record.updates_after(after)
        last_view = role_view(service, role)
        first = _state(last_view)
        async for update in (one_by_one or _in_turn)(missed):
            if stopping():
                return
            yield event_of(update, None)
        yield first
        looks = 0
        while not ((lagging and queue.empty()) or stopping()):
            try:
                async with asyncio.timeout(LOOK_S):  # sooner than `wait_for`, which needs a task of its own
                    event = await queue.get()
                if not stopping():
                    yield event
                continue
            except TimeoutError:
                looks += 1
            view = role_view(service, role)
            if view != last_view:
                last_view = view
                yield _state(view)
            elif looks % LOOKS_PER_KEEP_ALIVE == 0:
                yield b": keep-alive\n\n"
    finally:
        unsubscribe()


async def _in_turn(missed: Iterator[TableUpdate]) -> AsyncIterator[TableUpdate]:
    for update in missed:
        yield update
        await asyncio.sleep(0)  # a long catch-up must not block the table


_LATEST: WeakKeyDictionary[TableService, dict[Role, tuple[TableUpdate, View, bytes]]] = WeakKeyDictionary()


def _event_for(service: TableService, role: Role, update: TableUpdate) -> tuple[View, bytes]:
    """The view after a fact, and its event: made once for all streams of a role, which may all be slow."""
    latest = _LATEST.setdefault(service, {})
    if role not in latest or latest[role][0] is not update:
        view = role_view(service, role)
        latest[role] = update, view, event_of(update, view)
    _, view, event = latest[role]
    return view, event


def event_of(update: TableUpdate, view: View | None) -> bytes:
    """A fact with its outcomes as an event. `view`: the table after it, for clients that show it."""
    body = {
        "number": update.number,
        "at_ns": update.at_ns,
        "fact": msgspec.Raw(encode(update.fact)),
        "outcomes": [msgspec.Raw(encode(outcome)) for outcome in update.outcomes],
        "view": view,
    }
    return b"id: %d\ndata: %s\n\n" % (update.number, msgspec.json.encode(body))


def _state(view: View) -> bytes:
    return b"event: state\ndata: " + msgspec.json.encode(view) + b"\n\n"
