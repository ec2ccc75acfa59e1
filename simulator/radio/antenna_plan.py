"""The plan of a table: where each antenna lies, in millimetres, seen from above with the dealer at the bottom.

The field of a flat coil is even over the coil and falls off steeply beyond it. `distance` measures that: 0 in the
middle of an antenna, 1 in the middle of the next one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import dist, hypot
from random import Random
from typing import Final

Spot = tuple[float, float]
"""A place on the felt: millimetres to the right and away from the dealer."""

SEATS_ALONG: Final[tuple[Spot, ...]] = (
    (-560, -330),
    (-700, -330),
    (-850, 0),
    (-700, 330),
    (700, 330),
    (850, 0),
    (700, -330),
    (560, -330),
)
"""The line on which the players' cards lie, from the dealer's left to the dealer's right."""

SEAT_WIDTH_MAX_MM: Final = 400.0
BOARD_PITCH_MM: Final = 70.0  # from card to card of the board
SCATTER: Final = 0.05  # standard deviation of where a card comes to lie; 1 is the next antenna
BORDER: Final = (0.38, 0.48)  # where a card on a border lies; 0.5 is as far from one zone as from the other
NEIGHBOUR_MAX: Final = 1.35  # an antenna farther away is no neighbour


@dataclass(frozen=True, slots=True)
class Site:
    """One antenna: the middle of its coil, and how far it reaches to each side and to front and back (half way to the
    next antenna)."""

    middle: Spot
    reach_x_mm: float
    reach_y_mm: float

    def distance(self, spot: Spot) -> float:
        """How far a spot is from the middle: 0.5 is half way to the next antenna."""
        dx, dy = spot[0] - self.middle[0], spot[1] - self.middle[1]
        return hypot(dx / (2 * self.reach_x_mm), dy / (2 * self.reach_y_mm))


_MIDDLE: Final = {
    "board": Site((0, -10), 260, 110),
    "burn": Site((200, -230), 110, 110),
    "muck": Site((-200, -230), 110, 110),
    "stub": Site((0, -330), 85, 85),
    "aside": Site((460, -40), 100, 100),
}


def _along(line: tuple[Spot, ...], way_mm: float) -> Spot:
    """The spot after so many millimetres along a line."""
    for start, end in pairwise(line):
        length = dist(start, end)
        if way_mm <= length:
            share = way_mm / length
            return (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        way_mm -= length
    return line[-1]


class TablePlan:
    """Where the antennas of a layout lie. `zones`: the zone by antenna. Those of unknown zones lie in a row apart."""

    def __init__(self, zones: Mapping[int, str]) -> None:
        seats = sorted((zone for zone in zones.values() if zone.startswith("seat:")), key=lambda zone: int(zone[5:]))
        length = sum(dist(start, end) for start, end in pairwise(SEATS_ALONG))
        gap = min(length / max(1, len(seats) - 1), SEAT_WIDTH_MAX_MM)
        places = {seat: _along(SEATS_ALONG, gap * number) for number, seat in enumerate(seats)}
        self.sites: dict[int, Site] = {}
        for antenna, name in zones.items():
            middle = places.get(name)
            if middle is not None:
                apart = min((dist(middle, other) for other in places.values() if other != middle), default=gap)
                self.sites[antenna] = Site(middle, apart / 2, apart / 2)
            else:
                self.sites[antenna] = _MIDDLE.get(name) or Site((antenna * 400.0, 1000.0), 200, 200)
        self._board = {antenna for antenna, zone in zones.items() if zone == "board"}

    def spot(self, antenna: int, nth: int, rng: Random) -> Spot:
        """Where the nth card (from 0) of a zone comes to lie: in a row on the board, elsewhere on a pile."""
        site = self.sites[antenna]
        x = rng.gauss(site.middle[0], SCATTER * 2 * site.reach_x_mm)
        y = rng.gauss(site.middle[1], SCATTER * 2 * site.reach_y_mm)
        if antenna in self._board:
            x = site.middle[0] + (min(nth, 5) - 2) * BOARD_PITCH_MM + rng.gauss(0, 4)
        return (x, y)

    def neighbours(self, antenna: int) -> list[int]:
        """The antennas next to one."""
        site = self.sites[antenna]
        return [
            other
            for other, there in self.sites.items()
            if other != antenna and min(site.distance(there.middle), there.distance(site.middle)) < NEIGHBOUR_MAX
        ]

    def border_spot(self, antenna: int, rng: Random) -> Spot:
        """A spot in a zone, close to the border to one of its neighbours; the zone's middle if it has none."""
        site, near = self.sites[antenna], self.neighbours(antenna)
        if not near:
            return site.middle
        return self.between(antenna, rng.choice(near), rng.uniform(*BORDER))

    def between(self, antenna: int, other: int, share: float) -> Spot:
        """The spot on the way from one antenna to another where both count as equally far at a share of 0.5."""
        site, there = self.sites[antenna], self.sites[other]
        one, two = site.distance(there.middle), there.distance(site.middle)
        way = share * two / (share * two + (1 - share) * one)  # small zones end sooner than large ones
        (x, y), (to_x, to_y) = site.middle, there.middle
        return (x + (to_x - x) * way, y + (to_y - y) * way)

    def under(self, start: Spot, end: Spot) -> list[int]:
        """The antennas that a card passes on a straight way, without those at its ends."""
        steps = [(start[0] + (end[0] - start[0]) * n / 20, start[1] + (end[1] - start[1]) * n / 20) for n in range(21)]
        ends = {antenna for antenna, site in self.sites.items() if _near(site, (start, end))}
        return [antenna for antenna, site in self.sites.items() if antenna not in ends and _near(site, steps)]


def _near(site: Site, spots: Iterable[Spot]) -> bool:
    return any(site.distance(spot) < 0.4 for spot in spots)
