"""What is known, beside what was heard, when it is decided whether a tag rests at a place."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from burncard.controller.perception.chances import Antenna


@dataclass(frozen=True, slots=True)
class Places:
    """What the deal makes of the places. `muck`: where cards are thrown; `undealt`: where nobody deals a card of the
    pack; `folded`: of the players who have folded; `empty`: where nobody plays, or not any more; `unasked`: antennas
    that it takes too long to ask; `unproven`: where one is due at an antenna that has never heard any."""

    muck: Collection[Antenna]
    undealt: Collection[Antenna]
    folded: Collection[Antenna]
    empty: Collection[Antenna]
    unasked: Collection[Antenna]
    unproven: Collection[Antenna]


@dataclass(frozen=True, slots=True)
class Others:
    """The other cards that have come. `taken`: where one was found that is the next one there; `is_contested`: one
    seems to have come to the same place; `is_second`: it lies there more clearly than this one; `instead`: how much
    likelier than not one has come to the place, where only one is due."""

    taken: frozenset[Antenna]
    is_contested: bool
    is_second: bool
    instead: float


@dataclass(frozen=True, slots=True)
class InTime:
    """When a card came. `may_pass`: it may be on its way to another place; `is_late`: there was time for one more
    before it; `is_overdue`: it is the place that is due next, and later cards or an entry have come, so that a card
    must lie there unless there was a mistake."""

    may_pass: bool
    is_late: bool
    is_overdue: bool


@dataclass(frozen=True, slots=True)
class Looked:
    """What somebody who was asked has done. `asked`: between which two places the card is to be pushed; `has_left`:
    since then its old place has hardly heard it; `is_left`: it was looked at, and left as it lies."""

    asked: tuple[Antenna, ...]
    has_left: bool
    is_left: bool


@dataclass(frozen=True, slots=True)
class Awaited:
    """What the table awaits of a tag at a place. `is_due`: whether this card is awaited at an antenna; `soon`: where
    the next cards of the pack go that have not come, if it is one of them; `is_known`: the table has been told where
    it lies; `is_overheard`: it may lie in the pack, of which antennas overhear cards all the time; `was_overheard`: it
    was only overheard there."""

    is_due: Callable[[Antenna], bool]
    soon: Collection[Antenna]
    places: Places
    others: Others
    in_time: InTime
    looked: Looked
    is_known: bool
    is_overheard: bool
    was_overheard: bool
