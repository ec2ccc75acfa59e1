"""The place where a card becomes a fact: scans of a reader's antennas in, cards in zones out, without I/O.

Where a card lies is decided by `controller.perception`. Here tags become cards, faces and boxed cards are noted, and
after a gap the felt is compared: each card that should lie there must be heard again.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final

import msgspec

from burncard.controller.decks.decks import Decks
from burncard.controller.devices.face_watch import HOLD_FOR_FACE_NS, FaceWatch
from burncard.controller.devices.question import Question
from burncard.controller.perception.arrival import Arrival
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.copies import Copies
from burncard.controller.perception.deal_of_table import DealOfTable
from burncard.controller.perception.looking import Looking
from burncard.controller.perception.patience import POSSIBLE
from burncard.controller.perception.perception import Perception
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import Face, Scan
from burncard.hardware.layout import Layout
from burncard.rules.cards import ASIDE, BOARD, BURN, JOKER, MUCK, STUB, UNKNOWN_BACK, UNREAD, Card, Zone
from burncard.rules.facts import CardSeen, Press
from burncard.rules.table import Table

CONFIRM_NS: Final = 2_000 * MS
BLIND_NS: Final = 2 * SECOND
UNHEARD_MAX: Final = 1e-3
"""A card is not where it should be when scans would have missed it with no more than this chance."""
LOOK_NS: Final = 20 * MS
NEXT: Final = 2
"""A dealer is so many cards ahead of what has been heard."""
WEAK_NS: Final = 5 * SECOND
OUT_OF_THE_WAY: Final = frozenset({BURN, MUCK})
"""Zones where cards lie stacked and cannot all be heard: no card there has to be confirmed."""


@dataclass(frozen=True, slots=True)
class TwoPlaces:
    """One tag answers clearly in two zones that are not neighbours: one of the two is a copy.

    `zones`: those where its card is not known to lie. Whoever lays a copy somewhere must not be shown who has the card.
    """

    zones: tuple[Zone, ...]


@dataclass(slots=True)
class _Look:
    """What a tag's card looks like: its face by antenna, and where it was seen boxed; `told`: its last fact."""

    faces: dict[Antenna, Face] = field(default_factory=dict)
    boxed_at: Antenna | None = None
    told: CardSeen | None = None


class CardWatch:
    """Watches every card of a table. `strays`: the zones in which tags that are no cards were heard, such as a phone's.

    Only the zones: a phone invents a new id for each scan. `eye`: what a camera sees of faces.
    """

    def __init__(self, layout: Layout, decks: Decks, table: Callable[[], Table], eye: FaceWatch | None = None) -> None:
        self._deal = DealOfTable(table, layout, self._fact)
        self.perception = Perception(
            self._deal,
            layout.neighbours(),
            rest=layout.antennas_of(MUCK, ASIDE, STUB),
            pack=layout.antennas_of(STUB),
            muck=layout.antennas_of(MUCK),
            rows=layout.antennas_of(BOARD),
            burn=layout.antennas_of(BURN),
        )
        self.strays: dict[Zone, None] = {}
        self._eye = eye or FaceWatch(layout, table)
        self._eye.looked_ns, self._eye.busy = self.looked_ns, self._busy
        self._waiting: Arrival | None = None
        self._layout = layout
        self._decks = decks
        self._copies = Copies(self.perception.beliefs.chances)
        self._looks: dict[str, _Look] = {}
        self._changed: dict[str, int] = {}
        self._copied: list[TwoPlaces] = []
        self._unconfirmed: dict[str, int] = {}
        self._confirm_by_ns: int | None = None
        self._counts_misses = False
        self._looking = Looking()

    # ---- from the reader --------------------

    def choose(self, now_ns: Nanoseconds, among: Collection[Antenna] | None = None) -> Antenna:
        """The antenna to scan next; of several readers each has its own `among` which one is chosen."""
        return self.perception.next_antenna(self.looked_ns(now_ns), among)

    def looked_ns(self, now_ns: Nanoseconds) -> Nanoseconds:
        """The time spent looking until now, by which cards are late: it stands still while the reader is not heard."""
        return self._looking.at(now_ns)

    def limit(self, antennas: int) -> None:
        """The reader has said how many antennas it has; they are numbered from 1."""
        if antennas > 0:
            self.perception.polling.limit(range(1, antennas + 1))

    def take(self, scan: Scan, now_ns: Nanoseconds) -> None:
        """Takes a scan that has just ended."""
        if self._layout.zone_of(scan.antenna) is None:
            return
        looked_ns = self._scanned(scan, now_ns)
        self._counts_misses = self._counts_misses or scan.complete
        heard: dict[str, float | None] = {}
        for tag in scan.tags:
            if self._decks.find(tag.uid) is None:
                self.strays[self._zone(scan.antenna)] = None
                continue
            heard[tag.uid] = tag.rssi_dbm
            look = self._looks.setdefault(tag.uid, _Look())
            if tag.face != "unknown" and look.faces.get(scan.antenna) != tag.face:
                look.faces[scan.antenna] = tag.face
                self._changed[tag.uid] = looked_ns
            if tag.boxed and look.boxed_at != scan.antenna:
                look.boxed_at = scan.antenna
                self._changed[tag.uid] = looked_ns
        if scan.strays:
            self.strays[self._zone(scan.antenna)] = None
        self._copies.scanned(scan.antenna, heard, looked_ns, complete=scan.complete)
        for uid in heard:
            self._note_copy(uid, looked_ns)
        self._confirm(scan, heard)
        took_ns = scan.ended_ns - scan.began_ns
        self.perception.take(scan.antenna, heard, looked_ns, complete=scan.complete, took_ns=took_ns)

    def pass_over(self, scan: Scan, now_ns: Nanoseconds) -> None:
        """Takes no notice of a scan's tags: they are of a deck that is being enrolled."""
        if self._layout.zone_of(scan.antenna) is not None:
            self.perception.polling.scanned(scan.antenna, self._scanned(scan, now_ns), scan.ended_ns - scan.began_ns)

    def next(self, now_ns: Nanoseconds, entry_ns: Nanoseconds | None = None) -> CardSeen | Press | TwoPlaces | None:
        """The next thing to give to the table now; to be called again until there is nothing more.

        `entry_ns`: when the entry that waits was made, in time spent looking.
        """
        if self._copied:
            return self._copied.pop(0)
        looked_ns = self.looked_ns(now_ns)
        arrival = self._waiting or self.perception.order.release(looked_ns, entry_ns)
        if arrival is not None:
            return self._arrived(arrival, looked_ns)
        found = self._eye.next()
        if isinstance(found, Press):
            return found
        for uid, face in found or ():
            home = self._home(uid)
            if home is not None:
                self._looks.setdefault(uid, _Look()).faces[home] = face
                self._changed[uid] = looked_ns
        held = {arrival.uid for arrival in self.perception.held.cards}
        for uid, when_ns in list(self._changed.items()):
            if uid in held or self.perception.new_before(Nanoseconds(when_ns), looked_ns):
                continue
            del self._changed[uid]
            turned = self._turned(uid)
            if turned is not None:
                return self._told(uid, turned)
        return None

    def next_due_ns(self, now_ns: Nanoseconds) -> Nanoseconds | None:
        """When `next` may have something although no scan has ended."""
        return Nanoseconds(now_ns + LOOK_NS) if self.perception.held.cards or self._waiting else None

    def owes(self, when_ns: Nanoseconds, now_ns: Nanoseconds) -> bool:
        """Whether a card of the pack that was heard before a moment, in time spent looking, is not told yet, or whether
        one that nobody may take is missing."""
        looked_ns = self.looked_ns(now_ns)
        if self._waiting is not None and self._waiting.first_ns <= when_ns:
            return True
        return self.perception.new_before(when_ns, looked_ns) or self.perception.is_going(looked_ns)

    def unsure(self, now_ns: Nanoseconds) -> bool:
        """Whether a card in play was just missed at its place: it may have been taken away."""
        return self.perception.unsure(self.looked_ns(now_ns))

    def question(self, *, entry_waits: bool, insists: bool = False) -> Question | None:
        """What people must look at before the table hears of any later card: a card between two zones, or a zone
        where a card is due and none is heard. Once somebody is asked, later cards wait for the answer.

        `entry_waits`: an entry has waited for it in vain; `insists`: one was refused before, or people have gone on.
        """
        between = self.perception.doubt.between
        if between is not None:
            return Question("card-between", tuple(map(self._zone, between.antennas)))
        order = self.perception.order
        if order.unheard_at is None and entry_waits:
            order.unheard_at = order.due_blindly(insists=insists)
        return None if order.unheard_at is None else Question("card-unheard", (self._zone(order.unheard_at),))

    def looked(self, question: Question) -> None:
        """Somebody has looked: the cards lie as they should."""
        antenna = self._layout.antenna_of(question.zones[0])
        if question.code == "card-between":
            self.perception.doubt.looked()
        elif antenna is not None:
            self.perception.order.looked(antenna)

    def is_blind(self, now_ns: Nanoseconds) -> bool:
        """Whether no scan has told anything for a while, after one had."""
        return self._looking.told_ns is not None and now_ns - self._looking.told_ns > BLIND_NS

    @property
    def told_ns(self) -> int | None:
        """When a scan last ended that was complete or heard a card; None before the first one."""
        return self._looking.told_ns

    def has_gone_silent(self, now_ns: Nanoseconds) -> bool:
        """Whether no antenna hears a card any more, where some certainly lie; said once."""
        return self.perception.silent.is_total(self._deal.kept(), self.looked_ns(now_ns))

    def weak(self, now_ns: Nanoseconds) -> list[Zone]:
        """The zones that cannot be seen well: their antenna has not been scanned, or hears none of its cards."""
        looked_ns, polling = self.looked_ns(now_ns), self.perception.polling
        return sorted(
            self._zone(antenna)
            for antenna in polling.there
            if polling.completed_ns(antenna) < looked_ns - WEAK_NS or self._is_silent(antenna, looked_ns)
        )

    # ---- from the table --------------------

    def where(self, uid: str) -> Zone | None:
        """The zone where a tag lies; None for a tag that is not on the table."""
        antenna = self._home(uid)
        return None if antenna is None else self._zone(antenna)

    def forget(self, next_back: str | None = None) -> None:
        """All cards are back in the pack: every tag that is heard from now on is a new card. `next_back`: a hand begins
        with that deck; only some games have the joker in it."""
        if next_back is not None:
            cards = {uid: self._decks.find(uid) for uid in self._decks.tags_of(next_back)}
            self.perception.unheard.mute.new_hand([uid for uid, of in cards.items() if of and of.card != JOKER])
        self.perception.forget()
        self._eye.forget()
        self._waits_for_face(None)
        self._copies.forget()
        self._looks.clear()
        self._changed.clear()
        self._unconfirmed.clear()
        self._confirm_by_ns = None

    def restore(self, uid: str, zone: Zone, face: Face) -> None:
        """After a restart: sets where a card lies according to the journal."""
        antenna = self._layout.antenna_of(zone)
        if antenna is None:
            return
        self.perception.beliefs.place(uid, antenna)
        self._looks[uid] = _Look({} if face == "unknown" else {antenna: face})
        self._looks[uid].told = CardSeen(card=UNREAD, zone=zone, face=None if face == "unknown" else face, tag=uid)
        self._unconfirmed[uid] = 0

    # ---- comparing the felt --------------------

    def expect_all(self, now_ns: Nanoseconds) -> None:
        """The reader may have missed something: each card on the table must now be heard again."""
        tags = self.perception.beliefs.tags
        self._unconfirmed = {uid: 0 for uid, tag in tags.items() if tag.home is not None}
        self._confirm_by_ns = now_ns + CONFIRM_NS
        self._counts_misses = False

    def unconfirmed(self, now_ns: Nanoseconds) -> list[Zone]:
        """The zones of cards that should lie there and are not heard; empty while the reader may still hear them."""
        if self._confirm_by_ns is None or now_ns < self._confirm_by_ns:
            return []
        return sorted(self._zone(home) for uid, home in self._awaited() if self._is_missed(uid, home))

    @property
    def all_confirmed(self) -> bool:
        """Whether every card on the table that has to be heard has been."""
        return not self._awaited()

    def confirm_all(self) -> None:
        """The felt has been compared, or a person has confirmed it."""
        self._unconfirmed.clear()
        self._confirm_by_ns = None

    @property
    def confirm_by_ns(self) -> Nanoseconds | None:
        """When all cards should be confirmed; None if they need not be."""
        return None if self._confirm_by_ns is None else Nanoseconds(self._confirm_by_ns)

    # ---- inside --------------------

    def _scanned(self, scan: Scan, now_ns: Nanoseconds) -> Nanoseconds:
        """A scan has ended. Returns the time spent looking."""
        lost_ns = self._looking.scanned(now_ns, tells=scan.complete or bool(scan.tags))
        looked_ns = self.looked_ns(now_ns)
        if lost_ns:
            self.perception.lost(looked_ns, lost_ns)
        return looked_ns

    def _awaited(self) -> list[tuple[str, Antenna]]:
        """The tags that have to be heard again, with their homes."""
        homes = ((uid, self._home(uid)) for uid in self._unconfirmed)
        return [(uid, home) for uid, home in homes if home is not None and self._zone(home) not in OUT_OF_THE_WAY]

    def _is_missed(self, uid: str, home: Antenna) -> bool:
        place = self.perception.beliefs.tags[uid].home
        height, scans = 0 if place is None else place.height, self._unconfirmed[uid]
        return not self._counts_misses or self.perception.beliefs.missed(home, height, scans) <= UNHEARD_MAX

    def _confirm(self, scan: Scan, heard: dict[str, float | None]) -> None:
        for uid in [uid for uid in self._unconfirmed if self._home(uid) == scan.antenna]:
            if uid in heard:
                del self._unconfirmed[uid]
            else:
                self._unconfirmed[uid] += scan.complete

    def _is_silent(self, antenna: Antenna, now_ns: int) -> bool:
        """Whether every card that lies at an antenna has been silent for long."""
        places = [tag.home for tag in self.perception.beliefs.at(antenna).values() if tag.home is not None]
        return bool(places) and all(
            place.missed_ns is not None and now_ns - place.missed_ns > WEAK_NS for place in places
        )

    def _home(self, uid: str) -> Antenna | None:
        tag = self.perception.beliefs.tags.get(uid)
        return None if tag is None else tag.home_antenna

    def _zone(self, antenna: Antenna) -> Zone:
        zone = self._layout.zone_of(antenna)
        assert zone is not None
        return Zone(zone)

    def _note_copy(self, uid: str, now_ns: Nanoseconds) -> None:
        until_ns = self._copies.torn_until(uid)
        if until_ns > now_ns:
            self.perception.distrust(uid, until_ns)
            places = self._copies.alarm(uid, now_ns)
            if places is not None:
                home = self._home(uid)
                self._copied.append(TwoPlaces(tuple(self._zone(place) for place in places if place != home)))

    # ---- facts --------------------

    def _arrived(self, arrival: Arrival, looked_ns: Nanoseconds) -> CardSeen | None:
        """The fact that a card has come; None while it waits until a camera has seen its face."""
        look = self._looks.setdefault(arrival.uid, _Look())
        fact = self._fact(arrival)
        if arrival.antenna not in look.faces and self._eye.sees(arrival.antenna, looked_ns):
            face = self._eye.face_of(arrival)
            if face is None and looked_ns - arrival.first_ns < HOLD_FOR_FACE_NS:
                self._waits_for_face(arrival)
                return None
            self._eye.told(arrival, face, looked_ns)
            fact = msgspec.structs.replace(fact, face=face)
        self._waits_for_face(None)
        self._unconfirmed.pop(arrival.uid, None)
        return self._told(arrival.uid, fact)

    def _waits_for_face(self, arrival: Arrival | None) -> None:
        self._waiting = arrival
        self._deal.came = None if arrival is None or arrival.left is not None else self._zone(arrival.antenna)

    def _busy(self) -> set[Antenna]:
        """The places where a card is due, has come, or is appearing: what a camera sees there may be that card."""
        places = set(self._deal.due()[:NEXT]) | {arrival.antenna for arrival in self.perception.held.cards}
        for tag in self.perception.beliefs.unsettled():
            places.update(at for at, candidate in tag.candidates.items() if candidate.place.weight > POSSIBLE)
        return places if self._waiting is None else places | {self._waiting.antenna}

    def _fact(self, arrival: Arrival) -> CardSeen:
        """The fact that an arrival is."""
        return self._deal.as_it_lay(arrival, self._seen(arrival.uid, arrival.antenna))

    def _seen(self, uid: str, antenna: Antenna) -> CardSeen:
        known, look = self._decks.find(uid), self._looks.get(uid) or _Look()
        return CardSeen(
            card=UNREAD if known is None else Card(known.card),
            zone=self._zone(antenna),
            face=look.faces.get(antenna) or (None if look.told is None else look.told.face),
            back=UNKNOWN_BACK if known is None or known.retired else known.back,
            boxed=look.boxed_at == antenna,
            tag=uid,
        )

    def _turned(self, uid: str) -> CardSeen | None:
        """The fact that a card which lies where the table has it is turned over, or boxed; None if it is neither."""
        home, look = self._home(uid), self._looks[uid]
        if home is None or look.told is None or look.told.zone != self._zone(home):
            return None
        now = self._seen(uid, home)
        return now if now.face != look.told.face or (now.boxed and not look.told.boxed) else None

    def _told(self, uid: str, fact: CardSeen) -> CardSeen:
        look = self._looks.setdefault(uid, _Look())
        look.told = fact
        return fact
