"""A hand as it stands, from which it can go on again and again: each time a copy of its own.

What cannot change (facts, cards, games, rules) is shared by all copies; only what changes in play is copied. That is
several times faster than to play the hand up to here once more.
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
from burncard.simulator.pack import Plastic
from tests.harness.scripted import ScriptedHand

SHARED = (FunctionType, Rulebook, Game, Street, House, Plastic, Put)


class Snapshot:
    """A scripted hand at one moment."""

    def __init__(self, hand: ScriptedHand) -> None:
        self._shared: dict[int, object] = {}
        written = io.BytesIO()
        _Writer(written, self._shared).dump(hand)
        self._written = written.getvalue()

    def hand(self) -> ScriptedHand:
        """A copy of the hand as it was."""
        hand: ScriptedHand = _Reader(io.BytesIO(self._written), self._shared).load()
        return hand


class _Reader(pickle.Unpickler):
    """Of bytes that this module has written itself."""

    def __init__(self, file: io.BytesIO, shared: dict[int, object]) -> None:
        super().__init__(file)
        self._shared = shared

    def persistent_load(self, pid: int) -> object:
        """What is shared under a number."""
        return self._shared[pid]


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, shared: dict[int, object]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._shared = shared

    def persistent_id(self, obj: Any) -> int | None:
        """Of what never changes, the number it is shared under; None for what is to be copied."""
        if not _never_changes(obj):
            return None
        self._shared[id(obj)] = obj
        return id(obj)


def _never_changes(obj: object) -> bool:
    return isinstance(obj, SHARED) or (isinstance(obj, msgspec.Struct) and obj.__struct_config__.frozen)
