"""Betting: whose turn it is, what that seat may do, and what everybody has in.

One `Betting` follows the chips of one hand through all its rounds. `open_round` starts a round, `offer` says what the
seat on turn may do, `act` and `move_chips` take an action. Sizes come from `rules.limits`, one function a structure.

A seat may raise again only if the bet has been raised in full since it last acted: `_raise_rights` says so. A round is
closed when everybody who can act has acted and matched the bet; `turn` is then None.
"""

from dataclasses import dataclass

from rules.acted import Acted, Note, Refused
from rules.cards import Chips, Seat
from rules.facts import Action, ChipsMoved, Hand
from rules.game import Game, Opening, Street
from rules.hand_chips import HandChips
from rules.houses import HOUSES
from rules.limits import Sizes, cap_rule, size_rule, sizes_for
from rules.motions import read_motion
from rules.outcomes import AwaitAction, Counted

RAISES = frozenset({"bet", "raise", "complete", "open"})
OPENINGS = frozenset({"bring-in", "complete", "bet"})


@dataclass(frozen=True, slots=True)
class LastCall:
    """A call behind which nobody has acted, and what was so before it: how it can be taken back."""

    seat: Seat
    chips: Chips
    acted_at: Chips | None
    rights_at: int | None


class Betting(HandChips):
    """The betting of one hand."""

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
        self._acted_at: dict[Seat, Chips] = {}
        self._full_raises = 0
        self._rights_at: dict[Seat, int] = {}
        self._wrong_low: Action | None = None
        self._last_chips: Seat | None = None
        self._last_call: LastCall | None = None

    # ---- rounds --------------------

    def open_round(self, street: Street, first: Seat | None, *, doubled: bool = False) -> None:
        """Starts a street's betting. `first`: who acts first (None: left of the largest post)."""
        self.street = street
        self.doubled = doubled
        starting = street is self.game.streets[0]
        self.opening = street.opening
        if self.opening == "bring-in" and not self.limit_game:
            self.opening = "bet-or-fold"
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
        self._wrong_low = None
        self._last_chips = None
        self._last_call = None
        self._queue = self._from(first if first is not None else self._left_of_largest_post())
        self._skip_those_who_cannot()
        self.first_actor = self._queue[0] if self._queue else (first or next(iter(self.live), None))

    def has_acted(self, seat: Seat) -> bool:
        """Whether a seat has acted in this hand of its own will."""
        return seat in self._acted_seats

    def allow_bring_in_fold(self) -> None:
        """The first seat acts in place of the low card, so it may fold."""
        self.may_fold_bring_in = True

    def _left_of_largest_post(self) -> Seat:
        posts = self.fact.posts
        if not posts:
            return self.live[0]
        largest = max(posts.values())
        places = [place for place, seat in enumerate(self.seats) if posts.get(seat) == largest]
        if len(places) > 1 and places[0] == 0 and len(self.seats) > 2:
            del places[0]  # blinds of one size: the second is the big blind; posts further on are a newcomer's
        return self.seats[(places[0] + 1) % len(self.seats)]

    def _from(self, seat: Seat) -> list[Seat]:
        start = self.seats.index(seat)
        return [other for other in (*self.seats[start:], *self.seats[:start]) if other in self.live]

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

    def _others_can_add(self, seat: Seat) -> bool:
        """Whether anybody else could put in more than the bet, so that a raise would mean something."""
        return any(
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
        """Whether at most one live seat has chips left, so that nobody can bet again once the round is closed."""
        return sum(1 for seat in self.live if self.stacks[seat] > 0) <= 1

    @property
    def sole_survivor(self) -> Seat | None:
        """The only live seat, once everybody else has folded."""
        return self.live[0] if len(self.live) == 1 else None

    # ---- sizes --------------------

    @property
    def may_check(self) -> bool:
        """Whether nobody has bet in this round and checking is allowed in it."""
        return self.current == 0 and self.opening != "bet-or-fold" and not self.bring_in_due

    def to_call(self, seat: Seat) -> Chips:
        """Chips that the seat adds to call: at most what it has."""
        return Chips(min(max(0, self.current - self.street_in[seat]), self.stacks[seat]))

    def sizes(self, seat: Seat) -> Sizes | Refused:
        """The totals that a seat may bet or raise to, or the rule by which it may not."""
        barred = self._raise_barred(seat)
        if barred is not None:
            return barred
        sizes = sizes_for(self, seat)
        everything = Chips(self.street_in[seat] + self.stacks[seat])
        return sizes.within(everything)

    def _raise_barred(self, seat: Seat) -> Refused | None:
        if not self._others_can_add(seat) or self.stacks[seat] <= self.current - self.street_in[seat]:
            return Refused("betting.all-in-call-for-less", "Nobody is left who could call more.")
        if self.limit_game and self.capped:
            return Refused(cap_rule(self), f"The raising is capped at a bet and {self.game.raises} raises.")
        if seat in self.no_raise:
            return Refused("premature.stud-final-no-raise", "A seat that kept its last card early may only call.")
        if seat in self.checked_out_of_turn:
            return Refused("betting.checked-out-of-turn", "A seat that checked out of turn may not bet or raise now.")
        completes = self.game.sevens_rule and self.limit_game and 0 < self.current < self.bet_size()
        if seat in self.checked and self.limit_game and not self.game.check_raise_limit and not completes:
            return Refused("lowball.check-raise-a5-limit", "Check-raise is not allowed here.")
        if not self._raise_rights(seat) and not completes:
            rule = "betting.short-all-in" if self.limit_game else "betting.bigbet-reopening"
            return Refused(rule, "The all-in was too small to open the raising again for a seat that has acted.")
        return None

    def _raise_rights(self, seat: Seat) -> bool:
        if seat not in self._acted_at:
            return True
        if self._rights_at[seat] < self._full_raises:
            return True
        return not self.limit_game and self.current - self._acted_at[seat] >= self.last_raise

    # ---- what may be done --------------------

    def offer(self) -> AwaitAction:
        """What the seat on turn may do."""
        seat = self._queue[0]
        sizes = self.sizes(seat)
        low, high = (None, None) if isinstance(sizes, Refused) else (sizes.low, sizes.high)
        options = self._options(seat, low is not None)
        call = self.to_call(seat)
        if self.bring_in_due:
            call = Chips(min(self.bring_in_size(), self.stacks[seat]))
            if "complete" not in options:
                low = high = None
        return AwaitAction(seat=seat, to_call=call, options=options, min_to=low, max_to=high)

    def _options(self, seat: Seat, can_raise: bool) -> tuple[str, ...]:
        if self.bring_in_due:
            fold = ("fold",) if self.may_fold_bring_in else ()
            full = ("complete",) if self._may_open_in_full() and self.stacks[seat] > self.bring_in_size() else ()
            return (*fold, "bring-in", *full)
        if self.current > self.street_in[seat]:
            return ("fold", "call", self._raise_name()) if can_raise else ("fold", "call")
        if self.current > 0:
            return ("check", "raise") if can_raise else ("check",)
        if self.opening == "bet-or-fold":
            return ("fold", "bet")
        bet = "open" if self.opening == "check-or-open" else "bet"
        return ("check", bet) if can_raise else ("check",)

    def _raise_name(self) -> str:
        stud_first = self.limit_game and self.opening == "bring-in"
        return "complete" if stud_first and self.current < self.bet_size() else "raise"

    # ---- actions --------------------

    def act(self, action: Action) -> Acted | Refused:
        """Takes an action of a player, or refuses it."""
        seat = action.seat
        if seat not in self.live:
            return Refused("table.not-in-hand", f"Seat {seat} is not in the hand.")
        if action.amount is None and action.action in RAISES:
            return Refused(
                "table.amount-needed", f"A {action.action} needs the amount that seat {seat} has in after it."
            )
        stands = self._wrong_low_stands(action)
        if stands is None and seat != self.turn:
            return self._out_of_turn(action)
        notes = () if stands is None else (stands,)
        self._wrong_low = None
        answer = self._take(action)
        if isinstance(answer, Refused):
            return answer
        return Acted(answer.seat, answer.action, answer.amount, notes) if notes else answer

    def _out_of_turn(self, action: Action) -> Refused:
        """Refused, and remembered where a rule says what follows from it."""
        turn = self.turn
        if turn is None:
            return Refused("table.no-action-due", "Nobody is due to act.")
        if self.bring_in_due and action.action in OPENINGS:
            self._wrong_low = action
            return Refused(
                "lowcard.wrong-low-corrected",
                f"The low card is at seat {turn}: the bet comes back and seat {turn} acts.",
            )
        if action.action == "check" and (self.current or self.may_check):
            self.checked_out_of_turn.add(action.seat)
        return Refused("betting.out-of-turn", f"Seat {turn} is due to act, not seat {action.seat}.")

    def _wrong_low_stands(self, action: Action) -> Note | None:
        """The next seat has acted behind a wrong low card: its bet stands, and the true low card owes nothing.

        If the next seat is the true low card itself, its own opening is what puts the mistake right.
        """
        wrong = self._wrong_low
        true_low = self.turn
        if wrong is None or true_low is None or not self.bring_in_due:
            return None
        order = self._from(wrong.seat)
        if order[1:2] != [action.seat] or (action.seat == true_low and action.action in OPENINGS):
            return None
        queue, self._queue = self._queue, order
        if isinstance(self._open_stud(wrong.seat, wrong.action, wrong.amount, by_mistake=True), Refused):
            self._queue = queue
            return None
        return Note(
            "lowcard.wrong-low-stands",
            "stands",
            (wrong.seat, true_low),
            f"The next seat has acted, so seat {wrong.seat}'s bet stands and seat {true_low} owes no forced bet.",
        )

    def _take(self, action: Action) -> Acted | Refused:
        seat = action.seat
        name = action.action
        if name == "all-in":
            return self._all_in(seat)
        if name == "fold":
            return self._fold_in_turn(seat)
        if self.bring_in_due:
            return self._open_stud(seat, name, action.amount)
        if name == "check":
            return self._check(seat)
        if name == "call":
            return self._call(seat)
        if name in RAISES:
            assert action.amount is not None
            return self._wager(seat, name, action.amount)
        return Refused("table.action-not-possible", f"{name} is not possible now; {self._allowed(seat)}.")

    def _allowed(self, seat: Seat) -> str:
        sizes = self.sizes(seat)
        options = self._options(seat, isinstance(sizes, Sizes))
        return f"seat {seat} may {', '.join(options)}"

    def _fold_in_turn(self, seat: Seat) -> Acted | Refused:
        if self.bring_in_due and not self.may_fold_bring_in:
            rule = "stud.stays-until-bet" if self.game.ruled_as in ("stud7", "stud8") else self._forced_rule()
            return Refused(rule, f"The forced bet cannot be folded; {self._allowed(seat)}.")
        amount = self.street_in[seat]
        if self.may_check:
            self.idle_folds.append(seat)
        self._count(seat)
        self.fold(seat)
        return Acted(seat, "fold", amount)

    def _check(self, seat: Seat) -> Acted | Refused:
        if self.current > self.street_in[seat]:
            posted = self.opening in ("posted", "bet-or-fold") and self.game.family != "stud"
            rule = "betting.preflop-options" if posted else "betting.call-amount"
            if self.opening == "bet-or-fold" and self.unopened:
                rule = self._open_or_fold_rule()
            return Refused(rule, f"There is a bet to call; {self._allowed(seat)}.")
        if self.opening == "bet-or-fold" and self.current == 0:
            message = f"The pot is not open, so it is bet or fold; {self._allowed(seat)}."
            return Refused(self._open_or_fold_rule(), message)
        self.checked.add(seat)
        self._count(seat)
        self._done(seat)
        return Acted(seat, "check", self.street_in[seat])

    def _open_or_fold_rule(self) -> str:
        return "stud.bigbet-first-round" if self.game.family == "stud" else "draw.lowball-open-or-fold"

    @property
    def unopened(self) -> bool:
        """Whether nobody has put in more than a forced bet in the round."""
        return all(chips <= self.fact.posts.get(seat, 0) for seat, chips in self.street_in.items())

    def _call(self, seat: Seat) -> Acted | Refused:
        chips = self.to_call(seat)
        if chips == 0:
            return Refused("table.nothing-to-call", f"There is nothing to call; {self._allowed(seat)}.")
        last_call = LastCall(seat, chips, self._acted_at.get(seat), self._rights_at.get(seat))
        self._put_in(seat, chips)
        self._count(seat)
        self._done(seat)
        self._last_call = last_call
        return Acted(seat, "call", self.street_in[seat])

    def may_withdraw(self, seat: Seat) -> bool:
        """Whether the seat's call was the last action of a round that is still open."""
        return self._last_call is not None and self._last_call.seat == seat and bool(self._queue)

    def withdraw_call(self) -> None:
        """The last call is taken back: its seat is due again."""
        call = self._last_call
        if call is None:
            return
        seat = call.seat
        self._put_in(seat, Chips(-call.chips))
        self._queue.insert(0, seat)
        self.acted_this_round -= 1
        self.acted_count -= 1
        if call.acted_at is None or call.rights_at is None:
            del self._acted_at[seat], self._rights_at[seat]
        else:
            self._acted_at[seat], self._rights_at[seat] = call.acted_at, call.rights_at
        self._last_call = None

    def _open_stud(self, seat: Seat, name: str, amount: Chips | None, *, by_mistake: bool = False) -> Acted | Refused:
        """The forced bet of limit stud, or a full opening instead of it."""
        due = Chips(min(self.bring_in_size(), self.stacks[seat]))
        if name in ("bring-in", "call") or (name == "bet" and amount == due):
            if name == "bring-in" and amount is not None and amount != due:
                return Refused(self._bring_in_rule(), f"The forced bet is {due}; {self._allowed(seat)}.")
            self._put_in(seat, due)
            self.current = Chips(max(self.current, self.bring_in_size()))
            self.bring_in_due = False
            self._restart_behind(seat)
            self._acted_at[seat] = self.street_in[seat]
            self._rights_at[seat] = self._full_raises
            self.last_aggressor = self.last_bettor = seat
            return Acted(seat, "bring-in", self.street_in[seat])
        if name not in RAISES:
            return Refused(self._forced_rule(), f"The forced bet comes first; {self._allowed(seat)}.")
        if not self._may_open_in_full() and not by_mistake:
            return Refused("lowcard.minimum-only", f"The forced bet is the minimum; {self._allowed(seat)}.")
        assert amount is not None
        return self._wager(seat, "complete", amount, forced=True)

    def _may_open_in_full(self) -> bool:
        """Whether the forced seat may bet in full: by the house, or because it acts in the low card's place."""
        return self.house.full_opening or self.may_fold_bring_in

    def _forced_rule(self) -> str:
        return "lowcard.razz-high-brings-in" if self.game.bring_in == "high" else "lowcard.low-brings-in"

    def _bring_in_rule(self) -> str:
        """By which rule the forced bet has its size: five-card stud's half of the small bet, or what the table says."""
        half = self.game.ruled_as == "stud5" and 2 * self.bring_in_size() == self.bet_size()
        return "stud5.bring-in-half" if half else "stud.bring-in-amount"

    def _all_in(self, seat: Seat) -> Acted | Refused:
        everything = Chips(self.street_in[seat] + self.stacks[seat])
        if self.bring_in_due and everything <= self.bring_in_size():
            return self._open_stud(seat, "call", None)
        if everything <= self.current or (self.to_call(seat) and not self._others_can_add(seat)):
            return self._call(seat)
        return self._wager(seat, self._raise_name() if self.current else "bet", everything)

    def _wager(self, seat: Seat, name: str, to: Chips, *, forced: bool = False) -> Acted | Refused:
        """A bet, opening, completion or raise to a total."""
        name = self._meant(name)
        if name == "bet" and self.current:
            return Refused("table.bet-faces-bet", f"There is a bet already; {self._allowed(seat)}.")
        if name == "raise" and not self.current:
            return Refused("table.nothing-to-raise", f"There is no bet to raise; {self._allowed(seat)}.")
        sizes = self.sizes(seat)
        if isinstance(sizes, Refused):
            return sizes
        if not sizes.allow(to):
            rule = size_rule(self, sizes, to)
            return Refused(rule, f"{to} is not a proper size: {sizes.spoken()}; {self._allowed(seat)}.")
        self.bring_in_due = False
        self._put_in(seat, Chips(to - self.street_in[seat]))
        if not forced:
            self._count(seat)
        else:
            self.acted_this_round += 1
        self._raised(seat, to)
        return Acted(seat, name, to)

    def _meant(self, name: str) -> str:
        """`bet` stands for `open` and `raise` for `complete` where only those are possible."""
        if not self.current:
            opened = "open" if self.opening == "check-or-open" else "bet"
            return opened if name in ("bet", "open") else name
        completing = self._raise_name() == "complete"
        if name in ("raise", "complete"):
            return "complete" if completing else "raise"
        if name == "open":  # who opens lowball over a blind raises it
            return "raise" if self.opening == "bet-or-fold" and self.unopened else "bet"
        return name

    def _raised(self, seat: Seat, to: Chips) -> None:
        before, step = self.current, Chips(to - self.current)
        opening = before == 0 or (self.opening == "bring-in" and before < self.bet_size() and self.limit_game)
        size = self.bet_size()
        if self.limit_game:
            base = Chips(0) if opening else self.full_bet
            full = to - base >= size or 2 * (to - before) >= size
            if full:
                self.raises += 0 if opening else max(1, round((to - base) / size))
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

    def _uncapped(self) -> bool:
        """Two players left in a money game raise without a limit, if the cap was not reached before."""
        active = sum(1 for seat in self.live if self.stacks[seat] > 0 or self.street_in[seat] == self.current)
        return active <= 2 and not self.fact.tournament

    def declare_open(self, seat: Seat) -> None:
        """A seat without chips opens by word: the others face a whole bet, which only they put in."""
        self.opener = self.declared_open = self.last_aggressor = seat
        self.current = self.full_bet = self.bet_size()
        self._full_raises += 1
        self._restart_behind(seat)

    def declare_all_in(self, seat: Seat) -> None:
        """A seat plays on for what is in the pot: it bets no more in this hand, and nobody bets against it."""
        self.behind[seat] = self.stacks[seat]
        self.stacks[seat] = Chips(0)
        self._skip_those_who_cannot()

    def return_all_but_opening(self) -> None:
        """The pot turns out not to be open: only the first opening bet stays, and nobody owes an action."""
        self.return_bets_but({} if self.opener is None else {self.opener: self.opening_bet})
        self.opener = None
        self._queue.clear()

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
        self._last_chips = None
        self._last_call = None

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
        if seat in self._queue:
            self._queue.remove(seat)
        self._skip_those_who_cannot()
        if was_first and self.bring_in_due:
            self.may_fold_bring_in = True

    # ---- chips moved forward --------------------

    def move_chips(self, fact: ChipsMoved) -> Counted | Refused:
        """Reads a motion with chips by the betting rules, and takes the action that it counts as."""
        if fact.seat != self.turn:
            if fact.seat == self._last_chips:
                return Refused("betting.string-raise", "Only the first motion counts; a raise is made in one.")
            return self._out_of_turn(self._meant_out_of_turn(fact))
        motion = read_motion(self, fact)
        if isinstance(motion, Refused):
            return motion
        answer = self._take(Action(seat=fact.seat, action=motion.action, amount=motion.amount))
        if isinstance(answer, Refused):
            return answer
        self._last_chips = fact.seat
        return Counted(seat=fact.seat, action=answer.action, amount=answer.amount, rule=motion.rule)

    def _meant_out_of_turn(self, fact: ChipsMoved) -> Action:
        """What chips of a seat that is not on turn were meant as: the forced bet where that is due, else a call."""
        total = Chips(sum(fact.chips))
        if not self.bring_in_due or not total:
            return Action(seat=fact.seat, action="call")
        return Action(seat=fact.seat, action="bring-in" if total <= self.bring_in_size() else "complete", amount=total)

    def forfeit_bring_in(self) -> None:
        """The forced seat is away: its forced bet is taken from its stack."""
        if self.bring_in_due and not self.may_fold_bring_in and self.turn is not None:
            self._open_stud(self.turn, "bring-in", None)
