"""The cards that have been decided on and that the table has not been given yet."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from burncard.controller.perception.arrival import Arrival, Deal, dealt_to
from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.tag_belief import TagBelief
from burncard.firmware_bridge.driver import SECOND, Nanoseconds

HOLD_FOR_EDGE_NS: Final = 2 * SECOND
HOLD_FOR_SURE_NS: Final = 3 * SECOND
SURE: Final = 0.9
"""A card on an edge is decided on within the first time after it was first heard, and one that is so likely to lie
where it was heard, though none is awaited there, within the second."""


class Held:
    """`cards`: those that are held, in the order in which they were decided on."""

    def __init__(self, deal: Deal, beliefs: Beliefs) -> None:
        self._deal = deal
        self._beliefs = beliefs
        self.cards: list[Arrival] = []

    def add(self, arrival: Arrival) -> None:
        """A card has been decided on. One that is held already, and turns out to lie elsewhere, was never told."""
        before = next((each for each in self.cards if each.uid == arrival.uid), None)
        if before is not None:
            self.cards.remove(before)
            arrival = replace(arrival, left=before.left, missed_ns=before.missed_ns, was_due=before.was_due)
        if before is None or arrival.antenna != before.left:
            self.cards.append(arrival)

    def oldest(self) -> Arrival:
        """The card that was heard first of those that are held."""
        return min(self.cards, key=lambda arrival: arrival.first_ns)

    def change(self, before: Arrival, after: Arrival) -> None:
        """Something else has been found out about a card that is held."""
        self.cards[self.cards.index(before)] = after

    def told_home(self, tag: TagBelief) -> Antenna | None:
        """Where the table knows a tag to lie; None: in the pack."""
        held = (arrival.left for arrival in self.cards if arrival.uid == tag.uid)
        return next(held, tag.home_antenna)

    def throws_in(self, card: Arrival) -> bool:
        """Whether a card has left the place where one is due: that hand is thrown in, before all of it was heard."""
        return card.left in dealt_to(self._deal)

    def new(self, now_ns: Nanoseconds) -> Iterator[Arrival]:
        """The cards of the pack that are held back or on their way."""
        yield from (arrival for arrival in self.cards if arrival.left is None)
        for tag, candidate in self._beliefs.dealt():
            within_ns = HOLD_FOR_SURE_NS if tag.share(candidate) > SURE else HOLD_FOR_EDGE_NS
            if now_ns - candidate.first_ns < within_ns:
                yield Arrival(tag.uid, candidate.place.antenna, None, candidate.first_ns, now_ns)
