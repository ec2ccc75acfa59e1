"""The dealer and the players at a simulated table, at their own pace.

The dealer deals as people deal: by what lies on the felt, without waiting for the reader. After a mistake of his own he
goes on, because he does not know of it. When the table stops him, he notices after a moment, reads the ruling and puts
it right, card by card. What really happens is told to the table's twin (`truth`); the table itself has only its reader.

Only where the table and the felt do not agree any more does he follow the table: it says what he does not understand.
"""

from functools import partial
from random import Random

import msgspec

from burncard.controller.devices.question import QUESTIONS
from burncard.controller.journal.history import TableUpdate
from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import SECOND, Nanoseconds
from burncard.rules.cards import BOARD, MUCK, STUB, Zone
from burncard.rules.facts import Action, CardSeen, Fact, Hand, Press
from burncard.rules.games import GAMES
from burncard.rules.outcomes import (
    AwaitAction,
    AwaitDiscard,
    AwaitDraw,
    AwaitPlain,
    AwaitRead,
    AwaitShow,
    Next,
    Outcome,
    Ruling,
)
from burncard.rules.table import Table
from burncard.simulator.at_a_fault import FLOOR_COMES_NS, VOID, AtAFault
from burncard.simulator.dealer import Dealer, Doing, NewHand, NotThereError, Put, fact_of
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.entering import Entering
from burncard.simulator.hands import Field, Hands
from burncard.simulator.mishaps import Mishap, Tally, Wanted, count_hand, unexpected
from burncard.simulator.pace import HUMAN, Pace
from burncard.simulator.packing import LOOK_NS, Packing
from burncard.simulator.packs import enrolled_packs
from burncard.simulator.truth import Entry, Ruled, Truth, refused, rulings_in

SEEN_WITHIN_NS = 30 * SECOND  # that a patient dealer waits for a card to be read
AGREE_WITHIN_NS = 6 * SECOND  # without a fact at a table that does not agree with the felt; then he goes by it
VOID_AFTER_NS = 45 * SECOND  # that a table stands still, until the floor ends the hand
RETRIES_MAX = 4  # of an entry that the table does not accept yet


class SimulatedTable:
    """One dealer, his players and his felt. `step` does one thing and returns how long until the next."""

    def __init__(
        self,
        service: TableService,
        reader: Field,
        shuffler: VirtualShuffler,
        rng: Random,
        wanted: Wanted,
        pace: Pace = HUMAN,
    ) -> None:
        self.service = service
        self.reader = reader
        self.tally = Tally()
        self.truth = Truth()
        self.ruled: list[Ruled] = []
        self.prompts = 0
        self.mishap: Mishap | None = None
        game = GAMES[service.record.config.game]
        red, blue, _ = enrolled_packs(joker=service.record.config.joker)
        self.dealer = Dealer(red, rng, other_pack=blue, needs_openers=game.needs_openers)
        self.hands = Hands(reader, service.layout, rng, pace, self._landed)
        self.packing = Packing(service, self.dealer, self.hands, shuffler, rng)
        self._rng = rng
        self._pace = pace
        self._wanted = wanted
        self._mind: Table | None = None
        self._obeys = False  # the table and its twin do not agree: the dealer goes by the table
        self._wrong: list[Put] = []
        self._decided: set[int] = set()
        self._entering = Entering(service)
        self._counted = True
        self._thinks_of: Next | None = None
        self._notices_ns: int | None = None
        self._read_ns = self._free_ns = 0
        self._apart_ns: int | None = None
        self._moved_ns = self._now_ns = self._taken = 0
        self._unseen: list[Zone] = []  # where he has put cards that the table must have before he goes on
        self._at_a_fault = AtAFault(service, self.dealer)
        service.record.subscribe(self._heard)

    # ---- time --------------------

    def step(self, now_ns: int) -> int:
        """Does what is due. Returns the time until the next thing is, in ns."""
        self._now_ns = now_ns
        self.hands.run(now_ns)
        if now_ns >= self._free_ns:
            self._free_ns = now_ns + self._act()
        due_ns = min(self._free_ns, self.hands.next_due_ns() or self._free_ns)
        return max(0, due_ns - now_ns)

    def _draw(self, span: tuple[int, int]) -> int:
        return self._pace.draw(self._rng, span)

    def _act(self) -> int:
        """What the dealer does now. Returns the time until he does something again."""
        record = self.service.record
        if self.service.stopping.stopped:
            return self._pace.scaled(LOOK_NS)
        if record.in_hand and record.faults.stops_play:
            return self._stopped_by_fault()
        self._at_a_fault.over()
        if self._notices_ns is not None and self._now_ns >= self._notices_ns:
            return self._read()
        if self._waits():
            return self._pace.scaled(LOOK_NS // 6)
        self._see_whether_they_agree()
        doing = self._choose()
        match doing:
            case None:
                return self._pace.scaled(LOOK_NS)
            case int():
                return doing
            case Put():
                return self._put(doing)
            case NewHand():
                return self._next_hand()
            case Action():
                return self._player_acts(doing)
            case _:
                self._enter(doing)
                return self._draw(self._pace.enter)

    def _stopped_by_fault(self) -> int:
        """Nobody deals while a fault stops the table."""
        match does := self._at_a_fault.act(self._now_ns, self._pace.scaled(FLOOR_COMES_NS)):
            case Put():
                self.reader.take_tag(does.physical.uid, Nanoseconds(self._now_ns))
                return self._put(does)
            case Press():
                self._enter(does)
            case _:
                for code in does:
                    self.tally.false_alarms[code] += code not in QUESTIONS
                    self.service.clear_fault(code, "floor", "floor", "the cards lie as they should")
        return self._pace.scaled(LOOK_NS)

    def _waits(self) -> bool:
        """Whether the dealer waits: for a card in the air, or for a card or an entry that the table must have first."""
        if self.hands.busy or not (self._pace.patient or self._obeys):
            return self.hands.busy
        return self._is_behind() and self._now_ns - self._moved_ns < SEEN_WITHIN_NS

    def _is_behind(self) -> bool:
        """Whether the table has yet to take a card of his; if he goes by the table, an entry as well."""
        return bool(self._unseen) or (self._obeys and self._entering.busy)

    # ---- what he goes by --------------------

    @property
    def _followed(self) -> Table:
        """The table that the dealer has in mind."""
        if self._obeys:
            return self.service.record.table
        return self._mind or self.truth.table

    def _read(self) -> int:
        """He has noticed that the table stops him: he reads, and from then on knows what he has done."""
        self._notices_ns = None
        self._mind = None
        if self.mishap is not None:
            self.mishap.stop()
        return self._draw(self._pace.read)

    def _see_whether_they_agree(self) -> None:
        """If the table and its twin have not agreed for some time, the dealer goes by the table. One that rules alike
        and takes one fact after another is only slow. Until he has noticed a mistake of his own, he does not look."""
        record = self.service.record
        if self._mind is not None and (not record.in_hand or self._now_ns - self._moved_ns > AGREE_WITHIN_NS):
            self._mind = None
        if self._obeys or self._mind is not None:
            return
        same = [each.rule for each in self.ruled if each.stop] == [each.rule for each in self.truth.ruled if each.stop]
        goes_on, self._taken = record.journal.count != self._taken, record.journal.count
        alike = record.in_hand == (self.truth.hand is not None) and record.table.awaited() == self.truth.awaited()
        if same and (alike or goes_on):
            self._apart_ns = None
        elif self._apart_ns is None:
            self._apart_ns = self._now_ns
        elif self._now_ns - self._apart_ns > AGREE_WITHIN_NS:
            self._obeys, self._moved_ns = True, self._now_ns

    def _choose(self) -> Doing | int | None:
        """What is due, or a mistake instead of it; a number is a time to think, in ns."""
        wrong = self._go_on_wrongly()
        if wrong is not None:
            return wrong
        table = self._followed
        hand, awaited = table.hand, table.awaited()
        if hand is None or hand.ended:
            return None if self.service.record.in_hand and self.tally.hands else self._acknowledge() or NewHand()
        if not self.packing.dealt:
            return None
        if self._obeys and self._now_ns - self._moved_ns > VOID_AFTER_NS:
            return VOID
        if self.mishap is None and not self._obeys:
            mistake = self._wanted.chosen(hand, awaited, self._rng)
            if mistake is not None:
                self.packing.take_out()
                self.mishap = Mishap(mistake, self.dealer, self.truth, self._now_ns)
                self._mind = self.mishap.belief
                self.tally.made[mistake.name] += 1
                return self._go_on_wrongly()
        if isinstance(awaited, (AwaitAction, AwaitShow, AwaitDraw)) and self._thinks_of != awaited:
            self._thinks_of = awaited
            return self._draw(self._pace.think)
        return self._follow(table, awaited)

    def _acknowledge(self) -> Press | None:
        """A stop that nobody has acknowledged keeps the next hand from being dealt."""
        unanswered = self.service.record.alerts
        return Press(press="ack", ruling=unanswered[0].id, by="dealer") if unanswered else None

    def _follow(self, table: Table, awaited: Next) -> Doing | None:
        if isinstance(awaited, AwaitPlain) and awaited.await_ in ("shuffle", "cut"):
            return self.packing.shuffle_stub(table, self._now_ns)
        if isinstance(awaited, AwaitRead):
            return self._lay_again(awaited)
        self.packing.take_out()
        if isinstance(awaited, AwaitPlain) and awaited.await_ == "floor":
            return self._floor(table) if self._obeys or any(each.stop for each in self.ruled) else None
        try:
            return self.dealer.follow(awaited)
        except NotThereError:
            return None  # an entry does not match what lies on the felt, and must be corrected

    def _floor(self, table: Table) -> Doing | None:
        """The floor decides what the table asks for, the latest stop first; when nothing is left, the hand ends."""
        mine = self.ruled if table is self.service.record.table else self.truth.ruled
        stops = [number for number, each in enumerate(mine) if each.stop and number not in self._decided]
        if not stops:
            return VOID
        self._decided.add(stops[-1])
        return self.dealer.follow(table.awaited(), mine[stops[-1]].id)

    def _go_on_wrongly(self) -> Doing | None:
        if self.mishap is None or self._obeys:
            return None
        doing = self.mishap.next_move(self.dealer)
        if isinstance(doing, Put):
            self._wrong.append(doing)
        return doing

    # ---- what he does --------------------

    def _put(self, put: Put) -> int:
        """A card is dealt or moved. Several thrown in one motion go together."""
        self._moved_ns = self._now_ns
        self.hands.lay_pack(self.dealer.stub.uids() if put.zone == STUB else (), self._now_ns)
        awaited, together = self._followed.awaited(), [put]
        if isinstance(awaited, AwaitDiscard) and put.zone == MUCK:
            rest = self.dealer.seat_cards(awaited.seat)[::-1][: awaited.count - 1]
            together += [self.dealer.put(other.physical, MUCK, "down") for other in rest]
        self._unseen = [one.zone for one in together if self.hands.would_show(one)]
        lands_ns = self.hands.throw_together(together, self._now_ns, self.hands.flight_of(put))
        repairs = bool(self.service.record.alerts) or put.zone == STUB
        span = self._pace.repair if repairs else self._pace.spread if put.zone == BOARD else self._pace.card
        return max(lands_ns - self._now_ns, self._draw(span))

    def _player_acts(self, action: Action) -> int:
        """A player acts, and the dealer enters it. Cards thrown in or turned up move before or after that."""
        self.hands.lay_pack(self.dealer.stub.uids(), self._now_ns)
        enters_ns = self._now_ns + self._draw(self._pace.enter)
        if action.action in ("fold", "muck", "show"):
            first = self._rng.random() < 0.5
            moves_ns = self._now_ns if first else enters_ns + self._draw(self._pace.together)
            self.hands.at(moves_ns, lambda at_ns: self.hands.cards_of(action, self.dealer, at_ns))
        self.hands.at(enters_ns, lambda at_ns: self._enter(action))
        return enters_ns - self._now_ns

    def _lay_again(self, awaited: AwaitRead) -> Put | None:
        """A card that could not be read is lifted and laid down again."""
        self.prompts += 1
        lying = self.dealer.in_zone(awaited.zone)
        if not lying:
            return None
        self.reader.take_tag(lying[-1].physical.uid, Nanoseconds(self._now_ns))
        return lying[-1]

    def _next_hand(self) -> int:
        """The hand is over: the cards are taken in."""
        if self.packing.dealt or not self.tally.hands:
            self.settle()
            self.tally.hands += 1
            self.packing.take_in(self._now_ns)
        else:
            self.packing.again(self._now_ns)
        return self._pace.scaled(LOOK_NS)

    # ---- what the table and its twin are told --------------------

    def _landed(self, put: Put, now_ns: int) -> None:
        """A card has come to rest. The dealer believes what he meant to do."""
        fact = fact_of(put, tags=True)
        self.tally.cards += 1
        self._tell(fact, now_ns)
        if self._mind is not None and not any(put is wrong for wrong in self._wrong):
            self._mind.apply(fact)

    def _tell(self, fact: Fact, now_ns: int) -> list[Outcome]:
        """Tells the twin. A stop without any reason is a false alarm of the rules themselves."""
        outcomes = self.truth.tell(fact, now_ns)
        for outcome in outcomes:
            if isinstance(outcome, Ruling) and unexpected(outcome, mistaken=self.mishap is not None):
                self.tally.false_alarms[outcome.rule] += 1
        if not self._obeys:
            self.dealer.hear(outcomes)
        return outcomes

    def _enter(self, fact: Fact, tries: int = 0) -> None:
        """The dealer enters what a person did: at the table, and in truth it is so as well."""
        self._moved_ns, self._unseen, accepted = self._now_ns, [], True
        if not tries and not (isinstance(fact, Press) and fact.press == "ack"):
            accepted = not refused(self._tell(fact, self._now_ns))
            if self._mind is not None:
                self._mind.apply(fact)
        if isinstance(fact, Press) and fact.press == "override" and fact.ruling is not None and not self._obeys:
            fact = msgspec.structs.replace(fact, ruling=self.truth.id_at(self.ruled, fact.ruling))
        look_ns = self._now_ns + self._pace.scaled(LOOK_NS)
        again = partial(self.hands.at, look_ns, lambda at_ns: self._enter(fact, tries + 1))
        self._entering.enter(Entry(fact, tries, accepted), again)

    def _heard(self, told: TableUpdate) -> None:
        """The table has taken a fact."""
        if isinstance(told.fact, Hand):
            self._begin_hand()
        if isinstance(told.fact, CardSeen) and told.fact.zone in self._unseen:
            self._unseen.remove(told.fact.zone)
        for ruled in rulings_in(told.outcomes, told.at_ns):
            self.ruled.append(ruled)
            self.tally.rulings[ruled.rule] += 1
            if ruled.stop and self._notices_ns is None:
                self._notices_ns = self._now_ns + self._draw(self._pace.notice)
        if self._obeys:
            self.dealer.hear(told.outcomes)
        if not isinstance(told.fact, CardSeen):
            self._heard_entry(told)

    def _heard_entry(self, told: TableUpdate) -> None:
        """An entry. The dealer repeats his own after a moment if it was refused; another's is news to the twin."""
        own = self._entering.heard(told.fact)
        if own is None:
            self._tell(told.fact, told.at_ns)
        elif refused(told.outcomes) and own.accepted and not self._obeys:
            if own.tries < RETRIES_MAX:
                again_ns = self._now_ns + self._draw(self._pace.notice) + self._draw(self._pace.enter)
                self.hands.at(again_ns, lambda at_ns: self._enter(own.fact, own.tries + 1))
            else:
                self._obeys = True

    def _begin_hand(self) -> None:
        """A hand begins: the pack that the machine has delivered is dealt."""
        self._obeys = self._counted = False
        self._mind = self.mishap = self._notices_ns = self._apart_ns = None
        self._wrong.clear()
        self._decided.clear()
        self._entering.forget()
        self.ruled.clear()
        self.packing.deal()

    # ---- what came of it --------------------

    @property
    def hand_over(self) -> bool:
        """Whether the hand has ended, for the table and in truth."""
        return not self.service.record.in_hand and (self.truth.hand is None or self._obeys)

    def settle(self) -> None:
        """Counts what came of the last hand, once."""
        if not self._counted:
            self._counted = True
            count_hand(self.tally, self.mishap, self.ruled, self.truth)

    def resume(self, now_ns: int) -> None:
        """After a restart: the cards lie where the table saw them, and the dealer goes by the table."""
        hand = self.service.record.table.hand
        if hand is None or hand.ended:
            return
        self._moved_ns = self._now_ns = now_ns
        by_uid = {physical.uid: physical for physical in (*self.dealer.pack, *self.dealer.other_pack)}
        for placed in hand.felt.all_out():
            if placed.tag in by_uid:
                put = self.dealer.felt[placed.tag] = Put(by_uid[placed.tag], placed.zone, placed.face)
                self.hands.lay(put, now_ns)
        self.dealer.stub.remove(set(self.dealer.felt))
        self.dealer.stub.shuffle()
        self.packing.dealt = self._obeys = True
        self.tally.hands = 1
