"""Errors of requests: each has a code, and one place turns it into an answer."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from burncard.api.accounts.private_files import NotKeptError
from burncard.api.error_advice import ADVICE
from burncard.controller.journal.journal import JournalWriteError
from burncard.controller.record import HandNamedError
from burncard.controller.stopping import TableStoppedError, place_of

_BY_STATUS = {404: "no-such-address", 405: "wrong-method"}
PROBLEM: Final = "application/problem+json"
V1: Final = "/api/v1"

Handler = Callable[[Request, Exception], Awaitable[Response]]

log = logging.getLogger("burncard")


class ApiError(Exception):
    """A request that cannot be fulfilled. `code` is a key of `ADVICE`; `detail` is specific to the request.

    `more`: further fields of the answer that its code has.
    """

    def __init__(self, code: str, detail: str = "", **more: Any) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.more = more


def answer_to(error: ApiError, path: str = "", headers: dict[str, str] | None = None) -> Response:
    """The answer to a failed request: its code, what happened, and what to do next.

    A problem as in RFC 9457 at the addresses of v1; the same facts in an older form elsewhere.
    """
    advice = ADVICE[error.code]
    headers = dict(headers or {})
    if "retry_after_s" in error.more:
        headers["Retry-After"] = str(error.more["retry_after_s"])
    if not path.startswith(V1):
        old = {"code": error.code, "happened": advice.happened, "next": advice.next, "detail": error.detail}
        return Response(msgspec.json.encode(old), advice.status, headers, "application/json")
    problem = {
        "type": f"/docs/problems#{error.code}",
        "title": advice.happened,
        "status": advice.status,
        "detail": error.detail,
        "instance": path,
        "code": error.code,
        "next": advice.next,
        **error.more,
    }
    return Response(msgspec.json.encode(problem), advice.status, headers, PROBLEM)


class UncaughtErrors:
    """Answers an error that nothing else has caught, and logs where it was raised: its text may name a card."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except ClientDisconnect:
            return
        except Exception as error:
            log.error("a request failed: %s", place_of(error))
            if scope["type"] == "http" and not begun:
                await answer_to(ApiError("request-failed"), scope["path"])(scope, receive, send)


def report_errors(app: FastAPI, methods: Callable[[str], list[str]], stop: Callable[[], None] = lambda: None) -> None:
    """Makes an application answer every error in the same form. `methods`: those that a path takes; `stop`: stops a
    table of which a row could not be written."""

    app.add_middleware(UncaughtErrors)

    @app.exception_handler(ApiError)
    async def failed(request: Request, error: ApiError) -> Response:
        return answer_to(error, request.url.path)

    @app.exception_handler(HTTPException)
    async def not_found(request: Request, error: HTTPException) -> Response:
        path = request.url.path
        allow = dict(error.headers or {})
        if error.status_code == 405 and (taken := methods(path)):
            allow = {"Allow": ", ".join(taken)}
        return answer_to(ApiError(_BY_STATUS.get(error.status_code, "bad-body"), path), path, allow)

    @app.exception_handler(JournalWriteError)
    async def not_written(request: Request, error: JournalWriteError) -> Response:
        stop()
        return answer_to(ApiError("journal-unwritten", str(error)), request.url.path)

    @app.exception_handler(HandNamedError)
    async def named(request: Request, error: HandNamedError) -> Response:
        return answer_to(ApiError("hand-named"), request.url.path)

    @app.exception_handler(NotKeptError)
    async def not_kept(request: Request, error: NotKeptError) -> Response:
        return answer_to(ApiError("people-unwritten", str(error)), request.url.path)

    @app.exception_handler(TableStoppedError)
    async def stopped(request: Request, error: TableStoppedError) -> Response:
        return answer_to(ApiError("table-stopped", error.code), request.url.path)

    @app.exception_handler(RequestValidationError)
    async def not_understood(request: Request, error: RequestValidationError) -> Response:
        where = ", ".join(str(problem["loc"][-1]) for problem in error.errors())
        return answer_to(ApiError("bad-body", where), request.url.path)
