"""For how long a card that the deal has not in order waits for those that may have come before it, unheard."""

from typing import Final

from burncard.controller.perception.arrival import Arrival, Deal, dealt_to
from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.held import Held
from burncard.controller.perception.polling import Polling
from burncard.controller.perception.silent import Silent
from burncard.controller.perception.unheard import UNHEARD_UNLIKELY, Unheard
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds

HOLD_NS: Final = 60 * MS
POLLED: Final = 2
"""From so many scans on of the place that is due a card there would have been heard."""
HOLD_FOR_MISSING_NS: Final = 1 * SECOND
HOLD_FOR_SCANS_NS: Final = 100 * MS
"""A card that answers is heard within this time where it is due."""
HOLD_WHILE_APPEARING_NS: Final = 1_600 * MS
HOLD_WHILE_AWAY_NS: Final = 6 * SECOND
THROWN_WITHIN_NS: Final = 500 * MS
"""A player throws a hand in within this time. If one card of it lies elsewhere for longer and all others are heard, it
was no fold."""
POSSIBLE: Final = 0.05


class Patience:
    """How long the cards that are held wait."""

    def __init__(
        self, deal: Deal, held: Held, beliefs: Beliefs, polling: Polling, silent: Silent, unheard: Unheard
    ) -> None:
        self._deal = deal
        self._held = held
        self._beliefs = beliefs
        self._polling = polling
        self._silent = silent
        self._unheard = unheard

    def holds(self, arrival: Arrival, now_ns: Nanoseconds) -> bool:
        """Whether a card that nothing awaits is held: one that came before it may still be heard."""
        is_new = now_ns - arrival.first_ns < HOLD_WHILE_AWAY_NS
        return self.may_be_preceded(arrival, now_ns) or (is_new and self._may_follow(arrival, now_ns))

    def may_be_preceded(self, arrival: Arrival, now_ns: Nanoseconds) -> bool:
        """Whether a card that came before this one may still be heard, apart from those that are to leave a place."""
        is_new = now_ns - arrival.first_ns < HOLD_WHILE_APPEARING_NS
        return (
            now_ns < self._hold_until(arrival)
            or (is_new and self._precedes(arrival, now_ns))
            or any(self._goes_first(each, arrival) for each in self._held.new(now_ns))
        )

    def may_be_missed(self, held: Arrival) -> bool:
        """Whether the cards that this one passes over may all lie where they are due, unheard since it was heard."""
        over, since_ns = self._deal.due()[: self._passed_over(held)], held.first_ns
        time = self._unheard.time_for(len(over), since_ns)
        is_missed = self._unheard.may_all_lie_at(over, since_ns, time=time)
        return is_missed or self._unheard.may_be_shadowed(over, since_ns, time)

    # ---- inside --------------------

    def _goes_first(self, other: Arrival, arrival: Arrival) -> bool:
        """Whether another card of the pack goes before this one, or was heard before it at the same place, as the one
        that is due."""
        is_below = other.antenna == arrival.antenna and other.first_ns < arrival.first_ns
        return self._deal.goes_first(other, arrival) or (is_below and self._deal.in_order(other))

    def _hold_until(self, arrival: Arrival) -> int:
        if self.may_be_missed(arrival):
            return arrival.first_ns + HOLD_WHILE_APPEARING_NS
        due = self._deal.due()
        missed_ns = self._unheard.missed_until(arrival.antenna, arrival.first_ns)
        pace = self._unheard.pace
        is_later = bool(due) and arrival.left is None and pace.had_time(missed_ns)
        dealt_on = self._deal.deals_on() or ()
        is_next_but_one = arrival.left is None and arrival.antenna in dealt_on[1:2]
        if is_later or is_next_but_one or (self._deal.after_one_more(arrival) and not self._went_alone(arrival)):
            return arrival.first_ns + HOLD_FOR_MISSING_NS
        if due and arrival.left is None and pace.last is None:  # nobody knows when he began to deal a street
            return arrival.first_ns + pace.late_ns + HOLD_FOR_SCANS_NS
        scans = self._polling.scans_since(due[0], arrival.first_ns) if due else POLLED
        if scans >= POLLED:
            return arrival.first_ns + HOLD_NS
        return arrival.decided_ns + (HOLD_NS if scans else 4 * HOLD_NS)

    def _may_follow(self, held: Arrival, now_ns: Nanoseconds) -> bool:
        """Whether a card that is awaited elsewhere has left its place and is not heard yet, or a card of the pack may
        well lie unheard where it is due, or was thrown in with its hand, so that one that has moved would be in order
        after it."""
        if self._silent.is_away(self._deal.leaving(), now_ns) or self._held.throws_in(held):
            return True
        due = dealt_to(self._deal) if held.left is not None else ()
        return self._unheard.may_all_lie_at(due, held.first_ns, UNHEARD_UNLIKELY)

    def _went_alone(self, arrival: Arrival) -> bool:
        """Whether a card was taken from a hand of which all others still lie there: its player does not throw it in."""
        left = arrival.left
        if (
            left is None
            or self._deal.due()
            or any(each is not arrival and each.left == left for each in self._held.cards)
        ):
            return False
        others = [tag.home for tag in self._beliefs.at(left).values() if tag.home is not None]
        is_known = self._polling.last_ns[left] > arrival.first_ns + THROWN_WITHIN_NS
        return is_known and bool(others) and not any(place.misses for place in others)

    def _passed_over(self, arrival: Arrival) -> int:
        """How many cards that are due would have come before this one, if it is in order."""
        due = self._deal.due()
        if arrival.left is None and arrival.antenna in due:
            return due.index(arrival.antenna)
        return int(self._deal.after_one_more(arrival))

    def _precedes(self, held: Arrival, now_ns: Nanoseconds) -> bool:
        """Whether a card that came before the one that is held, or that would be in order, is being heard."""
        if any(candidate.first_ns < held.first_ns for _, candidate in self._beliefs.appearing()):
            return True
        for tag in self._beliefs.unsettled():
            for antenna, candidate in tag.candidates.items():
                arrival = Arrival(tag.uid, antenna, self._held.told_home(tag), candidate.first_ns, now_ns)
                is_possible = candidate.place.weight > POSSIBLE or tag.uid == held.uid
                if candidate.reads and is_possible and self._deal.in_order(arrival):
                    return True
        return False
