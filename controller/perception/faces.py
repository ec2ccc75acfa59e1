"""What a camera's pictures say: how many cards lie face up, and how many face down, at each place.

A picture that is right with a chance p is worth ln(p / (1 - p)) nats: 4.6 at 99 %, and no camera is believed more than
that. Pictures that agree add up; one that contradicts them starts anew. A place whose pictures stay out, since a hand
is over it, is as it was.

Error budget: for 1 false ruling in 100,000 hands.

- A first face: a hand has some 50 cards, each with one decision, so 1 in 5 million for each: 15 nats, of which 3 are
  there already, since 1 card in 20 at most is dealt the wrong way up. 12 nats are three pictures of 99 %.
- A card that lies there is turned over: a hand has some 3,000 pictures of each of 15 places, and each could begin a
  false run. 1 in 5 billion for each is 22 nats, of which the two wrong pictures that must be wrong in the same way
  give one or more. 21 nats are five pictures.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log
from typing import Final

from burncard.controller.perception.chances import Antenna
from burncard.firmware_bridge.driver import MS
from burncard.rules.cards import Face

FIRST_NATS: Final = 12.0
TURNED_NATS: Final = 21.0
BELIEVED_MAX: Final = 0.99
APART_NS: Final = 40 * MS
"""Pictures that follow each other faster are one picture: what disturbs one disturbs the next."""
KEPT: Final = 16


@dataclass(frozen=True, slots=True)
class Counts:
    """Cards of one place, by the face that can be seen."""

    up: int
    down: int

    @property
    def cards(self) -> int:
        """All of them."""
        return self.up + self.down


@dataclass(slots=True)
class _Run:
    """Pictures of a place that agree. `taken`: when each was taken, and what it is worth in nats; the last few."""

    counts: Counts
    taken: deque[tuple[int, float]] = field(default_factory=lambda: deque(maxlen=KEPT))


class Faces:
    """The pictures of one table."""

    def __init__(self) -> None:
        self._runs: dict[Antenna, _Run] = {}

    def take(self, antenna: Antenna, counts: Counts, chance: float, taken_ns: int) -> None:
        """A picture of a place. `chance`: that it is right, as the camera says."""
        believed = min(chance, BELIEVED_MAX)
        run = self._runs.get(antenna)
        if believed <= 0.5 or (run is not None and run.taken and taken_ns < run.taken[-1][0]):
            return
        if run is None or run.counts != counts:
            run = self._runs[antenna] = _Run(counts)
        if not run.taken or taken_ns - run.taken[-1][0] >= APART_NS:
            run.taken.append((taken_ns, log(believed / (1 - believed))))

    def seen(self, antenna: Antenna, nats: float, since_ns: int = 0) -> Counts | None:
        """What the pictures of a place that were taken since a moment agree on; None while they are worth less."""
        run = self._runs.get(antenna)
        if run is None or sum(worth for taken_ns, worth in run.taken if taken_ns >= since_ns) < nats:
            return None
        return run.counts

    def forget(self) -> None:
        """The camera is lost, or all cards are in the pack."""
        self._runs.clear()


def face_of_new(known: Counts | None, before: Counts | None, now: Counts) -> Face | None:
    """The face of a card that has just come to lie on top of a place; None if the pictures do not tell.

    `known`: the other cards there, as the table has them, None if a press has reported one of them as shown; `before`:
    what was seen there before. The new card may cover others, so that the count of those falls; no card but the new one
    makes a count rise.
    """
    if not now.cards:
        return None
    if not now.up or not now.down:
        return "up" if now.up else "down"
    for other in (known, before):
        if other is not None and (now.up > other.up or now.down > other.down):
            if now.up > other.up and now.down > other.down:
                return None
            return "up" if now.up > other.up else "down"
    return None


@dataclass(frozen=True, slots=True)
class Lying:
    """A card as the table has it. `named`: a press has reported it as shown. `due`: a ruling says to turn it over.
    `unseen`: its face was not seen when it came."""

    face: Face
    named: bool = False
    due: bool = False
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """`cards`, by number, lie with `face`; and so do some more, of which it cannot be said which they are."""

    cards: tuple[int, ...] = ()
    face: Face = "up"
    some: int = 0


def turned(lying: Sequence[Lying], seen: Counts) -> Turn:
    """Which cards of a place must lie the other way than the table has them. A camera names no card.

    A card may be covered, so a count is a least number. More cards than the table knows are cards that the radio has
    not told yet: then nothing is said. Cards are taken to lie face down only where all do.
    """
    down = [number for number, card in enumerate(lying) if card.face == "down"]
    missing = seen.up - (len(lying) - len(down))
    if seen.cards > len(lying):
        return Turn()
    if missing > 0:
        due = [number for number in down if lying[number].due]
        unseen = [number for number in down if lying[number].unseen]
        for cards in (down, due, unseen):
            if len(cards) == missing:
                return Turn(tuple(cards))
        return Turn(some=max(0, missing - sum(lying[number].named for number in down)))
    if lying and seen.down == len(lying) > len(down):
        return Turn(tuple(number for number, card in enumerate(lying) if card.face == "up"), "down")
    return Turn()
