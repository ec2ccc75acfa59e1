"""The local API and the dealer's console, as one application.

Loopback only. A request needs a key (bearer, cookie, or once as `?key=` in the address), a local host name, and no
foreign origin. Facts are accepted in the form of the table log and answered with their outcomes.
"""

from importlib.resources import files

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from burncard.api.request_errors import ApiError, answer_to, report_errors
from burncard.api.routes import Context, add_routes, cookie_name, key_of

LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})
PAGES = frozenset({"console.css", "console.js", "words.js", "entry.js"})
MEDIA = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
SAFE_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; form-action 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def create_app(context: Context) -> FastAPI:
    """The application for one table."""
    keys = context.keys
    app = FastAPI(title="Burncard", docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")
    report_errors(app)
    app.add_middleware(LocalOnly)
    add_routes(app, context)

    @app.get("/", include_in_schema=False)
    async def console(request: Request, key: str = "") -> Response:
        if keys.role_of(key) is not None:
            answer = RedirectResponse("/", status_code=303)
            answer.set_cookie(cookie_name(request), key, httponly=True, samesite="strict")
            return answer
        held = key_of(request)
        if held is None or keys.role_of(held) is None:
            return page("sign-in.html", status=401)
        return page("index.html")

    @app.get("/console/{name}", include_in_schema=False)
    async def asset(name: str) -> Response:
        if name not in PAGES:
            raise ApiError("no-such-address", name)
        return page(name)

    return app


def page(name: str, status: int = 200) -> Response:
    """A file of the console."""
    text = files("burncard.api").joinpath("console", name).read_text(encoding="utf-8")
    return Response(text, status_code=status, media_type=MEDIA[name.rsplit(".", 1)[1]])


class LocalOnly:
    """Rejects requests that name another host or come from another site's page; adds the security headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SAFE_HEADERS)
            await send(message)

        allowed = is_local(Headers(scope=scope))
        await (self._app if allowed else answer_to(ApiError("foreign-host")))(scope, receive, send_with_headers)


def is_local(headers: Headers) -> bool:
    """Whether a request names a local host and, if a page sent it, comes from a page of this table."""
    host = headers.get("host", "")
    name = host if host.endswith("]") else host.rsplit(":", 1)[0]
    if name not in LOCAL_HOSTS:
        return False
    origin = headers.get("origin")
    return origin is None or origin == f"http://{host}"
