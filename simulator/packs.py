"""The packs of a simulated table, and the decks that they are enrolled as."""

from burncard.controller.decks.decks import Decks
from burncard.rules.cards import JOKER
from burncard.simulator.mistakes import COPY_PREFIX, JOKER_UID
from burncard.simulator.pack import PhysicalCard, make_pack


def enrolled_packs(*, joker: bool = False) -> tuple[list[PhysicalCard], list[PhysicalCard], Decks]:
    """The red and the blue pack of the simulated table, and the decks that they are enrolled as."""
    red = make_pack("red", joker=joker, first_serial=1)
    blue = make_pack("blue", joker=joker, first_serial=0x100)
    decks = Decks()
    for back, pack in (("red", red), ("blue", blue)):
        decks.enrol(back, {physical.uid: physical.card for physical in pack})
    # Copies of the red cards, so that a second A♠ can be dealt, and a stray joker. A cheat would have them enrolled.
    decks.add_copies("red", {COPY_PREFIX + physical.uid[6:]: physical.card for physical in red} | {JOKER_UID: JOKER})
    return red, blue, decks
