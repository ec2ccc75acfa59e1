"""Snapshots of a hand in progress: each copy can be played on independently.

What never changes (facts, cards, games, rules, frozen values that hold nothing else) is shared by all copies, as a
whole; only mutable state is copied. This is many times faster than replaying the hand up to the same point.
"""

import copyreg
import io
import pickle
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from operator import attrgetter
from random import Random
from types import FunctionType
from typing import Any, Generic, TypeVar

import msgspec

import burncard.rules.table
from burncard.rules.betting.blinds_owed import BlindsOwed
from burncard.rules.facts import Fact, FactBase
from burncard.rules.games.game import Game, Street
from burncard.rules.games.houses import House
from burncard.rules.hand.table_card import TableCard
from burncard.rules.outcomes import Counted, Next, Result, Ruling
from burncard.rules.rulings.rulebook import Rulebook
from burncard.rules.table import Table
from burncard.simulator.pack import PhysicalCard
from burncard.simulator.played_hand import PlayedHand

Played = TypeVar("Played", bound=PlayedHand)


class RandomState(tuple[Any, ...]):
    """Where a random generator stands: a type that is known to be shared without a look at its numbers."""


COMPILED = not (burncard.rules.table.__file__ or "").endswith(".py")
SHARED = (
    type, FunctionType, Enum, str, int, float, type(None), Rulebook, Game, Street, House, BlindsOwed, FactBase, Next,
    Ruling, Result, Counted, RandomState,
)  # fmt: skip
COPIED = frozenset({int, bool, float, type(None), list, dict, set, TableCard})
"""What is copied without a look: it changes, or is copied faster than it is looked up."""
ATOMS = frozenset({str, int, bool, type(None), PhysicalCard})
NEWLY_MADE = copyreg.__newobj__  # type: ignore[attr-defined]  # an object of a class as `__new__` makes it


class Shared:
    """What never changes, numbered as it was met: snapshots that share it look at each of these objects once."""

    def __init__(self, earlier: "Shared | None" = None) -> None:
        self.objects: list[object] = list(earlier.objects) if earlier else []
        self._numbers: dict[int, int] = {id(obj): number for number, obj in enumerate(self.objects)}

    def number_of(self, obj: object) -> int | None:
        """The number of an object that never changes; None for one to copy."""
        if type(obj) in COPIED:
            return None
        number = self._numbers.get(id(obj))
        if number is None and never_changes(obj):
            number = self._numbers[id(obj)] = len(self.objects)
            self.objects.append(obj)
        return number


class Snapshot(Generic[Played]):
    """A played hand at one point. `shared`: with earlier snapshots of the same hand."""

    def __init__(self, hand: Played, shared: Shared | None = None) -> None:
        self.shared = shared or Shared()
        written = io.BytesIO()
        writer = _Writer(written, pickle.HIGHEST_PROTOCOL)
        writer.persistent_id = self.shared.number_of  # type: ignore[method-assign]
        writer.dump(hand)
        self._written = written.getvalue()

    def hand(self) -> Played:
        """A copy of the hand at that point."""
        reader = pickle.Unpickler(io.BytesIO(self._written))  # reads only bytes that `_Writer` wrote
        reader.persistent_load = self.shared.objects.__getitem__  # type: ignore[method-assign]
        hand: Played = reader.load()
        return hand


def table_of(facts: Sequence[Fact]) -> Table:
    """The table that has been given some facts."""
    table = Table()
    for fact in facts:
        table.apply(fact)
    return table


class _Writer(pickle.Pickler):
    """Writes what changes of a hand."""

    def reducer_override(self, obj: Any) -> Any:
        """How objects are made again that pickle would copy slowly: those that have attributes, and Random."""
        kind = type(obj)
        if kind is Random:
            return _random_at, (RandomState(obj.getstate()),)
        if kind not in _ATTRIBUTES:
            _ATTRIBUTES[kind] = Attributes.of(obj)
        attributes = _ATTRIBUTES[kind]
        if attributes is None:
            return NotImplemented
        return NEWLY_MADE, (kind,), attributes.values_of(obj), None, None, attributes.set_all


class Attributes:
    """The attributes of a class, which all of its objects have: read and set at once, without their names."""

    def __init__(self, names: Sequence[str]) -> None:
        self._read = attrgetter(*names)
        made: dict[str, Callable[[Any, list[Any]], None]] = {}
        exec(f"def set_all(one, values): {', '.join(f'one.{name}' for name in names)} = values", made)
        self.set_all = made["set_all"]

    @classmethod
    def of(cls, obj: object) -> "Attributes | None":
        """Those of an object's class; None for what pickle copies as fast: structs, collections, a single attribute."""
        kind: Any = type(obj)
        if issubclass(kind, msgspec.Struct | dict | deque):
            return None
        slots = [name for base in kind.__mro__ for name in vars(base).get("__slots__", ())]
        names = getattr(kind, "__mypyc_attrs__", (*slots, *getattr(obj, "__dict__", ())))
        return cls(names) if len(names) > 1 else None

    def values_of(self, obj: object) -> list[Any]:
        """What an object has, in the order in which `set_all` sets it."""
        return list(self._read(obj))


_ATTRIBUTES: dict[type, Attributes | None] = {}


def _random_at(state: RandomState) -> Random:
    random = Random.__new__(Random, 0)  # type: ignore[call-arg]  # seeded once, and not once more by `__init__`
    random.setstate(state)
    return random


def never_changes(value: Any) -> bool:
    """Whether a value is the same for ever, with all that it holds."""
    kind: Any = type(value)
    if kind is tuple or kind is frozenset:
        return all(map(never_changes, [item for item in value if type(item) not in ATOMS]))
    parts = _parts_of(kind)
    return parts is not None and all(never_changes(getattr(value, name)) for name in parts)


@cache
def _parts_of(kind: Any) -> tuple[str, ...] | None:
    """The fields of a frozen type, none of one whose values never change whatever they hold; None of any other."""
    if issubclass(kind, SHARED):
        return ()
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_fields__ if kind.__struct_config__.frozen else None
    frozen = is_dataclass(kind) and vars(kind)["__dataclass_params__"].frozen
    return tuple(field.name for field in fields(kind)) if frozen else None
