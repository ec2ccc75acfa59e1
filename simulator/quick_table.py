"""A table whose dealer's cards are facts at once: no devices, no radio, no lines, and everything above them real.

For whatever needs many tables, or a long record soon: the floor's demonstration, its load and its faults. The seal, the
journal on disk, the rules and the signed heads are those of a live table.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

from burncard.controller.config import TableConfig
from burncard.controller.journal.journal import Journal
from burncard.controller.journal.seal import Seal
from burncard.controller.journal.signing import Signing
from burncard.controller.service import TableService
from burncard.firmware_bridge.events import LinkChanged, ShufflerReport
from burncard.hardware.layout import load_layout
from burncard.rules.facts import Press
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitPlain
from burncard.simulator.dealer import Dealer, Doing, NewHand, NotThereError, Put, fact_of
from burncard.simulator.mistakes import MISTAKES
from burncard.simulator.packs import enrolled_packs

PACK_REPORTS: Final = ("deck-in", "shuffled", "verified", "cut", "delivered")
FLOOR_WAITS: Final = 20
"""How many steps the dealer waits for the floor before it decides by itself."""


class QuickTable:
    """One sealed table in a folder. `mistakes`: the chance, before each step, of one. `floor_waits`: in steps."""

    def __init__(
        self,
        folder: Path,
        config: TableConfig,
        clock_ns: Callable[[], int],
        seed: int,
        *,
        mistakes: float = 0.0,
        floor_waits: int = FLOOR_WAITS,
        seal: Path | None = None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        kept = seal or folder.with_suffix(".seal")
        self.seal = Seal.load(kept) if kept.exists() else Seal.make(kept)
        self.journal = Journal(folder / "journal.db", self.seal)
        red, blue, decks = enrolled_packs(joker=config.joker)
        self.service = TableService(config, self.journal, decks, load_layout(), clock_ns)
        self.service.record.signing = Signing(self.journal, None, simulated=True)
        self._rng = Random(seed)
        self._dealer = Dealer(red, Random(f"{seed}/cards"), blue, needs_openers=GAMES[config.game].needs_openers)
        self._cards = len(decks.tags_of("red"))
        self._mistakes = mistakes
        self._moves: Iterator[Doing] = iter(())
        self._floor_waits = floor_waits
        self._waited = 0
        for device in ("reader", "shuffler"):
            self.service.on_event(device, LinkChanged("ready"))
        self._name = f"dealer: {('Ann', 'Bob', 'Cleo', 'Dov', 'Eve', 'Finn')[seed % 6]}"
        if self.service.record.in_hand:
            self._void("the table was started again")

    def close(self) -> None:
        """Closes the journal."""
        self.journal.close()

    def play_hand(self) -> None:
        """Plays until one more hand has ended."""
        hands = self.service.record.ledger.hands
        while self.service.record.ledger.hands == hands or self.service.record.in_hand:
            self.step()

    def step(self) -> None:
        """The dealer, or a player, does one thing."""
        record = self.service.record
        if not record.in_hand:
            self._load()
            return
        awaited = record.table.awaited()
        doing = next(self._moves, None) or self._err()
        try:
            if doing is None:
                if isinstance(awaited, AwaitPlain) and awaited.await_ == "floor" and self._waited < self._floor_waits:
                    self._waited += 1
                    return
                self._waited = 0
                stops = [stop.ruling.id for stop in record.ledger.stops.given.values() if stop.held]
                doing = self._dealer.follow(awaited, stops[-1] if stops else None)
        except NotThereError:
            self._void("the cards lie otherwise")
            return
        self._do(doing)

    # ---- inside --------------------

    def _do(self, doing: Doing) -> None:
        if isinstance(doing, NewHand):
            return
        if isinstance(doing, Put):
            self._dealer.hear(self.service.record.take(fact_of(doing, tags=True), "reader"))
            return
        by_floor = isinstance(doing, Press) and doing.by == "floor"
        operator = "floor: Simulated" if by_floor else self._name
        self._dealer.hear(self.service.submit(doing, operator, "floor" if by_floor else "dealer"))

    def _err(self) -> Doing | None:
        """Now and then the first move of a mistake."""
        hand = self.service.record.table.hand
        if hand is None or self._rng.random() >= self._mistakes:
            return None
        awaited = self.service.record.table.awaited()
        possible = [mistake for mistake in MISTAKES if mistake.possible(hand, awaited)]
        if not possible:
            return None
        self._moves = self._rng.choice(possible).make(self._dealer, hand, awaited)
        with suppress(NotThereError):
            return next(self._moves, None)
        return None

    def _load(self) -> None:
        """All cards go in, and a shuffled pack comes out: the next hand begins."""
        self._moves = iter(())
        self._dealer.collect()
        for ruling in self.service.record.alerts:
            self.service.submit(Press(press="ack", ruling=ruling.id, by="dealer"), self._name, "dealer")
        for event in PACK_REPORTS:
            self.service.on_event("shuffler", ShufflerReport(event, count=self._cards))

    def _void(self, reason: str) -> None:
        self.service.submit(Press(press="void-hand", by="floor", reason=reason), "floor: Simulated", "floor")
        self._moves = iter(())
