"""Which antennas would settle what is not decided yet, and how much a scan of each would tell."""

from collections.abc import Collection, Iterable
from typing import Final

from burncard.controller.perception.beliefs import Candidate, TagBelief
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.polling import URGENT

DOUBT: Final = 20.0
"""A place of which so much of a weight is believed is asked about as much as any."""
DOUBT_MIN: Final = 0.02
DUE: Final = 4.0
"""The place that is due beside any other."""
FIRST_READS: Final = 4.0
READS: Final = 3
"""A card that has just come is listened for first where it was heard, until it was heard so often."""
NEXT_DOOR_FIRST: Final = 2.0
NEXT_DOOR: Final = 0.5
"""The place next door, for the first time and after that."""
LEAVES: Final = 4.0
"""The place from which the card that is due is to come: it is a small pile, and soon read."""
THROWN: Final = 0.25
"""Cards that are thrown in while others are dealt: nothing waits for them."""


def questions(
    unsettled: Iterable[TagBelief], due: Collection[Antenna], leaving: Collection[Antenna], rest: Collection[Antenna]
) -> dict[Antenna, float]:
    """The antennas that settle where tags lie, by weight. `due`: the place that is due next; `leaving`: from where;
    `rest`: where cards are thrown."""
    asked: dict[Antenna, float] = {}

    def ask(antenna: Antenna, weight: float) -> None:
        asked[antenna] = max(asked.get(antenna, 0.0), weight)

    for tag in unsettled:
        for place, candidate in tag.candidates.items():
            doubt = min(1.0, DOUBT * candidate.place.weight)
            if doubt < DOUBT_MIN:
                continue
            if due and place in rest and place not in due:
                doubt *= THROWN
            if tag.home is None and place in due:
                doubt = DUE
                if candidate.reads == 1 and not candidate.place.misses:
                    ask(place, URGENT)
            elif _has_come(tag, candidate) and candidate.reads < READS:
                ask(place, FIRST_READS * doubt)
            ask(place, doubt)
            for antenna in candidate.neighbours if candidate.reads else ():
                ask(antenna, doubt * (NEXT_DOOR if candidate.polls.get(antenna) else NEXT_DOOR_FIRST))
            if tag.in_pack is not None:
                ask(tag.in_pack.antenna, doubt * NEXT_DOOR)
            if tag.home is not None:
                is_due = place in due and tag.home.antenna in leaving
                ask(tag.home.antenna, LEAVES * doubt if is_due else doubt)
    return asked


def _has_come(tag: TagBelief, candidate: Candidate) -> bool:
    """Whether a card seems to have come: one of the pack, or one that is missed where it was, and heard well here."""
    return tag.home is None or (tag.home.misses > 0 and candidate.is_loud)
