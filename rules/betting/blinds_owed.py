"""Who owes a blind at a lowball table: kept from hand to hand, from who was dealt in, who posted, and what was pressed.

A player owes nothing but the blinds as they come round. One who is new, or whom the big blind has passed, waits for it
or posts twice its size to kill the pot. With a single blind, one who did not take it waits for it, and one who was
all-in for less than half of it owes the next.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from burncard.rules.betting.posts import place_of_the_blind
from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Hand, Press

Debt = Literal["new", "missed", "short"]
KILL_BLINDS = 2


class Posted(msgspec.Struct, frozen=True):
    """The blinds of a hand. `blind`: the seat of the big or only one; `size`: its chips; `killed`: who killed it."""

    blind: Seat
    size: Chips
    single: bool
    killed: frozenset[Seat]

    def pays(self, seat: Seat, debt: Debt) -> bool:
        """Whether a seat has met what it owed."""
        by_kill = debt == "new" or (debt == "missed" and not self.single)
        return seat == self.blind or (by_kill and seat in self.killed)


class BlindsOwed(msgspec.Struct, frozen=True):
    """What players owe when the next hand begins.

    `known`: the seats whose players have had a hand here; None before the first. `debts`: by seat. `last`: the blinds
    of the last hand. `takes_over`: the seat that takes the next blind if a player who was short of the last does not.
    `free`: who has changed seats with all blinds taken: the blind may pass these once. `moving`: what players who have
    left their seats for others owe (None: nothing), until the new seats are known.
    """

    known: frozenset[Seat] | None = None
    debts: Mapping[Seat, Debt] = msgspec.field(default_factory=dict)
    last: Posted | None = None
    takes_over: Seat | None = None
    free: frozenset[Seat] = frozenset()
    moving: tuple[Debt | None, ...] = ()

    # ---- a hand begins --------------------

    def posted(self, fact: Hand) -> Posted | None:
        """The blinds of a hand; None where it has none. A kill is no blind."""
        due = {seat: chips for seat, chips in fact.posts.items() if chips}
        kill = None if self.last is None else KILL_BLINDS * self.last.size
        owing = self._seated(fact).debts
        killed = frozenset(seat for seat in due if kill is not None and seat in owing and due[seat] >= kill)
        blinds = {seat: chips for seat, chips in due.items() if seat not in killed}
        if not blinds or fact.button is None:
            return None
        order = clockwise_from(fact.seats, fact.button)
        blind = order[place_of_the_blind(order, blinds)]
        return Posted(blind, blinds[blind], len(blinds) == 1, killed)

    def _strangers(self, fact: Hand) -> list[Seat]:
        """Seats dealt in whose players have had no hand in them."""
        return [] if self.known is None else sorted(set(fact.seats) - self.known - set(self.debts) - self.free)

    def _seated(self, fact: Hand) -> "BlindsOwed":
        """Players who had left their seats now sit in the first that are new; who else is new owes a blind."""
        strangers = self._strangers(fact)
        if not strangers:
            return self
        moved = dict(zip(strangers, self.moving, strict=False))
        new: dict[Seat, Debt | None] = dict.fromkeys(strangers, "new")
        debts = {seat: debt for seat, debt in (dict(self.debts) | new | moved).items() if debt is not None}
        return replace(self, debts=debts, moving=self.moving[len(moved) :])

    def unpaid(self, fact: Hand) -> dict[Debt, tuple[Seat, ...]]:
        """The seats that are dealt in and do not meet what they owe, by what it is."""
        posted = self.posted(fact)
        if posted is None:
            return {}
        owing = self._seated(fact).debts
        unpaid: dict[Debt, tuple[Seat, ...]] = {}
        for seat in sorted(set(owing) & set(fact.seats)):
            if not posted.pays(seat, owing[seat]):
                unpaid[owing[seat]] = (*unpaid.get(owing[seat], ()), seat)
        return unpaid

    def missing_blind(self, fact: Hand) -> Seat | None:
        """The seat that had to take the only blind after a short one, and has not, nor has who was short."""
        posted, seat = self.posted(fact), self.takes_over
        if posted is None or not posted.single or seat not in fact.seats or posted.blind == seat:
            return None
        return None if self.debts.get(posted.blind) == "short" else seat

    # ---- after it --------------------

    def after(self, fact: Hand, short: Seat | None) -> "BlindsOwed":
        """The same after one more hand. `short`: who was all-in for less than half of the only blind."""
        posted = self.posted(fact)
        now = self._seated(fact)
        known = (now.known or frozenset()) | frozenset(fact.seats)
        if posted is None:
            return replace(now, known=known)
        owing = {seat: debt for seat, debt in now.debts.items() if not posted.pays(seat, debt)}
        passed = self._passed_by(posted) & known - set(fact.seats)
        missed: dict[Seat, Debt] = dict.fromkeys(passed - now.free, "missed")
        debts = missed | owing
        takes_over = None
        if short is not None:
            debts[short] = "short"
            takes_over = clockwise_from(fact.seats, short)[0]
        return BlindsOwed(known, debts, posted, takes_over, now.free - passed - set(fact.seats), now.moving)

    def _passed_by(self, posted: Posted) -> frozenset[Seat]:
        """The places that the blind has gone past since the last hand."""
        if self.last is None or self.last.blind == posted.blind:
            return frozenset()
        return frozenset(between(self.last.blind, posted.blind))

    # ---- what is pressed --------------------

    def pressed(self, press: Press) -> "BlindsOwed":
        """The same after a press about a seat or a blind."""
        seat = press.seat
        if seat is None:
            return self
        if press.press == "blind-declined" and press.value is not False:
            return replace(self, debts={**self.debts, seat: "missed"})
        if press.press == "new-player":
            return self._without(seat) if press.value is not False else self
        if press.press == "seat-change":
            return self._without(seat) if press.value is False else self._moves(seat, press.to)
        return self

    def _moves(self, seat: Seat, to: Seat | None) -> "BlindsOwed":
        """A player takes another seat, and what it owes with it."""
        left, debt = self._without(seat), self.debts.get(seat)
        if to is None:
            return replace(left, moving=(*left.moving, debt))
        if debt is None:
            return replace(left._without(to), free=left.free | {to})
        return replace(left._without(to), debts={**left.debts, to: debt})

    def _without(self, seat: Seat) -> "BlindsOwed":
        """The player at a seat has left it."""
        debts = {other: debt for other, debt in self.debts.items() if other != seat}
        known = None if self.known is None else self.known - {seat}
        return replace(self, known=known, debts=debts, free=self.free - {seat})


NOTHING_OWED = BlindsOwed()


def clockwise_from(seats: Iterable[Seat], seat: Seat) -> list[Seat]:
    """Seats in their order from the left of one; that one last."""
    order = sorted(seats)
    return [other for other in order if other > seat] + [other for other in order if other <= seat]


def between(one: Seat, other: Seat) -> Iterable[Seat]:
    """The places after one seat and before another, clockwise."""
    if one < other:
        return (Seat(number) for number in range(one + 1, other))
    return (Seat(number) for number in (*range(one + 1, 100), *range(1, other)))
