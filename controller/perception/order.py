"""The order in which the table is given the cards that have been decided on: that of the deal, as far as it is known.

A card that the deal has in order goes at once. Any other waits for those that may have come before it and are not heard
yet, for as long as such a card may take to be heard.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from math import inf
from typing import Final

from burncard.controller.perception.arrival import Arrival, Deal, dealt_to
from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.deal_start import DealStart
from burncard.controller.perception.decision import EDGE_PATIENCE_MAX_NS, FLIGHT_NS
from burncard.controller.perception.doubt import DECIDED_NS, Between, Doubt
from burncard.controller.perception.held import Held
from burncard.controller.perception.patience import HOLD_FOR_MISSING_NS, Patience
from burncard.controller.perception.polling import RECENT_SCANS, Polling
from burncard.controller.perception.precedence import Precedence
from burncard.controller.perception.silent import Silent
from burncard.controller.perception.tag_belief import TagBelief
from burncard.controller.perception.unheard import Unheard
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds

ASK_NS: Final = 2 * SECOND
ASK_SCANS: Final = 17
ASK_MAX_NS: Final = 3 * SECOND
"""Somebody is asked to look for a card that is due if a later one has been heard for so long, and its place was scanned
so often since, or for longer: until then more scans may tell. Nothing is ruled on before the answer."""
NOTICED_NS: Final = 1 * SECOND
"""Within no shorter time a dealer notices that the table has stopped him, reads why, and begins to put it right."""
LAID_AGAIN_NS: Final = 1_100 * MS
"""A card that somebody has laid down again is heard within this time."""
LOOKED_NS: Final = 400 * MS
LOOKED_SCANS: Final = 4
"""After somebody has said that no card lies at a place, later cards wait for so long and so many scans, in case he has
laid it down again. A dealer deals on within a second, so it must be shorter."""
HEARD_THERE: Final = 2
HEARD_IN: Final = 7
"""So many reads at the place that is due are not overheard, if one in so many of its scans is a read."""


class Order:
    """Releases the cards that are held.

    `released_ns`: when an arrival was last released. `unheard_at`: where a card that is due seems to lie unheard, so
    that later ones are held until somebody has looked. `entry_ns`: when an entry that waits for cards was made.
    `throwing`: the place of the player whose fold or draw waits.
    """

    def __init__(
        self, deal: Deal, held: Held, beliefs: Beliefs, polling: Polling, silent: Silent, unheard: Unheard, doubt: Doubt
    ) -> None:
        self._deal = deal
        self._held = held
        self._beliefs = beliefs
        self._polling = polling
        self._silent = silent
        self._unheard = unheard
        self._doubt = doubt
        self._precedence = Precedence(deal, held, polling, unheard)
        self._start = DealStart(deal, held, unheard)
        self._patience = Patience(deal, held, beliefs, polling, silent, unheard)
        self.unheard_at: Antenna | None = None
        self.released_ns = Nanoseconds(0)
        self.entry_ns: Nanoseconds | None = None
        self.throwing: Antenna | None = None
        self._looked_at: Antenna | None = None
        self._played_ns = 0

    @property
    def entry_waits(self) -> bool:
        """Whether an entry waits for cards."""
        return self.entry_ns is not None

    @property
    def is_waiting(self) -> bool:
        """Whether a card or an entry waits for the cards that are due."""
        return bool(self._held.cards) or self.entry_waits

    def forget(self) -> None:
        """All cards are back in the pack."""
        self._held.cards.clear()
        self.unheard_at = self._looked_at = None

    def release(self, now_ns: Nanoseconds, entry_ns: Nanoseconds | None = None) -> Arrival | None:
        """The next arrival that the table is to be given now; to be asked until there is none. While somebody is to
        push a card to where it belongs only those are given that are in order and come before that one.

        `entry_ns`: when the entry that waits was made, in time spent looking. What was first heard later came after it,
        unless it is a card that was due.
        """
        self.entry_ns = entry_ns
        if self._deal.deals_on() is None:
            self._played_ns = now_ns
        due, between = self._deal.due(), self._doubt.between
        asked_for = self._looked_at if self.unheard_at is None else self.unheard_at
        if self.unheard_at is not None or between is not None:
            self._unheard.asked_ns = now_ns
        if between is not None and (not due or (due[0] in between.antennas and not self._is_answered(between, due))):
            return None
        self._count_as_due()
        if (began := self._start.began(now_ns)) != "here":
            return None if began == "open" else self._released_out_of_order(self._held.oldest(), now_ns)
        for arrival in self._held.cards:
            if self._is_after(arrival, entry_ns):
                continue
            fits = self._deal.in_order(arrival) or (between is None and self._lies_where_due(arrival, now_ns))
            if fits and not self._precedence.overtakes(arrival, now_ns, entry_ns, asked_for):
                if arrival.left is None:
                    missed_ns = self._unheard.missed_until(arrival.antenna, arrival.first_ns)
                    self._unheard.pace.told(arrival.antenna, arrival.first_ns, missed_ns)
                return self._released(arrival, now_ns)
        if between is not None or self._doubt.is_still_heard(now_ns) or self._may_be_laid_again(now_ns):
            return None
        if not self._held.cards:
            if not self.entry_waits or self.unheard_at not in self._deal.due()[:1]:
                self.unheard_at = None
            return None
        for arrival in self._held.cards:
            came = self._came_and_went(arrival)
            if came is not None:
                return came
        oldest = self._precedence.came_first()
        if self._is_after(oldest, entry_ns) or self._waits(oldest, now_ns):
            return None
        return self._released_out_of_order(oldest, now_ns)

    def looked(self, antenna: Antenna) -> None:
        """Somebody has looked: no card lies unheard at a place."""
        self._looked_at, self.unheard_at = antenna, None

    def due_blindly(self, *, insists: bool = False) -> Antenna | None:
        """The place where a card is due before an entry, if nobody has looked there, and it may well lie there: it was
        heard too seldom to be sure, it has left its place, a later one seems to have come, or it is the last one, and
        the antenna hears nothing, a tag of the deck is mute, or the dealer had time to deal it before the entry; or
        somebody `insists`: an entry was refused for want of it, or people have gone on without it."""
        due = self._deal.due()
        if not due or due[0] == self._looked_at:
            return None
        if insists:
            return due[0]
        if self.entry_ns is not None and self._is_unnoticed(self.entry_ns):
            return None
        was_time = self.entry_ns is not None and self._unheard.may_have_been_dealt(self.entry_ns)
        is_last = len(due) == 1 and (
            self._unheard.is_blind(due[0])
            or self._unheard.mute.is_any()
            or (was_time and self._deal.count_due(due[0]) == 1)
        )
        new = (candidate.place.antenna for tag, candidate in self._beliefs.appearing() if tag.home is None)
        is_passed_over = any(antenna in due[1:] for antenna in new)
        may_lie_there = self._unheard.glimpses.may_lie_at(due[0]) or self._unheard.may_be_shadowed(
            due[:1], self.released_ns
        )
        may_lie_there = may_lie_there or is_passed_over or self._may_have_left_for(due[0])
        return due[0] if is_last or may_lie_there else None

    # ---- inside --------------------

    def _is_answered(self, between: Between, due: tuple[Antenna, ...]) -> bool:
        """Whether a card has come to the place that is due after somebody was asked whether another one belongs there,
        or to one that is due later: it was laid down again, and the other one belongs to that place."""
        asked_ns = between.first_ns + EDGE_PATIENCE_MAX_NS
        new = (arrival for arrival in self._held.cards if arrival.left is None and arrival.antenna == due[0])
        is_single = self._deal.count_due(due[0]) == 1 and set(between.antennas) <= set(due)
        return is_single and any(arrival.first_ns > asked_ns for arrival in new)

    def _may_be_laid_again(self, now_ns: Nanoseconds) -> bool:
        """Whether somebody has just looked for the card that is due, and may have laid it down again: no card is heard
        later, or one is being heard there."""
        due, since_ns = self._deal.due()[:1], now_ns - self._unheard.asked_ns
        if self._looked_at is None or due != (self._looked_at,):
            return False
        if any(due[0] in tag.candidates for tag, _ in self._beliefs.dealt()):
            return since_ns < DECIDED_NS
        scans = self._polling.scans_since(due[0], self._unheard.asked_ns)
        return since_ns < (LOOKED_NS if scans >= LOOKED_SCANS else LAID_AGAIN_NS)

    def _count_as_due(self) -> None:
        """A card that was heard both where one is due and next door, where it was counted, is the one that is due if
        as many other cards have come next door as go there: it lies between the two."""
        due, new = self._deal.due(), [arrival for arrival in self._held.cards if arrival.left is None]
        for arrival in sorted(new, key=lambda each: self._lead_over(each, due[:1])):
            come = Counter(other.antenna for other in new if other is not arrival)
            is_one_more = come[arrival.antenna] == self._deal.count_due(arrival.antenna) > 0
            fits = arrival.antenna in due[1:] and all(
                each in due[1:] and count <= self._deal.count_due(each) for each, count in come.items()
            )
            tag = self._beliefs.tags.get(arrival.uid)
            if is_one_more and fits and tag is not None and self._is_heard_at(due[0], tag, arrival):
                self._held.change(arrival, replace(arrival, antenna=due[0]))
                self._beliefs.settle(tag, due[0], arrival.antenna)
                return

    def _is_heard_at(self, due: Antenna, tag: TagBelief, arrival: Arrival) -> bool:
        """Whether the place that is due hears a card as one that lies there, and has not overheard it, nor heard it
        only while it flew over."""
        reads, scans = tag.heard_by.get(due, 0), self._polling.scans_since(due, arrival.first_ns)
        is_heard = reads >= HEARD_THERE and scans <= min(reads * HEARD_IN, RECENT_SCANS - 1)
        return is_heard and tag.heard_ns[due] >= arrival.first_ns + FLIGHT_NS

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
        goes_on = any(other.left is None and other.antenna in self._deal.due()[1:] for other in self._held.cards)
        may_be_another = not goes_on and self._unheard.may_lie_under(arrival)
        return not (may_be_another or self._deal.shows_a_later_card(arrival))

    def _is_after(self, arrival: Arrival, entry_ns: Nanoseconds | None) -> bool:
        """Whether an arrival came after the entry that waits, or is of the hand that it throws in, and is not due
        itself."""
        if arrival.left is not None and arrival.left == self.throwing:
            return arrival.left not in self._deal.leaving()
        if entry_ns is None or min(arrival.first_ns, arrival.missed_ns or arrival.first_ns) <= entry_ns:
            return False
        return not self._may_be_due(arrival)

    def _may_be_due(self, arrival: Arrival) -> bool:
        """Whether a card of the pack has come to where one is due, or one has left its place that is to leave it."""
        return arrival.left in self._deal.leaving() or (arrival.left is None and arrival.antenna in self._deal.due())

    def _waits(self, oldest: Arrival, now_ns: Nanoseconds) -> bool:
        """Whether a card that nothing awaits is held. One that was dealt before anybody had noticed a ruling came
        before all that it asks for."""
        if oldest.left is None and self._is_unnoticed(oldest.first_ns):
            return self._patience.may_be_preceded(oldest, now_ns)
        return self._patience.holds(oldest, now_ns) or self._looks_for(oldest, now_ns)

    def _is_unnoticed(self, when_ns: int) -> bool:
        """Whether nobody had noticed at a moment that a ruling asks for something first."""
        return self._deal.deals_on() is not None and when_ns < self._played_ns + NOTICED_NS

    def _released_out_of_order(self, arrival: Arrival, now_ns: Nanoseconds) -> Arrival:
        self._unheard.left_out(next(iter(self._deal.due()), None) if arrival.left is None else None)
        return self._released(arrival, now_ns)

    def _released(self, arrival: Arrival, now_ns: Nanoseconds) -> Arrival:
        self._held.cards.remove(arrival)
        self.released_ns = now_ns
        asked = (self.unheard_at, self._looked_at)
        if arrival.left is None or arrival.antenna in asked:  # one that is thrown in answers no question
            self._looked_at = self.unheard_at = None
        return arrival

    def _came_and_went(self, held: Arrival) -> Arrival | None:
        """The arrival, at the place that is due, of a card that was not heard there and lies elsewhere now. Its move
        from there stays held. It is returned only once: a ruling may then ask for the card to be put back."""
        due = self._deal.due()
        if held.was_due or not due or not (self._was_thrown_in(held, due[0]) or self._was_returned(held, due[0])):
            return None
        self._held.change(held, replace(held, left=due[0], missed_ns=held.first_ns, was_due=True))
        self.released_ns = Nanoseconds(held.decided_ns)
        return replace(held, antenna=due[0])

    def _was_thrown_in(self, held: Arrival, due: Antenna) -> bool:
        """Whether a card of the pack that lies where cards are thrown was dealt where one is due: it was heard there
        (next door, if that player's fold waits), or the others of that place have been taken, so it went with them."""
        if held.left is not None or held.antenna not in self._polling.rest:
            return False
        others = [tag.home for tag in self._beliefs.at(due).values() if tag.home is not None]
        is_taken = any(other.left == due for other in self._held.cards)
        is_taken = is_taken or (bool(others) and all(map(self._silent.has_left, others)))
        is_next_door = due in self._beliefs.chances.neighbours[held.antenna]  # it may be overheard there as well
        may_pass = not is_next_door or self.throwing == due
        was_there = is_taken or (may_pass and self._beliefs.passed_by.get(held.uid) == due)
        return was_there and self._deal.after_one_more(replace(held, left=due, missed_ns=held.first_ns))

    def _was_returned(self, held: Arrival, due: Antenna) -> bool:
        """Whether a card that was to go from its place to another one lies with the pack: it was thrown in first."""
        return held.left in self._deal.leaving() and held.antenna in self._beliefs.chances.pack and held.antenna != due

    def _looks_for(self, oldest: Arrival, now_ns: Nanoseconds) -> bool:
        """Whether a card that is due may lie unheard, so that the others wait. In the end somebody is asked."""
        may_lie_at = self._where_unheard(oldest, now_ns)
        has_come = any(each.antenna == self.unheard_at and self._may_be_due(each) for each in self._held.cards)
        if has_come or self.unheard_at not in self._deal.due()[:1]:
            self.unheard_at = None
        if self.unheard_at is None and may_lie_at is None:
            return False
        scans = self._polling.scans_since(self._deal.due()[0], oldest.first_ns)
        if now_ns - oldest.first_ns >= (ASK_NS if scans >= ASK_SCANS else ASK_MAX_NS):
            self.unheard_at = self.unheard_at or may_lie_at
        return True

    def _where_unheard(self, held: Arrival, now_ns: Nanoseconds) -> Antenna | None:
        """Where the card that is due may lie, as far as those that were heard instead can tell. One that has left its
        place for there must lie somewhere, and others may drown one after which a card that has moved is in order."""
        due = self._deal.due()
        if not due or due[0] == self._looked_at:
            return None
        if held.left is not None:
            is_drowned = not self._deal.leaving() and self._patience.may_be_missed(held)
            return due[0] if is_drowned or self._silent.is_gone(self._deal.leaving()) else None
        is_next_but_one = self._deal.after_one_more(held)
        fits_then = is_next_but_one or self._deal.deals_on() is None
        if (fits_then and self._may_have_left_for(due[0])) or self._patience.may_be_missed(held):
            return due[0]
        if is_next_but_one and self._lies_next_door(due, now_ns):
            return due[0]
        before = due[: due.index(held.antenna)] if held.antenna in due else ()
        passed_over = due[:1] if is_next_but_one else before
        if not passed_over or not self._follow(due):
            return None
        explained = all(map(self._unheard.glimpses.may_lie_at, passed_over))
        explained = explained or self._unheard.may_lie_at(passed_over, held)
        return due[0] if explained else None

    def _may_have_left_for(self, due: Antenna) -> bool:
        """Whether one of the cards that are to leave their place has left it, or was heard where it is awaited."""
        leaving = self._deal.leaving()
        return self._silent.is_gone(leaving) or self._unheard.may_have_come_to(due, leaving)

    def _lies_next_door(self, due: tuple[Antenna, ...], now_ns: Nanoseconds) -> bool:
        """Whether the next two cards may both have been heard next door to the first place, where the second one goes:
        the first lies across, or was dealt to the wrong place. One each may lie at the places after those."""
        new = Counter(arrival.antenna for arrival in self._held.new(now_ns))
        second = due[1:2]
        is_double = [antenna for antenna, count in new.items() if count > 1] == list(second)
        return is_double and new[second[0]] == 2 and second[0] in self._beliefs.chances.neighbours[due[0]]

    def _follow(self, due: tuple[Antenna, ...]) -> bool:
        """Whether the cards of the pack that are held lie one each at the places that are due after the first, to which
        the next round may come back, and nowhere more than are due there. One more next door to the first may be that
        card, if its own antenna hears nothing."""
        come = [arrival.antenna for arrival in self._held.cards if arrival.left is None]
        places = come[: len(due) - 1]
        twice = {place for place in places if places.count(place) > 1}
        twice |= {place for place, count in Counter(come).items() if count > self._deal.count_due(place) > 0}
        is_overheard = self._unheard.is_blind(due[0]) and len(places) == len(set(places)) + 1
        if twice and not (is_overheard and twice.intersection(self._beliefs.chances.neighbours[due[0]])):
            return False
        comes_back = self._deal.count_due(due[0]) > 1
        return not due[1:] or set(places) <= set(due if comes_back else due[1:])
