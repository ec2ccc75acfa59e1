"""Betting: the actions of the players, taken or refused.

One `Betting` follows the chips of one hand through all its rounds. What a round is and who may do what in it is in
`rules.rounds`; `act` and `move_chips` here take an action.
"""

from dataclasses import dataclass, replace

from burncard.rules.betting.answers import Acted, Note, Refused
from burncard.rules.betting.motions import is_forced_bet, read_motion
from burncard.rules.betting.offers import NOBODY_CAN_CALL, allowed, may_open_in_full, raise_name, sizes_of
from burncard.rules.betting.round import BettingRound
from burncard.rules.betting.sizes import size_rule
from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action, ChipsMoved, Hand
from burncard.rules.games.game import Game, Street
from burncard.rules.outcomes import Counted

RAISES = frozenset({"bet", "raise", "complete", "open"})
OPENINGS = frozenset({"bring-in", "complete", "bet"})


@dataclass(frozen=True, slots=True)
class LastCall:
    """A call after which no player has acted, and what was so before it: how it can be taken back."""

    seat: Seat
    chips: Chips
    acted_at: Chips | None
    rights_at: int | None


class Betting(BettingRound):
    """The betting of one hand."""

    def __init__(self, game: Game, fact: Hand) -> None:
        super().__init__(game, fact)
        self._wrong_low: Action | None = None
        self._early: dict[Seat, Action] = {}
        self._last_chips: Seat | None = None
        self._last_call: LastCall | None = None

    def open_round(self, street: Street, first: Seat | None, *, doubled: bool = False) -> None:
        """Starts a street's betting. `first`: who acts first (None: left of the largest post)."""
        self._wrong_low = None
        self._early.clear()
        self._last_chips = None
        self._last_call = None
        super().open_round(street, first, doubled=doubled)

    def _count(self, seat: Seat) -> None:
        super()._count(seat)
        self._last_chips = None
        self._last_call = None

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
        return replace(answer, notes=notes) if notes else answer

    def _out_of_turn(self, action: Action) -> Refused:
        """Refused, and remembered where a rule says what follows from it."""
        turn = self.turn
        if turn is None:
            return Refused("table.no-action-due", "No action is due.")
        if self.bring_in_due and action.action in OPENINGS:
            self._wrong_low = action
            return Refused(
                "lowcard.wrong-low-corrected",
                f"The forced bet is not seat {action.seat}'s: the bet comes back and seat {turn} acts.",
            )
        if action.action != "check":
            self._early.setdefault(action.seat, action)
        elif self.current or self.may_check:
            self.checked_out_of_turn.add(action.seat)
            self._early.setdefault(action.seat, action)
        return Refused("betting.out-of-turn", f"Seat {turn} is due to act, not seat {action.seat}.")

    def early_action(self) -> Action | None:
        """What the seat on turn did before its turn, when it is first asked; None where that counts for nothing.

        A check always counts. Anything else does if nobody has bet, called or raised since.
        """
        return None if self.turn is None else self._early.pop(self.turn, None)

    def _forget_early_wagers(self) -> None:
        """A bet, call or raise: what others did before their turn binds them no more, but for a check."""
        self._early = {seat: early for seat, early in self._early.items() if early.action == "check"}

    def _wrong_low_stands(self, action: Action) -> Note | None:
        """The next seat has acted after a wrong low card: its bet stands, and the true low card owes nothing.

        If the next seat is the true low card itself, its own opening is what puts the mistake right.
        """
        wrong = self._wrong_low
        true_low = self.turn
        if wrong is None or true_low is None or not self.bring_in_due or wrong.seat not in self.live:
            return None
        order = [seat for seat in self._from(wrong.seat) if self.stacks[seat] > 0]
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
        rule = "table.action-not-possible"
        if name == "bring-in" and self.game.family == "stud":
            rule = self._forced_rule() if self.limit_game else "lowcard.bigbet-high-card-first"
        return Refused(rule, f"{name} is not possible now; {allowed(self, seat)}.")

    def _fold_in_turn(self, seat: Seat) -> Acted | Refused:
        if self.bring_in_due and not self.may_fold_bring_in:
            rule = "stud.stays-until-bet" if self.game.ruled_as in ("stud7", "stud8") else self._forced_rule()
            return Refused(rule, f"The forced bet cannot be folded; {allowed(self, seat)}.")
        amount = self.street_in[seat]
        if self.may_check:
            self.idle_folds.append(seat)
        self._count(seat)
        self.fold(seat)
        return Acted(seat, "fold", amount)

    def _check(self, seat: Seat) -> Acted | Refused:
        if self.current > self.street_in[seat]:
            posted = self.street.first == "left-of-post"
            rule = "betting.preflop-options" if posted else "betting.call-amount"
            if self.opening == "bet-or-fold" and self.unopened:
                rule = self._open_or_fold_rule()
            return Refused(rule, f"There is a bet to call; {allowed(self, seat)}.")
        if self.opening == "bet-or-fold" and self.current == 0:
            message = f"The pot is not open, so it is bet or fold; {allowed(self, seat)}."
            return Refused(self._open_or_fold_rule(), message)
        self.checked.add(seat)
        self._count(seat)
        self._done(seat)
        return Acted(seat, "check", self.street_in[seat])

    def _open_or_fold_rule(self) -> str:
        return "stud.bigbet-first-round" if self.game.family == "stud" else "draw.lowball-open-or-fold"

    def _call(self, seat: Seat) -> Acted | Refused:
        chips = self.to_call(seat)
        if chips == 0:
            rule = self._open_or_fold_rule() if self.opening == "bet-or-fold" else "table.nothing-to-call"
            return Refused(rule, f"There is nothing to call; {allowed(self, seat)}.")
        self._forget_early_wagers()
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
                return Refused(self._bring_in_rule(), f"The forced bet is {due}; {allowed(self, seat)}.")
            self._forget_early_wagers()
            self._put_in(seat, due)
            self.current = Chips(max(self.current, self.bring_in_size()))
            self.bring_in_due = False
            self._restart_behind(seat)
            self._acted_at[seat] = self.street_in[seat]
            self._rights_at[seat] = self._full_raises
            self.last_aggressor = self.last_bettor = seat
            return Acted(seat, "bring-in", self.street_in[seat])
        if name not in RAISES:
            return Refused(self._forced_rule(), f"The forced bet comes first; {allowed(self, seat)}.")
        if not may_open_in_full(self) and not by_mistake:
            return Refused("lowcard.minimum-only", f"The forced bet is the minimum; {allowed(self, seat)}.")
        assert amount is not None
        return self._wager(seat, "complete", amount, forced=True)

    def _forced_rule(self) -> str:
        return "lowcard.razz-high-brings-in" if self.game.bring_in == "high" else "lowcard.low-brings-in"

    def _bring_in_rule(self) -> str:
        """By which rule the forced bet has its size: five-card stud's half of the small bet, or what the table says."""
        half = self.game.ruled_as == "stud5" and 2 * self.bring_in_size() == self.bet_size()
        return "stud5.bring-in-half" if half else "stud.bring-in-amount"

    def _all_in(self, seat: Seat) -> Acted | Refused:
        everything = Chips(self.street_in[seat] + self.stacks[seat])
        if self.bring_in_due:
            return self._open_stud(seat, "call" if everything <= self.bring_in_size() else "complete", everything)
        if everything <= self.current or (self.to_call(seat) and not self.can_be_raised(seat)):
            return self._call(seat)
        return self._wager(seat, raise_name(self) if self.current else "bet", everything)

    def _wager(self, seat: Seat, name: str, to: Chips, *, forced: bool = False) -> Acted | Refused:
        """A bet, opening, completion or raise to a total."""
        if not self.can_be_raised(seat):
            return self._matched(seat, to)
        name = self._meant(name)
        if name == "bet" and self.current:
            return Refused("table.bet-faces-bet", f"There is a bet already; {allowed(self, seat)}.")
        if name == "raise" and not self.current:
            return Refused("table.nothing-to-raise", f"There is no bet to raise; {allowed(self, seat)}.")
        sizes = sizes_of(self, seat)
        if isinstance(sizes, Refused):
            return sizes
        if to != self.playing(to):
            message = f"{to} cannot be bet: the smallest chip in play is {self.fact.smallest_chip}"
            return Refused("betting.smallest-chip", f"{message}; {allowed(self, seat)}.")
        if not sizes.allow(to):
            rule = "lowcard.full-bet-option" if forced else size_rule(self, sizes, to)
            return Refused(rule, f"{to} is not a proper size: {sizes.spoken()}; {allowed(self, seat)}.")
        self.bring_in_due = False
        self._forget_early_wagers()
        self._put_in(seat, Chips(to - self.street_in[seat]))
        if not forced:
            self._count(seat)
        else:
            self.acted_this_round += 1
        self._raised(seat, to)
        return Acted(seat, name, to)

    def _matched(self, seat: Seat, to: Chips) -> Acted | Refused:
        """A bet or raise that nobody left could call: it is the call, or a check where nothing is to be called."""
        everything = Chips(self.street_in[seat] + self.stacks[seat])
        if to > everything:
            return Refused("table.not-enough-chips", f"Seat {seat} can have {everything} in, not {to}.")
        answer = self._call(seat) if self.to_call(seat) else self._check(seat)
        return answer if isinstance(answer, Refused) else replace(answer, rule=NOBODY_CAN_CALL)

    def _meant(self, name: str) -> str:
        """`bet` stands for `open` and `raise` for `complete` where only those are possible."""
        if not self.current:
            if self.opening == "check-or-open":  # or open with a raise
                return "open" if name in ("bet", "raise") else name
            return "bet" if name == "open" else name
        completing = raise_name(self) == "complete"
        if name in ("raise", "complete"):
            return "complete" if completing else "raise"
        if name == "open":  # opening a draw game over a blind is a raise
            return "raise" if self.game.family == "draw" and self.unopened else "bet"
        return name

    def declare_open(self, seat: Seat) -> None:
        """A seat without chips opens by word: the others face a whole bet, which only they put in."""
        self.opener = self.declared_open = self.last_aggressor = seat
        self.current = self.full_bet = self.bet_size()
        self._full_raises += 1
        self._restart_behind(seat)

    def declare_all_in(self, seat: Seat) -> None:
        """A seat plays on for what is in the pot: it bets no more in this hand, and no bet is made against it."""
        self.behind[seat] = Chips(self.behind.get(seat, 0) + self.stacks[seat])
        self.stacks[seat] = Chips(0)
        self._skip_those_who_cannot()
        if self.first_actor == seat and self.turn is not None:
            self.first_actor = self.turn

    def forfeit_bring_in(self) -> None:
        """The forced seat is away: its forced bet is taken from its stack."""
        if self.bring_in_due and not self.may_fold_bring_in and self.turn is not None:
            self._open_stud(self.turn, "bring-in", None)

    def return_all_but_opening(self) -> None:
        """The pot turns out not to be open: only the first opening bet stays, and no action is owed."""
        self.return_bets_but({} if self.opener is None else {self.opener: self.opening_bet})
        self.opener = None
        self.never_open = True
        self._queue.clear()

    # ---- chips moved forward --------------------

    def move_chips(self, fact: ChipsMoved) -> Counted | Refused:
        """Reads a motion with chips by the betting rules, and takes the action that it counts as."""
        if fact.seat not in self.live:
            return Refused("table.not-in-hand", f"Seat {fact.seat} is not in the hand.")
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
        return Counted(seat=fact.seat, action=answer.action, amount=answer.amount, rule=answer.rule or motion.rule)

    def _meant_out_of_turn(self, fact: ChipsMoved) -> Action:
        """What chips of a seat that is not on turn were meant as: the forced bet where that is due, else a call."""
        total = Chips(sum(fact.chips))
        if not self.bring_in_due or not total:
            return Action(seat=fact.seat, action="call")
        if is_forced_bet(self, fact):
            return Action(seat=fact.seat, action="bring-in", amount=self.bring_in_size())
        return Action(seat=fact.seat, action="complete", amount=total)
