"""The configuration of a table: the game, its stakes, and its seats."""

from dataclasses import dataclass

from burncard.rules.cards import Chips, Seat

NO_CHIPS = Chips(0)
SIX_SEATS = tuple((Seat(number), Chips(500)) for number in range(1, 7))
FIVE, TEN, TWENTY = Chips(5), Chips(10), Chips(20)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableConfig:
    """A table's game. Chips are integers of the smallest unit in use; `seats`: buy-in by seat number.

    `backs`: the decks in use, which take turns. `simulated`: no real device is attached; the table shows that.
    """

    table: str = "table-1"
    game: str = "holdem"
    structure: str = "limit"
    house: str = "roberts"
    tournament: bool = False
    seats: tuple[tuple[Seat, Chips], ...] = SIX_SEATS
    small_blind: Chips = FIVE
    big_blind: Chips = TEN
    ante: Chips = NO_CHIPS
    bring_in: Chips = NO_CHIPS
    small_bet: Chips = TEN
    big_bet: Chips = TWENTY
    joker: bool = False
    backs: tuple[str, ...] = ("red",)
    simulated: bool = True
