"""A card that is due, that nothing is heard of, and that may lie there all the same.

A later card that is heard shows that the one that is due was not dealt, or that it cannot be heard: its tag is dead, or
its antenna. A dealer's hands tell the two apart. Cards come at an even pace, so where a card was left out the next one
follows at once, and where one lies unheard there was time for it.
"""

from collections.abc import Collection, Sequence
from math import prod
from typing import Final

from burncard.controller.perception.arrival import Arrival
from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.dealers_pace import (
    LATE_MAX_NS,
    ONE_MORE,
    ONE_MORE_BLIND,
    PAUSE,
    STALLED,
    TWO_MORE,
    Pace,
)
from burncard.controller.perception.glimpses import Glimpses
from burncard.controller.perception.mute import Mute
from burncard.controller.perception.polling import RECENT_SCANS, Polling
from burncard.controller.perception.rates import shadowed
from burncard.firmware_bridge.driver import Nanoseconds

UNHEARD_MAX: Final = 0.0001
UNHEARD_UNLIKELY: Final = 0.005
UNHEARD_LIKELY: Final = 0.05
"""Scans that all miss a card, at a chance: it is not to be excluded that it lies there; it may lie there, while a card
that has moved seems to be out of order; it may well lie there."""
MISSED_LIKELY: Final = 0.1
"""At this chance of having been missed by all scans a card that is due may have come before one that nothing awaits."""
HIGH: Final = 2
SHADOWED: Final = 0.001
ONE_MORE_SHADOWED: Final = 0.05
"""At this chance a card on so many others at least, which drown it, was missed by all scans: somebody has to look. For
each place more that was passed over, so much less will do."""
SWAPPED: Final = 0.00015
"""How likely it is that a dealer leaves a place out and deals there after the next one."""
LATE: Final = 0.01
"""How likely it is that no antenna answers for a card at first."""
SILENT_SCANS: Final = 3
AT_MOST: Final = 2
"""So many cards running may be silent."""


class Unheard:
    """What is known of a dealer's `pace`, of the `glimpses` of cards, of the tags that are `mute`, and of the antennas
    that hear cards. `asked_ns`: when somebody was last being asked to look at a card."""

    def __init__(self, beliefs: Beliefs, polling: Polling) -> None:
        self._beliefs = beliefs
        self._polling = polling
        self._heard: set[Antenna] = set()
        self._left_out: set[Antenna] = set()
        self.pace = Pace()
        self.glimpses = Glimpses(beliefs)
        self.mute = Mute()
        self.asked_ns = Nanoseconds(0)

    def may_all_lie_at(
        self, due: Collection[Antenna], since_ns: int, at_least: float = UNHEARD_MAX, time: float = 1.0
    ) -> bool:
        """Whether a card may lie at each of these places: those that do not appear there must have been missed by every
        scan since a moment, which has `at_least` this chance. `time`: the chance that there was time to deal them."""
        come = {candidate.place.antenna for tag, candidate in self._beliefs.appearing() if tag.home is None}
        missed = (self._chance(each, self._polling.scans_since(each, since_ns)) for each in due if each not in come)
        return bool(due) and time * prod(missed) > at_least

    def may_be_shadowed(self, due: Collection[Antenna], since_ns: int, time: float = 1.0) -> bool:
        """Whether a card may lie unheard at each of these places since a moment, at one of them on a high pile, which
        may drown it for as long as it lies there. `time`: the chance that there was time to deal them."""
        come = {candidate.place.antenna for tag, candidate in self._beliefs.appearing() if tag.home is None}
        heights = {antenna: self._beliefs.lying.height(antenna) for antenna in due if antenna not in come}
        rates, scans_since = self._beliefs.chances.rates, self._polling.scans_since
        missed = (shadowed(rates[each], height, scans_since(each, since_ns)) for each, height in heights.items())
        least = SHADOWED * ONE_MORE_SHADOWED ** (len(heights) - 1)
        return max(heights.values(), default=0) >= HIGH and time * prod(missed) > least

    def time_for(self, cards: int, heard_ns: int) -> float:
        """The chance that there was time for so many cards before one that was heard at a moment. Without it they can
        lie there only if the card before them was silent at first."""
        return 1.0 if self.pace.is_time_for(cards, heard_ns) else LATE

    def may_be_late(self, antenna: Antenna, first_ns: int, heard_ns: int) -> bool:
        """Whether a card that was first heard then may have been laid down before one that was heard at a moment, and
        been silent at first."""
        return self.missed_until(antenna, first_ns) < heard_ns + self.pace.late_ns

    def may_precede(self, arrival: Arrival, heard_ns: int) -> bool:
        """Whether a card may have come before one that was heard at a moment, though it was first heard later."""
        return self._chance(arrival.antenna, self._misses(arrival, heard_ns)) > UNHEARD_LIKELY

    def came_before(self, arrival: Arrival, heard_ns: int) -> bool:
        """Whether a card that was due came before a later one that was heard at a moment, though it was heard first
        after that: there was no time to deal it since, or it is likelier that scans have missed it, or that it was
        silent at first where there was time to deal it before the other, than that a dealer deals in such an order.
        There was time also where the last card was heard so shortly before the other that it was silent itself."""
        gaps = self.pace.gaps_since(heard_ns)
        missed = self._missed(arrival, heard_ns)
        end_ns = heard_ns + self.pace.late_ns
        silent_ns = max(0, end_ns - self._polling.before(arrival.antenna, arrival.first_ns))
        silent = LATE * (min(1.0, silent_ns / LATE_MAX_NS) if silent_ns else self._missed(arrival, end_ns))
        before = missed + silent * (1.0 if gaps is None else min(1.0, self.pace.one_more(gaps)))
        after = SWAPPED * self.pace.follows(arrival.first_ns, heard_ns)
        return before > after

    def is_heard_later(self, antenna: Antenna, since_ns: int, until_ns: int) -> float:
        """The chance that a card which lies at a place since a moment is first heard at another, or not until then."""
        missed = self._chance(antenna, self._polling.scans_between(antenna, since_ns, until_ns))
        late_ns = since_ns + LATE_MAX_NS
        if until_ns <= late_ns:
            return min(1.0, missed + LATE)
        return min(1.0, missed + LATE * self._chance(antenna, self._polling.scans_between(antenna, late_ns, until_ns)))

    def was_missed_before(self, arrival: Arrival, heard_ns: int) -> bool:
        """Whether a card that came at a dealer's usual pace before one that was heard at a moment may well have been
        missed by the scans of its place since, and there were some."""
        misses = self._misses(arrival, heard_ns - self.pace.usual_ns)
        return misses > 0 and self._chance(arrival.antenna, misses) > MISSED_LIKELY

    def may_lie_under(self, arrival: Arrival) -> bool:
        """Whether a card that was due may have come to the same place before another: there was time to deal it, if it
        was silent, or all scans since it would have come at the dealer's pace may well have missed it."""
        if self.pace.had_time(self.missed_until(arrival.antenna, arrival.first_ns)):
            return True
        return self.may_all_lie_at((arrival.antenna,), arrival.first_ns - self.pace.usual_ns, UNHEARD_LIKELY)

    def heard_by_the_pack(self, due: Collection[Antenna]) -> frozenset[Antenna]:
        """The antenna of the pack, if one of the places where a card is due is next door to it, and the dealer holds
        the pack: that antenna may be the only one which hears that card."""
        chances = self._beliefs.chances
        is_alone = self._beliefs.laid_pack.is_held and not chances.by_the_pack.isdisjoint(due)
        return chances.pack if is_alone else frozenset()

    def may_have_been_dealt(self, before_ns: int) -> bool:
        """Whether the dealer had time for one more card before a moment, or has paused."""
        gaps = self.pace.gaps_since(before_ns)
        return gaps is not None and gaps > 1 and (gaps > TWO_MORE or self.pace.one_more(gaps) > ONE_MORE)

    def may_have_come_to(self, antenna: Antenna, leaving: Collection[Antenna]) -> bool:
        """Whether one of the cards that are to leave their place was heard where it is awaited: too seldom to be sure,
        or its old place hears it still."""
        tags = (tag for tag in self._beliefs.unsettled() if tag.home_antenna in leaving)
        if any(antenna in tag.candidates and tag.candidates[antenna].reads for tag in tags):
            return True
        lying = (tag.home for each in leaving for tag in self._beliefs.at(each).values())
        return any(home is not None and home.is_heard_by(antenna) for home in lying)

    def heard(self, antenna: Antenna) -> None:
        """An antenna has heard a card."""
        self._heard.add(antenna)

    def has_heard(self, antenna: Antenna) -> bool:
        """Whether an antenna has ever heard a card that had come there."""
        return antenna in self._heard

    def is_stalled(self, due: Collection[Antenna], now_ns: int) -> bool:
        """Whether a dealer of this pace would have dealt the next card by now, and it hardly lies where it is due."""
        last, gaps = self.pace.last, self.pace.gaps_since(now_ns)
        if last is None or gaps is None or gaps < STALLED:
            return False
        return not self.may_all_lie_at(due, last.first_ns, UNHEARD_LIKELY)

    def left_out(self, due: Antenna | None) -> None:
        """A card has come out of order, one having been due there: what comes next says nothing of the pace."""
        self.pace.waits()
        self.pace.began = True
        if due is not None:
            self._left_out.add(due)

    def forget(self) -> None:
        """A new hand begins."""
        self.pace.forget()
        self.glimpses.forget()

    def is_blind(self, antenna: Antenna) -> bool:
        """Whether no card has ever been heard at a place, or all that lie there have fallen silent."""
        places = [tag.home for tag in self._beliefs.at(antenna).values() if tag.home is not None]
        if places:
            return all(place.misses >= SILENT_SCANS for place in places)
        return antenna not in self._heard

    def may_lie_at(self, over: Sequence[Antenna], later: Arrival) -> bool:
        """Whether the cards over which a later one has passed may lie at their places unheard: two at most, if each of
        these antennas has heard cards before. The later one may have lain there before it was heard, so a dealer has
        paused only if it hardly did. That he waited while somebody was asked about another card is no pause of his.
        If a card of the pack is mute, the one that is due may be that one, pause or not."""
        is_usual, cards = self._heard.issuperset(over), len(over)
        if cards > (AT_MOST if is_usual else 1):
            return False
        suspect = self._beliefs.at(over[0]) or not self.pace.began or over[0] in self._left_out
        if cards == 1 and suspect and self.is_blind(over[0]):
            return True
        most = self.pace.gaps_since(later.first_ns)
        least = self.pace.gaps_since(self.missed_until(later.antenna, later.first_ns))
        last = self.pace.last
        is_mute = cards == 1 and self.mute.is_any()
        if most is None or least is None or last is None:  # as of the first card of a street
            return is_mute
        if is_mute:
            return self.pace.more(cards, most) > ONE_MORE_BLIND
        more, pause = (ONE_MORE**cards, TWO_MORE) if is_usual else (ONE_MORE_BLIND, PAUSE)
        has_paused = least >= pause + cards - 1 and self.asked_ns <= last.first_ns
        return most > cards and self.pace.more(cards, most) > more and not has_paused

    def missed_until(self, antenna: Antenna, first_ns: int) -> int:
        """When a card that was first heard then hardly lay there yet: all scans since may well have missed it."""
        refuting = (scans for scans in range(1, RECENT_SCANS) if self._chance(antenna, scans) < UNHEARD_LIKELY)
        return self._polling.before(antenna, first_ns, next(refuting, RECENT_SCANS))

    def _missed(self, arrival: Arrival, since_ns: int) -> float:
        """The chance that a card which lies as it was heard was missed by all scans from a moment on until then. The
        ones below may have drowned it."""
        scans, tag = self._misses(arrival, since_ns), self._beliefs.tags.get(arrival.uid)
        place = None if tag is None else tag.home
        if place is None or place.antenna != arrival.antenna:
            return self._chance(arrival.antenna, scans)
        drowned = shadowed(self._beliefs.chances.rates[arrival.antenna], place.height, scans)
        return max(place.missed(scans, self._beliefs.chances), drowned if place.height >= HIGH else 0.0)

    def _chance(self, antenna: Antenna, scans: int) -> float:
        """The chance that so many scans all miss one more card at a place."""
        return self._beliefs.chances.unheard(antenna, self._beliefs.lying.height(antenna), scans)

    def _misses(self, arrival: Arrival, since_ns: int) -> int:
        """How many scans of its place since a moment did not hear a card, until one did."""
        return self._polling.scans_between(arrival.antenna, since_ns, arrival.first_ns)
