"""The configuration of a table: the game, its stakes, and its seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from burncard.rules.cards import Card, Chips, Seat
from burncard.rules.games.stakes import STUD_STAKES

NO_CHIPS = Chips(0)
SIX_SEATS = tuple((Seat(number), Chips(500)) for number in range(1, 7))
ONE, FIVE, TEN, TWENTY = Chips(1), Chips(5), Chips(10), Chips(20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What is played for. Chips are integers of the smallest unit in use.

    `rake`: what the house takes from the pots of each hand.
    """

    small_blind: Chips = FIVE
    big_blind: Chips = TEN
    ante: Chips = NO_CHIPS
    bring_in: Chips = NO_CHIPS
    small_bet: Chips = TEN
    big_bet: Chips = TWENTY
    rake: Chips = NO_CHIPS
    smallest_chip: Chips = ONE


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
    seats: tuple[tuple[Seat, Chips], ...] = SIX_SEATS
    places: int = 0
    joker: bool = False
    qualifier: int | None = None
    raises: int | None = None
    check_raise: bool | None = None
    sevens_rule: bool | None = None
    blind_call: bool | None = None
    low_stakes: bool = False
    wild: tuple[Card, ...] = ()
    buy_in_min: Chips | None = None
    buy_in_max: Chips | None = None
    backs: tuple[str, ...] = ("red",)
    simulated: bool = True
    keep_days: int = 0


def config_of(settings: Mapping[str, Any]) -> TableConfig:
    """The configuration that a table's file holds. `stakes` names a preset, in `unit` chips; other fields change it.

    Raises ValueError or msgspec.ValidationError for settings that are none.
    """
    fields = dict(settings)
    preset, unit = fields.pop("stakes", None), fields.pop("unit", 1)
    if preset is not None:
        if not isinstance(preset, str) or preset not in STUD_STAKES:
            raise ValueError(f"Unknown stakes {preset}; known: {', '.join(STUD_STAKES)}")
        if not isinstance(unit, int) or unit < 1:
            raise ValueError("unit must be a whole number of chips, 1 or more")
        fields = STUD_STAKES[preset].of(unit) | fields
    return msgspec.convert(fields, TableConfig)
