"""What hands do with cards: throw them, lay them down, take them in. Every move takes its time.

Moves are made at their time by `run`, whoever waits for it in the meantime. The truth is told of each card when it has
come to rest, and the reader hears of it as well as its radio can.
"""

import heapq
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from burncard.firmware_bridge.driver import Nanoseconds
from burncard.hardware.layout import Layout
from burncard.rules.cards import MUCK, STUB, Face, Seat, Zone
from burncard.rules.facts import Action
from burncard.simulator.dealer import Dealer, Put
from burncard.simulator.pace import Pace, Range


class Field(Protocol):
    """Where cards are put: the antennas of a virtual reader."""

    def put_tag(self, uid: str, antenna: int, face: Face, now_ns: Nanoseconds, *, boxed: bool = False) -> None: ...

    def take_tag(self, uid: str, now_ns: Nanoseconds) -> None: ...

    def throw_tag(self, uid: str, start: int, end: int, now_ns: Nanoseconds, lands_ns: int) -> None: ...

    def lay_pack(self, uids: Sequence[str], antenna: int, now_ns: Nanoseconds) -> None: ...

    def lying(self) -> dict[str, tuple[int, Face]]: ...


class Hands:
    """The hands of everybody at the table. `landed` is called when a card has come to rest."""

    def __init__(self, field: Field, layout: Layout, rng: Random, pace: Pace, landed: Callable[[Put, int], None]):
        self.field = field
        self.pace = pace
        self._antenna_of = layout.antenna_of
        self._rng = rng
        self._landed = landed
        self._agenda: list[tuple[int, int, Callable[[int], None]]] = []
        self._count = 0

    # ---- time --------------------

    @property
    def busy(self) -> bool:
        """Whether something is still to be done, or a card is in the air."""
        return bool(self._agenda)

    def next_due_ns(self) -> int | None:
        """When `run` has something to do."""
        return self._agenda[0][0] if self._agenda else None

    def run(self, now_ns: int) -> None:
        """Does what is due."""
        while self._agenda and self._agenda[0][0] <= now_ns:
            _, _, do = heapq.heappop(self._agenda)
            do(now_ns)

    def at(self, when_ns: int, do: Callable[[int], None]) -> None:
        """Does something later; it is called with the time."""
        self._count += 1
        heapq.heappush(self._agenda, (when_ns, self._count, do))

    # ---- cards --------------------

    def throw(self, put: Put, now_ns: int, flight: Range) -> int:
        """A card flies to its place. Returns when it lands."""
        lands_ns = now_ns + self.pace.draw(self._rng, flight)
        there, end = self.field.lying().get(put.physical.uid), self._antenna_of(put.zone)
        if there is not None and there[0] == end:  # turned over in its place
            self.at(lands_ns, lambda at_ns: self._land(put, at_ns))
            return lands_ns
        start = there[0] if there is not None else self._antenna_of(STUB)
        if start is not None and end is not None:
            self.field.throw_tag(put.physical.uid, start, end, Nanoseconds(now_ns), lands_ns)
        else:
            self.field.take_tag(put.physical.uid, Nanoseconds(now_ns))
        self.at(lands_ns, lambda at_ns: self._land(put, at_ns))
        return lands_ns

    def lay_pack(self, uids: Sequence[str], now_ns: int) -> None:
        """The dealer lays the undealt pack down, or with no cards holds it, as a patient one does all the time."""
        antenna = self._antenna_of(STUB)
        if antenna is not None and not self.pace.patient:
            self.field.lay_pack(uids, antenna, Nanoseconds(now_ns))

    def throw_together(self, puts: list[Put], now_ns: int, flight: Range) -> int:
        """Cards are thrown in one motion, and land shortly after each other. Returns when the last one lands."""
        return max((self.throw(put, now_ns, flight) for put in puts), default=now_ns)

    def cards_of(self, action: Action, dealer: Dealer, now_ns: int) -> None:
        """A player throws his cards in, or turns up those that he shows."""
        lying = dealer.seat_cards(Seat(action.seat))
        if action.action == "show":
            turned = [dealer.put(put.physical, put.zone, "up") for put in lying if put.face != "up"]
            self.throw_together(turned, now_ns, self.pace.by_hand)
        else:
            thrown = [dealer.put(put.physical, MUCK, "down") for put in lying]
            self.throw_together(thrown, now_ns, self.pace.flight)

    def flight_of(self, put: Put) -> Range:
        """Cards are pitched to the seats, and laid down by hand elsewhere."""
        pitched = put.zone.startswith("seat:") and put.physical.uid not in self.field.lying()
        return self.pace.flight if pitched else self.pace.by_hand

    def would_show(self, put: Put) -> bool:
        """Whether a reader can tell that a card is put there: there is an antenna, and the card lies elsewhere."""
        antenna = self._antenna_of(put.zone)
        return antenna is not None and self.field.lying().get(put.physical.uid) != (antenna, put.face)

    def take_in(self, zones: list[Zone], pile: Zone, now_ns: int) -> int:
        """Takes all cards in: zone by zone onto one pile, and then the pile. Returns when the felt is empty."""
        end, when_ns = self._antenna_of(pile), now_ns
        self.lay_pack((), now_ns)
        for zone in zones:
            antenna = self._antenna_of(zone)
            if antenna is not None and end is not None and antenna != end:
                when_ns += self.pace.draw(self._rng, self.pace.gather)
                self.at(when_ns, lambda at_ns, start=antenna: self._gather(start, end, at_ns))  # type: ignore[misc]
        when_ns += self.pace.draw(self._rng, self.pace.repair)
        self.at(when_ns, self._empty)
        return when_ns

    def take_from(self, zone: Zone, now_ns: int) -> None:
        """Takes away what lies in a zone."""
        antenna = self._antenna_of(zone)
        for uid, (there, _) in list(self.field.lying().items()):
            if there == antenna:
                self.field.take_tag(uid, Nanoseconds(now_ns))

    def lay(self, put: Put, now_ns: int) -> None:
        """A card lies in its zone from now on."""
        antenna = self._antenna_of(put.zone)
        if antenna is not None:
            self.field.put_tag(put.physical.uid, antenna, put.face, Nanoseconds(now_ns), boxed=put.boxed)

    def _gather(self, start: int, end: int, now_ns: int) -> None:
        for uid, (antenna, _) in list(self.field.lying().items()):
            if antenna == start:
                self.field.put_tag(uid, end, "down", Nanoseconds(now_ns))

    def _empty(self, now_ns: int) -> None:
        for uid in list(self.field.lying()):
            self.field.take_tag(uid, Nanoseconds(now_ns))

    def _land(self, put: Put, now_ns: int) -> None:
        self.lay(put, now_ns)
        self._landed(put, now_ns)
