"""Errors of requests: each has a code, and one place turns it into an answer."""

from collections.abc import Awaitable, Callable

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from burncard.api.advice import ADVICE
from burncard.controller.journal.journal import JournalWriteError

_BY_STATUS = {404: "no-such-address", 405: "wrong-method"}

Handler = Callable[[Request, Exception], Awaitable[Response]]


class ApiError(Exception):
    """A request that cannot be fulfilled. `code` is a key of `ADVICE`; `detail` is specific to the request."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


def answer_to(error: ApiError) -> Response:
    """The answer to a failed request: its code, what happened, and what to do next."""
    advice = ADVICE[error.code]
    body = {"code": error.code, "happened": advice.happened, "next": advice.next, "detail": error.detail}
    return Response(msgspec.json.encode(body), status_code=advice.status, media_type="application/json")


def report_errors(app: FastAPI) -> None:
    """Makes an application answer every error in the same form."""

    @app.exception_handler(ApiError)
    async def failed(request: Request, error: ApiError) -> Response:
        return answer_to(error)

    @app.exception_handler(HTTPException)
    async def not_found(request: Request, error: HTTPException) -> Response:
        return answer_to(ApiError(_BY_STATUS.get(error.status_code, "bad-body"), request.url.path))

    @app.exception_handler(JournalWriteError)
    async def not_written(request: Request, error: JournalWriteError) -> Response:
        return answer_to(ApiError("journal-stopped", str(error)))

    @app.exception_handler(RequestValidationError)
    async def not_understood(request: Request, error: RequestValidationError) -> Response:
        where = ", ".join(str(problem["loc"][-1]) for problem in error.errors())
        return answer_to(ApiError("bad-body", where))
