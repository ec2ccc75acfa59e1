"""A round of betting: the bet that stands, who is still to act, and what may be done at all.

How high a bet may be is in `rules.betting.sizes`, what a seat is offered in `rules.betting.offers`.
"""

from collections.abc import Sequence

from burncard.rules.betting.acts import Call, ForcedBet, LastAction, OutOfTurn
from burncard.rules.betting.stacks import HandChips
from burncard.rules.betting.standing_bet import StandingBet
from burncard.rules.betting.to_act import ToAct
from burncard.rules.cards import Chips, Seat
from burncard.rules.compiling import mypyc_attr
from burncard.rules.games.game import Opening, Street


@mypyc_attr(allow_interpreted_subclasses=True)
class BettingRound:
    """One street's betting.

    `doubled`: an open pair allows the larger limit. `acted`: how many actions were taken. `checked`: the seats that
    checked. `last`: the action taken last, as far as it may still be looked back to.
    """

    __slots__ = (
        "_folded",
        "acted",
        "bet",
        "checked",
        "chips",
        "doubled",
        "forced",
        "last",
        "opening",
        "out_of_turn",
        "street",
        "to_act",
    )

    def __init__(
        self,
        chips: HandChips,
        street: Street,
        opening: Opening,
        order: Sequence[Seat],
        *,
        posted: Chips,
        doubled: bool = False,
    ) -> None:
        self.chips = chips
        self.street = street
        self.opening = opening
        self.doubled = doubled
        self.bet = StandingBet(
            limit=chips.limit_game,
            size=_limit_of(chips, street),
            posted=posted,
            step_min=Chips(max(chips.minimum_bet(), posted)),
        )
        self.to_act = ToAct(chips, order)
        self.acted = 0
        self.checked: set[Seat] = set()
        self.forced = ForcedBet(due=opening == "bring-in")
        self.out_of_turn = OutOfTurn()
        self.last: LastAction | None = None
        self._folded: list[Seat] = []

    @property
    def turn(self) -> Seat | None:
        """The seat that must act; None when the round is closed."""
        seats = self.to_act.seats
        return seats[0] if seats else None

    # ---- what is possible --------------------

    @property
    def may_check(self) -> bool:
        """Whether no bet has been made in this round and checking is allowed in it."""
        return self.bet.current == 0 and self.opening != "bet-or-fold" and not self.forced.due

    @property
    def unopened(self) -> bool:
        """Whether no player has put in more than a forced bet in the round."""
        posts = self.chips.fact.posts
        return all(chips <= posts.get(seat, 0) for seat, chips in self.chips.street_in.items())

    @property
    def to_be_completed(self) -> bool:
        """Whether stud's first bet is still less than a full one: no all-in of half a bet or more counts as that."""
        forced = self.chips.limit_game and self.opening == "bring-in"
        return forced and not self.bet.full and self.bet.current < self.bet.size

    def to_call(self, seat: Seat) -> Chips:
        """Chips that the seat adds to call: at most what it has."""
        owed = max(0, self.bet.current - self.chips.street_in[seat])
        return Chips(min(owed, self.chips.stacks[seat]))

    def all_of(self, seat: Seat) -> Chips:
        """What a seat has in for the round once it is all-in."""
        return Chips(self.chips.street_in[seat] + self.chips.stacks[seat])

    def can_be_raised(self, seat: Seat) -> bool:
        """Whether a raise by this seat would mean anything: it and another player can put in more than the bet."""
        current, stacks, street_in = self.bet.current, self.chips.stacks, self.chips.street_in
        if street_in[seat] + stacks[seat] <= current:
            return False
        for other in self.chips.live:
            if other != seat and stacks[other] > 0 and street_in[other] + stacks[other] > current:
                return True
        return False

    # ---- what an action does to the round --------------------

    def record(self, seat: Seat, call: Call | None = None) -> None:
        """A seat has acted of its own will."""
        self.acted += 1
        if seat not in self._folded:  # a folded hand that is given back may raise as before its fold
            self.bet.acted(seat, self.chips.street_in[seat])
        self.out_of_turn.checked.discard(seat)
        self.out_of_turn.behind.clear()
        self.last = LastAction(seat, call)

    def force(self, seat: Seat, chips: Chips) -> None:
        """A seat has put in stud's forced bet of so many chips, or all that it had."""
        self.forced.due = False
        self.bet.force(seat, chips)
        self.bet.acted(seat, self.chips.street_in[seat])
        self.to_act.all_after(seat)

    def raise_to(self, seat: Seat, to: Chips) -> None:
        """A seat has bet, completed or raised to a total, and everybody else has to act on that."""
        opens = self.bet.current == 0 or self.to_be_completed
        raises_its_own = self.opening == "check-or-open" and 2 * to >= 3 * self.bet.size
        self.bet.raise_to(seat, to, opens=opens, raises_its_own=raises_its_own)
        if self.bet.raises >= self.chips.game.raises and not self._raised_without_limit():
            self.bet.capped = True
        self.to_act.all_after(seat)

    def _raised_without_limit(self) -> bool:
        """Two players left in a money game raise without a limit, if the cap was not reached before."""
        chips = self.chips
        active = [seat for seat in chips.live if chips.stacks[seat] > 0 or chips.street_in[seat] == self.bet.current]
        return len(active) <= 2 and not chips.fact.tournament

    def fold(self, seat: Seat) -> None:
        """A live hand is out: folded, thrown away or killed."""
        if self.forced.due and seat == self.turn:
            self.forced.may_fold = True
        self.chips.live.remove(seat)
        self._folded.append(seat)
        self.to_act.drop(seat)

    def may_unfold(self, seat: Seat) -> bool:
        """Whether a hand was folded in this round."""
        return seat in self._folded

    def unfold(self, seat: Seat) -> None:
        """A hand folded in this round is live again, and next to act."""
        self._folded.remove(seat)
        live = self.chips.live
        live[:] = [one for one in self.chips.seats if one == seat or one in live]
        self.to_act.ask_first(seat)

    def withdraw_call(self) -> None:
        """The last call is taken back: its seat is due again."""
        assert self.last is not None
        assert self.last.call is not None
        seat, call = self.last.seat, self.last.call
        self.chips.put_in(seat, Chips(-call.chips))
        self.to_act.ask_first(seat)
        self.acted -= 1
        self.bet.restore(seat, call.before)
        self.last = None


def _limit_of(chips: HandChips, street: Street) -> Chips:
    """The limit of a street in a limit game."""
    small = chips.fact.small_bet or Chips(1)
    return small if street.limit == "small" else chips.fact.big_bet or small
