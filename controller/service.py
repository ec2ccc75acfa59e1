"""The table service: devices and people on one side, the rules and the journal on the other, in one order of facts.

Decide, journal, transition, act. A fact is applied to the rules (which only decide), appended to the journal (durable
when the append returns), the state machine moves, and only then is anybody told and any device commanded. The state is
what replaying the journal gives: a service that is opened again goes on where the last one stopped, asks the reader for
everything that lies on the table, and compares.

Single-threaded: every call comes from the same loop, and a listener only listens.
"""

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

import msgspec

from burncard.controller.config import TableConfig
from burncard.controller.decks.deck_enrolment import Enrolment
from burncard.controller.decks.decks import DeckError, Decks
from burncard.controller.devices.health import DeviceHealth, Links
from burncard.controller.devices.shuffling import Shuffling
from burncard.controller.devices.tracker import Seen, Tracker, TwoPlaces
from burncard.controller.faults import Faults, Role
from burncard.controller.journal.history import HAND_BEGINS, HandBegins, Told, told_again
from burncard.controller.journal.journal import Journal, JournalDamagedError, JournalWriteError
from burncard.controller.journal.stored import from_stored, public, to_stored
from burncard.controller.ledger import Ledger, is_reread
from burncard.controller.machine import TableMachine, TableState, state_for
from burncard.controller.views import View, view_of
from burncard.firmware_bridge.driver import Nanoseconds, Reader, Shuffler
from burncard.firmware_bridge.events import (
    CycleEnded,
    DeviceFault,
    DeviceIdentified,
    Event,
    EventsLost,
    LinkChanged,
    ShufflerReport,
    TagGone,
    TagRead,
)
from burncard.hardware.layout import Layout
from burncard.rules.cards import Zone
from burncard.rules.facts import CardSeen, Fact, Hand, Press
from burncard.rules.outcomes import AwaitCard, AwaitRemedy, Outcome, Ruling
from burncard.rules.table import Table

Mode = Literal["open", "closed", "maintenance"]

RECENT_TOLD: Final = 512
VERIFY_BEFORE_HAND_ROWS: Final = 500


Listener = Callable[[Told], None]


class TableService:
    """One table. Raises JournalDamagedError when it is opened on a journal that is not as it was written."""

    def __init__(
        self,
        config: TableConfig,
        journal: Journal,
        decks: Decks,
        layout: Layout,
        clock_ns: Callable[[], int],
    ) -> None:
        self.config = config
        self.journal = journal
        self.layout = layout
        self.table = Table()
        self.machine = TableMachine()
        self.tracker = Tracker(layout, decks)
        self.ledger = Ledger(config)
        self.faults = Faults(self.log_bytes)
        self.devices: dict[str, DeviceHealth] = {"reader": DeviceHealth(), "shuffler": DeviceHealth()}
        self.mode: Mode = "open"
        self.enrolment: Enrolment | None = None
        self._decks = decks
        self._clock_ns = clock_ns
        self._listeners: list[Listener] = []
        self._recent: deque[Told] = deque(maxlen=RECENT_TOLD)
        self._stopped = False
        self.links = Links(self)
        self.shuffling = Shuffling(self, decks)
        self._recover()

    # ---- outside: people --------------------

    def submit(self, fact: Fact, operator: str, role: Role | None = None) -> list[Outcome]:
        """Takes an entry of a person; its outcomes. It is in the journal before this returns.

        `role`: whose entry it is; only the floor's can speak `by` the floor. None: the caller vouches for `by`. Raises
        JournalWriteError, after which the table takes nothing more.
        """
        if role not in (None, "floor") and isinstance(fact, Press) and fact.by == "floor":
            fact = msgspec.structs.replace(fact, by=role)
        outcomes = self.take(fact, operator)
        self._go_on()
        return outcomes

    def clear_fault(self, code: str, operator: str, role: Role, reason: str) -> None:
        """A person ends a fault. Raises KeyError if it is not open, NotAllowedError if the role may not."""
        self.faults.clear(code, operator, role, reason)
        if code == "felt-differs":
            self.tracker.confirm_all()
        self._go_on()

    def set_mode(self, mode: Mode, operator: str) -> None:
        """Opens or closes the table, or gives it to the technician; a hand in play is finished first."""
        self.mode = mode
        self.log("mode", mode=mode, operator=operator)
        self._go_on()

    def begin_enrolment(self, back: str, operator: str, *, joker: bool = False) -> Enrolment:
        """From now on the reader's tags are a new deck's, until `end_enrolment`. Raises DeckError `deck-not-now` unless
        the table is in maintenance."""
        if self.machine.state is not TableState.MAINTENANCE:
            raise DeckError("deck-not-now", "a deck is enrolled while the table is in maintenance")
        self.enrolment = Enrolment(back, joker=joker)
        self.log("enrolment", back=back, operator=operator)
        return self.enrolment

    def end_enrolment(self, operator: str, *, keep: bool) -> list[str]:
        """Ends it; with `keep` the deck is one of the table's (the caller saves the decks). Its warnings. Raises
        DeckError for a deck that is not whole; the enrolment then goes on."""
        enrolment = self.enrolment
        if enrolment is None:
            raise DeckError("deck-not-now", "no deck is being enrolled")
        warnings = enrolment.finish(self._decks) if keep else []
        self.enrolment = None
        self.tracker.forget()
        self.log("enrolled", back=enrolment.back, count=enrolment.count, kept=keep, operator=operator)
        return warnings

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tells a listener every fact from now on; the answer ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    @property
    def listeners(self) -> tuple[Listener, ...]:
        """Those who are told."""
        return tuple(self._listeners)

    def told_after(self, number: int) -> Iterator[Told]:
        """Everything told behind a number until now, for a listener that comes back."""
        if self._recent and self._recent[0].number <= number + 1:
            return iter([told for told in self._recent if told.number > number])
        return told_again(self.journal, self._decks, number, self.journal.count)

    def view(self, role: Role = "dealer") -> View:
        """The table as a role may see it; see `controller.views`."""
        return view_of(self, role)

    # ---- outside: devices --------------------

    def attach(self, reader: Reader, shuffler: Shuffler) -> None:
        """The drivers that the service commands."""
        self.links.reader, self.shuffling.driver = reader, shuffler

    def on_event(self, device: str, event: Event) -> None:
        """Takes what a device tells."""
        match event:
            case TagRead() if self.enrolment is not None:
                self.enrolment.take(event)
            case TagRead() | TagGone() | CycleEnded():
                self._seen(self.tracker.take(event, self.now()), device)
            case ShufflerReport():
                self.shuffling.on_report(event)
            case LinkChanged() | DeviceIdentified() | EventsLost() | DeviceFault():
                self.links.on_event(device, event)
        self._go_on()

    def tick(self) -> None:
        """Time has passed: to be called when `next_due_ns` is reached."""
        self._seen(self.tracker.tick(self.now()), "reader")
        self._go_on()

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` has something to do."""
        compare = None if self.faults.is_open("felt-differs") else self.tracker.confirm_by_ns
        due = [when for when in (self.tracker.next_due_ns(), compare) if when is not None]
        return min(due) if due else None

    def clear_jam(self, operator: str) -> None:
        """Has the shuffler clear its jam."""
        self.log("clear-jam", operator=operator)
        if self.shuffling.driver is not None:
            self.shuffling.driver.go_to("jam-cleared")

    # ---- what is asked of a table --------------------

    @property
    def alerts(self) -> list[Ruling]:
        """The stop rulings that nobody has acknowledged yet, by word or by deed."""
        return list(self.ledger.alerts.values())

    @property
    def in_hand(self) -> bool:
        """Whether a hand is in play."""
        return self.table.hand is not None and not self.table.hand.ended

    @property
    def collected(self) -> bool:
        """Whether the cards of the last hand have gone: the next pack is in the shuffler, and none is heard."""
        return self.shuffling.pack.loaded and not self.tracker.resting()

    @property
    def hands(self) -> int:
        """Hands begun."""
        return self.ledger.hands

    @property
    def back(self) -> str:
        """The back of the pack that is in the shuffler or due there: the next hand's."""
        return self.shuffling.pack.back

    @property
    def deck_trouble(self) -> str:
        """Why the next hand cannot be dealt although its pack has been delivered; empty where nothing is wrong."""
        if self.shuffling.pack.ready and not self.in_hand and self._left_behind():
            return "cards of the other pack are still on the table"
        return self.shuffling.pack.trouble

    # ---- one fact --------------------

    def take(self, fact: Fact, operator: str) -> list[Outcome]:
        """Takes a fact: for the table's own parts, which do not wait for what becomes possible by it."""
        if self._stopped:
            raise JournalWriteError("the table has stopped: an earlier fact was not written")
        reread = is_reread(fact, self.table.hand)
        before = HandBegins(self.table.boundary, self.ledger.state()) if isinstance(fact, Hand) else None
        outcomes = self.table.apply(fact)
        at_ns = self.now()
        self._stopped = True  # until the fact is on the disk, since what was decided has not happened without it
        if before is not None and self.table.hand is not None and self.table.hand.fact is fact:
            self.log_bytes(HAND_BEGINS, msgspec.json.encode(before))
        number = self.journal.append(to_stored(fact, self.table.hand), at_ns, operator)
        self._stopped = False
        self.ledger.note(fact, outcomes, reread=reread)
        self._move_machine()
        told = Told(number, at_ns, public(fact), tuple(outcomes))
        self._recent.append(told)
        for listener in list(self._listeners):
            listener(told)
        self._scan_first(outcomes[-1])
        return outcomes

    def _seen(self, seen: list[Seen], operator: str) -> None:
        """Cards as facts. What a sweep leaves unexplained is settled by reading one of its cards again."""
        last: CardSeen | None = None
        for item in seen:
            if isinstance(item, TwoPlaces):
                self.faults.raise_("tag-in-two-places", "reader", f"at {item.zones[0]} and at {item.zones[1]}")
            else:
                self.take(item, operator)
                last = item
        if last is not None and last.sweep is not None and self.table.holds_back:
            self.take(msgspec.structs.replace(last, sweep=None, boxed=False), operator)

    def _move_machine(self) -> None:
        self.machine.move_to(self._state_due())

    def _state_due(self) -> TableState:
        """The state that follows from everything else that is known."""
        if self.in_hand:
            return TableState.FAULT if self.faults.stops_play else state_for(self.table.awaited())
        if self.mode == "maintenance":
            return TableState.MAINTENANCE
        if self.faults.open:
            return TableState.FAULT
        if self.mode == "closed" or (self.table.hand is None and not self.shuffling.pack.loaded):
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
        if antenna is not None and self.links.reader is not None:
            self.links.reader.set_scan_order((antenna,))

    # ---- the pack between hands --------------------

    def _left_behind(self) -> bool:
        """Whether a card of another deck than the next one's still lies on the table."""
        found = (self._decks.find(uid) for uid in self.tracker.resting())
        return any(known is not None and known.back != self.shuffling.pack.back for known in found)

    def _begin_if_ready(self) -> None:
        """Only a pack shuffled, verified and cut for this hand permits a deal, and only at a table without a fault."""
        if (
            self.in_hand
            or not self.shuffling.pack.ready
            or self.faults.open
            or self.mode != "open"
            or self._left_behind()
        ):
            return
        try:
            self.journal.verify_latest(VERIFY_BEFORE_HAND_ROWS)
        except JournalDamagedError as error:
            self.faults.raise_("journal-damaged", "journal", str(error))
            return
        pack, hand = self.shuffling.pack, self.ledger.next_hand(self.shuffling.pack.back)
        for fact in pack.facts:
            self.take(fact, "shuffler")
        self.tracker.forget()
        self.take(hand, "table")
        self.shuffling.next_pack()

    # ---- inside --------------------

    def _go_on(self) -> None:
        """After anything that came: what is possible now is done."""
        self.links.compare_felt()
        self._begin_if_ready()
        self.shuffling.command()
        self._move_machine()

    def now(self) -> Nanoseconds:
        """The table's time."""
        return Nanoseconds(self._clock_ns())

    def log(self, kind: str, **fields: Any) -> None:
        """Journals a significant event, its fields as JSON."""
        self.log_bytes(kind, msgspec.json.encode(fields))

    def log_bytes(self, kind: str, body: bytes) -> None:
        """Journals a significant event."""
        self.journal.append_event(kind, body, self._clock_ns())

    def _recover(self) -> None:
        """Checks the journal and replays its last hand; the felt is compared when the reader has been read again."""
        self.journal.verify()
        begins = self._recover_events()
        if begins is not None:
            self.table = Table(since=begins.boundary)
            self.ledger.restore(begins.ledger)
        for entry in self.journal.facts(after=0 if begins is None else begins.boundary.fact_count):
            fact = from_stored(entry.body, self._decks)
            reread = is_reread(fact, self.table.hand)
            outcomes = self.table.apply(fact)
            self.ledger.note(fact, outcomes, reread=reread)
            self.tracker.restore_sweep(fact.sweep or 0)
            self._recent.append(Told(entry.number, entry.at_ns, public(fact), tuple(outcomes)))
        self.log("power", state="on")
        hand = self.table.hand
        if hand is not None and not hand.ended:
            for placed in hand.felt.all_out():
                if placed.tag is not None:
                    self.tracker.restore(placed.tag, placed.zone, placed.face)
        self.shuffling.next_pack()
        self._move_machine()

    def _recover_events(self) -> HandBegins | None:
        """What the events say of faults, devices and mode; and where the last hand began."""
        begins: bytes | None = None
        for event in self.journal.events():
            self.faults.restore(event)
            if event.kind == HAND_BEGINS:
                begins = event.body
            elif event.kind == "mode":
                self.mode = msgspec.json.decode(event.body)["mode"]
            elif event.kind in ("device", "device-changed"):
                fields = msgspec.json.decode(event.body)
                self.devices[fields["device"]].serial_number = fields["serial_number"]
        return None if begins is None else msgspec.json.decode(begins, type=HandBegins)
