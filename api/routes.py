"""The addresses without a version: what programs used before v1, with their answers of then."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response
from fastapi.responses import StreamingResponse

from burncard.api.access import MAY_DECIDE, MAY_ENTER, MAY_EXPORT, MAY_OPEN_AND_CLOSE, MAY_SERVICE, MAY_WATCH
from burncard.api.accounts.people import Person
from burncard.api.context import Context
from burncard.api.entry_bodies import FLOOR_PRESSES, answer, body_of, fact_of, reason_of
from burncard.api.hub import TooManyStreamsError
from burncard.api.request_errors import ApiError
from burncard.api.role_view import role_view
from burncard.api.signed_in import needs_role, refusal, signed_in, still_signed_in
from burncard.api.stream import stream
from burncard.api.v1.messages import NUMBER_MAX, Back
from burncard.controller.decks.decks import DeckError
from burncard.controller.faults import NotAllowedError, Role
from burncard.controller.journal.export import public_log
from burncard.controller.service import TableService
from burncard.rules.facts import Action, ChipsMoved, Press

NUMBER_DIGITS_MAX = 18
MODES = ("open", "closed", "maintenance")


def entry_router(context: Context) -> APIRouter:
    """A router for routes that change something."""

    async def not_too_many(request: Request) -> None:
        context.entry_rate.take(signed_in(context, request).name)

    before = [Depends(not_too_many), Depends(context.after_entry)]
    return APIRouter(prefix="/api", dependencies=before, include_in_schema=False)


def needs(context: Context, allowed: frozenset[Role]) -> Callable[[Request], Awaitable[Person]]:
    """A dependency: who makes a request. Raises ApiError unless the role is one of those allowed."""

    async def who(request: Request) -> Person:
        return needs_role(context, request, allowed)

    return who


def add_routes(app: FastAPI, context: Context) -> None:
    """Adds every route to an application."""
    for routes in (watching, entering, deciding, staff, enrolling):
        app.include_router(routes(context))


def watching(context: Context) -> APIRouter:
    """Routes to watch the table: its state, its events, its log."""
    router, service = APIRouter(prefix="/api", include_in_schema=False), context.service
    watcher = Depends(needs(context, MAY_WATCH))

    @router.get("/state")
    async def state(who: Annotated[Person, watcher]) -> dict[str, Any]:
        return role_view(service, who.role)

    @router.get("/events")
    async def events(
        request: Request,
        who: Annotated[Person, watcher],
        after: Annotated[int | None, Query(ge=0, le=NUMBER_MAX)] = None,
    ) -> StreamingResponse:
        last = request.headers.get("last-event-id", "")
        known = last.isascii() and last.isdigit() and len(last) <= NUMBER_DIGITS_MAX
        start = int(last) if known else after
        still = still_signed_in(context, request, who)
        return StreamingResponse(_bounded_stream(context, who, start, still), media_type="text/event-stream")

    @router.get("/log")
    async def log(who: Annotated[Person, Depends(needs(context, MAY_EXPORT))]) -> StreamingResponse:
        return StreamingResponse(_log_lines(service), media_type="application/x-ndjson")

    return router


async def _bounded_stream(
    context: Context, who: Person, after: int | None, still: Callable[[], bool]
) -> AsyncIterator[bytes]:
    """A stream that counts among those of the table, and ends when its person is no longer signed in."""
    with suppress(TooManyStreamsError), context.hub.place_for(who, still) as place:
        one_by_one, ends = partial(context.hub.one_by_one, who), lambda: context.stopping() or place.ended
        async for part in stream(context.service, who.role, after, ends, one_by_one):
            yield part


async def _log_lines(service: TableService) -> AsyncIterator[bytes]:
    """The table log from its beginning: every fact, without hidden cards, and its outcomes."""
    record = service.record
    for part in public_log(record.journal, record.decks, record.config.table, simulated=record.simulated):
        yield part
        await asyncio.sleep(0)  # let the table's own work go first


def entering(context: Context) -> APIRouter:
    """Routes to enter what players do and what dealers see."""
    router, service = entry_router(context), context.service
    enters = Depends(needs(context, MAY_ENTER))

    @router.post("/actions")
    async def actions(request: Request, who: Annotated[Person, enters]) -> Response:
        body = await body_of(request)
        return await answer(service, fact_of(body, Action, "action"), who)

    @router.post("/chips")
    async def chips(request: Request, who: Annotated[Person, enters]) -> Response:
        body = await body_of(request)
        return await answer(service, fact_of(body, ChipsMoved, "chips"), who)

    @router.post("/presses")
    async def presses(request: Request, who: Annotated[Person, enters]) -> Response:
        body = await body_of(request)
        fact = fact_of(body, Press, "press")
        if fact.press in FLOOR_PRESSES:
            if who.role not in MAY_DECIDE:
                raise refusal(context, request, who, fact.press)
            reason_of(body)
        return await answer(service, fact, who)

    @router.post("/rulings/{ruling}/ack")
    async def acknowledge(ruling: str, request: Request, who: Annotated[Person, enters]) -> Response:
        await body_of(request)
        return await answer(service, Press(press="ack", ruling=ruling, by=who.role), who)

    return router


def deciding(context: Context) -> APIRouter:
    """Routes for the floor's decisions, which need a name and a reason."""
    router, service = entry_router(context), context.service
    decides = Depends(needs(context, MAY_DECIDE))

    @router.post("/rulings/{ruling}/override")
    async def override(ruling: str, request: Request, who: Annotated[Person, decides]) -> Response:
        body = await body_of(request)
        reason = reason_of(body)
        decision = fact_of({**body, "press": "override"}, Press, "press").decision
        fact = Press(press="override", ruling=ruling, decision=decision, reason=reason, by=who.role)
        return await answer(service, fact, who)

    return router


def staff(context: Context) -> APIRouter:
    """Routes to clear faults, and to open and close the table."""
    router, service = entry_router(context), context.service
    services = Depends(needs(context, MAY_SERVICE))
    opens = Depends(needs(context, MAY_OPEN_AND_CLOSE))

    @router.post("/faults/{code}/clear")
    async def clear(code: str, request: Request, who: Annotated[Person, services]) -> dict[str, Any]:
        body = await body_of(request)
        reason = reason_of(body)
        try:
            service.clear_fault(code, who.operator, who.role, reason)
        except KeyError as error:
            raise ApiError("no-such-fault", code) from error
        except NotAllowedError as error:
            raise refusal(context, request, who, str(error)) from error
        return role_view(service, who.role)

    @router.post("/shuffler/clear-jam")
    async def clear_jam(request: Request, who: Annotated[Person, services]) -> dict[str, Any]:
        service.shuffling.clear_jam(who.operator)
        return role_view(service, who.role)

    @router.post("/mode")
    async def mode(request: Request, who: Annotated[Person, opens]) -> dict[str, Any]:
        body = await body_of(request)
        wanted = body.get("mode")
        if wanted not in MODES:
            raise ApiError("bad-body", f"mode must be one of {', '.join(MODES)}")
        service.set_mode(wanted, who.operator)
        return role_view(service, who.role)

    return router


def enrolling(context: Context) -> APIRouter:
    """Routes to enrol a deck: its cards are laid on the reader in the order of a new pack."""
    router, service = entry_router(context), context.service
    enrols = Depends(needs(context, MAY_OPEN_AND_CLOSE))

    @router.post("/enrolment")
    async def begin(request: Request, who: Annotated[Person, enrols]) -> dict[str, Any]:
        body = await body_of(request)
        try:
            back = msgspec.convert(body.get("back"), Back)
            joker = msgspec.convert(body.get("joker", False), bool)
        except msgspec.ValidationError as error:
            raise ApiError("bad-body", "back must be a colour, joker true or false") from error
        with deck_errors_as_answers():
            service.maintenance.begin_enrolment(back, who.operator, joker=joker)
        return role_view(service, who.role)

    @router.post("/enrolment/take-back")
    async def take_back(who: Annotated[Person, enrols]) -> dict[str, Any]:
        if service.maintenance.enrolment is None:
            raise ApiError("deck-not-now")
        service.maintenance.enrolment.take_back()
        return role_view(service, who.role)

    @router.post("/enrolment/end")
    async def end(request: Request, who: Annotated[Person, enrols]) -> dict[str, Any]:
        body = await body_of(request)
        keep = body.get("keep") is True
        with deck_errors_as_answers(), service.record.decks.unchanged_on_error():
            warnings = service.maintenance.end_enrolment(who.operator, keep=keep)
            if keep:
                context.save_decks()
        return {**role_view(service, who.role), "warnings": warnings}

    return router


@contextmanager
def deck_errors_as_answers() -> Iterator[None]:
    """Turns a DeckError into an answer."""
    try:
        yield
    except DeckError as error:
        raise ApiError(error.code, str(error)) from error
