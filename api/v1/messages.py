"""What is sent to the API and what it answers, beside the views: one class a message, the source of its schema."""

from typing import Annotated, Any, Literal

import msgspec

from burncard.controller.views.models import FaultView, SeatView, StepView, StopView
from burncard.controller.views.table_model import TableView
from burncard.rules.facts import ActionName, Amount, CardText, SeatNumber
from burncard.rules.outcomes import Decision

NUMBER_MAX = 2**53 - 1  # what every client can hold exactly
VISIBLE = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]*$(?!\\n)"
"""No control characters, and none that change the order of others or are not seen: a name is what it looks like."""
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=500, description="Why; kept in the record.")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=VISIBLE)]
SeatName = Annotated[str, msgspec.Meta(max_length=40, pattern=VISIBLE)]
Text = Annotated[str, msgspec.Meta(max_length=200, pattern=VISIBLE)]
Back = Annotated[str, msgspec.Meta(min_length=1, max_length=20, pattern=VISIBLE)]
ChipCount = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Bet = Annotated[Amount, msgspec.Meta(le=NUMBER_MAX)]
FactNumber = Annotated[int, msgspec.Meta(ge=1, le=NUMBER_MAX, description="The number of a fact of the table.")]
_MADE_ON = "`number` of the view that the entry was made on; refused if it means another."
StateNumber = Annotated[int, msgspec.Meta(ge=0, le=NUMBER_MAX, description=_MADE_ON)]
Outcomes = Annotated[
    list[msgspec.Raw],
    msgspec.Meta(description="Outcomes in the form of the table log: rulings, counted actions, results, and `next`."),
]
JsonObject = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"type": "object"})]


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """What every answer is."""


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every request body is: a field that is not known is an error."""


class ActionEntry(Body, frozen=True):
    """A player acts. `amount`: what the seat has in for this round after it."""

    on: StateNumber
    seat: SeatNumber
    action: ActionName
    amount: Bet | None = None
    discards: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None


class ChipsEntry(Body, frozen=True):
    """A player moves chips forward in one motion."""

    on: StateNumber
    seat: SeatNumber
    chips: Annotated[list[Bet], msgspec.Meta(min_length=1, max_length=200)]
    says: Literal["call", "raise", "bet"] | None = None
    amount: Bet | None = None


class PressEntry(Body, frozen=True):
    """What no sensor sees. `nth`: which of the seat's face-down cards; `card`: what it is said to be, not checked."""

    on: StateNumber
    press: Text
    seat: SeatNumber | None = None
    nth: Annotated[int, msgspec.Meta(ge=1, le=NUMBER_MAX)] | None = None
    card: CardText | None = None
    value: bool | None = None
    cause: Text | None = None
    reason: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class Undo(Body, frozen=True):
    """Takes the last entry back: `undo.fact` of the view."""

    fact: FactNumber


class Retract(Body, frozen=True):
    """Takes any fact of the hand back; the hand is worked out again without it."""

    fact: FactNumber
    reason: Reason


class VoidHand(Body, frozen=True):
    """Ends the hand; every chip goes back."""

    hand: Name
    reason: Reason


class Override(Body, frozen=True):
    """The floor decides on a ruling. `seat`: whose hand is dead, where the ruling names none."""

    decision: Decision
    reason: Reason
    seat: SeatNumber | None = None


class Entered(Message, frozen=True):
    """An entry was taken: the number of its fact, what came of it, and the table after it."""

    number: int
    outcomes: Outcomes
    view: TableView


# ---- table, seats --------------------


class ModeBody(Body, frozen=True):
    """Whether the table deals. A hand in play is finished first."""

    mode: Literal["open", "closed", "maintenance"]


class Sit(Body, frozen=True):
    """A player sits down; dealt in from the next hand."""

    chips: ChipCount
    name: SeatName = ""


class AddChips(Body, frozen=True):
    """Chips that a player buys. They count from the next hand."""

    chips: Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
    kind: Literal["buy-in", "add"] = "add"


class Rename(Body, frozen=True):
    """How a player is called."""

    name: SeatName


class Away(Body, frozen=True):
    """Whether a player sits out."""

    away: bool


class MoveSeat(Body, frozen=True):
    """A player moves to another seat, between hands."""

    to: SeatNumber


class NextHandBody(Body, frozen=True):
    """What changes from the next hand on. A field that is missing stays as it is."""

    game: Text | None = None
    structure: Literal["limit", "no-limit", "pot-limit", "half-pot"] | None = None
    house: Text | None = None
    small_blind: ChipCount | None = None
    big_blind: ChipCount | None = None
    ante: ChipCount | None = None
    bring_in: ChipCount | None = None
    small_bet: ChipCount | None = None
    big_bet: ChipCount | None = None
    rake: ChipCount | None = None
    tournament: bool | None = None
    joker: bool | None = None


class NextDeck(Body, frozen=True):
    """The deck that the next hand is dealt from."""

    back: Text


class Deck(Message, frozen=True):
    """An enrolled deck."""

    back: str
    cards: int
    in_use: bool
    due: bool
    retired: bool


class BeginEnrolment(Body, frozen=True):
    """A deck is enrolled under a back."""

    back: Back
    joker: bool = False


class BeginReplacement(Body, frozen=True):
    """A damaged card of a deck is replaced by a new one."""

    back: Back
    card: CardText


class PackByHand(Body, frozen=True):
    """What the dealer has done with the pack. `number`: how often it was riffled, or how many cards were counted."""

    what: Literal["riffled", "counted", "cut"]
    number: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0


class EndEnrolment(Body, frozen=True):
    """Whether the deck is kept."""

    keep: bool


class BeginCalibration(Body, frozen=True):
    """The zones to be measured; all of the table where none is named."""

    zones: tuple[Text, ...] = ()


class EndCalibration(Body, frozen=True):
    """Whether what was counted is kept."""

    keep: bool


class CalibratedAntenna(Message, frozen=True):
    """One antenna as it was calibrated. `measured` false: the defaults are in force.

    `heard`: the share of scans in which it hears a card in the middle of its own zone; `beside`: the same for a
    neighbouring zone. `strength_dbm` and `noise_db` describe cards in its own zone, and are None if the reader measures
    no strength. `changed`: how the antenna has changed in play since; empty if it has not.
    """

    antenna: int
    zone: str
    measured: bool
    heard: float
    beside: float
    strength_dbm: float | None
    noise_db: float | None
    changed: str


class CalibrationPage(Message, frozen=True):
    """The antennas of the table's layout. `measured_ns`: when it was calibrated last; None if it never was."""

    layout: str
    measured_ns: int | None
    items: list[CalibratedAntenna]
    next: int | None


class ClearFault(Body, frozen=True):
    """Why a fault is cleared by hand."""

    reason: Reason


class Device(Message, frozen=True):
    """A device of the table."""

    role: str
    link: str
    fault: str
    serial: str
    firmware: str
    events_lost: int
    notes: list[str]


# ---- rulings, hands --------------------


class Choice(Message, frozen=True):
    """What the floor may decide, and what that would do to the hand as it stands."""

    decision: str
    by_rule: bool
    possible: bool
    needs_seat: bool
    outcomes: Outcomes
    steps: list[StepView]
    chips: dict[str, int]
    why_not: str


class HandSummary(Message, frozen=True):
    """A hand in a list."""

    id: str
    number: int
    game: str
    structure: str
    house: str
    began_ns: int
    ended_ns: int | None
    ended: str | None
    first_fact: int
    last_fact: int
    seats: list[int]
    winners: list[int]
    pot: int
    rulings: int
    stops: int


class HandFact(Message, frozen=True):
    """One fact of a hand with what came of it. `shown`: hands that it turned up."""

    number: int
    at_ns: int
    by: str
    role: str | None
    kind: str
    fact: JsonObject
    outcomes: Outcomes
    shown: dict[str, list[str]]
    text: str
    street: str
    stop: str | None


class HandDetail(HandSummary, frozen=True):
    """A hand, fact by fact."""

    facts: list[HandFact]


class Mistakes(Message, frozen=True):
    """How often the deal was stopped. `rate`: stopped hands in 100, with its 95 % bounds `low` and `high`."""

    key: str
    words: str
    count: int
    stopped_hands: int
    hands: int
    rate: float
    low: float
    high: float


# ---- lists --------------------


class Page(Body, frozen=True):
    """Which part of a list. `after`: the cursor `next` of the part before."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = 50
    after: Annotated[int, msgspec.Meta(ge=0, le=NUMBER_MAX)] | None = None


class RulingsQuery(Page, frozen=True):
    """Which rulings."""

    state: Literal["open", "past"] = "open"
    hand: Text = ""


class LogQuery(Body, frozen=True):
    """Whether every card is named, also one that nobody has seen: only of hands that have ended."""

    full: bool = False


class EventsQuery(Body, frozen=True):
    """The number of the last fact that the client has."""

    after: Annotated[int, msgspec.Meta(ge=0, le=NUMBER_MAX)] | None = None


class RulesQuery(Body, frozen=True):
    """Rules in force for a game and a house."""

    game: Text = ""
    house: Text = ""


class MistakesQuery(Body, frozen=True):
    """By what mistakes are counted, and over how many hands."""

    by: Literal["kind", "dealer", "game", "hour"] = "kind"
    hands: Annotated[int, msgspec.Meta(ge=1, le=2000)] = 200


def page_of(item: Any) -> Any:
    """The type of a list of something, in parts."""
    return msgspec.defstruct(
        f"{item.__name__}Page",
        [("items", list[item]), ("next", int | None, None)],
        bases=(Message,),
        frozen=True,
        kw_only=True,
    )


StopPage = page_of(StopView)
SeatPage = page_of(SeatView)
FaultPage = page_of(FaultView)
DevicePage = page_of(Device)
DeckPage = page_of(Deck)
HandPage = page_of(HandSummary)
ChoicePage = page_of(Choice)
MistakesPage = page_of(Mistakes)
