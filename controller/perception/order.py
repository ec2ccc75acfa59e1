"""The order in which the table is given the cards that have been decided on: that of the deal, as far as it is known.

A card that the deal has in order goes at once. Any other waits for those that may have come before it and are not heard
yet, for as long as such a card may take to be heard.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from math import inf
from typing import Final

from burncard.controller.perception.arrival import Arrival, Deal, dealt_to
from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.doubt import Doubt
from burncard.controller.perception.polling import Polling
from burncard.controller.perception.silent import Silent
from burncard.controller.perception.tag_belief import TagBelief
from burncard.controller.perception.unheard import UNHEARD_UNLIKELY, Unheard
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds

HOLD_NS: Final = 60 * MS
POLLED: Final = 2
"""From so many scans on of the place that is due a card there would have been heard."""
HOLD_FOR_MISSING_NS: Final = 1 * SECOND
HOLD_FOR_SCANS_NS: Final = 100 * MS
"""A card that answers is heard within this time where it is due."""
HOLD_WHILE_APPEARING_NS: Final = 1_600 * MS
HOLD_FOR_EDGE_NS: Final = 2 * SECOND
"""A card on an edge is decided on within this time after it was first heard."""
HOLD_WHILE_AWAY_NS: Final = 6 * SECOND
ASK_NS: Final = 2 * SECOND
ASK_SCANS: Final = 12
ASK_MAX_NS: Final = 3 * SECOND
"""Somebody is asked to look for a card that is due if a later one has been heard for so long, and its place was scanned
so often since, or for longer: until then more scans may tell. Nothing is ruled on before the answer."""
THROWN_WITHIN_NS: Final = 500 * MS
"""A player throws a hand in within this time. If one card of it lies elsewhere for longer and all others are heard, it
was no fold."""
POSSIBLE: Final = 0.05
HEARD_THERE: Final = 2
"""So many reads at the place that is due are not overheard."""


class Order:
    """The cards that are held until the table is given them.

    `released_ns`: when an arrival was last released. `unheard_at`: where a card that is due seems to lie unheard, so
    that later ones are held until somebody has looked. `entry_ns`: when an entry that waits for cards was made.
    `folding`: the place of the player whose fold waits.
    """

    def __init__(
        self, deal: Deal, beliefs: Beliefs, polling: Polling, silent: Silent, unheard: Unheard, doubt: Doubt
    ) -> None:
        self._deal = deal
        self._beliefs = beliefs
        self._polling = polling
        self._silent = silent
        self._unheard = unheard
        self._doubt = doubt
        self.held: list[Arrival] = []
        self.unheard_at: Antenna | None = None
        self.released_ns = Nanoseconds(0)
        self.entry_ns: Nanoseconds | None = None
        self.folding: Antenna | None = None
        self._looked_at: Antenna | None = None

    @property
    def entry_waits(self) -> bool:
        """Whether an entry waits for cards."""
        return self.entry_ns is not None

    @property
    def is_waiting(self) -> bool:
        """Whether a card or an entry waits for the cards that are due."""
        return bool(self.held) or self.entry_waits

    def forget(self) -> None:
        """All cards are back in the pack."""
        self.held.clear()
        self.unheard_at = self._looked_at = None

    def release(self, now_ns: Nanoseconds, entry_ns: Nanoseconds | None = None) -> Arrival | None:
        """The next arrival that the table is to be given now; to be asked until there is none. There is none while
        somebody is to push a card to where it belongs.

        `entry_ns`: when the entry that waits was made, in time spent looking. What was first heard later came after it,
        unless it is a card that was due.
        """
        self.entry_ns = entry_ns
        if self._doubt.between is not None:
            return None
        self._count_as_due()
        for arrival in self.held:
            if self._is_after(arrival, entry_ns):
                continue
            fits = self._deal.in_order(arrival) or self._lies_where_due(arrival, now_ns)
            if fits and not self._overtakes(arrival, now_ns, entry_ns):
                if arrival.left is None:
                    self._unheard.pace.told(arrival.antenna, arrival.first_ns)
                return self._released(arrival, now_ns)
        if not self.held:
            self.unheard_at = None
            return None
        for arrival in self.held:
            came = self._came_and_went(arrival)
            if came is not None:
                return came
        oldest = self._came_first()
        if self._is_after(oldest, entry_ns):
            return None
        age_ns = now_ns - oldest.first_ns
        appearing = age_ns < HOLD_WHILE_APPEARING_NS and self._precedes(oldest, now_ns)
        if (
            now_ns < self._hold_until(oldest)
            or appearing
            or any(self._deal.goes_first(each, oldest) for each in self.new(now_ns))
            or (age_ns < HOLD_WHILE_AWAY_NS and self._may_follow(oldest, now_ns))
        ):
            return None
        may_lie_at = self._where_unheard(oldest)
        if self.unheard_at not in self._deal.due()[:1] or any(each.antenna == self.unheard_at for each in self.held):
            self.unheard_at = None
        if self.unheard_at is not None or may_lie_at is not None:
            scans = self._polling.scans_since(self._deal.due()[0], oldest.first_ns)
            if age_ns >= (ASK_NS if scans >= ASK_SCANS else ASK_MAX_NS):
                self.unheard_at = self.unheard_at or may_lie_at
            return None
        self._unheard.left_out(next(iter(self._deal.due()), None) if oldest.left is None else None)
        return self._released(oldest, now_ns)

    def hold(self, arrival: Arrival) -> None:
        """A card has been decided on. One that is held already, and turns out to lie elsewhere, was never told."""
        before = next((each for each in self.held if each.uid == arrival.uid), None)
        if before is not None:
            self.held.remove(before)
            arrival = replace(arrival, left=before.left, missed_ns=before.missed_ns, was_due=before.was_due)
        if before is None or arrival.antenna != before.left:
            self.held.append(arrival)

    def told_home(self, tag: TagBelief) -> Antenna | None:
        """Where the table knows a tag to lie; None: in the pack."""
        held = (arrival.left for arrival in self.held if arrival.uid == tag.uid)
        return next(held, tag.home_antenna)

    def looked(self, antenna: Antenna) -> None:
        """Somebody has looked: no card lies unheard at a place."""
        self._looked_at, self.unheard_at = antenna, None

    def due_blindly(self, *, insists: bool = False) -> Antenna | None:
        """The place where a card is due before an entry, if nobody has looked there, and it may well lie there: it was
        heard too seldom to be sure, it has left its place, or it is the last one, and the antenna hears nothing or the
        dealer had time to deal it before the entry; or a person `insists`, whose entry was refused for want of it."""
        due = self._deal.due()
        if not due or due[0] == self._looked_at:
            return None
        if insists:
            return due[0]
        was_time = self.entry_ns is not None and self._unheard.may_have_been_dealt(self.entry_ns)
        is_last = len(due) == 1 and (self._unheard.is_blind(due[0]) or (was_time and self._deal.count_due(due[0]) == 1))
        may_lie_there = self._unheard.is_glimpsed(due[0]) or self._unheard.may_be_shadowed(due[:1], self.released_ns)
        return due[0] if is_last or self._may_have_left_for(due[0]) or may_lie_there else None

    def throws_in(self, held: Arrival) -> bool:
        """Whether a card has left the place where one is due: that hand is thrown in, before all of it was heard."""
        return held.left in dealt_to(self._deal)

    def new(self, now_ns: Nanoseconds) -> Iterator[Arrival]:
        """The cards of the pack that are held back or on their way."""
        yield from (arrival for arrival in self.held if arrival.left is None)
        for tag, candidate in self._beliefs.dealt():
            if now_ns - candidate.first_ns < HOLD_FOR_EDGE_NS:
                yield Arrival(tag.uid, candidate.place.antenna, None, candidate.first_ns, now_ns)

    # ---- inside --------------------

    def _count_as_due(self) -> None:
        """A card that was heard both where one is due and next door, where it was counted, is the one that is due if
        as many other cards have come next door as go there: it lies between the two."""
        due, new = self._deal.due(), [arrival for arrival in self.held if arrival.left is None]
        for arrival in sorted(new, key=lambda each: self._lead_over(each, due[:1])):
            come = Counter(other.antenna for other in new if other is not arrival)
            is_one_more = come[arrival.antenna] == self._deal.count_due(arrival.antenna) > 0
            fits = arrival.antenna in due[1:] and all(
                each in due[1:] and count <= self._deal.count_due(each) for each, count in come.items()
            )
            tag = self._beliefs.tags.get(arrival.uid)
            if is_one_more and fits and tag is not None and tag.heard_by.get(due[0], 0) >= HEARD_THERE:
                self.held[self.held.index(arrival)] = replace(arrival, antenna=due[0])
                self._beliefs.settle(tag, due[0], arrival.antenna)
                return

    def _lead_over(self, arrival: Arrival, due: Collection[Antenna]) -> float:
        """How much likelier a card lies where it was counted than next door, where one is due."""
        tag = self._beliefs.tags.get(arrival.uid)
        return min((inf if tag is None else tag.leads.get(antenna, inf) for antenna in due), default=inf)

    def _lies_where_due(self, arrival: Arrival, now_ns: Nanoseconds) -> bool:
        """Whether it came from the pack to the place that is due: whatever card it is, it is no later one. One that
        is not in order may be one more on the card that was due, if that one is silent, or missed on a pile, and the
        dealer has not gone on."""
        if arrival.left is not None or arrival.antenna not in dealt_to(self._deal):
            return False
        if now_ns >= arrival.first_ns + HOLD_FOR_MISSING_NS:
            return True
        goes_on = any(other.left is None and other.antenna in self._deal.due()[1:] for other in self.held)
        may_be_another = not goes_on and self._unheard.may_lie_under(arrival)
        return not (may_be_another or self._deal.shows_a_later_card(arrival))

    def _is_after(self, arrival: Arrival, entry_ns: Nanoseconds | None) -> bool:
        """Whether an arrival came after the entry that waits, or is of the hand that it folds and is not due itself."""
        if arrival.left is not None and arrival.left == self.folding:
            return arrival.antenna not in self._deal.due() or not self._deal.in_order(arrival)
        if entry_ns is None or min(arrival.first_ns, arrival.missed_ns or arrival.first_ns) <= entry_ns:
            return False
        return arrival.antenna not in self._deal.due() and arrival.left not in self._deal.leaving()

    def _released(self, arrival: Arrival, now_ns: Nanoseconds) -> Arrival:
        self.held.remove(arrival)
        self.released_ns = now_ns
        self._looked_at = self.unheard_at = None
        return arrival

    def _came_first(self) -> Arrival:
        """The card that came first of those that are held. Where that is not known they are in the order of the deal,
        in which a card that nothing awaits lies there in place of the one that is due."""
        oldest = min(self.held, key=lambda arrival: arrival.first_ns)
        before = (each for each in self.held if self._deal.goes_first(each, oldest))
        due = self._deal.due()

        def came(arrival: Arrival) -> tuple[int, int]:
            place = due.index(arrival.antenna) if arrival.antenna in due else 0
            return len(due) if self._deal.shows_a_later_card(arrival) else place, arrival.first_ns

        found = [each for each in self.held if each.left is None and self._unheard.may_precede(each, oldest.first_ns)]
        return next(before, oldest if oldest.left is not None else min(found, key=came))

    def _overtakes(self, arrival: Arrival, now_ns: Nanoseconds, entry_ns: Nanoseconds | None) -> bool:
        """Whether a card was heard before this one at the same place, or one that nothing awaits: it goes first.

        One that came after the entry that waits does not: this one was due before that entry. Nor does one that nothing
        awaits if this one may have lain there missed for as long as a dealer takes for a card.
        """
        if arrival.left is not None:
            return False
        until_ns = before_ns = arrival.first_ns if entry_ns is None else min(arrival.first_ns, entry_ns + 1)
        for other in sorted(self.new(now_ns), key=lambda each: each.first_ns):
            if other.antenna == arrival.antenna:
                goes_first = self._lies_below(other, arrival, until_ns)
            else:
                goes_first = other.first_ns < before_ns and not self._is_late(arrival, other)
                before_ns = min(before_ns, other.first_ns)  # it came before that one, and so before those after it
            if goes_first:
                return True
        return False

    def _is_late(self, arrival: Arrival, other: Arrival) -> bool:
        """Whether a card that is due came before another, though it was heard first after that."""
        if self._unheard.was_glimpsed(arrival, other.first_ns):
            return True
        if other.antenna not in self._deal.due():
            return self._unheard.was_missed_before(arrival, other.first_ns)
        missed_ns = self._polling.before(other.antenna, other.first_ns)
        if not self._deal.in_order(arrival) and self._unheard.pace.follows(arrival.first_ns, missed_ns):
            return False  # by its face it is not the one that was due, but the one after the other
        return self._unheard.came_before(arrival, other.first_ns) or self._was_laid_again(arrival)

    def _was_laid_again(self, arrival: Arrival) -> bool:
        """Whether somebody has laid down again the card that was asked for: the deal had stopped for that, or would
        have gone on elsewhere."""
        others = [each for each in self.held if each is not arrival]
        last_ns = max((each.first_ns for each in others), default=arrival.first_ns)
        goes_on = set(self._deal.due()) - {arrival.antenna, *(each.antenna for each in others)}
        has_stopped = self._unheard.pace.has_stopped(last_ns, arrival.first_ns)
        return arrival.antenna == self.unheard_at and (has_stopped or bool(goes_on))

    def _lies_below(self, other: Arrival, arrival: Arrival, until_ns: int) -> bool:
        """Whether another card has come to the same place before this one: it was heard before a moment. One that is
        not in order, such as one that shows the wrong face, comes after one that is and may have been missed."""
        fits, other_fits = self._deal.in_order(arrival), self._deal.in_order(other)
        if fits == other_fits:
            return other.first_ns < until_ns
        if fits:
            return not self._unheard.came_before(arrival, other.first_ns)
        return self._unheard.may_precede(other, arrival.first_ns)

    def _came_and_went(self, held: Arrival) -> Arrival | None:
        """The arrival, at the place that is due, of a card that was not heard there and lies elsewhere now. Its move
        from there stays held. It is returned only once: a ruling may then ask for the card to be put back."""
        due = self._deal.due()
        if held.was_due or not due or not (self._was_thrown_in(held, due[0]) or self._was_returned(held, due[0])):
            return None
        self.held[self.held.index(held)] = replace(held, left=due[0], missed_ns=held.first_ns, was_due=True)
        self.released_ns = Nanoseconds(held.decided_ns)
        return replace(held, antenna=due[0])

    def _was_thrown_in(self, held: Arrival, due: Antenna) -> bool:
        """Whether a card of the pack that lies where cards are thrown was dealt where one is due: the others of that
        place have been taken, so it went with them."""
        if held.left is not None or held.antenna not in self._polling.rest:
            return False
        others = [tag.home for tag in self._beliefs.at(due).values() if tag.home is not None]
        taken = any(other.left == due for other in self.held) or (others and all(map(self._silent.has_left, others)))
        return bool(taken) and self._deal.after_one_more(replace(held, left=due, missed_ns=held.first_ns))

    def _was_returned(self, held: Arrival, due: Antenna) -> bool:
        """Whether a card that was to go from its place to another one lies with the pack: it was thrown in first."""
        return held.left in self._deal.leaving() and held.antenna in self._beliefs.chances.pack and held.antenna != due

    def _may_follow(self, held: Arrival, now_ns: Nanoseconds) -> bool:
        """Whether a card that is awaited elsewhere has left its place and is not heard yet, or a card of the pack may
        well lie unheard where it is due, or was thrown in with its hand, so that one that has moved would be in order
        after it."""
        if self._silent.is_away(self._deal.leaving(), now_ns) or self.throws_in(held):
            return True
        due = dealt_to(self._deal) if held.left is not None else ()
        return self._unheard.may_all_lie_at(due, held.first_ns, UNHEARD_UNLIKELY)

    def _hold_until(self, arrival: Arrival) -> int:
        if self._may_be_missed(arrival):
            return arrival.first_ns + HOLD_WHILE_APPEARING_NS
        due = self._deal.due()
        missed_ns = self._unheard.missed_until(arrival.antenna, arrival.first_ns)
        pace = self._unheard.pace
        is_later = bool(due) and arrival.left is None and pace.had_time(missed_ns)
        if is_later or (self._deal.after_one_more(arrival) and not self._went_alone(arrival)):
            return arrival.first_ns + HOLD_FOR_MISSING_NS
        if due and arrival.left is None and pace.last is None:  # nobody knows when he began to deal a street
            return arrival.first_ns + pace.late_ns + HOLD_FOR_SCANS_NS
        scans = self._polling.scans_since(due[0], arrival.first_ns) if due else POLLED
        if scans >= POLLED:
            return arrival.first_ns + HOLD_NS
        return arrival.decided_ns + (HOLD_NS if scans else 4 * HOLD_NS)

    def _went_alone(self, arrival: Arrival) -> bool:
        """Whether a card was taken from a hand of which all others still lie there: its player does not throw it in."""
        left = arrival.left
        if left is None or self._deal.due() or any(each is not arrival and each.left == left for each in self.held):
            return False
        others = [tag.home for tag in self._beliefs.at(left).values() if tag.home is not None]
        is_known = self._polling.last_ns[left] > arrival.first_ns + THROWN_WITHIN_NS
        return is_known and bool(others) and not any(place.misses for place in others)

    def _may_be_missed(self, held: Arrival) -> bool:
        """Whether the cards that this one passes over may all lie where they are due, unheard since it was heard."""
        over, since_ns = self._deal.due()[: self._passed_over(held)], held.first_ns
        return self._unheard.may_all_lie_at(over, since_ns) or self._unheard.may_be_shadowed(over, since_ns)

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
                arrival = Arrival(tag.uid, antenna, self.told_home(tag), candidate.first_ns, now_ns)
                is_possible = candidate.place.weight > POSSIBLE or tag.uid == held.uid
                if candidate.reads and is_possible and self._deal.in_order(arrival):
                    return True
        return False

    def _where_unheard(self, held: Arrival) -> Antenna | None:
        """Where the card that is due may lie, as far as those that were heard instead can tell. One that has left its
        place for there must lie somewhere."""
        due = self._deal.due()
        if not due or due[0] == self._looked_at or held.left is not None:
            return None
        if self._may_have_left_for(due[0]) or self._may_be_missed(held):
            return due[0]
        if not self._deal.after_one_more(held) or not self._follow(due):
            return None
        explained = self._unheard.is_glimpsed(due[0]) or self._unheard.may_lie_at(due[0], held)
        return due[0] if explained else None

    def _may_have_left_for(self, due: Antenna) -> bool:
        """Whether one of the cards that are to leave their place has left it, or was heard where it is awaited."""
        leaving = self._deal.leaving()
        return self._silent.is_gone(leaving) or self._unheard.may_have_come_to(due, leaving)

    def _follow(self, due: tuple[Antenna, ...]) -> bool:
        """Whether the cards of the pack that are held lie one each at the places that are due after the first, to which
        the next round may come back. One more next door to the first may be that card, if its own antenna hears
        nothing."""
        places = [arrival.antenna for arrival in self.held if arrival.left is None][: len(due) - 1]
        twice = {place for place in places if places.count(place) > 1}
        is_overheard = self._unheard.is_blind(due[0]) and len(places) == len(set(places)) + 1
        if twice and not (is_overheard and twice.intersection(self._beliefs.chances.neighbours[due[0]])):
            return False
        comes_back = self._deal.count_due(due[0]) > 1
        return not due[1:] or set(places) <= set(due if comes_back else due[1:])
