"""The showdown: who is due to show, what a show or a muck counts as, and when the pots are awarded."""

from burncard.rules.betting.hand_betting import HandBetting
from burncard.rules.betting.pots import pot_layers
from burncard.rules.cards import BOARD, UNREAD, Seat
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import board_cards, made_of, stacks_now, wrong_counts
from burncard.rules.hand.steps import Showdown
from burncard.rules.outcomes import Result
from burncard.rules.rulings.irregularities import (
    CheckedSeven,
    FalseOpener,
    Irregularity,
    PairSpread,
    Pressed,
    SevenOnlyCalled,
)
from burncard.rules.showdown.award import award, read_hands, show_order, winners
from burncard.rules.showdown.hand_values import best_low, has_openers, has_pair

SEVEN_LOW = (0, -7, -6, -5, -4, -3)  # the worst seven


def seat_due_to_show(hand: HandInPlay) -> Seat | None:
    """The next live seat that has neither shown nor mucked; None when all have."""
    waiting = [seat for seat in hand.betting.live if not hand.players[seat].shown]
    if len(waiting) > 1:
        waiting = [seat for seat in show_order(hand.betting, hand.house, hand.game) if seat in waiting]
    return waiting[0] if waiting else None


def hands_are_read(hand: HandInPlay) -> bool:
    """Whether every card that a shown hand is judged by has been read."""
    contenders = [seat for seat in hand.betting.live if not hand.players[seat].mucked]
    cards = [placed.card for seat in contenders for placed in hand.held(seat)]
    return UNREAD not in cards and all(placed.card != UNREAD for placed in hand.felt.cards_in(BOARD))


def is_beaten(hand: HandInPlay, seat: Seat) -> bool:
    """Whether a shown hand can win nothing any more, because of other shown hands: then the dealer may muck it."""
    if not isinstance(hand.plan.head, Showdown) or not hands_are_read(hand) or any(wrong_counts(hand, "showdown")):
        return False
    betting = hand.betting
    shown = [one for one in betting.live if hand.players[one].shown and not hand.players[one].mucked]
    hands = read_hands(hand.game, {one: made_of(hand, one) for one in shown}, board_cards(hand))
    played_for = [[one for one in layer.eligible if one in shown] for layer in pot_layers(betting)]
    return seat in shown and all(seat not in winners(hands, seats) for seats in played_for if seat in seats)


def has_lost(hand: HandInPlay, seat: Seat) -> bool:
    """Whether a hand lost a showdown that is over, or is beaten by others in one that is not."""
    if not hand.ended:
        return is_beaten(hand, seat)
    return hand.players[seat].shown and not hand.cards_must_return and seat not in hand.claims.won


def result_of_showdown(hand: HandInPlay) -> Result:
    """Awards every pot by the cards."""
    betting: HandBetting = hand.betting
    contenders = {
        seat: () if hand.players[seat].mucked else tuple(made_of(hand, seat))
        for seat in betting.live
        if not hand.players[seat].mucked or seat in hand.claims.plays_board
    }
    board = tuple(board_cards(hand))
    pots = award(betting, hand.game, hand.house, contenders, board, hand.players.mucked())
    hand.claims.won.update(seat for pot in pots for seat in pot.awards)
    return Result(hand=hand.fact.id, pots=pots, stacks=stacks_now(hand), ended="showdown")


def irregular_winner(hand: HandInPlay) -> Irregularity | None:
    """What the shown hands bring to light: a miscall that cost the other hand, openers that were none, or a seven that
    should have bet."""
    live = [seat for seat in hand.betting.live if not hand.players[seat].mucked]
    if hand.claims.miscalled in live and hand.players.mucked():
        return Pressed("miscall", hand.claims.miscalled)
    if (spread := _pair_that_fouled(hand, live)) is not None:
        return spread
    opener = hand.betting.opened.by
    if opener in live and len(live) > 1 and _opened_falsely(hand):
        return FalseOpener(opener)
    if hand.game.sevens_rule and hand.fact.structure == "limit":
        return _seven_that_did_not_bet(hand, live)
    return None


def note_spread(hand: HandInPlay) -> None:
    """Keeps how many hands had been given up when each of the others was shown."""
    given_up = len(hand.players.mucked())
    for seat in hand.betting.live:
        player = hand.players[seat]
        if player.shown and not player.mucked:
            hand.claims.spread.setdefault(seat, given_up)


def _pair_that_fouled(hand: HandInPlay, intact: list[Seat]) -> Irregularity | None:
    """A hand of lowball spread with a pair and no word of it, after which every other one was given up unseen."""
    if hand.game.family != "draw" or hand.game.high or len(intact) != 1 or intact[0] in hand.claims.pair_announced:
        return None
    [seat] = intact
    before = hand.claims.spread.get(seat, 0)
    unseen = tuple(other for other in hand.players.mucked()[before:] if other not in hand.claims.spread)
    return PairSpread(seat, unseen) if unseen and has_pair(made_of(hand, seat)) else None


def _opened_falsely(hand: HandInPlay) -> bool:
    cards = [hand.pack.counts_as(placed.card) for placed in hand.claims.opening_cards]
    return hand.claims.openers_denied or (bool(cards) and UNREAD not in cards and not has_openers(cards))


def _seven_that_did_not_bet(hand: HandInPlay, live: list[Seat]) -> Irregularity | None:
    """The best hand, if it is a seven or better that has checked, or has called a short all-in where it could raise."""
    betting = hand.betting
    if not any(betting.street_in.values()) or len(live) < 2:
        return None
    lows = {seat: best_low(hand.game, made_of(hand, seat), ()) for seat in live}
    best = max(lows.values(), key=lambda low: low or ())
    winners = [seat for seat in live if lows[seat] == best]
    if len(winners) != 1 or best is None or best < SEVEN_LOW:
        return None
    [winner] = winners
    if winner in betting.round.checked:
        return CheckedSeven(winner)
    behind = betting.callers_behind(winner) if betting.short_all_in() not in (None, winner) else ()
    return SevenOnlyCalled(winner, behind) if behind else None
