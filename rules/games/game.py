"""What a game is: the data that the deal plan, the betting and the showdown are made from.

A game is one value of `Game`, written in a file of its own under `rules/games`. It has no code: streets say which cards
fall where and who acts first; the rest says how much may be bet, how hands are read and how a pot is shared.
"""

from dataclasses import dataclass
from typing import Literal

from burncard.rules.cards import Face

Family = Literal["flop", "stud", "draw"]
Structure = Literal["limit", "no-limit", "pot-limit", "half-pot"]
Limit = Literal["small", "big"]
First = Literal["left-of-post", "left-of-button", "bring-in", "high-board", "low-board", "opener"]
Opening = Literal["posted", "check-or-bet", "bring-in", "bet-or-fold", "check-or-open"]
Low = Literal["a5", "27"]
HoleUse = Literal["any", "two", "all"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Street:
    """One street: `burn` cards, then to each live seat one card for each of `faces`, or `board` cards, then betting.

    `faces` are dealt one at a time round the table (with `together`, either all of a seat's cards at once or round the
    table). `draw` streets replace discards instead. `limit` names the bet of a limit game, `first` who acts first,
    `opening` what the first player may do before anybody has bet.
    """

    name: str
    burn: int = 0
    faces: tuple[Face, ...] = ()
    together: bool = False
    board: int = 0
    draw: bool = False
    limit: Limit = "small"
    first: First
    opening: Opening = "check-or-bet"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game:
    """A game as data.

    `hand_size`: cards of a complete hand, board not counted. `raises`: raises after the bet in a limit game. `high`
    and `low`: the halves that a pot is won by (`qualifier`: the highest card that a low may have). `hole_use`: how
    many hole cards a hand takes. `bring_in`: whether the low or the high door card makes stud's forced bet.
    `needs_openers`: jacks or better to open. `joker`: the game's custom of playing with one. `rules_of`: the game
    whose rules it is played by, where that is another one (five-card Omaha by Omaha's).
    """

    code: str
    name: str
    family: Family
    streets: tuple[Street, ...]
    hand_size: int
    max_seats: int
    raises: int
    structures: tuple[Structure, ...]
    high: bool = True
    low: Low | None = None
    qualifier: int | None = None
    hole_use: HoleUse = "any"
    bring_in: Literal["low", "high"] | None = None
    open_pair_doubles: bool = False
    needs_openers: bool = False
    check_raise_limit: bool = True
    sevens_rule: bool = False
    joker: bool = False
    min_seats: int = 2
    rules_of: str = ""

    @property
    def button(self) -> bool:
        """Whether the game is dealt from a button (flop and draw games) or from the dealer's left (stud)."""
        return self.family != "stud"

    @property
    def ruled_as(self) -> str:
        """The code by which the rulebook knows the game."""
        return self.rules_of or self.code

    def street_after(self, street: Street) -> Street | None:
        """The street that follows."""
        index = self.streets.index(street)
        return self.streets[index + 1] if index + 1 < len(self.streets) else None

    def board_due(self, street: Street) -> int:
        """The board cards that lie there when a street has been dealt."""
        return sum(earlier.board for earlier in self.streets[: self.streets.index(street) + 1])

    @property
    def starting_count(self) -> int:
        """Cards that a seat holds when the first betting round begins."""
        return len(self.streets[0].faces)
