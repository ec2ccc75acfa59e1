"""The table service: devices and people on one side, the record of the table on the other.

All input takes one path: it becomes a fact, the record takes the fact, and the state machine follows. Then the service
starts whatever has become possible: the next hand, or the shuffler's work. The reader asks it for each antenna to scan.

Single-threaded: every call comes from the same loop, and listeners must not call back into the service.
"""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, Literal

import msgspec

from burncard.controller.config import TableConfig
from burncard.controller.decks.decks import DeckError, Decks
from burncard.controller.devices.card_watch import CardWatch, TwoPlaces
from burncard.controller.devices.cards_out import CardsOut
from burncard.controller.devices.face_watch import FaceWatch
from burncard.controller.devices.health import Devices
from burncard.controller.devices.shuffler_cycle import Shuffling
from burncard.controller.entries import Entries, goes_first
from burncard.controller.faults import Role
from burncard.controller.journal.history import TableUpdate
from burncard.controller.journal.journal import Journal, JournalDamagedError, JournalWriteError, LoggedEvent
from burncard.controller.ledger.seating import SeatChange
from burncard.controller.machine import IN_PLAY, TableMachine, TableState, state_for
from burncard.controller.maintenance import Maintenance
from burncard.controller.open_question import OpenQuestion
from burncard.controller.record import TableRecord, change_seat
from burncard.controller.stopping import Stopping, from_a_device, from_a_person
from burncard.firmware_bridge.driver import Nanoseconds, Scanning, Shuffler
from burncard.firmware_bridge.events import (
    DeviceFault,
    DeviceIdentified,
    DeviceNote,
    Event,
    EventsLost,
    FacesSeen,
    LinkChanged,
    LinkTrouble,
    Scan,
    ShufflerReport,
)
from burncard.hardware.layout import Layout
from burncard.rules.facts import Fact, Hand, Press
from burncard.rules.outcomes import Outcome

Mode = Literal["open", "closed", "maintenance"]
HandWork = Literal["riffled", "counted", "cut"]

VERIFY_BEFORE_HAND_ROWS: Final = 500


class TableService:
    """One table. Raises JournalDamagedError when it is opened on a journal that was changed."""

    def __init__(
        self, config: TableConfig, journal: Journal, decks: Decks, layout: Layout, clock_ns: Callable[[], int]
    ) -> None:
        self.layout = layout
        self.record = TableRecord(config, journal, decks, clock_ns)
        self.stopping = Stopping(self.record, self._rebuild, lambda: self.machine.move_to(self._state_due()))
        self.machine = TableMachine()
        self._eye = FaceWatch(layout, lambda: self.record.table)
        self.watch = CardWatch(layout, decks, lambda: self.record.table, self._eye)
        self.entries = Entries(self.record, self.watch)
        self.devices = Devices(self.record, self.watch, self._eye)
        self.cards_out = CardsOut(self.watch, decks, self.record.now)
        self._question = OpenQuestion(self.record, self.watch, self.entries)
        self.maintenance = Maintenance(
            self.record, self.stopping, self.watch, self.devices, layout, self._is_the_technicians
        )
        self.mode: Mode = "open"
        self._recover()
        self.shuffling = Shuffling(self.record, self.devices.health["shuffler"], self.cards_out.whereabouts)
        self._hand = self.record.table.hand
        self.machine.recover_to(self._state_due())
        self.record.subscribe(self._on_update)

    # ---- outside: people --------------------

    @from_a_person
    def submit(self, fact: Fact, operator: str, role: Role | None = None) -> list[Outcome]:
        """Takes a person's entry at once, after those that wait unless it goes first; its outcomes. It is journaled
        before this returns.

        `role`: whose entry it is; only the floor may enter a press `by` the floor. None: the caller vouches for `by`.
        Raises JournalWriteError where it could not be written, TableStoppedError where the table has stopped.
        """
        while not goes_first(fact, role) and self.entries.let_in(all_of_them=True):
            pass
        outcomes = self.record.take(_vouched(fact, role), operator)
        self._go_on()
        return outcomes

    @from_a_person
    def enter(self, fact: Fact, operator: str, role: Role | None = None) -> Future[list[Outcome]]:
        """Takes a person's entry after the cards that lie there unseen; its outcomes, now or a moment later.

        It waits for the entries before it as well, so that none of those overtakes a card; but what the floor decides
        goes before them. Raises TableStoppedError, JournalWriteError, here or in the outcomes.
        """
        answered = self.entries.add(_vouched(fact, role), operator, role)
        self._go_on()
        return answered

    def clear_fault(self, code: str, operator: str, role: Role, reason: str) -> None:
        """A person ends a fault. Raises KeyError if it is not open, NotAllowedError if the role may not."""
        if not self.record.faults.is_open(code):
            raise KeyError(code)
        self._clear_fault(code, operator, role, reason)

    @from_a_person
    def _clear_fault(self, code: str, operator: str, role: Role, reason: str) -> None:
        self.record.faults.check(code, role)
        if code == "program-error":
            self.stopping.resume()
        if not self.record.faults.is_open(code):
            return
        self.record.faults.clear(code, operator, role, reason)
        if code == "felt-differs":
            self.watch.confirm_all()
        self._question.looked(code)
        self._go_on()

    @from_a_person
    def set_mode(self, mode: Mode, operator: str) -> None:
        """Opens or closes the table, or gives it to the technician; a hand in play is finished first."""
        self.record.log("mode", mode=mode, operator=operator)
        self.mode = mode
        if mode != "maintenance":
            self.maintenance.drop()
            if not self.shuffling.pack.loaded:
                self.shuffling.next_pack()  # decks may have come and gone
        self._go_on()

    @from_a_person
    def change_seat(self, change: SeatChange, places: int) -> None:
        """Somebody sits down, leaves, buys chips, sits out or moves. Raises SeatError where that is not possible."""
        self.record.ledger.seating.check(change, in_hand=self.record.in_hand, places=places)
        change_seat(self.record, change)
        self._go_on()

    @from_a_person
    def change_stakes(self, changes: dict[str, Any], operator: str) -> None:
        """The game, the house or the stakes change from the next hand on. Raises StakesError."""
        self.record.change_stakes(changes, operator)
        self._go_on()

    @from_a_person
    def shuffle_by_hand(self, what: HandWork, operator: str, number: int = 0) -> None:
        """The dealer has riffled (`number` times), counted (so many cards) or cut the pack. Raises DeckError."""
        if what == "riffled":
            self.shuffling.riffled(number, operator)
        elif what == "counted":
            self.shuffling.counted(number, operator)
        else:
            self.shuffling.was_cut(operator)
        self._go_on()

    @from_a_person
    def change_deck(self, back: str, operator: str) -> None:
        """The next hand is dealt from another deck. Raises DeckError `deck-not-now` if a pack is loaded already."""
        if self.shuffling.pack.loaded:
            raise DeckError("deck-not-now", "the pack of the next hand is in the shuffler")
        self.record.log("deck-chosen", back=back, operator=operator)
        self.record.ledger.chosen_back = back
        self.shuffling.next_pack()

    # ---- outside: devices --------------------

    def attach(self, reader: Scanning, shuffler: Shuffler | None, *, camera: bool = False) -> None:
        """Attaches the drivers that the service commands. Without a shuffler the dealer shuffles by hand.

        `camera`: whether there is one; it takes no commands.
        """
        self.devices.reader, self.shuffling.driver = reader, shuffler
        self.shuffling.is_by_hand = self.shuffling.is_by_hand or shuffler is None
        self.devices.attached(shuffler=shuffler is not None, camera=camera)
        reader.scan_next(self.maintenance.choose)

    @from_a_device
    def on_event(self, device: str, event: Event) -> None:
        """Takes a device's event."""
        if self.stopping.stopped or self.devices.is_too_much(device, event):
            self.devices.follow_link(device, event)
            return
        match event:
            case Scan() if self.maintenance.takes(event):
                pass
            case Scan():
                self._scanned(event)
                self.maintenance.calibrating.learn(event)
                self.devices.on_scan(event, self.layout.zone_of(event.antenna) or f"antenna {event.antenna}")
            case FacesSeen():
                self._eye.take(event, self.record.now())
            case ShufflerReport():
                self.shuffling.on_report(event)
            case LinkChanged() | LinkTrouble() | DeviceIdentified() | EventsLost() | DeviceFault() | DeviceNote():
                self.devices.on_event(device, event)
                if device == "shuffler" and isinstance(event, DeviceIdentified | EventsLost):
                    self.shuffling.begin_again()
            case _:
                return  # a reader's own summary of its scans
        self._go_on()

    @from_a_device
    def tick(self) -> None:
        """Time has passed. To be called when `next_due_ns` is reached."""
        self.stopping.tick()
        if self.stopping.stopped:
            self.machine.move_to(self._state_due())
            return
        self.record.look_after()
        self._go_on()

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` has something to do."""
        if self.stopping.stopped:
            return self.stopping.next_due_ns
        watch, now_ns = self.watch, self.record.now()
        compare = watch.confirm_by_ns if watch.confirm_by_ns is not None and now_ns < watch.confirm_by_ns else None
        due = (watch.next_due_ns(now_ns), self.entries.next_due_ns(), self.devices.next_due_ns, compare)
        return min((when for when in due if when is not None), default=None)

    # ---- what a table is asked --------------------

    @property
    def collected(self) -> bool:
        """Whether the cards of the last hand have gone: the next pack is in the shuffler, and no card is heard."""
        return self.shuffling.pack.loaded and self.cards_out.are_none

    @property
    def deck_trouble(self) -> str:
        """Why the next hand cannot be dealt although its pack was delivered; empty where nothing is wrong."""
        if self.shuffling.pack.ready and not self.record.in_hand:
            if places := self.cards_out.of_another_deck(self.shuffling.pack.back):
                return f"cards of the other pack are still on the table, at {', '.join(places)}"
            if left_out := self.shuffling.left_out:
                return f"cards of the pack may still be on the table, at {left_out}"
            if self.record.alerts:
                return "a stop has not been acknowledged"
            if why := self.record.ledger.why_no_hand():
                return why
        return self.shuffling.pack.trouble or self.shuffling.short

    # ---- facts from the reader --------------------

    def _scanned(self, scan: Scan) -> None:
        known, zone = len(self.watch.strays), self.layout.zone_of(scan.antenna)
        self.watch.take(scan, self.record.now())
        if zone is not None:
            self.cards_out.scanned(scan)
            self.shuffling.scanned(scan, zone)
        for zone in list(self.watch.strays)[known:]:
            self.record.log("stray-tag", zone=zone)  # for the technician: it is no card, and changes nothing

    def _look(self) -> None:
        """Gives the table whatever may be told now: cards, and the entries that waited for them."""
        told = True
        while told:
            throwing = self.entries.throwing
            self.watch.perception.order.throwing = None if throwing is None else self.layout.antenna_of(throwing)
            seen = self.watch.next(self.record.now(), self.entries.looked_ns)
            if isinstance(seen, TwoPlaces):
                self.record.faults.raise_("tag-in-two-places", "reader", f"at {' and at '.join(seen.zones)}")
            elif seen is not None:
                self.record.take(seen, "camera" if isinstance(seen, Press) else "reader")
            told = seen is not None or self.entries.let_in()
        self._question.raise_open()

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

    def _rework(self) -> None:
        due = self._state_due()
        if due is TableState.FAULT:
            self.machine.move_to(due)
        else:
            self.machine.rework_to(due)

    def _state_due(self) -> TableState:
        """The state that follows from the record, the mode and the pack."""
        record = self.record
        if self.stopping.stopped:
            return TableState.FAULT
        if record.in_hand:
            return TableState.FAULT if record.faults.stops_play else state_for(record.table.awaited())
        if self.mode == "maintenance":
            return TableState.MAINTENANCE
        if record.faults.open:
            return TableState.FAULT
        if self.mode == "closed" or (record.table.hand is None and not self.shuffling.pack.loaded):
            return TableState.CLOSED
        return self.shuffling.pack.state

    def _is_the_technicians(self) -> bool:
        return self.machine.state is TableState.MAINTENANCE

    def _go_on(self) -> None:
        """After any input: tells the table of cards, and starts whatever has become possible."""
        self._look()
        self.devices.look_after()
        self.machine.move_to(self._state_due())
        self._begin_if_ready()
        self.shuffling.command()
        self.machine.move_to(self._state_due())

    # ---- the next hand --------------------

    def _begin_if_ready(self) -> None:
        """Begins the next hand if its pack is shuffled, verified and cut, and the table is open and without a fault."""
        record, pack = self.record, self.shuffling.pack
        if record.in_hand or not pack.ready or record.faults.open or self.mode != "open":
            return
        for seat, chips in record.ledger.due_to_buy_in().items():
            change_seat(record, SeatChange(seat, "chips", "simulated player", chips=chips))
        if self.deck_trouble:
            return
        try:
            record.journal.verify_latest(VERIFY_BEFORE_HAND_ROWS)
        except JournalDamagedError as error:
            record.faults.raise_("journal-damaged", "journal", str(error))
            return
        hand = record.ledger.next_hand(pack.back)
        for fact in pack.facts:
            record.take(fact, "shuffler")
        self.maintenance.calibrating.hand_over()
        self.watch.forget(pack.back)
        record.take(hand, "table")
        self.shuffling.next_pack()

    # ---- after a restart --------------------

    def _recover(self) -> None:
        """Recovers the record; the felt is compared with the reader's next scans."""
        self.record.recover(self._restore)
        self._place_cards()

    def _rebuild(self, writable: bool) -> None:
        """Makes everything anew from the journal, as after a restart, while the devices stay connected."""
        self.mode = "open"
        self.entries.drop(JournalWriteError("the table has stopped"))
        self.record.recover_again(self._restore, writable=writable)
        self.maintenance.drop()
        self.watch.forget()
        self._place_cards()
        driver, by_hand = self.shuffling.driver, self.shuffling.is_by_hand
        health = self.devices.health["shuffler"]
        self.shuffling = Shuffling(self.record, health, self.cards_out.whereabouts, is_by_hand=by_hand)
        self.shuffling.driver = driver
        self._hand = self.record.table.hand
        self.machine = TableMachine()
        self.machine.recover_to(self._state_due())
        if writable:
            self.devices.read_again()
            self.shuffling.begin_again()

    def _place_cards(self) -> None:
        """The cards lie where the journal has them."""
        hand = self.record.table.hand
        if hand is not None and not hand.ended:
            for placed in hand.felt.all_out():
                if placed.tag is not None:
                    self.watch.restore(placed.tag, placed.zone, placed.face)

    def _restore(self, event: LoggedEvent) -> None:
        self.devices.restore(event)
        if event.kind == "mode":
            self.mode = msgspec.json.decode(event.body)["mode"]


def _vouched(fact: Fact, role: Role | None) -> Fact:
    """The entry as its maker may make it: only the floor speaks for the floor."""
    if role not in (None, "floor") and isinstance(fact, Press) and fact.by == "floor":
        return msgspec.structs.replace(fact, by=role)
    return fact
