"""The API and the pages of one table, as one application.

A request needs a person (a token, or the cookie of a session), a host name of this table, and no foreign origin. Facts
are accepted in the form of the table log and answered with their outcomes.
"""

from functools import cache
from typing import Any

from fastapi import FastAPI, Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from burncard.api.console_pages import add_pages
from burncard.api.context import Context
from burncard.api.fair_turns import FairTurns
from burncard.api.request_errors import ApiError, answer_to, report_errors
from burncard.api.routes import add_routes
from burncard.api.table_health import add_health
from burncard.api.v1.every import ADDRESSES
from burncard.api.v1.openapi import description
from burncard.api.v1.serve import add_addresses, allowed_methods
from burncard.api.v1.stream_routes import add_socket

LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})
SAFE_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def create_app(context: Context) -> FastAPI:
    """The application for one table."""
    app = FastAPI(title="Burncard", docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    report_errors(app, lambda path: allowed_methods(ADDRESSES, path), context.service.tick)
    app.add_middleware(FairTurns, context=context)
    app.add_middleware(OurHostsOnly, hosts=LOCAL_HOSTS | context.hosts)
    add_addresses(app, context, ADDRESSES)
    add_socket(app, context)
    add_routes(app, context)
    add_health(app, context)
    add_pages(app, context, described())
    return app


@cache
def described() -> dict[str, Any]:
    """The description of the API: the same for each table."""
    return description(ADDRESSES)


class OurHostsOnly:
    """Rejects requests that name another host or come from another site's page; adds the security headers."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        allowed = is_ours(Headers(scope=scope), self._hosts, scope["scheme"])
        if scope["type"] == "websocket":
            await (self._app if allowed else _closed)(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SAFE_HEADERS)
            await send(message)

        refused: Response = answer_to(ApiError("foreign-host"), scope["path"])
        await (self._app if allowed else refused)(scope, receive, send_with_headers)


async def _closed(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuses a WebSocket before it is opened."""
    await receive()
    await send({"type": "websocket.close", "code": 1008})


def is_ours(headers: Headers, hosts: frozenset[str], scheme: str) -> bool:
    """Whether a request names a host of this table and, if a page sent it, comes from a page of this table."""
    host = headers.get("host", "")
    name, _, port = (host, "", "0") if host.endswith("]") or ":" not in host else host.rpartition(":")
    if name.lower() not in hosts or not (port.isascii() and port.isdigit()):
        return False
    secure = scheme in ("https", "wss")
    origin = headers.get("origin")
    return origin is None or origin == f"{'https' if secure else 'http'}://{host}"
