"""Where a deal began: at the place that is due, whose card was heard late, or at another seat.

A first card that is heard after one at another place may have been missed at first, or the dealer may have begun at the
wrong seat, as he easily does with two players. The next cards tell: they go on from where he began. Until then nothing
is ruled on.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import prod
from typing import Final, Literal

from burncard.controller.perception.arrival import Arrival, Deal, dealt_to
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.held import Held
from burncard.controller.perception.unheard import Unheard
from burncard.firmware_bridge.driver import MS, Nanoseconds

BEGAN_ELSEWHERE: Final = 0.002
"""How likely it is that a dealer begins at the wrong seat."""
CLEAR: Final = 50.0
"""So much likelier one of the two is clear."""
TELLS_NS: Final = 1_500 * MS
"""The next cards tell within this time, if the dealer goes on at all."""

ROUNDS: Final = 2
"""A deal that comes back to its first seat is one to each seat in turn."""

Began = Literal["here", "elsewhere", "open"]


class DealStart:
    """Weighs where the deal began by the order in which the cards that are held were heard."""

    def __init__(self, deal: Deal, held: Held, unheard: Unheard) -> None:
        self._deal = deal
        self._held = held
        self._unheard = unheard

    def began(self, now_ns: Nanoseconds) -> Began:
        """Where the deal began, as far as the cards tell that are held or on their way; "here": at the place that is
        due, also if that first card is mute; "elsewhere": with the oldest card that is held."""
        seats, new = self._deal.due(), sorted(self._held.new(now_ns), key=lambda each: each.first_ns)
        if not self._may_be_open(seats, new):
            return "here"
        first = next(each for each in new if each.antenna == seats[0])
        begins = seats.index(new[0].antenna)
        later = self._chance(seats[begins:] + seats[:begins], new, now_ns)
        elsewhere = BEGAN_ELSEWHERE * later
        here = self._chance(seats, new, now_ns) + (self._unheard.mute.share() * later if begins == 1 else 0.0)
        if max(here, elsewhere) < CLEAR * min(here, elsewhere) and now_ns < first.first_ns + TELLS_NS:
            return "open"
        if here >= elsewhere:
            return "here"
        return "elsewhere" if self._held.cards and self._held.oldest().uid == new[0].uid else "open"

    def _may_be_open(self, seats: Sequence[Antenna], new: Sequence[Arrival]) -> bool:
        """Whether no card has been dealt yet, and that of the first seat was heard after one of another seat."""
        if self._unheard.pace.began or self._deal.deals_on() is not None or not dealt_to(self._deal):
            return False
        if self._deal.count_due(seats[0]) < ROUNDS:
            return False
        heard = [each.antenna for each in new]
        return seats[0] in heard[1:] and heard[0] in seats[1:] and set(heard) <= set(seats)

    def _chance(self, seats: Sequence[Antenna], new: Sequence[Arrival], now_ns: Nanoseconds) -> float:
        """The chance that cards which are dealt to these seats in turn are heard, and not heard, as they were."""
        return prod(
            self._unheard.is_heard_later(antenna, since_ns, until_ns)
            for antenna, since_ns, until_ns in _overtaken(seats, new, now_ns, self._unheard.pace.shortest_ns)
        )


def _overtaken(
    seats: Sequence[Antenna], new: Sequence[Arrival], now_ns: int, gap_ns: int
) -> Iterator[tuple[Antenna, int, int]]:
    """The cards of a deal to these seats in turn that were heard after one that was dealt later, or are not heard yet:
    where, since when they lie there at least, if cards come no faster than in this gap, and when they were heard."""
    heard: dict[Antenna, list[int]] = defaultdict(list)
    for each in new:
        heard[each.antenna].append(each.first_ns)
    rounds = max(map(len, heard.values()))
    dealt = [(seat, heard[seat][turn] if turn < len(heard[seat]) else None) for turn in range(rounds) for seat in seats]
    for place, (antenna, first_ns) in enumerate(dealt):
        until_ns = now_ns if first_ns is None else first_ns
        later = enumerate((other_ns for _, other_ns in dealt[place + 1 :]), start=1)
        lay = [other_ns - cards * gap_ns for cards, other_ns in later if other_ns is not None and other_ns < until_ns]
        if lay:
            yield antenna, min(lay), until_ns
