"""The canonical form of a hand: two hands of one form are the same to everything that can still happen in them.

Left out is what only counts and names: the numbers of facts and rulings, tags, and which card it is that lies face
down, since no rule may depend on that before the showdown. So one of the hands with a form stands for all of them. In
stud, where rank and suit of the upcards decide who acts, they are part of it; so is, where openers are needed, whether
a seat has them.
"""

import hashlib
import marshal
from collections import deque
from enum import Enum
from types import FunctionType
from typing import Any, Final

import msgspec

from burncard.rules.games.game import Game, Street
from burncard.rules.games.houses import House
from burncard.rules.hand.felt import Felt
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.table_card import TableCard
from burncard.rules.rulings.rulebook import Rulebook
from burncard.simulator.played_hand import PlayedHand

NAMED_ONCE: Final = (FunctionType, Rulebook, Game, House)
LEFT_OUT: Final = frozenset({"fact", "ordinal", "sweep", "tag", "card"})
DIGEST_BYTES: Final = 16


def canonical_form(hand: PlayedHand) -> bytes:
    """The digest of a hand's canonical form."""
    in_play = hand.table.hand
    assert in_play is not None
    walk = _Walk(in_play)
    opens = [hand.dealer.may_open(seat) for seat in in_play.betting.seats] if in_play.game.needs_openers else []
    form = (walk.of(in_play), opens, in_play.stub_count, type(hand.next).__name__)
    return hashlib.blake2b(marshal.dumps(form, 2), digest_size=DIGEST_BYTES).digest()


class _Walk:
    """Writes values as tuples. An object is written where it is first met, and is a number from then on."""

    def __init__(self, hand: HandInPlay) -> None:
        self._in_order = hand.window_open
        self._by_upcards = hand.game.family == "stud"
        self._cards: dict[int, int] = {}
        self._objects: dict[int, int] = {}

    def of(self, value: Any) -> Any:
        """The form of any value of the engine."""
        if value is None or isinstance(value, bool | int | str):
            return value
        if isinstance(value, TableCard):
            return self._card(value)
        if isinstance(value, Felt):
            return self._felt(value)
        if isinstance(value, list | tuple | deque):
            return tuple(self.of(one) for one in value)
        if isinstance(value, dict):
            return tuple(sorted(((repr(key), self.of(one)) for key, one in value.items()), key=lambda item: item[0]))
        if isinstance(value, set | frozenset):
            return tuple(sorted((self.of(one) for one in value), key=repr))
        if isinstance(value, NAMED_ONCE):
            return type(value).__name__
        if isinstance(value, Street):
            return value.name
        if isinstance(value, Enum):
            return value.name
        if id(value) in self._objects:
            return "again", self._objects[id(value)]
        self._objects[id(value)] = len(self._objects)
        return type(value).__name__, tuple(self.of(getattr(value, name)) for name in _fields_of(value))

    def _felt(self, felt: Felt) -> Any:
        """The cards by zone, and in the order of the deal as far as a rule may ask for it."""
        lying = sorted(felt.all_out(), key=lambda placed: (placed.zone, placed.ordinal))
        cards = tuple(self._card(placed) for placed in lying)
        zones = sorted({placed.zone for placed in lying})
        in_zones = tuple(self._card(placed) for zone in zones for placed in felt.cards_in(zone))
        marked = [placed for placed in felt.dealt if placed.exposed or placed.extra or placed.early or placed.thrown]
        in_order = felt.dealt if self._in_order or marked else felt.dealt[-1:]
        first = tuple((placed.ordinal, self._card(placed)) for placed in felt.dealt[:2] if self._in_order)
        return cards, in_zones, tuple(self._card(placed) for placed in in_order), first, self.of(felt.claimed)

    def _card(self, placed: TableCard) -> Any:
        number = self._cards.get(id(placed))
        if number is not None:
            return number
        self._cards[id(placed)] = len(self._cards)
        name = placed.card if self._by_upcards and placed.seen else ""
        marks = (placed.boxed, placed.seen, placed.exposed, placed.extra, placed.early, placed.pressed)
        thrown = None if placed.thrown is None else (placed.thrown.to, placed.thrown.home, placed.thrown.face)
        claim = None if placed.claim is None else placed.claim.card
        return name, placed.zone, placed.face, placed.back, marks, thrown, claim, self.of(placed.others)


def _fields_of(value: object) -> tuple[str, ...]:
    """The names of an object's fields, but for those that only count and name."""
    kind = type(value)
    names: list[str] = list(getattr(kind, "__struct_fields__", ()))
    for base in kind.__mro__:
        slots = getattr(base, "__mypyc_attrs__", None) or base.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else [name for name in slots if not name.startswith("__")]
    names += getattr(value, "__dict__", {})
    return tuple(name for name in dict.fromkeys(names) if name not in LEFT_OUT or isinstance(value, msgspec.Struct))
