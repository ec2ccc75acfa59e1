"""What is believed of each tag: where it may lie, and how likely each of these places is.

A tag has a home, or is in the pack. Hearing it at another antenna opens a candidate there: it has come to rest in that
zone, well inside or on an edge, or it only passes. Every scan of an antenna multiplies the weight of each explanation
by the chance of that scan under it, misses as well as reads, and the weights of a tag always sum to 1. Home and
candidates are weighed alike, so a wrong home is found out the same way as a move. Nothing is decided here.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from burncard.controller.perception.candidates import DUE_PRIOR, Candidates, PriorOf
from burncard.controller.perception.chances import Antenna, Chances, Reading
from burncard.controller.perception.lying import Lying
from burncard.controller.perception.overheard import Overheard
from burncard.controller.perception.places import Place
from burncard.controller.perception.tag_belief import Candidate, TagBelief
from burncard.firmware_bridge.driver import MS, Nanoseconds

FORGET_NS: Final = 2_000 * MS
"""A candidate that has not been heard for so long was a ghost, or passed, unless it is likely all the same."""
FORGET_MAX: Final = 0.1
TAKEN_AWAY: Final = 0.001
"""A new card that has been heard at a place, and is silent since with this chance, lies there no more. One that was
heard only once, where one is due, may have a tag that answers hardly any scan."""
OVERHEARD_MIN: Final = 0.05
"""A tag of the pack that was heard next door, and is silent since with this chance, did not lie there yet."""
AWAITED: Final = 0.005
"""A card as likely as this to come to a place is awaited there."""
LIKELY: Final = 0.3
"""From this weight on a tag seems to have come to a place."""
IN_PACK_MAX: Final = 0.2
"""Up to this weight of being in the pack still, a tag has left it, wherever it goes."""


class Beliefs:
    """The beliefs of all tags at one table. `muck`: where cards are thrown in; `rows`: where they lie side by side.

    `passed_by`: where cards of the pack were last heard more than once, and did not stay.
    """

    def __init__(self, chances: Chances, muck: Iterable[Antenna] = (), rows: Iterable[Antenna] = ()) -> None:
        self.chances = chances
        self._muck = frozenset(muck)
        self._pack = chances.pack
        self.lying = Lying(chances, rows)
        self.laid_pack = self.lying.laid_pack
        self._candidates = Candidates(chances, self.lying, self._muck)
        self.tags: dict[str, TagBelief] = {}
        self.passed_by: dict[str, Antenna] = {}
        self._unsettled: dict[str, TagBelief] = {}
        self._silent: dict[str, TagBelief] = {}

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

    def come_elsewhere(self, due: Collection[Antenna]) -> bool:
        """Whether a card of the pack seems to have come elsewhere than where one is due."""
        return any(each.reads > 1 and each.place.antenna not in due for _, each in self.dealt())

    def may_overhear(self, tag: TagBelief, antenna: Antenna) -> bool:
        """Whether a tag may lie in the pack, next door to an antenna that overhears its cards all the time."""
        lies_there = tag.in_pack is not None and tag.in_pack.listened is not None
        return antenna in self.chances.by_the_pack and (lies_there or self.lying.among(tag) > 1)

    def is_open(self, tag: TagBelief, candidate: Candidate) -> bool:
        """Whether a weak card next door to the pack may be one of the pack, which was laid down just now."""
        is_next_door = tag.home is None and candidate.place.antenna in self.chances.by_the_pack
        return is_next_door and not candidate.is_loud and self.laid_pack.may_have_come(candidate.first_ns)

    def asks_for_the_pack(self, due: Iterable[Antenna]) -> bool:
        """Whether it must be known whether the pack lies there still: a card next door is heard again and again, or
        twice where one is due."""
        return (
            any(each in self.chances.by_the_pack and self.laid_pack.is_heard_again(each) for each in due)
            or any(
                candidate.reads > 1 and self.laid_pack.may_have_gone(candidate.first_ns)
                for _, candidate in self._by_the_pack()
            )
            or any(self.is_open(tag, candidate) for tag, candidate in self.dealt())
        )

    def may_be_of_the_pack(self, tag: TagBelief, antenna: Antenna) -> bool:
        """Whether a tag that is heard at an antenna may lie in the pack, so near that some of it is heard often."""
        return antenna in self.chances.near_the_pack and (antenna in self.chances.pack or self.lying.among(tag) > 1)

    def at(self, antenna: Antenna) -> Mapping[str, TagBelief]:
        """The tags at home at an antenna."""
        return self.lying.at[antenna]

    def missed(self, antenna: Antenna, height: int, scans: int) -> float:
        """The chance that so many scans in succession all miss a card that lies well inside a place, so high."""
        return float(self.chances.rates[antenna].miss(height) ** scans)

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
            concerned.update(self.lying.at[antenna])
            for neighbour in self.chances.neighbours[antenna]:
                concerned.update(self.lying.at[neighbour])
            if antenna in self._pack or antenna in self.chances.by_the_pack:
                concerned.update(self.lying.in_pack)
        for uid in heard:
            concerned[uid] = self.tags.setdefault(uid, TagBelief(uid))
        unheard = Reading(antenna, heard=False, is_unproven=unproven)
        for uid, tag in concerned.items():
            reading = Reading(antenna, True, heard[uid]) if uid in heard else unheard
            if reading.heard and tag.home is None and antenna in self._pack:
                if tag.in_pack is None and uid not in self.laid_pack.cards and not self.laid_pack.is_held:
                    self.lying.put_in_pack(tag, self.lying.place(antenna, 1.0))
            elif reading.heard and tag.home_antenna != antenna and self._is_new(tag, antenna):
                self._unsettled[uid] = tag
                self._candidates.open(tag, antenna, now_ns, prior)
            tag.weigh(reading, self.chances, now_ns, self.laid_pack)
            if reading.heard and tag.home is not None and tag.candidates and antenna != tag.home.antenna:
                self._candidates.consider_the_muck(tag, now_ns, prior)
            if tag.home is not None and tag.home.misses:
                self._silent[uid] = tag
            else:
                self._silent.pop(uid, None)
            if tag.candidates:
                self._prune(tag, now_ns)
        if antenna in self._pack and complete:
            of_the_pack = {uid for uid in heard if uid not in self.tags or self.tags[uid].home is None}
            for tag in self.lying.in_pack.values() if not self.laid_pack.is_small else ():
                tag.of_a_pack(of_the_pack - {tag.uid})
            self.lying.pack_misses = 0 if of_the_pack else self.lying.pack_misses + 1
            if self.lying.is_pack_taken_up():
                self._take_up_the_pack()

    def reconsider(self, prior: PriorOf, now_ns: Nanoseconds) -> None:
        """The deal has gone on: what was heard stays as it was, and where cards are awaited changes. A card that has
        left its place may have been thrown in since."""
        for tag in self._unsettled.values():
            for antenna, candidate in tag.candidates.items():
                candidate.reconsider(prior(tag, antenna))
            if tag.home is not None:
                self._candidates.consider(tag, self._muck, now_ns, prior)
            tag.normalise()
        for tag in self.tags.values():
            if tag.beside is not None and prior(tag, tag.beside) >= AWAITED:
                tag.beside = None  # it is to go there, and may do so now

    def settle(self, tag: TagBelief, antenna: Antenna, beside: Antenna | None = None) -> None:
        """It has been decided where a tag lies. `beside`: it lies by an antenna next door, and counts as lying here."""
        if tag.home is not None:
            del self.lying.at[tag.home.antenna][tag.uid]
            tag.heard_by.clear()
        candidate = tag.candidates.get(antenna)
        place = self.lying.place(antenna, 1.0) if candidate is None else candidate.place
        tag.leads = (
            {} if candidate is None else {other: candidate.contest.lead(other) for other in candidate.neighbours}
        )
        for other in tag.candidates.values():
            if other.place is not place:
                self._passes(tag, other)
        tag.candidates, tag.beside = {}, beside
        self._unsettled.pop(tag.uid, None)
        if antenna in self._pack:
            tag.home = None
            self._silent.pop(tag.uid, None)
            place.listened, place.pairs = {}, ()
            self.lying.put_in_pack(tag, place)
            self.lying.returned.add(tag.uid)
            return
        if tag.home is None:
            self.laid_pack.dealt(tag.uid)
        place.settle(self.lying.height(antenna), self.chances.beyond_ways(antenna))
        if candidate is not None and beside is None:
            place.hear_as(self.chances.listened(candidate.polls, candidate.hits, antenna))
        tag.home, tag.in_pack, tag.alone, tag.overheard = place, None, 1.0, Overheard()
        tag.normalise()
        self.lying.in_pack.pop(tag.uid, None)
        self.lying.returned.discard(tag.uid)
        self.lying.at[antenna][tag.uid] = tag

    def reopen(self, tag: TagBelief) -> None:
        """A tag is being moved: what was heard of it says nothing of where it will lie, nor how it is heard there."""
        tag.candidates = {}
        if tag.home is not None:
            tag.home.listened = None
        self._close(tag)

    def stays(self, tag: TagBelief) -> None:
        """A tag that was to be moved lies at its old place, where it is listened to anew."""
        if tag.home is not None and tag.home.listened is None:
            tag.home.listened = {}

    def place(self, uid: str, antenna: Antenna) -> None:
        """A tag is known to lie at an antenna, on top of those placed there before."""
        if antenna in self._pack:
            return
        tag = TagBelief(uid, replace(self.lying.place(antenna, 1.0), listened={}))
        tag.normalise()
        self.tags[uid] = self.lying.at[antenna][uid] = tag

    def forget(self) -> None:
        """All cards are back in the pack."""
        self.tags.clear()
        self.passed_by.clear()
        self._unsettled.clear()
        self._silent.clear()
        self.lying.forget()

    # ---- inside --------------------

    def _hear_the_pack(
        self, antenna: Antenna, heard: Iterable[str], now_ns: int, prior: PriorOf, *, complete: bool
    ) -> None:
        """A scan has heard these tags. Cards that were put back one by one are no laid pack. Where it turns out to lie
        there again, what was heard next door since it was held may have been one of its cards. Where it turns out to be
        held, that may have been dealt from it, as far as it was heard after the dealer took it up."""
        of_the_pack = {uid for uid in heard if uid not in self.tags or self.tags[uid].home is None}
        put_back = of_the_pack & self.lying.returned
        open_questions = [(tag, candidate) for tag, candidate in self._by_the_pack() if self.is_open(tag, candidate)]
        since_it_lay = self._heard_since_it_lay(now_ns)
        lay_there = bool(self.laid_pack.cards)
        self.laid_pack.scanned(antenna, of_the_pack - put_back, now_ns, len(put_back), complete=complete)
        if lay_there and self.laid_pack.is_held:
            self._take_up_the_pack()
            for tag, candidate, share in since_it_lay:
                candidate.reconsider(share * prior(tag, candidate.place.antenna))
                tag.normalise()
        if antenna in self._pack and self.laid_pack.is_held:
            for tag in self._unsettled.values():
                tag.overheard = Overheard() if tag.home is None else tag.overheard
        if self.laid_pack.cards:
            for tag, candidate in open_questions:
                candidate.reconsider(prior(tag, candidate.place.antenna))
                tag.normalise()

    def _heard_since_it_lay(self, now_ns: int) -> list[tuple[TagBelief, Candidate, float]]:
        """The cards that were first heard next door after the last scan of the pack, and how much that counts, should
        the dealer hold it now: as much as for a card of a pack that is held, if he held it then. Without strengths it
        says nothing: then one that was overheard twice sounds like one that lies there."""
        had_gone = self.laid_pack.had_gone
        return [
            (tag, each, min(1.0, had_gone(each.first_ns, each.last_ns, now_ns) / self.lying.among(tag)))
            for tag, each in self._by_the_pack()
            if each.is_measured and self.laid_pack.may_have_gone(each.first_ns)
        ]

    def _take_up_the_pack(self) -> None:
        """The dealer holds the pack, with the cards that lay there: where they are overheard, they are no more."""
        for tag in self.lying.in_pack.values():
            tag.in_pack, tag.alone = None, 1.0
            if not tag.candidates:
                del self.tags[tag.uid]
        self.lying.in_pack.clear()
        self.lying.returned.clear()

    def _by_the_pack(self) -> Iterator[tuple[TagBelief, Candidate]]:
        """The tags of the pack that were heard next door to it."""
        for tag in self._unsettled.values():
            for antenna in tag.candidates.keys() & self.chances.by_the_pack if tag.home is None else ():
                yield tag, tag.candidates[antenna]

    def _is_new(self, tag: TagBelief, antenna: Antenna) -> bool:
        """Whether a tag that is heard at an antenna has not come there yet, or was overheard there in the pack."""
        candidate = tag.candidates.get(antenna)
        if candidate is None:
            return antenna != tag.beside
        return candidate.place.silence < OVERHEARD_MIN and self.may_overhear(tag, antenna)

    def _prune(self, tag: TagBelief, now_ns: int) -> None:
        for antenna, candidate in list(tag.candidates.items()):
            is_old = now_ns - candidate.last_ns > FORGET_NS and candidate.place.weight < FORGET_MAX
            is_back = tag.home is None or not tag.home.misses
            is_due = candidate.prior >= DUE_PRIOR
            was_heard = tag.home is None and candidate.reads > (1 if is_due else 0)
            was_taken = was_heard and candidate.place.silence < TAKEN_AWAY
            if is_old or was_taken or (is_back and candidate.is_refuted(tag.stayed * tag.alone)):
                del tag.candidates[antenna]
                self._passes(tag, candidate)
        if not tag.candidates:
            self._close(tag)

    def _passes(self, tag: TagBelief, candidate: Candidate) -> None:
        """A tag does not lie where it was heard."""
        if tag.home is None and candidate.reads > 1:
            self.passed_by[tag.uid] = candidate.place.antenna

    def _close(self, tag: TagBelief) -> None:
        """Nothing is heard any more of a tag that is not where it was heard."""
        del self._unsettled[tag.uid]
        tag.normalise()
        if tag.home is None:
            tag.heard_by.clear()
        if tag.home is None and tag.in_pack is None:
            del self.tags[tag.uid]
