"""What becomes of an action: taken, with what it counts as, or refused, with the rule and what would be allowed."""

from dataclasses import dataclass

from burncard.rules.cards import Chips, Seat
from burncard.rules.outcomes import Decision


@dataclass(frozen=True, slots=True)
class Note:
    """A ruling that an action brings with it although it is accepted."""

    rule: str
    decision: Decision
    seats: tuple[Seat, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Acted:
    """An action that was taken, as what it counts: `amount` is what the seat now has in for the round.

    `rule`: why it counts as something other than what was said; None where it is taken as said.
    """

    seat: Seat
    action: str
    amount: Chips
    notes: tuple[Note, ...] = ()
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """An action that is not allowed, by which rule, and what would be."""

    rule: str
    message: str
