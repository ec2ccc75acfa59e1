"""A whole table on a reader as it comes from the factory: a deck is enrolled, and hands are dealt on it by hand."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Protocol

from burncard.controller.config import TableConfig
from burncard.controller.decks.decks import Decks
from burncard.controller.journal.history import TableUpdate
from burncard.controller.journal.journal import Journal
from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import MS, SECOND, Reader
from burncard.firmware_bridge.reader_group import ReaderGroup
from burncard.firmware_bridge.shuffler import ShufflerDriver
from burncard.hardware.layout import Layout
from burncard.rules.cards import PACK, Chips, Seat
from burncard.rules.facts import Action
from burncard.rules.outcomes import AwaitAction, AwaitCard, AwaitPlain, Outcome, Result
from burncard.simulator.devices.virtual_device import TagHolder, VirtualDevice
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.memory_link import MemoryLine, World

ZONES = ("seat:1", "seat:2", "board", "burn", "muck", "aside", "stub", "seat:3")
"""By antenna, from 1: a table with fewer antennas has the first of them."""
TAGS = {card: f"E00401{number * 7 + 1:010X}" for number, card in enumerate(PACK)}
TWO_SEATS = tuple((Seat(number), Chips(500)) for number in (1, 2))


class FactoryReader(TagHolder, VirtualDevice, Protocol):
    """What the table needs of a reader: a device on a line, with antennas where tags are laid."""


class FactoryTable:
    """One table in virtual time. `delays_ns`: how long each card lay until it was a fact.

    `further`: readers besides the first, each with its driver and its speed, for a `layout` that has them.
    """

    def __init__(
        self,
        reader: FactoryReader,
        driver: Reader,
        baud: int,
        antennas: int,
        layout: Layout | None = None,
        further: Sequence[tuple[FactoryReader, Reader, int]] = (),
    ) -> None:
        self.world = World(Random(3))
        self.reader = reader
        self.shuffler = VirtualShuffler(rng=Random(4))
        self.decks = Decks()
        layout = layout or Layout("small", dict(enumerate(ZONES[:antennas], start=1)))
        config = TableConfig(seats=TWO_SEATS, simulated=False)
        self.service = TableService(config, Journal(None), self.decks, layout, lambda: self.world.now_ns)
        shuffler_driver = ShufflerDriver()
        whole = [(reader, driver, baud), *further]
        group = ReaderGroup(layout, [each[1] for each in whole], lambda event: self.service.on_event("reader", event))
        self.service.attach(group, shuffler_driver)
        self.readers = [each[0] for each in whole]
        self.reader_lines = [
            MemoryLine(each[1], each[0], each[2], partial(group.take, number)) for number, each in enumerate(whole)
        ]
        self.reader_line = self.reader_lines[0]
        self._lines = [
            *self.reader_lines,
            MemoryLine(shuffler_driver, self.shuffler, 115200, lambda event: self.service.on_event("shuffler", event)),
        ]
        for line in self._lines:
            self.world.join(line)
        self.told: list[Outcome] = []
        self.delays_ns: list[int] = []
        self.service.record.subscribe(self._heard)

    # ---- time --------------------

    def wait(self, seconds: float) -> None:
        """Lets time pass."""
        until_ns = self.world.now_ns + int(seconds * SECOND)
        while self.world.now_ns < until_ns:
            self._pass_time(min(20 * MS, until_ns - self.world.now_ns))

    def until(self, holds: Callable[[], bool], seconds: float = 60.0) -> None:
        """Lets time pass until something holds."""
        end_ns = self.world.now_ns + int(seconds * SECOND)
        while not holds():
            assert self.world.now_ns < end_ns, (self.service.record.table.awaited(), self.service.record.faults.open)
            self._pass_time(5 * MS)

    # ---- people --------------------

    def enrol(self) -> None:
        """A technician lays each card of the deck on the first antenna."""
        self.service.set_mode("maintenance", "Tim")
        enrolment = self.service.maintenance.begin_enrolment("red", "Tim")
        for number, uid in enumerate(TAGS.values()):
            self.lay(uid, 1)
            self.until(lambda: enrolment.count > number)  # noqa: B023
            self.take(uid)
            self.wait(0.1)
        self.service.maintenance.end_enrolment("Tim", keep=True)
        self.service.set_mode("open", "Tim")

    def load(self) -> tuple[str, ...]:
        """The pack goes through the shuffler; its order when the hand has begun."""
        for uid in TAGS.values():
            self.take(uid)
        self.wait(8)
        self.shuffler.load(list(TAGS.values()), frozenset(TAGS.values()), self.world.now_ns)
        self.until(lambda: self.service.record.in_hand, 300)
        return self.shuffler.take_pack()

    def deal_hand(self, after_card: Callable[[int], None] = lambda count: None) -> list[Outcome]:
        """Deals a hand; a player folds on the flop, or before it where the table has no board. What was told."""
        pack = iter(self.load())
        dealt = 0
        while self.service.record.in_hand:
            awaited = self.service.record.table.awaited()
            match awaited:
                case AwaitCard():
                    antenna = self.service.layout.antenna_of(awaited.zone)
                    assert antenna is not None, awaited
                    count = self.service.record.journal.count
                    self.lay(next(pack), antenna)
                    laid_ns = self.world.now_ns
                    self.until(lambda: self.service.record.journal.count > count)  # noqa: B023
                    self.delays_ns.append(self.world.now_ns - laid_ns)
                    dealt += 1
                    after_card(dealt)
                    self.wait(0.3)
                case AwaitAction():
                    self._act(awaited)
                case AwaitPlain() if awaited.await_ in ("collect", "muck"):
                    break
                case _:
                    raise AssertionError(awaited)
        return self.told

    def lay(self, uid: str, antenna: int) -> None:
        """Lays a card over an antenna: the last one, where several count as this one."""
        site = self.service.layout.sites_of(antenna)[-1]
        self.take(uid)
        self.readers[site.reader].put_tag(uid, site.antenna, "unknown", self.world.now_ns)

    def take(self, uid: str) -> None:
        """Takes a card away."""
        for reader in self.readers:
            reader.take_tag(uid, self.world.now_ns)

    # ---- inside --------------------

    def _act(self, awaited: AwaitAction) -> None:
        has_board = self.service.layout.antenna_of("board") is not None
        hand = self.service.record.table.hand
        preflop = hand is not None and hand.street.name == "preflop"
        stays = "call" if awaited.to_call else "check"
        action = stays if preflop and has_board else "fold"
        self.service.submit(Action(seat=Seat(awaited.seat), action=action), "dealer")  # type: ignore[arg-type]
        self.wait(2.5)

    def _pass_time(self, pause_ns: int) -> None:
        until_ns = self.world.now_ns + pause_ns
        while (due_ns := self.service.next_due_ns()) is not None and due_ns <= until_ns:
            self.world.run_until(max(due_ns, self.world.now_ns))
            self.service.tick()
            self._pump()
            if due_ns <= self.world.now_ns:
                break
        self.world.run_until(until_ns)
        self._pump()

    def _pump(self) -> None:
        for line in self._lines:
            self.world.pump(line)

    def _heard(self, update: TableUpdate) -> None:
        self.told += update.outcomes


def results(told: list[Outcome]) -> list[Result]:
    """The hands that have been paid out."""
    return [outcome for outcome in told if isinstance(outcome, Result)]
