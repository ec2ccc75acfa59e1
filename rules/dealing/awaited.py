"""What the table waits for: the head of the plan, put as a `next` outcome."""

from collections.abc import Sequence

import msgspec

from burncard.rules.betting.offers import offer
from burncard.rules.cards import BOARD, STUB, Zone, seat_zone
from burncard.rules.dealing.drawing import draw_awaited
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import unread_upcard
from burncard.rules.hand.steps import (
    Cut,
    Deal,
    Drawing,
    Floor,
    Move,
    Read,
    Return,
    Round,
    Showdown,
    Shuffle,
    Turn,
    common_zone,
    visible_name,
)
from burncard.rules.hand.table_card import TableCard
from burncard.rules.outcomes import AwaitPlain, AwaitRead, AwaitRemedy, AwaitReturn, AwaitShow, Next, Step
from burncard.rules.showdown.showing import seat_due_to_show

AWAIT_HAND = AwaitPlain(await_="hand")


def awaited(hand: HandInPlay) -> Next:
    """The `next` outcome of a hand in play (or just ended)."""
    if hand.ended:
        return after_the_hand(hand)
    head = hand.plan.head
    match head:
        case Deal():
            return head.awaited
        case Round():
            unread = unread_door(hand)
            return AwaitRead(zone=unread) if unread is not None else offer(hand.betting.round)
        case Showdown():
            return _show_due(hand)
        case Move() | Turn():
            return AwaitRemedy(step=head.step())
        case Return():
            return _to_return(head.still_out())
        case Shuffle():
            return AwaitPlain(await_="shuffle")
        case Cut():
            return AwaitPlain(await_="cut")
        case Floor():
            return AwaitPlain(await_="floor")
        case Read():
            return AwaitRead(zone=head.placed.zone)
        case Drawing() if hand.drawing is not None:
            return draw_awaited(hand, hand.drawing)
        case _:
            return AwaitRemedy(step=Step(do="wait", for_="the street"))


def _show_due(hand: HandInPlay) -> Next:
    seat = seat_due_to_show(hand)
    if seat is not None:
        return AwaitShow(seat=seat)
    shown = [seat_zone(seat) for seat in hand.betting.live if not hand.players[seat].mucked]
    for zone in (*shown, BOARD):
        if hand.felt.unread_in(zone) is not None:
            return AwaitRead(zone=zone)
    return AWAIT_HAND


def unread_door(hand: HandInPlay) -> Zone | None:
    """The zone of an unread upcard that decides who acts first, or who shows first where all are all-in."""
    if hand.game.family != "stud" or hand.dealing.round_open == hand.street.name:
        return None
    if hand.betting.betting_over and hand.game.street_after(hand.street) is not None:
        return None
    return unread_upcard(hand)


def after_the_hand(hand: HandInPlay) -> Next:
    """The cards that must come back after a misdeal or void hand; after any other end, the next hand."""
    if not hand.cards_must_return:
        return AWAIT_HAND
    out = hand.felt.all_out()
    if not out:
        return AWAIT_HAND
    return _to_return(out)


def _to_return(placed: Sequence[TableCard]) -> AwaitReturn:
    zone = common_zone(placed)
    cards = tuple(visible_name(card) for card in placed)
    return AwaitReturn(cards=cards, to=STUB, from_=msgspec.UNSET if zone is None else zone)
