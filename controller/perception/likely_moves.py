"""How likely a card has just come to a place, by what the deal awaits and by what happens to the cards around it."""

from collections.abc import Collection
from typing import Final

from burncard.controller.perception.arrival import Deal, dealt_to
from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.held import Held
from burncard.controller.perception.order import Order
from burncard.controller.perception.tag_belief import TagBelief

SURER: Final = 0.01
"""A card has left more surely than another if its silence is that much less likely to have come about by chance."""

CAME_DUE: Final = 0.2
CAME_LIKELY: Final = 0.01
CAME_THROWN: Final = 0.004
CAME_UNLIKELY: Final = 0.0004
CAME_BACK: Final = 0.000004
CAME_NOW: Final = 0.15
"""How likely a card has moved: where one is due, may well come, is thrown out of turn, nothing awaits it, and from the
muck, where cards on the edge are overheard at the next seat for minutes, or to a board that the game does not have.
Cards of a pack that lies over an antenna are overheard all the time: one of them was dealt just now only so likely."""


class LikelyMoves:
    """The moves that are likely now. `muck`: where cards are thrown."""

    def __init__(self, deal: Deal, beliefs: Beliefs, held: Held, order: Order, muck: Collection[Antenna]) -> None:
        self._deal = deal
        self._beliefs = beliefs
        self._held = held
        self._order = order
        self._muck = muck

    def came(self, tag: TagBelief, antenna: Antenna) -> float:
        """How likely a tag has just come to an antenna. Of the cards of a pack, any may be the one that was dealt."""
        now = CAME_NOW if self._beliefs.may_overhear(tag, antenna) else 1.0
        return self._one_came(tag, antenna) * now / self._beliefs.lying.among(tag)

    def is_likely(self, tag: TagBelief, antenna: Antenna) -> bool:
        """Whether a tag may well go from where the table knows it to lie to an antenna."""
        if self._is_to_leave(tag) and self._stays_behind(tag):
            return False
        return self._deal.likely(tag.uid, self._held.told_home(tag), antenna, alone=self._is_alone(tag, antenna))

    def may_leave(self, tag: TagBelief) -> bool:
        """Whether a tag may be one of those that are to be taken from its place."""
        return self._is_to_leave(tag) and not self._stays_behind(tag)

    # ---- inside --------------------

    def _one_came(self, tag: TagBelief, antenna: Antenna) -> float:
        home = self._held.told_home(tag)
        if self.is_likely(tag, antenna):
            is_due = antenna in (dealt_to(self._deal) if home is None else self._leaves_for(home))
            if tag.home is not None and home is None:  # put elsewhere, and pushed to its place: where somebody is asked
                is_due = is_due and antenna == self._order.unheard_at
            return CAME_DUE if is_due or home in self._deal.folded() else CAME_LIKELY
        if home in self._muck or antenna in self._deal.unused():
            return CAME_BACK
        return CAME_THROWN if home is not None and antenna in self._muck else CAME_UNLIKELY

    def _leaves_for(self, home: Antenna) -> tuple[Antenna, ...]:
        """Where the next card is due, if it is to come from this place."""
        return self._deal.due()[:1] if home in self._deal.leaving() else ()

    def _is_to_leave(self, tag: TagBelief) -> bool:
        """Whether cards are to be taken from the home of a tag, where the table knows it to lie."""
        home = self._held.told_home(tag)
        return home is not None and home == tag.home_antenna and bool(self._deal.leaving().get(home))

    def _stays_behind(self, tag: TagBelief) -> bool:
        """Whether as many cards as are to leave the home of a tag have left it, each more surely than this one."""
        if tag.home is None:
            return False
        home = tag.home.antenna
        others = (other.home for other in self._beliefs.at(home).values() if other.home is not None)
        gone = sum(other.silence < SURER * tag.home.silence for other in others)
        return gone + sum(arrival.left == home for arrival in self._held.cards) >= self._deal.leaving()[home]

    def _is_alone(self, tag: TagBelief, antenna: Antenna) -> bool:
        """Whether other cards at the home of a tag have not gone with it: the last scan there heard one of them, or
        none was heard where this one goes. Those of a player who has folded will go, one after the other."""
        if tag.home is None or tag.home.antenna in self._deal.folded():
            return False
        home = tag.home.antenna
        there = [other for other in self._beliefs.at(home).values() if other is not tag and other.home is not None]
        if any(not other.home.misses for other in there if other.home is not None):
            return True
        gone = any(arrival.left == home and arrival.antenna == antenna for arrival in self._held.cards)
        heard = (antenna in other.candidates and other.candidates[antenna].reads for other in there)
        return bool(there) and not gone and not any(heard)
