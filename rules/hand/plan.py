"""The deal plan: the list of moves still due in a hand.

The plan is made from the game and edited by rulings. A clean deal and a repair are followed by the same list: the head
is what the table awaits, a fact that does it takes it off, and a fact that does not is an irregularity. Items that a
ruling put there carry `repair=True`; those are announced as remedies, step by step.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import takewhile

from burncard.rules.cards import BURN, OFF, Zone, seat_of
from burncard.rules.compiling import mypyc_attr
from burncard.rules.hand.steps import (
    Cut,
    Deal,
    Drawing,
    Item,
    Move,
    OpenStreet,
    Read,
    Round,
    Say,
    Showdown,
    Shuffle,
    Turn,
)
from burncard.rules.hand.table_card import TableCard


def _taken(item: Item) -> TableCard | None:
    """The card that a step takes elsewhere."""
    return item.placed if isinstance(item, Move) else None


@mypyc_attr(allow_interpreted_subclasses=True)
class Plan:
    """The moves still due, the next one first."""

    __slots__ = ("_had_move", "_items", "_may_wait")

    def __init__(self, items: Iterable[Item]) -> None:
        self._items: deque[Item] = deque(items)
        self._may_wait: list[Move | Turn] = []
        self._had_move = False  # whether a move has ever been put in: as a rule none is, and none is looked for

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)

    @property
    def head(self) -> Item:
        """What is due now."""
        return self._items[0]

    def pop(self) -> Item:
        """The head is done."""
        return self._items.popleft()

    def first(self, items: Iterable[Item]) -> None:
        """Puts items before everything else, in their order; moves that may wait come after those that wait."""
        new = self._put_in(item for item in items if not isinstance(item, Say))
        waiting = self.waiting if all(map(self._waits, new)) else []
        if any(isinstance(item, Move) and item.placed in map(_taken, new) for item in waiting):
            waiting = []  # what was to become of the same card comes after
        for _ in waiting:
            self._items.popleft()
        self._items.extendleft(reversed([*waiting, *new]))

    def _put_in(self, items: Iterable[Item]) -> list[Item]:
        """Items that are to be put in."""
        new = list(items)
        self._had_move = self._had_move or any(isinstance(item, Move) for item in new)
        return new

    def moves(self) -> list[Move]:
        """The cards on the felt that are to be moved."""
        return [item for item in self._items if type(item) is Move] if self._had_move else []

    def holds_move(self) -> bool:
        """Whether a card on the felt is to be moved."""
        return bool(self.moves())

    def deals_of_street(self) -> list[Deal]:
        """The cards of the pack that are due before the next betting round, draw, street or showdown."""
        deals: list[Deal] = []
        for item in self._items:
            if isinstance(item, Deal):
                deals.append(item)
            elif isinstance(item, Round | Drawing | OpenStreet | Showdown):
                break
        return deals

    def due_deal(self) -> Deal | None:
        """The card from the pack that may come now; a shuffle or cut before it counts as done when it comes."""
        for item in self._items:
            if type(item) is Deal:
                return item
            if not isinstance(item, Shuffle | Cut) and not self._waits(item):
                return None
        return None

    def may_wait(self, step: Move | Turn) -> None:
        """The step is due, and the deal may go on before it is done."""
        self._may_wait.append(step)

    def _waits(self, item: Item) -> bool:
        """Whether the deal may go on before a step is done; it need not wait for a card to be picked up, ever."""
        if type(item) is Read:
            return True
        if type(item) is Move and (item.may_wait or (item.origin == OFF and seat_of(item.to) is not None)):
            return True
        return bool(self._may_wait) and any(item is step for step in self._may_wait)

    def replacement_ahead(self) -> Deal | None:
        """The card that takes the place of one that is to be taken away first: it may come before that is done."""
        if len(self._items) < 2:
            return None
        out, deal = self._items[0], self._items[1]
        if not isinstance(out, Move) or not isinstance(deal, Deal) or deal.instead_of is None:
            return None
        return deal if deal.instead_of is out.placed else None

    def take_due_deal(self) -> None:
        """The due card has come; a move that may wait still waits."""
        waiting: list[Item] = []
        while not isinstance(item := self._items.popleft(), Deal):
            if self._waits(item):
                waiting.append(item)
        self._items.extendleft(reversed(waiting))

    def move_of(self, placed: TableCard) -> Move | None:
        """The step of a repair that is to take this card elsewhere, if there is one."""
        for move in self.moves():
            if move.placed is placed:
                return move
        return None

    def turn_of(self, placed: TableCard) -> Turn | None:
        """The step of a repair that is to turn this card up, if there is one."""
        turns = (item for item in self._items if isinstance(item, Turn) and item.placed is placed and item.face == "up")
        return next(turns, None)

    def remove(self, item: Item) -> None:
        """Takes an item out, wherever it stands."""
        self._items.remove(item)

    def drop(self, item: Item) -> None:
        """Takes out this very item, not one that is like it."""
        self._items = deque(other for other in self._items if other is not item)

    def drop_deals(self, zone: Zone) -> None:
        """No card is due to a zone any more, nor a burn of the draw that none is left to follow."""
        for item in [item for item in self._items if isinstance(item, Deal) and item.zone == zone]:
            self._items.remove(item)
        if len(self._items) > 1 and isinstance(self._items[1], Drawing):
            burn = self._items[0]
            if isinstance(burn, Deal) and burn.zone == BURN and not burn.repair:
                self._items.popleft()

    def replace(self, old: Item, new: Iterable[Item]) -> None:
        """Puts items in the place of one."""
        index = self._items.index(old)
        del self._items[index]
        for offset, item in enumerate(self._put_in(new)):
            self._items.insert(index + offset, item)

    def before_round(self, items: Iterable[Item]) -> None:
        """Puts items between the cards of the street being dealt and what follows them.

        Replacements (`Deal`) go after the replacements that are already due there and before the moves, so that all
        are dealt first, in the order in which the mistakes were made.
        """
        new = self._put_in(item for item in items if not isinstance(item, Say))
        cards = [item for item in new if isinstance(item, Deal)]
        others = [item for item in new if not isinstance(item, Deal)]
        last = next(
            (i for i, item in enumerate(self._items) if isinstance(item, Round | Drawing | OpenStreet | Showdown)),
            len(self._items),
        )
        place = last
        while place > 0 and isinstance(self._items[place - 1], Move):
            place -= 1
        for item in reversed(others):
            self._items.insert(last, item)
        for card in reversed(cards):
            self._items.insert(place, card)

    def after_turn_round(self, round_index: int, items: Iterable[Item]) -> None:
        """Puts items after the cards of one time round the table (of the street being dealt)."""
        place = 0
        for index, item in enumerate(self._items):
            dealt = isinstance(item, Deal) and not item.repair and item.round_index <= round_index
            if dealt or (isinstance(item, Turn) and place == index and not self._waits(item)):
                place = index + 1
            elif not isinstance(item, Deal | Move | Turn):
                break
        for offset, item in enumerate(self._put_in(items)):
            self._items.insert(place + offset, item)

    @property
    def waiting(self) -> list[Item]:
        """The moves at the head that may wait until the cards after them have been dealt."""
        return list(takewhile(self._waits, self._items))

    @property
    def behind_waiting(self) -> Item:
        """What is due after those moves."""
        return next(item for item in self._items if not self._waits(item))

    def upcoming(self, kind: type[OpenStreet]) -> list[OpenStreet]:
        """The streets not opened yet."""
        return [item for item in self._items if isinstance(item, kind)]

    def drop_until_round(self) -> None:
        """Takes off everything before the next betting round, draw, street or showdown."""
        while not isinstance(self._items[0], Round | Drawing | OpenStreet | Showdown):
            self._items.popleft()
