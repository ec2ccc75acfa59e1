"""The showdown: who is due to show, what a show or a muck counts as, and when the pots are awarded."""

from rules.betting import Betting
from rules.cards import BOARD, UNREAD, Seat
from rules.hand import HandInPlay
from rules.outcomes import Result
from rules.showdown import award, show_order


def seat_due_to_show(hand: HandInPlay) -> Seat | None:
    """The next live seat that has neither shown nor mucked; None when all have."""
    order = show_order(hand.betting, hand.house, hand.game)
    return next((seat for seat in order if seat not in hand.shown and hand.in_hand(seat)), None)


def hands_are_read(hand: HandInPlay) -> bool:
    """Whether every card that a shown hand is judged by has been read."""
    contenders = [seat for seat in hand.betting.live if seat not in hand.mucked]
    cards = [placed for seat in contenders for placed in hand.held(seat)] + hand.felt.cards_in(BOARD)
    return all(placed.card != UNREAD for placed in cards)


def result_of_showdown(hand: HandInPlay) -> Result:
    """Awards every pot by the cards."""
    betting: Betting = hand.betting
    contenders = {
        seat: tuple(placed.card for placed in hand.held(seat)) for seat in betting.live if seat not in hand.mucked
    }
    if not contenders:
        contenders = {hand.mucked[-1]: tuple(placed.card for placed in hand.held(hand.mucked[-1]))}
    board = tuple(placed.card for placed in hand.felt.cards_in(BOARD))
    pots = award(betting, hand.game, hand.house, contenders, board)
    return Result(hand=hand.fact.id, pots=pots, stacks=hand.stacks_now(), ended="showdown")
