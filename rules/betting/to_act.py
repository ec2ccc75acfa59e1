"""Whose turn it is: the seats that still have to act in a round, in their order."""

from collections.abc import Sequence

from burncard.rules.betting.stacks import HandChips
from burncard.rules.betting.standing_bet import StandingBet
from burncard.rules.cards import Seat
from burncard.rules.compiling import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class ToAct:
    """The seats that still have to act. Nobody is left once everybody who can bet has acted and matched the bet.

    `seats`: those seats, the one on turn first. `first`: who acted first, or would have if it had had the chips.
    """

    __slots__ = ("_chips", "first", "seats")

    def __init__(self, chips: HandChips, order: Sequence[Seat]) -> None:
        self._chips = chips
        self.seats = list(order)
        self.skip_who_cannot_bet()
        self.first: Seat | None = self.seats[0] if self.seats else next(iter(order), None)

    def begin_with(self, order: Sequence[Seat]) -> list[Seat]:
        """Other seats are to act, in this order. Returns those that were."""
        before, self.seats = self.seats, list(order)
        return before

    def all_after(self, seat: Seat) -> None:
        """A seat has bet: everybody after it has to act on that."""
        self.seats = self._chips.live_from(seat)[1:]
        self.skip_who_cannot_bet()

    def next(self) -> None:
        """The seat on turn has acted."""
        self.seats.pop(0)
        self.skip_who_cannot_bet()

    def drop(self, seat: Seat) -> None:
        """A seat is out of the hand."""
        if seat in self.seats:
            self.seats.remove(seat)
        self.skip_who_cannot_bet()

    def ask_first(self, seat: Seat) -> None:
        """A seat is due before all others."""
        self.seats.insert(0, seat)

    def skip_who_have_matched(self, bet: StandingBet) -> None:
        """The bet has become lower: who has put that in of its own will need not act again."""
        street_in = self._chips.street_in
        self.seats = [seat for seat in self.seats if street_in[seat] < bet.current or bet.last_act(seat) is None]
        self.skip_who_cannot_bet()

    def bets_no_more(self, seat: Seat) -> None:
        """A seat is all-in by its word: if it was to act first, the next one is."""
        self.skip_who_cannot_bet()
        if self.first == seat and self.seats:
            self.first = self.seats[0]

    def nobody(self) -> None:
        """No action is owed."""
        self.seats.clear()

    def skip_who_cannot_bet(self) -> None:
        """Takes out those who are all-in, and everybody where nothing is left to decide."""
        live, stacks, street_in = self._chips.live, self._chips.stacks, self._chips.street_in
        self.seats = [seat for seat in self.seats if stacks[seat] > 0 and seat in live]
        if len(self.seats) == 1:
            others = [other for other in live if other != self.seats[0]]
            nobody_bets = not any(stacks[other] > 0 for other in others)
            if nobody_bets and street_in[self.seats[0]] >= max((street_in[other] for other in others), default=0):
                self.seats = []
