"""Perception of one table: scans in, cards in places out, in the order of the deal.

Sans-IO: whoever hosts it scans `next_antenna`, gives the scan to `take`, and takes `arrivals` to the table one by one.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import Final

from burncard.controller.perception.arrival import Arrival, Deal, dealt_to
from burncard.controller.perception.awaited_card import Awaited, InTime, Places
from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Antenna, Chances
from burncard.controller.perception.contenders import SOON, Contender, Contenders
from burncard.controller.perception.decision import rivals_of, standing
from burncard.controller.perception.doubt import Doubt
from burncard.controller.perception.held import Held
from burncard.controller.perception.likely_moves import LikelyMoves
from burncard.controller.perception.order import Order
from burncard.controller.perception.polling import Polling
from burncard.controller.perception.rates import DEFAULT_RATES, Rates
from burncard.controller.perception.silent import Silent
from burncard.controller.perception.tag_belief import Candidate, TagBelief
from burncard.controller.perception.unheard import Unheard
from burncard.controller.perception.what_to_ask import questions
from burncard.firmware_bridge.driver import Nanoseconds

LIKELY_GONE: Final = 0.3
WAITED_FOR: Final = 8.0
"""How much it is worth to hear the card that others wait for: the one that is due, or one that came before them where
cards are thrown or burned."""
IS_IT_AHEAD: Final = 4.0
"""The same while a card seems to have come elsewhere: is it the next one, or one after that?"""
IS_IT_LAID: Final = 50.0
"""How much it is worth to know that the dealer still holds the pack, when a weak card is heard next door to it."""
BY_THE_PACK: Final = 2.0
"""The same while the card that is due, such as the burn, may lie so near the pack that only its antenna hears it."""
SECOND_BURN: Final = 0.5
"""How much a scan of the burn is worth beside one of the place that is due, while a street is dealt."""
TURNED: Final = 1.0
"""The same for a place where a card is to be turned over."""
PUSHED: Final = 4.0
"""The same for the two places between which somebody is to push a card."""


class Perception:
    """The way from scans to arrivals. `neighbours`: the antennas that may hear the cards of each; `rest`: where cards
    are thrown or set aside; `pack`: where the undealt pack may lie; `muck`: where cards are thrown; `burn`: where they
    are burned; `rows`: where they lie side by side.

    `held`: the cards that have been decided on; `order` releases them.
    """

    def __init__(
        self,
        deal: Deal,
        neighbours: Mapping[Antenna, tuple[Antenna, ...]],
        rest: Iterable[Antenna] = (),
        pack: Iterable[Antenna] = (),
        muck: Iterable[Antenna] = (),
        rates: Mapping[Antenna, Rates] | None = None,
        rows: Iterable[Antenna] = (),
        burn: Iterable[Antenna] = (),
    ) -> None:
        self.deal = deal
        rates = dict.fromkeys(neighbours, DEFAULT_RATES) if rates is None else rates
        self.muck = frozenset(muck)
        self._nobodys = frozenset(rest) - self.muck
        self._heap = self._nobodys.difference(pack).union(burn)  # as good as the muck, for a card that was thrown in
        no_seats = frozenset((*rest, *rows))
        self._by_the_muck = no_seats.intersection(*(neighbours[each] for each in self.muck)) - self.muck
        self.beliefs = Beliefs(Chances(neighbours, rates, pack), self.muck, rows)
        self.polling = Polling(neighbours, rest)
        self.silent = Silent(self.beliefs, self.polling, self.muck, no_seats.union(burn).difference(pack))
        self.unheard = Unheard(self.beliefs, self.polling)
        self.doubt = Doubt(self.beliefs)
        self.held = Held(deal, self.beliefs)
        self._contenders = Contenders(deal, self.beliefs, self.held, self.unheard)
        self.order = Order(deal, self.held, self.beliefs, self.polling, self.silent, self.unheard, self.doubt)
        self._moves = LikelyMoves(deal, self.beliefs, self.held, self.order, self.muck)
        self._moment: Hashable = None
        self._distrusted: dict[str, int] = {}

    def take(
        self,
        antenna: Antenna,
        heard: Mapping[str, float | None],
        ended_ns: Nanoseconds,
        *,
        took_ns: int,
        complete: bool = True,
    ) -> None:
        """One scan of an antenna. One that is not complete says nothing about the tags that it did not hear."""
        counts = complete and not self._is_covered(antenna, heard)
        self.polling.scanned(antenna, ended_ns, took_ns, complete=counts)
        if self._moment != (moment := self.deal.moment()):
            self._moment = moment
            self.beliefs.reconsider(self._moves.came, ended_ns)
        unproven = antenna in self._unproven()
        self.beliefs.scanned(antenna, heard, ended_ns, self._moves.came, complete=complete, unproven=unproven)
        self.unheard.glimpses.scanned(antenna, heard, ended_ns)
        self.unheard.mute.scanned(heard)
        self.silent.scanned(heard, ended_ns)
        if complete:
            self.doubt.scanned(antenna, heard)
        self.decide(ended_ns)

    def lost(self, now_ns: Nanoseconds, lost_ns: int) -> None:
        """For so long no antenna was scanned, and no time counts as spent looking; but the dealer may have gone on."""
        self.unheard.pace.lost(now_ns, lost_ns)

    def decide(self, now_ns: Nanoseconds) -> None:
        """Takes every open question that can be answered now."""
        if not self.deal.due():
            self.unheard.pace.waits()
        self._contenders.forget()
        for tag in list(self.beliefs.unsettled()):
            if self._distrusted.get(tag.uid, now_ns) <= now_ns:
                self._decide_on(tag, now_ns)
        self.doubt.expire(now_ns)

    def distrust(self, uid: str, until_ns: Nanoseconds) -> None:
        """A tag answers at two places in turn: nothing is decided of it until a moment."""
        self._distrusted[uid] = until_ns

    def forget(self) -> None:
        """All cards are back in the pack."""
        self.beliefs.forget()
        self.order.forget()
        self.doubt.forget()
        self.unheard.forget()
        self._distrusted.clear()

    def next_antenna(self, now_ns: Nanoseconds, among: Collection[Antenna] | None = None) -> Antenna:
        """The antenna to scan next: one of `among`, those that the reader which asks may scan; None: of all."""
        due = self.deal.due()
        rest = self.polling.rest if self.order.throwing is None else ()
        hot = questions(self.beliefs.unsettled(), due[: 1 + SOON], self.deal.leaving(), rest)
        is_ahead = self.beliefs.come_elsewhere(due[:1])
        is_stalled = not is_ahead and self._is_stalled(now_ns)
        is_soon = self.order.is_waiting or bool(self.deal.leaving()) or self.unheard.pace.is_soon(now_ns)
        expected = due if is_soon and not is_stalled else ()
        came = {candidate.place.antenna for _, candidate in self.beliefs.dealt() if self.held.cards}
        between, chances = self.doubt.between, self.beliefs.chances
        asked: list[tuple[Iterable[Antenna], float]] = [
            (expected[:1], WAITED_FOR if self.order.is_waiting else IS_IT_AHEAD if is_ahead else 1.0),
            (chances.pack if self.beliefs.asks_for_the_pack(due[:1]) else (), IS_IT_LAID),
            (came & self._heap, WAITED_FOR),
            (self.unheard.heard_by_the_pack(due[:1]) if self.held.cards else (), BY_THE_PACK),
            (self.deal.early() if due and not is_stalled else (), SECOND_BURN),
            (() if between is None else between.antennas, PUSHED),
            (self.deal.turned(), TURNED),
            *(((antenna,), worth) for antenna, worth in (() if due else self.silent.worth(now_ns).items())),
        ]
        for antennas, worth in asked:
            hot.update((antenna, max(hot.get(antenna, 0), worth)) for antenna in antennas)
        is_missed = any(self.silent.gone(place) > LIKELY_GONE for place in self.silent.sought(now_ns))
        awake = (*due, *self.polling.rest) if is_missed else due
        empty = () if is_stalled else self.deal.empty()
        return self.polling.next(now_ns, expected[:2], hot, awake, empty, self.deal.early(), chances.pack, among)

    def new_before(self, when_ns: Nanoseconds, now_ns: Nanoseconds) -> bool:
        """Whether a card of the pack that was heard before a moment is still held back, or appearing."""
        return self.doubt.is_still_heard(now_ns) or any(each.first_ns <= when_ns for each in self.held.new(now_ns))

    def unsure(self, now_ns: Nanoseconds) -> bool:
        """Whether a card in play was just missed at its place: it may have been taken away."""
        return self.silent.unsure(now_ns)

    def is_going(self, now_ns: Nanoseconds) -> bool:
        """Whether a card that nobody may take has left its place, and it is not known yet where it went."""
        kept = self.deal.kept()
        if any(arrival.left in kept for arrival in self.held.cards):
            return True
        if any(tag.home_antenna in kept for tag, _ in self.beliefs.appearing()):
            return True
        return self.silent.is_astray(kept, now_ns)

    def is_away(self, now_ns: Nanoseconds) -> bool:
        """Whether a card that is awaited elsewhere, such as a discard, has left its place, or one is due at that of a
        hand which is thrown in."""
        return self.silent.is_away(self.deal.leaving(), now_ns) or any(map(self.held.throws_in, self.held.cards))

    def is_coming(self) -> bool:
        """Whether a card that is due has been heard and is not told yet."""
        due = self.deal.due()
        is_held = any(arrival.antenna in due for arrival in self.held.cards)
        return is_held or any(candidate.place.antenna in due for _, candidate in self.beliefs.appearing())

    def may_be_missed(self, since_ns: int) -> bool:
        """Whether the card that is due next may lie there, missed by every scan since a moment."""
        return self.unheard.may_all_lie_at(self.deal.due()[:1], since_ns)

    @property
    def quiet(self) -> bool:
        """Whether nothing is open: no card is appearing, none is held."""
        is_asked = self.doubt.between is not None
        return not is_asked and not self.held.cards and not any(tag.home is None for tag in self.beliefs.unsettled())

    # ---- inside --------------------

    def _decide_on(self, tag: TagBelief, now_ns: Nanoseconds) -> None:
        between, is_contested, places = None, False, self._places()
        for _, candidate in sorted(tag.candidates.items(), key=lambda item: item[1].first_ns):
            if self.beliefs.is_open(tag, candidate):
                continue
            awaited = self._awaited(tag, candidate, places)
            stands = standing(tag, candidate, now_ns, awaited)
            muck = self._thrown_beside(tag, candidate.place.antenna)
            if stands == "rests" or (stands == "between" and muck is not None):
                self._rests_at(tag, candidate, now_ns, muck)
                return
            between = (candidate, rivals_of(tag, candidate, awaited)) if stands == "between" else between
            is_due = candidate.place.antenna in self.deal.due()[:1]
            is_contested = is_contested or (is_due and awaited.others.is_contested)
        is_next = is_contested and not self._is_asked_first(tag)  # the other card goes first, then this one
        if between is not None and not is_next:
            self.doubt.ask(tag, *between, now_ns)
            self._contenders.forget()

    def _is_asked_first(self, tag: TagBelief) -> bool:
        """Whether a card is asked about before another one is reported that seems to have come to the same place: it is
        not due anywhere after that one, and was not asked about before."""
        return self.doubt.between is None and tag.candidates.keys().isdisjoint(self.deal.due()[1:])

    def _awaited(self, tag: TagBelief, candidate: Candidate, places: Places) -> Awaited:
        """What the table awaits while it is decided whether a tag rests at a candidate."""
        here, contenders = candidate.place.antenna, self._contenders.of(tag, candidate)
        is_next = here in self.deal.due()[:1]
        others = self._contenders.as_others(contenders, tag, candidate)
        is_due = self._is_due(tag, () if is_next and here in others.taken else dealt_to(self.deal))
        return Awaited(
            is_due=is_due,
            soon=self._contenders.soon() if tag.home is None else (),
            places=places,
            others=others,
            in_time=InTime(
                may_pass=tag.home is None and self._may_pass(candidate, contenders, is_due=is_due(here)),
                is_late=self.unheard.pace.may_have_had_time(candidate.first_ns),
                is_overdue=is_next and self._is_overdue(tag),
            ),
            looked=self.doubt.of(tag.uid),
            is_known=all(arrival.uid != tag.uid for arrival in self.held.cards),
            is_overheard=self.beliefs.may_overhear(tag, here),
            was_overheard=self.silent.was_overheard(candidate.place),
        )

    def _places(self) -> Places:
        """What the deal makes of the places now."""
        has_laid_pack, folded = bool(self.beliefs.laid_pack.cards), self.deal.folded()
        return Places(
            muck=self.muck,
            undealt=self._nobodys if self.order.throwing is not None else self._nobodys | self.muck,
            folded=folded,
            empty=(*self.deal.empty(), *folded, *self._nobodys),
            unasked=self.beliefs.chances.pack.difference(self.deal.due()) if has_laid_pack else (),
            unproven=self._unproven(),
        )

    def _may_pass(self, candidate: Candidate, contenders: Iterable[Contender], *, is_due: bool) -> bool:
        """Whether a new card may be on its way to another place. Where it is not due: there was no time to lay it down
        after the last one, or after one that was found at its place. Where it is due: a later one lay there before."""
        pace, first_ns = self.unheard.pace, candidate.first_ns
        if is_due:
            return any(arrival.left is None and arrival.first_ns < first_ns for arrival in self.held.cards)
        found_ns = [other.first_ns for other in contenders if other.leads is None]
        return pace.is_early(first_ns) or any(at_ns <= first_ns < at_ns + pace.shortest_ns for at_ns in found_ns)

    def _rests_at(self, tag: TagBelief, candidate: Candidate, now_ns: Nanoseconds, muck: Antenna | None = None) -> None:
        """It has been decided where a tag lies. `muck`: where it counts as thrown in, next door."""
        antenna = candidate.place.antenna if muck is None else muck
        first_ns = self.doubt.first_ns(tag.uid, candidate.first_ns)
        missed_ns = None if tag.home is None else tag.home.missed_ns
        if antenna != tag.home_antenna:
            self.held.add(Arrival(tag.uid, antenna, tag.home_antenna, first_ns, now_ns, missed_ns))
        self.unheard.heard(candidate.place.antenna)
        self.beliefs.settle(tag, antenna, None if muck is None else candidate.place.antenna)
        self.doubt.settled(tag.uid)
        self._contenders.forget()

    def _thrown_beside(self, tag: TagBelief, antenna: Antenna) -> Antenna | None:
        """The muck, if a card that is thrown in came to lie beside it: on the board or by the pack, where nobody minds,
        or, of a folded hand, where somebody has looked and left it. So it is on the burn and where cards are set aside,
        also for one that lay in the muck, unless it is to be taken from there. None: it was not thrown, or lies at
        another place."""
        if tag.home is None or self._moves.is_likely(tag, antenna):
            return None
        if tag.home.antenna in self.muck and antenna in self._heap:
            return None if self._moves.may_leave(tag) else tag.home.antenna
        was_left = self.doubt.was_left(tag.uid) and tag.home.antenna in self.deal.folded()
        is_next_door = not self.muck.isdisjoint(self.beliefs.chances.neighbours[antenna])
        is_beside = antenna in self._by_the_muck | self._heap or (was_left and is_next_door)
        return next((muck for muck in self.muck if is_beside and self._moves.is_likely(tag, muck)), None)

    def _is_stalled(self, now_ns: int) -> bool:
        """Whether the dealer has dealt no card where the next one is due for so long that it may lie elsewhere."""
        if self.order.is_waiting or self.deal.leaving():
            return False
        return self.unheard.is_stalled(self.deal.due()[:1], now_ns)

    def _is_covered(self, antenna: Antenna, heard: Collection[str]) -> bool:
        """Whether a scan hears none of the cards that lie there: it says nothing of another one."""
        lying = self.beliefs.at(antenna).keys()
        return bool(lying) and lying.isdisjoint(heard)

    def _is_overdue(self, tag: TagBelief) -> bool:
        """Whether later cards or an entry have come that a card of the pack, or one that is to leave, precedes. Cards
        that are thrown in come at any time."""
        if tag.home is None:
            return self.order.entry_waits or any(arrival.left is None for arrival in self.held.cards)
        return self.order.is_waiting and tag.home_antenna in self.deal.leaving()

    def _unproven(self) -> tuple[Antenna, ...]:
        """Where a card is due, if that antenna has never heard one: it may be dead."""
        return tuple(antenna for antenna in self.deal.due()[:1] if not self.unheard.has_heard(antenna))

    def _is_due(self, tag: TagBelief, next_from_pack: Collection[Antenna]) -> Callable[[Antenna], bool]:
        """Where the table awaits this card: the next of the pack, or one that may well move."""
        if self.held.told_home(tag) is None:
            return lambda antenna: antenna in next_from_pack
        return lambda antenna: self._moves.is_likely(tag, antenna)
