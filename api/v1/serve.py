"""Serves the addresses: signs in, checks the role, reads the body, keeps repeats apart, and writes the answer."""

import hashlib
import inspect
from collections.abc import AsyncIterator
from typing import Any, Final, cast

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.responses import StreamingResponse
from starlette.routing import Route, compile_path

from burncard.api.accounts.people import Person
from burncard.api.context import Context
from burncard.api.one_at_a_time import OneAtATime
from burncard.api.request_errors import ApiError
from burncard.api.signed_in import needs_role
from burncard.api.v1.addresses import NOBODY, PREFIX, Address, Call
from burncard.api.v1.repeats import Repeats
from burncard.controller.views.table_model import TableView

BODY_BYTES_MAX: Final = 16_384


def add_addresses(app: FastAPI, context: Context, addresses: tuple[Address, ...]) -> None:
    """Adds a route for each address."""
    repeats, turns = Repeats(), OneAtATime()
    for address in addresses:
        endpoint = _endpoint(context, address, repeats, turns)
        route = Route(PREFIX + address.path, endpoint, methods=[address.method], name=address.name)
        route.methods = {address.method}  # and not HEAD besides GET
        app.router.routes.append(route)


def allowed_methods(addresses: tuple[Address, ...], path: str) -> list[str]:
    """The methods that a path takes."""
    return sorted({one.method for one in addresses if compile_path(PREFIX + one.path)[0].match(path)})


def _endpoint(context: Context, address: Address, repeats: Repeats, turns: OneAtATime) -> Any:
    async def endpoint(request: Request) -> Response:
        who = _who(context, address, request)
        sent = await read_body(request) if address.changes else b""
        key = request.headers.get("idempotency-key", "") if address.changes and address.roles else ""
        if address.is_slow:
            async with turns.alone(who.name):
                shown = await answered(request, who, sent)
            if isinstance(shown, StreamingResponse):
                shown.body_iterator = turns.parts(who.name, cast(AsyncIterator[bytes], shown.body_iterator))
            return shown
        if not key:
            return await answered(request, who, sent)
        whole = f"{request.method} {request.url.path}\n".encode() + sent
        async with turns.alone((who.name, key)):
            if (before := repeats.known(who.name, key, whole)) is not None:
                headers = {"Idempotent-Replayed": "true"}
                return Response(before.body, before.status, headers, before.media)
            response = await answered(request, who, sent)
            if isinstance(response.body, bytes):
                media = response.media_type or "application/json"
                repeats.keep(who.name, key, whole, response.status_code, response.body, media)
            return response

    async def answered(request: Request, who: Person, sent: bytes) -> Response:
        call: Call[Any] = Call(context, who, _decoded(address, sent), request)
        try:
            answer = address.handler(call)
            if inspect.isawaitable(answer):
                answer = await answer
        finally:
            if address.changes:
                context.entered()
        return answer if isinstance(answer, Response) else _answered(request, address, answer)

    endpoint.__name__ = address.name
    return endpoint


def _who(context: Context, address: Address, request: Request) -> Person:
    if not address.roles:
        return NOBODY
    who = needs_role(context, request, address.roles)
    if address.changes:
        context.entry_rate.take(who.name)
    return who


async def read_body(request: Request) -> bytes:
    """The body of a request. Raises ApiError."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > BODY_BYTES_MAX:
            raise ApiError("body-too-large", f"more than {BODY_BYTES_MAX} bytes")
    return data


def _decoded(address: Address, sent: bytes) -> Any:
    if address.body is None:
        if sent not in (b"", b"{}"):
            raise ApiError("bad-body", "this address takes no body")
        return None
    try:
        return msgspec.json.decode(sent or b"{}", type=address.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError("bad-body", str(error)) from error


def _answered(request: Request, address: Address, answer: Any) -> Response:
    if answer is None:
        return Response(status_code=204)
    body = msgspec.json.encode(answer)
    if address.changes:
        return Response(body, status_code=address.status, media_type="application/json")
    steady = msgspec.json.encode(msgspec.structs.replace(answer, now_ns=0)) if isinstance(answer, TableView) else body
    tag = f'"{hashlib.blake2b(steady, digest_size=12).hexdigest()}"'
    if tag in [known.strip() for known in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers={"ETag": tag})
    return Response(body, media_type="application/json", headers={"ETag": tag} | _links(request, answer))


def _links(request: Request, answer: Any) -> dict[str, str]:
    """Where the next part of a list is."""
    after = getattr(answer, "next", None)
    if not isinstance(after, int):
        return {}
    return {"Link": f'<{request.url.include_query_params(after=after)}>; rel="next"'}
