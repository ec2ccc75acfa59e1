"""What is sent and answered about people, and about what does not change: games, houses, rules."""

from typing import Annotated

import msgspec

from burncard.api.v1.messages import Body, Message, Name, page_of
from burncard.controller.faults import Role

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
