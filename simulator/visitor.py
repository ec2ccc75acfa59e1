"""A simulated table at which a visitor may deal: the cards wait for the visitor, the players go on by themselves.

Without a visitor the simulated dealer deals. A visitor goes by the table itself, as a dealer does who looks at the
screen; what the visitor does wrong is remembered until the table has stopped it, or the next hand begins.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from burncard.controller.journal.history import TableUpdate
from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import SECOND
from burncard.rules.cards import MUCK, Face, Zone, seat_of
from burncard.rules.facts import Hand
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitAction, AwaitDiscard, AwaitDraw, AwaitPlain, AwaitShow, Next, Ruling
from burncard.rules.table import Table
from burncard.simulator.dealer import Doing, NewHand, Put
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.hands import Field
from burncard.simulator.mishaps import Wanted
from burncard.simulator.mistakes import MISTAKES, Mistake, due_card
from burncard.simulator.pace import HUMAN, Pace
from burncard.simulator.paced_people import SimulatedTable
from burncard.simulator.packing import LOOK_NS

REMEMBERED: Final = 40
"""Mistakes of the visitor that are remembered."""
READ_WITHIN_NS: Final = 2 * SECOND
"""After this a card that was laid down is not waited for any longer."""
PLAYERS_DO: Final = AwaitAction | AwaitDraw | AwaitShow | AwaitDiscard


class NotNowError(Exception):
    """The visitor cannot do that now. The message says why."""


@dataclass(frozen=True, slots=True)
class Made:
    """A mistake of the visitor. `landed_ns`: when its last card lay; `rule`: that stopped it, `after_ns` later.

    `over`: its hand is over.
    """

    name: str
    landed_ns: int
    rule: str = ""
    after_ns: int = 0
    over: bool = False


class VisitedTable(SimulatedTable):
    """One simulated table. `paused`: only the visitor does anything.

    `floor_is_there`: whether a person decides as the floor; then nobody else does.
    """

    def __init__(
        self,
        service: TableService,
        reader: Field,
        shuffler: VirtualShuffler,
        rng: Random,
        wanted: Wanted,
        pace: Pace = HUMAN,
    ) -> None:
        super().__init__(service, reader, shuffler, rng, wanted, pace)
        self.visitor_deals = False
        self.paused = False
        self.floor_is_there: Callable[[], bool] = lambda: False
        self.made: deque[Made] = deque(maxlen=REMEMBERED)
        self._asked: deque[Doing] = deque()
        self._wants_due = False

    # ---- what the visitor chooses --------------------

    def change_dealer(self, *, visitor: bool) -> None:
        """The visitor takes the deck, or gives it back. Cards lie as they lie."""
        self.visitor_deals = visitor
        self._asked.clear()
        self._wants_due = False
        self._go_by_the_table()
        if visitor and self.service.record.table.hand is None and not self.tally.hands:
            self._ask(NewHand())

    @property
    def speed(self) -> float:
        """How many times as fast as people the players are."""
        return self._pace.speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self._pace = self.hands.pace = HUMAN.at_speed(speed)

    def change_game(self) -> None:
        """The table deals another game from the next hand on."""
        self.dealer.needs_openers = GAMES[self.service.record.config.game].needs_openers

    # ---- what the visitor does --------------------

    def do_what_is_due(self) -> None:
        """Does what the table awaits from its dealer, as soon as the last card has been read. Raises NotNowError."""
        hand = self.service.record.table.hand
        if why := self.why_not:
            raise NotNowError(why)
        if hand is None or hand.ended:
            self._ask(NewHand())
            return
        self._wants_due, self._free_ns = True, 0

    @property
    def why_not(self) -> str:
        """Why what is due cannot be done at this moment; empty where it can."""
        table, record = self.service.record.table, self.service.record
        hand, awaited = table.hand, table.awaited()
        if hand is None or hand.ended:
            return self._why_no_hand()
        if why := self._why_no_pack():
            return why
        if isinstance(awaited, PLAYERS_DO):
            return "a player is due"
        if isinstance(awaited, AwaitPlain) and awaited.await_ == "floor":
            return "the floor decides"
        return "a stop waits for its answer" if isinstance(awaited, AwaitPlain) and record.alerts else ""

    def deal(self, zone: Zone, face: Face | None = None) -> None:
        """Deals the top card somewhere; without a face, as it would be right there. Raises NotNowError."""
        self._check_pack()
        if not len(self.dealer.stub):
            raise NotNowError("the pack is used up")
        due = due_card(self.service.record.table.awaited())
        right = due is not None and due.zone == zone and face in (None, due.face)
        if due is not None and due.zone == zone:
            usual: Face = due.face
        else:
            usual = "up" if zone == "board" else "down"
        self._ask(self.dealer.put(self.dealer.stub.take(), zone, face or usual))
        if not right:
            self._remember(
                f"a card to {_place(zone)}" if due is None or due.zone != zone else "a card the other way up"
            )

    def move(self, start: Zone, nth: int, end: Zone, face: Face | None = None) -> None:
        """Moves a card that lies on the felt: the nth at its place, from 0. Raises NotNowError."""
        self._check_pack()
        lying = self.dealer.in_zone(start)
        if not 0 <= nth < len(lying):
            raise NotNowError(f"no such card lies at {_place(start)}")
        put = lying[nth]
        self._ask(self.dealer.put(put.physical, end, face or ("down" if end == MUCK else put.face)))

    def make_mistake(self, name: str) -> None:
        """Makes a mistake of this name. Raises NotNowError where it is not possible now."""
        self._check_pack()
        table = self.service.record.table
        mistake = next((one for one in self.possible_mistakes() if one.name == name), None)
        if mistake is None or table.hand is None:
            raise NotNowError("this mistake cannot be made now")
        for doing in mistake.make(self.dealer, table.hand, table.awaited()):
            self._ask(doing)
        self._remember(name)

    def possible_mistakes(self) -> list[Mistake]:
        """The mistakes that can be made now."""
        table = self.service.record.table
        hand = table.hand
        if hand is None or hand.ended or not self.packing.dealt:
            return []
        return [one for one in MISTAKES if one.possible(hand, table.awaited())]

    # ---- inside --------------------

    def _choose(self) -> Doing | int | None:
        if not self.visitor_deals:
            return None if self.paused else super()._choose()
        if self._asked:
            return self._asked.popleft()
        table = self.service.record.table
        hand, awaited = table.hand, table.awaited()
        if hand is None or hand.ended or not self.packing.dealt:
            self._wants_due = False
            return None
        if isinstance(awaited, PLAYERS_DO):
            self._wants_due = False
            return None if self.paused or super()._waits() else self._player_does(table, awaited)
        if not self._wants_due or self._is_looked_for():
            return None
        self._wants_due = False
        return self._follow(table, awaited)

    def _player_does(self, table: Table, awaited: Next) -> Doing | int | None:
        if not isinstance(awaited, AwaitDiscard) and self._thinks_of != awaited:
            self._thinks_of = awaited
            return self._draw(self._pace.think)
        return self._follow(table, awaited)

    def _waits(self) -> bool:
        return self.hands.busy if self.visitor_deals else super()._waits()

    def _floor(self, table: Table) -> Doing | None:
        if self.floor_is_there():
            self._moved_ns = self._now_ns
            return None
        return super()._floor(table)

    def _stopped_by_fault(self) -> int:
        if self.floor_is_there():
            return self._pace.scaled(LOOK_NS)
        return super()._stopped_by_fault()

    def _begin_hand(self) -> None:
        super()._begin_hand()
        if self.visitor_deals:
            self._go_by_the_table()

    def _go_by_the_table(self) -> None:
        self._obeys = True
        self._mind = self.mishap = self._notices_ns = None
        self._moved_ns = self._now_ns

    def _heard(self, told: TableUpdate) -> None:
        super()._heard(told)
        if not self.visitor_deals:
            return
        self._notices_ns = None  # the visitor reads for himself
        stop = next((one for one in told.outcomes if isinstance(one, Ruling) and _stops(one)), None)
        for number, made in enumerate(self.made):
            if isinstance(told.fact, Hand):
                self.made[number] = replace(made, over=True)
            elif stop is not None and not made.rule and not made.over:
                after_ns = max(0, told.at_ns - made.landed_ns)
                self.made[number] = replace(made, rule=stop.rule, after_ns=after_ns)

    def _landed(self, put: Put, now_ns: int) -> None:
        super()._landed(put, now_ns)
        for number, made in enumerate(self.made):
            if not made.rule and not made.over:
                self.made[number] = replace(made, landed_ns=now_ns)

    def _is_looked_for(self) -> bool:
        """Whether the reader has yet to hear of the last card."""
        return bool(self._asked) or (self._is_behind() and self._now_ns - self._moved_ns < READ_WITHIN_NS)

    def _remember(self, name: str) -> None:
        self.made.append(Made(name, self._now_ns))

    def _ask(self, doing: Doing) -> None:
        self._asked.append(doing)
        self._free_ns = 0

    def _why_no_hand(self) -> str:
        if self.service.record.alerts:
            return "a stop waits for its answer"
        if NewHand() in self._asked or (self.hands.busy and not self.packing.dealt):
            return "the cards are being taken in"
        waits = not self.packing.dealt and self.tally.hands and not self.service.record.faults.is_open("deck-wrong")
        return "the shuffler is at work" if waits else ""

    def _check_pack(self) -> None:
        if why := self._why_no_pack():
            raise NotNowError(why)

    def _why_no_pack(self) -> str:
        hand = self.service.record.table.hand
        if not self.visitor_deals:
            return "the simulated dealer has the deck"
        return "the pack is in the shuffler" if hand is None or not self.packing.dealt else ""


def _stops(ruling: Ruling) -> bool:
    return ruling.severity == "stop" and ruling.decision != "refuse"


def _place(zone: Zone) -> str:
    seat = seat_of(zone)
    return f"the {zone}" if seat is None else f"seat {seat}"
