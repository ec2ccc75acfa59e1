"""Two cards that seem to have come to one place: one of them may lie on its edge, and be the next one, next door."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from burncard.controller.perception.arrival import Deal
from burncard.controller.perception.awaited_card import Others
from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.held import Held
from burncard.controller.perception.places import LEAST
from burncard.controller.perception.tag_belief import Candidate, TagBelief
from burncard.controller.perception.unheard import Unheard

SOON: Final = 2
"""So many of the cards after the one that is due may have come before that one is decided on."""


@dataclass(frozen=True, slots=True)
class Contender:
    """Another card of the pack that has come to a place. `odds`: how much likelier than not; `leads`: how much likelier
    it lies there than at each neighbour, as a logarithm; None: it has been decided that it does."""

    antenna: Antenna
    first_ns: int
    odds: float = 1 / LEAST
    leads: Mapping[Antenna, float] | None = None

    def lies_more_clearly(self, than: Mapping[Antenna, float]) -> bool:
        """Whether it is clearer of this card than of another that it does not lie next door, at one of the places of
        which these are the other one's leads."""
        if self.leads is None:
            return True  # a card of the pack has not come to the pack's own antenna, so that is no neighbour of it
        return any(rival in self.leads and self.leads[rival] > lead for rival, lead in than.items())


def _seems(tag: TagBelief, at: Candidate) -> Contender:
    """A card that seems to have come to a candidate."""
    share, leads = tag.share(at), {rival: at.contest.lead(rival) for rival in at.contest.rivals}
    return Contender(at.place.antenna, at.first_ns, share / max(LEAST, 1 - share), leads)


class Contenders:
    """The cards of the pack that have come, or seem to have, until something else is decided.

    A bag of tags on the felt opens hundreds of questions at once, and each of these cards counts in every other one's.
    So they are gathered once for all questions of a scan, and what many of these ask for is found once.
    """

    def __init__(self, deal: Deal, beliefs: Beliefs, held: Held, unheard: Unheard) -> None:
        self._deal = deal
        self._beliefs = beliefs
        self._held = held
        self._unheard = unheard
        self.forget()

    def forget(self) -> None:
        """A scan has come, or something has been decided."""
        self._is_gathered = False
        self._at: dict[Antenna, list[tuple[TagBelief | None, Contender]]] = defaultdict(list)
        self._moments: Counter[int] = Counter()
        self._moments_of: dict[str, Counter[int]] = defaultdict(Counter)
        self._may_be_late = cache(self._unheard.may_be_late)
        self._has_stopped = cache(self._unheard.pace.has_stopped)

    def of(self, tag: TagBelief, candidate: Candidate) -> list[Contender]:
        """The other cards that seem to have come to the place of a candidate, and may have come before it: those that
        were not heard so much later that they follow at the dealer's pace."""
        if not self._is_gathered:
            self._gather()
        others = [each for other, each in self._at[candidate.place.antenna] if other is not tag]
        if not others:
            return others
        own = self._moments_of[tag.uid]
        moments = {at_ns for at_ns, count in self._moments.items() if count > own[at_ns]}
        heard_ns = sorted({candidate.first_ns, *moments})

        def follows(first_ns: int) -> bool:
            if self._may_be_late(candidate.place.antenna, first_ns, candidate.first_ns):
                return False
            return not self._has_stopped(heard_ns[bisect_left(heard_ns, first_ns) - 1], first_ns)

        later_ns = set(filter(follows, {each.first_ns for each in others}))
        return [each for each in others if each.first_ns not in later_ns]

    def soon(self) -> tuple[Antenna, ...]:
        """Where the next cards of the pack go that have not come, after the one that is due."""
        come = Counter(arrival.antenna for arrival in self._held.cards)
        next_places = self._deal.due()[1 : 1 + SOON]
        return tuple(each for each in next_places if come[each] < self._deal.count_due(each))

    def as_others(self, contenders: Sequence[Contender], tag: TagBelief, candidate: Candidate) -> Others:
        """What those `of` a candidate, and the cards that were found elsewhere, mean for the decision on its tag."""
        next_door = candidate.neighbours.intersection(self.soon())
        leads = {each: candidate.contest.lead(each) for each in next_door}
        return Others(
            taken=self._taken(candidate),
            is_contested=bool(contenders),
            is_second=any(other.lies_more_clearly(leads) for other in contenders),
            instead=self._instead(tag, candidate.place.antenna, contenders),
        )

    # ---- inside --------------------

    def _taken(self, candidate: Candidate) -> frozenset[Antenna]:
        """The places where another card was found that is not told yet, and is the next one there: no more are due
        there, or there was no time for a round of the deal between it and the card at a candidate."""
        held = [arrival for arrival in self._held.cards if arrival.left is None]
        come = Counter(arrival.antenna for arrival in held)
        round_ns = len(self._deal.due()) * self._unheard.pace.shortest_ns
        return frozenset(
            arrival.antenna
            for arrival in held
            if come[arrival.antenna] >= self._deal.count_due(arrival.antenna)
            or abs(arrival.first_ns - candidate.first_ns) < round_ns
        )

    def _instead(self, tag: TagBelief, antenna: Antenna, contenders: Iterable[Contender]) -> float:
        """How much likelier than not another card has come where only one is due, while this one passes; or has left
        the same hand, while this one is overheard. It stays there if as many others have left as are to leave: the
        least likely one of these counts."""
        if antenna not in self._deal.due()[:1]:
            return 0.0
        if tag.home is None:
            return max((each.odds for each in contenders), default=0.0) if self._deal.count_due(antenna) == 1 else 0.0
        home, to_leave = tag.home.antenna, self._deal.leaving().get(tag.home.antenna, 0)
        to_leave -= sum(arrival.left == home for arrival in self._held.cards)
        odds = sorted((each.odds for each in self._leaving_for(antenna, tag)), reverse=True)
        return odds[to_leave - 1] if 0 < to_leave <= len(odds) else 0.0

    def _leaving_for(self, antenna: Antenna, tag: TagBelief) -> list[Contender]:
        """The other cards from the home of a tag that seem to have come to an antenna."""
        return [
            _seems(other, at)
            for other, at in self._beliefs.appearing()
            if other is not tag and other.home_antenna == tag.home_antenna and at.place.antenna == antenna and at.reads
        ]

    def _gather(self) -> None:
        self._is_gathered = True
        for arrival in self._held.cards:
            if arrival.left is None:
                self._add(None, Contender(arrival.antenna, arrival.first_ns))
        for tag, at in self._beliefs.dealt():
            self._add(tag, _seems(tag, at))
            self._moments_of[tag.uid][at.first_ns] += 1

    def _add(self, tag: TagBelief | None, contender: Contender) -> None:
        self._at[contender.antenna].append((tag, contender))
        self._moments[contender.first_ns] += 1
