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

COMPILED = not (burncard.rules.table.__file__ or "").endswith(".py")
SHARED = (type, FunctionType, Enum, Rulebook, Game, Street, House, BlindsOwed, FactBase, Next, Ruling, Result, Counted)
PLAIN = frozenset({int, str, bool, float, type(None)})
"""Values that never change either, and are copied faster than they are looked up."""


class Snapshot:
    """A scripted hand at one point."""

    def __init__(self, hand: ScriptedHand) -> None:
        written = io.BytesIO()
        writer = _Writer(written, hand.facts)
        writer.dump(hand)
        self._shared = writer.shared
        self._written = written.getvalue()

    def hand(self) -> ScriptedHand:
        """A copy of the hand at that point."""
        reader = pickle.Unpickler(io.BytesIO(self._written))  # reads only bytes that `_Writer` wrote
        reader.persistent_load = self._shared.__getitem__  # type: ignore[method-assign]
        hand: ScriptedHand = reader.load()
        return hand


def table_of(facts: Sequence[Fact]) -> Table:
    """The table that has been given some facts."""
    table = Table()
    for fact in facts:
        table.apply(fact)
    return table


class _Writer(pickle.Pickler):
    """Writes a hand. `shared`: what is not written, in the order of its numbers."""

    def __init__(self, file: io.BytesIO, facts: Sequence[Fact]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._facts = tuple(facts)
        self.shared: list[object] = []
        self._numbers: dict[int, int] = {}

    def persistent_id(self, obj: Any) -> int | None:
        """The number of a shared object; None for an object to copy."""
        if type(obj) in PLAIN or not never_changes(obj):
            return None
        number = self._numbers.get(id(obj))
        if number is None:
            number = self._numbers[id(obj)] = len(self.shared)
            self.shared.append(obj)
        return number

    def reducer_override(self, obj: Any) -> tuple[Callable[..., object], tuple[object, ...]] | Any:
        """How objects are made again that pickle copies slowly, or, as a table of the compiled engine, not at all."""
        if type(obj) is Random:
            return _random_at, (obj.getstate(),)
        return (table_of, (self._facts,)) if COMPILED and type(obj) is Table else NotImplemented


def _random_at(state: tuple[Any, ...]) -> Random:
    random = Random(0)
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
    if kind in PLAIN or issubclass(kind, SHARED):
        return ()
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_fields__ if kind.__struct_config__.frozen else None
    frozen = is_dataclass(kind) and vars(kind)["__dataclass_params__"].frozen
    return tuple(field.name for field in fields(kind)) if frozen else None
