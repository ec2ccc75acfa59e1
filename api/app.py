"""The local API: state, a stream that resumes, entries, and the dealer's console.

Loopback only. A request needs a key (bearer, cookie, or once as `?key=` in the address), the host that it was made for,
and no foreign origin. Facts are taken as the table log writes them, and answered with their outcomes.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib.resources import files
from typing import Any, TypeVar

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, StreamingResponse

from api.access import MAY_ENTER, MAY_OVERRIDE, MAY_WATCH, Keys, Role
from api.faults import FAULTS
from controller.service import TableService, Told, public_fact
from controller.table_log import encode
from rules.facts import Action, ChipsMoved, Fact, Press
from rules.outcomes import Outcome, Ruling

COOKIE = "burncard"
HEARTBEAT_S = 10.0
QUEUE_MAX = 1000
LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})
CONSOLE = frozenset({"index.html", "console.css", "console.js"})
MEDIA = {"html": "text/html", "css": "text/css", "js": "text/javascript"}

F = TypeVar("F", Action, ChipsMoved, Press)


class ApiError(Exception):
    """A request that is not answered as asked. `code` is a key of the table of faults."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


def create_app(service: TableService, keys: Keys) -> FastAPI:
    """The application for one table."""
    app = FastAPI(title="Burncard", docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")

    @app.exception_handler(ApiError)
    async def failed(request: Request, error: ApiError) -> Response:
        fault = FAULTS[error.code]
        body = {"code": error.code, "happened": fault.happened, "next": fault.next, "detail": error.detail}
        return JSONResponse(body, status_code=fault.status)

    @app.middleware("http")
    async def only_here(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        if not from_here(request):
            return await failed(request, ApiError("foreign-host"))
        response = await call_next(request)
        response.headers["Cache-Control"] = "no-store"
        response.headers["Content-Security-Policy"] = "default-src 'self'; style-src 'self' 'unsafe-inline'"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response

    def role(request: Request, allowed: frozenset[Role]) -> Role:
        key = _key(request)
        found = None if key is None else keys.role_of(key)
        if found is None:
            raise ApiError("no-key")
        if found not in allowed:
            raise ApiError("not-allowed", found.value)
        return found

    @app.get("/", response_class=HTMLResponse)
    async def console(request: Request) -> Response:
        key = request.query_params.get("key")
        if key is not None and keys.role_of(key) is not None:
            answer = RedirectResponse("/", status_code=303)
            answer.set_cookie(COOKIE, key, httponly=True, samesite="strict")
            return answer
        role(request, MAY_WATCH)
        return _asset("index.html")

    @app.get("/console/{name}")
    async def asset(name: str) -> Response:
        if name not in CONSOLE:
            return Response(status_code=404)
        return _asset(name)

    @app.get("/api/state")
    async def state(request: Request) -> dict[str, Any]:
        found = role(request, MAY_WATCH)
        return {**service.view(), "role": found.value}

    @app.get("/api/events")
    async def events(request: Request, after: int | None = None) -> StreamingResponse:
        role(request, MAY_WATCH)
        last = request.headers.get("Last-Event-ID")
        start = int(last) if last is not None and last.isdigit() else after
        return StreamingResponse(stream(service, start), media_type="text/event-stream")

    @app.post("/api/actions")
    async def actions(request: Request) -> Response:
        return _answer(service, await _fact(request, Action, "action"), role(request, MAY_ENTER))

    @app.post("/api/chips")
    async def chips(request: Request) -> Response:
        return _answer(service, await _fact(request, ChipsMoved, "chips"), role(request, MAY_ENTER))

    @app.post("/api/presses")
    async def presses(request: Request) -> Response:
        fact = await _fact(request, Press, "press")
        needs = MAY_OVERRIDE if fact.press in ("override", "void-hand", "retract") else MAY_ENTER
        return _answer(service, fact, role(request, needs))

    @app.post("/api/rulings/{ruling}/ack")
    async def acknowledge(ruling: str, request: Request) -> Response:
        found = role(request, MAY_ENTER)
        return _answer(service, Press(press="ack", ruling=ruling, by=found.value), found)

    @app.post("/api/rulings/{ruling}/override")
    async def override(ruling: str, request: Request) -> Response:
        found = role(request, MAY_OVERRIDE)
        fact = await _fact(request, Press, "press", press="override")
        decided = msgspec.structs.replace(fact, press="override", ruling=ruling, by="floor")
        return _answer(service, decided, found)

    return app


def from_here(request: Request) -> bool:
    """Whether a request names a local host, and comes from a page of this table if from a page at all."""
    host = request.headers.get("host", "")
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    if name not in LOCAL_HOSTS:
        return False
    origin = request.headers.get("origin")
    return origin is None or origin == f"http://{host}"


async def stream(service: TableService, after: int | None) -> AsyncIterator[bytes]:
    """Server-sent events: each fact with its outcomes and the table as it then is. `after`: resume behind a number."""
    queue: asyncio.Queue[bytes] = asyncio.Queue(QUEUE_MAX)

    def hear(told: Told) -> None:
        if queue.full():
            unsubscribe()
        else:
            queue.put_nowait(_event(told, service.view()))

    unsubscribe = service.subscribe(hear)
    try:
        if after is not None:
            for told in service.told_after(after):
                yield _event(told, None)
        yield b"event: state\ndata: " + msgspec.json.encode(service.view()) + b"\n\n"
        while True:
            try:
                yield await asyncio.wait_for(queue.get(), HEARTBEAT_S)
            except TimeoutError:
                yield b": still here\n\n"
    finally:
        if hear in service.listeners:
            unsubscribe()


def _event(told: Told, view: dict[str, object] | None) -> bytes:
    body = {
        "number": told.number,
        "at_ns": told.at_ns,
        "fact": msgspec.Raw(encode(public_fact(told.fact))),
        "outcomes": [msgspec.Raw(encode(outcome)) for outcome in told.outcomes],
        "view": view,
    }
    return b"id: %d\ndata: %s\n\n" % (told.number, msgspec.json.encode(body))


def _key(request: Request) -> str | None:
    bearer = request.headers.get("authorization", "")
    if bearer.startswith("Bearer "):
        return bearer.removeprefix("Bearer ")
    return request.cookies.get(COOKIE)


async def _fact(request: Request, kind: type[F], tag: str, **defaults: object) -> F:
    """The body as a fact of one type; the `type` may be left out. Raises ApiError."""
    try:
        body = msgspec.json.decode(await request.body() or b"{}")
        if not isinstance(body, dict):
            raise ApiError("bad-body", "not a JSON object")
        return msgspec.convert({**defaults, **body, "type": tag}, kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ApiError("bad-body", str(error)) from error


def _answer(service: TableService, fact: Fact, role: Role) -> Response:
    outcomes = service.submit(fact, role.value)
    status = 409 if any(_refused(outcome) for outcome in outcomes) else 200
    body = msgspec.json.encode({"outcomes": [msgspec.Raw(encode(outcome)) for outcome in outcomes]})
    return Response(body, status_code=status, media_type="application/json")


def _refused(outcome: Outcome) -> bool:
    return isinstance(outcome, Ruling) and outcome.decision == "refuse"


def _asset(name: str) -> Response:
    text = files("api").joinpath("console", name).read_text(encoding="utf-8")
    return Response(text, media_type=MEDIA[name.rsplit(".", 1)[1]])
