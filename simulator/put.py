"""A move of a card, by the dealer or a player."""

import msgspec

from burncard.rules.cards import Face, Zone
from burncard.simulator.pack import PhysicalCard


class Put(msgspec.Struct, frozen=True):
    """A card is put in a zone."""

    physical: PhysicalCard
    zone: Zone
    face: Face
    boxed: bool = False
