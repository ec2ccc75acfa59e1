"""What is believed of each tag: where it may lie, and how likely each of these places is.

A tag has a home, or is in the pack. Hearing it at another antenna opens a candidate there: it has come to rest in that
zone, well inside or on an edge, or it only passes. Every scan of an antenna multiplies the weight of each explanation
by the chance of that scan under it, misses as well as reads, and the weights of a tag always sum to 1. Home and
candidates are weighed alike, so a wrong home is found out the same way as a move. Nothing is decided here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from math import prod
from typing import Final

from burncard.controller.perception.chances import BESIDE_MAX, Antenna, Chances, Reading
from burncard.controller.perception.laid_pack import LaidPack
from burncard.controller.perception.overheard import Overheard
from burncard.controller.perception.places import Contest, Place
from burncard.controller.perception.tag_belief import Candidate, TagBelief
from burncard.firmware_bridge.driver import MS, Nanoseconds

FORGET_NS: Final = 2_000 * MS
"""A candidate that has not been heard for so long was a ghost, or passed, unless it is likely all the same."""
FORGET_MAX: Final = 0.1
IN_A_PACK: Final = 5
"""A card that is returned to a pack that lies there lies on so many others at least."""
MISSED_MAX: Final = 0.001
"""A pack whose cards are all missed with a smaller chance than this has been taken up."""
COVERED: Final = 0.02
"""How likely it is that a hand or chips lie over all cards of a place, however long they have been silent."""
DUE_PRIOR: Final = 0.1
"""A place as likely as this is considered also where it does not hear the tag: next door to one that does, the muck."""
LIKELIER: Final = 5.0
"""So is one next door that is so much likelier for a card that has moved: the muck, when a live card is taken in."""
TAKEN_AWAY: Final = 0.001
"""A new card that has been heard at a place, and is silent since with this chance, lies there no more."""
OVERHEARD_MIN: Final = 0.05
"""A tag of the pack that was heard next door, and is silent since with this chance, did not lie there yet."""
AWAITED: Final = 0.005
"""A card as likely as this to come to a place is awaited there."""
LIKELY: Final = 0.3
"""From this weight on a tag seems to have come to a place."""
USUAL_NEIGHBOURS: Final = 2
"""The shares of cards between two zones are those of a zone with so many neighbours: towards each as many, so that of
two zones the one with more neighbours is no unlikelier."""
IN_PACK_MAX: Final = 0.2
"""Up to this weight of being in the pack still, a tag has left it, wherever it goes."""

PriorOf = Callable[[TagBelief, Antenna], float]
"""The chance that a tag has just come to rest at an antenna, before it was heard there."""


class Beliefs:
    """The beliefs of all tags at one table. `muck`: where cards are thrown in; `rows`: where they lie side by side."""

    def __init__(self, chances: Chances, muck: Iterable[Antenna] = (), rows: Iterable[Antenna] = ()) -> None:
        self.chances = chances
        self._rows = frozenset(rows)
        self._muck = frozenset(muck)
        self._pack = chances.pack
        self.tags: dict[str, TagBelief] = {}
        self._at: dict[Antenna, dict[str, TagBelief]] = {antenna: {} for antenna in chances.neighbours}
        self._unsettled: dict[str, TagBelief] = {}
        self._silent: dict[str, TagBelief] = {}
        self._in_pack: dict[str, TagBelief] = {}
        self._pack_misses = 0
        self.laid_pack = LaidPack(chances)

    def unsettled(self) -> Iterable[TagBelief]:
        """The tags that were heard where they are not at home."""
        return self._unsettled.values()

    def silent(self) -> Iterable[Place]:
        """The homes of the tags that the last scan there did not hear."""
        return (tag.home for tag in self._silent.values() if tag.home is not None)

    def appearing(self) -> Iterator[tuple[TagBelief, Candidate]]:
        """The tags that are not decided on yet, and where they seem to have come."""
        for tag in self._unsettled.values():
            for candidate in tag.candidates.values():
                if tag.share(candidate) > LIKELY:
                    yield tag, candidate

    def dealt(self) -> Iterator[tuple[TagBelief, Candidate]]:
        """The tags that have left the pack and are not decided on yet, and where they seem to have come, or pass."""
        yield from ((tag, candidate) for tag, candidate in self.appearing() if tag.home is None)
        for tag in self._unsettled.values():
            if tag.home is None and tag.pack < IN_PACK_MAX:
                likeliest = max(tag.candidates.values(), key=lambda each: each.place.weight + each.passing)
                if tag.share(likeliest) <= LIKELY:
                    yield tag, likeliest

    def among(self, tag: TagBelief) -> int:
        """Of how many cards, only one of which is dealt next, a tag of the pack may be one that was overheard."""
        return 1 if tag.home is not None else self.laid_pack.among(tag.uid)

    def may_overhear(self, tag: TagBelief, antenna: Antenna) -> bool:
        """Whether a tag may lie in the pack, next door to an antenna that overhears its cards all the time."""
        lies_there = tag.in_pack is not None and tag.in_pack.listened is not None
        return antenna in self.chances.by_the_pack and (lies_there or self.among(tag) > 1)

    def is_open(self, tag: TagBelief, candidate: Candidate) -> bool:
        """Whether a weak card next door to the pack may be one of the pack, which was laid down just now."""
        is_next_door = tag.home is None and candidate.place.antenna in self.chances.by_the_pack
        return is_next_door and not candidate.is_loud and self.laid_pack.may_have_come(candidate.first_ns)

    def asks_for_the_pack(self) -> bool:
        """Whether it must be known whether the pack lies there still: a card next door is heard again and again."""
        return any(
            candidate.reads > 1 and self.laid_pack.may_have_gone(candidate.first_ns)
            for _, candidate in self._by_the_pack()
        ) or any(self.is_open(tag, candidate) for tag, candidate in self.dealt())

    def may_be_of_the_pack(self, tag: TagBelief, antenna: Antenna) -> bool:
        """Whether a tag that is heard at an antenna may lie in the pack, so near that some of it is heard often."""
        return antenna in self.chances.near_the_pack and (antenna in self.chances.pack or self.among(tag) > 1)

    def at(self, antenna: Antenna) -> Mapping[str, TagBelief]:
        """The tags at home at an antenna."""
        return self._at[antenna]

    def height(self, antenna: Antenna) -> int:
        """On how many cards the next one at an antenna will lie."""
        count = len(self._at[antenna])
        return min(count, BESIDE_MAX) if antenna in self._rows else count

    def scanned(
        self,
        antenna: Antenna,
        heard: Mapping[str, float | None],
        now_ns: Nanoseconds,
        prior: PriorOf,
        *,
        complete: bool = True,
        unproven: bool = False,
    ) -> None:
        """One scan of an antenna: the tags that it heard, with their strengths in dBm, and no other if `complete`.
        `unproven`: a card is due there, and it has never heard any."""
        concerned: dict[str, TagBelief] = {}
        self._hear_the_pack(antenna, heard, now_ns, prior, complete=complete)
        if complete:
            concerned.update(self._unsettled)
            concerned.update(self._at[antenna])
            for neighbour in self.chances.neighbours[antenna]:
                concerned.update(self._at[neighbour])
            if antenna in self._pack or antenna in self.chances.by_the_pack:
                concerned.update(self._in_pack)
        for uid in heard:
            concerned[uid] = self.tags.setdefault(uid, TagBelief(uid))
        unheard = Reading(antenna, heard=False, is_unproven=unproven)
        for uid, tag in concerned.items():
            reading = Reading(antenna, True, heard[uid]) if uid in heard else unheard
            if reading.heard and tag.home is None and antenna in self._pack:
                if tag.in_pack is None and uid not in self.laid_pack.cards and not self.laid_pack.is_held:
                    self._put_in_pack(tag, self._place(antenna, 1.0))
            elif reading.heard and tag.home_antenna != antenna and self._is_new(tag, antenna):
                self._open(tag, antenna, reading, now_ns, prior)
            tag.weigh(reading, self.chances, now_ns, self.laid_pack)
            if reading.heard and tag.home is not None and tag.candidates and antenna != tag.home.antenna:
                self._consider_the_muck(tag, now_ns, prior)
            if tag.home is not None and tag.home.misses:
                self._silent[uid] = tag
            else:
                self._silent.pop(uid, None)
            if tag.candidates:
                self._prune(tag, now_ns)
        if antenna in self._pack and complete:
            of_the_pack = {uid for uid in heard if uid not in self.tags or self.tags[uid].home is None}
            for tag in self._in_pack.values() if not self.laid_pack.is_small else ():
                tag.of_a_pack(of_the_pack - {tag.uid})
            self._pack_misses = 0 if of_the_pack else self._pack_misses + 1
            if self._is_pack_taken_up():
                self._take_up_the_pack()

    def reconsider(self, prior: PriorOf, now_ns: Nanoseconds) -> None:
        """The deal has gone on: what was heard stays as it was, and where cards are awaited changes. A card that has
        left its place may have been thrown in since."""
        for tag in self._unsettled.values():
            for antenna, candidate in tag.candidates.items():
                candidate.reconsider(prior(tag, antenna))
            if tag.home is not None:
                self._consider(tag, self._muck, now_ns, prior)
            tag.normalise()
        for tag in self.tags.values():
            if tag.beside is not None and prior(tag, tag.beside) >= AWAITED:
                tag.beside = None  # it is to go there, and may do so now

    def settle(self, tag: TagBelief, antenna: Antenna, beside: Antenna | None = None) -> None:
        """It has been decided where a tag lies. `beside`: it lies by an antenna next door, and counts as lying here."""
        if tag.home is not None:
            del self._at[tag.home.antenna][tag.uid]
            tag.heard_by.clear()
        candidate = tag.candidates.get(antenna)
        place = self._place(antenna, 1.0) if candidate is None else candidate.place
        tag.leads = (
            {} if candidate is None else {other: candidate.contest.lead(other) for other in candidate.neighbours}
        )
        tag.candidates, tag.beside = {}, beside
        self._unsettled.pop(tag.uid, None)
        if antenna in self._pack:
            tag.home = None
            self._silent.pop(tag.uid, None)
            place.listened, place.pairs = {}, ()
            self._put_in_pack(tag, place)
            return
        if tag.home is None:
            self.laid_pack.dealt(tag.uid)
        place.settle(self.height(antenna), self.chances.beyond_ways(antenna))
        if candidate is not None and beside is None:
            place.hear_as(self.chances.listened(candidate.polls, candidate.hits, antenna))
        tag.home, tag.in_pack, tag.alone, tag.overheard = place, None, 1.0, Overheard()
        tag.normalise()
        self._in_pack.pop(tag.uid, None)
        self._at[antenna][tag.uid] = tag

    def reopen(self, tag: TagBelief) -> None:
        """A tag is being moved: what was heard of it away from its home says nothing of where it will lie."""
        tag.candidates = {}
        self._close(tag)

    def place(self, uid: str, antenna: Antenna) -> None:
        """A tag is known to lie at an antenna, on top of those placed there before."""
        if antenna in self._pack:
            return
        tag = TagBelief(uid, replace(self._place(antenna, 1.0), listened={}))
        tag.normalise()
        self.tags[uid] = self._at[antenna][uid] = tag

    def forget(self) -> None:
        """All cards are back in the pack."""
        self.tags.clear()
        self._unsettled.clear()
        self._silent.clear()
        self._in_pack.clear()
        self.laid_pack.forget()
        for tags in self._at.values():
            tags.clear()

    # ---- inside --------------------

    def _hear_the_pack(
        self, antenna: Antenna, heard: Iterable[str], now_ns: int, prior: PriorOf, *, complete: bool
    ) -> None:
        """A scan has heard these tags. Cards that were put back one by one are no laid pack. Where it turns out to lie
        there again, what was heard next door since it was held may have been one of its cards."""
        of_the_pack = {uid for uid in heard if uid not in self.tags or self.tags[uid].home is None}
        put_back = of_the_pack & self._in_pack.keys()
        open_questions = [(tag, candidate) for tag, candidate in self._by_the_pack() if self.is_open(tag, candidate)]
        self.laid_pack.scanned(antenna, of_the_pack - put_back, now_ns, len(put_back), complete=complete)
        if antenna in self._pack and self.laid_pack.is_held:
            for tag in self._unsettled.values():
                tag.overheard = Overheard() if tag.home is None else tag.overheard
        if self.laid_pack.cards:
            for tag, candidate in open_questions:
                candidate.reconsider(prior(tag, candidate.place.antenna))
                tag.normalise()

    def _is_pack_taken_up(self) -> bool:
        """Whether the cards that lay with the pack would hardly all be missed by so many scans in succession."""
        places, scans = (tag.in_pack for tag in self._in_pack.values() if tag.in_pack is not None), self._pack_misses
        return prod(self.chances.unheard(place.antenna, place.height, scans) for place in places) < MISSED_MAX

    def _take_up_the_pack(self) -> None:
        """The dealer holds the pack, with the cards that lay there: where they are overheard, they are no more."""
        for tag in self._in_pack.values():
            tag.in_pack, tag.alone = None, 1.0
            if not tag.candidates:
                del self.tags[tag.uid]
        self._in_pack.clear()

    def _by_the_pack(self) -> Iterator[tuple[TagBelief, Candidate]]:
        """The tags of the pack that were heard next door to it."""
        for tag in self._unsettled.values():
            for antenna in tag.candidates.keys() & self.chances.by_the_pack if tag.home is None else ():
                yield tag, tag.candidates[antenna]

    def _put_in_pack(self, tag: TagBelief, place: Place) -> None:
        """A tag lies with the pack over its antenna."""
        tag.in_pack, tag.alone, tag.overheard, self._pack_misses = place, 1.0, Overheard(), 0
        tag.normalise()
        place.normalise()
        self._in_pack[tag.uid] = tag

    def _open(self, tag: TagBelief, antenna: Antenna, reading: Reading, now_ns: int, prior: PriorOf) -> None:
        """A tag is heard at an antenna that is not its home: it may have come to rest there, or next door, on edge."""
        self._unsettled[tag.uid] = tag
        opened = self._candidate(tag, antenna, prior(tag, antenna), now_ns)
        beside = self._first_beside(tag, antenna)
        if beside is not None:
            opened.take_over(beside)
        tag.candidates[antenna] = opened
        least = DUE_PRIOR if tag.home is None else min(DUE_PRIOR, LIKELIER * opened.prior)
        self._consider(tag, self.chances.neighbours[antenna], now_ns, prior, least)

    def _is_new(self, tag: TagBelief, antenna: Antenna) -> bool:
        """Whether a tag that is heard at an antenna has not come there yet, or was overheard there in the pack."""
        candidate = tag.candidates.get(antenna)
        if candidate is None:
            return antenna != tag.beside
        return candidate.place.silence < OVERHEARD_MIN and self.may_overhear(tag, antenna)

    def _consider(
        self, tag: TagBelief, places: Iterable[Antenna], now_ns: int, prior: PriorOf, least: float = DUE_PRIOR
    ) -> None:
        """A tag may have come to rest at other places, where it is likely and was not heard."""
        for antenna in places:
            known = antenna == tag.home_antenna or antenna in tag.candidates
            likely = 0.0 if known else prior(tag, antenna)
            if likely >= least:
                self._open_unheard(tag, self._candidate(tag, antenna, likely, now_ns))

    def _open_unheard(self, tag: TagBelief, candidate: Candidate) -> None:
        """A tag may have come to a place that did not hear it, just now, or when it was first heard next door."""
        candidate.passing, now = 0.0, list(candidate.place.ways)
        beside = self._first_beside(tag, candidate.place.antenna)
        if beside is not None:
            candidate.take_over(beside)
            candidate.place.ways = max(candidate.place.ways, now, key=sum)
        tag.candidates[candidate.place.antenna] = candidate

    @staticmethod
    def _first_beside(tag: TagBelief, antenna: Antenna) -> Candidate | None:
        """The first of the candidates next door to a place."""
        beside = (other for other in tag.candidates.values() if antenna in other.contest.rivals and other.came)
        return min(beside, key=lambda other: other.first_ns, default=None)

    def _consider_the_muck(self, tag: TagBelief, now_ns: int, prior: PriorOf) -> None:
        """A tag that was just heard away from its home was overheard there, perhaps, and will lie in the muck by the
        next scan. What was heard until now says nothing against that. It may also have lain there for a while."""
        before = {antenna: tag.candidates[antenna] for antenna in self._muck.intersection(tag.candidates)}
        for antenna, candidate in before.items():
            if not candidate.reads:
                del tag.candidates[antenna]
        self._consider(tag, self._muck, now_ns, prior)
        for antenna, candidate in before.items():
            if antenna not in tag.candidates or candidate.place.weight > tag.candidates[antenna].place.weight:
                tag.candidates[antenna] = candidate
        tag.normalise()

    def _candidate(self, tag: TagBelief, antenna: Antenna, prior: float, now_ns: int) -> Candidate:
        """A tag that stayed has been weighed by its silence since its first candidate was opened, and not before."""
        first = next(iter(tag.candidates.values()), None)
        silence = first.prior / first.came if first is not None else self._silence(tag)
        came, stayed = prior / silence, tag.stayed if tag.candidates else 1.0
        from_the_pack = self._pack if tag.home is None else frozenset[Antenna]()
        others = (other for other in self.chances.neighbours[antenna] if other not in from_the_pack)
        is_new = tag.home is None
        rivals = {other: self._new_place(other, 1.0, is_new) for other in others}
        contest = Contest(self._new_place(antenna, 1.0, is_new), rivals)
        passing = self.chances.rates[antenna].passing.chance / self.among(tag)
        return Candidate(
            self._new_place(antenna, came * stayed, is_new), contest, passing * stayed, prior, came, now_ns, now_ns
        )

    def _silence(self, tag: TagBelief) -> float:
        """The chance that a tag which has stayed at home was not heard there lately. Others that are heard there show
        that no hand and no chips lie over it."""
        if tag.home is None:
            return 1.0
        there = (other.home for other in self._at[tag.home.antenna].values() if other is not tag)
        is_open = any(home is not None and not home.misses for home in there)
        return tag.home.silence if is_open else max(COVERED, tag.home.silence)

    def _new_place(self, antenna: Antenna, weight: float, is_new: bool) -> Place:
        """The same for a card that has just come. `is_new`: from the pack; it may be heard better next door."""
        place = replace(self._place(antenna, weight), pairs=self.chances.pairs(antenna))
        if is_new:
            beyond, share = self.chances.beyond_ways(antenna), self.chances.rates[antenna].gap.beyond / USUAL_NEIGHBOURS
            place.ways[beyond] = [weight * share] * len(place.ways[beyond])
        elif antenna in self._pack and not self.laid_pack.cards:  # it lies on those that were returned before it
            place.height = min(place.height, len(self._in_pack))
        return place

    def _place(self, antenna: Antenna, weight: float) -> Place:
        """A zone in which a card has come to rest, before anything is heard of it."""
        neighbours, rates = self.chances.neighbours[antenna], self.chances.rates[antenna]
        near = (rates.edge / 2, rates.edge / 2, rates.gap.near, 0.0, rates.gap.far, rates.middle)
        between = [share / USUAL_NEIGHBOURS for share in near for _ in neighbours]
        height = IN_A_PACK if antenna in self._pack else self.height(antenna)
        alone = (rates.rim, rates.brink.chance)
        inside = 1.0 - sum((*alone, *between), 0.0)
        return Place(antenna, height, [weight * share for share in (inside, *alone, *between)])

    def _prune(self, tag: TagBelief, now_ns: int) -> None:
        for antenna, candidate in list(tag.candidates.items()):
            is_old = now_ns - candidate.last_ns > FORGET_NS and candidate.place.weight < FORGET_MAX
            is_back = tag.home is None or not tag.home.misses
            was_taken = tag.home is None and candidate.reads > 0 and candidate.place.silence < TAKEN_AWAY
            if is_old or was_taken or (is_back and candidate.is_refuted(tag.stayed * tag.alone)):
                del tag.candidates[antenna]
        if not tag.candidates:
            self._close(tag)

    def _close(self, tag: TagBelief) -> None:
        """Nothing is heard any more of a tag that is not where it was heard."""
        del self._unsettled[tag.uid]
        tag.normalise()
        if tag.home is None:
            tag.heard_by.clear()
        if tag.home is None and tag.in_pack is None:
            del self.tags[tag.uid]
