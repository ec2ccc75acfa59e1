"""The betting of one hand through all its rounds: whose chips are in, who has opened the pot, who has acted."""

from dataclasses import dataclass

from burncard.rules.betting.acts import Call
from burncard.rules.betting.posts import seat_left_of_the_blind
from burncard.rules.betting.round import BettingRound
from burncard.rules.betting.stacks import HandChips
from burncard.rules.cards import Chips, Seat
from burncard.rules.compiling import mypyc_attr
from burncard.rules.facts import Hand
from burncard.rules.games.game import Game, Opening, Street

NOTHING = Chips(0)


@dataclass(slots=True)
class PotOpening:
    """The opening of the pot in the first round: by which seat, and the chips that it had bet then.

    `faced`: what the others had to match then. `by_word`: the seat without chips that opened by declaring it.
    `was_none`: the opening turned out to be none.
    """

    by: Seat | None = None
    bet: Chips = NOTHING
    faced: Chips = NOTHING
    by_word: Seat | None = None
    was_none: bool = False


@mypyc_attr(allow_interpreted_subclasses=True)
class HandBetting(HandChips):
    """The chips of one hand, and its rounds of betting one after the other.

    `round`: the one that is open, or was last. `acted_count`: actions taken in the hand. `last_bettor`: the seat that
    bet last, in this round or an earlier one. `idle_folds`: the seats that folded with nothing to call, until that has
    been looked at.
    """

    __slots__ = ("_acted_seats", "acted_count", "idle_folds", "last_bettor", "opened", "round")

    def __init__(self, game: Game, fact: Hand) -> None:
        super().__init__(game, fact)
        self.round = BettingRound(self, game.streets[0], "check-or-bet", (), posted=Chips(0))
        self.acted_count = 0
        self.last_bettor: Seat | None = None
        self.opened = PotOpening()
        self.idle_folds: list[Seat] = []
        self._acted_seats: set[Seat] = set()

    # ---- rounds --------------------

    @property
    def has_posts(self) -> bool:
        """Whether the hand is played with blinds or other live posts."""
        return any(self.fact.posts.values())

    def open_round(self, street: Street, first: Seat | None, *, doubled: bool = False) -> None:
        """Starts a street's betting. `first`: who acts first (None: left of the largest post)."""
        posted = Chips(0)
        if street is self.game.streets[0]:
            posted = Chips(max(self.fact.posts.values(), default=0))
        else:
            self.street_in = dict.fromkeys(self.seats, Chips(0))
        opening = self._opening_of(street)
        self.round = BettingRound(self, street, opening, self._in_order(first), posted=posted, doubled=doubled)

    def _opening_of(self, street: Street) -> Opening:
        """How a street's betting is opened in this structure, and with these posts."""
        if street.opening == "bring-in" and not self.limit_game:
            return "bet-or-fold"
        if street.opening == "check-or-open" and self.has_posts and not self.game.needs_openers:
            return "posted"
        return street.opening

    def _in_order(self, first: Seat | None) -> list[Seat]:
        return self.live_from(first if first is not None else seat_left_of_the_blind(self.seats, self.fact.posts))

    def opens(self, first: Seat | None) -> Seat | None:
        """The seat that would act first in a round opened with `first`: the next one with chips."""
        return next((seat for seat in self._in_order(first) if self.stacks[seat] > 0), None)

    @property
    def betting_over(self) -> bool:
        """Whether at most one live seat has chips left, so that no bet is possible once the round is closed."""
        return sum(1 for seat in self.live if self.stacks[seat] > 0) <= 1

    @property
    def sole_survivor(self) -> Seat | None:
        """The only live seat, once everybody else has folded."""
        return self.live[0] if len(self.live) == 1 else None

    # ---- what a player has done --------------------

    def record(self, seat: Seat, call: Call | None = None) -> None:
        """A seat has acted of its own will. `call`: its call, which may still be taken back."""
        self.acted_count += 1
        self._acted_seats.add(seat)
        self.round.record(seat, call)

    def has_acted(self, seat: Seat) -> bool:
        """Whether a seat has acted in this hand of its own will."""
        return seat in self._acted_seats

    def raise_to(self, seat: Seat, to: Chips) -> None:
        """A seat has bet, completed or raised to a total."""
        self.round.raise_to(seat, to)
        self.last_bettor = seat
        if self.opened.by is None and self.round.street is self.game.streets[0]:
            self.opened.by, self.opened.bet, self.opened.faced = seat, to, to

    def short_all_in(self) -> Seat | None:
        """The seat whose bet of less than half a bet, with all it had, is the last of this round."""
        bettor = self.last_bettor
        if bettor is None or self.stacks[bettor] or not 0 < 2 * self.street_in[bettor] < self.round.bet.size:
            return None
        return bettor

    def callers_behind(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that have called the last bet of this round after another one has."""
        if self.last_bettor is None:
            return ()
        order = self.live_from(self.last_bettor)
        return tuple(other for other in order[order.index(seat) + 1 :] if self.street_in[other])

    def fold(self, seat: Seat) -> None:
        """A hand is out: folded, thrown away or killed."""
        if seat in self.live:
            self.round.fold(seat)

    def unfold(self, seat: Seat) -> bool:
        """A hand folded in this round is live again, and next to act; False where it was folded before."""
        if not self.round.may_unfold(seat):
            return False
        self.round.unfold(seat)
        if seat in self.idle_folds:
            self.idle_folds.remove(seat)
        return True

    # ---- what a ruling decides --------------------

    def may_withdraw(self, seat: Seat) -> bool:
        """Whether the seat's call was the last action of a round that is still open."""
        last = self.round.last
        return last is not None and last.call is not None and last.seat == seat and self.round.turn is not None

    def withdraw_call(self) -> None:
        """The last call is taken back, and does not count as an action."""
        if self.round.last is not None and self.round.last.call is not None:
            self.acted_count -= 1
            self.round.withdraw_call()

    def declare_all_in(self, seat: Seat) -> None:
        """A seat plays on for what is in the pot: it bets no more in this hand, and no bet is made against it."""
        self.behind[seat] = Chips(self.behind.get(seat, 0) + self.stacks[seat])
        self.stacks[seat] = Chips(0)
        self.round.to_act.bets_no_more(seat)

    def forfeit_bring_in(self) -> None:
        """The forced seat is away: its forced bet is taken from its stack."""
        betting = self.round
        if betting.turn is not None and betting.forced.due and not betting.forced.may_fold:
            self.bring_in(betting.turn)

    def bring_in(self, seat: Seat) -> None:
        """A seat puts in stud's forced bet, or all that it has."""
        self.round.out_of_turn.forget_wagers()
        self.put_in(seat, Chips(min(self.bring_in_size(), self.stacks[seat])))
        self.round.force(seat, self.bring_in_size())
        self.last_bettor = seat
