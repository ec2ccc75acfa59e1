"""Which antennas would settle what is not decided yet, and how much a scan of each would tell."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.decision import (
    EDGE_POLLS,
    RATIO_DUE,
    RATIO_UNASKED,
    REMAINDER_NOT_DUE,
    enough_elsewhere,
    enough_where_due,
)
from burncard.controller.perception.polling import URGENT
from burncard.controller.perception.tag_belief import Candidate, TagBelief

DOUBT: Final = 20.0
"""A place of which so much of a weight is believed is asked about as much as any."""
DOUBT_MIN: Final = 0.02
DUE: Final = 4.0
"""The place that is due beside any other."""
FIRST_READS: Final = 4.0
READS_DUE: Final = 2
READS: Final = 3
READS_MAX: Final = 8
"""A card that has just come is listened for first where it was heard, until it was heard so often (where it is due,
elsewhere), or is sure, and not for ever: one that lies between two places is heard at both, and more scans do not tell
which it belongs to."""
AGAIN: Final = 2.0
"""Where a card of the pack was just heard, however unlikely it is that it was dealt there: the next scan tells."""
OPEN_DOOR: Final = 2.0
NEXT_DOOR: Final = 0.2
"""The place next door while the card may lie there as well, and after that."""
SURE: Final = 1 - REMAINDER_NOT_DUE
LEAVES: Final = 4.0
"""The place from which the card that is due is to come: it is a small pile, and soon read. And the old place of a card
that was heard elsewhere again and again, while it may lie there still."""
THROWN: Final = 0.25
"""Cards that are thrown in while others are dealt: nothing waits for them."""


def questions(
    unsettled: Iterable[TagBelief], awaited: Sequence[Antenna], leaving: Collection[Antenna], rest: Collection[Antenna]
) -> dict[Antenna, float]:
    """The antennas that settle where tags lie, by weight. `awaited`: the place that is due next, and those where the
    cards after it may have come already; `leaving`: from where; `rest`: where cards are thrown."""
    asked: dict[Antenna, float] = {}
    due, soon = awaited[:1], awaited[1:]

    def ask(antenna: Antenna, weight: float) -> None:
        asked[antenna] = max(asked.get(antenna, 0.0), weight)

    for tag in unsettled:
        for place, candidate in tag.candidates.items():
            doubt = min(1.0, DOUBT * tag.share(candidate))
            if tag.home is None and 0 < candidate.reads < READS_MAX and not candidate.place.misses:
                ask(place, AGAIN)
            if tag.in_pack is not None and tag.in_pack.listened is None and candidate.reads >= READS_DUE:
                ask(tag.in_pack.antenna, OPEN_DOOR)  # does the pack lie there? No other card of it was heard
            if doubt < DOUBT_MIN:
                continue
            if due and place in rest and place not in due:
                doubt *= THROWN
            is_due, is_new = place in due, _is_new(candidate)
            if is_due and tag.home is None:
                doubt, is_new = DUE, candidate.reads < READS_DUE
            if tag.home is None and candidate.reads == 1 and not candidate.place.misses:
                ask(place, URGENT)
            elif is_new and _has_come(tag, candidate):
                ask(place, FIRST_READS * doubt)
            ask(place, doubt)
            for antenna in candidate.neighbours if candidate.reads else ():
                is_unasked = tag.home is None and antenna in awaited and not candidate.polls.get(antenna)
                is_open = is_unasked or _is_open(tag, candidate, antenna, soon, is_due=is_due)
                ask(antenna, doubt * (OPEN_DOOR if is_open else NEXT_DOOR))
            if tag.in_pack is not None:
                ask(tag.in_pack.antenna, doubt * (OPEN_DOOR if candidate.reads >= READS_DUE else NEXT_DOOR))
            if tag.home is not None:
                leaves = is_due and tag.home.antenna in leaving
                is_asked = leaves or (candidate.reads >= READS_DUE and tag.home.weight > REMAINDER_NOT_DUE)
                ask(tag.home.antenna, LEAVES * doubt if is_asked else doubt)
    return asked


def _is_new(candidate: Candidate) -> bool:
    """Whether more scans of a place are likely to settle that a card has come there."""
    return candidate.reads < READS or (candidate.place.weight < SURE and candidate.reads < READS_MAX)


def _is_open(tag: TagBelief, candidate: Candidate, other: Antenna, soon: Collection[Antenna], *, is_due: bool) -> bool:
    """Whether a card must be known better not to lie next door before it is decided on. `soon`: where the next cards
    go; `is_due`: whether it is heard where the next one is due."""
    lead, polls = candidate.contest.lead(other), candidate.polls.get(other, 0)
    if candidate.reads >= READS_MAX and polls >= EDGE_POLLS and (other in tag.candidates or is_due):
        return False
    if not is_due:
        return lead < (enough_elsewhere(tag, other) if polls else RATIO_UNASKED)
    if polls:
        return lead < RATIO_DUE
    return lead < (RATIO_UNASKED if other in soon else max(RATIO_DUE, enough_where_due(tag, candidate)))


def _has_come(tag: TagBelief, candidate: Candidate) -> bool:
    """Whether a card seems to have come: one of the pack, or one missed at its place, twice or once if loud here."""
    return tag.home is None or tag.home.misses + candidate.is_loud > 1
