"""Which antennas may hear each other's cards: those of zones that border on each other."""

from itertools import pairwise

from burncard.controller.perception.chances import Antenna
from burncard.hardware.layout import Layout
from burncard.rules.cards import Zone, seat_of


def neighbours_of(layout: Layout) -> dict[Antenna, tuple[Antenna, ...]]:
    """The antennas next to each antenna of a table: along the seats, and as its layout says."""
    seats = sorted((seat, antenna) for antenna, zone in layout.zones.items() if (seat := seat_of(Zone(zone))))
    found: dict[Antenna, set[Antenna]] = {antenna: set() for antenna in layout.zones}
    pairs = [(one, other) for (_, one), (_, other) in pairwise(seats)]
    for zone, zones in layout.beside.items():
        one = layout.antenna_of(zone)
        others = (layout.antenna_of(other) for other in zones)
        pairs += [(one, other) for other in others if one is not None and other is not None]
    for one, other in pairs:
        found[one].add(other)
        found[other].add(one)
    return {antenna: tuple(sorted(there)) for antenna, there in found.items()}
