"""The deal plan: the list of moves still due in a hand.

The plan is made from the game and edited by rulings. A clean deal and a repair are followed by the same list: the head
is what the table awaits, a fact that does it takes it off, and a fact that does not is an irregularity. Items that a
ruling put there carry `repair=True`; those are announced as remedies, step by step.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from typing import Literal

from burncard.rules.cards import BURN, OFF, STUB, Card, Face, Seat, Zone, seat_of
from burncard.rules.games.game import Street
from burncard.rules.hand.table_card import TableCard
from burncard.rules.outcomes import AwaitCard, AwaitRemedy, Next, Step


@lru_cache(maxsize=1024)
def _card_due(zone: Zone, face: Face, street: str) -> AwaitCard:
    return AwaitCard(zone=zone, face=face, street=street)


@dataclass(frozen=True, slots=True)
class Deal:
    """The top card of the pack goes to a zone. `round_index`: which time round the table, in a street's deal.

    `awaited`: how the table says that it waits for the card.
    """

    zone: Zone
    face: Face
    street: str
    repair: bool = False
    round_index: int = 0
    instead_of: TableCard | None = None
    awaited: Next = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        due = AwaitRemedy(step=self.step()) if self.repair else _card_due(self.zone, self.face, self.street)
        object.__setattr__(self, "awaited", due)

    def step(self) -> Step:
        if self.zone == BURN:
            return Step(do="burn")
        return Step(do="deal", to=self.zone, face=self.face)


@dataclass(frozen=True, slots=True)
class Move:
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
        return Step(do="move", card=card, from_=self.origin, to=self.to)

    def is_done_by(self, placed: TableCard, zone: Zone) -> bool:
        """Whether this card coming to that zone is the move."""
        if zone != self.to:
            return False
        if self.placed is None:
            return placed.zone == self.origin
        return placed is self.placed or placed in self.others


@dataclass(frozen=True, slots=True)
class Turn:
    """A card is turned over where it lies."""

    placed: TableCard
    face: Face

    def step(self) -> Step:
        return Step(do="move", card=self.placed.told, from_=self.placed.zone, to=self.placed.zone, face=self.face)


@dataclass(frozen=True, slots=True)
class Return:
    """Cards go back to the pack, in any order."""

    placed: tuple[TableCard, ...]

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
        return Return(tuple(placed if card is expected else card for card in self.placed))

    def step(self) -> Step:
        cards = tuple(visible_name(placed) for placed in self.placed)
        return Step(do="return", cards=cards, from_=common_zone(self.placed), to=STUB)


@dataclass(frozen=True, slots=True)
class Gather:
    """The burns and the cards set aside go back to the rest of the pack: becomes a `Return` when it is reached.

    `cards`: what they will be then, as the table knows them.
    """

    cards: tuple[Card, ...]

    def step(self) -> Step:
        return Step(do="return", cards=self.cards, to=STUB, text="the burns and the cards set aside")


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The pack is shuffled; done by a shuffler fact or by the next due card being dealt."""

    def step(self) -> Step:
        return Step(do="shuffle")


@dataclass(frozen=True, slots=True)
class Cut:
    """The pack is cut; done as a shuffle is."""

    def step(self) -> Step:
        return Step(do="cut")


@dataclass(frozen=True, slots=True)
class Say:
    """A step that only tells the dealer something: it is shown with the ruling and awaits no card."""

    told: Step

    def step(self) -> Step:
        return self.told


@dataclass(frozen=True, slots=True)
class Floor:
    """A person decides; the table is held until then."""

    ruling: str = ""

    def step(self) -> Step:
        return Step(do="call-floor")


@dataclass(frozen=True, slots=True)
class Read:
    """A card was shown through the dealer, and which one it is decides what becomes of it: it is awaited by name.

    The deal may go on meanwhile. `how` and `due` as of the exposure that is ruled on then.
    """

    placed: TableCard
    seat: Seat
    how: Literal["dealt", "turned", "flashed", "off-table"]
    due: Deal | None


@dataclass(frozen=True, slots=True)
class OpenStreet:
    """A street's cards come due: replaced by its deals when it is reached, since only then is it known who is in.

    `burn` None: as the game says, less any burn already made. `before`: steps that come first; with
    `dealt_by_repair` they deal the street's cards too.
    """

    street: Street
    burn: int | None = None
    before: tuple["Item", ...] = ()
    dealt_by_repair: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """A betting round."""

    street: Street


@dataclass(frozen=True, slots=True)
class Drawing:
    """The draw: announcements, discards, replacements."""

    street: Street


@dataclass(frozen=True, slots=True)
class Showdown:
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


def _taken(item: Item) -> TableCard | None:
    """The card that a step takes elsewhere."""
    return item.placed if isinstance(item, Move) else None


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

    def holds_move(self) -> bool:
        """Whether a card on the felt is to be moved."""
        return self._had_move and any(isinstance(item, Move) for item in self._items)

    def deals_of_street(self) -> list[Deal]:
        """The cards of the pack that are due before the next betting round, draw, street or showdown."""
        deals: list[Deal] = []
        for item in self._items:
            if isinstance(item, Round | Drawing | OpenStreet | Showdown):
                break
            if isinstance(item, Deal):
                deals.append(item)
        return deals

    def due_deal(self) -> Deal | None:
        """The card from the pack that may come now; a shuffle or cut before it counts as done when it comes."""
        for item in self._items:
            if isinstance(item, Deal):
                return item
            if not isinstance(item, Shuffle | Cut) and not self._waits(item):
                return None
        return None

    def may_wait(self, step: Move | Turn) -> None:
        """The step is due, and the deal may go on before it is done."""
        self._may_wait.append(step)

    def _waits(self, item: Item) -> bool:
        """Whether the deal may go on before a step is done; it need not wait for a card to be picked up, ever."""
        if isinstance(item, Read):
            return True
        if isinstance(item, Move) and (item.may_wait or (item.origin == OFF and seat_of(item.to) is not None)):
            return True
        return any(item is step for step in self._may_wait)

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
        return next((item for item in self._items if isinstance(item, Move) and item.placed is placed), None)

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
