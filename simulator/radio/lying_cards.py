"""The felt: where each card lies, what lies on what, and which card is in the air. No radio yet."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import dist
from typing import Final

from burncard.firmware_bridge.events import Face
from burncard.simulator.radio.antenna_plan import Spot

OVERLAP_MM: Final = 55.0  # cards whose middles are nearer than a card is wide lie on each other


@dataclass(slots=True)
class Piece:
    """One card or other thing with a tag, at rest on the felt from `lands_ns` on.

    `antenna`: the zone that it lies in, as a person would say; None in a hand. `below`: how many cards lie under it.
    """

    name: str
    uid: str
    antenna: int | None
    spot: Spot
    face: Face
    boxed: bool
    lands_ns: int
    below: int = 0


@dataclass(slots=True)
class Felt:
    """The cards on the table, in the order in which they came to lie: later ones lie on top.

    A card is named by its tag's id, except copies: two cards with the same id need two names.
    """

    pieces: dict[str, Piece] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces.values())

    def lay(self, piece: Piece) -> None:
        """A card comes to lie, on whatever lies there."""
        self.take(piece.name)
        self.pieces[piece.name] = piece
        self._stack(piece.spot)

    def take(self, name: str) -> Piece | None:
        """A card leaves the felt."""
        piece = self.pieces.pop(name, None)
        if piece is not None:
            self._stack(piece.spot)
        return piece

    def count_at(self, antenna: int) -> int:
        """How many cards lie in a zone."""
        return sum(piece.antenna == antenna for piece in self)

    def _stack(self, changed: Spot) -> None:
        """Counts again how many cards lie under each card near a spot that has changed."""
        lying: list[Piece] = []
        for piece in self:
            if dist(piece.spot, changed) < OVERLAP_MM:
                piece.below = sum(dist(piece.spot, lower.spot) < OVERLAP_MM for lower in lying)
            lying.append(piece)
