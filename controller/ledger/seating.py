"""Who sits at a table: players come, go, buy chips, sit out and move. A hand in play is not touched by it.

What concerns a seat of the latest hand counts when the next hand begins; anything else counts at once.
"""

from dataclasses import dataclass, field
from typing import Literal

import msgspec

from burncard.rules.cards import Chips, Seat

Change = Literal["sit", "leave", "chips", "name", "away", "move"]

SEATING = "seat"
"""The kind of the journaled event."""


class SeatChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """One change, as the journal keeps it. `operator`: who entered it."""

    seat: Seat
    change: Change
    operator: str
    name: str = ""
    chips: Chips = Chips(0)
    away: bool = False
    to: Seat | None = None


class Taken(msgspec.Struct, frozen=True):
    """A seat that somebody has. `adding`: chips that count from the next hand. `fresh`: a new player, whose chips are
    only those; `leaving`: gone when the next hand begins."""

    name: str = ""
    away: bool = False
    leaving: bool = False
    adding: Chips = Chips(0)
    fresh: bool = False


class SeatError(Exception):
    """A change that is not possible. `code` says why."""

    def __init__(self, code: str, seat: Seat) -> None:
        super().__init__(f"seat {seat}")
        self.code = code


@dataclass(slots=True)
class Seating:
    """The seats of one table and the chips at them. `dealt`: the seats of the latest hand."""

    stacks: dict[Seat, Chips]
    taken: dict[Seat, Taken] = field(default_factory=dict)
    dealt: frozenset[Seat] = frozenset()

    def __post_init__(self) -> None:
        self.taken = self.taken or {seat: Taken() for seat in self.stacks}

    def next_stack(self, seat: Seat) -> Chips:
        """The chips that a seat has when the next hand begins."""
        taken = self.taken.get(seat)
        if taken is None or taken.leaving:
            return Chips(0)
        return Chips(taken.adding + (0 if taken.fresh else self.stacks.get(seat, 0)))

    def players(self) -> dict[Seat, Chips]:
        """Who is dealt in next, with how much: everybody who is there and has chips."""
        there = (seat for seat, taken in sorted(self.taken.items()) if not taken.away and not taken.leaving)
        return {seat: chips for seat in there if (chips := self.next_stack(seat))}

    def begin(self, seats: dict[Seat, Chips]) -> None:
        """A hand begins with these stacks: what has waited for it counts now."""
        for seat, taken in list(self.taken.items()):
            if taken.leaving:
                del self.taken[seat]
                self.stacks.pop(seat, None)
            else:
                self.stacks[seat] = self.next_stack(seat)
                self.taken[seat] = Taken(taken.name, taken.away)
        self.stacks.update(seats)
        for seat in seats:
            self.taken.setdefault(seat, Taken())
        self.dealt = frozenset(seats)

    def check(self, change: SeatChange, *, in_hand: bool, places: int) -> None:
        """Raises SeatError for a change that is not possible. `places`: the seats that the table has."""
        seat, playing = change.seat, in_hand and change.seat in self.dealt
        if not (1 <= seat <= places and (change.to is None or 1 <= change.to <= places)):
            raise SeatError("no-such-seat", seat)
        taken = self.taken.get(seat)
        here = taken is not None and not taken.leaving
        if change.change == "sit":
            if here or (taken is not None and playing):
                raise SeatError("seat-taken", seat)
            return
        if not here:
            raise SeatError("seat-empty", seat)
        if change.change == "move":
            assert change.to is not None
            if playing or (in_hand and change.to in self.dealt):
                raise SeatError("not-while-in-hand", seat)
            target = self.taken.get(change.to)
            if target is not None and not target.leaving:
                raise SeatError("seat-taken", change.to)

    def apply(self, change: SeatChange) -> None:
        """Makes a change."""
        seat = change.seat
        taken = self.taken.get(seat, Taken())
        match change.change:
            case "sit":
                self._sit(seat, change.name, change.chips)
            case "leave":
                self._leave(seat)
            case "chips":
                self.taken[seat] = msgspec.structs.replace(taken, adding=Chips(taken.adding + change.chips))
            case "name":
                self.taken[seat] = msgspec.structs.replace(taken, name=change.name)
            case "away":
                self.taken[seat] = msgspec.structs.replace(taken, away=change.away)
            case "move":
                assert change.to is not None
                chips = self.next_stack(seat)
                self._leave(seat)
                self._sit(change.to, taken.name, chips)
        if seat in self.taken and seat not in self.dealt and change.change == "chips":
            self.stacks[seat] = self.next_stack(seat)
            self.taken[seat] = msgspec.structs.replace(self.taken[seat], adding=Chips(0))

    def _sit(self, seat: Seat, name: str, chips: Chips) -> None:
        if seat in self.dealt:
            self.taken[seat] = Taken(name, adding=chips, fresh=True)
        else:
            self.taken[seat] = Taken(name)
            self.stacks[seat] = chips

    def _leave(self, seat: Seat) -> None:
        if seat in self.dealt:
            self.taken[seat] = msgspec.structs.replace(self.taken[seat], leaving=True, adding=Chips(0))
        else:
            del self.taken[seat]
            self.stacks.pop(seat, None)
