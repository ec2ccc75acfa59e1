"""Which antennas may hear each other's cards: those of zones that lie side by side."""

from burncard.controller.perception.chances import Antenna
from burncard.hardware.layout import Layout
from burncard.rules.cards import ASIDE, BOARD, BURN, MUCK, STUB, Zone, seat_of

BEFORE_THE_DEALER: tuple[Zone, ...] = (BOARD, BURN, MUCK, ASIDE, STUB)
"""From one side of the dealer's place to the other."""


def neighbours_of(layout: Layout) -> dict[Antenna, tuple[Antenna, ...]]:
    """The antennas next to each antenna of a table, by antenna: along the seats, and before the dealer."""
    seats = sorted((seat, antenna) for antenna, zone in layout.zones.items() if (seat := seat_of(Zone(zone))))
    before = [layout.antenna_of(zone) for zone in BEFORE_THE_DEALER]
    found: dict[Antenna, tuple[Antenna, ...]] = dict.fromkeys(layout.zones, ())
    for row in ([antenna for _, antenna in seats], [antenna for antenna in before if antenna is not None]):
        for index, antenna in enumerate(row):
            found[antenna] = (*row[max(0, index - 1) : index], *row[index + 1 : index + 2])
    return found
