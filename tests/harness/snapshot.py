"""Snapshots of a hand in progress: each copy can be played on independently.

Immutable objects (facts, cards, games, rules) are shared by all copies; only mutable state is copied. This is several
times faster than replaying the hand up to the same point.
"""

import io
import pickle
from types import FunctionType
from typing import Any

import msgspec

from burncard.rules.games.game import Game, Street
from burncard.rules.games.houses import House
from burncard.rules.rulings.rulebook import Rulebook
from burncard.simulator.dealer import Put
from burncard.simulator.pack import PhysicalCard
from tests.harness.scripted import ScriptedHand

SHARED = (FunctionType, Rulebook, Game, Street, House, PhysicalCard, Put)


class Snapshot:
    """A scripted hand at one point."""

    def __init__(self, hand: ScriptedHand) -> None:
        self._shared: dict[int, object] = {}
        written = io.BytesIO()
        _Writer(written, self._shared).dump(hand)
        self._written = written.getvalue()

    def hand(self) -> ScriptedHand:
        """A copy of the hand at that point."""
        hand: ScriptedHand = _Reader(io.BytesIO(self._written), self._shared).load()
        return hand


class _Reader(pickle.Unpickler):
    """Reads only bytes that `_Writer` wrote."""

    def __init__(self, file: io.BytesIO, shared: dict[int, object]) -> None:
        super().__init__(file)
        self._shared = shared

    def persistent_load(self, pid: int) -> object:
        """The shared object with this number."""
        return self._shared[pid]


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, shared: dict[int, object]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._shared = shared

    def persistent_id(self, obj: Any) -> int | None:
        """The number of a shared object; None for an object to copy."""
        if not _is_immutable(obj):
            return None
        self._shared[id(obj)] = obj
        return id(obj)


def _is_immutable(obj: object) -> bool:
    return isinstance(obj, SHARED) or (isinstance(obj, msgspec.Struct) and obj.__struct_config__.frozen)
