"""Opens candidates: the places to which a tag may have come, once it is heard away from its home."""

from collections.abc import Callable, Iterable
from typing import Final

from burncard.controller.perception.chances import Antenna, Chances
from burncard.controller.perception.lying import COVERED, Lying
from burncard.controller.perception.places import Contest
from burncard.controller.perception.tag_belief import Candidate, TagBelief

DUE_PRIOR: Final = 0.1
"""A place as likely as this is considered also where it does not hear the tag: next door to one that does, the muck. Of
the cards of a pack that may be overheard each is so much less likely to have come."""
LIFTED: Final = 2
LAID_BACK: Final = 0.5
"""How likely it is that a card which so many scans in succession have missed at its place was lifted and laid back, as
a player does who looks at it, so that it lies in any way now."""
LIKELIER: Final = 5.0
"""So is one next door that is so much likelier for a card that has moved: the muck, when a live card is taken in."""

PriorOf = Callable[[TagBelief, Antenna], float]
"""The chance that a tag has just come to rest at an antenna, before it was heard there."""


class Candidates:
    """`muck`: where cards are thrown in."""

    def __init__(self, chances: Chances, lying: Lying, muck: Iterable[Antenna] = ()) -> None:
        self._chances = chances
        self._lying = lying
        self._muck = frozenset(muck)

    def open(self, tag: TagBelief, antenna: Antenna, now_ns: int, prior: PriorOf) -> None:
        """A tag is heard at an antenna that is not its home: it may have come to rest there, or next door, on edge. One
        that was heard there before, and was silent since, may have come just now, or may have lain there."""
        if tag.home is not None and not tag.candidates and tag.home.misses >= LIFTED:
            tag.home.add(self._lying.new_place(tag.home.antenna, LAID_BACK * tag.home.weight, is_new=True))
            tag.normalise()
        opened, known = self._candidate(tag, antenna, prior(tag, antenna), now_ns), tag.candidates.get(antenna)
        beside = self._first_beside(tag, antenna)
        if beside is not None:
            opened.take_over(beside)
        if known is not None:
            opened.lay_there(known)
        tag.candidates[antenna] = opened
        least = DUE_PRIOR / self._lying.among(tag) if tag.home is None else min(DUE_PRIOR, LIKELIER * opened.prior)
        self.consider(tag, self._chances.neighbours[antenna], now_ns, prior, least)

    def consider(
        self, tag: TagBelief, places: Iterable[Antenna], now_ns: int, prior: PriorOf, least: float = DUE_PRIOR
    ) -> None:
        """A tag may have come to rest at other places, where it is likely and was not heard."""
        for antenna in places:
            known = antenna == tag.home_antenna or antenna in tag.candidates
            likely = 0.0 if known else prior(tag, antenna)
            if likely >= least:
                self._open_unheard(tag, self._candidate(tag, antenna, likely, now_ns))

    def consider_the_muck(self, tag: TagBelief, now_ns: int, prior: PriorOf) -> None:
        """A tag that was just heard away from its home was overheard there, perhaps, and will lie in the muck by the
        next scan. What was heard until now says nothing against that. It may also have lain there for a while."""
        before = {antenna: tag.candidates[antenna] for antenna in self._muck.intersection(tag.candidates)}
        for antenna, candidate in before.items():
            if not candidate.reads:
                del tag.candidates[antenna]
        self.consider(tag, self._muck, now_ns, prior)
        for antenna, candidate in before.items():
            if antenna not in tag.candidates or candidate.place.weight > tag.candidates[antenna].place.weight:
                tag.candidates[antenna] = candidate
        tag.normalise()

    # ---- inside --------------------

    def _open_unheard(self, tag: TagBelief, candidate: Candidate) -> None:
        """A tag may have come to a place that did not hear it, just now, or when it was first heard next door."""
        candidate.passing, now = 0.0, list(candidate.place.ways)
        beside = self._first_beside(tag, candidate.place.antenna)
        if beside is not None:
            candidate.take_over(beside)
            candidate.place.ways = max(candidate.place.ways, now, key=sum)
        tag.candidates[candidate.place.antenna] = candidate

    @staticmethod
    def _first_beside(tag: TagBelief, antenna: Antenna) -> Candidate | None:
        """The first of the candidates next door to a place."""
        beside = (other for other in tag.candidates.values() if antenna in other.contest.rivals and other.came)
        return min(beside, key=lambda other: other.first_ns, default=None)

    def _candidate(self, tag: TagBelief, antenna: Antenna, prior: float, now_ns: int) -> Candidate:
        """A tag that stayed has been weighed by its silence since its first candidate was opened, and not before."""
        first = next(iter(tag.candidates.values()), None)
        silence = first.prior / first.came if first is not None else self._lying.silence(tag)
        if tag.home_antenna in self._chances.neighbours[antenna]:  # he may have lifted it, and laid it back on the edge
            silence = max(COVERED, silence)
        came, stayed = prior / silence, tag.stayed if tag.candidates else 1.0
        from_the_pack = self._chances.pack if tag.home is None else frozenset[Antenna]()
        others = (other for other in self._chances.neighbours[antenna] if other not in from_the_pack)
        is_new = tag.home is None
        rivals = {other: self._lying.new_place(other, 1.0, is_new) for other in others}
        contest = Contest(self._lying.new_place(antenna, 1.0, is_new), rivals)
        passing = self._chances.rates[antenna].passing.chance / self._lying.among(tag)
        return Candidate(
            self._lying.new_place(antenna, came * stayed, is_new),
            contest,
            passing * stayed,
            prior,
            came,
            now_ns,
            now_ns,
        )
