"""What is believed of one tag: its home or the pack, and the candidates, places at which it may have come to rest."""

from collections.abc import Collection
from dataclasses import dataclass, field
from math import comb
from typing import Final

from burncard.controller.perception.chances import Antenna, Chances, Reading
from burncard.controller.perception.laid_pack import LaidPack
from burncard.controller.perception.overheard import Overheard
from burncard.controller.perception.places import HEARD_SCANS, HEARD_WELL, LEAST, Contest, Place

REFUTED: Final = 0.1
"""A candidate that has become so much less likely than when it was opened is closed. What was heard until then says
that the tag did not lie there, and nothing of where it comes to lie later: the next read opens the candidate anew."""
PASSING_MAX: Final = 0.01
"""A card that is likelier than this to be in the air will come to lie somewhere."""
ALONE: Final = 0.03
ALONE_MIN: Final = 1e-30
"""A pack that lies over an antenna is heard by more than one of its cards: the chance that it lies there, for each scan
that hears one card alone, and after all of them."""
AS_WELL: Final = 0.75
AS_WELL_POLLS: Final = 3
"""A neighbour that hears a card in so many of its scans, of so many at least, hears it as well as the place's own."""
AS_OFTEN: Final = 0.1
"""It hears a card as often as before if it would hear it so often now with this chance."""
HARDLY: Final = 0.1
"""One that has heard it in no more of its scans hardly hears it."""
KNOWN_SCANS: Final = 10
"""After so many scans it is known how an antenna hears a card that lies still."""

LOST: Final = 12
"""A neighbour that has missed a card so often in succession hears it no more."""


@dataclass(slots=True)
class Candidate:
    """A place at which a tag was heard that is not its home. `passing`: the weight of only passing over it.

    `prior`: the chance that it has come there, by all that is known of the deal; `came`: the same beside having stayed,
    which its silence at its old place made less likely before anything was heard elsewhere; `polls`: scans since it was
    opened, by antenna, `hits`: those that heard the tag, and `missed`: the last ones in succession that did not;
    `is_measured`: whether the strength of an answer is known; `is_loud`: whether it was heard more strongly than any
    ghost.
    """

    place: Place
    contest: Contest
    passing: float
    prior: float
    came: float
    first_ns: int
    last_ns: int
    reads: int = 0
    is_measured: bool = False
    is_loud: bool = False
    polls: dict[Antenna, int] = field(default_factory=dict)
    hits: dict[Antenna, int] = field(default_factory=dict)
    missed: dict[Antenna, int] = field(default_factory=dict)

    @property
    def neighbours(self) -> frozenset[Antenna]:
        """The antennas next to this one."""
        return frozenset(self.contest.rivals)

    def is_heard_as_well_by(self, neighbour: Antenna) -> bool:
        """Whether a neighbour hears the tag as well: it lies on the edge between the two, and how strongly it answers
        each of them is a matter of the antennas as much as of the place."""
        polls = self.polls.get(neighbour, 0)
        return polls >= AS_WELL_POLLS and self.hits[neighbour] >= AS_WELL * polls

    def is_heard_well_by(self, neighbour: Antenna) -> bool:
        """Whether a neighbour hears the tag far more often than one that it only overhears, and has not lost it."""
        polls = self.polls.get(neighbour, 0)
        return polls >= HEARD_SCANS and self.hits[neighbour] >= HEARD_WELL * polls and not self.has_left(neighbour)

    def has_left(self, neighbour: Antenna) -> bool:
        """Whether a neighbour has missed the tag so often in succession that it hears it no more."""
        return self.missed.get(neighbour, 0) >= LOST

    def is_refuted(self, stayed: float) -> bool:
        """Whether it has become far less likely than it was when it was opened. `stayed`: the old place's weight."""
        return self.passing < PASSING_MAX and self.place.weight < REFUTED * self.came * stayed

    def take_over(self, other: "Candidate") -> None:
        """What was heard since a neighbouring candidate was opened may have been heard of a card that lies here."""
        same = other.contest.rivals[self.place.antenna]
        heard = other.place.weight / other.came * same.weight / max(LEAST, other.contest.here.weight)
        total = max(same.weight, LEAST)
        self.place.ways = [self.came * heard * way / total for way in same.ways]
        self.place.pairs = tuple(pair.copy() for pair in same.pairs)

    def lay_there(self, before: "Candidate") -> None:
        """It may have lain there for some time, silent for a moment."""
        if before.place.weight > self.place.weight:
            self.first_ns = before.first_ns
        self.place.add(before.place)

    def reconsider(self, prior: float) -> None:
        """The deal has gone on, and makes it more or less likely that a tag has come here."""
        factor, self.prior = prior / self.prior, prior
        self.came *= factor
        self.place.scale(factor)

    def weigh(self, reading: Reading, chances: Chances, now_ns: int) -> None:
        """Takes one reading into account."""
        here, antenna = self.place.antenna, reading.antenna
        if antenna == here or antenna in self.contest.rivals:
            self.polls[antenna] = self.polls.get(antenna, 0) + 1
            self.hits[antenna] = self.hits.get(antenna, 0) + reading.heard
            self.missed[antenna] = 0 if reading.heard else self.missed.get(antenna, 0) + 1
        if antenna == here and reading.heard:
            self.reads, self.last_ns = self.reads + 1, now_ns
            self.is_measured = reading.rssi_dbm is not None
            self.is_loud = self.is_loud or chances.is_loud(reading)
        self.contest.weigh(reading, chances, now_ns)
        self.place.weigh(reading, chances, now_ns)
        self.place.push_about()
        self.passing *= chances.passing(reading, here, now_ns - self.first_ns)


@dataclass(slots=True)
class TagBelief:
    """One tag. `home` None: in the pack, or not of this table; `pack` is then the weight of being there still.

    `in_pack`: how it lies over the antenna of the pack, if it was heard there; `alone`: the chance that the pack lies
    there, as far as no other card of it was heard; `overheard`: by which antennas, where it lies; `beside`: the antenna
    by which it really lies, next door to its home, as far as that was decided; `heard_by`: how often antennas have
    heard it since it seems to have left the pack, or has moved, and `heard_ns`: when last; `leads`: how much likelier
    it was to lie at its home than at each neighbour, as a logarithm, when that was decided.
    """

    uid: str
    home: Place | None = None
    pack: float = 1.0
    in_pack: Place | None = None
    alone: float = 1.0
    overheard: Overheard = field(default_factory=Overheard)
    beside: Antenna | None = None
    heard_by: dict[Antenna, int] = field(default_factory=dict)
    heard_ns: dict[Antenna, int] = field(default_factory=dict)
    leads: dict[Antenna, float] = field(default_factory=dict)
    candidates: dict[Antenna, Candidate] = field(default_factory=dict)

    @property
    def home_antenna(self) -> Antenna | None:
        """Where it was last decided to lie."""
        return None if self.home is None else self.home.antenna

    def weigh(self, reading: Reading, chances: Chances, now_ns: int, laid_pack: LaidPack) -> None:
        """Takes one reading into account; the weights sum to 1 again."""
        if reading.heard and (self.candidates or self.home is not None):
            self.heard_by[reading.antenna] = self.heard_by.get(reading.antenna, 0) + 1
            self.heard_ns[reading.antenna] = now_ns
        if reading.antenna == self.beside:
            return  # wherever it lies
        if self.home is not None:
            self.home.weigh(reading, chances, now_ns, self.overheard)
        elif self.in_pack is not None:
            before = self.in_pack.weight
            self.in_pack.weigh(reading, chances, now_ns, self.overheard)
            self.pack *= self.in_pack.weight / max(before, LEAST)
            self.in_pack.normalise()
        else:
            self.pack *= laid_pack.chance(reading, self.overheard)
        for candidate in self.candidates.values():
            candidate.weigh(reading, chances, now_ns)
        self.normalise()

    @property
    def stayed(self) -> float:
        """The weight of not having moved."""
        return self.pack if self.home is None else self.home.weight

    def share(self, candidate: Candidate) -> float:
        """The weight of a candidate, if it counts against lying in the pack that no other card of it is heard there."""
        return candidate.place.weight / max(LEAST, 1 - self.stayed * (1 - self.alone))

    def was_heard_at(self, candidate: Candidate) -> bool:
        """Whether the antenna of a candidate heard the tag while it lay at home, as well as one that lies there, or as
        often as it does now."""
        antenna = candidate.place.antenna
        scans, reads = self._heard_before(candidate)
        if scans >= HEARD_SCANS and reads >= AS_WELL * scans:
            return True
        polls, hits = candidate.polls.get(antenna, 0), candidate.hits.get(antenna, 0)
        is_known = scans >= KNOWN_SCANS and reads >= HEARD_WELL * scans
        return is_known and _so_many(hits, polls, reads / scans) > AS_OFTEN

    @property
    def was_hardly_heard(self) -> bool:
        """Whether its home has heard it in so few scans that it may never have lain there, but next door."""
        return self.home is not None and self.heard_by.get(self.home.antenna, 0) < HEARD_SCANS

    def was_silent_at(self, candidate: Candidate) -> bool:
        """Whether the antenna of a candidate hardly heard the tag while it lay at home."""
        scans, reads = self._heard_before(candidate)
        return scans >= KNOWN_SCANS and reads <= HARDLY * scans

    def _heard_before(self, candidate: Candidate) -> tuple[float, float]:
        """How many scans of a candidate's antenna were made while the tag lay at home, and how many heard it."""
        antenna = candidate.place.antenna
        listened = None if self.home is None or self.home.listened is None else self.home.listened.get(antenna)
        if listened is None:
            return 0, 0
        return listened.scans - candidate.polls.get(antenna, 0), listened.reads - candidate.hits.get(antenna, 0)

    def of_a_pack(self, others: Collection[str]) -> None:
        """A scan where the pack may lie has heard other cards of it, or none."""
        if self.in_pack is None or self.in_pack.listened is not None:
            return  # it was laid there, or the pack lies there
        if others:
            self.in_pack.listened, self.alone = {}, 1.0
        else:
            self.alone = max(ALONE_MIN, self.alone * ALONE)

    def normalise(self) -> None:
        """Makes all weights sum to 1."""
        if not self.candidates:
            self.pack = 1.0
            if self.home is not None:
                self.home.normalise()
            return
        total = self.stayed + sum(candidate.place.weight + candidate.passing for candidate in self.candidates.values())
        total = max(total, LEAST)
        if self.home is None:
            self.pack /= total
        else:
            self.home.scale(1 / total)
        for candidate in self.candidates.values():
            candidate.place.scale(1 / total)
            candidate.passing /= total


def _so_many(hits: int, polls: int, rate: float) -> float:
    """The chance that of so many scans so many hear a tag or more."""
    return sum(comb(polls, each) * rate**each * (1 - rate) ** (polls - each) for each in range(hits, polls + 1))
