"""How far the draw is: what each seat wants, has discarded and has been dealt."""

from collections.abc import Iterable
from dataclasses import dataclass

from burncard.rules.cards import Seat, seat_zone
from burncard.rules.compiling import mypyc_attr
from burncard.rules.facts import Action, ChipsMoved
from burncard.rules.hand.steps import Deal
from burncard.rules.hand.table_card import TableCard

HAND_CARDS = 5


@dataclass(frozen=True, slots=True)
class CutShort:
    """A bet or check made while the draw still owed a card: refused, and the draw is over once another acts too."""

    action: Action | ChipsMoved
    owed: Deal


@mypyc_attr(allow_interpreted_subclasses=True)
class DrawRecord:
    """The draw of one hand. `order`: the seats that draw. `most`: cards that a seat may draw in this house.

    `wanted`: what each seat has announced, in the order of the announcements. `due`: the seat whose replacements came
    due last, and these. `held_before`: the cards of the hands when the draw began. `over`: everybody has drawn.
    """

    def __init__(self, order: Iterable[Seat], most: int, held_before: Iterable[TableCard]) -> None:
        self.order = list(order)
        self.most = most
        self.over = False
        self.wanted: dict[Seat, int] = {}
        self.discarded: dict[Seat, list[TableCard]] = {seat: [] for seat in self.order}
        self.served: set[Seat] = set()
        self.late: list[Deal] = []
        self.due: tuple[Seat, list[Deal]] | None = None
        self.cut_short: CutShort | None = None
        self._burned_for: frozenset[Seat] = frozenset()
        self._held_before = frozenset(held_before)

    @property
    def turn(self) -> Seat | None:
        """The seat whose draw it is: the first one that has not had its cards."""
        return next(iter(self.to_come), None)

    @property
    def to_come(self) -> list[Seat]:
        """The seats whose cards have not come due yet, in their order."""
        return [seat for seat in self.order if seat not in self.served]

    def owe(self, deal: Deal) -> None:
        """A card that is dealt when everybody has drawn."""
        self.late.append(deal)

    def is_drawn(self, placed: TableCard) -> bool:
        """Whether a card is one of the draw, and no hand was dealt it."""
        return placed not in self._held_before

    def drop(self, seat: Seat) -> None:
        """A hand has died during the draw."""
        if seat in self.order:
            self.order.remove(seat)
        self.late = [deal for deal in self.late if deal.zone != seat_zone(seat)]

    def burned(self) -> None:
        """The burn has come before it was due: a player who has named a number by then keeps to it."""
        self._burned_for = frozenset(self.wanted)

    def is_burned_for(self, seat: Seat) -> bool:
        """Whether a seat had named its number when the burn came early."""
        return seat in self._burned_for

    def is_to_draw(self, seat: Seat) -> bool:
        """Whether the draw is still to fill a seat's hand."""
        return seat in self.order and seat not in self.served

    def discards_of(self, seat: Seat) -> list[TableCard]:
        """The cards that a seat has discarded."""
        return self.discarded.get(seat, [])

    def may_discard(self, seat: Seat) -> bool:
        """Whether cards of the seat that reach the muck are its discards."""
        if not self.is_to_draw(seat):
            return False
        if seat not in self.wanted:
            return seat == self.turn and len(self.discarded[seat]) < self.most
        return len(self.discarded[seat]) < self.wanted[seat]
