"""The configuration of a table: the game, its stakes, and its seats."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, Final

import msgspec

from burncard.rules.cards import Card, Chips, Seat
from burncard.rules.games.stakes import STUD_STAKES

NAME_CHARACTERS_MAX: Final = 40
AMOUNT_MAX: Final = 2**53 - 1
"""What every client can hold exactly."""
Amount = Annotated[Chips, msgspec.Meta(ge=0, le=AMOUNT_MAX)]
Place = Annotated[Seat, msgspec.Meta(ge=1, le=99)]

NO_CHIPS = Chips(0)
SIX_SEATS = tuple((Seat(number), Chips(500)) for number in range(1, 7))
ONE, FIVE, TEN, TWENTY = Chips(1), Chips(5), Chips(10), Chips(20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What is played for. Chips are integers of the smallest unit in use.

    `rake`: what the house takes from the pots of each hand.
    """

    small_blind: Amount = FIVE
    big_blind: Amount = TEN
    ante: Amount = NO_CHIPS
    bring_in: Amount = NO_CHIPS
    small_bet: Amount = TEN
    big_bet: Amount = TWENTY
    rake: Amount = NO_CHIPS
    smallest_chip: Annotated[Chips, msgspec.Meta(ge=1, le=AMOUNT_MAX)] = ONE


@dataclass(frozen=True, slots=True, kw_only=True)
class TableConfig(Stakes):
    """A table's game. `seats`: buy-in by seat number.

    `places`: how many seats the table is set up for (0: all that its reader hears; a simulated table: up to the highest
    of `seats`). `backs`: the decks in use, which take turns. `simulated`: no real device is attached; the table shows
    that. Simulated players who cannot pay the big blind buy in again.
    `keep_days`: for how many days the journal keeps facts and events (0: for good).
    From `qualifier` to `buy_in_max`: what the room has posted, as in the `hand` fact.
    """

    table: str = "table-1"
    game: str = "holdem"
    structure: str = "limit"
    house: str = "roberts"
    tournament: bool = False
    seats: tuple[tuple[Place, Amount], ...] = SIX_SEATS
    places: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    joker: bool = False
    qualifier: int | None = None
    raises: Annotated[int, msgspec.Meta(ge=0)] | None = None
    check_raise: bool | None = None
    sevens_rule: bool | None = None
    blind_call: bool | None = None
    low_stakes: bool = False
    wild: tuple[Card, ...] = ()
    buy_in_min: Amount | None = None
    buy_in_max: Amount | None = None
    backs: tuple[str, ...] = ("red",)
    simulated: bool = True
    keep_days: int = 0


def config_of(settings: Mapping[str, Any]) -> TableConfig:
    """The configuration that a table's file holds. `stakes` names a preset, in `unit` chips; other fields change it.

    Raises ValueError or msgspec.ValidationError for settings that are none.
    """
    given = dict(settings)
    preset, unit = given.pop("stakes", None), given.pop("unit", 1)
    if unknown := sorted(given.keys() - {field.name for field in fields(TableConfig)}):
        raise ValueError(f"unknown: {', '.join(unknown)}")
    if preset is not None:
        if not isinstance(preset, str) or preset not in STUD_STAKES:
            raise ValueError(f"Unknown stakes {preset}; known: {', '.join(STUD_STAKES)}")
        if not isinstance(unit, int) or unit < 1:
            raise ValueError("unit must be a whole number of chips, 1 or more")
        given = STUD_STAKES[preset].of(unit) | given
    config = msgspec.convert(given, TableConfig)
    if not config.backs:
        raise ValueError("backs names no deck")
    if not all(0 < len(name) <= NAME_CHARACTERS_MAX and name.isprintable() for name in (config.table, *config.backs)):
        raise ValueError(f"table and backs are names of 1 to {NAME_CHARACTERS_MAX} printable characters")
    return config
