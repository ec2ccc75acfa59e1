"""The event stream: every fact with its outcomes as it happens, resumable, and the table whenever it looks different.

Each fact is an event whose id is the fact's number. A client that comes back says the last number that it has
(`Last-Event-ID`, which browsers send by themselves, or `?after=`) and first gets what it missed.
"""

import asyncio
from collections.abc import AsyncIterator, Callable

import msgspec

from burncard.api.shown import shown
from burncard.controller.faults import Role
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.journal.history import TableUpdate
from burncard.controller.service import TableService
from burncard.controller.views import View

QUEUE_MAX = 1000
LOOK_S = 0.25
"""How often a silent stream looks at the table: links, faults and the pack change without a fact."""
LOOKS_PER_SIGN_OF_LIFE = 40


async def stream(
    service: TableService, role: Role, after: int | None, stopping: Callable[[], bool]
) -> AsyncIterator[bytes]:
    """Server-sent events for one client. `after`: resume behind a number.

    It ends when the program stops, or the client is too slow for the table; the client comes back and resumes.
    """
    queue: asyncio.Queue[bytes] = asyncio.Queue(QUEUE_MAX)
    last_view: View = {}
    lagging = False

    def hear(told: TableUpdate) -> None:
        nonlocal lagging, last_view
        if lagging or queue.full():
            lagging = True  # for good: what comes later must not hide that this one is missing
            return
        last_view = shown(service, role)
        queue.put_nowait(event_of(told, last_view))

    unsubscribe = service.record.subscribe(hear)
    try:
        missed = iter(()) if after is None else service.record.updates_after(after)
        last_view = shown(service, role)
        first = _state(last_view)
        for told in missed:
            yield event_of(told, None)
            await asyncio.sleep(0)  # a long past does not keep the table from its work
        yield first
        looks = 0
        while not ((lagging and queue.empty()) or stopping()):
            try:
                yield await asyncio.wait_for(queue.get(), LOOK_S)
                continue
            except TimeoutError:
                looks += 1
            view = shown(service, role)
            if view != last_view:
                last_view = view
                yield _state(view)
            elif looks % LOOKS_PER_SIGN_OF_LIFE == 0:
                yield b": still here\n\n"
    finally:
        unsubscribe()


def event_of(told: TableUpdate, view: View | None) -> bytes:
    """A fact with its outcomes as an event. `view`: the table behind it, for those who show it."""
    body = {
        "number": told.number,
        "at_ns": told.at_ns,
        "fact": msgspec.Raw(encode(told.fact)),
        "outcomes": [msgspec.Raw(encode(outcome)) for outcome in told.outcomes],
        "view": view,
    }
    return b"id: %d\ndata: %s\n\n" % (told.number, msgspec.json.encode(body))


def _state(view: View) -> bytes:
    return b"event: state\ndata: " + msgspec.json.encode(view) + b"\n\n"
