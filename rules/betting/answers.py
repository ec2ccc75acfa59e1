"""What becomes of an action: taken, with what it counts as, or refused, with the rule and what would be allowed."""

import msgspec

from burncard.rules.cards import Chips, Seat
from burncard.rules.outcomes import Decision


class Note(msgspec.Struct, frozen=True):
    """A ruling that an action brings with it although it is accepted."""

    rule: str
    decision: Decision
    seats: tuple[Seat, ...]
    message: str


class Acted(msgspec.Struct, frozen=True):
    """An action that was taken, as what it counts: `amount` is what the seat now has in for the round.

    `rule`: why it counts as something other than what was said; None where it is taken as said.
    """

    seat: Seat
    action: str
    amount: Chips
    notes: tuple[Note, ...] = ()
    rule: str | None = None


class Refused(msgspec.Struct, frozen=True):
    """An action that is not allowed, by which rule, and what would be."""

    rule: str
    message: str


class Sizes(msgspec.Struct, frozen=True):
    """Totals that a seat may bet or raise to: any from `low` to `high`, or only `exact` ones in a limit game."""

    low: Chips
    high: Chips
    exact: tuple[Chips, ...] = ()

    def allow(self, to: Chips) -> bool:
        """Whether a total is a proper size."""
        return to in self.exact if self.exact else self.low <= to <= self.high

    def within(self, everything: Chips) -> "Sizes":
        """The same for a seat that has no more than `everything`: all-in is always a size."""
        if everything >= self.high:
            return self
        exact = tuple(size for size in self.exact if size < everything)
        return Sizes(min(self.low, everything), everything, (*exact, everything) if self.exact else ())

    def spoken(self) -> str:
        """The sizes, in a sentence."""
        if self.exact:
            return "it can be " + " or ".join(str(size) for size in self.exact)
        return f"it can be {self.low} to {self.high}"
