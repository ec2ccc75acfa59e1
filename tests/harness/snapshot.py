"""Snapshots of a hand in progress: each copy can be played on independently.

What never changes (facts, cards, games, rules, frozen values that hold nothing else) is shared by all copies, as a
whole; only mutable state is copied. This is many times faster than replaying the hand up to the same point, as is done
where the engine is compiled: its objects cannot be pickled.
"""

import io
import pickle
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from random import Random
from types import FunctionType
from typing import Any

import msgspec

import burncard.rules.table
from burncard.rules.betting.blinds_owed import BlindsOwed
from burncard.rules.facts import Fact, FactBase
from burncard.rules.games.game import Game, Street
from burncard.rules.games.houses import House
from burncard.rules.outcomes import Counted, Next, Result, Ruling
from burncard.rules.rulings.rulebook import Rulebook
from burncard.rules.table import Table
from tests.harness.scripted import ScriptedHand


class RandomState(tuple[Any, ...]):
    """Where a random generator stands: a type that is known to be shared without a look at its numbers."""


COMPILED = not (burncard.rules.table.__file__ or "").endswith(".py")
SHARED = (
    type, FunctionType, Enum, str, int, float, type(None), Rulebook, Game, Street, House, BlindsOwed, FactBase, Next,
    Ruling, Result, Counted, RandomState,
)  # fmt: skip
COPIED = frozenset({int, bool, float, type(None), list, dict, set})
"""What is copied without a look: it changes, or is copied faster than it is looked up."""


class Shared:
    """What never changes, numbered as it was met: snapshots that share it look at each of these objects once."""

    def __init__(self, earlier: "Shared | None" = None) -> None:
        self.objects: list[object] = list(earlier.objects) if earlier else []
        self._numbers: dict[int, int] = {id(obj): number for number, obj in enumerate(self.objects)}

    def number_of(self, obj: object) -> int | None:
        """The number of an object that never changes; None for any other."""
        number = self._numbers.get(id(obj))
        if number is None and never_changes(obj):
            number = self._numbers[id(obj)] = len(self.objects)
            self.objects.append(obj)
        return number


class Snapshot:
    """A scripted hand at one point. `shared`: with earlier snapshots of the same hand."""

    def __init__(self, hand: ScriptedHand, shared: Shared | None = None) -> None:
        self.shared = shared or Shared()
        written = io.BytesIO()
        _Writer(written, hand.facts, self.shared).dump(hand)
        self._written = written.getvalue()

    def hand(self) -> ScriptedHand:
        """A copy of the hand at that point."""
        reader = pickle.Unpickler(io.BytesIO(self._written))  # reads only bytes that `_Writer` wrote
        reader.persistent_load = self.shared.objects.__getitem__  # type: ignore[method-assign]
        hand: ScriptedHand = reader.load()
        return hand


def table_of(facts: Sequence[Fact]) -> Table:
    """The table that has been given some facts."""
    table = Table()
    for fact in facts:
        table.apply(fact)
    return table


class _Writer(pickle.Pickler):
    """Writes what changes of a hand."""

    def __init__(self, file: io.BytesIO, facts: Sequence[Fact], shared: Shared) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._facts = tuple(facts)
        self._shared = shared

    def persistent_id(self, obj: Any) -> int | None:
        """The number of a shared object; None for an object to copy."""
        return None if type(obj) in COPIED else self._shared.number_of(obj)

    def reducer_override(self, obj: Any) -> tuple[Callable[..., object], tuple[object, ...]] | Any:
        """How objects are made again that pickle copies slowly, or, as a table of the compiled engine, not at all."""
        if type(obj) is Random:
            return _random_at, (RandomState(obj.getstate()),)
        return (table_of, (self._facts,)) if COMPILED and type(obj) is Table else NotImplemented


def _random_at(state: RandomState) -> Random:
    random = Random.__new__(Random, 0)  # type: ignore[call-arg]  # seeded once, and not once more by `__init__`
    random.setstate(state)
    return random


def never_changes(value: Any) -> bool:
    """Whether a value is the same for ever, with all that it holds."""
    kind: Any = type(value)
    if kind is tuple or kind is frozenset:
        return all(map(never_changes, value))
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
