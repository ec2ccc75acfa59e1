"""The floor's desk as an application: its pages, what they ask, and what a joining table sends."""

import time
from typing import Any, Final, TypeVar

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse
from nats.errors import Error as NatsError

from burncard.api.accounts.sign_in import LockedOutError, WrongPinError
from burncard.api.app import LOCAL_HOSTS, OurHostsOnly
from burncard.api.console_pages import MEDIA, page
from burncard.api.floor import desk_queries as queries
from burncard.api.floor.database import Database, DatabaseError
from burncard.api.floor.floor_metrics import exposition
from burncard.api.floor.floor_people import DECIDES, ENROLS, SEES, FloorPeople
from burncard.api.floor.joining import Joining, JoinRefusedError, admit, new_code
from burncard.api.floor.room_floor import Room, TableSilentError
from burncard.api.request_errors import ApiError, answer_to, report_errors
from burncard.api.signed_in import address_of, bearer_of, cookie_name, device_cookie_name, is_local
from burncard.api.v1.serve import read_body
from burncard.controller.faults import Role
from burncard.controller.outbox.floor_commands import Does
from burncard.controller.outbox.subjects import TableName
from burncard.rules.facts import SeatNumber

ASSETS: Final = frozenset({"js", "css", "woff2"})
SESSION_S: Final = 12 * 3600

Body = TypeVar("Body")


class SignInBody(msgspec.Struct):
    """A name and a PIN."""

    name: str
    pin: str


class Decision(msgspec.Struct):
    """What the floor decides. `journal`: the record that the person saw; the others are those of a command."""

    journal: str
    does: Does
    on: str = ""
    decision: str = ""
    seat: SeatNumber | None = None
    reason: str = ""


class NewTable(msgspec.Struct):
    """A table to be enrolled."""

    table: str


class Floor:
    """What requests work on."""

    def __init__(self, room: Room, database: Database, people: FloorPeople, *, demonstration: bool = False) -> None:
        self.room = room
        self.database = database
        self.people = people
        self.demonstration = demonstration

    def name(self, table: str) -> TableName:
        """A table of this room. Raises ApiError."""
        try:
            return TableName(self.room.authority.room, table)
        except ValueError as error:
            raise ApiError("bad-body", str(error)) from error


def create_floor_app(floor: Floor, hosts: frozenset[str] = frozenset()) -> FastAPI:
    """The application of one floor. `hosts`: the names by which it is reached, beside this machine's own."""
    app = FastAPI(title="Burncard floor", docs_url=None, redoc_url=None, openapi_url=None)
    report_errors(app, lambda path: [])
    app.add_middleware(OurHostsOnly, hosts=LOCAL_HOSTS | hosts)

    @app.exception_handler(DatabaseError)
    async def no_database(request: Request, error: Exception) -> Response:
        return answer_to(ApiError("floor-database"), request.url.path)

    _add_pages(app, floor)
    _add_session(app, floor)
    _add_questions(app, floor)
    _add_decisions(app, floor)
    _add_enrolment(app, floor)
    _add_health(app, floor)
    return app


def _json(answer: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


async def _body(request: Request, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(await read_body(request), type=kind)
    except (ValueError, RecursionError) as error:
        raise ApiError("bad-body", str(error)) from error


# ---- pages --------------------


def _add_pages(app: FastAPI, floor: Floor) -> None:
    @app.get("/")
    async def desk(request: Request, key: str = "") -> Response:
        person = floor.people.people.by_token(key) if key and floor.demonstration and is_local(request) else None
        account = None if person is None else floor.people.people.find(person.name)
        if account is not None:
            secret, _ = floor.people.sign_in.at_once(account, address_of(request))
            answer = RedirectResponse("/", status_code=303)
            answer.set_cookie(cookie_name(request), secret, httponly=True, samesite="strict")
            return answer
        try:
            floor.people.needs(request, SEES)
        except ApiError:
            return page("sign-in.html", status=401)
        return page("floor.html")

    @app.get("/desk")
    async def after_sign_in() -> Response:
        return RedirectResponse("/", status_code=303)

    @app.get("/console/{name}")
    async def asset(name: str) -> Response:
        if name.rpartition(".")[2] not in ASSETS & MEDIA.keys() or "/" in name or ".." in name:
            raise ApiError("no-such-address", name[:60])
        try:
            return page(name)
        except FileNotFoundError as error:
            raise ApiError("no-such-address", name[:60]) from error


def _add_session(app: FastAPI, floor: Floor) -> None:
    @app.post("/api/v1/session")
    async def sign_in(request: Request) -> Response:
        body = await _body(request, SignInBody)
        device = request.cookies.get(device_cookie_name(request), "")
        try:
            account, secret, session = await floor.people.sign_in.with_pin(
                body.name, body.pin, address_of(request), device
            )
        except WrongPinError as error:
            raise ApiError("wrong-pin") from error
        except LockedOutError as error:
            raise ApiError("locked-out", retry_after_s=error.retry_after_s) from error
        floor.people.sessions.end(
            request.cookies.get(cookie_name(request), "")
        )  # whoever was signed in at this browser
        answer = _json({"name": account.name, "role": account.role, "ends_ns": session.ends_ns})
        secure = request.url.scheme == "https"
        for name, value in (
            (cookie_name(request), secret),
            (device_cookie_name(request), floor.people.sign_in.device_mark(account.name)),
        ):
            answer.set_cookie(name, value, max_age=SESSION_S, httponly=True, samesite="strict", secure=secure)
        return answer

    @app.delete("/api/v1/session")
    async def sign_out(request: Request) -> Response:
        floor.people.needs(request, SEES | DECIDES)
        if ended := floor.people.sessions.end(request.cookies.get(cookie_name(request), "")):
            floor.people.record("sign-out", name=ended)
        answer = Response(status_code=204)
        answer.delete_cookie(cookie_name(request), httponly=True, samesite="strict")
        return answer


# ---- what is asked --------------------


async def _overview(floor: Floor, role: Role, person: str) -> dict[str, Any]:
    """Every table: its last status, how old that is, and how far its record is kept."""
    heard = {name.table: one for name, one in floor.room.heard.items()}
    kept = {one.name: one for one in await queries.list_tables(floor.database, floor.room.authority.room)}
    tables = [
        {
            "table": name,
            "fresh": name in heard and heard[name].is_fresh,
            "age_s": round(heard[name].age_s, 1) if name in heard else None,
            "status": heard[name].status if name in heard else None,
            "kept": kept.get(name),
        }
        for name in sorted(heard.keys() | kept.keys())
    ]
    return {
        "room": floor.room.authority.room,
        "role": role,
        "person": person,
        "now_ns": time.time_ns(),
        "connected": floor.room.is_connected,
        "stands_by": floor.room.stands_by,
        "tables": tables,
        "reports": await queries.list_reports(floor.database, unseen=True),
    }


def _number(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 19:
        raise ApiError("bad-body", f"{name} must be a whole number")
    return min(int(text), 2**62)


def _wanted(request: Request) -> queries.Wanted:
    said = request.query_params
    texts = {name: said.get(name, "")[:60].replace("\x00", "") for name in ("table", "hand", "dealer", "game", "rule")}
    return queries.Wanted(
        **texts,
        stopped=said.get("stopped") == "1",
        after_ns=_number(request, "after_ns", 0),
        before_ns=_number(request, "before_ns", 2**62),
        limit=_number(request, "limit", 50),
    )


def _add_questions(app: FastAPI, floor: Floor) -> None:
    @app.get("/floor/v1/room")
    async def overview(request: Request) -> Response:
        who = floor.people.needs(request, SEES)
        return _json(await _overview(floor, who.role, who.name))

    @app.get("/floor/v1/hands")
    async def hands(request: Request) -> Response:
        floor.people.needs(request, SEES)
        return _json(await queries.find_hands(floor.database, _wanted(request)))

    @app.get("/floor/v1/hands/{record}/{first_fact}")
    async def hand(request: Request, record: int, first_fact: int) -> Response:
        floor.people.needs(request, SEES)
        known = 0 < record < 2**62 and 0 < first_fact < 2**62
        found = await queries.hand_rows(floor.database, record, first_fact) if known else None
        if found is None:
            raise ApiError("no-such-hand", f"{record}/{first_fact}"[:40])
        return _json(found)

    @app.get("/floor/v1/mistakes")
    async def mistakes(request: Request) -> Response:
        floor.people.needs(request, SEES)
        by = queries.BYS.get(request.query_params.get("by", "kind"))
        if by is None:
            raise ApiError("bad-body", f"by: {', '.join(queries.BYS)}")
        return _json(await queries.mistakes(floor.database, by, _number(request, "after_ns", 0)))

    @app.get("/floor/v1/decks")
    async def decks(request: Request) -> Response:
        floor.people.needs(request, SEES)
        return _json(await queries.decks(floor.database))

    @app.get("/floor/v1/reports")
    async def reports(request: Request) -> Response:
        floor.people.needs(request, SEES)
        return _json(await queries.list_reports(floor.database, unseen=False))

    @app.get("/floor/v1/commands")
    async def commands(request: Request) -> Response:
        floor.people.needs(request, SEES)
        return _json(await queries.list_commands(floor.database))


# ---- what is decided --------------------


def _needs_the_lead(floor: Floor) -> None:
    """What changes something is done by the floor that leads. Raises ApiError."""
    if floor.room.stands_by:
        raise ApiError("floor-standby")


def _add_decisions(app: FastAPI, floor: Floor) -> None:
    @app.post("/floor/v1/tables/{table}/decisions")
    async def decide(request: Request, table: str) -> Response:
        who = floor.people.needs(request, DECIDES)
        _needs_the_lead(floor)
        said = await _body(request, Decision)
        if said.does == "resend":
            raise ApiError("bad-body", "the floor asks for rows by itself")
        if said.does in ("override", "void-hand", "clear-fault") and not said.reason.strip():
            raise ApiError("name-needed", "reason")
        command = floor.room.command(
            floor.name(table),
            said.journal,
            who.name,
            said.does,
            on=said.on[:60],
            decision=said.decision[:60],
            seat=said.seat,
            reason=said.reason[:400],
        )
        try:
            answer = await floor.room.send(command)
        except TableSilentError as error:
            raise ApiError("table-silent", table[:40]) from error
        return _json(answer, 200 if answer.code == "done" else 409)

    @app.post("/floor/v1/reports/{report}/seen")
    async def seen(request: Request, report: str) -> Response:
        who = floor.people.needs(request, DECIDES)
        if not await queries.mark_seen(floor.database, report[:40], who.name):
            raise ApiError("no-such-address", report[:40])
        return Response(status_code=204)


def _add_enrolment(app: FastAPI, floor: Floor) -> None:
    @app.post("/floor/v1/enrolments")
    async def enrol(request: Request) -> Response:
        who = floor.people.needs(request, ENROLS)
        _needs_the_lead(floor)
        name = floor.name((await _body(request, NewTable)).table)
        floor.people.record("table-code", table=name.table, operator=who.operator)
        return _json({"table": name.table, "code": await new_code(floor.database, name)})

    @app.post("/floor/v1/tables/{table}/revoke")
    async def revoke(request: Request, table: str) -> Response:
        who = floor.people.needs(request, ENROLS)
        _needs_the_lead(floor)
        try:
            enrolled = await floor.room.revoke(floor.name(table))
        except (OSError, NatsError) as error:
            raise ApiError("servers-unreachable", table[:40]) from error
        if not enrolled:
            raise ApiError("no-such-address", table[:40])
        floor.people.record("table-revoked", table=table, operator=who.operator)
        return Response(status_code=204)

    @app.post("/floor/v1/join")
    async def join(request: Request) -> Response:
        joining = await _body(request, Joining)
        _needs_the_lead(floor)
        try:
            joined, before = await admit(floor.database, floor.room.authority, joining)
        except JoinRefusedError as error:
            floor.people.access.refused("join-refused", code=joining.code[:8], address=address_of(request))
            raise ApiError("join-refused") from error
        if before and before != joining.user:
            await floor.room.revoke_key(before)
        floor.people.record("table-joined", code=joining.code)
        return _json(joined)


def _add_health(app: FastAPI, floor: Floor) -> None:
    @app.get("/healthz")
    async def alive() -> Response:
        return _json({"alive": True})

    @app.get("/readyz")
    async def ready() -> Response:
        try:
            await floor.database.ask("SELECT 1")
            database = True
        except DatabaseError:
            database = False
        found = {"database": database, "servers": floor.room.is_connected, "leads": not floor.room.stands_by}
        return _json(found, 200 if all(found.values()) else 503)

    @app.get("/metrics")
    async def metrics(request: Request) -> Response:
        if not is_local(request) or bearer_of(request) is not None:
            floor.people.needs(request, SEES | frozenset({"observer"}))
        return Response(exposition(floor.room), media_type="text/plain; version=0.0.4; charset=utf-8")
