"""The steps that a hand is made of: cards to deal, rounds to bet, and what a repair asks for.

Those that a ruling asks for are announced one by one, as remedies.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import msgspec

from burncard.rules.cards import BURN, STUB, Card, Face, Seat, Zone, seat_of
from burncard.rules.games.game import Street
from burncard.rules.hand.table_card import TableCard
from burncard.rules.outcomes import AwaitCard, AwaitRemedy, Next, Step


@lru_cache(maxsize=1024)
def _card_due(zone: Zone, face: Face, street: str) -> AwaitCard:
    return AwaitCard(zone=zone, face=face, street=street)


class Deal(msgspec.Struct, frozen=True):
    """The top card of the pack goes to a zone. `round_index`: which time round the table, in a street's deal."""

    zone: Zone
    face: Face
    street: str
    repair: bool = False
    round_index: int = 0
    instead_of: TableCard | None = None

    @property
    def awaited(self) -> Next:
        """How the table says that it waits for the card."""
        return AwaitRemedy(step=self.step()) if self.repair else _card_due(self.zone, self.face, self.street)

    def step(self) -> Step:
        if self.zone == BURN:
            return Step(do="burn")
        return Step(do="deal", to=self.zone, face=self.face)


class Move(msgspec.Struct, frozen=True):
    """A card on the felt goes from one zone to another. `placed` None: any face-down card of the zone will do.

    `others`: cards of which any will do as well; which one goes is for the floor to say. `may_wait`: the cards due
    after it may be dealt first.
    """

    placed: TableCard | None
    origin: Zone
    to: Zone
    face: Face
    others: tuple[TableCard, ...] = ()
    may_wait: bool = False

    def step(self) -> Step:
        card = None if self.placed is None else self.placed.told
        if self.placed is not None and not self.placed.seen and self.face == "down":
            card = None  # it is named as it was claimed to be only where it is to be turned up
        if self.others and self.placed is not None and not self.placed.pressed:
            card = None
        # A hand's and a board's cards lie down and up as its game says: only an upcard could be laid either way.
        upcard = self.face == "up" and seat_of(self.to) is not None
        return Step(do="move", card=card, from_=self.origin, to=self.to, face="up" if upcard else None)

    def is_done_by(self, placed: TableCard, zone: Zone) -> bool:
        """Whether this card coming to that zone is the move."""
        if zone != self.to:
            return False
        if self.placed is None:
            return placed.zone == self.origin
        return placed is self.placed or placed in self.others


class Turn(msgspec.Struct, frozen=True):
    """A card is turned over where it lies."""

    placed: TableCard
    face: Face

    def step(self) -> Step:
        return Step(do="move", card=self.placed.told, from_=self.placed.zone, to=self.placed.zone, face=self.face)


class Return(msgspec.Struct, frozen=True):
    """Cards go back to the pack, in any order. `origin`: where they lie by then, if a step before takes them there."""

    placed: tuple[TableCard, ...]
    origin: Zone | None = None

    def still_out(self) -> tuple[TableCard, ...]:
        """Those that have not come back yet."""
        return tuple(placed for placed in self.placed if placed.zone != STUB)

    def burn_like(self, placed: TableCard) -> TableCard | None:
        """The burn still out for which another burn may come back: face down, the two cannot be told apart."""
        if placed.zone != BURN or placed.seen:
            return None
        return next((card for card in self.still_out() if card.zone == BURN and not card.seen), None)

    def with_instead(self, placed: TableCard) -> "Return":
        """The same step, a burn having come back for another."""
        expected = self.burn_like(placed)
        return Return(tuple(placed if card is expected else card for card in self.placed), self.origin)

    def step(self) -> Step:
        cards = tuple(visible_name(placed) for placed in self.placed)
        return Step(do="return", cards=cards, from_=self.origin or common_zone(self.placed), to=STUB)


class Gather(msgspec.Struct, frozen=True):
    """The burns and the cards set aside go back to the rest of the pack: becomes a `Return` when it is reached.

    `cards`: what they will be then, as the table knows them.
    """

    cards: tuple[Card, ...]

    def step(self) -> Step:
        return Step(do="return", cards=self.cards, to=STUB, text="the burns and the cards set aside")


class Shuffle(msgspec.Struct, frozen=True):
    """The pack is shuffled; done by a shuffler fact or by the next due card being dealt."""

    def step(self) -> Step:
        return Step(do="shuffle")


class Cut(msgspec.Struct, frozen=True):
    """The pack is cut; done as a shuffle is."""

    def step(self) -> Step:
        return Step(do="cut")


class Say(msgspec.Struct, frozen=True):
    """A step that only tells the dealer something: it is shown with the ruling and awaits no card."""

    told: Step

    def step(self) -> Step:
        return self.told


class Floor(msgspec.Struct, frozen=True):
    """A person decides; the table is held until then."""

    ruling: str = ""

    def step(self) -> Step:
        return Step(do="call-floor")


class Read(msgspec.Struct, frozen=True):
    """A card was shown through the dealer, and which one it is decides what becomes of it: it is awaited by name.

    The deal may go on meanwhile. `how` and `due` as of the exposure that is ruled on then.
    """

    placed: TableCard
    seat: Seat
    how: Literal["dealt", "turned", "flashed", "off-table"]
    due: Deal | None


class OpenStreet(msgspec.Struct, frozen=True):
    """A street's cards come due: replaced by its deals when it is reached, since only then is it known who is in.

    `burn` None: as the game says, less any burn already made. `before`: steps that come first; with
    `dealt_by_repair` they deal the street's cards too.
    """

    street: Street
    burn: int | None = None
    before: tuple["Item", ...] = ()
    dealt_by_repair: bool = False


class Round(msgspec.Struct, frozen=True):
    """A betting round."""

    street: Street


class Drawing(msgspec.Struct, frozen=True):
    """The draw: announcements, discards, replacements."""

    street: Street


class Showdown(msgspec.Struct, frozen=True):
    """The hands are shown and the pots awarded."""


Repair = Deal | Move | Turn | Return | Gather | Shuffle | Cut | Say | Floor
Item = Repair | Read | OpenStreet | Round | Drawing | Showdown


def wait(for_: str) -> Say:
    """A step that names what must happen first."""
    return Say(Step(do="wait", for_=for_))


def announce(text: str, seat: Seat | None = None) -> Say:
    """A step that is said aloud."""
    return Say(Step(do="announce", text=text, seat=seat))


def visible_name(placed: TableCard) -> Card:
    """A card's name if the table may see it, `??` otherwise."""
    return placed.card if placed.seen else Card("??")


def common_zone(placed: Iterable[TableCard]) -> Zone | None:
    """The zone in which all of some cards lie; None where they lie in several."""
    zones = {card.zone for card in placed}
    return zones.pop() if len(zones) == 1 else None


def returns(placed: Iterable[TableCard]) -> tuple[Return, ...]:
    """Cards that go back to the pack, one step for each zone in which they lie."""
    zones: dict[Zone, list[TableCard]] = {}
    for card in placed:
        zones.setdefault(card.zone, []).append(card)
    return tuple(Return(tuple(cards)) for cards in zones.values())
