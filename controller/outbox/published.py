"""What a table publishes: one row of its record a message, as everybody at the table may know it.

A fact is the public one (`stored.public`): a card is named only while it lies face up or has been shown, a tag never.
Of a significant event only the fields in `EVENT_FIELDS` go out: others name tags, hold stacks and players' names, or
say which cards a pack lacks.
"""

from typing import Annotated, Any, Final

import msgspec

from burncard.controller.hand_histories.table_log import encode
from burncard.controller.journal.heads import SignedHead
from burncard.controller.journal.history import TableUpdate
from burncard.controller.journal.journal import LoggedEvent

VERSION: Final = 1
"""Of the messages. A reader takes every version up to its own, and fields that it does not know."""

Number = Annotated[int, msgspec.Meta(ge=1, le=2**62)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**62)]
Word = Annotated[str, msgspec.Meta(max_length=200)]

_WHO: Final = ("operator",)
EVENT_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "power": ("state",),
    "resumed": (),
    "mode": ("mode", "operator"),
    "link": ("device", "state"),
    "device": ("device", "serial_number", "firmware_version", "firmware_hash"),
    "device-changed": ("device", "serial_number", "firmware_version", "firmware_hash"),
    "virtual-device": ("device", "why"),
    "events-lost": ("device", "count"),
    "fault-opened": ("code", "device"),
    "fault-cleared": ("code", "operator", "reason"),
    "deck-check": ("serial_number", "back", "passed", "count", "foreign", "unread"),
    "deck-chosen": ("back", "operator"),
    "enrolment": ("back", "operator"),
    "enrolled": ("back", "count", "kept", "operator"),
    "replacement": ("back", "operator"),
    "deck-retired": ("back", "operator"),
    "antennas": ("layout", "layout_sum", "calibration_sum"),
    "calibration": _WHO,
    "calibrated": ("steps", "kept", "operator"),
    "clear-jam": _WHO,
    "by-hand": ("what", "operator"),
    "left-out": ("at",),
    "stray-tag": (),
    "export": ("what", "hand", "full", "until", "operator"),
    "sign-in": ("name", "role"),
    "sign-in-failed": ("name",),
    "sign-out": ("name",),
    "refused": ("operator", "address", "why"),
    "user-added": ("name", "role", "operator"),
    "user-changed": ("name", "role", "operator"),
    "pin-renewed": ("name", "role", "operator"),
    "token-added": ("name", "role", "operator"),
    "token-ended": ("name", "role", "operator"),
    "floor-command": ("id", "does", "on", "person"),
    "floor-command-refused": ("id", "why"),
    "jam": ("device", "code"),
    "jam-cleared": ("device", "code"),
    "door-open": ("device", "code"),
    "door-closed": ("device", "code"),
}
"""What of an event may leave the table, by its kind. Of any other kind nothing but that it happened."""


class Cursor(msgspec.Struct, frozen=True):
    """How far a reader of a journal has come: the last row of each of its three parts."""

    facts: Count = 0
    events: Count = 0
    heads: Count = 0

    def is_behind(self, other: "Cursor") -> bool:
        """Whether the other one has come further in any part."""
        return self.facts < other.facts or self.events < other.events or self.heads < other.heads


class FactRow(msgspec.Struct, frozen=True, tag="fact"):
    """One fact with its outcomes. `shown`: the hands that it turned up, by seat."""

    number: Number
    at_ns: Count
    operator: Word
    fact: msgspec.Raw
    outcomes: list[msgspec.Raw]
    shown: dict[str, list[str]] = {}

    @property
    def log(self) -> bytes:
        """Its lines of the public log, whose digest a head signs."""
        return b"".join(bytes(part) + b"\n" for part in (self.fact, *self.outcomes))


class EventRow(msgspec.Struct, frozen=True, tag="event"):
    """One significant event."""

    number: Number
    at_ns: Count
    kind: Word
    fields: dict[str, Any] = {}


class HeadRow(msgspec.Struct, frozen=True, tag="head"):
    """One signed head."""

    number: Number
    signed: SignedHead


Row = FactRow | EventRow | HeadRow


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """One message. `after`: how far the table's record has been published with it.

    `journal`: the journal's name. `branch`: how often this journal was put back to an older state (a restored backup):
    then rows of the same numbers follow anew, and the floor keeps both. `trace`: the W3C trace context, if asked for.
    """

    v: Number
    room: Word
    table: Word
    journal: Word
    branch: Count
    after: Cursor
    row: Row
    trace: Word = ""

    @property
    def id(self) -> str:
        """The same for the same row: its table, its journal and its number there."""
        kind = {FactRow: "f", EventRow: "e", HeadRow: "h"}[type(self.row)]
        return f"{self.room}.{self.table}.{self.journal}.{self.branch}.{kind}{self.row.number}"


class Kept(msgspec.Struct, frozen=True):
    """How far the floor has a table's record."""

    journal: str
    branch: int
    cursor: Cursor


def fact_row(update: TableUpdate) -> FactRow:
    """An update as it is published."""
    return FactRow(
        update.number,
        update.at_ns,
        update.operator,
        msgspec.Raw(encode(update.fact)),
        [msgspec.Raw(encode(outcome)) for outcome in update.outcomes],
        {str(seat): list(cards) for seat, cards in update.shown.items()},
    )


def event_row(event: LoggedEvent) -> EventRow:
    """An event as it is published."""
    fields = EVENT_FIELDS.get(event.kind, ())
    body = msgspec.json.decode(event.body) if fields else {}
    return EventRow(event.number, event.at_ns, event.kind, {name: body[name] for name in fields if name in body})


def same_row(one: Row, other: Row) -> bool:
    """Whether two rows are of the same past. Outcomes may differ where another version has worked them out."""
    match one, other:
        case FactRow(), FactRow():
            entered = (one.number, one.at_ns, one.operator) == (other.number, other.at_ns, other.operator)
            return entered and bytes(one.fact) == bytes(other.fact)
        case EventRow(), EventRow():
            return (one.number, one.at_ns, one.kind) == (other.number, other.at_ns, other.kind)
        case HeadRow(), HeadRow():
            return one.signed == other.signed
    return False
