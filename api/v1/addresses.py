"""Addresses: what each one is for, who may use it, what it takes and what it answers.

Every module of handlers declares its addresses in a `Group`. Routing, checks, and documentation read the declarations.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal, TypeVar

import msgspec
from fastapi import Request

from burncard.api.access import ROLES
from burncard.api.accounts.people import Person
from burncard.api.context import Context
from burncard.api.request_errors import ApiError
from burncard.controller.faults import Role
from burncard.controller.service import TableService

PREFIX: Final = "/api/v1"

Method = Literal["GET", "POST", "PATCH", "DELETE"]
B = TypeVar("B", covariant=True)
Q = TypeVar("Q")

EVERYBODY: Final[frozenset[Role]] = frozenset(ROLES)
ENTERS: Final[frozenset[Role]] = frozenset({"dealer", "floor"})
FLOOR: Final[frozenset[Role]] = frozenset({"floor"})
TECHNICIAN: Final[frozenset[Role]] = frozenset({"technician"})
STAFF: Final[frozenset[Role]] = frozenset({"dealer", "floor", "technician"})
SEES_DEVICES: Final[frozenset[Role]] = STAFF | {"auditor"}
OPENS: Final[frozenset[Role]] = frozenset({"floor", "technician"})
EXPORTS: Final[frozenset[Role]] = frozenset({"floor", "auditor"})
SEES_PEOPLE: Final[frozenset[Role]] = frozenset({"technician", "floor", "auditor"})
UNKNOWN: Final[frozenset[Role]] = frozenset()
"""No role is asked for: a person who is not signed in yet may use the address."""

NOBODY: Final = Person("", "observer")


@dataclass(frozen=True, slots=True)
class Call(Generic[B]):
    """One request: who makes it, with what, and what it works on."""

    context: Context
    who: Person
    body: B
    request: Request

    @property
    def service(self) -> TableService:
        """The table."""
        return self.context.service

    def text(self, name: str) -> str:
        """A part of the address."""
        return str(self.request.path_params[name])

    def number(self, name: str, code: str) -> int:
        """A part of the address that is a number. Raises ApiError with a code for any other."""
        text = self.text(name)
        if not (text.isascii() and text.isdigit() and len(text) < 16):
            raise ApiError(code, text[:40])
        return int(text)

    def query(self, kind: type[Q]) -> Q:
        """What stands after the `?`. Raises ApiError."""
        try:
            return msgspec.convert(dict(self.request.query_params), kind, strict=False)
        except msgspec.ValidationError as error:
            raise ApiError("bad-body", str(error)) from error


Handler = Callable[[Call[Any]], Any | Awaitable[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """One method at one path.

    `roles`: who may; empty for one who is not signed in. `answer`: what it answers; None for nothing (204). `media`: of
    an answer that is not JSON. `example`: a body that works. `problems`: codes of its own.
    `is_slow`: it works hands out again; of one person, such answers are worked out one at a time.
    """

    method: Method
    path: str
    roles: frozenset[Role]
    handler: Handler
    group: str
    body: Any = None
    query: Any = None
    answer: Any = None
    media: str = "application/json"
    example: Mapping[str, Any] | None = None
    problems: tuple[str, ...] = ()
    status: int = 200
    is_slow: bool = False

    @property
    def name(self) -> str:
        """The handler's name, which is the operation's."""
        return self.handler.__name__

    @property
    def said(self) -> str:
        """What it does, from the handler's docstring."""
        return " ".join((self.handler.__doc__ or "").split())

    @property
    def changes(self) -> bool:
        """Whether it changes something."""
        return self.method != "GET"


class Group:
    """The addresses of one subject, in the order in which they are declared."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.addresses: list[Address] = []

    def get(self, path: str, roles: frozenset[Role], answer: Any = None, **more: Any) -> Callable[[Handler], Handler]:
        """Declares an address that shows something."""
        return self._declare("GET", path, roles, answer, more)

    def post(self, path: str, roles: frozenset[Role], answer: Any = None, **more: Any) -> Callable[[Handler], Handler]:
        """Declares an address that enters something."""
        return self._declare("POST", path, roles, answer, more)

    def patch(self, path: str, roles: frozenset[Role], answer: Any = None, **more: Any) -> Callable[[Handler], Handler]:
        """Declares an address that changes parts of something."""
        return self._declare("PATCH", path, roles, answer, more)

    def delete(self, path: str, roles: frozenset[Role], **more: Any) -> Callable[[Handler], Handler]:
        """Declares an address that ends something."""
        return self._declare("DELETE", path, roles, None, {"status": 204} | more)

    def _declare(
        self, method: Method, path: str, roles: frozenset[Role], answer: Any, more: dict[str, Any]
    ) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            self.addresses.append(
                Address(method=method, path=path, roles=roles, handler=handler, group=self.name, answer=answer, **more)
            )
            return handler

        return register
