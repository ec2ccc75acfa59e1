"""The OpenAPI description, made from the same declarations as the routes."""

import re
from typing import Any, Final

import msgspec

from burncard import __version__
from burncard.api.error_advice import ADVICE
from burncard.api.v1.addresses import PREFIX, Address

REF: Final = "#/components/schemas/{name}"
COMMON: Final = {401: "no-key", 403: "not-allowed", 503: "journal-unwritten"}
CHANGES: Final = {409: "refused", 413: "body-too-large", 422: "bad-body", 429: "too-many-entries"}
NUMBERS: Final = frozenset({"n", "fact"})
WORDS: Final = {
    "back": "The back of a deck.",
    "id": "The id.",
    "n": "The seat, from 1.",
    "fact": "The number of a fact.",
    "code": "The code of the fault.",
    "name": "The person's name.",
    "token": "The token's id.",
}


class Problem(msgspec.Struct):
    """What went wrong (RFC 9457): branch on `code`. `next`: what to do."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    next: str


RAW: Final[dict[Any, dict[str, str]]] = {str: {"type": "string"}, bytes: {"type": "string", "format": "binary"}}
"""The schemas of answers that are no JSON."""


def description(addresses: tuple[Address, ...]) -> dict[str, Any]:
    """The whole description, as JSON-ready values."""
    kinds = [kind for one in addresses for kind in (one.body, one.answer) if kind is not None and kind not in RAW]
    _, components = msgspec.json.schema_components([*kinds, Problem], ref_template=REF)
    paths: dict[str, dict[str, Any]] = {}
    for one in addresses:
        paths.setdefault(PREFIX + one.path, {})[one.method.lower()] = _operation(one)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Burncard",
            "version": __version__,
            "description": "One electronic poker table: what is on the felt, what is awaited, what was ruled.",
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "A person's token for a program."},
                "session": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "burncard-PORT",
                    "description": "Set by `POST /api/v1/session`.",
                },
            },
        },
    }


def _operation(one: Address) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": one.name,
        "summary": one.said.partition(". ")[0].rstrip(".") + ".",
        "description": one.said,
        "tags": [one.group],
        "parameters": [*_in_path(one), *_in_query(one), *_in_headers(one)],
        "responses": _responses(one),
        "security": [{"token": []}, {"session": []}] if one.roles else [],
        "x-roles": sorted(one.roles),
    }
    if one.body is not None:
        content: dict[str, Any] = {"schema": _ref(one.body)}
        if one.example is not None:
            content["example"] = dict(one.example)
        operation["requestBody"] = {"required": True, "content": {"application/json": content}}
    return operation


def _ref(kind: Any) -> dict[str, Any]:
    return {"$ref": REF.format(name=kind.__name__)}


def _in_path(one: Address) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": WORDS[name],
            "schema": {"type": "integer", "minimum": 0} if name in NUMBERS else {"type": "string", "minLength": 1},
        }
        for name in re.findall(r"{(\w+)}", one.path)
    ]


def _in_query(one: Address) -> list[dict[str, Any]]:
    if one.query is None:
        return []
    (_,), components = msgspec.json.schema_components([one.query], ref_template=REF)
    fields = components[one.query.__name__]
    required = fields.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": schema}
        for name, schema in fields["properties"].items()
    ]


def _in_headers(one: Address) -> list[dict[str, Any]]:
    if not one.changes or not one.roles:
        return []
    schema = {"type": "string", "maxLength": 80}
    words = "Any text, new for each entry; the same one when the same entry is sent again."
    return [{"name": "Idempotency-Key", "in": "header", "required": False, "description": words, "schema": schema}]


def _responses(one: Address) -> dict[str, Any]:
    said = {"description": "Done."}
    if one.answer in RAW:
        said |= {"content": {one.media: {"schema": RAW[one.answer]}}}  # type: ignore[dict-item]
    elif one.answer is not None:
        said |= {"content": {one.media: {"schema": _ref(one.answer)}}}  # type: ignore[dict-item]
    responses: dict[str, Any] = {str(one.status): said}
    if not one.changes and one.media == "application/json":
        responses["304"] = {"description": "Nothing has changed since the answer with this ETag."}
    codes: dict[int, list[str]] = {}
    for status, code in (COMMON | (CHANGES if one.changes else {422: "bad-body"})).items():
        codes.setdefault(status, []).append(code)
    for code in one.problems:
        codes.setdefault(ADVICE[code].status, []).append(code)
    for status, named in sorted(codes.items()):
        responses[str(status)] = {
            "description": ", ".join(f"`{code}`" for code in dict.fromkeys(named)),
            "content": {"application/problem+json": {"schema": _ref(Problem)}},
        }
    return responses
