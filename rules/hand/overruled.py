"""What a ruling has moved that the floor decides otherwise."""

import msgspec

from burncard.rules.hand.steps import Move
from burncard.rules.hand.table_card import TableCard


class Overruled(msgspec.Struct):
    """Moves of a repair that the floor has decided against: those made before it said so are put back.

    `moves`: those that have not been made. `back`: the ways back of those that have.
    """

    moves: list[Move]
    back: list[Move] = []

    def made(self, move: Move, placed: TableCard) -> None:
        """One of the moves was made, before the floor said that it should not be."""
        self.moves.remove(move)
        self.back.append(Move(placed, move.to, placed.zone, placed.face))
