"""Facts: what was seen, entered or pressed. The input half of the table log, one class a `type`.

Amounts are integers of the smallest chip in use; seats are numbered clockwise from the dealer; `t` is seconds since the
log began. Unknown fields of a logged fact are ignored.
"""

from typing import Annotated, Literal

import msgspec

from burncard.rules.cards import Card, Chips, Face, Seat, Zone

# `$` alone would allow a line break at the end, and the patterns of JSON Schema know no `\Z`.
CardText = Annotated[Card, msgspec.Meta(pattern=r"^([2-9TJQKA][cdhs]|Jo|\?\?)$(?!\n)")]
ZoneText = Annotated[Zone, msgspec.Meta(pattern=r"^(seat:[1-9][0-9]?|board|burn|muck|aside|stub|off)$(?!\n)")]
SeatNumber = Annotated[Seat, msgspec.Meta(ge=1, le=99)]
Amount = Annotated[Chips, msgspec.Meta(ge=0)]

ActionName = Literal[
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "complete",
    "bring-in",
    "all-in",
    "show",
    "muck",
    "draw",
    "stand-pat",
    "open",
]
NEEDS_AMOUNT = frozenset({"bet", "raise", "complete", "bring-in", "open"})


class FactBase(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """What every fact may carry."""

    t: float | None = None
    sweep: int | None = None


class HandSetup(FactBase, frozen=True, kw_only=True):
    """How a hand is set up: the game, who is dealt in with how many chips, and the forced bets."""

    id: str
    game: str
    structure: str
    button: SeatNumber | None
    seats: dict[SeatNumber, Amount]
    house: str = "roberts"
    tournament: bool = False
    posts: dict[SeatNumber, Amount] = {}
    antes: Amount | dict[SeatNumber, Amount] = Chips(0)
    bring_in: Amount = Chips(0)
    small_bet: Amount | None = None
    big_bet: Amount | None = None
    min_bet: Amount | None = None
    joker: bool | None = None
    back: str | None = None
    rake: Amount = Chips(0)
    carry: Amount = Chips(0)


class Hand(HandSetup, frozen=True, kw_only=True, tag="hand"):
    """A hand begins.

    What the room has posted in place of the game's own custom (None: nothing): `qualifier` is the highest card of a low
    hand, 0 if any low plays; `raises` how many there are after the bet in limit; `check_raise` whether it is allowed in
    limit; `sevens_rule` whether a seven has to bet; `blind_call` whether lowball's big blind may be called before the
    pot is open. `low_stakes`: the dealer also announces possible straights and flushes. `smallest_chip`: amounts that
    are no multiple of it do not play. `wild`: the cards of the pack that take any rank and suit. `buy_in_min`,
    `buy_in_max`: how many chips a player buys.
    """

    qualifier: Annotated[int, msgspec.Meta(ge=0, le=13)] | None = None
    raises: Annotated[int, msgspec.Meta(ge=1)] | None = None
    check_raise: bool | None = None
    sevens_rule: bool | None = None
    blind_call: bool | None = None
    low_stakes: bool = False
    smallest_chip: Annotated[Chips, msgspec.Meta(ge=1)] = Chips(1)
    wild: list[CardText] = []
    buy_in_min: Amount | None = None
    buy_in_max: Amount | None = None


class CardSeen(FactBase, frozen=True, kw_only=True, tag="card"):
    """A card is seen in a zone."""

    card: CardText
    zone: ZoneText
    face: Face | None = None
    back: str | None = None
    boxed: bool = False
    tag: str | None = None
    was: CardText | None = None


class Action(FactBase, frozen=True, kw_only=True, tag="action"):
    """A player acts. `amount` is what the seat has in for this betting round after the action."""

    seat: SeatNumber
    action: ActionName
    amount: Amount | None = None
    discards: Annotated[int, msgspec.Meta(ge=0)] | None = None


class ChipsMoved(FactBase, frozen=True, kw_only=True, tag="chips"):
    """Chips moved forward in one motion, with or without a declaration."""

    seat: SeatNumber
    chips: list[Amount]
    says: Literal["call", "raise", "bet"] | None = None
    amount: Amount | None = None


class Press(FactBase, frozen=True, kw_only=True, tag="press"):
    """What no sensor sees, entered at the table.

    `nth`: which of the seat's face-down cards is meant, from 1. `card`: what the person says it is; it is not checked.
    `to`: the seat that a player moves to. `amount`: chips bought. `seats`: who takes part.
    """

    press: str
    seat: SeatNumber | None = None
    nth: Annotated[int, msgspec.Meta(ge=1)] | None = None
    card: CardText | None = None
    by: str | None = None
    value: bool | None = None
    cause: str | None = None
    ruling: str | None = None
    decision: str | None = None
    reason: str | None = None
    fact: int | None = None
    to: SeatNumber | None = None
    amount: Amount | None = None
    seats: list[SeatNumber] = []


class Shuffler(FactBase, frozen=True, kw_only=True, tag="shuffler"):
    """What the shuffler reports: counts and sets, never an order."""

    event: Literal["verified", "shuffled", "cut", "delivered", "sorted", "fault", "cleared"]
    back: str | None = None
    count: int | None = None
    missing: list[CardText] = []
    duplicate: list[CardText] = []
    boxed: list[CardText] = []
    foreign: int = 0
    unread: int = 0
    riffles: int | None = None
    parts: list[int] | None = None
    code: str | None = None


Fact = Hand | CardSeen | Action | ChipsMoved | Press | Shuffler
OUTCOME_TYPES = frozenset({"next", "ruling", "result", "counted"})
