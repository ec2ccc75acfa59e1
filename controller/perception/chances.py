"""How likely one scan of an antenna is, for one tag, under each explanation of where that tag is."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from burncard.controller.perception.pairs import Pair, pair
from burncard.controller.perception.rates import Rates, Strength

Antenna = int
BESIDE_MAX = 1
"""A card beside a pile lies on no more cards than this."""
TAKEN_FOR_HEARD: Final = 4.0
"""How many scans what is known of all cards between two zones counts for, when one is listened to."""
TAKEN_FOR_RESTING: Final = 1.0
HEARD_OR_NOT: Final = 0.5
"""The same for one that has come to rest and was heard before: by either antenna as soon as not."""
NEXT_DOOR_MAX: Final = 0.75
"""A card is expected to be heard next door by no more scans than this."""
LISTENED_MAX: Final = 120.0
FORGOTTEN: Final = 0.9
EDGE_APART_DB: Final = 7.0
MIDDLE_APART_DB: Final = 3.0
FAR_APART_DB: Final = 1.5
"""How much the difference between the strengths at two antennas varies: of cards on an edge, midway, far from both."""
LEAN_DB: Final = 2.5
"""So much stronger a card midway is heard, on average, by the antenna of the zone that it belongs to."""
FAR_OFF: Final = 3
"""From this many antennas away on, the distance no longer counts."""
FAR_DB: Final = 8.0
"""How much weaker a card sounds with each antenna farther away than the next one."""
ALONE: Final = 3
"""So many ways to lie name no neighbour. Of the others each kind stands once for each neighbour."""
KEPT_MAX = 50_000
"""Likelihoods that are kept: a reader gives strengths in whole dBm, so the same readings come again and again."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one scan of an antenna says about one tag. `rssi_dbm` None: heard, and the reader measures no strength.

    `is_unproven`: the antenna has never heard a card, and may be dead.
    """

    antenna: Antenna
    heard: bool
    rssi_dbm: float | None = None
    is_unproven: bool = False


@dataclass(slots=True)
class Listened:
    """How one antenna has heard a tag that lies still: how often, of how many scans, and how strongly on the mean.

    It begins as if some scans had been made already, and forgets slowly, since hands and chips come and go.
    """

    scans: float
    reads: float
    strength: Strength
    weighed: float = 1.0
    missed: int = 0

    @property
    def rate(self) -> float:
        """The chance that the next scan hears it."""
        return self.reads / self.scans

    def note(self, reading: Reading, *, is_own: bool) -> None:
        """One more scan. A run of misses of its own antenna counts once it ends: until then the tag may have left."""
        if is_own and not reading.heard:
            self.missed += 1
            return
        if self.scans >= LISTENED_MAX:
            self.scans, self.reads = self.scans * FORGOTTEN, self.reads * FORGOTTEN
        self.scans, self.missed = self.scans + 1 + self.missed, 0
        self.reads += reading.heard
        if reading.heard and reading.rssi_dbm is not None:
            self.weighed = min(self.weighed + 1, LISTENED_MAX)
            change_db = (reading.rssi_dbm - self.strength.mean_dbm) / self.weighed
            self.strength = Strength(self.strength.mean_dbm + change_db, self.strength.spread_db)


class Chances:
    """The likelihoods of readings at one table. Where a strength was measured, they are densities.

    `neighbours`: the antennas that may hear each antenna's cards; `rates`: by antenna; `pack`: the antennas over which
    the undealt pack may lie.
    """

    def __init__(
        self,
        neighbours: Mapping[Antenna, tuple[Antenna, ...]],
        rates: Mapping[Antenna, Rates],
        pack: Iterable[Antenna] = (),
    ) -> None:
        self.neighbours = neighbours
        self.pack = frozenset(pack)
        self.by_the_pack = frozenset(other for antenna in self.pack for other in neighbours[antenna])
        self._apart = {antenna: _apart(neighbours, {antenna}) for antenna in neighbours}
        self._off_the_pack = _apart(neighbours, self.pack)
        self.near_the_pack = self.pack.union(self._off_the_pack)
        self.rates = rates
        self._ways_at = lru_cache(KEPT_MAX)(self._find_ways_at)

    def use(self, rates: Mapping[Antenna, Rates]) -> None:
        """Other rates are in force from now on: the antennas were calibrated."""
        self.rates = rates
        self._ways_at.cache_clear()

    def ways_at(self, reading: Reading, at: Antenna, height: int, *, silent: bool) -> tuple[float, ...]:
        """The tag rests in a zone: well inside; on its rim; on its brink; on the edge towards each neighbour, first
        beside the pile, then on it; where the two zones lie apart, nearer to its own antenna, nearer to the other one;
        far from either; between the two."""
        return self._ways_at(reading.antenna, reading.heard, reading.rssi_dbm, at, height, silent)

    def _find_ways_at(
        self, antenna: Antenna, heard: bool, rssi_dbm: float | None, at: Antenna, height: int, silent: bool
    ) -> tuple[float, ...]:
        reading, neighbours = Reading(antenna, heard, rssi_dbm), self.neighbours[at]
        return (
            self.resting(reading, at, height, silent=silent),
            self.on_rim(reading, at, height),
            self._on_brink(reading, at),
            *(self.on_edge(reading, at, each, min(height, BESIDE_MAX), silent=silent) for each in neighbours),
            *(self.on_edge(reading, at, each, height, silent=silent) for each in neighbours),
            *(self.apart(reading, at, each) for each in neighbours),
            *(self._beyond(reading, at, each) for each in neighbours),
            *(self.far_off(reading, at, each) for each in neighbours),
            *(self.between(reading, at, each, silent=silent) for each in neighbours),
        )

    def beyond_ways(self, at: Antenna) -> slice:
        """Which ways to rest in a zone are those that the antenna next door hears better."""
        first, count = ALONE + 3 * len(self.neighbours[at]), len(self.neighbours[at])
        return slice(first, first + count)

    def pairs(self, at: Antenna) -> tuple[Pair, ...]:
        """How strongly a new card is heard that lies on the edge towards each neighbour, or between the two: one for
        each of the ways that name a neighbour, in their order."""
        rates, others = self.rates[at], [self.rates[neighbour] for neighbour in self.neighbours[at]]
        edges = [pair(rates.edge_strength, other.edge_strength_next, EDGE_APART_DB) for other in others]
        gaps = [pair(rates.gap.strength, other.gap.strength_next, EDGE_APART_DB) for other in others]
        far = [pair(rates.rim_strength, other.rim_strength, FAR_APART_DB) for other in others]
        middles = [pair(rates.middle_strength, other.middle_strength, MIDDLE_APART_DB, LEAN_DB) for other in others]
        beyond = [pair(rates.gap.strength_next, other.gap.strength, EDGE_APART_DB) for other in others]
        return (*edges, *(edge.copy() for edge in edges), *gaps, *beyond, *far, *middles)

    def by_pairs(
        self, ways: tuple[float, ...], reading: Reading, at: Antenna, height: int, pairs: tuple[Pair, ...]
    ) -> tuple[float, ...]:
        """The same ways, but a tag between two zones is heard as strongly as both have heard it until now. What was
        heard can only speak against a way: other explanations, such as that it lies in the pack, learn no strengths."""
        neighbours, rssi_dbm = self.neighbours[at], reading.rssi_dbm
        if rssi_dbm is None or not (reading.antenna == at or reading.antenna in neighbours):
            return ways
        reads = self._ways_at(reading.antenna, True, None, at, height, False)
        first, fade_db = len(ways) - len(pairs), self.rates[reading.antenna].fade_db
        fades_db = (fade_db * min(height, BESIDE_MAX), fade_db * height, 0.0, 0.0, 0.0, 0.0)
        likely = list(ways)
        for number, between in enumerate(pairs):
            kind, which = divmod(number, len(neighbours))
            if reading.antenna in (at, neighbours[which]):
                density = between.heard(rssi_dbm + fades_db[kind], is_here=reading.antenna == at)
                likely[first + number] = min(ways[first + number], reads[first + number] * density)
        return tuple(likely)

    def listen(self, antenna: Antenna) -> Listened:
        """A card between this antenna's zone and another, which has not been listened to."""
        rates = self.rates[antenna]
        return Listened(TAKEN_FOR_HEARD, TAKEN_FOR_HEARD * rates.middle_read, rates.middle_strength)

    def listened(
        self, scans: Mapping[Antenna, int], heard: Mapping[Antenna, int], at: Antenna
    ) -> dict[Antenna, Listened]:
        """How a card that has come to rest was heard until now, by its own antenna and those next door."""
        found = {}
        for antenna in (at, *self.neighbours[at]):
            reads = heard.get(antenna, 0) + TAKEN_FOR_RESTING * HEARD_OR_NOT
            found[antenna] = Listened(
                scans.get(antenna, 0) + TAKEN_FOR_RESTING, reads, self.rates[antenna].middle_strength
            )
        return found

    def as_listened(
        self, ways: tuple[float, ...], reading: Reading, at: Antenna, listened: Listened, *, silent: bool
    ) -> tuple[float, ...]:
        """The same ways, but a tag between two zones is heard by either antenna as it has been until now: by the one
        next door not as well as one that lies there, so that a card which creeps there is found out."""
        rate = listened.rate if reading.antenna == at else min(listened.rate, NEXT_DOOR_MAX)
        if reading.heard:
            chance = rate * _density(listened.strength, reading)
        else:
            chance = max(1 - rate, self.rates[reading.antenna].silent) if silent else 1 - rate
        middle = len(ways) - len(self.neighbours[at])
        between = (
            chance if reading.antenna in (at, neighbour) else way
            for neighbour, way in zip(self.neighbours[at], ways[middle:], strict=True)
        )
        return (*ways[:middle], *between)

    def resting(self, reading: Reading, at: Antenna, height: int, *, silent: bool = False) -> float:
        """The tag rests well inside a zone, this high in its pile. `silent`: the last scan there missed it, too."""
        rates = self.rates[reading.antenna]
        if reading.antenna != at:
            return self._stray(reading, self._apart[at].get(reading.antenna, FAR_OFF))
        miss = rates.miss(height)
        if not reading.heard:
            return max(miss + rates.drop_out, rates.silent) if silent else miss + rates.drop_out
        return (1 - miss) * _density(rates.own, reading, rates.fade_db * height)

    def on_edge(self, reading: Reading, at: Antenna, neighbour: Antenna, height: int, *, silent: bool = False) -> float:
        """The tag rests on the edge of a zone towards a neighbour, and on so many other cards."""
        rates, bare = self.rates[reading.antenna], 1 - self.rates[reading.antenna].miss(height)
        here = (rates.edge_read * bare, rates.edge_strength)
        there = (rates.edge_read_next * bare, rates.edge_strength_next)
        return self._heard_by_two(reading, at, neighbour, here, there, rates.fade_db * height, silent=silent)

    def between(self, reading: Reading, at: Antenna, neighbour: Antenna, *, silent: bool = False) -> float:
        """The tag rests between two zones: the same for both, so that nothing heard of it tells which it belongs to."""
        rates = self.rates[reading.antenna]
        alike = (rates.middle_read, rates.middle_strength)
        return self._heard_by_two(reading, at, neighbour, alike, alike, silent=silent)

    def apart(self, reading: Reading, at: Antenna, neighbour: Antenna) -> float:
        """The tag rests where two zones lie apart, and nearer to its own."""
        gap = self.rates[reading.antenna].gap
        here, there = (gap.read, gap.strength), (gap.read_next, gap.strength_next)
        return self._heard_by_two(reading, at, neighbour, here, there)

    def _beyond(self, reading: Reading, at: Antenna, neighbour: Antenna) -> float:
        """The tag rests in a zone, and the antenna next door hears it better."""
        gap = self.rates[reading.antenna].gap
        here, there = (gap.read_next, gap.strength_next), (gap.read, gap.strength)
        return self._heard_by_two(reading, at, neighbour, here, there)

    def far_off(self, reading: Reading, at: Antenna, neighbour: Antenna) -> float:
        """The tag rests midway between two zones that lie apart."""
        rates = self.rates[reading.antenna]
        alike = (rates.gap.far_read, rates.rim_strength)
        return self._heard_by_two(reading, at, neighbour, alike, alike)

    def _on_brink(self, reading: Reading, at: Antenna) -> float:
        """The tag rests farther out still, where antennas two places away may hear it like those next door."""
        rates = self.rates[reading.antenna]
        if reading.antenna != at:
            return self._stray(reading, max(1, self._apart[at].get(reading.antenna, FAR_OFF) - 1))
        return rates.brink.read * _density(rates.rim_strength, reading) if reading.heard else 1 - rates.brink.read

    def on_rim(self, reading: Reading, at: Antenna, height: int) -> float:
        """The tag rests on the rim of a zone, where no antenna hears it well."""
        rates = self.rates[reading.antenna]
        if reading.antenna != at and reading.antenna not in self.neighbours[at]:
            return self._stray(reading, FAR_OFF)
        read = (
            rates.rim_read * (1 - rates.miss(min(height, BESIDE_MAX))) if reading.antenna == at else rates.rim_read_next
        )
        if not reading.heard:
            return 1 - read
        return read * _density(rates.rim_strength if reading.antenna == at else rates.cross, reading)

    def passing(self, reading: Reading, at: Antenna, since_ns: int) -> float:
        """The tag passes over an antenna and was first heard there this long ago."""
        rates = self.rates[reading.antenna]
        if reading.antenna != at:
            return self._stray(reading, self._apart[at].get(reading.antenna, FAR_OFF))
        read = rates.passing.read * max(0.0, 1 - since_ns / rates.passing.ns) + rates.ghost
        if not reading.heard and since_ns > rates.passing.ns:
            return rates.passing.unheard
        return read * _density(rates.middle_strength, reading) if reading.heard else 1 - read

    def is_loud(self, reading: Reading) -> bool:
        """Whether an answer is stronger than any that is overheard, or not there."""
        cross = self.rates[reading.antenna].cross
        return reading.rssi_dbm is not None and reading.rssi_dbm > cross.mean_dbm + 2 * cross.spread_db

    def unheard(self, at: Antenna, height: int, scans: int) -> float:
        """So many scans all miss a card at this height of a pile: it may lie far out."""
        rates = self.rates[at]
        far_out = rates.rim * (1 - rates.rim_read) ** scans + rates.brink.chance * (1 - rates.brink.read) ** scans
        return float(rates.miss(height) ** scans + far_out)

    def elsewhere(self, reading: Reading) -> float:
        """The tag is in a pack that lies over no antenna, as far as was heard, or in the air."""
        return self._stray(reading, self._off_the_pack.get(reading.antenna, FAR_OFF))

    def _heard_by_two(
        self,
        reading: Reading,
        at: Antenna,
        neighbour: Antenna,
        here: tuple[float, Strength],
        there: tuple[float, Strength],
        fade_db: float = 0.0,
        *,
        silent: bool = False,
    ) -> float:
        """Two antennas hear the tag: how often and how strongly its own one does, and the one next door."""
        if reading.antenna not in (at, neighbour):
            return self._overheard(reading, at, neighbour)
        read, strength = here if reading.antenna == at else there
        if not reading.heard:
            return max(1 - read, self.rates[reading.antenna].silent) if silent else 1 - read
        return read * _density(strength, reading, fade_db)

    def _overheard(self, reading: Reading, at: Antenna, neighbour: Antenna) -> float:
        """A tag between two zones is as far from any other antenna, whichever of the two it belongs to."""
        apart = (self._apart[each].get(reading.antenna, FAR_OFF) for each in (at, neighbour))
        return self._stray(reading, sum(apart) / 2)

    def stray(self, antenna: Antenna, at: Antenna) -> float:
        """How often an antenna overhears a card that lies at another one, in all."""
        return self._overhears(antenna, self._apart[at].get(antenna, FAR_OFF))

    def but_for_neighbours(
        self, ways: tuple[float, ...], antenna: Antenna, at: Antenna, factor: float
    ) -> tuple[float, ...]:
        """The same ways, but those that do not lie towards an antenna are so much likelier."""
        if factor == 1.0:
            return ways
        neighbours = self.neighbours[at]
        towards = neighbours.index(antenna) if antenna in neighbours else None
        return tuple(
            way if number >= ALONE and (number - ALONE) % len(neighbours) == towards else way * factor
            for number, way in enumerate(ways)
        )

    def _overhears(self, antenna: Antenna, apart: float) -> float:
        rates = self.rates[antenna]
        return max(rates.ghost, float(rates.cross_read**apart))

    def _stray(self, reading: Reading, apart: float) -> float:
        """The tag lies so many antennas apart, and is overheard, or is a ghost."""
        rates = self.rates[reading.antenna]
        read = self._overhears(reading.antenna, apart)
        return read * _density(rates.cross, reading, FAR_DB * (apart - 1)) if reading.heard else 1 - read


def _apart(neighbours: Mapping[Antenna, tuple[Antenna, ...]], antennas: Collection[Antenna]) -> dict[Antenna, int]:
    """How many antennas away each other one is, as far as that makes a difference."""
    found = dict.fromkeys(antennas, 0)
    for apart in range(1, FAR_OFF):
        for antenna in [antenna for antenna, known in found.items() if known == apart - 1]:
            found.update({other: apart for other in neighbours[antenna] if other not in found})
    return {antenna: apart for antenna, apart in found.items() if apart}


def _density(strength: Strength, reading: Reading, fade_db: float = 0.0) -> float:
    return 1.0 if reading.rssi_dbm is None else strength.density(reading.rssi_dbm, fade_db)
