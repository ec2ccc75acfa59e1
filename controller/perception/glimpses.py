"""Cards of the pack that were heard too seldom to be sure where they lie."""

from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from math import log
from typing import Final

from burncard.controller.perception.arrival import Arrival
from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Antenna, Reading
from burncard.controller.perception.tag_belief import TagBelief
from burncard.firmware_bridge.driver import SECOND

NEXT_DOOR: Final = log(1000)
"""A card lies next door, and not on the edge, if that is so much likelier."""
GLIMPSED_NS: Final = 5 * SECOND
"""For so long a card that was heard once is remembered: it may lie where hardly any antenna hears it."""
GLIMPSES_BY_THE_PACK: Final = 2
"""So near the pack that some of it may be overheard, one card must have been heard so often."""
OF_SCANS: Final = 24
"""A card of a pack that lies next door may be the one that is due if more of so many scans there have heard it than
hear any card of the pack by chance."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A card of the pack was heard at an antenna so often, from one moment to another. `is_loud`: more strongly, once,
    than any that is overheard."""

    antenna: Antenna
    first_ns: int
    last_ns: int
    reads: int
    is_loud: bool


class Glimpses:
    """The cards that were glimpsed lately, and at which antenna."""

    def __init__(self, beliefs: Beliefs) -> None:
        self._beliefs = beliefs
        self._glimpses: dict[str, Glimpse] = {}
        self._lately = {each: deque[frozenset[str]](maxlen=OF_SCANS) for each in beliefs.chances.by_the_pack}
        self._scanned_ns = 0

    def scanned(self, antenna: Antenna, heard: Mapping[str, float | None], ended_ns: int) -> None:
        """One scan of an antenna. The pack's own antenna hears one card alone if that one lies beside it, while the
        dealer holds the others."""
        self._scanned_ns = ended_ns
        tags = {uid: self._beliefs.tags[uid] for uid in heard if uid in self._beliefs.tags}
        dealt = {uid: tag for uid, tag in tags.items() if tag.home is None}
        if antenna in self._lately:
            self._lately[antenna].append(frozenset(dealt))
        if antenna in self._beliefs.chances.pack and self._beliefs.laid_pack.lies:
            self._forget_overheard()
        if antenna in self._beliefs.chances.pack and not (len(dealt) == 1 and self._beliefs.laid_pack.is_held):
            return
        for uid, tag in dealt.items():
            rssi_dbm = heard[uid]
            before = self._glimpses.get(uid)
            if before is None or before.antenna != antenna or ended_ns - before.last_ns >= GLIMPSED_NS:
                before = Glimpse(antenna, ended_ns, ended_ns, 0, is_loud=False)
            is_loud = before.is_loud or self._beliefs.chances.is_loud(Reading(antenna, True, rssi_dbm))
            if is_loud or antenna in self._beliefs.chances.pack or not self._is_overheard(tag, antenna):
                self._glimpses[uid] = Glimpse(antenna, before.first_ns, ended_ns, before.reads + 1, is_loud)

    def was_seen(self, arrival: Arrival, before_ns: int) -> bool:
        """Whether a card was heard where it has come already before a moment, though too seldom to be sure."""
        glimpse = self._glimpses.get(arrival.uid)
        return glimpse is not None and glimpse.antenna == arrival.antenna and glimpse.first_ns < before_ns

    def may_lie_at(self, antenna: Antenna) -> bool:
        """Whether a card of the pack was heard at a place or next door lately: too seldom to be sure."""
        near = (antenna, *self._beliefs.chances.neighbours[antenna])
        for uid, glimpse in self._glimpses.items():
            tag = self._beliefs.tags.get(uid) or TagBelief(uid)
            is_recent = glimpse.antenna in near and self._scanned_ns - glimpse.last_ns < GLIMPSED_NS
            if is_recent and self._may_have_been_dealt_to(antenna, tag, glimpse):
                return True
        return self._is_heard_often(antenna)

    def forget(self) -> None:
        """A new hand begins."""
        self._glimpses.clear()
        for lately in self._lately.values():
            lately.clear()

    # ---- inside --------------------

    def _may_have_been_dealt_to(self, antenna: Antenna, tag: TagBelief, glimpse: Glimpse) -> bool:
        """Whether a card that was heard at a place or next door may lie there, as far as it is known. One that the
        pack's antenna heard alone was none of the pack, wherever that lies now."""
        is_sure = glimpse.is_loud or glimpse.antenna in self._beliefs.chances.pack
        is_overheard = self._is_overheard(tag, glimpse.antenna) and not is_sure
        if tag.home is not None or _lies_next_door(tag, antenna) or is_overheard:
            return False
        is_clear = tag.in_pack is None and not self._beliefs.may_be_of_the_pack(tag, glimpse.antenna)
        return is_clear or glimpse.reads >= GLIMPSES_BY_THE_PACK

    def _is_heard_often(self, antenna: Antenna) -> bool:
        """Whether a card that may lie in the pack is heard at a place next door too often for that."""
        lately = self._lately.get(antenna, ())
        heard, most = Counter(chain.from_iterable(lately)), self._beliefs.laid_pack.most_by_chance(antenna, len(lately))
        tags = (self._beliefs.tags.get(uid) or TagBelief(uid) for uid, scans in heard.items() if scans > most)
        return any(tag.home is None and not _lies_next_door(tag, antenna) for tag in tags)

    def _is_overheard(self, tag: TagBelief, antenna: Antenna) -> bool:
        """Whether a card may be one of a pack that lies next door, of which some is overheard all the time."""
        return self._beliefs.laid_pack.lies and self._beliefs.may_be_of_the_pack(tag, antenna)

    def _forget_overheard(self) -> None:
        """The pack lies there: what its neighbours have heard of it since the dealer held it last were its cards."""
        held_ns, near = self._beliefs.laid_pack.held_ns or 0, self._beliefs.chances.by_the_pack
        self._glimpses = {
            uid: glimpse
            for uid, glimpse in self._glimpses.items()
            if glimpse.is_loud or glimpse.antenna not in near or glimpse.first_ns <= held_ns
        }


def _lies_next_door(tag: TagBelief, antenna: Antenna) -> bool:
    """Whether a tag seems to have come to a neighbour of an antenna, and hardly to the edge between the two."""
    beside = (other for at, other in tag.candidates.items() if at != antenna and antenna in other.contest.rivals)
    return any(
        other.reads > 1 and other.contest.lead(antenna) > NEXT_DOOR and not other.is_heard_as_well_by(antenna)
        for other in beside
    )
