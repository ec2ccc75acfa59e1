"""The undealt pack over an antenna: the dealer lays it down while players act, and holds it while cards are dealt."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LyingPack:
    """The cards of the pack, the lowest first, and how much weaker each antenna hears them than one in its middle.

    An antenna that hears none of them is left out.
    """

    uids: Sequence[str]
    loss_db: dict[int, float]


HELD = LyingPack((), {})
"""The dealer holds it: no antenna hears it."""
