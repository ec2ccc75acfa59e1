"""The table service: devices and people on one side, the rules and the journal on the other, in one order of facts.

Decide, journal, transition, act. A fact is applied to the rules (which only decide), appended to the journal (durable
when the append returns), the state machine moves, and only then is anybody told and any device commanded. The state is
what replaying the journal gives: a service that is opened again goes on where the last one stopped.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from controller.config import TableConfig
from controller.deck import Decks
from controller.journal import Journal
from controller.machine import TableMachine, TableState, state_for
from controller.table_log import decode_line, encode
from controller.tracker import Tracker
from firmware_bridge.driver import Reader, Shuffler
from firmware_bridge.events import (
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
from hardware.layout import Layout
from rules.cards import ASIDE, BOARD, BURN, MUCK, UNREAD, Card, Chips, Seat, Zone
from rules.facts import CardSeen, Fact, Hand, Press
from rules.facts import Shuffler as ShufflerFact
from rules.games import GAMES
from rules.hand import HandInPlay
from rules.outcomes import AwaitCard, AwaitRemedy, Outcome, Result, Ruling
from rules.table import Table

LOGGED_REPORTS = frozenset({"verified", "shuffled", "cut", "delivered", "sorted", "fault", "cleared"})
BACKS = ("red", "blue")


@dataclass(frozen=True, slots=True)
class Told:
    """One fact and what it caused, as it is told: its number, its time, and the outcomes."""

    number: int
    at_ns: int
    fact: Fact
    outcomes: tuple[Outcome, ...]


@dataclass(slots=True)
class DeviceHealth:
    """What is known of a device."""

    link: str = "absent"
    serial_number: str = ""
    firmware: str = ""
    fault: str = ""
    events_lost: int = 0


@dataclass(slots=True)
class _Deck:
    """The pack in play, on its way to the next hand."""

    back: str = "red"
    verified: bool = False
    delivered: bool = False
    trouble: str = ""


Listener = Callable[[Told], None]


@dataclass(slots=True)
class _State:
    """What follows from the facts beside the rules' own state."""

    stacks: dict[Seat, Chips] = field(default_factory=dict)
    button: Seat | None = None
    hands: int = 0
    alerts: dict[str, Ruling] = field(default_factory=dict)
    last_misdealt: bool = False
    awaited: Outcome | None = None


class TableService:
    """One table. Single-threaded: every call comes from the same loop."""

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
        self.devices: dict[str, DeviceHealth] = {"reader": DeviceHealth(), "shuffler": DeviceHealth()}
        self._decks = decks
        self._clock_ns = clock_ns
        self._listeners: list[Listener] = []
        self._reader: Reader | None = None
        self._shuffler: Shuffler | None = None
        self._deck = _Deck()
        self._state = _State(stacks=dict(config.seats))
        self._recover()

    # ---- outside --------------------

    def attach(self, reader: Reader, shuffler: Shuffler) -> None:
        """The drivers that the service commands."""
        self._reader, self._shuffler = reader, shuffler

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tells a listener every fact from now on; the answer ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def submit(self, fact: Fact, operator: str) -> list[Outcome]:
        """Takes an entry of a person; its outcomes. It is in the journal before this returns."""
        return self._take(fact, operator)

    def on_event(self, device: str, event: Event) -> None:
        """Takes what a device tells."""
        health = self.devices[device]
        match event:
            case TagRead() | TagGone() | CycleEnded():
                for fact in self.tracker.take(event):
                    self._take(fact, device)
            case ShufflerReport():
                self._on_report(event)
            case LinkChanged():
                health.link = event.state
                self._significant("link", f"{device} {event.state}")
            case DeviceIdentified():
                health.serial_number, health.firmware = event.serial_number, event.firmware_version
                self._significant("device", f"{device} {event.serial_number} {event.firmware_version}")
                if device == "reader" and self._reader is not None:
                    self._reader.report_all()
            case EventsLost():
                health.events_lost += event.count
                self._significant("lost", f"{device} {event.count}")
                if device == "reader" and self._reader is not None:
                    self._reader.report_all()
            case DeviceFault():
                health.fault = event.code
                self._significant("fault", f"{device} {event.code}")

    def told_after(self, number: int) -> list[Told]:
        """Everything told behind a number, for a listener that comes back. Worked out again from the journal."""
        table = Table()
        told: list[Told] = []
        for entry in self.journal.facts():
            fact = self._from_journal(entry.body)
            outcomes = tuple(table.apply(fact))
            if entry.number > number:
                told.append(Told(entry.number, entry.at_ns, fact, outcomes))
        return told

    @property
    def alerts(self) -> list[Ruling]:
        """The stop rulings that nobody has acknowledged yet, by word or by deed."""
        return list(self._state.alerts.values())

    @property
    def in_hand(self) -> bool:
        """Whether a hand is in play."""
        return self.table.hand is not None and not self.table.hand.ended

    @property
    def hands(self) -> int:
        """Hands begun."""
        return self._state.hands

    @property
    def deck_trouble(self) -> str:
        """Why the pack in the shuffler cannot be dealt from; empty where it can."""
        return self._deck.trouble

    @property
    def back(self) -> str:
        """The back of the pack in play."""
        return self._deck.back

    # ---- one fact --------------------

    def _take(self, fact: Fact, operator: str) -> list[Outcome]:
        outcomes = self.table.apply(fact)
        at_ns = self._clock_ns()
        number = self.journal.append(self._for_journal(fact), at_ns, operator)
        self._note(fact, outcomes)
        if not isinstance(fact, ShufflerFact) or self.in_hand:
            self._move_machine()
        told = Told(number, at_ns, fact, tuple(outcomes))
        for listener in list(self._listeners):
            listener(told)
        self._act(outcomes)
        return outcomes

    def _for_journal(self, fact: Fact) -> bytes:
        """A card is written by its tag, and its name is left out."""
        if isinstance(fact, CardSeen) and fact.tag is not None:
            fact = msgspec.structs.replace(fact, card=UNREAD)
        return encode(fact)

    def _from_journal(self, body: bytes) -> Fact:
        fact = decode_line(body)
        assert fact is not None
        if isinstance(fact, CardSeen) and fact.tag is not None:
            known = self._decks.find(fact.tag)
            if known is not None:
                fact = msgspec.structs.replace(fact, card=Card(known.card))
        return fact

    def _note(self, fact: Fact, outcomes: list[Outcome]) -> None:
        """What the service itself remembers of a fact: stacks, button, open alerts."""
        state = self._state
        refused = any(isinstance(outcome, Ruling) and outcome.decision == "refuse" for outcome in outcomes)
        if isinstance(fact, Hand) and not refused:
            state.hands += 1
            state.button = fact.button
            state.alerts.clear()
        elif isinstance(fact, Press) and fact.press == "ack":
            state.alerts.pop(fact.ruling or "", None)
        elif outcomes[-1] != state.awaited:
            state.alerts.clear()
        state.awaited = outcomes[-1]
        for outcome in outcomes:
            if isinstance(outcome, Ruling) and outcome.severity == "stop":
                state.alerts[outcome.id] = outcome
            elif isinstance(outcome, Result):
                state.stacks.update(outcome.stacks)
                state.last_misdealt = outcome.ended in ("misdeal", "void")
                self.tracker.forget()

    def _move_machine(self) -> None:
        hand = self.table.hand
        if hand is not None:
            self.machine.move_to(TableState.COLLECTING if hand.ended else state_for(self.table.awaited()))

    def _act(self, outcomes: list[Outcome]) -> None:
        """Commands to devices: the reader scans first where the next card is due."""
        awaited = outcomes[-1]
        zone = awaited.zone if isinstance(awaited, AwaitCard) else None
        if isinstance(awaited, AwaitRemedy):
            zone = awaited.step.to
        antenna = None if zone is None else self.layout.antenna_of(zone)
        if antenna is not None and self._reader is not None:
            self._reader.set_scan_order((antenna,))

    # ---- the pack between hands --------------------

    def _on_report(self, report: ShufflerReport) -> None:
        if report.event in ("door-open", "door-closed", "jam", "recovered", "fault", "deck-in", "deck-out"):
            self._significant(report.event, report.code or str(report.count))
        if report.event == "jam":
            self.devices["shuffler"].fault = f"jam {report.code}"
        elif report.event in ("recovered", "cleared"):
            self.devices["shuffler"].fault = ""
        if report.event in LOGGED_REPORTS:
            self._take(self._report_fact(report), "shuffler")
        match report.event:
            case "deck-in":
                self._deck = _Deck(self._deck.back)
                self.machine.move_to(TableState.SHUFFLING)
                if self._shuffler is not None:
                    self._shuffler.go_to("shuffled")
            case "verified":
                self._deck.trouble = self._trouble(report)
                self._deck.verified = not self._deck.trouble
                if self._deck.trouble:
                    self._significant("deck", self._deck.trouble)
            case "delivered":
                self._deck.delivered = True
                self._begin_if_ready()
            case _:
                pass

    def _report_fact(self, report: ShufflerReport) -> ShufflerFact:
        def names(tags: frozenset[str]) -> list[Card]:
            known = (self._decks.find(uid) for uid in sorted(tags))
            return [Card(card.card) if card is not None else UNREAD for card in known]

        return ShufflerFact(
            event=report.event,  # type: ignore[arg-type]
            back=self._deck.back,
            count=report.count,
            missing=names(report.missing),
            duplicate=names(report.duplicate),
            boxed=names(report.boxed),
            foreign=report.foreign,
            unread=report.unread,
            riffles=report.riffles or None,
            parts=list(report.parts) or None,
            code=report.code or None,
        )

    def _trouble(self, report: ShufflerReport) -> str:
        """Why a pack cannot be dealt from. Identity counts, not only the number of cards."""
        due = len(self._decks.tags_of(self._deck.back))
        if report.count != due:
            return f"{report.count} cards where {due} are due"
        if report.duplicate:
            return "a card is in the pack twice"
        if report.foreign:
            return f"{report.foreign} cards are not of this deck"
        if report.missing:
            return f"{len(report.missing)} cards are missing"
        return ""

    def _begin_if_ready(self) -> None:
        """Only a pack shuffled and verified for this hand permits a deal."""
        deck = self._deck
        if deck.delivered and deck.verified and not self.in_hand:
            deck.delivered = deck.verified = False
            self.tracker.forget()
            self._take(self.next_hand(), "table")

    def next_hand(self) -> Hand:
        """The hand that is due: the button moved, the posts in, broke seats bought in again."""
        config, state = self.config, self._state
        for seat, buy_in in config.seats:
            if state.stacks.get(seat, Chips(0)) < config.big_blind + config.ante:
                state.stacks[seat] = buy_in
        seats = sorted(state.stacks)
        game = GAMES[config.game]
        button = self._button(seats) if game.button else None
        return Hand(
            id=f"h{state.hands + 1}",
            game=config.game,
            structure=config.structure,
            house=config.house,
            tournament=config.tournament,
            button=button,
            seats={seat: state.stacks[seat] for seat in seats},
            posts=self._posts(seats, button) if game.streets[0].first == "left-of-post" else {},
            antes=config.ante,
            bring_in=config.bring_in,
            small_bet=config.small_bet,
            big_bet=config.big_bet,
            min_bet=config.big_blind,
            joker=False,
            back=self._deck.back,
        )

    def _button(self, seats: list[Seat]) -> Seat:
        before = self._state.button
        if before is None:
            return seats[-1]
        if self._state.last_misdealt:
            return before
        return next((seat for seat in seats if seat > before), seats[0])

    def _posts(self, seats: list[Seat], button: Seat | None) -> dict[Seat, Chips]:
        assert button is not None
        place = seats.index(button)
        order = [*seats[place + 1 :], *seats[: place + 1]]
        if len(order) == 2:
            order.reverse()
        return {order[0]: self.config.small_blind, order[1]: self.config.big_blind}

    # ---- restart --------------------

    def _recover(self) -> None:
        """Replays the journal; the felt is compared when the reader has been read again."""
        for entry in self.journal.facts():
            fact = self._from_journal(entry.body)
            self._note(fact, self.table.apply(fact))
        hand = self.table.hand
        if hand is not None:
            self._deck.back = hand.fact.back or self._deck.back
            if not hand.ended:
                for placed in hand.felt.all_out():
                    if placed.tag is not None:
                        self.tracker.restore(placed.tag, placed.zone, placed.face)
            self._move_machine()
        self._significant("power", "start")

    def _significant(self, kind: str, text: str) -> None:
        self.journal.append_event(kind, text.encode(), self._clock_ns())

    # ---- what may be shown --------------------

    def view(self) -> dict[str, object]:
        """The table as anybody may see it: cards that are not face up are backs."""
        hand = self.table.hand
        playing = hand is not None and not hand.ended
        shown = hand if playing else None
        seats = []
        for seat, stack in sorted(self._state.stacks.items()):
            live = hand is not None and playing and seat in hand.betting.stacks
            cards = [] if hand is None or not playing else hand.held(seat)
            seats.append(
                {
                    "seat": seat,
                    "chips": hand.betting.stacks[seat] if hand is not None and live else stack,
                    "in": hand.betting.street_in[seat] if hand is not None and live else 0,
                    "live": hand is not None and playing and hand.in_hand(seat),
                    "turn": hand is not None and playing and hand.at_round and hand.betting.turn == seat,
                    "cards": [_face(placed.card, placed.face) for placed in cards],
                }
            )
        return {
            "table": self.config.table,
            "game": GAMES[self.config.game].name,
            "structure": self.config.structure,
            "house": self.config.house,
            "simulated": self.config.simulated,
            "state": self.machine.state.value,
            "number": self.journal.count,
            "hand": None if hand is None else hand.fact.id,
            "street": "" if hand is None or not playing else hand.street.name,
            "button": self._state.button,
            "seats": seats,
            "board": [] if shown is None else _zone(shown, BOARD),
            "aside": [] if shown is None else _zone(shown, ASIDE),
            "burns": 0 if shown is None else len(_zone(shown, BURN)),
            "muck": 0 if shown is None else len(_zone(shown, MUCK)),
            "pot": int(hand.betting.pot_total()) if hand is not None and playing else 0,
            "next": msgspec.to_builtins(self.table.awaited()),
            "alerts": [msgspec.to_builtins(ruling) for ruling in self.alerts],
            "devices": {name: msgspec.to_builtins(health) for name, health in self.devices.items()},
            "deck_trouble": self._deck.trouble,
        }


def _face(card: Card, face: str) -> str:
    return card if face == "up" else "back"


def _zone(hand: HandInPlay, zone: Zone) -> list[str]:
    return [_face(placed.card, placed.face) for placed in hand.felt.cards_in(zone)]


def public_fact(fact: Fact) -> Fact:
    """A fact as it may be told: a card that is not face up has no name and no tag."""
    if isinstance(fact, CardSeen):
        card = fact.card if fact.face == "up" else UNREAD
        return msgspec.structs.replace(fact, card=card, tag=None, was=None)
    return fact
