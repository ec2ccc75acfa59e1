"""Perception of one table: scans in, cards in places out, in the order of the deal.

Sans-IO: whoever hosts it scans `next_antenna`, gives the scan to `take`, and takes `arrivals` to the table one by one.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from burncard.controller.perception.arrival import Arrival, Deal
from burncard.controller.perception.beliefs import Beliefs, Candidate, TagBelief
from burncard.controller.perception.chances import Antenna, Chances
from burncard.controller.perception.decision import Awaited, rests_at
from burncard.controller.perception.polling import Polling
from burncard.controller.perception.rates import DEFAULT_RATES, Rates
from burncard.controller.perception.silent import Silent
from burncard.controller.perception.unheard import Unheard
from burncard.controller.perception.what_to_ask import questions
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds

HOLD_NS: Final = 60 * MS
HOLD_FOR_MISSING_NS: Final = 1 * SECOND
HOLD_WHILE_APPEARING_NS: Final = 1_600 * MS
HOLD_WHILE_AWAY_NS: Final = 4 * SECOND
UNHEARD_MAX: Final = 0.0001
DISTRUST_NS: Final = 1_500 * MS
SOON: Final = 2
"""So many of the cards after the one that is due may have come before that one is decided on."""
POSSIBLE: Final = 0.05
LIKELY: Final = 0.3
LIKELY_GONE: Final = 0.3

CAME_DUE: Final = 0.2
CAME_LIKELY: Final = 0.01
CAME_THROWN: Final = 0.004
CAME_UNLIKELY: Final = 0.0004


class Perception:
    """The way from scans to arrivals. `neighbours`: the antennas that may hear the cards of each; `rest`: where cards
    are thrown or set aside; `pack`: where the undealt pack may lie; `muck`: where cards are thrown.

    `released_ns`: when an arrival was last released. `unheard_at`: where a card that is due seems to lie unheard, so
    that later ones are held until somebody has looked.
    """

    def __init__(
        self,
        deal: Deal,
        neighbours: Mapping[Antenna, tuple[Antenna, ...]],
        rest: Iterable[Antenna] = (),
        pack: Iterable[Antenna] = (),
        muck: Iterable[Antenna] = (),
        rates: Mapping[Antenna, Rates] | None = None,
    ) -> None:
        self.deal = deal
        rates = dict.fromkeys(neighbours, DEFAULT_RATES) if rates is None else rates
        self.beliefs = Beliefs(Chances(neighbours, rates, pack))
        self.polling = Polling(neighbours, rest)
        self.muck = frozenset(muck)
        self.silent = Silent(self.beliefs, self.polling, self.muck)
        self.unheard = Unheard(self.beliefs)
        self.held: list[Arrival] = []
        self.unheard_at: Antenna | None = None
        self.released_ns = Nanoseconds(0)
        self._looked_at: Antenna | None = None
        self._entry_waits = False
        self._moment: Hashable = None
        self._distrusted: dict[str, int] = {}

    def take(
        self, antenna: Antenna, heard: Mapping[str, float | None], ended_ns: Nanoseconds, *, complete: bool = True
    ) -> None:
        """One scan of an antenna. One that is not complete says nothing about the tags that it did not hear."""
        self.polling.scanned(antenna, ended_ns, complete=complete and not self._is_covered(antenna, heard))
        if self._moment != (moment := self.deal.moment()):
            self._moment = moment
            self.beliefs.reconsider(self._came)
        self.beliefs.scanned(antenna, heard, ended_ns, self._came, complete=complete)
        self.unheard.scanned(antenna, heard, ended_ns)
        self.decide(ended_ns)

    def decide(self, now_ns: Nanoseconds) -> None:
        """Takes every open question that can be answered now."""
        due, dealt_to = self.deal.due(), self._dealt_to()
        if not due:
            self.unheard.waits()
        next_due = next(iter(due), None)
        for tag in list(self.beliefs.unsettled()):
            if self._distrusted.get(tag.uid, now_ns) > now_ns:
                continue
            overdue = next_due if self._is_overdue(tag) else None
            for antenna, candidate in sorted(tag.candidates.items(), key=lambda item: item[1].first_ns):
                awaited = Awaited(
                    self._is_due(tag, dealt_to),
                    soon=due[1 : 1 + SOON] if tag.home is None else (),
                    is_contested=self._is_contested(tag, antenna),
                    is_late=self.unheard.had_time(candidate.first_ns),
                    is_overdue=antenna == overdue,
                )
                if rests_at(tag, candidate, now_ns, awaited):
                    missed_ns = None if tag.home is None else tag.home.missed_ns
                    self.held.append(Arrival(tag.uid, antenna, tag.home_antenna, candidate.first_ns, now_ns, missed_ns))
                    self.unheard.heard(antenna)
                    self.beliefs.settle(tag, antenna)
                    break

    def distrust(self, uid: str, now_ns: Nanoseconds) -> None:
        """A tag answers at two places in turn: nothing is decided of it for a moment."""
        self._distrusted[uid] = now_ns + DISTRUST_NS

    def forget(self) -> None:
        """All cards are back in the pack."""
        self.beliefs.forget()
        self.held.clear()
        self.unheard.forget()
        self.unheard_at = self._looked_at = None
        self._distrusted.clear()

    def release(self, now_ns: Nanoseconds, entry_ns: Nanoseconds | None = None) -> Arrival | None:
        """The next arrival that the table is to be given now; to be asked until there is none.

        `entry_ns`: when the entry that waits was made, in time spent looking. What was first heard later came after it,
        unless it is a card that was due.
        """
        self._entry_waits = entry_ns is not None
        for arrival in self.held:
            if self._is_after(arrival, entry_ns):
                continue
            fits = self._lies_where_due(arrival) or self.deal.in_order(arrival)
            if fits and not self._overtakes(arrival, now_ns, entry_ns):
                if arrival.left is None:
                    self.unheard.told(arrival.antenna, arrival.first_ns)
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
        if now_ns < self._hold_until(oldest) or appearing or (age_ns < HOLD_WHILE_AWAY_NS and self.is_away(now_ns)):
            return None
        self.unheard_at = self._where_unheard(oldest)
        if self.unheard_at is not None:
            return None
        self.unheard.left_out(next(iter(self.deal.due()), None) if oldest.left is None else None)
        return self._released(oldest, now_ns)

    def looked(self, antenna: Antenna) -> None:
        """Somebody has looked: no card lies unheard at a place."""
        self._looked_at, self.unheard_at = antenna, None

    def due_blindly(self) -> Antenna | None:
        """The place where a card is due before an entry, if nobody has looked there, and it may well lie there: it was
        heard too seldom to be sure, it has left its place, or it is the last one, and the antenna hears nothing."""
        due = self.deal.due()
        if not due or due[0] == self._looked_at:
            return None
        is_last = len(due) == 1 and self.unheard.is_blind(due[0])
        heard = (
            is_last or self.silent.is_gone(self.deal.leaving()) or self.unheard.is_glimpsed(due[0], self.deal.leaving())
        )
        return due[0] if heard else None

    def next_antenna(self, now_ns: Nanoseconds) -> Antenna:
        """The antenna to scan next."""
        due = self.deal.due()
        hot = questions(self.beliefs.unsettled(), due[: 1 + SOON], self.deal.leaving(), self.polling.rest)
        wanted, empty = due[:2], self.deal.empty()
        if self._is_stalled(now_ns):
            wanted, empty = due[:1], ()
        else:
            for antenna in due[:1]:
                hot[antenna] = max(hot.get(antenna, 0), 8.0 if self.held or self._entry_waits else 1.0)
        if not due:
            for antenna, worth in self.silent.worth(now_ns).items():
                hot[antenna] = max(hot.get(antenna, 0), worth)
        is_missed = any(self.silent.gone(place) > LIKELY_GONE for place in self.silent.sought(now_ns))
        awake = (*due, *self.polling.rest) if is_missed else due
        return self.polling.next(now_ns, wanted, hot, awake, empty, self.deal.early())

    def new_before(self, when_ns: Nanoseconds, now_ns: Nanoseconds) -> bool:
        """Whether a card of the pack that was heard before a moment is still held back, or appearing."""
        return any(first_ns <= when_ns for _, first_ns in self._new(now_ns))

    def unsure(self, now_ns: Nanoseconds) -> bool:
        """Whether a card in play was just missed at its place: it may have been taken away."""
        return self.silent.unsure(now_ns)

    def is_going(self, now_ns: Nanoseconds) -> bool:
        """Whether a card that nobody may take has left its place, and it is not known yet where it went."""
        kept = self.deal.kept()
        if any(arrival.left in kept for arrival in self.held):
            return True
        if any(tag.home_antenna in kept for tag, _ in self._appearing()):
            return True
        return self.silent.is_astray(kept, now_ns)

    def is_away(self, now_ns: Nanoseconds) -> bool:
        """Whether a card that is awaited elsewhere, such as a discard, has left its place."""
        return self.silent.is_away(self.deal.leaving(), now_ns)

    def is_coming(self) -> bool:
        """Whether a card that is due has been heard and is not told yet."""
        due = self.deal.due()
        if any(arrival.antenna in due for arrival in self.held):
            return True
        return any(candidate.place.antenna in due for _, candidate in self._appearing())

    def may_be_missed(self, since_ns: int, places: int = 1) -> bool:
        """Whether the cards that are due at the first places may all lie there: those that do not appear there must
        have been missed by every scan since a moment."""
        due, chance = self.deal.due()[:places], 1.0
        come = {candidate.place.antenna for tag, candidate in self._appearing() if tag.home is None}
        for antenna in set(due) - come:
            scans = self.polling.scans_since(antenna, since_ns)
            chance *= self.beliefs.chances.unheard(antenna, len(self.beliefs.at(antenna)), scans)
        return bool(due) and chance > UNHEARD_MAX

    @property
    def quiet(self) -> bool:
        """Whether nothing is open: no card is appearing, none is held."""
        return not self.held and not any(tag.home is None for tag in self.beliefs.unsettled())

    # ---- inside --------------------

    def _is_stalled(self, now_ns: int) -> bool:
        """Whether the dealer has dealt no card where the next one is due for so long that it may lie elsewhere."""
        waited_for = self.held or self._entry_waits or self.deal.leaving()
        return not waited_for and self.unheard.is_stalled(now_ns)

    def _is_covered(self, antenna: Antenna, heard: Collection[str]) -> bool:
        """Whether a scan hears none of the cards that lie there: it says nothing of another one."""
        lying = self.beliefs.at(antenna).keys()
        return bool(lying) and lying.isdisjoint(heard)

    def _lies_where_due(self, arrival: Arrival) -> bool:
        """Whether it came from the pack to the place that is due: whatever card it is, it is no later one."""
        return arrival.left is None and arrival.antenna in self._dealt_to()

    def _dealt_to(self) -> tuple[Antenna, ...]:
        """Where the next card of the pack is due, if no card that has been dealt is to come before it."""
        return () if self.deal.leaving() else self.deal.due()[:1]

    def _leaves_for(self, home: Antenna | None) -> tuple[Antenna, ...]:
        """Where the next card is due, if it is to come from this place."""
        return self.deal.due()[:1] if home in self.deal.leaving() else ()

    def _is_after(self, arrival: Arrival, entry_ns: Nanoseconds | None) -> bool:
        """Whether an arrival came after the entry that waits."""
        if entry_ns is None or min(arrival.first_ns, arrival.missed_ns or arrival.first_ns) <= entry_ns:
            return False
        return arrival.antenna not in self.deal.due() and arrival.left not in self.deal.leaving()

    def _released(self, arrival: Arrival, now_ns: Nanoseconds) -> Arrival:
        self.held.remove(arrival)
        self.released_ns = now_ns
        self._looked_at = self.unheard_at = None
        return arrival

    def _came_first(self) -> Arrival:
        """The card that came first of those that are held. What one round of scans has found is in the order of the
        deal, in which a card that nothing awaits lies there in place of the one that is due."""
        oldest = min(self.held, key=lambda arrival: arrival.first_ns)
        before = (each for each in self.held if self.deal.goes_first(each, oldest))
        due = self.deal.due()

        def came(arrival: Arrival) -> tuple[int, int]:
            return due.index(arrival.antenna) if arrival.antenna in due else 0, arrival.first_ns

        def may_precede(arrival: Arrival) -> bool:
            missed_ns = self.polling.before(arrival.antenna, arrival.first_ns)
            return arrival.left is None and missed_ns < oldest.first_ns

        found = [oldest] if oldest.left is not None else list(filter(may_precede, self.held))
        return next(before, min(found, key=came))

    def _came_and_went(self, held: Arrival) -> Arrival | None:
        """The arrival, at the place that is due, of a card of the pack that lies where cards are thrown. The others of
        that place have been taken, so it was dealt there and thrown in with them unheard. Its move stays held."""
        due = self.deal.due()
        if not due or held.left is not None or held.antenna not in self.polling.rest:
            return None
        thrown = replace(held, left=due[0], missed_ns=held.first_ns)
        others = [tag.home for tag in self.beliefs.at(due[0]).values() if tag.home is not None]
        taken = any(other.left == due[0] for other in self.held) or (others and all(map(self.silent.has_left, others)))
        if not taken or not self.deal.after_one_more(thrown):
            return None
        self.held[self.held.index(held)] = thrown
        self.released_ns = Nanoseconds(held.decided_ns)
        return replace(held, antenna=due[0])

    def _where_unheard(self, held: Arrival) -> Antenna | None:
        """Where the card that is due may lie, as far as those that were heard instead can tell. One that has left its
        place for there must lie somewhere."""
        due = self.deal.due()
        if not due or due[0] == self._looked_at or held.left is not None:
            return None
        if self.silent.is_gone(self.deal.leaving()):
            return due[0]
        if self.may_be_missed(held.first_ns, self._passed_over(held)):
            return due[0]
        if not self.deal.after_one_more(held) or not self._follow(due[1:]):
            return None
        explained = self.unheard.is_glimpsed(due[0], self.deal.leaving()) or self.unheard.may_lie_at(
            due[0], held.first_ns
        )
        return due[0] if explained else None

    def _follow(self, due: tuple[Antenna, ...]) -> bool:
        """Whether the cards of the pack that are held lie one each at the places that are due after the first."""
        places = [arrival.antenna for arrival in self.held if arrival.left is None][: len(due)]
        return not due or (len(set(places)) == len(places) and set(places) <= set(due))

    def _appearing(self) -> Iterator[tuple[TagBelief, Candidate]]:
        """The cards that are not decided on yet, and where they seem to have come."""
        for tag in self.beliefs.unsettled():
            for candidate in tag.candidates.values():
                if candidate.place.weight > LIKELY:
                    yield tag, candidate

    def _new(self, now_ns: Nanoseconds) -> Iterator[tuple[Antenna, int]]:
        """Where cards of the pack are held back or appearing, and when each was first heard there."""
        for arrival in self.held:
            if arrival.left is None:
                yield arrival.antenna, arrival.first_ns
        for tag, candidate in self._appearing():
            if tag.home is None and now_ns - candidate.first_ns < HOLD_WHILE_APPEARING_NS:
                yield candidate.place.antenna, candidate.first_ns

    def _overtakes(self, arrival: Arrival, now_ns: Nanoseconds, entry_ns: Nanoseconds | None) -> bool:
        """Whether a card was heard before this one at the same place, or one that nothing awaits: it goes first.

        One that came after the entry that waits does not: this one was due before that entry.
        """
        if arrival.left is not None:
            return False
        due, before_ns = self.deal.due(), arrival.first_ns
        if entry_ns is not None:
            before_ns = min(before_ns, entry_ns + 1)
        earlier = (antenna for antenna, first_ns in self._new(now_ns) if first_ns < before_ns)
        return any(antenna == arrival.antenna or antenna not in due for antenna in earlier)

    def _is_overdue(self, tag: TagBelief) -> bool:
        """Whether later cards or an entry have come that a card of the pack, or one that is to leave, precedes."""
        return bool(self.held or self._entry_waits) and tag.home_antenna in (None, *self.deal.leaving())

    def _is_contested(self, tag: TagBelief, antenna: Antenna) -> bool:
        """Whether another card seems to have come to the same place."""
        if any(arrival.antenna == antenna and arrival.left is None for arrival in self.held):
            return True
        return any(other is not tag and candidate.place.antenna == antenna for other, candidate in self._appearing())

    def _is_due(self, tag: TagBelief, dealt_to: Collection[Antenna]) -> Callable[[Antenna], bool]:
        """Where the table awaits this card: the next of the pack, or one that may well move."""
        if tag.home is None:
            return lambda antenna: antenna in dealt_to
        return lambda antenna: self._likely(tag, antenna)

    def _came(self, tag: TagBelief, antenna: Antenna) -> float:
        if not self._likely(tag, antenna):
            return CAME_THROWN if tag.home is not None and antenna in self.muck else CAME_UNLIKELY
        is_due = antenna in (self._dealt_to() if tag.home is None else self._leaves_for(tag.home_antenna))
        return CAME_DUE if is_due or tag.home_antenna in self.deal.folded() else CAME_LIKELY

    def _likely(self, tag: TagBelief, antenna: Antenna) -> bool:
        return self.deal.likely(tag.uid, tag.home_antenna, antenna, alone=self._is_alone(tag))

    def _is_alone(self, tag: TagBelief) -> bool:
        """Whether other cards at the home of a tag were heard there by the last scan: they have not gone with it."""
        if tag.home is None:
            return False
        there = (other for other in self.beliefs.at(tag.home.antenna).values() if other is not tag)
        return any(other.home is not None and not other.home.misses for other in there)

    def _hold_until(self, arrival: Arrival) -> int:
        if self.may_be_missed(arrival.first_ns, self._passed_over(arrival)):
            return arrival.first_ns + HOLD_WHILE_APPEARING_NS
        due = self.deal.due()
        missed_ns = self.polling.before(arrival.antenna, arrival.first_ns)
        is_later = bool(due) and arrival.left is None and self.unheard.had_time(missed_ns)
        if is_later or self.deal.after_one_more(arrival):
            return arrival.first_ns + HOLD_FOR_MISSING_NS
        polled = not due or self.polling.last_ns[due[0]] > arrival.first_ns
        return arrival.decided_ns + (HOLD_NS if polled else 4 * HOLD_NS)

    def _passed_over(self, arrival: Arrival) -> int:
        """How many cards that are due would have come before this one, if it is in order."""
        due = self.deal.due()
        if arrival.left is None and arrival.antenna in due:
            return due.index(arrival.antenna)
        return int(self.deal.after_one_more(arrival))

    def _precedes(self, held: Arrival, now_ns: Nanoseconds) -> bool:
        """Whether a card that came before the one that is held, or that would be in order, is being heard."""
        if any(candidate.first_ns < held.first_ns for _, candidate in self._appearing()):
            return True
        for tag in self.beliefs.unsettled():
            for antenna, candidate in tag.candidates.items():
                arrival = Arrival(tag.uid, antenna, tag.home_antenna, candidate.first_ns, now_ns)
                if candidate.reads and candidate.place.weight > POSSIBLE and self.deal.in_order(arrival):
                    return True
        return False
