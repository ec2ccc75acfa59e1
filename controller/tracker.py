"""The tracker: from tags at antennas to cards in zones.

A reader tells what answers where. The tracker remembers where each card lies, says so when that changes, and keeps
quiet otherwise: a card that is read again, or drops out for a while, has not moved. Cards of one scan come out
together, since nobody knows their order.
"""

from dataclasses import dataclass

from controller.deck import Decks
from firmware_bridge.events import CycleEnded, Event, Face, TagGone, TagRead
from hardware.layout import Layout
from rules.cards import UNREAD, Card, Zone
from rules.facts import CardSeen

CROSS_READ_MARGIN_DB = 6
CONFIRMING_READS = 2
UNKNOWN_BACK = "unknown"


@dataclass(slots=True)
class _Lying:
    antenna: int
    face: Face
    rssi_dbm: int | None
    answers: bool = True


@dataclass(slots=True)
class _Doubt:
    antenna: int
    reads: int


class Tracker:
    """Follows every tag that a reader tells of."""

    def __init__(self, layout: Layout, decks: Decks) -> None:
        self._layout = layout
        self._decks = decks
        self._lying: dict[str, _Lying] = {}
        self._doubts: dict[str, _Doubt] = {}
        self._cycle_reads: list[TagRead] = []
        self._sweep = 0

    def take(self, event: Event) -> list[CardSeen]:
        """Takes a reader's event; the facts that follow from it, when a scan is complete."""
        match event:
            case TagRead():
                if self._is_news(event):
                    self._cycle_reads.append(event)
            case TagGone():
                lying = self._lying.get(event.uid)
                if lying is not None and lying.antenna == event.antenna:
                    lying.answers = False
            case CycleEnded():
                return self._facts()
        return []

    def where(self, uid: str) -> Zone | None:
        """The zone in which a tag was last seen."""
        lying = self._lying.get(uid)
        zone = None if lying is None else self._layout.zone_of(lying.antenna)
        return None if zone is None else Zone(zone)

    def forget(self) -> None:
        """All cards are back in the pack: what is seen from now on is dealt anew."""
        self._lying.clear()
        self._doubts.clear()
        self._cycle_reads.clear()

    def restore(self, uid: str, zone: Zone, face: Face) -> None:
        """After a restart: where a card lies by the journal."""
        antenna = self._layout.antenna_of(zone)
        if antenna is not None:
            self._lying[uid] = _Lying(antenna, face, None)

    def _is_news(self, read: TagRead) -> bool:
        if self._layout.zone_of(read.antenna) is None:
            return False
        lying = self._lying.get(read.uid)
        if lying is None:
            self._lying[read.uid] = _Lying(read.antenna, read.face, read.rssi_dbm)
            return True
        if lying.antenna == read.antenna:
            lying.answers = True
            lying.rssi_dbm = read.rssi_dbm
            self._doubts.pop(read.uid, None)
            turned = read.face not in ("unknown", lying.face)
            if turned:
                lying.face = read.face
            return turned or read.boxed
        return self._moved(read, lying)

    def _moved(self, read: TagRead, lying: _Lying) -> bool:
        """A tag at another antenna has moved, unless it still answers more strongly where it was (a cross read)."""
        weaker = (
            lying.answers
            and lying.rssi_dbm is not None
            and read.rssi_dbm is not None
            and read.rssi_dbm < lying.rssi_dbm - CROSS_READ_MARGIN_DB
        )
        if weaker:
            doubt = self._doubts.get(read.uid)
            if doubt is None or doubt.antenna != read.antenna:
                self._doubts[read.uid] = _Doubt(read.antenna, 1)
                return False
            doubt.reads += 1
            if doubt.reads <= CONFIRMING_READS:
                return False
        self._doubts.pop(read.uid, None)
        self._lying[read.uid] = _Lying(read.antenna, read.face, read.rssi_dbm)
        return True

    def _facts(self) -> list[CardSeen]:
        """The scan's news as facts. Several cards are a sweep, closed by reading its last card once more."""
        reads, self._cycle_reads = self._cycle_reads, []
        if not reads:
            return []
        if len(reads) == 1:
            return [self._fact(reads[0], None)]
        self._sweep += 1
        return [*(self._fact(read, self._sweep) for read in reads), self._fact(reads[-1], None, again=True)]

    def _fact(self, read: TagRead, sweep: int | None, *, again: bool = False) -> CardSeen:
        known = self._decks.find(read.uid)
        zone = self._layout.zone_of(read.antenna)
        assert zone is not None
        return CardSeen(
            card=UNREAD if known is None else Card(known.card),
            zone=Zone(zone),
            face=None if read.face == "unknown" else read.face,
            back=UNKNOWN_BACK if known is None else known.back,
            boxed=read.boxed and not again,
            tag=read.uid,
            sweep=sweep,
        )
