"""The bet that stands in a round: how high it is, what a raise adds to it, and who may raise it again."""

from burncard.rules.betting.acts import LastAct
from burncard.rules.cards import Chips, Seat
from burncard.rules.compiling import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class StandingBet:
    """What a seat has to match in one round of betting.

    `size`: the street's limit. `step_min`: the smallest raise of a big-bet game. `current`: what a seat must have in to
    stay. `full`: the part of it that is whole bets and raises in a limit game; an all-in for less is on top. `raises`:
    full raises of a limit game; `capped`: they are used up. `used_big_limit`: a raise by more than the street's limit
    has been made. `opener`, `last_aggressor`: the seats that bet first and last in the round. `may_only_call`: seats
    that a ruling bars from raising.

    A seat that has acted may raise again only if the bet has been raised in full since: `may_raise_again` says so.
    """

    __slots__ = (
        "_full_raises",
        "_last_acts",
        "_limit",
        "capped",
        "current",
        "full",
        "last_aggressor",
        "may_only_call",
        "opener",
        "raises",
        "size",
        "step_min",
        "used_big_limit",
    )

    def __init__(self, *, limit: bool, size: Chips, posted: Chips, step_min: Chips) -> None:
        self.size = size
        self.step_min = step_min
        self.current = posted
        self.full = posted if not limit or posted >= size else Chips(0)
        self.raises = max(0, posted // size - 1) if limit and posted else 0
        self.capped = False
        self.used_big_limit = False
        self.opener: Seat | None = None
        self.last_aggressor: Seat | None = None
        self.may_only_call: set[Seat] = set()
        self._limit = limit
        self._full_raises = 0
        self._last_acts: dict[Seat, LastAct] = {}

    def force(self, seat: Seat, to: Chips) -> None:
        """The forced bet of stud is made. It is no raise."""
        self.current = Chips(max(self.current, to))
        self.last_aggressor = seat

    def open_by_word(self, seat: Seat) -> None:
        """A seat without chips opens: the others face a whole bet."""
        self.current = self.full = self.size if self._limit else self.step_min
        self._full_raises += 1
        self.last_aggressor = seat

    def raise_to(self, seat: Seat, to: Chips, *, opens: bool, raises_its_own: bool = False) -> None:
        """A seat bets, completes or raises.

        `opens`: it is the first full bet of the round. `raises_its_own`: a game that allows it is opened with a raise.
        """
        if self._counts_in_full(to, opens=opens):
            self._full_raises += 1
            if self._limit:
                self.raises += int(raises_its_own) if opens else 1
                self.full = to
            else:
                self.step_min = Chips(to - self.current)
        self.used_big_limit = self.used_big_limit or (self._limit and to - self.current > self.size)
        self.current = to
        self.opener = seat if self.opener is None else self.opener
        self.last_aggressor = seat
        self.acted(seat, to)

    def lower_to(self, to: Chips) -> None:
        """The last raise is withdrawn: the bet is what it was before, or what a player has in since."""
        self.raises -= int(self._limit and to < self.full)
        self.current = to
        self.full = Chips(min(self.full, to))

    def _counts_in_full(self, to: Chips, *, opens: bool) -> bool:
        """Whether a bet or raise opens the raising again: in a limit game half a bet does."""
        if not self._limit:
            return to - self.current >= self.step_min
        base = Chips(0) if opens else self.full
        return to - base >= self.size or 2 * (to - self.current) >= self.size

    # ---- who may raise again --------------------

    def acted(self, seat: Seat, chips: Chips) -> None:
        """A seat has acted, and now has so many chips in for the round."""
        self._last_acts[seat] = LastAct(chips, self._full_raises)

    def last_act(self, seat: Seat) -> LastAct | None:
        """When a seat last acted; None where it has not acted in this round."""
        return self._last_acts.get(seat)

    def restore(self, seat: Seat, before: LastAct | None) -> None:
        """An action is taken back: the seat last acted before it, or not at all."""
        if before is None:
            self._last_acts.pop(seat, None)
        else:
            self._last_acts[seat] = before

    def may_raise_again(self, seat: Seat) -> bool:
        """Whether the bet has been raised in full since a seat last acted."""
        last = self._last_acts.get(seat)
        if last is None or last.full_raises < self._full_raises:
            return True
        return not self._limit and self.current - last.chips >= self.step_min
