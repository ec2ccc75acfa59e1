"""A table service with its journal on disk and a dealer whose cards are heard by scans, without any line."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from burncard.controller.config import TableConfig
from burncard.controller.decks.decks import Decks
from burncard.controller.journal.journal import Journal
from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import Choose, Nanoseconds
from burncard.firmware_bridge.events import Face, LinkChanged, Scan, ShufflerReport, TagHeard
from burncard.hardware.layout import load_layout
from burncard.rules.cards import Card, Seat
from burncard.rules.facts import Action, Fact, Press
from burncard.rules.outcomes import AwaitAction
from burncard.simulator.dealer import Dealer, NewHand, Put
from burncard.simulator.pack import PhysicalCard, make_pack

LAYOUT = load_layout()
SCAN_NS = 15_000_000
LOOK_SCANS = 160
"""Scans in which any card is seen, also one that is held back for another."""


class CommandedReader:
    """Writes down what the reader is told."""

    def __init__(self) -> None:
        self.choose: Choose | None = None

    def scan_next(self, choose: Choose | None) -> None:
        self.choose = choose


class CommandedShuffler:
    """Writes down what the shuffler is told."""

    def __init__(self) -> None:
        self.commands: list[str] = []

    def go_to(self, state: str) -> None:
        self.commands.append(state)


class Rig:
    """One table in a folder. `cards`: which card each tag is; the journal never learns it."""

    def __init__(
        self, folder: Path, *, seed: int = 1, cards: dict[str, Card] | None = None, config: TableConfig
    ) -> None:
        self.folder = folder
        self.config = config
        self.now_ns = 1_000_000_000
        self.red = make_pack("red", joker=False, first_serial=1)
        self.blue = make_pack("blue", joker=False, first_serial=0x100)
        self.cards = cards or {physical.uid: physical.card for physical in self.red}
        self.dealer = Dealer([PhysicalCard(p.uid, self.cards[p.uid], "red") for p in self.red], Random(seed))
        self.lying: dict[str, tuple[int, TagHeard]] = {}
        self.last_stop: str | None = None
        self.open()

    @property
    def red_tags(self) -> frozenset[str]:
        return frozenset(physical.uid for physical in self.red)

    def open(self) -> None:
        """Opens the table, as after a power cut if it was open before."""
        decks = Decks()
        decks.enrol("red", self.cards)
        decks.enrol("blue", {physical.uid: physical.card for physical in self.blue})
        self.decks = decks
        self.journal = Journal(self.folder / "journal.db")
        self.service = TableService(self.config, self.journal, decks, LAYOUT, self.clock_ns)
        self.reader, self.shuffler = CommandedReader(), CommandedShuffler()
        self.service.attach(self.reader, self.shuffler)  # type: ignore[arg-type]

    def reopen(self) -> None:
        """The process dies, and is started again."""
        self.journal.close()
        self.open()

    def clock_ns(self) -> int:
        self.now_ns += 1_000_000
        return self.now_ns

    # ---- devices --------------------

    def lay(
        self,
        uid: str,
        zone: str,
        face: Face = "down",
        *,
        rssi_dbm: int | None = -45,
        boxed: bool = False,
        copy: bool = False,
    ) -> None:
        """A card comes to lie somewhere; no scan has heard it yet. `copy`: one with another's tag."""
        antenna = LAYOUT.antenna_of(zone)
        assert antenna is not None
        self.lying[uid + "'" * copy] = (antenna, TagHeard(uid, rssi_dbm, face, boxed))

    def gone(self, uid: str) -> None:
        """A card is taken off the table."""
        self.lying.pop(uid, None)

    def scan(self, antenna: int | None = None) -> None:
        """One scan: of the antenna that the table chooses, if none is named."""
        assert self.reader.choose is not None
        began_ns = self.clock_ns()
        chosen = self.reader.choose(Nanoseconds(began_ns)) if antenna is None else antenna
        assert chosen is not None
        self.now_ns += SCAN_NS
        tags = tuple(tag for at, tag in self.lying.values() if at == chosen)
        self.service.on_event("reader", Scan(chosen, began_ns, self.now_ns, tags, True))

    def look(self, scans: int = LOOK_SCANS) -> None:
        """The reader scans for a while, until there is nothing that it may still tell."""
        for _ in range(scans):
            self.scan()

    def put(self, uid: str, zone: str, face: Face = "down", *, boxed: bool = False) -> None:
        """A card comes to lie somewhere, and is seen."""
        self.lay(uid, zone, face, boxed=boxed)
        count = self.journal.count
        for _ in range(LOOK_SCANS):
            self.scan()
            if self.journal.count > count and self.service.watch.perception.quiet:
                break

    def report(self, event: str, **fields: object) -> None:
        self.service.on_event("shuffler", ShufflerReport(event, **fields))  # type: ignore[arg-type]

    def link(self, device: str, state: str) -> None:
        self.service.on_event(device, LinkChanged(state))  # type: ignore[arg-type]

    # ---- hands --------------------

    def load(self, *, count: int = 52, **verified: object) -> None:
        """Every card goes into the shuffler, which shuffles, verifies, cuts and delivers."""
        self.lying.clear()
        self.dealer.collect()
        for stop in self.service.record.alerts:
            self.service.submit(Press(press="ack", ruling=stop.id, by="dealer"), "dealer")
        self.report("deck-in", count=count)
        self.report("shuffled", count=count, riffles=4)
        self.report("verified", count=count, **verified)
        self.report("cut", parts=(26, 26))
        self.report("delivered", count=count)

    def step(self) -> Fact | None:
        """The dealer or a player does what the table awaits; a fact entered by hand is answered."""
        doing = self.dealer.follow(self.service.record.table.awaited(), self.last_stop)
        if isinstance(doing, Put):
            self.put(doing.physical.uid, doing.zone, doing.face, boxed=doing.boxed)
            return None
        if isinstance(doing, NewHand):
            self.load()
            return None
        self.service.submit(doing, "dealer")
        return doing

    def play_hand(self) -> None:
        """Plays until the hand in play has ended (begins one if there is none)."""
        if not self.service.record.in_hand:
            self.step()
        while self.service.record.in_hand:
            self.step()

    def deal(self, count: int) -> None:
        """Begins a hand, and deals until so many cards have left the pack."""
        self.step()
        while (hand := self.service.record.table.hand) is None or hand.felt.out_count < count:
            self.step()

    def deal_until_action(self) -> AwaitAction:
        """Deals until a player is to act."""
        if not self.service.record.in_hand:
            self.step()
        while not isinstance(awaited := self.service.record.table.awaited(), AwaitAction):
            self.step()
        return awaited

    def act(self, action: str) -> None:
        awaited = self.service.record.table.awaited()
        assert isinstance(awaited, AwaitAction)
        self.service.submit(Action(seat=Seat(awaited.seat), action=action), "dealer")  # type: ignore[arg-type]


OpenRig = Callable[..., Rig]


@pytest.fixture
def open_rig(tmp_path: Path) -> Iterator[OpenRig]:
    """Makes rigs, each in a folder of its own, and closes them."""
    made: list[Rig] = []

    def make(*, seed: int = 1, cards: dict[str, Card] | None = None, config: TableConfig | None = None) -> Rig:
        folder = tmp_path / f"table-{len(made) + 1}"
        folder.mkdir()
        made.append(Rig(folder, seed=seed, cards=cards, config=config or TableConfig()))
        return made[-1]

    yield make
    for rig in made:
        rig.journal.close()


@pytest.fixture
def rig(open_rig: OpenRig) -> Rig:
    """One rig."""
    return open_rig()
