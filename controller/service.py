"""The table service: devices and people on one side, the record of the table on the other.

All input takes one path: it becomes a fact, the record takes the fact, and the state machine follows. Then the service
starts whatever has become possible: the next hand, the shuffler's work, a scan that begins where a card is due.

Single-threaded: every call comes from the same loop, and listeners must not call back into the service.
"""

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from burncard.controller.config import TableConfig
from burncard.controller.decks.deck_enrolment import DeckEnrolment
from burncard.controller.decks.decks import DeckError, Decks
from burncard.controller.devices.health import Devices
from burncard.controller.devices.shuffling import Shuffling
from burncard.controller.devices.tracker import Seen, Tracker, TwoPlaces
from burncard.controller.faults import Role
from burncard.controller.journal.history import TableUpdate
from burncard.controller.journal.journal import Journal, JournalDamagedError, LoggedEvent
from burncard.controller.machine import IN_PLAY, TableMachine, TableState, state_for
from burncard.controller.record import TableRecord
from burncard.firmware_bridge.driver import Nanoseconds, Reader, Shuffler
from burncard.firmware_bridge.events import (
    CycleEnded,
    DeviceFault,
    DeviceIdentified,
    Event,
    EventsLost,
    LinkChanged,
    Scan,
    ShufflerReport,
    TagGone,
    TagRead,
)
from burncard.hardware.layout import Layout
from burncard.rules.cards import Zone
from burncard.rules.facts import CardSeen, Fact, Hand, Press
from burncard.rules.outcomes import AwaitCard, AwaitRemedy, Outcome

Mode = Literal["open", "closed", "maintenance"]

VERIFY_BEFORE_HAND_ROWS: Final = 500


class TableService:
    """One table. Raises JournalDamagedError when it is opened on a journal that was changed."""

    def __init__(
        self, config: TableConfig, journal: Journal, decks: Decks, layout: Layout, clock_ns: Callable[[], int]
    ) -> None:
        self.layout = layout
        self.record = TableRecord(config, journal, decks, clock_ns)
        self.machine = TableMachine()
        self.tracker = Tracker(layout, decks)
        self.devices = Devices(self.record, self.tracker)
        self.mode: Mode = "open"
        self.enrolment: DeckEnrolment | None = None
        self._recover()
        self.shuffling = Shuffling(self.record, self.devices.health["shuffler"])
        self._hand = self.record.table.hand
        self.machine.recover_to(self._state_due())
        self.record.subscribe(self._on_update)

    # ---- outside: people --------------------

    def submit(self, fact: Fact, operator: str, role: Role | None = None) -> list[Outcome]:
        """Takes a person's entry; its outcomes. It is in the journal before this returns.

        `role`: whose entry it is; only the floor may enter a press `by` the floor. None: the caller vouches for `by`.
        Raises JournalWriteError, after which the table takes nothing more.
        """
        if role not in (None, "floor") and isinstance(fact, Press) and fact.by == "floor":
            fact = msgspec.structs.replace(fact, by=role)
        outcomes = self.record.take(fact, operator)
        self._go_on()
        return outcomes

    def clear_fault(self, code: str, operator: str, role: Role, reason: str) -> None:
        """A person ends a fault. Raises KeyError if it is not open, NotAllowedError if the role may not."""
        self.record.faults.clear(code, operator, role, reason)
        if code == "felt-differs":
            self.tracker.confirm_all()
        self._go_on()

    def set_mode(self, mode: Mode, operator: str) -> None:
        """Opens or closes the table, or gives it to the technician; a hand in play is finished first."""
        self.mode = mode
        self.record.log("mode", mode=mode, operator=operator)
        self._go_on()

    def begin_enrolment(self, back: str, operator: str, *, joker: bool = False) -> DeckEnrolment:
        """From now on the reader's tags are a new deck's, until `end_enrolment`. Raises DeckError `deck-not-now` unless
        the table is in maintenance."""
        if self.machine.state is not TableState.MAINTENANCE:
            raise DeckError("deck-not-now", "a deck is enrolled while the table is in maintenance")
        self.enrolment = DeckEnrolment(back, joker=joker)
        self.record.log("enrolment", back=back, operator=operator)
        return self.enrolment

    def end_enrolment(self, operator: str, *, keep: bool) -> list[str]:
        """Ends the enrolment; its warnings. With `keep` the deck joins the table's decks, which the caller saves.

        Raises DeckError for an incomplete deck; the enrolment then continues.
        """
        enrolment = self.enrolment
        if enrolment is None:
            raise DeckError("deck-not-now", "no deck is being enrolled")
        warnings = enrolment.finish(self.record.decks) if keep else []
        self.enrolment = None
        self.tracker.forget()
        self.record.log("enrolled", back=enrolment.back, count=enrolment.count, kept=keep, operator=operator)
        return warnings

    # ---- outside: devices --------------------

    def attach(self, reader: Reader, shuffler: Shuffler) -> None:
        """Attaches the drivers that the service commands."""
        self.devices.reader, self.shuffling.driver = reader, shuffler

    def on_event(self, device: str, event: Event) -> None:
        """Takes a device's event. Scans are not used yet: the tracker goes by arrivals."""
        match event:
            case Scan():
                return
            case TagRead() if self.enrolment is not None:
                self.enrolment.take(event)
            case TagRead() | TagGone() | CycleEnded():
                self._take_seen(self.tracker.take(event, self.record.now()), device)
            case ShufflerReport():
                self.shuffling.on_report(event)
            case LinkChanged() | DeviceIdentified() | EventsLost() | DeviceFault():
                self.devices.on_event(device, event)
        self._go_on()

    def tick(self) -> None:
        """Time has passed. To be called when `next_due_ns` is reached."""
        self._take_seen(self.tracker.tick(self.record.now()), "reader")
        self._go_on()

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` has something to do."""
        compare = None if self.record.faults.is_open("felt-differs") else self.tracker.confirm_by_ns
        due = [when for when in (self.tracker.next_due_ns(), compare) if when is not None]
        return min(due) if due else None

    def clear_jam(self, operator: str) -> None:
        """Commands the shuffler to clear its jam."""
        self.record.log("clear-jam", operator=operator)
        if self.shuffling.driver is not None:
            self.shuffling.driver.go_to("jam-cleared")

    # ---- what a table is asked --------------------

    @property
    def collected(self) -> bool:
        """Whether the cards of the last hand have gone: the next pack is in the shuffler, and no card is heard."""
        return self.shuffling.pack.loaded and not self.tracker.resting()

    @property
    def back(self) -> str:
        """The back of the next hand's pack, which is in the shuffler or due there."""
        return self.shuffling.pack.back

    @property
    def deck_trouble(self) -> str:
        """Why the next hand cannot be dealt although its pack has been delivered; empty where nothing is wrong."""
        if self.shuffling.pack.ready and not self.record.in_hand:
            if self._other_deck_on_table():
                return "cards of the other pack are still on the table"
            if self.record.alerts:
                return "a stop has not been acknowledged"
        return self.shuffling.pack.trouble

    # ---- facts from the reader --------------------

    def _take_seen(self, seen: list[Seen], operator: str) -> None:
        """Takes cards as facts. What a sweep leaves unexplained is settled by reading one of its cards again."""
        last: CardSeen | None = None
        for item in seen:
            if isinstance(item, TwoPlaces):
                places = f"at {item.zones[0]} and at {item.zones[1]}"
                self.record.faults.raise_("tag-in-two-places", "reader", places)
            else:
                self.record.take(item, operator)
                last = item
        if last is not None and last.sweep is not None and self.record.table.holds_back:
            self.record.take(msgspec.structs.replace(last, sweep=None, boxed=False), operator)

    # ---- after a fact --------------------

    def _on_update(self, update: TableUpdate) -> None:
        """The record has taken a fact. The service is its first listener, so that the others see the state after it."""
        hand, before = self.record.table.hand, self._hand
        self._hand = hand
        overridden = isinstance(update.fact, Press) and update.fact.press == "override"
        reworked = overridden or (hand is not before and not isinstance(update.fact, Hand))
        if not self.record.in_hand and self.machine.state in IN_PLAY:
            self.machine.end_hand()
        if reworked and self.record.in_hand:
            self._rework()
        else:
            self.machine.move_to(self._state_due())
        self._scan_first(update.outcomes[-1])

    def _rework(self) -> None:
        due = self._state_due()
        if due is TableState.FAULT:
            self.machine.move_to(due)
        else:
            self.machine.rework_to(due)

    def _state_due(self) -> TableState:
        """The state that follows from the record, the mode and the pack."""
        record = self.record
        if record.in_hand:
            return TableState.FAULT if record.faults.stops_play else state_for(record.table.awaited())
        if self.mode == "maintenance":
            return TableState.MAINTENANCE
        if record.faults.open:
            return TableState.FAULT
        if self.mode == "closed" or (record.table.hand is None and not self.shuffling.pack.loaded):
            return TableState.CLOSED
        return self.shuffling.pack.state

    def _scan_first(self, awaited: Outcome) -> None:
        """The reader scans first where the next card is due."""
        zone: Zone | None = None
        if isinstance(awaited, AwaitCard):
            zone = awaited.zone
        elif isinstance(awaited, AwaitRemedy):
            zone = awaited.step.to
        antenna = None if zone is None else self.layout.antenna_of(zone)
        if antenna is not None and self.devices.reader is not None:
            self.devices.reader.set_scan_order((antenna,))

    def _go_on(self) -> None:
        """After any input: starts whatever has become possible."""
        self.devices.compare_felt()
        self.machine.move_to(self._state_due())
        self._begin_if_ready()
        self.shuffling.command()
        self.machine.move_to(self._state_due())

    # ---- the next hand --------------------

    def _other_deck_on_table(self) -> bool:
        """Whether a card of another deck than the next one's still lies on the table."""
        found = (self.record.decks.find(uid) for uid in self.tracker.resting())
        return any(known is not None and known.back != self.shuffling.pack.back for known in found)

    def _begin_if_ready(self) -> None:
        """Begins the next hand if its pack is shuffled, verified and cut, and the table is open and without a fault."""
        record, pack = self.record, self.shuffling.pack
        if record.in_hand or not pack.ready or record.faults.open or self.mode != "open" or self.deck_trouble:
            return
        try:
            record.journal.verify_latest(VERIFY_BEFORE_HAND_ROWS)
        except JournalDamagedError as error:
            record.faults.raise_("journal-damaged", "journal", str(error))
            return
        hand = record.ledger.next_hand(pack.back)
        for fact in pack.facts:
            record.take(fact, "shuffler")
        self.tracker.forget()
        record.take(hand, "table")
        self.shuffling.next_pack()

    # ---- after a restart --------------------

    def _recover(self) -> None:
        """Recovers the record; the felt is compared when the reader has reported every tag."""
        self.record.recover(self._restore)
        self.tracker.restore_sweep(self.record.last_sweep)
        hand = self.record.table.hand
        if hand is not None and not hand.ended:
            for placed in hand.felt.all_out():
                if placed.tag is not None:
                    self.tracker.restore(placed.tag, placed.zone, placed.face)

    def _restore(self, event: LoggedEvent) -> None:
        self.devices.restore(event)
        if event.kind == "mode":
            self.mode = msgspec.json.decode(event.body)["mode"]
