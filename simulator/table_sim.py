"""A whole table of virtual devices: a dealer and players who do what the table awaits, and sometimes something wrong.

`SimulatedTable` does one thing at a time and says how long it takes, so that the same table runs in virtual time
(below) and at a human pace (`simulator.live`).
"""

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from controller.config import TableConfig
from controller.deck import Decks
from controller.journal import Journal
from controller.service import TableService, Told
from controller.table_log import encode
from firmware_bridge.driver import MS, SECOND, Nanoseconds
from firmware_bridge.reader import ReaderDriver
from firmware_bridge.shuffler import ShufflerDriver
from hardware.layout import load_layout
from rules.facts import Hand
from rules.outcomes import AwaitPlain, Outcome, Result, Ruling
from simulator.dealer import Dealer, Doing, NewHand, Put
from simulator.devices.reader import VirtualReader
from simulator.devices.shuffler import VirtualShuffler
from simulator.memory_link import MemoryLine, World
from simulator.mistakes import MISTAKES, Mistake
from simulator.pack import Plastic, make_pack

CARD_NS = 450 * MS
ACTION_NS = 1200 * MS
LOOK_NS = 300 * MS
PATIENCE_NS = 2 * SECOND
SEEN_WITHIN_NS = SECOND
GIVE_UP_NS = 120 * SECOND


@dataclass(slots=True)
class Tally:
    """What was done and what was said about it."""

    hands: int = 0
    cards: int = 0
    made: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    false_alarms: Counter[str] = field(default_factory=Counter)
    rulings: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class _Pending:
    mistake: Mistake
    since_ns: int


def enrolled_packs() -> tuple[list[Plastic], list[Plastic], Decks]:
    """The red and the blue pack of the simulated table, and the decks in which they are enrolled."""
    red = make_pack("red", joker=False, first_serial=1)
    blue = make_pack("blue", joker=False, first_serial=0x100)
    decks = Decks()
    for back, pack in (("red", red), ("blue", blue)):
        decks.enrol(back, {plastic.uid: plastic.card for plastic in pack})
    # forged copies of the red cards, so that a second A♠ can be dealt: enrolled, as a fraud would see to
    forged = {"E00402" + plastic.uid[6:]: plastic.card for plastic in red}
    decks.add_copies("red", forged)
    return red, blue, decks


class SimulatedTable:
    """The hands at the table: the dealer's and the players'."""

    def __init__(
        self, service: TableService, reader: VirtualReader, shuffler: VirtualShuffler, rng: Random, mistake_rate: float
    ) -> None:
        self.service = service
        self.reader = reader
        self.shuffler = shuffler
        self.tally = Tally()
        self.mistake_rate = mistake_rate
        red, blue, _ = enrolled_packs()
        self.dealer = Dealer(red, rng, other_pack=blue)
        self._rng = rng
        self._pending: _Pending | None = None
        self._queue: list[Doing] = []
        self._last_stop: str | None = None
        self._loaded = False
        self._mistakes_in_hand = 0
        self._now_ns = 0
        self._put_at_count: int | None = None
        self._put_ns = 0
        service.subscribe(self._heard)

    def step(self, now_ns: int) -> int:
        """Does the next thing; how long until the one after it, in ns."""
        self._now_ns = now_ns
        if self._unseen() and now_ns - self._put_ns < SEEN_WITHIN_NS:
            return SEEN_WITHIN_NS // 20
        self._settle_pending()
        doing = self._queue.pop(0) if self._queue else self._choose()
        match doing:
            case None:
                return LOOK_NS
            case Put():
                self._put(doing, now_ns)
                return CARD_NS
            case NewHand():
                return self._next_hand(now_ns)
            case _:
                self.service.submit(doing, "dealer")
                return ACTION_NS

    def resume(self, now_ns: int) -> None:
        """After a restart: the plastic lies where the table last saw it."""
        hand = self.service.table.hand
        if hand is None or hand.ended:
            return
        by_uid = {plastic.uid: plastic for plastic in (*self.dealer.pack, *self.dealer.other_pack)}
        for placed in hand.felt.all_out():
            if placed.tag in by_uid:
                self.dealer.felt[placed.tag] = Put(by_uid[placed.tag], placed.zone, placed.face)
                antenna = self.service.layout.antenna_of(placed.zone)
                if antenna is not None:
                    self.reader.put_tag(placed.tag, antenna, placed.face, Nanoseconds(now_ns))
        self.dealer.stub.leave_only(set(self.dealer.felt))
        self.dealer.stub.shuffle()
        self._loaded = True
        self.tally.hands = 1

    # ---- inside --------------------

    def _unseen(self) -> bool:
        """Whether the card put down last has not been seen by the table yet: no dealer is quicker than the eye."""
        return self._put_at_count is not None and self._put_at_count == self.service.journal.count

    def _choose(self) -> Doing | None:
        """What the table awaits, or a mistake instead of it."""
        hand = self.service.table.hand
        awaited = self.service.table.awaited()
        if hand is None or hand.ended:
            return NewHand()
        if not self._loaded:
            return None
        if self._pending is None and not self._mistakes_in_hand and self._rng.random() < self.mistake_rate:
            possible = [mistake for mistake in MISTAKES if mistake.possible(hand, awaited)]
            if possible:
                mistake = self._rng.choice(possible)
                puts = mistake.make(self.dealer, hand, awaited)
                self._pending = _Pending(mistake, self._now_ns)
                self._mistakes_in_hand += 1
                self.tally.made[mistake.name] += 1
                self._queue += puts[1:]
                return puts[0]
        if isinstance(awaited, AwaitPlain) and awaited.await_ in ("shuffle", "cut"):
            return self._by_hand()
        return self.dealer.follow(awaited, self._last_stop)

    def _by_hand(self) -> Doing | None:
        """A repair's shuffle and cut are done by hand; dealing the next card then shows that they were."""
        self.dealer.stub.shuffle()
        hand = self.service.table.hand
        due = None if hand is None else hand.plan.due_deal()
        if due is None:
            return None
        return self.dealer.put(self.dealer.stub.take(), due.zone, due.face)

    def _put(self, put: Put, now_ns: int) -> None:
        self.tally.cards += 1
        self._put_at_count, self._put_ns = self.service.journal.count, now_ns
        antenna = self.service.layout.antenna_of(put.zone)
        if antenna is None:
            return
        self.reader.put_tag(put.plastic.uid, antenna, put.face, Nanoseconds(now_ns), boxed=put.boxed)

    def _next_hand(self, now_ns: int) -> int:
        """Collects the cards and gives them to the shuffler."""
        if self._loaded or not self.tally.hands:
            self._loaded = False
            for uid in list(self.reader.lying()):
                self.reader.take_tag(uid, Nanoseconds(now_ns))
            self.dealer.collect()
            tags = [plastic.uid for plastic in self.dealer.pack]
            self.shuffler.load(tags, frozenset(tags), Nanoseconds(now_ns), frozenset())
            self.tally.hands += 1
        return LOOK_NS

    def _heard(self, told: Told) -> None:
        if isinstance(told.fact, Hand):
            self._loaded = True
            self._mistakes_in_hand = 0
        self.dealer.hear(told.outcomes)
        for outcome in told.outcomes:
            if isinstance(outcome, Ruling):
                self._ruled(outcome)

    def _ruled(self, ruling: Ruling) -> None:
        self.tally.rulings[ruling.rule] += 1
        if ruling.severity == "stop":
            self._last_stop = ruling.id
        if self._pending is not None and ruling.rule in self._pending.mistake.rules:
            self.tally.caught[self._pending.mistake.name] += 1
            self._pending = None
            self._queue.clear()
        elif ruling.severity == "stop":
            self.tally.false_alarms[ruling.rule] += 1

    def _settle_pending(self) -> None:
        pending = self._pending
        if pending is not None and not self._queue and self._now_ns - pending.since_ns > PATIENCE_NS:
            self.tally.missed[pending.mistake.name] += 1
            self._pending = None


class Simulation:
    """A table in virtual time: real link bytes on memory lines, the real controller, a journal in memory."""

    def __init__(self, config: TableConfig, seed: int, mistake_rate: float) -> None:
        rng = Random(seed)
        self.world = World(Random(seed + 1))
        _, _, self.decks = enrolled_packs()
        self.service = TableService(config, Journal(None), self.decks, load_layout(), lambda: self.world.now_ns)
        self.reader, self.shuffler = VirtualReader(), VirtualShuffler()
        reader_driver, shuffler_driver = ReaderDriver(), ShufflerDriver()
        self.service.attach(reader_driver, shuffler_driver)
        self._lines = [
            MemoryLine(reader_driver, self.reader, 115200, lambda event: self.service.on_event("reader", event)),
            MemoryLine(shuffler_driver, self.shuffler, 115200, lambda event: self.service.on_event("shuffler", event)),
        ]
        for line in self._lines:
            self.world.join(line)
        self.table = SimulatedTable(self.service, self.reader, self.shuffler, rng, mistake_rate)
        self.log: list[bytes] = []
        self._digest = hashlib.sha256()
        self._results = 0
        self._quiet_since_ns = 0
        self.service.subscribe(self._told)

    @property
    def hands_done(self) -> int:
        """Hands that have ended."""
        return self._results

    def hash(self) -> str:
        """Over every fact and outcome of the run."""
        return self._digest.hexdigest()

    def run_hand(self) -> None:
        """Runs until one more hand has ended. Raises StuckError where the table waits for something nobody does."""
        target = self._results + 1
        self._quiet_since_ns = self.world.now_ns
        while self._results < target:
            pause_ns = self.table.step(self.world.now_ns)
            for line in self._lines:
                self.world.pump(line)
            self.world.run_until(self.world.now_ns + pause_ns)
            if self.world.now_ns - self._quiet_since_ns > GIVE_UP_NS:
                raise StuckError(self.service.table.awaited())

    def _told(self, told: Told) -> None:
        self._quiet_since_ns = self.world.now_ns
        for item in (told.fact, *told.outcomes):
            self._digest.update(encode(item) + b"\n")
        self._results += sum(isinstance(outcome, Result) for outcome in told.outcomes)


class StuckError(Exception):
    """The simulated table waits for something that nobody does: a bug of the dealer or of the rules."""

    def __init__(self, awaited: Outcome) -> None:
        super().__init__(f"nobody does what is awaited: {encode(awaited).decode()}")
