"""What a room needs of the air over its felt, whatever model of the radio that is."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from burncard.firmware_bridge.events import Face
from burncard.simulator.radio.air import Inventory
from burncard.simulator.radio.antenna_plan import TablePlan
from burncard.simulator.radio.lying_cards import Felt, Piece
from burncard.simulator.radio.lying_pack import LyingPack
from burncard.simulator.radio.quality import Radio


class AnyAir(Protocol):
    """The felt as the antennas hear it; `Air` says what its members do."""

    plan: TablePlan
    felt: Felt
    moves: int
    known: list[str]

    @property
    def pack(self) -> LyingPack: ...

    def lay(self, uid: str, antenna: int, face: Face, now_ns: int, *, boxed: bool = False) -> Piece: ...

    def lay_pack(self, uids: Sequence[str], antenna: int) -> None: ...

    def take(self, name: str) -> None: ...

    def throw(self, uid: str, start: int, end: int, now_ns: int, lands_ns: int) -> None: ...

    def inventory(self, antenna: int, now_ns: int) -> Inventory: ...


MakeAir = Callable[[TablePlan, Radio, Random], AnyAir]
"""A model of the radio: makes the air of one table."""
