"""Cards as everybody may see them.

The one place that decides which faces are shown: a card that lies face up, and the cards of a hand that its player has
shown. Every other card is a back, to every role.
"""

from collections.abc import Mapping

from burncard.controller.ledger import Ledger
from burncard.controller.views.models import BACK, CardView, Mark
from burncard.rules.cards import BOARD, UNREAD, Card, Seat, Zone, seat_of
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.table_card import TableCard

Marks = Mapping[Card, Mark]


def is_shown(hand: HandInPlay, placed: TableCard) -> bool:
    """Whether everybody may see a card. One that comes to a hand already shown has been turned up by nobody."""
    seat = seat_of(placed.zone)
    return placed.face == "up" or (placed.seen and seat is not None and hand_is_shown(hand, seat))


def hand_is_shown(hand: HandInPlay, seat: Seat) -> bool:
    """Whether a player has turned the whole hand up."""
    player = hand.players.of(seat)
    return player.shown and not player.mucked


def cards_in(hand: HandInPlay | None, zone: Zone, marks: Marks) -> tuple[CardView, ...]:
    """The cards of a place, in the order in which they came."""
    return () if hand is None else tuple(_card(hand, placed, marks) for placed in hand.felt.cards_in(zone))


def _card(hand: HandInPlay, placed: TableCard, marks: Marks) -> CardView:
    if not is_shown(hand, placed) and placed.said_up and placed.told is not None:
        return CardView(card=placed.told, face="up", mark=marks.get(placed.told))  # as people say that it is
    if not is_shown(hand, placed):
        return CardView(card=BACK, face=placed.face)
    return CardView(card=placed.card, face="up", mark="unread" if placed.card == UNREAD else marks.get(placed.card))


def marks_of(hand: HandInPlay | None, ledger: Ledger) -> Marks:
    """Cards that mean something now, among those that the table may see: the first stop's, or the winning hands'."""
    if hand is None:
        return {}
    winning = [card for pot in ledger.pots for push in pot.pushes for card in push.cards or ()]
    if winning:
        lying = (*(placed for seat in hand.players.shown() for placed in hand.held(seat)), *hand.felt.cards_in(BOARD))
        losing: dict[Card, Mark] = {placed.card: "loses" for placed in lying if is_shown(hand, placed)}
        return losing | dict.fromkeys(winning, "wins")
    first = next(iter(ledger.stops.queue), None)
    if first is None:
        return {}
    return dict.fromkeys(first.ruling.cards, "stop" if first.acknowledged is None else "repair")
