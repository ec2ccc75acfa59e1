"""The routes of the API: watching the table, making entries, and the staff's work."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response
from fastapi.responses import StreamingResponse

from burncard.api.access import MAY_DECIDE, MAY_ENTER, MAY_EXPORT, MAY_OPEN_AND_CLOSE, MAY_SERVICE, MAY_WATCH, Keys
from burncard.api.entries import FLOOR_PRESSES, answer, body_of, fact_of, named, operator_of
from burncard.api.request_errors import ApiError
from burncard.api.role_view import role_view
from burncard.api.stream import stream
from burncard.controller.decks.decks import DeckError
from burncard.controller.faults import NotAllowedError, Role
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.service import TableService
from burncard.rules.facts import Action, ChipsMoved, Press

NUMBER_DIGITS_MAX = 18
MODES = ("open", "closed", "maintenance")


def _nothing() -> None:
    """Does nothing."""


@dataclass(frozen=True, slots=True)
class Context:
    """What the routes work on.

    `entered` is called after every entry, to send the commands that follow from it. `stopping` says whether the program
    is shutting down, which ends the streams. `save_decks` saves the enrolled decks.
    """

    service: TableService
    keys: Keys
    entered: Callable[[], None] = _nothing
    stopping: Callable[[], bool] = lambda: False
    save_decks: Callable[[], None] = _nothing

    async def after_entry(self) -> AsyncIterator[None]:
        """A dependency of every route that changes something."""
        yield
        self.entered()

    def entry_router(self) -> APIRouter:
        """A router for routes that change something."""
        return APIRouter(prefix="/api", dependencies=[Depends(self.after_entry)])


def cookie_name(request: Request) -> str:
    """The name of the cookie with the key. Cookies ignore ports, so the name includes the table's port."""
    return f"burncard-{request.url.port or 80}"


def key_of(request: Request) -> str | None:
    """The key sent with a request, as a bearer token or in the cookie."""
    bearer = request.headers.get("authorization", "")
    if bearer.startswith("Bearer "):
        return bearer.removeprefix("Bearer ")
    return request.cookies.get(cookie_name(request))


def needs(keys: Keys, allowed: frozenset[Role]) -> Callable[[Request], Awaitable[Role]]:
    """A dependency: the role of a request. Raises ApiError unless it is one of those allowed."""

    async def role(request: Request) -> Role:
        key = key_of(request)
        found = None if key is None else keys.role_of(key)
        if found is None:
            raise ApiError("no-key")
        if found not in allowed:
            raise ApiError("not-allowed", found)
        return found

    return role


def add_routes(app: FastAPI, context: Context) -> None:
    """Adds every route to an application."""
    for routes in (watching, entering, deciding, staff, enrolling):
        app.include_router(routes(context))


def watching(context: Context) -> APIRouter:
    """Routes to watch the table: its state, its events, its log."""
    router, service, keys = APIRouter(prefix="/api"), context.service, context.keys
    watcher = Depends(needs(keys, MAY_WATCH))

    @router.get("/state")
    async def state(role: Annotated[Role, watcher]) -> dict[str, Any]:
        return role_view(service, role)

    @router.get("/events")
    async def events(
        request: Request, role: Annotated[Role, watcher], after: Annotated[int | None, Query(ge=0)] = None
    ) -> StreamingResponse:
        last = request.headers.get("last-event-id", "")
        known = last.isascii() and last.isdigit() and len(last) <= NUMBER_DIGITS_MAX
        start = int(last) if known else after
        return StreamingResponse(stream(service, role, start, context.stopping), media_type="text/event-stream")

    @router.get("/log")
    async def log(role: Annotated[Role, Depends(needs(keys, MAY_EXPORT))]) -> StreamingResponse:
        return StreamingResponse(_log_lines(service), media_type="application/x-ndjson")

    return router


async def _log_lines(service: TableService) -> AsyncIterator[bytes]:
    """The table log from its beginning: every fact, without hidden cards, and its outcomes."""
    for update in service.record.updates_after(0):
        yield b"".join(encode(item) + b"\n" for item in (update.fact, *update.outcomes))
        await asyncio.sleep(0)  # let the table's own work go first


def entering(context: Context) -> APIRouter:
    """Routes to enter what players do and what dealers see."""
    router, service, keys = context.entry_router(), context.service, context.keys
    enters = Depends(needs(keys, MAY_ENTER))

    @router.post("/actions")
    async def actions(request: Request, role: Annotated[Role, enters]) -> Response:
        body = await body_of(request)
        return await answer(service, fact_of(body, Action, "action"), operator_of(role, body), role)

    @router.post("/chips")
    async def chips(request: Request, role: Annotated[Role, enters]) -> Response:
        body = await body_of(request)
        return await answer(service, fact_of(body, ChipsMoved, "chips"), operator_of(role, body), role)

    @router.post("/presses")
    async def presses(request: Request, role: Annotated[Role, enters]) -> Response:
        body = await body_of(request)
        fact = fact_of(body, Press, "press")
        if fact.press in FLOOR_PRESSES:
            if role not in MAY_DECIDE:
                raise ApiError("not-allowed", role)
            named(body)
        return await answer(service, fact, operator_of(role, body), role)

    @router.post("/rulings/{ruling}/ack")
    async def acknowledge(ruling: str, request: Request, role: Annotated[Role, enters]) -> Response:
        body = await body_of(request)
        return await answer(service, Press(press="ack", ruling=ruling, by=role), operator_of(role, body), role)

    return router


def deciding(context: Context) -> APIRouter:
    """Routes for the floor's decisions, which need a name and a reason."""
    router, service, keys = context.entry_router(), context.service, context.keys
    decides = Depends(needs(keys, MAY_DECIDE))

    @router.post("/rulings/{ruling}/override")
    async def override(ruling: str, request: Request, role: Annotated[Role, decides]) -> Response:
        body = await body_of(request)
        who = named(body)
        decision = fact_of({**body, "press": "override"}, Press, "press").decision
        fact = Press(press="override", ruling=ruling, decision=decision, reason=who.reason, by=role)
        return await answer(service, fact, operator_of(role, body), role)

    return router


def staff(context: Context) -> APIRouter:
    """Routes to clear faults, and to open and close the table."""
    router, service, keys = context.entry_router(), context.service, context.keys
    services = Depends(needs(keys, MAY_SERVICE))

    @router.post("/faults/{code}/clear")
    async def clear(code: str, request: Request, role: Annotated[Role, services]) -> dict[str, Any]:
        body = await body_of(request)
        who = named(body)
        try:
            service.clear_fault(code, operator_of(role, body), role, who.reason)
        except KeyError as error:
            raise ApiError("no-such-fault", code) from error
        except NotAllowedError as error:
            raise ApiError("not-allowed", str(error)) from error
        return role_view(service, role)

    @router.post("/shuffler/clear-jam")
    async def clear_jam(request: Request, role: Annotated[Role, services]) -> dict[str, Any]:
        service.clear_jam(operator_of(role, await body_of(request)))
        return role_view(service, role)

    @router.post("/mode")
    async def mode(request: Request, role: Annotated[Role, Depends(needs(keys, MAY_OPEN_AND_CLOSE))]) -> dict[str, Any]:
        body = await body_of(request)
        wanted = body.get("mode")
        if wanted not in MODES:
            raise ApiError("bad-body", f"mode must be one of {', '.join(MODES)}")
        service.set_mode(wanted, operator_of(role, body))
        return role_view(service, role)

    return router


def enrolling(context: Context) -> APIRouter:
    """Routes to enrol a deck: its cards are laid on the reader in the order of a new pack."""
    router, service, keys = context.entry_router(), context.service, context.keys
    enrols = Depends(needs(keys, MAY_OPEN_AND_CLOSE))

    @router.post("/enrolment")
    async def begin(request: Request, role: Annotated[Role, enrols]) -> dict[str, Any]:
        body = await body_of(request)
        back, joker = body.get("back"), body.get("joker", False)
        if not isinstance(back, str) or not back or not isinstance(joker, bool):
            raise ApiError("bad-body", "back must be a colour, joker true or false")
        with deck_errors_as_answers():
            service.begin_enrolment(back, operator_of(role, body), joker=joker)
        return role_view(service, role)

    @router.post("/enrolment/take-back")
    async def take_back(role: Annotated[Role, enrols]) -> dict[str, Any]:
        if service.enrolment is None:
            raise ApiError("deck-not-now")
        service.enrolment.take_back()
        return role_view(service, role)

    @router.post("/enrolment/end")
    async def end(request: Request, role: Annotated[Role, enrols]) -> dict[str, Any]:
        body = await body_of(request)
        keep = body.get("keep") is True
        with deck_errors_as_answers():
            warnings = service.end_enrolment(operator_of(role, body), keep=keep)
        if keep:
            context.save_decks()
        return {**role_view(service, role), "warnings": warnings}

    return router


@contextmanager
def deck_errors_as_answers() -> Iterator[None]:
    """Turns a DeckError into an answer."""
    try:
        yield
    except DeckError as error:
        raise ApiError(error.code, str(error)) from error
