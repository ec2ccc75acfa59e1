"""One card on the felt: where and how it lies, and what is known of it."""

import msgspec

from burncard.rules.cards import BURN, Card, Face, Zone


class Thrown(msgspec.Struct, frozen=True):
    """Where a card of a live hand was thrown, and where and how it lay before."""

    to: Zone
    home: Zone
    face: Face


class Claim(msgspec.Struct, frozen=True):
    """What a person said that a face-down card is, and the number of the press that said so."""

    card: Card
    fact: int


class TableCard(msgspec.Struct, eq=False):
    """One physical card on the felt. `ordinal` counts the cards that have left the pack in this hand, from 1.

    `sweep`: the reader cycle in which it came from the pack, where that held more than one card. `exposed`: the dealer
    has shown it. `extra`: it is one too many. `early`: it was dealt before the betting was over. `thrown`: it was
    thrown away, and could come back.

    `pressed`: a press has reported it as shown, and it was ruled on; which card it is the table does not say before it
    lies face up. `others`: cards of its place that the press may have meant as well.

    `sensed`: a reader or a camera has seen how it lies; otherwise it is taken to lie as it was due. `said_up`: people
    say that it lies face up where nothing senses that, and what it is; the table still does not know.
    """

    card: Card
    zone: Zone
    face: Face
    ordinal: int
    back: str | None = None
    tag: str | None = None
    boxed: bool = False
    shown: bool = False
    sweep: int | None = None
    exposed: bool = False
    extra: bool = False
    early: bool = False
    thrown: Thrown | None = None
    pressed: bool = False
    others: "tuple[TableCard, ...]" = ()
    claim: Claim | None = None
    sensed: bool = False
    said_up: bool = False

    @property
    def seen(self) -> bool:
        """Whether the table may know which card it is: it lies, or has lain, face up."""
        return self.face == "up" or self.shown

    @property
    def known(self) -> bool:
        """Whether the table knows it from its neighbours: it was seen, or reported as shown."""
        return self.seen or self.pressed

    @property
    def may_be(self) -> "tuple[TableCard, ...]":
        """The cards of which one was meant by a press that did not say which; none where it is known."""
        return (self, *self.others) if self.pressed and self.others else ()

    @property
    def told(self) -> Card | None:
        """The name by which rulings speak of it: its own if it was seen, else the one claimed; None if it has none."""
        if self.seen:
            return self.card
        return None if self.claim is None else self.claim.card

    @property
    def upcard(self) -> Card | None:
        """The name by which it counts among the cards that a player shows; None if it is not one of them."""
        if self.face == "up":
            return self.card
        return self.told if self.said_up else None

    def is_like(self, other: "TableCard") -> bool:
        """Whether two cards cannot be told apart: never seen, and both burns, or come to one place in one cycle."""
        if self.known or other.known or self.zone != other.zone:
            return False
        return self.zone == BURN or (self.sweep is not None and self.sweep == other.sweep)


def named(placed: TableCard) -> tuple[Card, ...]:
    """The card's name for an outcome: if the table may see it, or as it was claimed to be."""
    return () if placed.told is None else (placed.told,)
