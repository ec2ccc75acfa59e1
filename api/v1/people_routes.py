"""People: signing in and out, accounts, and the tokens of their programs."""

import asyncio
from typing import Any

import msgspec
from fastapi import Response

from burncard.api.accounts.people import MACHINE, Account, BadNameError, NameTakenError
from burncard.api.accounts.pins import WeakPinError, hash_pin, new_pin
from burncard.api.accounts.sign_in import LockedOutError, WrongPinError
from burncard.api.request_errors import ApiError
from burncard.api.signed_in import address_of, cookie_name, device_cookie_name
from burncard.api.v1.addresses import EVERYBODY, SEES_PEOPLE, TECHNICIAN, UNKNOWN, Call, Group
from burncard.api.v1.other_messages import (
    ChangeUser,
    NewToken,
    NewUser,
    SessionAnswer,
    SignInBody,
    TokenBody,
    TokenInfo,
    User,
    UserPage,
)
from burncard.firmware_bridge.driver import SECOND

GROUP = Group("people")
DEVICE_COOKIE_S = 180 * 24 * 3600


@GROUP.post(
    "/session",
    UNKNOWN,
    SessionAnswer,
    body=SignInBody,
    problems=("wrong-pin", "locked-out"),
    example={"name": "Ann", "pin": "482913"},
)
async def sign_in(call: Call[SignInBody]) -> Response:
    """A person signs in at a browser with a name and a PIN, and gets a cookie. After failures this takes longer."""
    request, context = call.request, call.context
    device = request.cookies.get(device_cookie_name(request), "")
    try:
        account, secret, session = await context.sign_in.with_pin(
            call.body.name, call.body.pin, address_of(request), device
        )
    except WrongPinError as error:
        raise ApiError("wrong-pin") from error
    except LockedOutError as error:
        raise ApiError("locked-out", retry_after_s=error.retry_after_s) from error
    _end_session(call)  # whoever was signed in at this browser
    answer = Response(msgspec.json.encode(_session(call, account, session.ends_ns)), media_type="application/json")
    secure = request.url.scheme == "https"
    seconds = (session.ends_ns - call.service.record.now()) // SECOND
    answer.set_cookie(cookie_name(request), secret, max_age=seconds, httponly=True, samesite="strict", secure=secure)
    answer.set_cookie(
        device_cookie_name(request),
        context.sign_in.device_mark(account.name),
        max_age=DEVICE_COOKIE_S,
        httponly=True,
        samesite="strict",
        secure=secure,
    )
    return answer


@GROUP.get("/session", EVERYBODY, SessionAnswer)
def show_session(call: Call[None]) -> SessionAnswer:
    """Who is signed in here, and until when."""
    secret = call.request.cookies.get(cookie_name(call.request), "")
    found = call.context.sessions.find(secret, call.service.record.now(), address_of(call.request))
    account = call.context.people.find(call.who.name)
    assert account is not None
    return _session(call, account, None if found is None else found[1].ends_ns)


@GROUP.delete("/session", EVERYBODY)
def sign_out(call: Call[None]) -> Response:
    """Signs out at this browser. What cannot be recorded and kept is refused: the person is still signed in."""
    _end_session(call)
    answer = Response(status_code=204)
    answer.delete_cookie(cookie_name(call.request), httponly=True, samesite="strict")
    return answer


@GROUP.get("/users", SEES_PEOPLE, UserPage)
def list_users(call: Call[None]) -> object:
    """The people of this table, by name."""
    return UserPage(items=[_user(account) for account in call.context.people.all()], next=None)


@GROUP.post(
    "/users",
    TECHNICIAN,
    User,
    body=NewUser,
    problems=("name-taken", "weak-pin"),
    example={"name": "Ann", "role": "dealer", "pin": "482913"},
)
async def add_user(call: Call[NewUser]) -> User:
    """A person is added. Without a PIN one is made, and shown in this answer only."""
    body = call.body
    pin = body.pin or new_pin()
    hashed = await _hashed(call, pin)
    try:
        account = call.context.people.new(body.name, body.role, hashed)
    except NameTakenError as error:
        raise ApiError("name-taken", body.name) from error
    except BadNameError as error:
        raise ApiError("bad-body", "a name is 1 to 40 printable characters without `:` and `|`") from error
    _log(call, "user-added", account)
    call.context.people.keep(account)
    return msgspec.structs.replace(_user(account), pin=None if body.pin else pin)


@GROUP.patch(
    "/users/{name}",
    TECHNICIAN,
    User,
    body=ChangeUser,
    problems=("no-such-user", "weak-pin", "last-technician"),
    example={"role": "floor"},
)
async def change_user(call: Call[ChangeUser]) -> User:
    """A person's role or PIN is changed, or the account closed. That ends all sessions of the person."""
    body, _ = call.body, _account(call)
    hashed = None if body.pin is None else await _hashed(call, body.pin)
    account = _account(call)  # as it is now: it may have been changed meanwhile
    changed = msgspec.structs.replace(
        account,
        role=body.role or account.role,
        active=account.active if body.active is None else body.active,
        pin=hashed or account.pin,
    )
    _keep_a_technician(call, account, changed)
    _log(call, "user-changed", changed)
    call.context.sessions.end_all_of(account.name)  # first: if it cannot be written, the account stays as it was
    call.context.people.keep(changed)
    return _user(changed)


@GROUP.post("/users/{name}/pin", TECHNICIAN, User, problems=("no-such-user",))
async def renew_pin(call: Call[None]) -> User:
    """A person who has forgotten the PIN gets a new one, shown in this answer only. That ends all sessions of the
    person."""
    _signs_in(call)
    pin = new_pin()
    hashed = await _hashed(call, pin)
    changed = msgspec.structs.replace(_signs_in(call), pin=hashed)  # as it is now: it may have been changed meanwhile
    _log(call, "pin-renewed", changed)
    call.context.sessions.end_all_of(changed.name)  # first: if it cannot be written, the account stays as it was
    call.context.people.keep(changed)
    return msgspec.structs.replace(_user(changed), pin=pin)


@GROUP.post(
    "/users/{name}/tokens",
    TECHNICIAN,
    NewToken,
    body=TokenBody,
    problems=("no-such-user", "too-many-tokens"),
    example={"label": "wall display"},
)
def add_token(call: Call[TokenBody]) -> NewToken:
    """A token for a person's program. Its secret is shown in this answer only."""
    account = _account(call)
    if len(account.tokens) >= TOKENS_MAX:
        raise ApiError("too-many-tokens", account.name)
    _log(call, "token-added", account)
    token, secret = call.context.people.new_token(account, call.body.label, call.service.record.now())
    return NewToken(id=token.id, label=token.label, since_ns=token.since_ns, token=secret)


@GROUP.delete("/users/{name}/tokens/{token}", TECHNICIAN, problems=("no-such-user", "no-such-token"))
def end_token(call: Call[None]) -> None:
    """A token ends."""
    account, ended = _account(call), call.text("token")
    left = tuple(token for token in account.tokens if token.id != ended)
    if left == account.tokens:
        raise ApiError("no-such-token", ended[:40])
    _log(call, "token-ended", account)
    call.context.people.keep(msgspec.structs.replace(account, tokens=left))


TOKENS_MAX = 20


def _end_session(call: Call[Any]) -> None:
    """Ends the session of this browser, if there is one: first in the record, as all that is done to accounts."""
    secret, sessions = call.request.cookies.get(cookie_name(call.request), ""), call.context.sessions
    if owner := sessions.owner(secret):
        call.service.record.log("sign-out", name=owner)
        sessions.end(secret)


def _session(call: Call[object], account: Account, ends_ns: int | None) -> SessionAnswer:
    return SessionAnswer(
        person=account.name,
        role=account.role,
        ends_ns=ends_ns,
        demonstration=call.context.demonstration,
        table=call.service.record.config.table,
    )


def _user(account: Account) -> User:
    tokens = [TokenInfo(id=token.id, label=token.label, since_ns=token.since_ns) for token in account.tokens]
    return User(name=account.name, role=account.role, active=account.active, tokens=tokens)


def _account(call: Call[object]) -> Account:
    account = call.context.people.find(call.text("name"))
    if account is None:
        raise ApiError("no-such-user", call.text("name")[:40])
    return account


def _signs_in(call: Call[object]) -> Account:
    """The account of a person: commands on the table's own machine sign in with their token only."""
    account = _account(call)
    if account.name == MACHINE:
        raise ApiError("no-such-user", account.name)
    return account


def _keep_a_technician(call: Call[object], before: Account, after: Account) -> None:
    """Somebody must remain who can look after the accounts."""
    others = [one for one in call.context.people.all() if one.name != before.name]
    if not any(one.active and one.role == "technician" for one in (*others, after)):
        raise ApiError("last-technician", before.name)


async def _hashed(call: Call[Any], pin: str) -> str:
    try:
        return await asyncio.to_thread(hash_pin, pin, call.context.people.pepper)
    except WeakPinError as error:
        raise ApiError("weak-pin", str(error)) from error


def _log(call: Call[object], kind: str, account: Account) -> None:
    """Writes a change into the record, before it is made: none is made that could not be recorded."""
    call.service.record.log(kind, name=account.name, role=account.role, operator=call.who.operator)
