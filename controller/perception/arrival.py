"""A card that has come to rest, and what perception asks of the table about it."""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from typing import Protocol

from burncard.controller.perception.chances import Antenna


@dataclass(frozen=True, slots=True)
class Arrival:
    """A tag has come to rest. `first_ns`: when it was first heard there; `missed_ns`: first missed where it was.

    `was_due`: it has been told already that it came by the place where it was due, unheard there.
    """

    uid: str
    antenna: Antenna
    left: Antenna | None
    first_ns: int
    decided_ns: int
    missed_ns: int | None = None
    was_due: bool = False


class Deal(Protocol):
    """What perception asks of the table."""

    def moment(self) -> Hashable:
        """Another value whenever the deal has gone on."""
        ...

    def due(self) -> tuple[Antenna, ...]:
        """Where cards of the pack are due, the next first."""
        ...

    def count_due(self, antenna: Antenna) -> int:
        """How many of the cards that are due next go to a place."""
        ...

    def shows_a_later_card(self, arrival: Arrival) -> bool:
        """Whether a card that came to the place that is due shows the face of a later one that is due there instead."""
        ...

    def empty(self) -> tuple[Antenna, ...]:
        """The places of the seats that have no part in the hand."""
        ...

    def unused(self) -> Collection[Antenna]:
        """The places where no card belongs in this game: the board, if it has none."""
        ...

    def leaving(self) -> Mapping[Antenna, int]:
        """From where the next cards are to come, and how many: of a discard, a move or a return to the pack."""
        ...

    def deals_on(self) -> tuple[Antenna, ...] | None:
        """Where the next cards go of a dealer who has not noticed yet that a ruling asks for something else first;
        None: no ruling does."""
        ...

    def kept(self) -> Collection[Antenna]:
        """The places whose cards nobody may take now."""
        ...

    def early(self) -> Collection[Antenna]:
        """Where the next street begins, while a betting round is open; the burn, while the cards after it are dealt."""
        ...

    def folded(self) -> Collection[Antenna]:
        """The places of the players who have folded: what lies there is to be thrown in."""
        ...

    def turned(self) -> Collection[Antenna]:
        """Where a card is to be turned over: a reader that senses faces must hear it again to report that."""
        ...

    def likely(self, uid: str, home: Antenna | None, antenna: Antenna, *, alone: bool = False) -> bool:
        """Whether a card may well go from its place (None: the pack) to another now. `alone`: the others there stay."""
        ...

    def in_order(self, arrival: Arrival) -> bool:
        """Whether the table takes it as what is due or allowed."""
        ...

    def after_one_more(self, arrival: Arrival) -> bool:
        """Whether it would be in order if the one card that is due, or a person's entry, had come before it."""
        ...

    def goes_first(self, arrival: Arrival, other: Arrival) -> bool:
        """Whether, both having come too early, this one goes before the other, whichever was heard first."""
        ...


def dealt_to(deal: Deal) -> tuple[Antenna, ...]:
    """Where the next card of the pack is due, if no card that has been dealt is to come before it."""
    return () if deal.leaving() else deal.due()[:1]
