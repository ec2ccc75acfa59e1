"""Snapshots of a hand in progress: each copy can be played on independently.

Immutable objects (facts, cards, games, rules) are shared by all copies; only mutable state is copied. This is several
times faster than replaying the hand up to the same point, as is done where the engine is compiled: its objects cannot
be pickled.
"""

import io
import pickle
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, cast

import msgspec

import burncard.rules.table
from burncard.rules.facts import Fact
from burncard.rules.games.game import Game, Street
from burncard.rules.games.houses import House
from burncard.rules.hand.steps import Deal, Drawing, OpenStreet, Round, Showdown
from burncard.rules.rulings.rulebook import Rulebook
from burncard.rules.table import Table
from burncard.simulator.dealer import Put
from burncard.simulator.pack import PhysicalCard
from tests.harness.scripted import ScriptedHand

COMPILED = not (burncard.rules.table.__file__ or "").endswith(".py")
SHARED = (FunctionType, Rulebook, Game, Street, House, PhysicalCard, Put, Round, Drawing, Showdown)


class Snapshot:
    """A scripted hand at one point."""

    def __init__(self, hand: ScriptedHand) -> None:
        self._shared: dict[int, object] = {}
        written = io.BytesIO()
        _Writer(written, self._shared, hand.facts).dump(hand)
        self._written = written.getvalue()

    def hand(self) -> ScriptedHand:
        """A copy of the hand at that point."""
        hand: ScriptedHand = _Reader(io.BytesIO(self._written), self._shared).load()
        return hand


def table_of(facts: Sequence[Fact]) -> Table:
    """The table that has been given some facts."""
    table = Table()
    for fact in facts:
        table.apply(fact)
    return table


class _Reader(pickle.Unpickler):
    """Reads only bytes that `_Writer` wrote."""

    def __init__(self, file: io.BytesIO, shared: dict[int, object]) -> None:
        super().__init__(file)
        self._shared = shared

    def persistent_load(self, pid: int) -> object:
        """The shared object with this number."""
        return self._shared[pid]


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, shared: dict[int, object], facts: Sequence[Fact]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._shared = shared
        self._facts = tuple(facts)

    def reducer_override(self, obj: object) -> tuple[Callable[..., object], tuple[object, ...]] | Any:
        """A table of the compiled engine is made again from its facts."""
        return (table_of, (self._facts,)) if COMPILED and type(obj) is Table else NotImplemented

    def persistent_id(self, obj: Any) -> int | None:
        """The number of a shared object; None for an object to copy."""
        if not _is_immutable(obj):
            return None
        self._shared[id(obj)] = obj
        return id(obj)


def _is_immutable(obj: object) -> bool:
    kind = type(obj)
    if kind is Deal:
        return cast(Deal, obj).instead_of is None
    if kind is OpenStreet:
        return not cast(OpenStreet, obj).before
    known = _KINDS.get(kind)
    if known is None:
        frozen = issubclass(kind, msgspec.Struct) and kind.__struct_config__.frozen
        known = _KINDS[kind] = frozen or issubclass(kind, SHARED)
    return known


_KINDS: dict[type, bool] = {}
"""Whether all objects of a type are immutable, for the types met so far."""
