"""Who makes a request: by a program's token, or by the cookie of a session."""

from collections.abc import Callable, Collection
from typing import Final

from fastapi import Request
from starlette.requests import HTTPConnection

from burncard.api.accounts.access_record import AccessRecord
from burncard.api.accounts.people import MACHINE, Person
from burncard.api.accounts.sessions import Sessions
from burncard.api.context import Context
from burncard.api.request_errors import ApiError
from burncard.controller.faults import Role

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
ASKED_BY_PAGES: Final = ("/api/", "/floor/")
"""Where the addresses begin that pages ask; the others are pages, to which any page may lead."""
PATH_KEPT: Final = 120
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost", "testclient"})


def cookie_name(connection: HTTPConnection) -> str:
    """The name of the session's cookie. Cookies ignore ports, so the name includes the table's port."""
    return f"burncard-{connection.url.port or 80}"


def device_cookie_name(connection: HTTPConnection) -> str:
    """The name of the cookie by which a browser is known to a person who has signed in there."""
    return f"{cookie_name(connection)}-device"


def bearer_of(connection: HTTPConnection) -> str | None:
    """The token that a program has sent."""
    bearer = connection.headers.get("authorization", "")
    return bearer.removeprefix("Bearer ") if bearer.startswith("Bearer ") else None


def signed_in(context: Context, connection: HTTPConnection) -> Person:
    """Who makes a request. Raises ApiError where nobody is signed in, or another site's page may have sent it."""
    token = bearer_of(connection)
    if token is not None:
        person = _by_token(context, connection, token)
    else:
        person = by_cookie(connection, context.sessions, context.access, context.service.record.now())
    if person is None:
        raise ApiError("no-key")
    return person


def needs_role(context: Context, connection: HTTPConnection, roles: Collection[Role]) -> Person:
    """Who makes a request, whose role is one of these. Raises ApiError; a refusal is in the record."""
    who = signed_in(context, connection)
    if who.role not in roles:
        raise refusal(context, connection, who)
    return who


def refusal(context: Context, connection: HTTPConnection, who: Person, why: str = "") -> ApiError:
    """The answer to a person whose role may not do something, which is written into the record."""
    path = connection.url.path
    context.access.refused("refused", operator=who.operator, address=path[:PATH_KEPT], why=why)
    return ApiError("not-allowed", why or f"{connection.scope.get('method', 'GET')} {path} as {who.role}")


def still_signed_in(context: Context, connection: HTTPConnection, who: Person) -> Callable[[], bool]:
    """Whether a stream's person is still signed in as it began, with the same role."""
    token, secret = bearer_of(connection), connection.cookies.get(cookie_name(connection), "")

    def still() -> bool:
        if token is not None:
            return context.people.by_token(token) == who  # `signed_in` has checked the address
        found = context.sessions.find(secret, context.service.record.now(), address_of(connection))
        return found is not None and found[0] == who

    return still


def _by_token(context: Context, connection: HTTPConnection, token: str) -> Person | None:
    """A program's person. The token of this machine's commands, which lies with the table's data, is good here only."""
    person = context.people.by_token(token)
    if person is None or person.name != MACHINE or _is_of_this_machine(connection):
        return person
    context.access.refused("token-elsewhere", name=person.name, address=address_of(connection))
    return None


def _is_of_this_machine(connection: HTTPConnection) -> bool:
    """Whether a request comes from this machine, to whichever of its addresses."""
    return is_local(connection) or address_of(connection) == (connection.scope.get("server") or ("",))[0]


def by_cookie(connection: HTTPConnection, sessions: Sessions, access: AccessRecord, now_ns: int) -> Person | None:
    """Who is signed in at a browser. Raises ApiError if a page of another site may have sent the request."""
    secret, address = connection.cookies.get(cookie_name(connection), ""), address_of(connection)
    found = sessions.find(secret, now_ns, address)
    if found is None:
        if owner := sessions.owner_elsewhere(secret, address):
            access.refused("session-elsewhere", name=owner, address=address)
        return None
    if isinstance(connection, Request) and not _of_our_page(connection):
        raise ApiError("foreign-host", "a request by cookie must come from one of our own pages")
    return found[0]


def _of_our_page(request: Request) -> bool:
    """Whether a request comes from a page of this server: browsers say where a page is from when it sends one.

    A foreign `Origin` has been refused before this; a change must also have one. A page of another program on this
    machine, whose requests carry the cookie but no `Origin`, must not start an export or take streams.
    """
    site = request.headers.get("sec-fetch-site", "")
    if request.method in SAFE_METHODS:
        return site in ("", "none", "same-origin") or not request.url.path.startswith(ASKED_BY_PAGES)
    return "origin" in request.headers or site == "same-origin"


def address_of(connection: HTTPConnection) -> str:
    """The machine that a request comes from."""
    return connection.client.host if connection.client is not None else ""


def is_local(connection: HTTPConnection) -> bool:
    """Whether a request comes from this machine."""
    return address_of(connection) in LOOPBACK
