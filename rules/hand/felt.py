"""Where the cards lie: every card that has left the pack, by zone.

The felt knows nothing of right and wrong. A card that is not on the felt is in the stub.
"""

from burncard.rules.cards import MUCK, STUB, UNREAD, Card, Face, Seat, Zone, seat_zone
from burncard.rules.compiling import mypyc_attr
from burncard.rules.hand.table_card import Claim, TableCard


@mypyc_attr(allow_interpreted_subclasses=True)
class Felt:
    """The cards out of the pack, found by zone, by name or by tag.

    `dealt`: every card that has left the pack, in that order. `out_count`: those that are not in it now.
    """

    __slots__ = ("_by_card", "_by_tag", "_zones", "claimed", "dealt", "out_count")

    def __init__(self) -> None:
        self._zones: dict[Zone, list[TableCard]] = {}
        self._by_card: dict[Card, TableCard] = {}
        self._by_tag: dict[str, TableCard] = {}
        self.claimed: list[TableCard] = []  # cards that were named in a press and have not been read face up since
        self.out_count = 0
        self.dealt: list[TableCard] = []

    def put(self, card: Card, zone: Zone, face: Face, *, back: str | None, tag: str | None, boxed: bool) -> TableCard:
        """A card from the pack comes to lie in a zone. One seen on the pack itself has not left it."""
        if zone == STUB:
            return TableCard(card, zone, face, len(self.dealt), back, tag, boxed)
        self.out_count += 1
        placed = TableCard(card, zone, face, len(self.dealt) + 1, back, tag, boxed)
        self.dealt.append(placed)
        self._zones.setdefault(zone, []).append(placed)
        if card != UNREAD:
            self._by_card.setdefault(card, placed)
        if tag is not None:
            self._by_tag[tag] = placed
        return placed

    def move(self, placed: TableCard, zone: Zone, face: Face) -> None:
        """A card goes from its zone to another; to the stub it leaves the felt."""
        if placed.seen:
            placed.shown = True
        if placed.zone == STUB:
            self._leaves_pack_again(placed)
        else:
            self._zones[placed.zone].remove(placed)
        if zone == STUB:
            self.out_count -= 1
            if self._by_card.get(placed.card) is placed:
                self._forget_name(placed)
            if placed.tag is not None and self._by_tag.get(placed.tag) is placed:
                del self._by_tag[placed.tag]
        else:
            self._zones.setdefault(zone, []).append(placed)
        placed.zone = zone
        placed.face = face
        placed.said_up = False  # people said it of the card where it lay

    def _leaves_pack_again(self, placed: TableCard) -> None:
        """A card that had slipped back onto the pack is taken from it."""
        self.out_count += 1
        self._by_card.setdefault(placed.card, placed)
        if placed.tag is not None:
            self._by_tag[placed.tag] = placed

    def _forget_name(self, gone: TableCard) -> None:
        """A card is back in the pack: its name now means its duplicate, if there is one."""
        del self._by_card[gone.card]
        for placed in self.all_out():
            if placed.card == gone.card and placed is not gone:
                self._by_card[gone.card] = placed
                return

    def name(self, placed: TableCard, card: Card) -> None:
        """An unread card is read."""
        placed.card = card
        self._by_card.setdefault(card, placed)

    def claim(self, placed: TableCard, claim: Claim) -> None:
        """A person says which card it is."""
        placed.claim = claim
        if placed not in self.claimed:
            self.claimed.append(placed)

    def mistaken(self, placed: TableCard, other: TableCard) -> None:
        """What was pressed of one card was meant for the other."""
        other.pressed, placed.pressed = placed.pressed, other.pressed
        other.claim, placed.claim = placed.claim, other.claim
        other.exposed, placed.exposed = placed.exposed, other.exposed
        placed.others = ()
        self.claimed = [other if card is placed else placed if card is other else card for card in self.claimed]

    def claims_read(self) -> list[tuple[TableCard, Claim]]:
        """The claims whose cards can now be read face up; they are settled by this."""
        read = [placed for placed in self.claimed if placed.face == "up" and placed.card != UNREAD]
        self.claimed = [placed for placed in self.claimed if placed not in read]
        return [(placed, placed.claim) for placed in read if placed.claim is not None]

    def find(self, card: Card, tag: str | None) -> TableCard | None:
        """The card of that tag, or else of that name (unless its own tag says that it is another one)."""
        if tag is not None:
            by_tag = self._by_tag.get(tag)
            if by_tag is not None:
                return by_tag
        placed = self._by_card.get(card)  # one line for each case: a hidden card's name must not show in what is run
        return None if placed is None or not (tag is None or placed.tag in (None, tag)) else placed

    def is_new(self, card: Card, tag: str | None) -> bool:
        """Whether neither a card of that name nor of that tag is out of the pack."""
        return card not in self._by_card and (tag is None or tag not in self._by_tag)

    def twin(self, card: Card, tag: str | None) -> TableCard | None:
        """A card of the same name that is certainly another physical card: both have tags, and they differ."""
        placed = self._by_card.get(card)
        if placed is not None and tag is not None and placed.tag is not None and placed.tag != tag:
            return placed
        return None

    def cards_in(self, zone: Zone) -> list[TableCard]:
        """The cards of a zone, in the order in which they came. The caller does not change the list."""
        return self._zones.get(zone, [])

    def hand_of(self, seat: Seat) -> list[TableCard]:
        """The cards in front of a seat."""
        return self._zones.get(seat_zone(seat), [])

    def unread_in(self, zone: Zone, tag: str | None = None, face: Face | None = None) -> TableCard | None:
        """The first unread card of a zone that can have this tag; one that lies this way up, where there is one."""
        unread = [
            placed
            for placed in self.cards_in(zone)
            if placed.card == UNREAD and (tag is None or placed.tag in (None, tag))
        ]
        return next((placed for placed in unread if placed.face == face), unread[0] if unread else None)

    def all_out(self) -> list[TableCard]:
        """Every card that is not in the pack, by zone and then as they came."""
        return [placed for cards in self._zones.values() for placed in cards if placed.zone != STUB]

    def in_play(self) -> list[TableCard]:
        """Every card out of the pack that has not been mucked."""
        return [placed for placed in self.all_out() if placed.zone != MUCK]
