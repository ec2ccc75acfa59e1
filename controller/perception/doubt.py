"""A card between two places, when the evidence does not say which of the two it belongs to.

Somebody pushes it to where it belongs, or confirms that it lies correctly. Until then the table hears of no card
that it would rule on as if this one had never been dealt: only of those that are in order at other places.
"""

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice
from typing import Final

from burncard.controller.perception.awaited_card import Looked
from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.tag_belief import Candidate, TagBelief
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds

DECIDED_NS: Final = 1_900 * MS
"""Where a card lies that somebody has pushed to its place is decided within this time. Entries wait a little longer."""
GONE_NS: Final = 10 * SECOND
"""A card that was heard nowhere for so long was taken away."""
LATELY: Final = 24
BACK: Final = 20
"""A card that its old place has heard in so many of so many scans lies there again."""
SINCE: Final = 60
GONE: Final = 3
"""One that its old place has heard in so few of so many scans has been pushed away."""
MOVED: Final = 0.001
"""One that somebody left as it lay, and that its place has heard since, lies there no more if it is silent by chance so
seldom: what the place next door hears of it counts again."""


@dataclass(frozen=True, slots=True)
class Between:
    """A card that lies between two antennas. `first_ns`: when it was first heard; `asked_ns`: when last in doubt."""

    uid: str
    antennas: tuple[Antenna, Antenna]
    first_ns: int
    asked_ns: int


class Doubt:
    """The card that somebody is asked to push to where it belongs (`between`), if there is one."""

    def __init__(self, beliefs: Beliefs) -> None:
        self._beliefs = beliefs
        self.between: Between | None = None
        self._open_ns = Nanoseconds(0)
        self._answered: Between | None = None
        self._looked_at: dict[str, bool] = {}  # and whether its old place has heard each since
        self._at_home: deque[bool] = deque(maxlen=SINCE)

    def scanned(self, antenna: Antenna, heard: Collection[str]) -> None:
        """One scan of an antenna: whether the old place of the card hears it again, and whether those that somebody has
        left as they lie still do so."""
        asked = self.between
        tag = None if asked is None else self._beliefs.tags.get(asked.uid)
        if tag is not None and tag.home_antenna == antenna:
            self._at_home.append(tag.uid in heard)
        for uid in [uid for uid in self._looked_at if self._lies_at(uid, antenna)]:
            self._looked_at[uid] |= uid in heard
            if self._looked_at[uid] and self._beliefs.lying.silence(self._beliefs.tags[uid]) < MOVED:
                self._beliefs.tags[uid].beside = None
                del self._looked_at[uid]

    def ask(self, tag: TagBelief, candidate: Candidate, rivals: Collection[Antenna], now_ns: int) -> None:
        """Nobody can tell from what was heard whether a card lies at a candidate or at one of its `rivals`. It will be
        pushed, so it is heard anew from now on."""
        asked = self.between
        if asked is not None and asked.uid != tag.uid:
            return  # one after the other
        if asked is None:
            self._at_home.clear()
        first_ns = candidate.first_ns if asked is None else asked.first_ns
        nearest = min(rivals, key=candidate.contest.lead)
        first, second = sorted((candidate.place.antenna, nearest))
        self.between = Between(tag.uid, (first, second), first_ns, now_ns)
        self._beliefs.reopen(tag)

    def first_ns(self, uid: str, heard_ns: int) -> int:
        """When a card was first heard, by all that was heard before somebody was asked to push it. One that somebody
        has looked at meanwhile lay there as well, unless it has been heard nowhere for long before `heard_ns`."""
        if self.between is not None and self.between.uid == uid:
            return self.between.first_ns
        answered = self._answered
        was_asked = answered is not None and answered.uid == uid and heard_ns - answered.asked_ns <= GONE_NS
        return answered.first_ns if answered is not None and was_asked else heard_ns

    def of(self, uid: str) -> Looked:
        """What somebody who was asked about a card has done, if anybody was."""
        asked = self.between.antennas if self.between is not None and self.between.uid == uid else ()
        has_left = bool(asked) and len(self._at_home) == SINCE and sum(self._at_home) <= GONE
        return Looked(asked, has_left, self.was_left(uid))

    def is_still_heard(self, now_ns: Nanoseconds) -> bool:
        """Whether somebody has just looked at a card, and where it lies is not decided yet: what came later waits."""
        return self._answered is not None and now_ns - self._open_ns < DECIDED_NS

    def was_left(self, uid: str) -> bool:
        """Whether somebody has looked at a card, and left it as it lies."""
        return uid in self._looked_at

    def looked(self) -> None:
        """Somebody has looked: the card lies as it should, at its old place if that is one of the two."""
        if self.between is None:
            return
        tag, antennas = self._beliefs.tags.get(self.between.uid), self.between.antennas
        if tag is not None and tag.home_antenna in antennas:
            tag.beside = next(antenna for antenna in antennas if antenna != tag.home_antenna)
            if tag.candidates:
                self._beliefs.reopen(tag)
        else:
            self._answered = self.between
        self._looked_at[self.between.uid] = False
        self._end(tag)

    def settled(self, uid: str) -> None:
        """It has been decided where a card lies."""
        self._looked_at.pop(uid, None)
        if self._answered is not None and self._answered.uid == uid:
            self._answered = None
        if self.between is not None and self.between.uid == uid:
            self.between = None

    def expire(self, now_ns: Nanoseconds) -> None:
        """A card that is asked about may have been taken away, or lie where it lay before."""
        asked = self.between
        if asked is None:
            return
        self._open_ns = now_ns
        tag = self._beliefs.tags.get(asked.uid)
        heard = () if tag is None else (candidate.last_ns for candidate in tag.candidates.values())
        is_back = sum(islice(reversed(self._at_home), LATELY)) >= BACK
        if is_back or now_ns - max(heard, default=asked.asked_ns) > GONE_NS:
            self._end(tag)

    def forget(self) -> None:
        """All cards are back in the pack."""
        self.between = self._answered = None
        self._looked_at.clear()

    def _lies_at(self, uid: str, antenna: Antenna) -> bool:
        tag = self._beliefs.tags.get(uid)
        return tag is not None and tag.home_antenna == antenna

    def _end(self, tag: TagBelief | None) -> None:
        """The question ends, and the card lies where it lay before."""
        self.between = None
        if tag is not None:
            self._beliefs.stays(tag)
