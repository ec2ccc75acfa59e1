"""A whole table of virtual devices: a dealer and players who do what the table awaits, and sometimes a mistake.

`SimulatedTable` does one thing at a time and returns how long it takes, so the same table runs in virtual time (below)
and at human pace (`simulator.live`).
"""

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Protocol

from burncard.controller.config import TableConfig
from burncard.controller.decks.decks import Decks
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.journal.history import TableUpdate
from burncard.controller.journal.journal import Journal
from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.firmware_bridge.shuffler import ShufflerDriver
from burncard.hardware.layout import load_layout
from burncard.rules.cards import JOKER, Face
from burncard.rules.facts import Hand, Press
from burncard.rules.games import GAMES
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import AwaitPlain, Next, Outcome, Result, Ruling
from burncard.simulator.dealer import Dealer, Doing, NewHand, NotThereError, Put
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.expected_rulings import ORDINARY_RULES
from burncard.simulator.fault_plan import NO_FAULTS, FaultPlan
from burncard.simulator.memory_link import MemoryLine, World
from burncard.simulator.mistakes import COPY_PREFIX, JOKER_UID, MISTAKES, Mistake
from burncard.simulator.pack import PhysicalCard, make_pack
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.plan import TablePlan

CARD_NS = 450 * MS  # to deal a card
ACTION_NS = 1200 * MS  # for a player's action
LOOK_NS = 300 * MS  # between two looks at a table that waits for something else
PATIENCE_NS = 2 * SECOND  # until a mistake without a ruling counts as missed
SEEN_WITHIN_NS = 30 * SECOND  # that the dealer waits for a card to be read
GIVE_UP_NS = 120 * SECOND  # without an outcome, until the table is stuck
MACHINE_CARDS_MIN = 12  # fewer cards are shuffled by hand


class Field(Protocol):
    """Where cards are put: a virtual reader, or a radio in front of one."""

    def put_tag(self, uid: str, antenna: int, face: Face, now_ns: Nanoseconds, *, boxed: bool = False) -> None: ...

    def take_tag(self, uid: str, now_ns: Nanoseconds) -> None: ...

    def lying(self) -> dict[str, tuple[int, Face]]: ...


@dataclass(slots=True)
class Tally:
    """What was done, and how the table ruled on it."""

    hands: int = 0
    cards: int = 0
    made: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    false_alarms: Counter[str] = field(default_factory=Counter)
    rulings: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class _Pending:
    """A mistake in progress or just made. `rest`: its remaining moves. `noted`: whether it was ruled on."""

    mistake: Mistake
    rest: Iterator[Doing] | None
    since_ns: int
    noted: bool = False


def enrolled_packs(*, joker: bool = False) -> tuple[list[PhysicalCard], list[PhysicalCard], Decks]:
    """The red and the blue pack of the simulated table, and the decks that they are enrolled as."""
    red = make_pack("red", joker=joker, first_serial=1)
    blue = make_pack("blue", joker=joker, first_serial=0x100)
    decks = Decks()
    for back, pack in (("red", red), ("blue", blue)):
        decks.enrol(back, {physical.uid: physical.card for physical in pack})
    # Copies of the red cards, so that a second A♠ can be dealt, and a stray joker. A cheat would have them enrolled.
    decks.add_copies("red", {COPY_PREFIX + physical.uid[6:]: physical.card for physical in red} | {JOKER_UID: JOKER})
    return red, blue, decks


class SimulatedTable:
    """The dealer and the players at the table."""

    def __init__(
        self, service: TableService, reader: Field, shuffler: VirtualShuffler, rng: Random, mistake_rate: float
    ) -> None:
        self.service = service
        self.reader = reader
        self.shuffler = shuffler
        self.tally = Tally()
        self.mistake_rate = mistake_rate
        game = GAMES[service.record.config.game]
        red, blue, _ = enrolled_packs(joker=service.record.config.joker)
        self.dealer = Dealer(red, rng, other_pack=blue, needs_openers=game.needs_openers)
        self._rng = rng
        self._pending: _Pending | None = None
        self._last_stop: str | None = None
        self._loaded = False
        self._in_machine = False
        self._mistake_in_hand = False
        self._now_ns = 0
        self._put_at_count: int | None = None
        self._put_ns = 0
        service.record.subscribe(self._heard)

    def step(self, now_ns: int) -> int:
        """Does the next thing. Returns the time until the one after it, in ns."""
        self._now_ns = now_ns
        stopped = self.service.record.in_hand and self.service.record.faults.stops_play
        if stopped or (self._unseen() and now_ns - self._put_ns < SEEN_WITHIN_NS):
            return LOOK_NS // 6
        doing = self._choose()
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

    def settle_mistake(self) -> None:
        """Counts the last mistake as caught or missed."""
        pending, self._pending = self._pending, None
        if pending is not None:
            (self.tally.caught if pending.noted else self.tally.missed)[pending.mistake.name] += 1

    def resume(self, now_ns: int) -> None:
        """After a restart: the cards lie where the table last saw them."""
        hand = self.service.record.table.hand
        if hand is None or hand.ended:
            return
        by_uid = {physical.uid: physical for physical in (*self.dealer.pack, *self.dealer.other_pack)}
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
        """Whether the table has not yet read the last card put down; the dealer waits for it."""
        return self._put_at_count is not None and self._put_at_count == self.service.record.journal.count

    def _choose(self) -> Doing | None:
        """What the table awaits, or a mistake instead of it."""
        wrong = self._go_on_wrongly()
        if wrong is not None:
            return wrong
        hand = self.service.record.table.hand
        awaited = self.service.record.table.awaited()
        if hand is None or hand.ended:
            return self._acknowledge() or NewHand()
        if not self._loaded:
            return None
        if self._pending is None and not self._mistake_in_hand and self._rng.random() < self.mistake_rate:
            possible = [mistake for mistake in MISTAKES if mistake.possible(hand, awaited)]
            if possible:
                return self._err(self._rng.choice(possible), hand, awaited)
        if isinstance(awaited, AwaitPlain) and awaited.await_ in ("shuffle", "cut"):
            return self._shuffle_stub()
        if self._in_machine:
            self._in_machine = False
            self.dealer.stub.arrange(self.shuffler.take_pack())
        try:
            return self.dealer.follow(awaited, self._last_stop)
        except NotThereError:
            return None  # a wrong entry was made at the table, and must be corrected there

    def _acknowledge(self) -> Press | None:
        """A stop that nobody has acknowledged keeps the next hand from being dealt."""
        unanswered = self.service.record.alerts
        return Press(press="ack", ruling=unanswered[0].id, by="dealer") if unanswered else None

    def _err(self, mistake: Mistake, hand: HandInPlay, awaited: Next) -> Doing | None:
        self._pending = _Pending(mistake, mistake.make(self.dealer, hand, awaited), self._now_ns)
        self._mistake_in_hand = True
        self.tally.made[mistake.name] += 1
        return self._go_on_wrongly()

    def _go_on_wrongly(self) -> Doing | None:
        """The next move of the current mistake; after the last one, counts whether it was ruled on."""
        pending = self._pending
        if pending is None:
            return None
        doing = None if pending.rest is None else next(pending.rest, None)
        if doing is not None:
            pending.since_ns = self._now_ns
            return doing
        pending.rest = None
        if pending.noted or self._now_ns - pending.since_ns > PATIENCE_NS:
            self.settle_mistake()
        return None

    def _shuffle_stub(self) -> Doing | None:
        """A repair's shuffle and cut: by hand (the next card dealt implies it), or in the machine.

        A machine cannot cut a few cards as the rules require, so those are shuffled by hand.
        """
        hand = self.service.record.table.hand
        due = None if hand is None else hand.plan.due_deal()
        if self._in_machine:
            return None
        by_hand = len(self.dealer.stub) < MACHINE_CARDS_MIN
        if due is not None and (by_hand or self._rng.random() < 0.5):
            self.dealer.stub.shuffle()
            return self.dealer.put(self.dealer.stub.take(), due.zone, due.face)
        if by_hand:
            return self.dealer.follow(self.service.record.table.awaited())
        if self.service.record.alerts:
            return Press(press="ack", ruling=self.service.record.alerts[0].id, by="dealer")
        self._in_machine = True
        self._load(self._now_ns)
        return None

    def _put(self, put: Put, now_ns: int) -> None:
        self.tally.cards += 1
        antenna = self.service.layout.antenna_of(put.zone)
        if antenna is None:
            return
        changes = self.reader.lying().get(put.physical.uid) != (antenna, put.face)
        self._put_at_count, self._put_ns = self.service.record.journal.count if changes else None, now_ns
        self.reader.put_tag(put.physical.uid, antenna, put.face, Nanoseconds(now_ns), boxed=put.boxed)

    def _next_hand(self, now_ns: int) -> int:
        """Collects the cards and loads them into the shuffler; again, if it finds the pack wrong."""
        if self._loaded or not self.tally.hands:
            self._loaded = False
            for uid in list(self.reader.lying()):
                self.reader.take_tag(uid, Nanoseconds(now_ns))
            self.dealer.collect()
            self.tally.hands += 1
            self._load(now_ns)
        elif self.service.record.faults.is_open("deck-wrong") and self.shuffler.state == "ready":
            self._load(now_ns)
        return LOOK_NS

    def _load(self, now_ns: int) -> None:
        stub = self.dealer.stub.uids()
        self.shuffler.load(stub, frozenset(stub), Nanoseconds(now_ns))

    def _heard(self, told: TableUpdate) -> None:
        if isinstance(told.fact, Hand):
            self._loaded = True
            self._mistake_in_hand = False
            self.dealer.stub.arrange(self.shuffler.take_pack())
        self.dealer.hear(told.outcomes)
        for outcome in told.outcomes:
            if isinstance(outcome, Ruling):
                self._ruled(outcome)

    def _ruled(self, ruling: Ruling) -> None:
        self.tally.rulings[ruling.rule] += 1
        pending, stop = self._pending, ruling.severity == "stop"
        if stop:
            self._last_stop = ruling.id
        if pending is not None and ruling.rule in pending.mistake.rules:
            pending.noted = True
            if stop:  # a stop ends the mistake; a note does not
                self.settle_mistake()
        elif stop and not self._is_ordinary(ruling):
            self.tally.false_alarms[ruling.rule] += 1

    def _is_ordinary(self, ruling: Ruling) -> bool:
        """Whether a stop is not a false alarm: it needs no mistake, or the repair of one ran out of cards."""
        return ruling.rule in ORDINARY_RULES or (self._mistake_in_hand and ruling.decision in ("floor", "void"))


class Simulation:
    """A table in virtual time: real link bytes on memory lines, the real controller, a journal in memory."""

    def __init__(self, config: TableConfig, seed: int, mistake_rate: float, faults: FaultPlan = NO_FAULTS) -> None:
        self.world = World(Random(f"{seed}/line"))
        _, _, self.decks = enrolled_packs(joker=config.joker)
        self.service = TableService(config, Journal(None), self.decks, load_layout(), lambda: self.world.now_ns)
        self.air = Air(TablePlan(self.service.layout.zones), faults.radio, Random(f"{seed}/radio"))
        self.reader = VirtualReader(air=self.air)
        self.shuffler = VirtualShuffler(rng=Random(f"{seed}/shuffler"))
        reader_driver, shuffler_driver = ReaderDriver(), ShufflerDriver()
        self.service.attach(reader_driver, shuffler_driver)
        self._lines = [
            MemoryLine(reader_driver, self.reader, 115200, lambda event: self.service.on_event("reader", event)),
            MemoryLine(shuffler_driver, self.shuffler, 115200, lambda event: self.service.on_event("shuffler", event)),
        ]
        for line in self._lines:
            line.trouble = faults.trouble
            self.world.join(line)
        self.table = SimulatedTable(self.service, self.reader, self.shuffler, Random(f"{seed}/hands"), mistake_rate)
        self._faults = faults
        self._fault_rng = Random(f"{seed}/faults")
        self._digest = hashlib.sha256()
        self._results = 0
        self._quiet_since_ns = 0
        self.service.record.subscribe(self._told)

    @property
    def hands_done(self) -> int:
        """Number of hands that have ended."""
        return self._results

    def hash(self) -> str:
        """SHA-256 of every fact and outcome of the run, in hex."""
        return self._digest.hexdigest()

    def run_hand(self) -> None:
        """Runs until one more hand has ended. Raises StuckError if nothing happens any more."""
        target = self._results + 1
        self._quiet_since_ns = self.world.now_ns
        while self._results < target:
            self._have_faults()
            pause_ns = self.table.step(self.world.now_ns)
            for line in self._lines:
                self.world.pump(line)
            self._pass_time(pause_ns)
            if self.world.now_ns - self._quiet_since_ns > GIVE_UP_NS:
                raise StuckError(self.service.record.table.awaited())
        self.table.settle_mistake()

    def heal(self) -> None:
        """Ends the faults: lines are good and plugged in, and the floor clears what is still open."""
        self._faults = NO_FAULTS
        for line in self._lines:
            line.trouble = NO_FAULTS.trouble
            if not line.plugged:
                self.world.plug(line)
        self._pass_time(GIVE_UP_NS)
        for fault in self.service.record.faults.open:
            if "floor" in fault.kind.cleared_by:
                self.service.clear_fault(fault.code, "Bea", "floor", "the line is good again")

    def _have_faults(self) -> None:
        """Sometimes unplugs a line for a while."""
        line = self._fault_rng.choice(self._lines)
        if line.plugged and self._fault_rng.random() < self._faults.unplug_chance:
            self.world.unplug(line)
            self.world.at(self.world.now_ns + self._faults.unplugged_ns, partial(self._plug, line))

    def _plug(self, line: MemoryLine) -> None:
        if not line.plugged:
            self.world.plug(line)

    def _pass_time(self, pause_ns: int) -> None:
        """Lets time pass, and wakes the service when it is due."""
        until_ns = self.world.now_ns + pause_ns
        while (due_ns := self.service.next_due_ns()) is not None and due_ns <= until_ns:
            self.world.run_until(due_ns)
            self.service.tick()
        self.world.run_until(until_ns)

    def _told(self, told: TableUpdate) -> None:
        self._quiet_since_ns = self.world.now_ns
        for item in (told.fact, *told.outcomes):
            self._digest.update(encode(item) + b"\n")
        self._results += sum(isinstance(outcome, Result) for outcome in told.outcomes)


class StuckError(Exception):
    """The simulated table waits for something that never happens: a bug in the dealer or the rules."""

    def __init__(self, awaited: Outcome) -> None:
        super().__init__(f"this never happens: {encode(awaited).decode()}")
