"""A real table service over the radio of a room, a dealer who never waits to be seen, and a twin that knows the truth.

What the dealer does goes to the twin at once and to the felt; the table hears of it through scans alone. After a
mistake the dealer waits to be stopped. A hand is right when the two tables' rulings are the same.
"""

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import msgspec

from burncard.controller.config import TableConfig
from burncard.controller.journal.history import TableUpdate
from burncard.controller.journal.journal import Journal
from burncard.controller.journal.stored import from_stored
from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import Face, FacesSeen, ShufflerReport, TagHeard
from burncard.hardware.layout import Layout
from burncard.rules.cards import MUCK, STUB
from burncard.rules.facts import Action, CardSeen, Fact, Hand, Press
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitDiscard, AwaitPlain, Outcome, Ruling
from burncard.rules.table import Table
from burncard.simulator.at_a_fault import FLOOR_COMES_NS, VOID, AtAFault
from burncard.simulator.dealer import Dealer, Doing, NewHand, NotThereError, Put, fact_of
from burncard.simulator.expected_rulings import ORDINARY_RULES
from burncard.simulator.eye import Eye, looked_at
from burncard.simulator.mistakes import MISTAKES, FacesBy, Mistake, can_be_seen
from burncard.simulator.pack import make_pack
from burncard.simulator.packs import enrolled_packs
from burncard.simulator.radio.air import Air, Answer
from burncard.simulator.radio.antenna_plan import TablePlan
from burncard.simulator.radio.any_air import MakeAir
from burncard.simulator.radio.quality import Radio
from burncard.simulator.rooms.detected import Detected, compared
from burncard.simulator.rooms.gaps import Gaps, even
from burncard.simulator.rooms.room_readers import Commanded, Readers
from burncard.simulator.rooms.shown_by import shown_by
from burncard.simulator.truth import Ruled, rulings_in

LINE_NS = 5 * MS
"""What the line of a fast reader adds to each scan."""
FACE_NS = 150 * MS
"""How long a dealer takes to turn a card over."""
STOPPED_WITHIN_NS = 4 * SECOND
HAND_MAX_NS = 900 * SECOND
LOOK_NS = 100 * MS
"""How often the dealer looks whether the next hand has begun."""
MISTAKE_CHANCE = 0.04
CLEAN_CHANCE = 0.1
PITCH_MS = (50, 200)
FLIGHT_MS = (120, 300)
THINK_MS = (700, 1800)
PICTURE_NS = 100 * MS
PICTURE_AGE_NS = 60 * MS


class DetectionRoom:
    """One table of a room: hands of one game, one after the other.

    `of_faces`: only mistakes that concern a face; `holds_pack`: the dealer never lays the undealt pack down.
    """

    def __init__(
        self,
        config: TableConfig,
        radio: Radio,
        seed: str,
        *,
        mistakes: bool = False,
        line_ns: int = LINE_NS,
        faces: FacesBy = "reader",
        of_faces: bool = False,
        layout: Layout,
        holds_pack: bool = False,
        air: MakeAir = Air,
        gaps: Gaps = even,
    ) -> None:
        self.seed = seed
        self.now_ns = Nanoseconds(SECOND)
        self.config, self.layout = config, layout
        self.decks = enrolled_packs(joker=config.joker)[2]
        self.service = TableService(config, Journal(None), self.decks, self.layout, lambda: self.now_ns)
        self.service.record.subscribe(self._heard)
        self.air = air(TablePlan(self.layout.zones), radio, Random(f"{seed}/radio"))
        self.readers = Readers(layout, self.air, line_ns, self._tag, partial(self.service.on_event, "reader"))
        self.service.attach(self.readers.group, Commanded())  # type: ignore[arg-type]
        game, packs = GAMES[config.game], (("red", 1), ("blue", 0x100))
        red, blue = (make_pack(back, joker=config.joker, first_serial=first) for back, first in packs)
        self.dealer = Dealer(red, Random(f"{seed}/cards"), blue, needs_openers=game.needs_openers)
        self.air.known = [card.uid for card in red]
        self.rng = Random(f"{seed}/dealer")
        self.twin = Table()
        self._mistakes = [
            mistake
            for mistake in MISTAKES
            if mistakes and can_be_seen(mistake, faces) and (mistake.of_faces or not of_faces)
        ]
        self._faces, self._gaps = faces, gaps
        self._pack_at = None if holds_pack else self.layout.antenna_of(STUB)
        self._eye = Eye(self.air, Random(f"{seed}/camera"), *looked_at(self.layout.zones))
        self._eye.in_rows = game.family == "stud"
        self._picture_ns = self.now_ns
        self._picture: FacesSeen | None = None
        self._number = 0

    def play(self) -> Detected:
        """Plays one hand to its end."""
        self._number += 1
        self.seen = Detected(self.config.game, self._number)
        self._mistake: Mistake | None = None
        self._moves: Iterator[Doing] | None = None
        self._thrown: deque[Doing] = deque()
        self._landing: list[tuple[int, Callable[[], None]]] = []
        self._made_ns: int | None = None
        self._asked_ns = 0
        self._put_ns: dict[str, int] = {}
        self._begun = False
        self._prompted: frozenset[str] = frozenset()
        self._at_a_fault = AtAFault(self.service, self.dealer)
        self._screen_ns: Nanoseconds | None = None
        self._ruled: list[Ruled] = []
        self._truly_ruled: list[Ruled] = []
        self._decided: set[str] = set()
        self._load()
        dealer_ns: int | None = self.now_ns + 500 * MS
        end_ns = self.now_ns + HAND_MAX_NS
        while self.now_ns < end_ns and not (dealer_ns is None and self._ended(self.service.record.table)):
            dealer_ns, end_ns = self._scan(dealer_ns, end_ns)
        self.seen.mistake = "" if self._mistake is None else self._mistake.name
        self.seen.verdict = self._verdict()
        for table in (self.twin, self.service.record.table):
            if not self._ended(table):
                self._void(table)
        return self.seen

    def _void(self, table: Table) -> None:
        """A hand that did not end is ended, so that the next one can begin."""
        void_hand = Press(press="void-hand", by="floor", reason="the next hand begins")
        if table is self.twin:
            self.twin.apply(void_hand)
        else:
            self.service.submit(void_hand, "floor", "floor")

    # ---- time --------------------

    def _scan(self, dealer_ns: int | None, end_ns: int) -> tuple[int | None, int]:
        """What people do until the next scan ends. Returns when the dealer acts next, and when the hand is given up."""
        ends_ns = self.readers.begin(self.now_ns)
        while True:
            landing = min((when for when, _ in self._landing), default=ends_ns + 1)
            if landing <= ends_ns and landing <= (ends_ns if dealer_ns is None else dealer_ns):
                self._land(landing)
            elif dealer_ns is not None and dealer_ns <= ends_ns:
                self.now_ns = Nanoseconds(max(self.now_ns, dealer_ns))
                dealer_ns = self._deal()
                if dealer_ns is None:
                    end_ns = self.now_ns + STOPPED_WITHIN_NS
                self.service.tick()
            else:
                break
        self.now_ns = Nanoseconds(ends_ns)
        self._take_picture()
        self.readers.end()
        return dealer_ns, end_ns

    def _take_picture(self) -> None:
        """The camera takes a picture when one is due, and reports it when it has worked it out."""
        if self._faces != "camera":
            return
        if self._picture is None and self.now_ns >= self._picture_ns:
            self._picture = FacesSeen(self.now_ns, self._eye.look(self.now_ns))
        elif self._picture is not None and self.now_ns >= self._picture.taken_ns + PICTURE_AGE_NS:
            self.service.on_event("camera", self._picture)
            self._picture_ns, self._picture = Nanoseconds(self._picture.taken_ns + PICTURE_NS), None

    def _land(self, when_ns: int) -> None:
        self.now_ns = Nanoseconds(max(self.now_ns, when_ns))
        due = [item for item in self._landing if item[0] <= when_ns]
        self._landing = [item for item in self._landing if item[0] > when_ns]
        for _, land in due:
            land()

    def _tag(self, answer: Answer) -> TagHeard:
        piece = answer.piece if self._faces == "reader" else None
        dbm = None if answer.dbm is None else round(answer.dbm)
        face: Face = "unknown" if piece is None else piece.face
        return TagHeard(answer.uid, dbm, face, piece is not None and piece.boxed)

    # ---- the dealer --------------------

    def _load(self) -> None:
        """Takes all cards in, and delivers a shuffled pack: the hand begins."""
        self.readers.drop()  # that takes longer than a scan: none that began before it ends now
        for piece in list(self.air.felt):
            self.air.take(piece.name)
        self.dealer.collect()
        self._lay_pack(down=False)
        count = len(self.decks.tags_of("red"))
        for event in ("deck-in", "shuffled", "verified", "cut", "delivered"):
            self.service.on_event("shuffler", ShufflerReport(event, count=count))

    def _deal(self) -> int | None:
        """The dealer's or a player's next act; when the one after it comes, None when the hand is over."""
        if not self._begun:
            return self._clear_the_way()
        if self.service.record.faults.stops_play:
            return self._look()
        self._at_a_fault.over()
        self._prompted = frozenset()
        if self._thrown:
            return self._do(self._thrown.popleft())
        doing = self._err()
        waits = len(self.seen.rules) < len(self.seen.true_rules)  # one mistake may be ruled on twice
        unseen = doing is None and self._made_ns is not None and waits
        if unseen and self.now_ns < max(self._made_ns or 0, self._asked_ns) + STOPPED_WITHIN_NS:
            return self.now_ns + 50 * MS
        if doing is None and self._waits_for_the_screen():
            return self.now_ns + LOOK_NS
        if doing is None:
            try:
                doing = self._follow()
            except NotThereError:
                return None  # the dealer cannot put it right: what was ruled until then counts
        return self._do(doing)

    def _look(self) -> int:
        """The table has stopped and asks the dealer to look: a card is laid down again, or it lies as it should."""
        self._asked_ns = self.now_ns
        codes = frozenset(fault.code for fault in self.service.record.faults.open)
        self.seen.prompts += len(codes - self._prompted)
        self._prompted = codes
        match does := self._at_a_fault.act(self.now_ns, FLOOR_COMES_NS):
            case Put():
                self.air.take(does.physical.uid)
                return self._put(does)
            case Press():
                self.service.submit(does, "floor", "floor")
            case _:
                for code in does:
                    self.service.clear_fault(code, "floor", "floor", "the cards lie as they should")
        return self.now_ns + LOOK_NS

    def _clear_the_way(self) -> int:
        """What is left of the last hand is put right, until the next one begins."""
        for ruling in self.service.record.alerts:
            self.service.submit(Press(press="ack", ruling=ruling.id, by="dealer"), "dealer")
        return self.now_ns + LOOK_NS

    def _waits_for_the_screen(self) -> bool:
        """He shuffles when the screen tells him to, since it may want another card back; in the end all the same."""
        due, shown = self.twin.awaited(), self.service.record.table.awaited()
        is_due = isinstance(due, AwaitPlain) and due.await_ in ("shuffle", "cut")
        if not is_due or due == shown:
            self._screen_ns = None
            return False
        self._screen_ns = self.now_ns if self._screen_ns is None else self._screen_ns
        return self.now_ns < self._screen_ns + FLOOR_COMES_NS

    def _follow(self) -> Doing:
        """What is due. The floor decides the latest stop that it has not decided; without one, the hand ends."""
        awaited = self.twin.awaited()
        if not isinstance(awaited, AwaitPlain) or awaited.await_ != "floor":
            return self.dealer.follow(awaited)
        stops = [each.id for each in self._truly_ruled if each.stop and each.id not in self._decided]
        if not stops:
            return VOID
        self._decided.add(stops[-1])
        return self.dealer.follow(awaited, stops[-1])

    def _as_the_table_names_it(self, fact: Fact) -> Fact:
        """An entry about a ruling, with the id that the table gave it: the twin numbers its own."""
        if not isinstance(fact, Press) or fact.ruling is None:
            return fact
        rule = next((each.rule for each in self._truly_ruled if each.id == fact.ruling), None)
        ids = [each.id for each in self._ruled if each.rule == rule]
        return msgspec.structs.replace(fact, ruling=ids[-1]) if ids else fact

    def _do(self, doing: Doing) -> int | None:
        if isinstance(doing, NewHand):
            return None
        if isinstance(doing, Put):
            return self._put(doing)
        fact = fact_of(doing, tags=True)
        if isinstance(fact, Action):
            self._lay_pack(down=True)
        self.service.enter(self._as_the_table_names_it(fact), "dealer")
        self._tell_twin(fact)
        if isinstance(fact, Action) and fact.action == "fold" and not self._ended(self.twin):
            lying = [put for put in self.dealer.seat_cards(fact.seat) if put.zone != MUCK]
            self._thrown += [self.dealer.put(put.physical, MUCK, "down") for put in lying]
        return self.now_ns + self._drawn_ns(THINK_MS)

    def _lay_pack(self, *, down: bool) -> None:
        """While players act the pack lies on the stub's antenna; while cards are dealt the dealer holds it. One who
        holds it all the time leaves there what was returned to it."""
        if self._pack_at is not None:
            self.air.lay_pack(self.dealer.stub.uids() if down else (), self._pack_at)

    def _drawn_ns(self, span: tuple[int, int]) -> int:
        return int(self.rng.uniform(*span)) * MS

    def _err(self) -> Doing | None:
        """The next move of a mistake, which is begun now and then, once a hand."""
        hand = self.twin.hand
        if self._mistakes and self._mistake is None and hand is not None and self.rng.random() < MISTAKE_CHANCE:
            awaited = self.twin.awaited()
            possible = [mistake for mistake in self._mistakes if not hand.ended and mistake.possible(hand, awaited)]
            if possible:
                self._mistake = self.rng.choice(possible)
                self._moves = self._mistake.make(self.dealer, hand, awaited)
        doing = None if self._moves is None else next(self._moves, None)
        if doing is None:
            self._moves = None
        else:
            self._made_ns = self.now_ns
            if hand is not None and isinstance(doing, Put):
                there = self.air.felt.pieces.get(doing.physical.uid)
                origin = self.layout.zone_of(there.antenna or 0 if there else 0)
                shown = shown_by(hand, origin, doing.zone)
                self.seen.shows = self.seen.shows if shown == "presence" else shown
        return doing

    def _put(self, put: Put) -> int:
        """A card is pitched or laid down. The twin is told when it has come to rest."""
        uid, antenna = put.physical.uid, self.layout.antenna_of(put.zone)
        self._lay_pack(down=put.zone == STUB)
        there = self.air.felt.pieces.get(uid)
        lands_ns = int(self.now_ns)
        if antenna is not None and (there is None or there.antenna != antenna):
            start = self.layout.antenna_of(STUB) if there is None else there.antenna
            flight_ns = self._drawn_ns(FLIGHT_MS)
            self.air.throw(uid, start or antenna, antenna, self.now_ns - flight_ns, lands_ns)
        elif antenna is not None:
            lands_ns += FACE_NS
        else:
            self.air.take(uid)
        if antenna is not None:
            self._put_ns[uid] = lands_ns
            self._landing.append(
                (lands_ns, lambda: void(self.air.lay(uid, antenna, put.face, lands_ns, boxed=put.boxed)))
            )
            self._land(self.now_ns)
        self._tell_twin(fact_of(put, tags=True))
        pitched = bool(self._thrown) or isinstance(self.twin.awaited(), AwaitDiscard)
        return self.now_ns + (self._drawn_ns(PITCH_MS) if pitched else self._gaps(self.rng))

    # ---- the two tables --------------------

    def _tell_twin(self, fact: Fact) -> None:
        outcomes = self.twin.apply(fact)
        self.dealer.hear(outcomes)
        self._truly_ruled += rulings_in(outcomes, self.now_ns)
        self.seen.true_rules += unordinary(outcomes)

    def _heard(self, update: TableUpdate) -> None:
        if isinstance(update.fact, Hand):
            self._tell_twin(update.fact)
            self._begun = True
        self._ruled += rulings_in(update.outcomes, update.at_ns)
        rules = unordinary(update.outcomes)
        if rules and not self.seen.rules and self._made_ns is not None:
            self.seen.ruling_delay_ns = self.now_ns - self._made_ns
        self.seen.rules += rules
        entry = next(iter(self.service.record.journal.facts(after=update.number - 1)))
        fact = from_stored(entry.body, self.decks)
        if isinstance(fact, CardSeen) and fact.tag in self._put_ns:
            self.seen.card_delays_ns.append(self.now_ns - self._put_ns.pop(fact.tag))

    def _ended(self, table: Table) -> bool:
        return table.hand is not None and table.hand.ended

    def _verdict(self) -> str:
        true, given = self.seen.true_rules, self.seen.rules
        if not self._begun:
            return "never begun"
        if true == given and self._ended(self.service.record.table) != self._ended(self.twin):
            return "stuck"
        return compared(true, given)


def void(_: object) -> None:
    """Drops a value."""


def unordinary(outcomes: list[Outcome] | tuple[Outcome, ...]) -> list[str]:
    """The rules of the rulings that a clean hand does not have."""
    return [out.rule for out in outcomes if isinstance(out, Ruling) and out.rule not in ORDINARY_RULES]
