"""The record of a table: everything that has happened at it, in one order, and the listeners that hear of it.

A fact is applied to the rules (which only decide), appended to the journal (durable when the append returns), noted in
the ledger, and only then announced to the listeners. The state is what replaying the journal gives, so a record that is
opened again resumes where the last one stopped.
"""

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

import msgspec

from burncard.controller.config import TableConfig
from burncard.controller.decks.decks import Decks
from burncard.controller.faults import Faults
from burncard.controller.journal.history import (
    HAND_BEGINS,
    HandBegins,
    TableUpdate,
    shown_by,
    update_of,
    updates_between,
)
from burncard.controller.journal.journal import Journal, JournalDamagedError, JournalWriteError, LoggedEvent
from burncard.controller.journal.signing import WITNESS_MADE, Signing
from burncard.controller.journal.stored import from_stored, public, to_stored
from burncard.controller.ledger import Ledger, Origin, refused_stakes
from burncard.controller.ledger.changed_stakes import STAKES, StakesError, changed
from burncard.controller.ledger.seating import SEATING, SeatChange
from burncard.firmware_bridge.driver import Nanoseconds
from burncard.rules.facts import Fact, FactBase, Hand, Press
from burncard.rules.outcomes import Outcome, Result, Ruling
from burncard.rules.table import Table

RECENT_UPDATES: Final = 512
VERIFY_ROWS: Final = 100

EXPORT: Final = "export"
VIRTUAL: Final = "virtual-device"

Listener = Callable[[TableUpdate], None]
Passed = Literal["arrived", "heard", "weighed", "decided", "written", "told"]
"""What a device's fact passes: its bytes arrive, its scan is heard, perception has weighed it, the rules have decided,
the journal has it on disk, every listener has been told."""


class HandNamedError(Exception):
    """Hidden cards of the last hand have been exported, so it cannot be played on."""


class TableRecord:
    """What is known of one table, and the only way to add to it. `clock_ns`: the table's time in ns."""

    def __init__(self, config: TableConfig, journal: Journal, decks: Decks, clock_ns: Callable[[], int]) -> None:
        self._configured = self.config = config
        self.journal = journal
        self.decks = decks
        self.table = Table()
        self.ledger = Ledger(config)
        self.faults = Faults(self.log_bytes)
        self._clock_ns = clock_ns
        self._listeners: list[Listener] = []
        self._recent: deque[TableUpdate] = deque(maxlen=RECENT_UPDATES)
        self.failed: Exception | None = None
        self.signing: Signing | None = None
        self._named_until = 0
        self._virtual: set[str] = set()
        self._announced = 0
        self.passes: Callable[[Passed], None] = lambda place: None

    # ---- what is known --------------------

    @property
    def alerts(self) -> list[Ruling]:
        """The stops that nobody has acknowledged, and whose repair is not done."""
        return [stop.ruling for stop in self.ledger.stops.unanswered]

    @property
    def in_hand(self) -> bool:
        """Whether a hand is in play."""
        return self.table.hand is not None and not self.table.hand.ended

    @property
    def simulated(self) -> bool:
        """Whether this is no record of a live table: it is simulated, or a device of it has ever been virtual."""
        return self.config.simulated or bool(self._virtual)

    def note_virtual(self, device: str, why: str) -> None:
        """A device is virtual: journaled once, and from then on every log and every head of this record says so."""
        if device not in self._virtual:
            self.log(VIRTUAL, device=device, why=why)
            self._virtual.add(device)

    def now(self) -> Nanoseconds:
        """The table's time."""
        return Nanoseconds(self._clock_ns())

    # ---- what happens --------------------

    def take(self, fact: Fact, operator: str) -> list[Outcome]:
        """Takes a fact; its outcomes. It is in the journal before any listener hears of it.

        Raises JournalWriteError where it cannot be written, and from then on, until `recover`: what was decided has not
        happened. So with whatever else is raised meanwhile; `failed` is what was raised first.
        """
        self._go_on_only_if_sound()
        try:
            return self._take(fact, operator)
        except Exception as error:
            self.failed = error
            raise

    def _take(self, fact: Fact, operator: str) -> list[Outcome]:
        self.passes("weighed")
        before = HandBegins(self.table.boundary, self.ledger.state()) if isinstance(fact, Hand) else None
        outcomes = self.table.apply(fact)
        at_ns = self.now()
        if before is not None and self.table.hand is not None and self.table.hand.fact is fact:
            self.log_bytes(HAND_BEGINS, msgspec.json.encode(before))
        self.passes("decided")
        number = self.journal.append(to_stored(fact, self.decks, self.ledger.hands), at_ns, operator)
        self.passes("written")
        self.ledger.note(self.table, fact, outcomes, Origin(number, at_ns, operator))
        update = TableUpdate(number, at_ns, operator, public(fact), tuple(outcomes), shown_by(fact, self.table))
        self._recent.append(update)
        if self.signing is not None and any(isinstance(outcome, Result) for outcome in outcomes):
            self._sign(self.signing)
        self._announce(update)
        self.passes("told")
        return outcomes

    def _announce(self, update: TableUpdate) -> None:
        self._announced = update.number
        for listener in list(self._listeners):
            listener(update)

    def _sign(self, signing: Signing) -> None:
        """A hand has ended: a head is signed, and published to the witness."""
        begins = next(self.journal.latest(HAND_BEGINS))
        first = msgspec.json.decode(begins.body, type=HandBegins).boundary.fact_count
        hand = self.table.hand
        assert hand is not None
        signing.sign(hand.fact.id, list(self.updates_after(first)), simulated=self.simulated)
        self._publish(signing)

    def _publish(self, signing: Signing) -> None:
        try:
            new = signing.publish()
        except OSError as error:
            self.faults.raise_("witness-lost", "journal", error.strerror or "")
        else:
            self.faults.gone("witness-lost")
            if new is not None:
                self.log(WITNESS_MADE, file=str(new))

    def look_after(self) -> None:
        """Checks the journal a little further, and tries the witness again if it was lost. Raises JournalWriteError."""
        try:
            self.journal.verify_some(VERIFY_ROWS)
        except JournalDamagedError as error:
            self.faults.raise_("journal-damaged", "journal", str(error))
        if self.signing is not None and self.faults.is_open("witness-lost"):
            self._publish(self.signing)

    def log(self, kind: str, **fields: Any) -> None:
        """Journals a significant event, its fields as JSON."""
        self.log_bytes(kind, msgspec.json.encode(fields))

    def log_bytes(self, kind: str, body: bytes) -> int:
        """Journals a significant event; its time in ns. Raises JournalWriteError."""
        self._go_on_only_if_sound()
        at_ns = self._clock_ns()
        try:
            self.journal.append_event(kind, body, at_ns)
        except JournalWriteError as error:
            self.failed = error
            raise
        return at_ns

    def name_cards(self, until: int, what: str, operator: str) -> None:
        """Journals that every card of the hands up to the fact `until` is named to somebody: they are final then."""
        self.log(EXPORT, what=what, full=True, until=until, operator=operator)
        self._named_until = max(self._named_until, until)

    def check_not_named(self, fact: FactBase) -> None:
        """Raises HandNamedError for an entry that would reopen a hand whose hidden cards somebody has been told."""
        reopens = isinstance(fact, Press) and fact.press in ("retract", "override")
        if reopens and not self.in_hand and 0 < self.ledger.first_fact <= self._named_until:
            raise HandNamedError

    def change_stakes(self, changes: dict[str, Any], operator: str) -> None:
        """Journals other stakes, which the next hand is dealt for. Raises StakesError."""
        config = changed(self.config, changes)
        if refused := refused_stakes(config, self.ledger):
            raise StakesError(refused)
        self.log(STAKES, changes=changes, operator=operator)
        self.config = self.ledger.config = config

    def _go_on_only_if_sound(self) -> None:
        if self.failed is not None:
            raise JournalWriteError("the table has stopped: what it decided before was not written")

    # ---- listeners --------------------

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Calls a listener with every update from now on; call the answer to end that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def updates_after(self, number: int) -> Iterator[TableUpdate]:
        """Every update after a number until now, for a listener that reconnects."""
        if self._recent and self._recent[0].number <= number + 1:
            return iter([update for update in self._recent if update.number > number])
        return updates_between(self.journal, self.decks, number, self.journal.count)

    # ---- after a restart --------------------

    def recover(self, restore: Callable[[LoggedEvent], None]) -> None:
        """Checks the journal and replays its last hand; `restore` is given every event.

        Raises JournalDamagedError for a journal that was changed.
        """
        self.journal.verify()
        self._replay(restore)
        self._announced = self.journal.count
        self.log("power", state="on")

    def recover_again(self, restore: Callable[[LoggedEvent], None], *, writable: bool) -> None:
        """Forgets everything and replays the last hand. Raises JournalWriteError.

        If the journal is `writable`, the record goes on from there, and its listeners hear of a fact that was written
        although that was reported as failed.
        """
        self.config = self._configured
        self.table, self.ledger = Table(), Ledger(self.config)
        self.faults.forget()
        self._recent.clear()
        self._replay(restore)
        if not writable:
            return
        self.failed = None
        self.log("resumed")
        for update in [update for update in self._recent if update.number > self._announced]:
            self._announce(update)

    def _replay(self, restore: Callable[[LoggedEvent], None]) -> None:
        begins, seats = self._recover_events(restore)
        if begins is not None:
            self.table = Table(since=begins.boundary)
            self.ledger.restore(begins.ledger)
        for entry in self.journal.facts(after=0 if begins is None else begins.boundary.fact_count):
            fact = from_stored(entry.body, self.decks)
            outcomes = self.table.apply(fact)
            self.ledger.note(self.table, fact, outcomes, Origin(entry.number, entry.at_ns, entry.operator))
            self._recent.append(update_of(entry, fact, outcomes, self.table))
        for change in seats:
            self.ledger.seating.apply(change)  # after the facts: what concerns the hand's seats waits for the next one

    def _recover_events(self, restore: Callable[[LoggedEvent], None]) -> tuple[HandBegins | None, list[SeatChange]]:
        """Restores the open faults and the stakes; finds where the last hand began, and who has come and gone since."""
        begins: bytes | None = None
        seats: list[SeatChange] = []
        for event in self.journal.events():
            self.faults.restore(event)
            restore(event)
            if event.kind == HAND_BEGINS:
                begins, seats = event.body, []
            elif event.kind == SEATING:
                seats.append(msgspec.json.decode(event.body, type=SeatChange))
            elif event.kind == VIRTUAL:
                self._virtual.add(msgspec.json.decode(event.body)["device"])
            elif event.kind == EXPORT:
                until = msgspec.json.decode(event.body).get("until", 0)
                self._named_until = max(self._named_until, until)
            elif event.kind == STAKES:
                self.config = self.ledger.config = changed(self.config, msgspec.json.decode(event.body)["changes"])
        return None if begins is None else msgspec.json.decode(begins, type=HandBegins), seats


def change_seat(record: TableRecord, change: SeatChange) -> None:
    """Journals who sits where, and makes the change."""
    record.log_bytes(SEATING, msgspec.json.encode(change))
    record.ledger.seating.apply(change)
