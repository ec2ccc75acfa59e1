"""A table whose antennas hear what a test lays there, for tests of perception."""

from collections.abc import Mapping
from random import Random

from burncard.controller.perception.arrival import Arrival
from burncard.controller.perception.perception import Perception
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds

ROW = range(1, 6)
"""Five zones in a row; each antenna may hear the cards of the next ones."""
SCAN_NS = 20 * MS
OWN_DBM, CROSS_DBM, EDGE_DBM = -45.0, -62.0, -53.0


class FakeDeal:
    """A deal in which cards are due at these antennas, in this order, and any card on the table may go to antenna 5.

    `wrong`: a card that is due nowhere; `later`: one that shows the face of a later card; `thrown`: one that an
    entry would explain. `from_place`: the antennas whose cards are to leave, `to_leave` of them each.
    `empty_seats`: the antennas at which nobody plays; `no_board`: where no card belongs; `watched`: where a street
    begins; `to_turn`: where a card is to be turned over; `folded_at`: where hands lie whose players have folded;
    `whole`: whether only whole hands are thrown; `interrupted`: where the cards go that a ruling has interrupted.
    """

    def __init__(self, *due: int) -> None:
        self.left = list(due)
        self.wrong = self.later = self.thrown = ""
        self.from_place: tuple[int, ...] = ()
        self.empty_seats: tuple[int, ...] = ()
        self.no_board: tuple[int, ...] = ()
        self.folded_at: tuple[int, ...] = ()
        self.watched: tuple[int, ...] = ()
        self.to_turn: tuple[int, ...] = ()
        self.to_leave = 1
        self.interrupted: tuple[int, ...] | None = None
        self.whole = False

    def moment(self) -> tuple[object, ...]:
        return len(self.left), self.wrong, self.from_place

    def due(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.left[:4]))

    def count_due(self, antenna: int) -> int:
        return self.left[:4].count(antenna)

    def shows_a_later_card(self, arrival: Arrival) -> bool:
        return arrival.uid == self.later

    def empty(self) -> tuple[int, ...]:
        return self.empty_seats

    def leaving(self) -> dict[int, int]:
        return dict.fromkeys(self.from_place, self.to_leave)

    def deals_on(self) -> tuple[int, ...] | None:
        return self.interrupted

    def kept(self) -> tuple[int, ...]:
        return ()

    def folded(self) -> tuple[int, ...]:
        return self.folded_at

    def unused(self) -> tuple[int, ...]:
        return self.no_board

    def turned(self) -> tuple[int, ...]:
        return self.to_turn

    def early(self) -> tuple[int, ...]:
        return self.watched

    def likely(self, uid: str, home: int | None, antenna: int, *, alone: bool = False) -> bool:
        return antenna in self.due() if home is None else home != antenna == 5 and not (alone and self.whole)

    def in_order(self, arrival: Arrival) -> bool:
        if arrival.uid in (self.wrong, self.thrown):
            return False
        return arrival.antenna == (self.left[0] if arrival.left is None and self.left else 5)

    def after_one_more(self, arrival: Arrival) -> bool:
        return arrival.uid == self.thrown or arrival.antenna in self.left[1:2]

    def goes_first(self, arrival: Arrival, other: Arrival) -> bool:
        return False


class Bench:
    """A table whose tags a test lays on its antennas.

    `lying`: by antenna and tag, the chance that a scan hears the tag, and its strength. `reported`: each arrival's tag,
    antenna and time.
    """

    def __init__(
        self,
        *due: int,
        measures_strength: bool = True,
        pack: tuple[int, ...] = (),
        muck: tuple[int, ...] = (),
        aside: tuple[int, ...] = (),
        rows: tuple[int, ...] = (),
        burn: tuple[int, ...] = (),
        seed: int = 1,
    ) -> None:
        self.deal = FakeDeal(*due)
        beside = {antenna: tuple(other for other in (antenna - 1, antenna + 1) if other in ROW) for antenna in ROW}
        self.perception = Perception(
            self.deal, beside, rest=(*muck, *aside), pack=pack, muck=muck, rows=rows, burn=burn
        )
        self.entry_ns: Nanoseconds | None = None
        self.now_ns = Nanoseconds(SECOND)
        self.scan_ns = SCAN_NS
        self.lying: dict[int, dict[str, tuple[float, float]]] = {antenna: {} for antenna in ROW}
        self.reported: list[tuple[str, int, int]] = []
        self.scans: list[int] = []
        self._strength = measures_strength
        self._rng = Random(seed)

    def lay(self, uid: str, antenna: int, chance: float = 1.0, rssi_dbm: float = OWN_DBM) -> None:
        self.lying[antenna][uid] = (chance, rssi_dbm)

    def lift(self, uid: str) -> None:
        for there in self.lying.values():
            there.pop(uid, None)

    def run_until_heard(self, uid: str) -> None:
        """Scans until a tag is heard."""
        while uid not in self.perception.beliefs.tags:
            self.scan(self.perception.next_antenna(self.now_ns))

    def run(self, duration_ns: int) -> list[tuple[str, int]]:
        """Scans for a while. Returns the arrivals reported meanwhile, in order."""
        before, end_ns = len(self.reported), self.now_ns + duration_ns
        while self.now_ns < end_ns:
            self.scan(self.perception.next_antenna(self.now_ns))
        return [(uid, antenna) for uid, antenna, _ in self.reported[before:]]

    def scan(self, antenna: int) -> None:
        """One scan of an antenna."""
        self.now_ns = Nanoseconds(self.now_ns + self.scan_ns)
        self.scans.append(antenna)
        self.perception.take(antenna, self._heard(self.lying[antenna]), self.now_ns, took_ns=self.scan_ns)
        while (arrival := self.perception.order.release(self.now_ns, self.entry_ns)) is not None:
            self.reported.append((arrival.uid, arrival.antenna, self.now_ns))
            if arrival.antenna in self.deal.left:
                self.deal.left.remove(arrival.antenna)

    def _heard(self, there: Mapping[str, tuple[float, float]]) -> dict[str, float | None]:
        answering = {uid: rssi_dbm for uid, (chance, rssi_dbm) in there.items() if self._rng.random() < chance}
        return {uid: rssi_dbm if self._strength else None for uid, rssi_dbm in answering.items()}


def settled(*homes: int, measures_strength: bool = True) -> Bench:
    """A table with one card at each of these antennas: `c1` at the first, `c2` at the second, and so on."""
    bench = Bench(*homes, measures_strength=measures_strength)
    for number, antenna in enumerate(homes, start=1):
        bench.lay(f"c{number}", antenna)
        assert bench.run(600 * MS) == [(f"c{number}", antenna)]
    return bench


def dealt_then_due(*due: int) -> Bench:
    """A card has just come to 1, and cards are due at these antennas."""
    bench = Bench(1, *due)
    bench.lay("c1", 1)
    while not bench.reported:
        bench.run(SCAN_NS)
    return bench
