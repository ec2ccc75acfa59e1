"""What players have done in a round of betting, as far as a rule may still look back to it."""

import msgspec

from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action


class OutOfTurn(msgspec.Struct):
    """What players did before their turn in a round, as far as a rule says what follows from it.

    `wrong_low`: an opening by a seat that does not owe stud's forced bet. `actions`: the first one of each seat.
    `checked`: the seats whose check may bar them from betting. `behind`: who has acted while the seat on turn has not.
    `stopped_by`: who has called time in this round.
    """

    wrong_low: Action | None = None
    actions: dict[Seat, Action] = {}
    checked: set[Seat] = set()
    behind: set[Seat] = set()
    stopped_by: set[Seat] = set()

    def forget_wagers(self) -> None:
        """A bet, call or raise: what others did before their turn binds them no more, but for a check."""
        if self.actions:
            self.actions = {seat: Action(seat=seat, action="check") for seat in self.actions if seat in self.checked}


class ForcedBet(msgspec.Struct):
    """Stud's forced bet. `due`: it is still to be made. `may_fold`: the seat on turn acts in place of the low card."""

    due: bool
    may_fold: bool = False


class LastAct(msgspec.Struct, frozen=True):
    """What a seat had in for the round when it last acted, and how often the bet had been raised in full by then."""

    chips: Chips
    full_raises: int


class Call(msgspec.Struct, frozen=True):
    """What a call was, so that it can be taken back: the chips, and when its seat had acted before."""

    chips: Chips
    before: LastAct | None


class LastAction(msgspec.Struct, frozen=True):
    """The action after which nobody has acted. `by_chips`: it was made by moving chips."""

    seat: Seat
    call: Call | None = None
    by_chips: bool = False
