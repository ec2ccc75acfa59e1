"""The pack for the next hand: it is loaded, shuffled, then verified, then cut before a card is dealt from it."""

from typing import Final

import msgspec

from burncard.controller.decks.decks import Decks
from burncard.controller.machine import TableState
from burncard.firmware_bridge.events import ShufflerReport
from burncard.rules.cards import UNREAD
from burncard.rules.facts import Shuffler

ORDER: Final = ("shuffled", "verified", "cut")
"""What must be done with a pack before it is delivered, in this order. A step done again undoes the later ones."""
UNDOES: Final = frozenset({"deck-out", "door-open", "jam", "fault", "sorted", "cancelled"})


class DeckCheck(msgspec.Struct, frozen=True):
    """The journaled record of one check of a deck: the device, the deck, the result. Tag ids are sorted."""

    device: str
    serial_number: str
    back: str
    passed: bool
    reason: str
    count: int
    missing: tuple[str, ...]
    duplicate: tuple[str, ...]
    boxed: tuple[str, ...]
    foreign: int
    unread: int


class NextPack:
    """One pack on its way through the shuffler, dealt once. `trouble`: why it cannot be dealt; empty if it can."""

    def __init__(self, back: str) -> None:
        self.back = back
        self.loaded = False
        self.delivered = False
        self.trouble = ""
        self._done: dict[str, Shuffler] = {}

    @property
    def ready(self) -> bool:
        """Whether it may be dealt: shuffled, then verified, then cut since it was loaded, and then delivered."""
        return self.loaded and self.delivered and not self.trouble and tuple(self._done) == ORDER

    @property
    def facts(self) -> list[Shuffler]:
        """What was done with it, as facts, in that order."""
        return list(self._done.values())

    @property
    def state(self) -> TableState:
        """The state of a table that waits for this pack."""
        if not self.loaded:
            return TableState.COLLECTING
        if "shuffled" not in self._done:
            return TableState.SHUFFLING
        return TableState.DECK_CHECK if self.trouble or "verified" not in self._done else TableState.CUT

    def load(self) -> None:
        """It has been loaded into the shuffler, which undoes whatever was done before."""
        self.loaded, self.delivered, self.trouble = True, False, ""
        self._done.clear()

    def take(self, report: ShufflerReport, decks: Decks) -> None:
        """Takes a report of what the shuffler did with it."""
        if report.event in UNDOES:
            self.loaded = self.loaded and report.event != "deck-out"
            self.delivered = False
            self._done.clear()
        elif report.event == "delivered":
            self.delivered = tuple(self._done) == ORDER
        elif report.event in ORDER:
            self._take_step(report, decks)

    def _take_step(self, report: ShufflerReport, decks: Decks) -> None:
        """One of the steps: it counts only after those before it, and those after it have to be done again."""
        if report.event == "verified":
            self.trouble = trouble(report, len(decks.tags_of(self.back)))
        at = ORDER.index(report.event)
        self.delivered = False
        self._done = {step: self._done[step] for step in ORDER[:at] if step in self._done}
        if len(self._done) == at:
            self._done[report.event] = report_fact(report, self.back)

    def check(self, report: ShufflerReport, serial_number: str) -> DeckCheck:
        """The record of a verification."""
        return DeckCheck(
            device="shuffler",
            serial_number=serial_number,
            back=self.back,
            passed=not self.trouble,
            reason=self.trouble,
            count=report.count,
            missing=tuple(sorted(report.missing)),
            duplicate=tuple(sorted(report.duplicate)),
            boxed=tuple(sorted(report.boxed)),
            foreign=report.foreign,
            unread=report.unread,
        )


def trouble(report: ShufflerReport, due_count: int) -> str:
    """Why a pack cannot be dealt; empty if it can. Identity counts, not only the number of cards."""
    if report.duplicate:
        return "a card is in the pack twice"
    if report.foreign:
        return f"{report.foreign} card(s) of another deck are in the pack"
    if report.count != due_count:
        return f"{report.count} cards where {due_count} are due"
    if report.missing:
        return f"{len(report.missing)} card(s) are missing"
    return ""


def report_fact(report: ShufflerReport, back: str) -> Shuffler:
    """A report as a fact. It says how many cards are missing, double or boxed; the deck check says which."""
    return Shuffler(
        event=report.event,  # type: ignore[arg-type]
        back=back,
        count=report.count if report.event == "verified" else None,
        missing=[UNREAD] * len(report.missing),
        duplicate=[UNREAD] * len(report.duplicate),
        boxed=[UNREAD] * len(report.boxed),
        foreign=report.foreign,
        unread=report.unread,
        riffles=report.riffles or None,
        parts=list(report.parts) or None,
        code=report.code or None,
    )
