"""The pace of a dealer, by the gaps between the cards that come in order, and how even it is.

One dealer puts a card down every half a second, another one hurries and dawdles. So how many cards were dealt in some
time is a matter of chance: the gaps have a log-normal distribution, whose spread is learnt. Moments are those of time
spent looking, but a dealer goes on while nothing is heard: the time that was lost counts for him.
"""

from collections import deque
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from statistics import fmean, median
from typing import Final

from burncard.controller.perception.chances import Antenna
from burncard.firmware_bridge.driver import MS, SECOND

USUAL_NS: Final = 500 * MS
"""From one card to the next, until this dealer's pace is known."""
GAPS_MAX: Final = 15
SPREAD: Final = 0.15
SPREAD_GAPS: Final = 4
"""How uneven a dealer is, in log gaps: what is usual counts for so many gaps."""
DEVIATION_MAX: Final = 0.8
"""What no dealer's hands do is the radio's doing."""
TAIL: Final = 0.01
"""The density of any gap: everybody is held up now and then."""
ONE_MORE: Final = 2.0
ONE_MORE_BLIND: Final = 0.02
"""Time in which so much likelier two cards were dealt than one was time for one more: anywhere, and where no card was
ever heard."""
SHORTEST: Final = 3.0
"""The shortest gap lies so many spreads below the usual one."""
FROM_MEAN: Final = sqrt(pi / 2)
"""A standard deviation, beside the mean deviation."""
NO_TIME: Final = 0.01
TWO_MORE: Final = 2.7
"""From here on the dealer may just as well have paused."""
PAUSE: Final = 3.0
SOON: Final = 0.5
"""Before so much of a usual gap the next card hardly comes."""
KNOWN: Final = 0.5
"""A card that was first heard so many usual gaps after a scan that has missed it has come then."""
STOPPED: Final = 1.55
STALLED: Final = 1.7
"""From so many usual gaps on without a card where the next one is due, it may well have been dealt elsewhere."""
LATE_MAX_NS: Final = SECOND
"""A card that no antenna answers for at first is heard within this time."""
LOSSES_MAX: Final = 20
"""So many times that were lost are remembered."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A card that came in order to an antenna: when it was first heard there, and when it hardly lay there yet."""

    antenna: Antenna
    first_ns: int
    missed_ns: int


class Pace:
    """How fast one dealer deals. `began`: whether any card of the hand has come."""

    def __init__(self) -> None:
        self._gaps: deque[int] = deque([USUAL_NS], maxlen=GAPS_MAX)
        self._dealt: list[Heard] = []
        self._losses: deque[tuple[int, int]] = deque(maxlen=LOSSES_MAX)
        self.began = False

    @property
    def last(self) -> Heard | None:
        """The card that came last in order; None after a pause of which nothing is known."""
        return self._dealt[-1] if self._dealt else None

    @property
    def usual_ns(self) -> int:
        """From one card to the next, usually."""
        return int(median(self._gaps))

    @property
    def spread(self) -> float:
        """How uneven the gaps are: the standard deviation of their logarithms."""
        usual_ns = self.usual_ns
        off = (min(DEVIATION_MAX, abs(log(gap_ns / usual_ns))) for gap_ns in self._gaps)
        usual = [SPREAD / FROM_MEAN] * SPREAD_GAPS
        return FROM_MEAN * fmean((*usual, *off))

    @property
    def short(self) -> float:
        """The shortest gap, in usual ones."""
        return exp(-SHORTEST * self.spread)

    @property
    def shortest_ns(self) -> int:
        """The shortest time from one card to the next."""
        return int(self.short * self.usual_ns)

    @property
    def late_ns(self) -> int:
        """For so long after a card was heard one that a dealer of this pace laid down before it may be silent still."""
        return max(0, LATE_MAX_NS - self.shortest_ns)

    def chance(self, gaps: float, cards: int = 1) -> float:
        """The probability density of this time, in usual gaps, from one card to the one that is so many `cards` later.
        The gap that one card takes evens out that of the next."""
        spread = self.spread / sqrt(cards)
        off = log(max(gaps, NO_TIME) / cards) / spread
        return exp(-off * off / 2) / (spread * sqrt(2 * pi)) + TAIL

    def more(self, cards: int, gaps: float) -> float:
        """How much likelier so many more cards than one were dealt in this time than one; more time than for them is
        enough, too."""
        gaps = min(gaps, cards + 1.0)
        return self.chance(gaps, cards + 1) / self.chance(gaps)

    def one_more(self, gaps: float) -> float:
        """How much likelier two cards were dealt in this time than one."""
        return self.more(1, gaps)

    def told(self, antenna: Antenna, first_ns: int, missed_ns: int | None = None) -> None:
        """A card of the pack has come in order, and was first heard at that moment. `missed_ns`: when it hardly lay
        there yet, by the scans of its place before; None: it was heard at once."""
        if self.last is not None and self.last.antenna != antenna:
            gap_ns = self._between_ns(self.last.first_ns, first_ns)
            if 0 < gap_ns < PAUSE * self.usual_ns:
                self._gaps.append(gap_ns)
        self._dealt.append(Heard(antenna, first_ns, first_ns if missed_ns is None else missed_ns))
        self.began = True

    def lost(self, at_ns: int, lost_ns: int) -> None:
        """Nothing was heard for so long at a moment, and no time spent looking."""
        self._losses.append((at_ns, lost_ns))

    def waits(self) -> None:
        """No card is due, or one has come out of order: the time until the next one says nothing of the pace."""
        self._dealt.clear()

    def forget(self) -> None:
        """A new hand begins."""
        self._dealt.clear()
        self.began = False

    def gaps_since(self, when_ns: int) -> float | None:
        """How many usual gaps it is from the last card to a moment; None where that is not known. One that was silent
        came a usual gap after the one before."""
        if not self._dealt:
            return None
        silent = self._silent_at(when_ns)
        return self._between_ns(self._dealt[-1 - silent].first_ns, when_ns) / self.usual_ns - silent

    def is_time_for(self, cards: int, when_ns: int) -> bool:
        """Whether so many cards may have been dealt before one that lay there at a moment, by the shortest gaps. Of a
        last card that was heard only after that one nobody knows when it came, nor of one whose antenna was not scanned
        for long: the time is then counted from one of which it is known."""
        dealt = self._dealt[::-1]
        first = self._silent_at(when_ns)
        if not dealt or when_ns < dealt[first].first_ns:
            return True
        back = next((back for back in range(first, len(dealt)) if self._is_known(dealt[back])), None)
        if back is None:
            return True
        more = back + cards + 1
        least_ns = more * exp(-SHORTEST * self.spread / sqrt(more)) * self.usual_ns
        return self._between_ns(dealt[back].first_ns, when_ns) >= least_ns

    def is_soon(self, now_ns: int) -> bool:
        """Whether the next card may be dealt about now."""
        gaps = self.gaps_since(now_ns)
        return gaps is None or gaps > SOON

    def is_early(self, first_ns: int) -> bool:
        """Whether a card was first heard sooner after the last one than this dealer lays it down."""
        return self.last is not None and self._between_ns(self.last.first_ns, first_ns) < self.shortest_ns

    def follows(self, first_ns: int, heard_ns: int) -> bool:
        """Whether there was time to deal a card that was first heard then after one that was heard at a moment."""
        return self._between_ns(heard_ns, first_ns) >= self.shortest_ns

    def has_stopped(self, last_ns: int, now_ns: int) -> bool:
        """Whether the dealer has stopped after a card that was heard at a moment."""
        return self._between_ns(last_ns, now_ns) > STOPPED * self.usual_ns

    def had_time(self, missed_ns: int) -> bool:
        """Whether the dealer, who has not paused, dealt one more card before a later one, which did not lie at its
        place yet at that moment."""
        gaps = self.gaps_since(missed_ns)
        return gaps is not None and 1 < gaps < TWO_MORE and self.one_more(gaps) > ONE_MORE_BLIND

    def may_have_had_time(self, missed_ns: int) -> bool:
        """Whether the dealer has dealt one more card before a later one, or paused."""
        gaps = self.gaps_since(missed_ns)
        return gaps is not None and gaps > 1 and self.one_more(gaps) > ONE_MORE_BLIND

    def _is_known(self, card: Heard) -> bool:
        """Whether it is known when a card came."""
        return self._between_ns(card.missed_ns, card.first_ns) < KNOWN * self.usual_ns

    def _between_ns(self, since_ns: int, until_ns: int) -> int:
        """The time from one moment to another, with what was lost between them."""
        return until_ns - since_ns + sum(lost_ns for at_ns, lost_ns in self._losses if since_ns < at_ns <= until_ns)

    def _silent_at(self, when_ns: int) -> int:
        """How many of the last cards, one at most, were silent before a moment. The last one was if the moment comes
        less than the shortest gap after it, or if it came later itself than after the longest one."""
        if len(self._dealt) < 2 or self._dealt[-2].antenna == self._dealt[-1].antenna:
            return 0
        before, last = self._dealt[-2:]
        late_ns = self._between_ns(before.first_ns, last.first_ns) - self.usual_ns
        is_short = self._between_ns(last.first_ns, when_ns) < self.short * self.usual_ns and late_ns > 0
        was_late = (1 / self.short - 1) * self.usual_ns < late_ns <= LATE_MAX_NS
        return int(is_short or was_late)
