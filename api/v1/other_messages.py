"""What is sent and answered about people, and about what does not change: games, houses, rules."""

from typing import Annotated, Any

import msgspec

from burncard.api.v1.messages import Body, Message, Name, page_of
from burncard.controller.faults import Role
from burncard.controller.views.table_model import TableView

# ---- people --------------------


class SignInBody(Body, frozen=True):
    """A person signs in."""

    name: Name
    pin: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class SessionAnswer(Message, frozen=True):
    """Who is signed in, until when."""

    person: str
    role: Role
    ends_ns: int | None
    demonstration: bool
    table: str


class TokenInfo(Message, frozen=True):
    """A program's token, without its secret."""

    id: str
    label: str
    since_ns: int


class NewToken(TokenInfo, frozen=True):
    """A token that was just made: its secret is shown this once."""

    token: str


class User(Message, frozen=True):
    """A person. `pin`: only in the answer that made it."""

    name: str
    role: Role
    active: bool
    tokens: list[TokenInfo]
    pin: str | None = None


class NewUser(Body, frozen=True):
    """A person is added. Without `pin` one is made and shown once."""

    name: Name
    role: Role
    pin: Annotated[str, msgspec.Meta(max_length=12)] | None = None


class ChangeUser(Body, frozen=True):
    """What changes of a person. A new role or PIN signs the person out everywhere."""

    role: Role | None = None
    active: bool | None = None
    pin: Annotated[str, msgspec.Meta(max_length=12)] | None = None


class TokenBody(Body, frozen=True):
    """What a token is for."""

    label: Name


# ---- reference --------------------


class RuleAnswer(Message, frozen=True):
    """A rule as it is declared."""

    id: str
    title: str
    kind: str
    trigger: str
    window: str
    ruling: str
    repair: str
    sources: list[str]
    in_force: bool
    presses: list[str]


class GameAnswer(Message, frozen=True):
    """A game that the table can deal."""

    code: str
    name: str
    family: str
    structures: list[str]
    max_seats: int


class HouseAnswer(Message, frozen=True):
    """A house and its documents."""

    code: str
    name: str
    documents: list[str]


UserPage = page_of(User)
RulePage = page_of(RuleAnswer)
GamePage = page_of(GameAnswer)
HousePage = page_of(HouseAnswer)

# ---- the room, the technician, reports --------------------


class RoomTable(Message, frozen=True):
    """A table of the room. `address`: of its pages, empty for this table. `view`: None until its first answer;
    `trouble`: why it cannot be followed now, empty while it can."""

    address: str
    view: TableView | None
    trouble: str


RoomTablePage = page_of(RoomTable)


class AntennaNow(Message, frozen=True):
    """What one antenna heard in the last minute. `cards`: lying there now; `heard`: the share of scans that heard each,
    None where none lay there; `minute`: the same for every ten seconds, the oldest first; `beside`: the zone whose
    cards it heard as well, if it did."""

    antenna: int
    zone: str
    cards: int
    heard: float | None
    strength_dbm: float | None
    minute: list[float | None]
    beside: str | None


AntennaNowPage = page_of(AntennaNow)


class LogEntry(Message, frozen=True):
    """A significant event: power, link, door, jam, deck, fault, sign-in, export, mode. `details`: its own fields."""

    number: int
    at_ns: int
    kind: str
    details: dict[str, Any]


LogEntryPage = page_of(LogEntry)


class SignedHand(Message, frozen=True):
    """One hand with the head that the table signed for it; `burncard journal check` checks both. `log`: its public log,
    as JSON Lines; `head`: what was signed, the signature, and the public key that made it."""

    log: str
    head: dict[str, Any]


class ShiftQuery(Body, frozen=True):
    """How far a report goes back."""

    hours: Annotated[int, msgspec.Meta(ge=1, le=48)] = 8


class ShiftStop(Message, frozen=True):
    """A stop in a report. `decided`: what the floor decided, and why; empty where it did not."""

    hand: str
    at_ns: int
    rule: str
    message: str
    answered_by: str
    decided: str


class ShiftReport(Message, frozen=True):
    """What happened at a table in the last hours."""

    table: str
    since_ns: int
    until_ns: int
    simulated: bool
    hands: int
    ended: dict[str, int]
    chips_pushed: int
    stops: list[ShiftStop]
    faults: list[LogEntry]
    dealers: list[str]
