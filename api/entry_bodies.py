"""What people enter: request bodies turned into facts, and outcomes into answers."""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import msgspec
from fastapi import Request, Response

from burncard.api.accounts.people import Person
from burncard.api.request_errors import ApiError
from burncard.api.v1.messages import NUMBER_MAX
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.service import TableService
from burncard.rules.facts import NEEDS_AMOUNT, Action, ChipsMoved, Fact, Press
from burncard.rules.rulings.decisions import refusal_of

BODY_BYTES_MAX = 4096
"""Twice the longest meaningful entry: every entry is kept for good."""
FLOOR_PRESSES = frozenset({"override", "void-hand", "retract"})
"""Presses that change a decision: only for the floor, with a name and a reason."""

F = TypeVar("F", Action, ChipsMoved, Press)
Body = dict[str, Any]


async def body_of(request: Request) -> Body:
    """The body as a JSON object; an empty body is an empty object. Raises ApiError."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > BODY_BYTES_MAX:
            raise ApiError("body-too-large", f"more than {BODY_BYTES_MAX} bytes")
    try:
        body = msgspec.json.decode(data or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError("bad-body", str(error)) from error
    if not isinstance(body, dict):
        raise ApiError("bad-body", "not a JSON object")
    return body


def fact_of(body: Body, kind: type[F], tag: str) -> F:
    """A body as a fact of one type; its `type` field may be missing. Raises ApiError."""
    try:
        fact = msgspec.convert({**body, "type": tag}, kind)
    except msgspec.ValidationError as error:
        raise ApiError("bad-body", str(error)) from error
    if max(_numbers(body.values()), default=0) > NUMBER_MAX:
        raise ApiError("bad-body", "a number is too large")
    if isinstance(fact, Action) and fact.amount is None and fact.action in NEEDS_AMOUNT:
        raise ApiError("bad-body", f"{fact.action} needs an amount")
    return fact


def _numbers(values: Iterable[object]) -> Iterator[int]:
    for value in values:
        yield from _numbers(value) if isinstance(value, list) else (value,) if isinstance(value, int) else ()


def reason_of(body: Body) -> str:
    """Why an entry is made. Raises ApiError `name-needed` unless a reason is given."""
    reason = body.get("reason", "")
    if not isinstance(reason, str):
        raise ApiError("bad-body", "reason must be text")
    if not reason.strip():
        raise ApiError("name-needed", "reason")
    return reason


async def answer(service: TableService, fact: Fact, who: Person) -> Response:
    """Enters a fact and answers with its outcomes, when the table has taken it; status 409 if it was refused."""
    outcomes = await asyncio.wrap_future(service.enter(fact, who.operator, who.role))
    body = msgspec.json.encode({"outcomes": [msgspec.Raw(encode(outcome)) for outcome in outcomes]})
    status = 200 if refusal_of(fact, outcomes) is None else 409
    return Response(body, status_code=status, media_type="application/json")
