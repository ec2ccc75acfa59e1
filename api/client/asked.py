"""Requests to a table as values: what is asked, and the type of the answer. Nothing is sent here."""

import secrets
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from burncard.api.v1.addresses import PREFIX
from burncard.api.v1.messages import ActionEntry, Entered, HandPage, Override, PressEntry, StopPage, Undo
from burncard.controller.views.models import StopView
from burncard.controller.views.table_model import TableView
from burncard.rules.cards import Chips, Seat

T = TypeVar("T")


class TableError(Exception):
    """A table refused a request. `code` does not change between versions; `rule`: the rule that refused an entry."""

    def __init__(self, status: int, code: str, message: str, rule: str = "") -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.code = code
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    """One request. An entry has a key, so that sending it again enters it once."""

    method: str
    path: str
    answer: type[T]
    body: bytes | None = None
    key: str = field(default_factory=lambda: secrets.token_hex(12))

    @property
    def headers(self) -> dict[str, str]:
        """The headers of its own."""
        return {} if self.method == "GET" else {"Idempotency-Key": self.key, "Content-Type": "application/json"}

    def read(self, status: int, body: bytes) -> T:
        """The answer. Raises TableError."""
        if status < 400:
            return msgspec.json.decode(body, type=self.answer)
        try:
            problem = msgspec.json.decode(body)
            words = " ".join(filter(None, (problem["title"], problem["detail"], problem["next"])))
            raise TableError(status, problem["code"], words, problem.get("rule", ""))
        except (ValueError, RecursionError, KeyError, TypeError) as error:
            raise TableError(status, "no-answer", "The answer cannot be read.") from error


def get(path: str, answer: type[T]) -> Asked[T]:
    """Asks for something."""
    return Asked("GET", PREFIX + path, answer)


def post(path: str, answer: type[T], body: Any = None) -> Asked[T]:
    """Enters something."""
    return Asked("POST", PREFIX + path, answer, None if body is None else msgspec.json.encode(body))


def view() -> Asked[TableView]:
    """The table as it is now."""
    return get("/table", TableView)


def stops() -> Asked[Any]:
    """The open stops."""
    return get("/rulings?state=open", StopPage)


def hands(count: int) -> Asked[Any]:
    """The latest hands."""
    return get(f"/hands?limit={count}", HandPage)


def ruling(ruling_id: str) -> Asked[StopView]:
    """One ruling."""
    return get(f"/rulings/{ruling_id}", StopView)


def act(on: int, seat: int, action: str, amount: int | None, discards: int | None) -> Asked[Entered]:
    """A player acts."""
    body = ActionEntry(
        on=on,
        seat=Seat(seat),
        action=action,  # type: ignore[arg-type]
        amount=None if amount is None else Chips(amount),
        discards=discards,
    )
    return post("/actions", Entered, body)


def press(on: int, name: str, **fields: Any) -> Asked[Entered]:
    """What no sensor sees is reported."""
    return post("/presses", Entered, PressEntry(on=on, press=name, **fields))


def acknowledge(ruling_id: str) -> Asked[Entered]:
    """A stop has been understood."""
    return post(f"/rulings/{ruling_id}/ack", Entered)


def override(ruling_id: str, decision: str, reason: str, seat: int | None) -> Asked[Entered]:
    """The floor decides on a ruling."""
    named = None if seat is None else Seat(seat)
    body = Override(decision=decision, reason=reason, seat=named)  # type: ignore[arg-type]
    return post(f"/rulings/{ruling_id}/override", Entered, body)


def undo(fact: int) -> Asked[Entered]:
    """The last entry is taken back."""
    return post("/undo", Entered, Undo(fact=fact))


def seat(number: int, what: str, body: Any) -> Asked[TableView]:
    """Somebody sits down, leaves, buys chips, sits out or moves."""
    return post(f"/seats/{number}/{what}", TableView, body)


def mode(wanted: str) -> Asked[TableView]:
    """The table is opened, closed, or given to the technician."""
    return post("/table/mode", TableView, {"mode": wanted})
