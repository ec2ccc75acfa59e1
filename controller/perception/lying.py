"""Which cards lie where: at home at each antenna, and with the pack over its antenna."""

from collections.abc import Iterable
from dataclasses import replace
from math import prod
from typing import Final

from burncard.controller.perception.chances import BESIDE_MAX, Antenna, Chances
from burncard.controller.perception.laid_pack import LaidPack
from burncard.controller.perception.overheard import Overheard
from burncard.controller.perception.places import Place
from burncard.controller.perception.tag_belief import TagBelief

IN_A_PACK: Final = 5
"""A card that is returned to a pack that lies there lies on so many others at least."""
MISSED_MAX: Final = 0.001
"""A pack whose cards are all missed with a smaller chance than this has been taken up."""
COVERED: Final = 0.02
"""How likely it is that a hand or chips lie over all cards of a place, however long they have been silent."""
USUAL_NEIGHBOURS: Final = 2
"""The shares of cards between two zones are those of a zone with so many neighbours: towards each as many, so that of
two zones the one with more neighbours is no unlikelier."""


class Lying:
    """`at`: the tags at home at each antenna; `in_pack`: those that lie with the pack; `returned`: those of them that
    had been dealt; `rows`: where cards lie side by side; `pack_misses`: how many scans in succession have heard none
    of the pack."""

    def __init__(self, chances: Chances, rows: Iterable[Antenna] = ()) -> None:
        self._chances = chances
        self._rows = frozenset(rows)
        self.at: dict[Antenna, dict[str, TagBelief]] = {antenna: {} for antenna in chances.neighbours}
        self.in_pack: dict[str, TagBelief] = {}
        self.returned: set[str] = set()
        self.pack_misses = 0
        self.laid_pack = LaidPack(chances)

    def forget(self) -> None:
        """All cards are back in the pack."""
        self.in_pack.clear()
        self.returned.clear()
        self.laid_pack.forget()
        for tags in self.at.values():
            tags.clear()

    def height(self, antenna: Antenna) -> int:
        """On how many cards the next one at an antenna will lie."""
        count = len(self.at[antenna])
        return min(count, BESIDE_MAX) if antenna in self._rows else count

    def among(self, tag: TagBelief) -> int:
        """Of how many cards, only one of which is dealt next, a tag of the pack may be one that was overheard."""
        return 1 if tag.home is not None else self.laid_pack.among(tag.uid)

    def put_in_pack(self, tag: TagBelief, place: Place) -> None:
        """A tag lies with the pack over its antenna."""
        tag.in_pack, tag.alone, tag.overheard, self.pack_misses = place, 1.0, Overheard(), 0
        tag.normalise()
        place.normalise()
        self.in_pack[tag.uid] = tag

    def is_pack_taken_up(self) -> bool:
        """Whether the cards that lay with the pack would hardly all be missed by so many scans in succession."""
        places = [tag.in_pack for tag in self.in_pack.values() if tag.in_pack is not None]
        unheard = (self._chances.unheard(place.antenna, place.height, self.pack_misses) for place in places)
        return prod(unheard) < MISSED_MAX

    def silence(self, tag: TagBelief) -> float:
        """The chance that a tag which has stayed at home was not heard there lately. Others that are heard there show
        that no hand and no chips lie over it."""
        if tag.home is None:
            return 1.0
        there = (other.home for other in self.at[tag.home.antenna].values() if other is not tag)
        is_open = any(home is not None and not home.misses for home in there)
        return tag.home.silence if is_open else max(COVERED, tag.home.silence)

    def place(self, antenna: Antenna, weight: float) -> Place:
        """A zone in which a card has come to rest, before anything is heard of it."""
        neighbours, rates = self._chances.neighbours[antenna], self._chances.rates[antenna]
        near = (rates.edge / 2, rates.edge / 2, rates.gap.near, 0.0, rates.gap.far, rates.middle)
        between = [share / USUAL_NEIGHBOURS for share in near for _ in neighbours]
        height = IN_A_PACK if antenna in self._chances.pack else self.height(antenna)
        alone = (rates.rim, rates.brink.chance)
        inside = 1.0 - sum((*alone, *between), 0.0)
        return Place(antenna, height, [weight * share for share in (inside, *alone, *between)])

    def new_place(self, antenna: Antenna, weight: float, is_new: bool) -> Place:
        """The same for a card that has just come. `is_new`: from the pack; it may be heard better next door."""
        place = replace(self.place(antenna, weight), pairs=self._chances.pairs(antenna))
        if is_new:
            beyond = self._chances.beyond_ways(antenna)
            share = self._chances.rates[antenna].gap.beyond / USUAL_NEIGHBOURS
            place.ways[beyond] = [weight * share] * len(place.ways[beyond])
        elif antenna in self._chances.pack and not self.laid_pack.cards:  # on those that were returned before it
            place.height = min(place.height, len(self.in_pack))
        return place
