"""The place where a card becomes a fact: tags at antennas in, cards in zones out, without I/O.

A reader reports which tag answers at which antenna. That is not yet where the cards lie:

- a resting card drops out and comes back, so a tag that stops answering means nothing by itself;
- neighbouring antennas hear a card too, so it lies where its signal is strongest, and a weak first read waits a moment
  for a better one;
- the order within a scan is unknown, so the cards of one scan form one sweep.

A fact is made when a card has arrived, moved or been turned over, and only then.
"""

from dataclasses import dataclass, field
from typing import Final

from burncard.controller.decks.decks import Decks
from burncard.firmware_bridge.driver import MS, Nanoseconds
from burncard.firmware_bridge.events import CycleEnded, Event, Face, TagGone, TagRead
from burncard.hardware.layout import Layout
from burncard.rules.cards import BOARD, BURN, MUCK, UNKNOWN_BACK, UNREAD, Card, Zone, seat_of
from burncard.rules.facts import CardSeen

CROSS_READ_MARGIN_DB: Final = 6
WEAK_DBM: Final = -70
SETTLE_NS: Final = 250 * MS
TWO_PLACES_NS: Final = 3_000 * MS
CONFIRM_NS: Final = 2_000 * MS
OUT_OF_THE_WAY: Final = frozenset({BURN, MUCK})
"""Zones where cards lie stacked and cannot all be heard: no card there has to be confirmed."""


@dataclass(slots=True)
class _Tag:
    """One tag: the antenna where it lies, and the antennas that hear it, each with its last read."""

    heard: dict[int, TagRead] = field(default_factory=dict)
    antenna: int | None = None
    face: Face = "unknown"
    reported_face: Face = "unknown"
    boxed: bool = False
    first_heard_ns: int = 0
    apart_since_ns: int | None = None
    confirmed: bool = True


@dataclass(frozen=True, slots=True)
class TwoPlaces:
    """One tag answers clearly in two zones that are not neighbours: one of the two is a copy."""

    zones: tuple[Zone, Zone]


Seen = CardSeen | TwoPlaces


class Tracker:
    """Tracks every tag that a reader reports."""

    def __init__(self, layout: Layout, decks: Decks) -> None:
        self._layout = layout
        self._decks = decks
        self._tags: dict[str, _Tag] = {}
        self._changed: dict[str, None] = {}
        self._last_sweep = 0
        self._confirm_by_ns: int | None = None

    # ---- from the reader --------------------

    def take(self, event: Event, now_ns: Nanoseconds) -> list[Seen]:
        """Takes a reader's event. Facts come with the end of the scan."""
        match event:
            case TagRead():
                self._read(event, now_ns)
            case TagGone():
                tag = self._tags.get(event.uid)
                if tag is not None:
                    tag.heard.pop(event.antenna, None)
                    self._changed[event.uid] = None
            case CycleEnded():
                return self._settle(now_ns)
        return []

    def tick(self, now_ns: Nanoseconds) -> list[Seen]:
        """Time has passed: reads that waited for a better one are settled."""
        due = self.next_due_ns()
        return self._settle(now_ns) if due is not None and now_ns >= due else []

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` has something to do."""
        due = [tag.first_heard_ns + SETTLE_NS for uid in self._changed if (tag := self._tags[uid]).antenna is None]
        due += [tag.apart_since_ns + TWO_PLACES_NS for tag in self._tags.values() if tag.apart_since_ns is not None]
        return Nanoseconds(min(due)) if due else None

    # ---- from the table --------------------

    def resting(self) -> frozenset[str]:
        """The tags that some antenna hears now."""
        return frozenset(uid for uid, tag in self._tags.items() if tag.heard)

    def where(self, uid: str) -> Zone | None:
        """The zone where a tag lies; None for a tag that is not on the table."""
        tag = self._tags.get(uid)
        return None if tag is None or tag.antenna is None else self._zone(tag)

    def forget(self) -> None:
        """All cards are back in the pack: every read from now on is a new card."""
        self._tags.clear()
        self._changed.clear()
        self._confirm_by_ns = None

    def restore(self, uid: str, zone: Zone, face: Face) -> None:
        """After a restart: sets where a card lies according to the journal."""
        antenna = self._layout.antenna_of(zone)
        if antenna is not None:
            self._tags[uid] = _Tag(antenna=antenna, face=face, reported_face=face, confirmed=False)

    def restore_sweep(self, sweep: int) -> None:
        """After a restart: sets the last sweep's number."""
        self._last_sweep = max(self._last_sweep, sweep)

    def expect_all(self, now_ns: Nanoseconds) -> None:
        """The reader has been asked to report every tag: each card must now be confirmed."""
        for tag in self._tags.values():
            tag.heard.clear()
            tag.confirmed = False
        self._confirm_by_ns = now_ns + CONFIRM_NS

    def unconfirmed(self, now_ns: Nanoseconds) -> list[Zone]:
        """The zones of cards that should lie there and were not heard; empty while the reader may still answer."""
        if self._confirm_by_ns is None or now_ns < self._confirm_by_ns:
            return []
        zones = [self._zone(tag) for tag in self._tags.values() if not tag.confirmed]
        return sorted(zone for zone in zones if zone not in OUT_OF_THE_WAY)

    @property
    def all_confirmed(self) -> bool:
        """Whether every card on the table has been heard."""
        return all(tag.confirmed for tag in self._tags.values())

    def confirm_all(self) -> None:
        """The felt has been compared, or a person has confirmed it."""
        for tag in self._tags.values():
            tag.confirmed = True
        self._confirm_by_ns = None

    @property
    def confirm_by_ns(self) -> Nanoseconds | None:
        """When all cards should be confirmed; None if the reader was not asked."""
        return None if self._confirm_by_ns is None else Nanoseconds(self._confirm_by_ns)

    # ---- inside --------------------

    def _read(self, read: TagRead, now_ns: int) -> None:
        if self._layout.zone_of(read.antenna) is None:
            return
        tag = self._tags.get(read.uid)
        if tag is None:
            tag = self._tags[read.uid] = _Tag(first_heard_ns=now_ns)
        tag.heard.pop(read.antenna, None)
        tag.heard[read.antenna] = read
        tag.confirmed = True
        tag.boxed = tag.boxed or read.boxed
        self._changed[read.uid] = None

    def _settle(self, now_ns: int) -> list[Seen]:
        """Turns the tags that arrived, moved or were turned over into facts, as one sweep."""
        news: list[tuple[str, _Tag]] = []
        alarms: list[Seen] = []
        for uid in list(self._changed):
            tag = self._tags[uid]
            if tag.antenna is None and _is_weak(tag) and now_ns < tag.first_heard_ns + SETTLE_NS:
                continue
            del self._changed[uid]
            if tag.antenna is None and not tag.heard:
                del self._tags[uid]  # heard weakly, and gone before it could be settled
                continue
            best = _best(tag)
            moved = best is not None and best != tag.antenna
            tag.antenna = best
            if best in tag.heard and tag.heard[best].face != "unknown":
                tag.face = tag.heard[best].face
            if moved or tag.face != tag.reported_face or tag.boxed:
                news.append((uid, tag))
            self._watch_for_two(tag, now_ns)
        for tag in self._tags.values():
            if tag.apart_since_ns is not None and now_ns >= tag.apart_since_ns + TWO_PLACES_NS:
                tag.apart_since_ns = None
                alarms.append(TwoPlaces(self._places(tag)))
        return [*self._facts(news), *alarms]

    def _facts(self, news: list[tuple[str, _Tag]]) -> list[Seen]:
        sweep = None
        if len(news) > 1:
            self._last_sweep += 1
            sweep = self._last_sweep
        facts: list[Seen] = []
        for uid, tag in news:
            facts.append(self._fact(uid, tag, sweep))
            tag.reported_face, tag.boxed = tag.face, False
        return facts

    def _fact(self, uid: str, tag: _Tag, sweep: int | None) -> CardSeen:
        known = self._decks.find(uid)
        return CardSeen(
            card=UNREAD if known is None else Card(known.card),
            zone=self._zone(tag),
            face=None if tag.face == "unknown" else tag.face,
            back=UNKNOWN_BACK if known is None or known.retired else known.back,
            boxed=tag.boxed,
            tag=uid,
            sweep=sweep,
        )

    def _zone(self, tag: _Tag) -> Zone:
        zone = None if tag.antenna is None else self._layout.zone_of(tag.antenna)
        assert zone is not None
        return Zone(zone)

    # ---- one tag in two places --------------------

    def _watch_for_two(self, tag: _Tag, now_ns: int) -> None:
        """A card being moved is heard at both ends for a moment; a copy keeps answering."""
        if not _heard_well_twice(tag) or _neighbours(*self._places(tag)):
            tag.apart_since_ns = None
        elif tag.apart_since_ns is None:
            tag.apart_since_ns = now_ns

    def _places(self, tag: _Tag) -> tuple[Zone, Zone]:
        first, second = (self._layout.zone_of(antenna) for antenna in _strongest(tag)[:2])
        assert first is not None
        assert second is not None
        return Zone(first), Zone(second)


def _strongest(tag: _Tag) -> list[int]:
    """The antennas that hear a tag, strongest first; the later read first among equals."""
    order = list(tag.heard)
    return sorted(order, key=lambda antenna: (_strength(tag, antenna), order.index(antenna)), reverse=True)


def _strength(tag: _Tag, antenna: int) -> int:
    rssi_dbm = tag.heard[antenna].rssi_dbm
    return 0 if rssi_dbm is None else rssi_dbm


def _best(tag: _Tag) -> int | None:
    """Where a tag lies: where its signal is strongest. It stays unless another antenna is clearly better."""
    if not tag.heard:
        return tag.antenna
    best = _strongest(tag)[0]
    here = tag.antenna
    if here is None or here not in tag.heard or best == here:
        return best
    unmeasured = tag.heard[here].rssi_dbm is None or tag.heard[best].rssi_dbm is None
    clearly = _strength(tag, best) >= _strength(tag, here) + CROSS_READ_MARGIN_DB
    return best if unmeasured or clearly else here


def _is_weak(tag: _Tag) -> bool:
    return all(read.rssi_dbm is not None and read.rssi_dbm < WEAK_DBM for read in tag.heard.values())


def _heard_well_twice(tag: _Tag) -> bool:
    if len(tag.heard) < 2:
        return False
    first, second = _strongest(tag)[:2]
    return _strength(tag, first) - _strength(tag, second) < CROSS_READ_MARGIN_DB


def _neighbours(one: Zone, other: Zone) -> bool:
    """Whether the antennas of two zones may hear the same card: adjacent seats, or zones in front of the dealer."""
    seats = (seat_of(one), seat_of(other))
    if seats[0] is None or seats[1] is None:
        return seats[0] is seats[1] and BOARD not in (one, other)
    return abs(seats[0] - seats[1]) == 1
