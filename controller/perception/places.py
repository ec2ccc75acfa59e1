"""The ways in which a tag may rest at a place, and how one place is weighed against those next door."""

from dataclasses import dataclass, field
from math import log
from typing import Final

from burncard.controller.perception.chances import Antenna, Chances, Listened, Reading
from burncard.controller.perception.overheard import Overheard
from burncard.controller.perception.pairs import Pair

EDGE_MIN: Final = 0.00003
EDGE_MAX: Final = 0.995
"""How likely and how unlikely each way of lying at home stays: cards are pushed about, though seldom so far."""
AS_HEARD: Final = 0.03
"""How likely it is that what was heard of a card until now tells better how it is heard than any way to lie does."""
HEARD_SCANS: Final = 5
HEARD_WELL: Final = 0.3
"""A card that so many scans or more have heard next door, at this rate, lies between the two places."""
SILENCE_MIN: Final = 0.0001
"""However long a card has been silent: its tag may be dying."""
LEAST: Final = 1e-200
"""The least weight: what is heard against all odds, such as a copied tag's answers, must leave something to weigh."""


@dataclass(slots=True)
class Place:
    """A zone in which a tag may rest, and the weight of each way to rest there.

    `ways`: well inside; on its rim; on its brink; on the edge towards each neighbour, first beside the pile, then on
    it; where the two zones lie apart, near this one, nearer to the other one, or far from both; halfway between both.
    `listened`: how each antenna has heard the tag since it was decided to rest here, if it still does; None until
    then. `pairs`: how strongly a new card that lies between two antennas is heard, for each of those ways; none once
    it was decided on. `unheard_ns`: since when each antenna has not heard it; `misses`: how many scans in succession
    have missed it there; `silence`: the chance of that.
    """

    antenna: Antenna
    height: int
    ways: list[float]
    listened: dict[Antenna, Listened] | None = None
    pairs: tuple[Pair, ...] = ()
    unheard_ns: dict[Antenna, int] = field(default_factory=dict)
    misses: int = 0
    silence: float = 1.0

    @property
    def missed_ns(self) -> int | None:
        """When it was first missed there, of all scans in succession that have missed it."""
        return self.unheard_ns.get(self.antenna)

    @property
    def usually_missed(self) -> float:
        """The chance that a scan misses it, as far as it was listened to."""
        own = None if self.listened is None else self.listened.get(self.antenna)
        return 0.0 if own is None else 1 - own.rate

    def is_heard_by(self, antenna: Antenna) -> bool:
        """Whether another antenna hears it well where it lies: it lies between the two."""
        listened = None if self.listened is None else self.listened.get(antenna)
        return listened is not None and listened.scans >= HEARD_SCANS and listened.rate > HEARD_WELL

    @property
    def weight(self) -> float:
        """Of resting in this zone at all."""
        return sum(self.ways)

    @property
    def inside(self) -> float:
        """Of resting well inside it."""
        return self.ways[0]

    def weigh(self, reading: Reading, chances: Chances, now_ns: int, overheard: Overheard | None = None) -> None:
        """Takes one reading into account. `overheard`: how it was overheard elsewhere since it came here."""
        here, missed_ns = reading.antenna == self.antenna, self.unheard_ns.get(reading.antenna)
        silent = False
        if not reading.heard and missed_ns is not None:
            silent = now_ns - missed_ns < chances.rates[reading.antenna].drop_out_ns
        likely = chances.ways_at(reading, self.antenna, self.height, silent=silent)
        if self.pairs and reading.heard:
            likely = chances.by_pairs(likely, reading, self.antenna, self.height, self.pairs)
        if self.listened is not None:
            listened = self.listened.get(reading.antenna) or chances.listen(reading.antenna)
            self.listened[reading.antenna] = listened
            likely = chances.as_listened(likely, reading, self.antenna, listened, silent=silent)
            listened.note(reading, is_own=here)
        if overheard is not None and not here and not self.misses:
            alike = overheard.weigh(reading, chances.stray(reading.antenna, self.antenna))
            likely = chances.but_for_neighbours(likely, reading.antenna, self.antenna, alike)
        before = self.weight
        self.ways = [way * chance for way, chance in zip(self.ways, likely, strict=True)]
        if reading.heard:
            self.unheard_ns.pop(reading.antenna, None)
        elif missed_ns is None:
            self.unheard_ns[reading.antenna] = now_ns
        if here and reading.heard:
            self.misses, self.silence = 0, 1.0
        elif here:
            self.misses += 1
            self.silence = max(SILENCE_MIN, self.silence * self.weight / max(before, LEAST))

    def settle(self, height: int, beyond: slice) -> None:
        """The tag rests here. `beyond`: which of the ways are those that only a new card is thought to lie in."""
        self.height, self.listened, self.pairs = height, {}, ()
        self.ways[beyond] = [0.0] * len(self.ways[beyond])

    def hear_as(self, listened: dict[Antenna, Listened]) -> None:
        """From now on the tag is expected to be heard as it was until now, by its own antenna and each one next door,
        or as one that lies in one of these ways is: it lies still, wherever that is."""
        first = len(self.ways) - (len(listened) - 1)
        least = AS_HEARD * self.weight / max(1, len(listened) - 1)
        self.listened = listened
        self.ways[first:] = [max(way, least) for way in self.ways[first:]]

    def missed(self, scans: int, chances: Chances) -> float:
        """The chance that so many scans of its antenna all miss a tag that lies as it was heard until now."""
        misses = chances.ways_at(Reading(self.antenna, heard=False), self.antenna, self.height, silent=False)
        return sum(way * miss**scans for way, miss in zip(self.ways, misses, strict=True)) / max(self.weight, LEAST)

    def add(self, other: "Place") -> None:
        """It may lie here for another reason as well."""
        self.ways = [way + more for way, more in zip(self.ways, other.ways, strict=True)]

    def push_about(self) -> None:
        """No way to lie there becomes impossible: cards are pushed about."""
        least = EDGE_MIN * self.weight
        self.ways = [max(way, least) if way else 0.0 for way in self.ways]

    def scale(self, factor: float) -> None:
        """Multiplies its weight."""
        self.ways = [way * factor for way in self.ways]

    def normalise(self) -> None:
        """Makes its weight 1, no way to lie there being impossible: cards are pushed about."""
        total = max(self.weight, LEAST)
        self.ways = [min(EDGE_MAX, max(EDGE_MIN, way / total)) if way else 0.0 for way in self.ways]
        self.ways[0] = max(EDGE_MIN, 1.0 - sum(self.ways[1:], 0.0))


@dataclass(slots=True)
class Contest:
    """Resting in a zone against resting in each neighbouring one, in whichever way: likelihoods without any prior."""

    here: Place
    rivals: dict[Antenna, Place]

    def weigh(self, reading: Reading, chances: Chances, now_ns: int) -> None:
        """Takes one reading into account."""
        if reading.antenna != self.here.antenna and (reading.antenna not in self.rivals or reading.is_unproven):
            return  # a dead antenna hears no card on its edge, either
        places = (self.here, *self.rivals.values())
        for place in places:
            place.weigh(reading, chances, now_ns)
        factor = 1 / max(LEAST, *(place.weight for place in places))
        for place in places:
            place.scale(factor)

    def lead(self, neighbour: Antenna) -> float:
        """The log likelihood ratio of resting here against resting at a neighbour."""
        return log(max(self.here.weight, LEAST)) - log(max(self.rivals[neighbour].weight, LEAST))
