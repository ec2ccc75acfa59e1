"""Decides where a tag lies: a sequential test against an error budget, not a time-out.

A place is taken when what remains of every other explanation is below the budget, and when, without any prior, it beats
each neighbour clearly. A neighbour must have been scanned for that unless the card was heard so strongly here that this
hardly matters; where no strength is measured, only if the card is not due here, or the next one goes there. Without the
second test the plan would swallow a card that was dealt to the wrong seat at the border of two zones.
"""

from collections.abc import Collection
from math import inf, log
from typing import Final, Literal

from burncard.controller.perception.awaited_card import Awaited
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.places import LEAST
from burncard.controller.perception.tag_belief import Candidate, TagBelief
from burncard.firmware_bridge.driver import MS, Nanoseconds

REMAINDER_DUE: Final = 0.03
REMAINDER_OVERHEARD: Final = 0.001
REMAINDER_NOT_DUE: Final = 0.0003
RATIO_DUE: Final = log(90)
RATIO_NOT_DUE: Final = log(1000)
RATIO_NEW: Final = log(100_000)
RATIO_AT_ONCE: Final = log(300)
RATIO_UNASKED: Final = log(10_000)
"""So much likelier than at a neighbour a card was heard so strongly that the neighbour need not be scanned for it: the
one that is due, at its time; any other."""
RATIO_ALIKE_AGAIN: Final = 1.5
"""So much of what each further answer adds says nothing: one antenna hears one card alike again and again."""
RATIO_OVERDUE: Final = log(15)
RATIO_DOUBT: Final = 1.0
"""A new card on an edge is taken for the one that is due if it was heard so much better there, and in the end if it was
heard as well there; otherwise somebody has to look."""
RATIO_ALIKE: Final = 0.6
"""Two places that differ by no more hear a card alike."""
NOT_COME_OVERDUE: Final = 0.01
"""How likely it is that a card which is due has not come, beside before, once later cards or an entry have."""
BOTH: Final = 0.002
"""How likely a second card has come where only one is due, beside the first."""
FLIGHT_NS: Final = 300 * MS
"""No card is heard for longer by an antenna over which it only flies or slides."""
EDGE_PATIENCE_NS: Final = 900 * MS
EDGE_PATIENCE_MAX_NS: Final = 1_800 * MS
EDGE_RATIO: Final = 10.0
"""Between two neighbours of which neither is awaited, the likelier one is taken at once if it is so much likelier."""
EDGE_RATIO_NEW: Final = 100.0
"""The same where the other one hears the card as well, and it is open to doubt: it is a mistake, so somebody rather
looks."""
EDGE_POLLS: Final = 3
LOW: Final = 1
"""A card on so many others is hardly missed by two scans."""
LEFT_MISSES: Final = 2
"""From so many misses in succession on a card has left its home, if it is heard where it is awaited."""

Standing = Literal["rests", "between", "open"]
"""What has been found out of a tag at a place: it rests there; it may as well lie next door; nothing yet."""


def standing(tag: TagBelief, candidate: Candidate, now_ns: Nanoseconds, awaited: Awaited) -> Standing:
    """Whether a tag may be taken to rest at a candidate, or lies there or next door and somebody has to look."""
    is_due, age_ns = awaited.is_due(candidate.place.antenna), now_ns - candidate.first_ns
    if awaited.was_overheard and not is_due:
        return "open"  # that says nothing of where it lies now
    if awaited.in_time.may_pass and age_ns < FLIGHT_NS:
        return "open"
    remainder = _remainder(tag, candidate, awaited)
    if candidate.reads + candidate.is_loud < 2 and not _must_lie_there(tag, candidate, awaited, remainder):
        return "open"  # one read may be a ghost's
    if awaited.is_known and tag.home is not None and not tag.home.misses:  # the last scan of its old place has heard it
        return "rests" if _has_come_beside(tag, candidate, awaited, age_ns) else "open"
    if remainder < REMAINDER_DUE and _is_clear(tag, candidate, awaited, remainder):
        return "rests"
    if age_ns < EDGE_PATIENCE_NS or not _is_on_an_edge(tag, candidate, awaited):
        return "open"
    is_old = age_ns >= EDGE_PATIENCE_MAX_NS
    if _is_nearer(tag, candidate, awaited, is_old=is_old):
        return "rests"
    return "between" if is_old and rivals_of(tag, candidate, awaited) else "open"


def enough_where_due(tag: TagBelief, candidate: Candidate) -> float:
    """By how much the place where a card is due must beat a neighbour that has not been scanned for it."""
    if not candidate.is_measured or tag.home is not None:
        return -inf
    return RATIO_AT_ONCE + RATIO_ALIKE_AGAIN * (candidate.reads - 1)


def enough_elsewhere(tag: TagBelief, neighbour: Antenna) -> float:
    """By how much a place where a card is not due must beat a neighbour that was scanned for it. A new card there
    is out of turn, which mostly stops the deal: it must be told more surely from one that lies between two places. So
    must one that lay next door: a player who has looked at it may have laid it back on the edge of his place."""
    return RATIO_NEW if tag.home_antenna in (None, neighbour) else RATIO_NOT_DUE


def _must_lie_there(tag: TagBelief, candidate: Candidate, awaited: Awaited, remainder: float) -> bool:
    """Whether one read is enough: of a tag that is awaited there and missed at its home, or of one of the pack, once
    later cards or an entry have come, unless another one seems to have come. Hardly a ghost comes at that moment; and
    one that lies low answers the next scan."""
    if not candidate.reads or remainder > REMAINDER_NOT_DUE or not awaited.is_due(candidate.place.antenna):
        return False
    if tag.home is not None:
        return tag.home.misses >= LEFT_MISSES
    is_clear = not (candidate.place.misses or awaited.others.is_contested or tag.in_pack is not None)
    return awaited.in_time.is_overdue and is_clear and candidate.place.height > LOW


def _has_come_beside(tag: TagBelief, candidate: Candidate, awaited: Awaited, age_ns: int) -> bool:
    """Whether a card was moved to the edge of the place where it is awaited, and its old place hears it still: the new
    one has heard it for long, as well as a card that lies there, and did not before."""
    antenna = candidate.place.antenna
    is_heard = age_ns >= EDGE_PATIENCE_MAX_NS and candidate.is_heard_as_well_by(antenna)
    return is_heard and awaited.is_due(antenna) and tag.was_silent_at(candidate)


def _remainder(tag: TagBelief, candidate: Candidate, awaited: Awaited) -> float:
    """What remains of every other explanation. That the card has not come is one that later cards refute; it does not
    lie in the pack if no other card is heard there. Where one card is due hardly two have come."""
    here = tag.share(candidate)
    elsewhere = sum(tag.share(other) for other in tag.candidates.values() if other is not candidate)
    not_come = max(0.0, 1 - here - elsewhere)
    others = elsewhere + (not_come * NOT_COME_OVERDUE if awaited.in_time.is_overdue else not_come)
    odds, none_here = here / max(LEAST, others), 1 + awaited.others.instead
    return none_here / (none_here + odds * (1 + awaited.others.instead * BOTH))


def _is_clear(tag: TagBelief, candidate: Candidate, awaited: Awaited, remainder: float) -> bool:
    """Whether little remains of every other explanation, and the place beats each neighbour. A place next door where it
    is awaited and was heard as well must have been asked again and again."""
    due, lead = awaited.is_due(candidate.place.antenna), candidate.contest.lead
    hits, polls = candidate.hits, candidate.polls
    if not due and any(hits.get(each) and polls[each] < EDGE_POLLS for each in filter(awaited.is_due, polls)):
        return False
    if _may_belong_to(tag, candidate, awaited):
        return False
    is_usual = due or (tag.home is not None and candidate.place.antenna in awaited.places.muck)
    usual = RATIO_OVERDUE if awaited.in_time.is_overdue else RATIO_DUE if is_usual else None
    ratios = {each: enough_elsewhere(tag, each) if usual is None else usual for each in candidate.neighbours}
    if awaited.others.is_contested:  # one of the two cards is likely the next one
        ratios.update(dict.fromkeys(ratios.keys() & awaited.soon, RATIO_NOT_DUE))
    ratios.update(dict.fromkeys(_deaf(tag, candidate, awaited), inf))
    return remainder < _most(candidate, awaited) and all(
        (candidate.polls.get(other) or lead(other) >= _enough(tag, candidate, awaited, other)) and lead(other) >= ratio
        for other, ratio in ratios.items()
    )


def _most(candidate: Candidate, awaited: Awaited) -> float:
    """What may remain of every other explanation than that the card rests here."""
    if not awaited.is_due(candidate.place.antenna):
        return REMAINDER_NOT_DUE
    return REMAINDER_OVERHEARD if awaited.is_overheard else REMAINDER_DUE


def _may_belong_to(tag: TagBelief, candidate: Candidate, awaited: Awaited) -> frozenset[Antenna]:
    """The places next door to which a card may belong as well, whatever was heard of it, until somebody has looked:

    - for a new card where none is due: where one is due next, if that antenna hears it well, or soon, if it hears it
      as well as this one;
    - for a card of a folded hand: the muck, of whose edge its antenna may hear nothing;
    - for a card that lay next door: its old place, if it has always been heard here, or was hardly ever heard there and
      no strength tells whether it lies well in the muck, until it was pushed away; or if nobody plays here;
    - for a card that somebody is to push: the other place, until it has been missed there for long.
    """
    here, neighbours = candidate.place.antenna, candidate.neighbours
    if awaited.looked.is_left or awaited.is_due(here):
        return frozenset()
    asked = (each for each in neighbours.intersection(awaited.looked.asked) if not candidate.has_left(each))
    if tag.home is None:
        due = filter(candidate.is_heard_well_by, filter(awaited.is_due, neighbours))
        soon = filter(candidate.is_heard_as_well_by, neighbours.intersection(awaited.soon))
        return frozenset() if here in awaited.soon else frozenset((*due, *soon, *asked))
    muck = neighbours.intersection(awaited.places.muck) if tag.home.antenna in awaited.places.folded else frozenset()
    home = tag.home.antenna
    was_beside = here in awaited.places.muck and tag.was_hardly_heard and not candidate.is_measured
    may_stay = (
        home in awaited.looked.asked or was_beside or tag.was_heard_at(candidate)
    ) and not awaited.looked.has_left
    old = neighbours & {home} if may_stay or here in awaited.places.empty else frozenset()
    return muck.union(old, (each for each in asked if each != home))


def _enough(tag: TagBelief, candidate: Candidate, awaited: Awaited, neighbour: Antenna) -> float:
    """By how much a place must beat a neighbour that has not been scanned for the card."""
    if neighbour in awaited.places.unasked:
        return -inf
    if not awaited.is_due(candidate.place.antenna):
        is_awaited = awaited.is_due(neighbour) or neighbour in awaited.soon
        return inf if is_awaited else RATIO_UNASKED  # near an antenna all cards sound alike
    if neighbour in awaited.soon and not (candidate.is_loud and not awaited.in_time.is_late):
        return RATIO_UNASKED
    return enough_where_due(tag, candidate)


def _is_on_an_edge(tag: TagBelief, candidate: Candidate, awaited: Awaited) -> bool:
    """Whether a tag lies here or next door, and neighbours that are asked hear it about as well as this antenna."""
    neighbours, lead = candidate.neighbours, candidate.contest.lead
    asked = neighbours.difference(awaited.places.unasked)
    open_polls = (candidate.polls.get(other, 0) for other in asked if lead(other) < RATIO_NOT_DUE)
    if candidate.reads < 2 or any(polls < EDGE_POLLS for polls in open_polls):
        return False
    return 1 - _beside(tag, candidate) <= _most(candidate, awaited)


def _is_nearer(tag: TagBelief, candidate: Candidate, awaited: Awaited, *, is_old: bool) -> bool:
    """Whether a tag on an edge is to be counted as this antenna's."""
    rivals = rivals_of(tag, candidate, awaited)
    if awaited.is_due(candidate.place.antenna):
        least = _least_where_due(tag, candidate, awaited, rivals, is_old=is_old)
    elif (rivals and not is_old) or _may_belong_elsewhere(tag, candidate, awaited):
        return False
    else:
        least = _least_elsewhere(tag, candidate, awaited, rivals, is_old=is_old and not rivals)
    return all(candidate.contest.lead(other) >= least[other] for other in candidate.neighbours)


def _least_where_due(
    tag: TagBelief, candidate: Candidate, awaited: Awaited, rivals: Collection[Antenna], *, is_old: bool
) -> dict[Antenna, float]:
    """By how much a place where the card is awaited must beat each neighbour. It is taken for that card unless it
    clearly lies next door, or may be the next one: two cards have come then, and it must be the likelier one here. Nor
    is it the next one if that was found there, and this one is heard here in nearly every scan."""
    alike = -RATIO_ALIKE if is_old else RATIO_DOUBT
    least = {other: alike if other in rivals else -RATIO_DUE for other in candidate.neighbours}
    if awaited.others.is_contested:
        ratio = EDGE_RATIO if awaited.others.is_second or not is_old else 1.0
        least.update(dict.fromkeys(candidate.neighbours.intersection(awaited.soon), log(ratio)))
    if tag.home is None and candidate.is_heard_as_well_by(candidate.place.antenna):
        # nor does it lie where the next card has come
        least.update(dict.fromkeys(candidate.neighbours.intersection(awaited.others.taken), -inf))
    if tag.home_antenna in least:  # nor where it was heard on the edge before, unless the two hear it otherwise now
        has_moved = is_old and 1 - _beside(tag, candidate) < REMAINDER_NOT_DUE
        least[tag.home_antenna] = -inf if has_moved else RATIO_OVERDUE
    return least


def _least_elsewhere(
    tag: TagBelief, candidate: Candidate, awaited: Awaited, rivals: Collection[Antenna], *, is_old: bool
) -> dict[Antenna, float]:
    """The same for a place where it is not awaited: it must be the likelier one, and clearly so unless it `is_old`."""
    ratio = 1.0 if is_old else EDGE_RATIO
    least = {other: log(EDGE_RATIO_NEW if other in rivals else ratio) for other in candidate.neighbours}
    if tag.home_antenna in least:  # two antennas that hear a card alike for long do so for a while in any order
        least[tag.home_antenna] = RATIO_NOT_DUE
    if is_old:  # what both have heard all the time says little, and what is known of the deal more
        least.update((other, -log(EDGE_RATIO)) for other in least.keys() & tag.candidates.keys())
    least.update((other, RATIO_NOT_DUE) for other in candidate.neighbours if awaited.is_due(other))
    least.update(dict.fromkeys(_deaf(tag, candidate, awaited), inf))
    return least


def _may_belong_elsewhere(tag: TagBelief, candidate: Candidate, awaited: Awaited) -> bool:
    """Whether another place is likelier by all that is known, or awaits the card and hears it, or is not unlikely."""
    return bool(_may_belong_to(tag, candidate, awaited)) or any(
        each.place.weight > (REMAINDER_DUE if awaited.is_due(at) else 1.0) * candidate.place.weight
        for at, each in tag.candidates.items()
    )


def _beside(tag: TagBelief, candidate: Candidate) -> float:
    """The weight of resting here or next door."""
    near = candidate.neighbours | {candidate.place.antenna}
    return sum(tag.share(each) for antenna, each in tag.candidates.items() if antenna in near)


def rivals_of(tag: TagBelief, candidate: Candidate, awaited: Awaited) -> frozenset[Antenna]:
    """The neighbours to which a card may belong as well, until somebody has looked: they have heard it, or may be dead.
    A card that has moved has none where it is awaited, or where far likelier ones go; its old place is one while both
    hear it, though not as they did."""
    if awaited.looked.is_left:
        return frozenset()
    beside = candidate.neighbours.intersection(tag.candidates)
    heard = {other for other in beside if tag.candidates[other].reads or other in awaited.places.unproven}
    if tag.home is None:
        return frozenset(heard) | _deaf(tag, candidate, awaited)
    if others := _may_belong_to(tag, candidate, awaited):
        return others
    if any(map(awaited.is_due, (candidate.place.antenna, *heard))):
        return frozenset()
    least = candidate.place.weight / EDGE_RATIO
    old = {home for home in candidate.neighbours & {tag.home.antenna} if candidate.contest.lead(home) < RATIO_NOT_DUE}
    return frozenset(other for other in heard if tag.candidates[other].place.weight > least) | old


def _deaf(tag: TagBelief, candidate: Candidate, awaited: Awaited) -> frozenset[Antenna]:
    """The neighbours where a new card is due that is not heard here like one well inside the zone. It may lie there, on
    the edge, where that antenna is deaf; until somebody has looked, or the due card was found there. One that seems to
    lie where nobody deals was pitched too far."""
    is_inside = (
        candidate.place.inside > candidate.place.weight / 2 and candidate.place.antenna not in awaited.places.undealt
    )
    if tag.home is not None or is_inside or awaited.looked.is_left or awaited.is_due(candidate.place.antenna):
        return frozenset()
    return frozenset(filter(awaited.is_due, candidate.neighbours.difference(awaited.others.taken)))
