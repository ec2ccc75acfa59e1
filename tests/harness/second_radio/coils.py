"""The coils under a table: the field of each, and how strongly labels and other coils are coupled with it.

The field of a flat rectangular coil is that of four straight wires: uneven over the coil, none at its rim, turned over
beyond it, and falling with the cube of distance far away. A label takes its mean. A neighbour's antenna reaches a card
mostly through the coil of the card's own zone, into which it leaks.
"""

from dataclasses import dataclass
from math import cos, dist, hypot, log10, sin, sqrt
from random import Random
from typing import Final

from burncard.simulator.radio.antenna_plan import Site, Spot, TablePlan
from burncard.simulator.radio.quality import Radio
from tests.harness.second_radio.chances import below, deviations_of
from tests.harness.second_radio.effects import (
    COUPLED,
    FIT_CARDS,
    FIT_STEPS,
    LEAK_AT_MM,
    LEAK_DB,
    LEAK_RANGE_DB,
    NEAR_MM,
    REACH_MM,
    UNHEARD_DB,
    Effects,
)

_GAUSS: Final = sqrt(0.6)  # where three points stand for a whole side
_WEIGHTS: Final = (5 / 18, 8 / 18, 5 / 18)
_MIDDLE_WEIGHT: Final = _WEIGHTS[1] * _WEIGHTS[1]
_POINTS: Final = [
    (float(i), float(j), _WEIGHTS[i + 1] * _WEIGHTS[j + 1]) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j
]


@dataclass(slots=True)
class Coil:
    """The coil of a zone, half its width and depth. `normal`: the field in its middle at the felt."""

    middle: Spot
    half_x_mm: float
    half_y_mm: float
    normal: float = 1.0

    def upright(self, x: float, y: float, z: float) -> float:
        """The field across the felt at a place, seen from the coil's middle."""
        u1, u2, v1, v2 = x + self.half_x_mm, x - self.half_x_mm, y + self.half_y_mm, y - self.half_y_mm
        zz = z * z
        uu1, uu2, vv1, vv2 = u1 * u1 + zz, u2 * u2 + zz, v1 * v1, v2 * v2
        r11, r12, r21, r22 = sqrt(uu1 + vv1), sqrt(uu1 + vv2), sqrt(uu2 + vv1), sqrt(uu2 + vv2)
        lower = v1 / (vv1 + zz) * (u1 / r11 - u2 / r21)
        upper = v2 / (vv2 + zz) * (u1 / r12 - u2 / r22)
        left = u1 / uu1 * (v1 / r11 - v2 / r12)
        right = u2 / uu2 * (v1 / r21 - v2 / r22)
        return lower - upper + left - right

    def along(self, x: float, y: float, z: float) -> float:
        """The field along the felt."""
        u1, u2, v1, v2 = x + self.half_x_mm, x - self.half_x_mm, y + self.half_y_mm, y - self.half_y_mm
        zz = z * z
        uu1, uu2, vv1, vv2 = u1 * u1 + zz, u2 * u2 + zz, v1 * v1, v2 * v2
        r11, r12, r21, r22 = sqrt(uu1 + vv1), sqrt(uu1 + vv2), sqrt(uu2 + vv1), sqrt(uu2 + vv2)
        over = z * ((u1 / r12 - u2 / r22) / (vv2 + zz) - (u1 / r11 - u2 / r21) / (vv1 + zz))
        across = z * ((v1 / r21 - v2 / r22) / uu2 - (v1 / r11 - v2 / r12) / uu1)
        return hypot(over, across)


def coil_of(site: Site, effects: Effects) -> Coil:
    """The coil under a zone."""
    coil = Coil(site.middle, site.reach_x_mm * effects.coil_share, site.reach_y_mm * effects.coil_share)
    coil.normal = coil.upright(0.0, 0.0, effects.height_mm)
    return coil


@dataclass(frozen=True, slots=True)
class Antenna:
    """What a room's antenna is like: how much stronger its field is than usual, and its strengths besides."""

    drive_db: float
    receive_db: float


class Coils:
    """All coils of one room. `room`: what its antennas and the leaks between them are drawn from."""

    def __init__(self, plan: TablePlan, effects: Effects, room: str) -> None:
        self.antennas: dict[int, Antenna] = {}
        self._plan = plan
        self._effects = effects
        self._room = room
        self._coils = {antenna: coil_of(site, effects) for antenna, site in plan.sites.items()}
        self._leak_db: dict[tuple[int, int], float] = {}  # besides what is common: from a zone's coil to an antenna
        self._leaks: dict[int, dict[int, float]] = {}
        self._draw()

    def hear_as(self, radio: Radio) -> None:
        """The radio is this one from now on: its rate across fixes how much leaks."""
        if radio.perfect or not self._leak_db:
            self._set_leak(LEAK_DB)
        else:
            self._fit_leak(radio)

    def couplings_db(self, spot: Spot, height_mm: float, turn: float, tilt: float) -> dict[int, float]:
        """How strongly antennas are coupled with a label, against one in their middle: those that matter."""
        effects = self._effects
        wide, tall = _GAUSS * effects.label_mm[0] / 2, _GAUSS * effects.label_mm[1] / 2
        c, s = cos(turn), sin(turn)
        flat = 1 - tilt * tilt
        direct: dict[int, float] = {}
        for antenna, coil in self._coils.items():
            x, y = spot[0] - coil.middle[0], spot[1] - coil.middle[1]
            if abs(x) > REACH_MM or abs(y) > REACH_MM:
                continue
            flux = coil.upright(x, y, height_mm)
            if abs(x) < coil.half_x_mm + NEAR_MM and abs(y) < coil.half_y_mm + NEAR_MM:
                flux *= _MIDDLE_WEIGHT
                for i, j, weight in _POINTS:
                    dx, dy = i * wide, j * tall
                    flux += weight * coil.upright(x + dx * c - dy * s, y + dx * s + dy * c, height_mm)
            along = coil.along(x, y, height_mm) * tilt if tilt else 0.0
            direct[antenna] = (flat * flux * flux + along * along) / (coil.normal * coil.normal)
        power = dict(direct)
        for zone, own in direct.items():
            if own > COUPLED:
                for antenna, leak in self._leaks[zone].items():
                    power[antenna] = power.get(antenna, 0.0) + leak * own
        least = 10 ** (UNHEARD_DB / 10)
        return {antenna: 10 * log10(coupling) for antenna, coupling in power.items() if coupling > least}

    def _draw(self) -> None:
        effects, rng, sites = self._effects, Random(f"room/{self._room}"), self._plan.sites
        for antenna in sorted(sites):
            self.antennas[antenna] = Antenna(rng.gauss(0, effects.drive_db), rng.gauss(0, effects.receive_db))
        for antenna in sorted(sites):
            for zone in sorted(self._plan.neighbours(antenna)):
                if antenna < zone:
                    away = max(1.0, dist(sites[antenna].middle, sites[zone].middle))
                    leak = 20 * effects.leak_fall * log10(LEAK_AT_MM / away) + rng.gauss(0, effects.leak_db)
                    self._leak_db[antenna, zone] = self._leak_db[zone, antenna] = leak

    def _set_leak(self, common_db: float) -> None:
        """How strongly each antenna is felt through the coil of a zone beside it, as power."""
        self._leaks = {zone: {} for zone in self._plan.sites}
        for (antenna, zone), leak_db in self._leak_db.items():
            self._leaks[zone][antenna] = 10 ** ((common_db + leak_db) / 10)

    def _fit_leak(self, radio: Radio) -> None:
        """Finds the leak at which cards in their zones are heard next door as often, in the mean, as the radio says."""
        effects = self._effects
        spread = effects.tag_db**2 + effects.place_db**2 + effects.far_way_db**2 + effects.fast_db**2
        far = -effects.weak_slope * (effects.margin_db + effects.weak_from_db)
        alone = sqrt(1 + effects.alone_spread**2)
        decoded = below(far / alone - deviations_of(radio.misses[0]))
        cards = self._cards_beside()
        low, high = LEAK_RANGE_DB
        for _ in range(FIT_STEPS):
            leak = 10 ** ((low + high) / 20)
            mean = 0.0
            for direct, within in cards:
                mean += below((effects.margin_db + 10 * log10(direct + leak * within)) / sqrt(spread))
            too_much = decoded * mean / len(cards) > radio.cross_chance
            low, high = (low, (low + high) / 2) if too_much else ((low + high) / 2, high)
        self._set_leak((low + high) / 2)

    def _cards_beside(self) -> list[tuple[float, float]]:
        """Some cards for each pair of neighbours: how an antenna is coupled with them, directly and by way of their
        zone's coil, if that leaked at 0 dB."""
        height_mm, cards = self._effects.height_mm, list[tuple[float, float]]()
        rng = Random(f"spots/{self._room}")
        zones = sorted({zone for _, zone in self._leak_db})
        spots = {zone: [self._plan.spot(zone, nth, rng) for nth in range(FIT_CARDS)] for zone in zones}
        for (antenna, zone), leak_db in self._leak_db.items():
            coil, own = self._coils[antenna], self._coils[zone]
            drive = 10 ** (self.antennas[antenna].drive_db / 10)
            for x, y in spots[zone]:
                direct = (coil.upright(x - coil.middle[0], y - coil.middle[1], height_mm) / coil.normal) ** 2
                within = (own.upright(x - own.middle[0], y - own.middle[1], height_mm) / own.normal) ** 2
                cards.append((drive * direct, drive * within * 10 ** (leak_db / 10)))
        return cards
