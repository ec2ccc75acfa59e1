"""Whose turn it is: the seats that still have to act in a round, in their order."""

from collections.abc import Sequence

from burncard.rules.betting.stacks import HandChips
from burncard.rules.betting.standing_bet import StandingBet
from burncard.rules.cards import Seat


class ToAct:
    """The seats that still have to act. Nobody is left once everybody who can bet has acted and matched the bet.

    `first`: who acted first, or would have if it had had the chips.
    """

    def __init__(self, chips: HandChips, order: Sequence[Seat]) -> None:
        self._chips = chips
        self._seats = list(order)
        self.skip_who_cannot_bet()
        self.first: Seat | None = self._seats[0] if self._seats else next(iter(order), None)

    @property
    def turn(self) -> Seat | None:
        """The seat that must act; None when the round is closed."""
        return self._seats[0] if self._seats else None

    def begin_with(self, order: Sequence[Seat]) -> list[Seat]:
        """Other seats are to act, in this order. Returns those that were."""
        before, self._seats = self._seats, list(order)
        return before

    def all_after(self, seat: Seat) -> None:
        """A seat has bet: everybody after it has to act on that."""
        self._seats = self._chips.live_from(seat)[1:]
        self.skip_who_cannot_bet()

    def next(self) -> None:
        """The seat on turn has acted."""
        self._seats.pop(0)
        self.skip_who_cannot_bet()

    def drop(self, seat: Seat) -> None:
        """A seat is out of the hand."""
        if seat in self._seats:
            self._seats.remove(seat)
        self.skip_who_cannot_bet()

    def ask_first(self, seat: Seat) -> None:
        """A seat is due before all others."""
        self._seats.insert(0, seat)

    def skip_who_have_matched(self, bet: StandingBet) -> None:
        """The bet has become lower: who has put that in of its own will need not act again."""
        street_in = self._chips.street_in
        self._seats = [seat for seat in self._seats if street_in[seat] < bet.current or bet.last_act(seat) is None]
        self.skip_who_cannot_bet()

    def bets_no_more(self, seat: Seat) -> None:
        """A seat is all-in by its word: if it was to act first, the next one is."""
        self.skip_who_cannot_bet()
        if self.first == seat and self.turn is not None:
            self.first = self.turn

    def nobody(self) -> None:
        """No action is owed."""
        self._seats.clear()

    def skip_who_cannot_bet(self) -> None:
        """Takes out those who are all-in, and everybody where nothing is left to decide."""
        chips = self._chips
        self._seats = [seat for seat in self._seats if seat in chips.live and chips.stacks[seat] > 0]
        if len(self._seats) == 1 and not any(chips.stacks[other] > 0 for other in self._others(self._seats[0])):
            seat = self._seats[0]
            if chips.street_in[seat] >= max((chips.street_in[other] for other in self._others(seat)), default=0):
                self._seats = []

    def _others(self, seat: Seat) -> list[Seat]:
        return [other for other in self._chips.live if other != seat]
