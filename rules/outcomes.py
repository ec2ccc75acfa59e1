"""Outcomes: what the table awaits, what was ruled, what an action counted as, who was paid.

The output half of the table log. Each class encodes to one JSON object of it, fields in the order written here.
"""

from typing import Literal

import msgspec

from burncard.rules.cards import Card, Chips, Face, Seat, Zone

Decision = Literal[
    "misdeal", "redeal-board", "replace", "keep", "remove", "correct", "dead-hand", "void", "stands", "refuse", "floor"
]
Severity = Literal["stop", "note"]
Ended = Literal["showdown", "uncontested", "misdeal", "void", "passed"]


class Step(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One thing the dealer does in a repair. `do` names it; the other fields are those that it needs."""

    do: Literal["deal", "move", "burn", "return", "shuffle", "cut", "refund", "wait", "call-floor", "announce"]
    card: Card | None = None
    cards: tuple[Card, ...] = ()
    from_: Zone | None = msgspec.field(default=None, name="from")
    to: Zone | None = None
    face: Face | None = None
    for_: str | None = msgspec.field(default=None, name="for")
    text: str | None = None
    seat: Seat | None = None


class Next(msgspec.Struct, frozen=True, tag_field="type", tag="next"):
    """What the table waits for now. `await_` says what; each kind is a class below."""


class AwaitCard(Next, frozen=True, kw_only=True, tag="next"):
    await_: Literal["card"] = msgspec.field(default="card", name="await")
    zone: Zone
    face: Face
    street: str


class AwaitAction(Next, frozen=True, kw_only=True, tag="next"):
    """`to_call`: chips to add. `min_to`, `max_to`: totals for a bet or raise, None where none is possible."""

    await_: Literal["action"] = msgspec.field(default="action", name="await")
    seat: Seat
    to_call: Chips
    options: tuple[str, ...]
    min_to: Chips | None
    max_to: Chips | None


class AwaitDraw(Next, frozen=True, kw_only=True, tag="next"):
    await_: Literal["draw"] = msgspec.field(default="draw", name="await")
    seat: Seat
    max_discards: int


class AwaitDiscard(Next, frozen=True, kw_only=True, tag="next"):
    await_: Literal["discard"] = msgspec.field(default="discard", name="await")
    seat: Seat
    count: int


class AwaitShow(Next, frozen=True, kw_only=True, tag="next"):
    await_: Literal["show"] = msgspec.field(default="show", name="await")
    seat: Seat


class AwaitRead(Next, frozen=True, kw_only=True, tag="next"):
    await_: Literal["read"] = msgspec.field(default="read", name="await")
    zone: Zone


class AwaitReturn(Next, frozen=True, kw_only=True, tag="next"):
    """`from_` is set where all the cards lie in one zone, since those that are face down have no names."""

    await_: Literal["return"] = msgspec.field(default="return", name="await")
    cards: tuple[Card, ...]
    to: Zone
    from_: Zone | msgspec.UnsetType = msgspec.field(default=msgspec.UNSET, name="from")


class AwaitRemedy(Next, frozen=True, kw_only=True, tag="next"):
    await_: Literal["remedy"] = msgspec.field(default="remedy", name="await")
    step: Step


class AwaitPlain(Next, frozen=True, kw_only=True, tag="next"):
    """Awaits with nothing to add: the shuffle, the cut, the floor's decision, the next hand."""

    await_: Literal["shuffle", "cut", "floor", "hand"] = msgspec.field(name="await")


class Ruling(msgspec.Struct, frozen=True, tag_field="type", tag="ruling", kw_only=True):
    """One mistake, one ruling. `fact` is set only where the ruling was held back until its sweep had closed."""

    id: str
    rule: str
    decision: Decision
    severity: Severity
    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    steps: tuple[Step, ...]
    message: str
    source: str
    fact: int | msgspec.UnsetType = msgspec.UNSET


class Counted(msgspec.Struct, frozen=True, tag_field="type", tag="counted"):
    """What a motion with chips or cards counts as."""

    seat: Seat
    action: str
    amount: Chips | None
    rule: str


class Pot(msgspec.Struct, frozen=True):
    """One pot: its chips, who could win it, who did."""

    amount: Chips
    eligible: tuple[Seat, ...]
    awards: dict[Seat, Chips]


class Result(msgspec.Struct, frozen=True, tag_field="type", tag="result"):
    """The hand is over; chips by seat after it."""

    hand: str
    pots: tuple[Pot, ...]
    stacks: dict[Seat, Chips]
    ended: Ended
    carried: Chips | msgspec.UnsetType = msgspec.UNSET


Outcome = Next | Ruling | Counted | Result
