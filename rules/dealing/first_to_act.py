"""Who acts first on a street: by the posts, the button, the opener, or the cards that show."""

from burncard.rules.cards import Seat
from burncard.rules.games.game import Street
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import board_of, doors, next_live, unread_upcard
from burncard.rules.showdown.hand_values import board_order, bring_in_order


def first_to_act(hand: HandInPlay, street: Street) -> Seat | None:
    """The seat that opens a street's betting; None where the posts decide."""
    live, game = hand.betting.live, hand.game
    blinds = hand.betting.has_posts and game.button
    if street.first == "left-of-post" or (blinds and street is game.streets[0]):
        return None
    nothing_shows = street.first == "bring-in" and not doors(hand)  # every upcard has been laid down again
    unread = game.family == "stud" and unread_upcard(hand) is not None  # all are all-in: nobody acts
    if street.first == "left-of-button" or not live or nothing_shows or unread:
        return next_live(hand, None)
    if street.first == "opener":
        return next_live(hand, None) if blinds else _opener_or_next(hand)
    if street.first == "bring-in":
        big_bet_stud = game.family == "stud" and hand.fact.structure != "limit"
        highest = (game.bring_in == "high") != (big_bet_stud and game.bring_in == "low")
        return bring_in_order(doors(hand), highest=highest, ace_low=game.bring_in == "high")[0]
    return board_order({seat: board_of(hand, seat) for seat in live}, low=street.first == "low-board")[0]


def _opener_or_next(hand: HandInPlay) -> Seat | None:
    """The seat that opened the pot, or the next live one clockwise."""
    opener, seats = hand.betting.opened.by, hand.betting.seats
    if opener is None:
        return next_live(hand, None)
    start = seats.index(opener)
    return next(seat for seat in (*seats[start:], *seats[:start]) if seat in hand.betting.live)
