"""What an observation means when it has been carried out."""

import msgspec

from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Item, Move, Return, Turn
from burncard.rules.outcomes import Counted
from burncard.rules.rulings.irregularities import Irregularity


class Joined(msgspec.Struct, frozen=True):
    """A card that is part of a mistake already ruled on: one more step of its repair.

    `beside`: a step of that repair; None: the one that was ruled on last.
    """

    step: Move | Turn | Return
    beside: Item | None = None


Meaning = Irregularity | Counted | Joined | None


def joined(hand: HandInPlay, other: Item | None, move: Move) -> Meaning:
    """A card is part of the mistake for which another is moved, so it is moved after it."""
    assert other is not None
    hand.plan.replace(other, [other, move])
    return Joined(move, other)
