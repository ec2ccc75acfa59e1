"""Fuses a camera's pictures with the cards that the radio has placed: which card lies face up.

The camera sees faces but not which cards they belong to; the radio hears cards but not their faces. A card that has
just come waits a moment until a picture shows it. When a card is turned over, the table is given that card only if it
can be no other. Otherwise it is given a press for the seat, so that no face-down card is ever named in its place.
"""

from collections.abc import Callable
from typing import Final

from burncard.controller.perception.arrival import Arrival
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.faces import (
    FIRST_NATS,
    TURNED_NATS,
    Counts,
    Faces,
    Lying,
    Turn,
    face_of_new,
    turned,
)
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import FacesSeen
from burncard.hardware.layout import Layout
from burncard.rules.cards import BURN, MUCK, STUB, Face, Seat, Zone, seat_of
from burncard.rules.facts import Press
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import may_show, takes_cards
from burncard.rules.hand.steps import Turn as TurnStep
from burncard.rules.hand.table_card import TableCard
from burncard.rules.table import Table

HOLD_FOR_FACE_NS: Final = 700 * MS
"""How long a card waits for its face: a hand is over it for up to 300 ms, and three pictures take 300."""
BLIND_NS: Final = 500 * MS
"""Without a picture for so long the camera sees nothing."""
OLD_NS: Final = 1 * SECOND
STACKED: Final = frozenset({BURN, MUCK, STUB})
"""Zones whose cards lie in a stack: only the one on top can be seen, and its face decides nothing."""


class FaceWatch:
    """The faces of one table's cards, as a camera sees them. Every time is time spent looking.

    `looked_ns`: that time at a moment. `busy`: the places where a card is due, has come, or is appearing: what is seen
    there may be that card.
    """

    def __init__(self, layout: Layout, table: Callable[[], Table]) -> None:
        self.looked_ns: Callable[[Nanoseconds], Nanoseconds] = lambda now_ns: now_ns
        self.busy: Callable[[], set[Antenna]] = set
        self._layout = layout
        self._table = table
        self._faces = Faces()
        self._picture_ns: int | None = None
        self._places: set[Antenna] = set()
        self._open: set[Antenna] = set()
        self._before: dict[Antenna, Counts] = {}
        self._changed_ns: dict[Antenna, int] = {}
        self._unseen: set[str] = set()
        self._pressed: set[Antenna] = set()

    def take(self, picture: FacesSeen, now_ns: Nanoseconds) -> None:
        """Takes a picture."""
        age_ns, looked_ns, busy = now_ns - picture.taken_ns, self.looked_ns(now_ns), self.busy()
        if not 0 <= age_ns <= OLD_NS:
            return
        self._picture_ns = looked_ns
        for at in picture.places:
            zone = self._layout.zone_of(at.antenna)
            if zone is None or zone in STACKED:
                continue
            self._places.add(at.antenna)
            self._open.add(at.antenna)
            self._faces.take(at.antenna, Counts(at.up, at.down), at.chance, looked_ns - age_ns)
            seen = self._faces.seen(at.antenna, FIRST_NATS)
            if seen is not None and at.antenna not in busy:
                self._before[at.antenna] = seen

    def lost(self) -> None:
        """The camera is gone, and what it saw is no longer known."""
        self._faces.forget()
        self._places.clear()
        self._before.clear()
        self._open.clear()

    def forget(self) -> None:
        """All cards are back in the pack."""
        self._faces.forget()
        self._before = dict.fromkeys(self._places, Counts(0, 0))
        self._open.clear()
        self._unseen.clear()
        self._changed_ns.clear()
        self._pressed.clear()

    def sees(self, antenna: Antenna, looked_ns: Nanoseconds) -> bool:
        """Whether there is a camera that tells faces at a place."""
        alive = self._picture_ns is not None and looked_ns - self._picture_ns <= BLIND_NS
        return alive and antenna in self._places

    def face_of(self, arrival: Arrival) -> Face | None:
        """The face of a card that has just come; None while it is not known."""
        before, others = self._before.get(arrival.antenna), self._cards(arrival.antenna)
        seen = self._faces.seen(arrival.antenna, FIRST_NATS, arrival.first_ns)
        if seen is not None and seen == before:  # it covers another, or lies somewhere else
            seen = self._faces.seen(arrival.antenna, TURNED_NATS, arrival.first_ns)
        up = sum(placed.face == "up" for placed in others)
        known = None if any(placed.pressed for placed in others) else Counts(up, len(others) - up)
        return None if seen is None else face_of_new(known, before, seen)

    def told(self, arrival: Arrival, face: Face | None, looked_ns: Nanoseconds) -> None:
        """The table has been given a card, with this face."""
        seen = self._faces.seen(arrival.antenna, FIRST_NATS, arrival.first_ns)
        self._before.pop(arrival.antenna, None)
        if seen is not None:
            self._before[arrival.antenna] = seen
        if face is None:
            self._unseen.add(arrival.uid)
        self._changed_ns[arrival.antenna] = arrival.first_ns
        if arrival.left is not None:
            self._changed_ns[arrival.left] = looked_ns
            self._before.pop(arrival.left, None)

    def next(self) -> list[tuple[str, Face]] | Press | None:
        """Tags of cards that have been turned over, with the face that is up now, or a press; None if there is none."""
        busy = self.busy() if self._open else set()
        while self._open:
            antenna = self._open.pop()
            found = None if antenna in busy else self._turned(antenna)
            if found is not None:
                return found
        return None

    # ---- inside --------------------

    def _turned(self, antenna: Antenna) -> list[tuple[str, Face]] | Press | None:
        hand, zone = self._table().hand, Zone(self._layout.zone_of(antenna) or "")
        seen = self._faces.seen(antenna, TURNED_NATS, self._changed_ns.get(antenna, 0))
        if hand is None or hand.ended or seen is None:
            return None
        cards = self._cards(antenna)
        turn = turned([self._lying(hand, placed) for placed in cards], seen)
        if turn == Turn() and 0 < seen.cards <= len(cards):  # the card that came last lies on top
            self._unseen.difference_update(placed.tag for placed in cards if placed.tag is not None)
        if not turn.some:
            self._pressed.discard(antenna)
        elif antenna not in self._pressed and self._may_be_exposed(hand, zone):
            self._pressed.add(antenna)
            return self._press(cards, seat_of(zone))
        tags = [(cards[number].tag, turn.face) for number in turn.cards]
        self._unseen.difference_update(tag for tag, _ in tags if tag is not None)
        return [(tag, face) for tag, face in tags if tag is not None] or None

    @staticmethod
    def _press(cards: list[TableCard], seat: Seat | None) -> Press | None:
        """A card of a seat was shown, whichever it is. A press without `nth` means a seat's upcard, if it has one."""
        down = [placed for placed in cards if placed.face != "up"]
        fresh = [number for number, placed in enumerate(down, 1) if not placed.known]
        if not fresh:
            return None
        named = any(placed.known for placed in cards)
        return Press(press="card-exposed", seat=seat, nth=fresh[-1] if named else None, by="dealer")

    def _cards(self, antenna: Antenna) -> list[TableCard]:
        """The cards of a place, as the table has them."""
        hand, zone = self._table().hand, self._layout.zone_of(antenna)
        return [] if hand is None or zone is None else hand.felt.cards_in(Zone(zone))

    def _lying(self, hand: HandInPlay, placed: TableCard) -> Lying:
        due = any(isinstance(step, TurnStep) and step.placed is placed for step in hand.plan)
        return Lying(placed.face, placed.pressed, due, placed.tag in self._unseen)

    @staticmethod
    def _may_be_exposed(hand: HandInPlay, zone: Zone) -> bool:
        """Whether a card that is turned up there is the dealer's matter, not its player's show."""
        seat = seat_of(zone)
        return seat is not None and takes_cards(hand, seat) and not may_show(hand, seat)
