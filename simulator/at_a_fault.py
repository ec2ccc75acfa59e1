"""What people do while a fault stops the table: nobody deals; the dealer looks, and then the floor comes."""

from collections.abc import Iterator

from burncard.controller.devices.question import QUESTIONS
from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import SECOND
from burncard.rules.cards import Zone
from burncard.rules.facts import Press
from burncard.simulator.dealer import Dealer, Put

FLOOR_COMES_NS = 15 * SECOND
VOID = Press(press="void-hand", by="floor", reason="the hand cannot be played on")


class AtAFault:
    """The people at one table that a fault has stopped."""

    def __init__(self, service: TableService, dealer: Dealer) -> None:
        self._service = service
        self._dealer = dealer
        self._since_ns: int | None = None
        self._laid_again: Iterator[Put] | None = None
        self._asked: frozenset[str] = frozenset()

    def over(self) -> None:
        """No fault stops the table."""
        self._since_ns, self._laid_again, self._asked = None, None, frozenset()

    def act(self, now_ns: int, floor_comes_ns: int) -> Put | Press | list[str]:
        """What they do now: a card laid down again, a hand that the floor ends, or the faults that the floor clears.

        The table says at which place it misses a card, not which one. Where the dealer counts more cards than the
        table does, he lays them down again, one after another, the top one first; elsewhere the floor clears the fault.
        A card between two places is one that the table does not count at either: if it was laid down again in vain, the
        floor confirms that it lies as it should. When the table asks about other places, they look there.
        """
        open_faults = self._service.record.faults.open
        asked = frozenset(fault.text for fault in open_faults if fault.code in QUESTIONS)
        if asked - self._asked:
            self.over()
        self._asked = asked
        self._since_ns = now_ns if self._since_ns is None else self._since_ns
        places = (Zone(place) for text in sorted(asked) for place in text.split(" and "))
        lying = [put for place in places for put in self._with_one_unheard(place)]
        if self._laid_again is None and lying:
            self._laid_again = iter(lying)
        again = None if self._laid_again is None else next(self._laid_again, None)
        if again is not None:
            return again
        if now_ns - self._since_ns <= floor_comes_ns:
            return []
        if lying and all(fault.code != "card-between" for fault in open_faults):
            return VOID
        return [fault.code for fault in open_faults if "floor" in fault.kind.cleared_by]

    def _with_one_unheard(self, place: Zone) -> list[Put]:
        """The cards of a place, the top one first, if more lie there than the table knows of."""
        hand, lying = self._service.record.table.hand, self._dealer.in_zone(place)
        known = 0 if hand is None else len(hand.felt.cards_in(place))
        return lying[::-1] if len(lying) > known else []
