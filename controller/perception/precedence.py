"""Which of two cards came first, as far as what was heard and missed can tell."""

from collections import Counter

from burncard.controller.perception.arrival import Arrival, Deal
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.held import Held
from burncard.controller.perception.polling import Polling
from burncard.controller.perception.unheard import Unheard
from burncard.firmware_bridge.driver import Nanoseconds


class Precedence:
    """The order in which the cards that are held came to lie."""

    def __init__(self, deal: Deal, held: Held, polling: Polling, unheard: Unheard) -> None:
        self._deal = deal
        self._held = held
        self._polling = polling
        self._unheard = unheard

    def came_first(self) -> Arrival:
        """The card that came first of those that are held. Where that is not known they are in the order of the deal,
        in which one too many at a place lies there in place of the one that is due."""
        oldest = self._held.oldest()
        before = (each for each in self._held.cards if self._deal.goes_first(each, oldest))
        due, interrupted = self._deal.due(), self._deal.deals_on() or ()

        def may_precede(arrival: Arrival) -> bool:
            was_next = arrival.antenna in interrupted[:1] and self._unheard.came_before(arrival, oldest.first_ns)
            return was_next or self._unheard.may_precede(arrival, oldest.first_ns)

        come = Counter(each.antenna for each in self._held.cards if each.left is None)

        def came(arrival: Arrival) -> tuple[int, int]:
            is_one_too_many = come[arrival.antenna] > self._deal.count_due(arrival.antenna)
            place = 0 if is_one_too_many else due.index(arrival.antenna)
            return len(due) if self._deal.shows_a_later_card(arrival) else place, arrival.first_ns

        found = [each for each in self._held.cards if each.left is None and may_precede(each)]
        return next(before, oldest if oldest.left is not None else min(found, key=came))

    def overtakes(
        self, arrival: Arrival, now_ns: Nanoseconds, entry_ns: Nanoseconds | None, asked_for: Antenna | None
    ) -> bool:
        """Whether a card was heard before this one at the same place, or one that nothing awaits: it goes first.

        One that came after the entry that waits does not: this one was due before that entry. Nor does one that nothing
        awaits if this one may have lain there missed for as long as a dealer takes for a card.
        """
        if arrival.left is not None:
            return False
        until_ns = before_ns = arrival.first_ns if entry_ns is None else min(arrival.first_ns, entry_ns + 1)
        for other in sorted(self._held.new(now_ns), key=lambda each: each.first_ns):
            if other.antenna == arrival.antenna:
                goes_first = self._lies_below(other, arrival, until_ns)
            else:
                goes_first = other.first_ns < before_ns and not self._is_late(arrival, other, asked_for)
                before_ns = min(before_ns, other.first_ns)  # it came before that one, and so before those after it
            if goes_first:
                return True
        return False

    # ---- inside --------------------

    def _is_late(self, arrival: Arrival, other: Arrival, asked_for: Antenna | None) -> bool:
        """Whether a card that is due came before another, though it was heard first after that."""
        if self._unheard.glimpses.was_seen(arrival, other.first_ns):
            return True
        if other.antenna not in self._deal.due():
            return self._unheard.was_missed_before(arrival, other.first_ns)
        missed_ns = self._polling.before(other.antenna, other.first_ns)
        if self._deal.shows_a_later_card(arrival) and self._unheard.pace.follows(arrival.first_ns, missed_ns):
            return False  # by its face it is not the one that was due, but the one after the other
        return self._unheard.came_before(arrival, other.first_ns) or self._was_laid_again(arrival, asked_for)

    def _was_laid_again(self, arrival: Arrival, asked_for: Antenna | None) -> bool:
        """Whether somebody has laid down again the card that was asked for: the deal had stopped for that, or would
        have gone on elsewhere."""
        others = [each for each in self._held.cards if each is not arrival]
        last_ns = max((each.first_ns for each in others), default=arrival.first_ns)
        goes_on = set(self._deal.due()) - {arrival.antenna, *(each.antenna for each in others)}
        has_stopped = self._unheard.pace.has_stopped(last_ns, arrival.first_ns)
        return arrival.antenna == asked_for and (has_stopped or bool(goes_on))

    def _lies_below(self, other: Arrival, arrival: Arrival, until_ns: int) -> bool:
        """Whether another card has come to the same place before this one: it was heard before a moment. One that is
        not in order, such as one that shows the wrong face, comes after one that is and may have been missed."""
        fits, other_fits = self._deal.in_order(arrival), self._deal.in_order(other)
        if fits == other_fits:
            return other.first_ns < until_ns
        if fits:
            return not self._unheard.came_before(arrival, other.first_ns)
        return self._unheard.may_precede(other, arrival.first_ns)
