"""What people do while a fault stops the table: nobody deals; the dealer looks, and then the floor comes."""

from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import SECOND
from burncard.rules.cards import Zone
from burncard.rules.facts import Press
from burncard.simulator.dealer import Dealer, Put

FLOOR_COMES_NS = 15 * SECOND
UNHEARD = "card-unheard"
VOID = Press(press="void-hand", by="floor", reason="the hand cannot be played on")


class AtAFault:
    """The people at one table that a fault has stopped."""

    def __init__(self, service: TableService, dealer: Dealer) -> None:
        self._service = service
        self._dealer = dealer
        self._since_ns: int | None = None
        self._laid_again = False

    def over(self) -> None:
        """No fault stops the table."""
        self._since_ns, self._laid_again = None, False

    def act(self, now_ns: int, floor_comes_ns: int) -> Put | Press | list[str]:
        """What they do now: a card laid down again, a hand that the floor ends, or the faults that the floor clears."""
        self._since_ns = now_ns if self._since_ns is None else self._since_ns
        open_faults = self._service.record.faults.open
        unheard = next((self._lying_unheard(fault.text) for fault in open_faults if fault.code == UNHEARD), None)
        if unheard is not None and not self._laid_again:
            self._laid_again = True
            return unheard
        if now_ns - self._since_ns <= floor_comes_ns:
            return []
        if unheard is not None:
            return VOID
        return [fault.code for fault in open_faults if "floor" in fault.kind.cleared_by]

    def _lying_unheard(self, place: str) -> Put | None:
        """The last card at a place that the table does not know to lie there: the dealer spreads them."""
        zone, hand = Zone(place), self._service.record.table.hand
        known = set() if hand is None else {card.tag for card in hand.felt.cards_in(zone)}
        unheard = (put for put in reversed(self._dealer.in_zone(zone)) if put.physical.uid not in known)
        return next(unheard, None)
