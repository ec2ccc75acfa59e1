"""Two cards that seem to have come to one place: one of them may lie on its edge, and be the next one, next door."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from burncard.controller.perception.arrival import Arrival
from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.places import LEAST
from burncard.controller.perception.tag_belief import Candidate, TagBelief
from burncard.controller.perception.unheard import Unheard


@dataclass(frozen=True, slots=True)
class Contender:
    """Another card of the pack that has come to a place. `candidate` None: that has been decided; `share`: the weight
    of having come there."""

    antenna: Antenna
    first_ns: int
    candidate: Candidate | None = None
    share: float = 1.0

    @property
    def odds(self) -> float:
        """How much likelier than not it has come there."""
        return self.share / max(LEAST, 1 - self.share)

    def lies_more_clearly(self, than: Candidate, rivals: Collection[Antenna]) -> bool:
        """Whether it is clearer of this card than of another that it does not lie next door, at one of these places."""
        if self.candidate is None:
            return True
        lead = self.candidate.contest.lead
        both = self.candidate.neighbours & than.neighbours  # a card of the pack has not come to the pack's own antenna
        return any(lead(rival) > than.contest.lead(rival) for rival in both.intersection(rivals))


def contenders(
    tag: TagBelief, candidate: Candidate, beliefs: Beliefs, held: Iterable[Arrival], unheard: Unheard
) -> list[Contender]:
    """The other cards that seem to have come to the place of a candidate, and may have come before it: those that were
    not heard so much later that they follow at the dealer's pace."""
    new = [Contender(arrival.antenna, arrival.first_ns) for arrival in held if arrival.left is None]
    others = ((other, at) for other, at in beliefs.dealt() if other is not tag)
    new += [Contender(at.place.antenna, at.first_ns, at, other.share(at)) for other, at in others]
    heard_ns = sorted({candidate.first_ns, *(each.first_ns for each in new)})

    def follows(each: Contender) -> bool:
        if unheard.may_be_late(each.antenna, each.first_ns, candidate.first_ns):
            return False
        return not unheard.pace.has_stopped(heard_ns[heard_ns.index(each.first_ns) - 1], each.first_ns)

    return [each for each in new if each.antenna == candidate.place.antenna and not follows(each)]


def leaving_for(antenna: Antenna, tag: TagBelief, beliefs: Beliefs) -> list[Contender]:
    """The other cards from the home of a tag that seem to have come to an antenna."""
    return [
        Contender(antenna, at.first_ns, at, other.share(at))
        for other, at in beliefs.appearing()
        if other is not tag and other.home_antenna == tag.home_antenna and at.place.antenna == antenna and at.reads
    ]
