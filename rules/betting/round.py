"""A betting round: whose turn it is, what the bet is, and who may raise it again.

The sizes of the structures are in `rules.betting.sizes`, and what a seat may do in `rules.betting.offers`.

A seat may raise again only if the bet has been raised in full since it last acted: `may_raise_again` says so. A round
is closed when everybody who can act has acted and matched the bet; `turn` is then None.
"""

from burncard.rules.betting.posts import seat_left_of_the_blind
from burncard.rules.betting.stacks import HandChips
from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Hand
from burncard.rules.games.game import Game, Opening, Street
from burncard.rules.games.houses import HOUSES


class BettingRound(HandChips):
    """Whose turn it is in the rounds of one hand, and what they may do."""

    def __init__(self, game: Game, fact: Hand) -> None:
        super().__init__(game, fact)
        self.house = HOUSES[fact.house]
        self.acted_count = 0
        self.acted_this_round = 0
        self._acted_seats: set[Seat] = set()
        self.last_aggressor: Seat | None = None
        self.round_opener: Seat | None = None
        self.first_actor: Seat | None = None
        self.last_bettor: Seat | None = None
        self.opener: Seat | None = None
        self.opening_bet = Chips(0)
        self.declared_open: Seat | None = None
        self.never_open = False
        self.no_raise: set[Seat] = set()
        self.checked_out_of_turn: set[Seat] = set()
        self.checked: set[Seat] = set()
        self.bring_in_due = False
        self.may_fold_bring_in = False
        self.idle_folds: list[Seat] = []
        self.opening: Opening = "check-or-bet"
        self.doubled = False
        self.current = Chips(0)
        self.full_bet = Chips(0)
        self.last_raise = Chips(0)
        self.raises = 0
        self.capped = False
        self.used_big_limit = False
        self._queue: list[Seat] = []
        self._folded_here: list[Seat] = []
        self._acted_at: dict[Seat, Chips] = {}
        self._full_raises = 0
        self._rights_at: dict[Seat, int] = {}

    # ---- rounds --------------------

    @property
    def has_posts(self) -> bool:
        """Whether the hand is played with blinds or other live posts."""
        return any(self.fact.posts.values())

    def open_round(self, street: Street, first: Seat | None, *, doubled: bool = False) -> None:
        """Starts a street's betting. `first`: who acts first (None: left of the largest post)."""
        self.street = street
        self.doubled = doubled
        starting = street is self.game.streets[0]
        self.opening = street.opening
        if self.opening == "bring-in" and not self.limit_game:
            self.opening = "bet-or-fold"
        if self.opening == "check-or-open" and self.has_posts and not self.game.needs_openers:
            self.opening = "posted"
        if not starting:
            for seat in self.seats:
                self.street_in[seat] = Chips(0)
        posts = self.fact.posts.values() if starting else ()
        self.current = Chips(max(posts, default=0))
        full = not self.limit_game or self.current >= self.bet_size()
        self.full_bet = self.current if full else Chips(0)
        self.last_raise = Chips(max(self.minimum_bet(), self.current))
        self.raises = max(0, self.current // self.bet_size() - 1) if self.limit_game and self.current else 0
        self.capped = False
        self.used_big_limit = False
        self.acted_this_round = 0
        self.last_aggressor = self.round_opener = None
        self.bring_in_due = self.opening == "bring-in"
        self.may_fold_bring_in = False
        self._acted_at.clear()
        self._rights_at.clear()
        self._full_raises = 0
        self.checked.clear()
        self.checked_out_of_turn.clear()
        self.no_raise.clear()
        self._folded_here.clear()
        self._queue = self._in_order(first)
        self._skip_those_who_cannot()
        self.first_actor = self._queue[0] if self._queue else (first or next(iter(self.live), None))

    def _in_order(self, first: Seat | None) -> list[Seat]:
        return self._from(first if first is not None else seat_left_of_the_blind(self.seats, self.fact.posts))

    def opens(self, first: Seat | None) -> Seat | None:
        """The seat that would act first in a round opened with `first`: the next one with chips."""
        return next((seat for seat in self._in_order(first) if self.stacks[seat] > 0), None)

    def has_acted(self, seat: Seat) -> bool:
        """Whether a seat has acted in this hand of its own will."""
        return seat in self._acted_seats

    def allow_bring_in_fold(self) -> None:
        """The first seat acts in place of the low card, so it may fold."""
        self.may_fold_bring_in = True

    def _from(self, seat: Seat) -> list[Seat]:
        start = self.seats.index(seat)
        return [other for other in (*self.seats[start:], *self.seats[:start]) if other in self.live]

    def short_all_in(self) -> Seat | None:
        """The seat whose bet of less than half a bet, with all it had, is the last of this round."""
        bettor = self.last_bettor
        if bettor is None or self.stacks[bettor] or not 0 < 2 * self.street_in[bettor] < self.bet_size():
            return None
        return bettor

    def callers_behind(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that have called the last bet of this round after another one has."""
        if self.last_bettor is None:
            return ()
        order = self._from(self.last_bettor)
        return tuple(other for other in order[order.index(seat) + 1 :] if self.street_in[other])

    def _skip_those_who_cannot(self) -> None:
        """Takes off the queue those who are all-in, and everybody where nothing is left to decide."""
        self._queue = [seat for seat in self._queue if seat in self.live and self.stacks[seat] > 0]
        if len(self._queue) == 1 and not self._others_with_chips(self._queue[0]):
            seat = self._queue[0]
            others = max((self.street_in[other] for other in self.live if other != seat), default=Chips(0))
            if self.street_in[seat] >= others:
                self._queue = []

    def _others_with_chips(self, seat: Seat) -> bool:
        return any(self.stacks[other] > 0 for other in self.live if other != seat)

    def can_be_raised(self, seat: Seat) -> bool:
        """Whether a raise by this seat would mean anything: it and another player can put in more than the bet."""
        return self.street_in[seat] + self.stacks[seat] > self.current and any(
            self.stacks[other] > 0 and self.street_in[other] + self.stacks[other] > self.current
            for other in self.live
            if other != seat
        )

    @property
    def turn(self) -> Seat | None:
        """The seat that must act; None when the round is closed."""
        return self._queue[0] if self._queue else None

    @property
    def betting_over(self) -> bool:
        """Whether at most one live seat has chips left, so that no bet is possible once the round is closed."""
        return sum(1 for seat in self.live if self.stacks[seat] > 0) <= 1

    @property
    def sole_survivor(self) -> Seat | None:
        """The only live seat, once everybody else has folded."""
        return self.live[0] if len(self.live) == 1 else None

    # ---- sizes --------------------

    @property
    def may_check(self) -> bool:
        """Whether no bet has been made in this round and checking is allowed in it."""
        return self.current == 0 and self.opening != "bet-or-fold" and not self.bring_in_due

    @property
    def unopened(self) -> bool:
        """Whether no player has put in more than a forced bet in the round."""
        return all(chips <= self.fact.posts.get(seat, 0) for seat, chips in self.street_in.items())

    @property
    def to_be_completed(self) -> bool:
        """Whether stud's first bet is still less than a full one: no all-in of half a bet or more counts as that."""
        forced = self.limit_game and self.opening == "bring-in"
        return forced and not self.full_bet and self.current < self.bet_size()

    def to_call(self, seat: Seat) -> Chips:
        """Chips that the seat adds to call: at most what it has."""
        return Chips(min(max(0, self.current - self.street_in[seat]), self.stacks[seat]))

    def may_raise_again(self, seat: Seat) -> bool:
        """Whether the bet has been raised in full since a seat last acted."""
        if seat not in self._acted_at:
            return True
        if self._rights_at[seat] < self._full_raises:
            return True
        return not self.limit_game and self.current - self._acted_at[seat] >= self.last_raise

    def _uncapped(self) -> bool:
        """Two players left in a money game raise without a limit, if the cap was not reached before."""
        active = sum(1 for seat in self.live if self.stacks[seat] > 0 or self.street_in[seat] == self.current)
        return active <= 2 and not self.fact.tournament

    # ---- what an action does to the round --------------------

    def _raised(self, seat: Seat, to: Chips) -> None:
        before, step = self.current, Chips(to - self.current)
        opening = before == 0 or self.to_be_completed
        size = self.bet_size()
        if self.limit_game:
            base = Chips(0) if opening else self.full_bet
            full = to - base >= size or 2 * (to - before) >= size
            if full:
                with_raise = self.opening == "check-or-open" and 2 * to >= 3 * size  # opened with a raise
                self.raises += int(with_raise) if opening else 1
                self.full_bet = to
            self.used_big_limit = self.used_big_limit or step > size
        else:
            full = step >= self.last_raise
            if full:
                self.last_raise = step
        self.current = to
        if full:
            self._full_raises += 1
        self._acted_at[seat] = to
        self._rights_at[seat] = self._full_raises
        if self.round_opener is None:
            self.round_opener = seat
        if self.opener is None and self.street is self.game.streets[0]:
            self.opener, self.opening_bet = seat, to
        self.last_aggressor = self.last_bettor = seat
        if self.raises >= self.game.raises and not self._uncapped():
            self.capped = True
        self._restart_behind(seat)

    def _restart_behind(self, seat: Seat) -> None:
        self._queue = self._from(seat)[1:]
        self._skip_those_who_cannot()

    def _count(self, seat: Seat) -> None:
        self.acted_this_round += 1
        self.acted_count += 1
        self._acted_seats.add(seat)
        self._acted_at[seat] = self.street_in[seat]
        self._rights_at[seat] = self._full_raises
        self.checked_out_of_turn.discard(seat)

    def _done(self, seat: Seat) -> None:
        self._acted_at[seat] = self.street_in[seat]
        self._queue.pop(0)
        self._skip_those_who_cannot()

    def fold(self, seat: Seat) -> None:
        """A hand is out: folded, thrown away or killed."""
        if seat not in self.live:
            return
        was_first = bool(self._queue) and self._queue[0] == seat
        self.live.remove(seat)
        self._folded_here.append(seat)
        if seat in self._queue:
            self._queue.remove(seat)
        self._skip_those_who_cannot()
        if was_first and self.bring_in_due:
            self.may_fold_bring_in = True

    def may_unfold(self, seat: Seat) -> bool:
        """Whether a hand was folded in this round."""
        return seat in self._folded_here

    def unfold(self, seat: Seat) -> bool:
        """A hand folded in this round is live again, and next to act; False where it was folded before."""
        if seat not in self._folded_here:
            return False
        self._folded_here.remove(seat)
        self.live = [one for one in self.seats if one == seat or one in self.live]
        self._queue.insert(0, seat)
        if seat in self.idle_folds:
            self.idle_folds.remove(seat)
        return True
