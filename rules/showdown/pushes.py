"""What the dealer pushes to whom when a hand has ended, and the hands that win it."""

from dataclasses import dataclass

from burncard.rules.cards import BOARD, JOKER, UNREAD, Card, Chips, Seat
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import board_cards, made_of
from burncard.rules.outcomes import Pot, Result
from burncard.rules.showdown.award import Share, read_hands, split_by_halves
from burncard.rules.showdown.hand_names import NamedHand, named_hand


@dataclass(frozen=True, slots=True)
class Push:
    """Chips of one pot that go to one seat. `hand`, `cards`: what they are won with; None where nobody had to show.

    `odd_chip`: how much of them is an odd chip, which the other winners do not get.
    """

    seat: Seat
    chips: Chips
    half: Share
    odd_chip: Chips
    hand: str | None = None
    cards: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class PushedPot:
    """One pot and how it is shared."""

    amount: Chips
    eligible: tuple[Seat, ...]
    pushes: tuple[Push, ...]


def pushed_pots(hand: HandInPlay, result: Result) -> tuple[PushedPot, ...]:
    """The pots of a hand that has just ended, in the order of the result: the main pot first."""
    return tuple(PushedPot(pot.amount, pot.eligible, _pushes(hand, result, pot)) for pot in result.pots)


def shown_hand(hand: HandInPlay, seat: Seat) -> tuple[NamedHand | None, NamedHand | None]:
    """The high hand and the low hand that a seat has shown; None for each that it has not, or that is not whole."""
    player = hand.players.of(seat)
    if not player.shown or player.mucked:
        return None, None
    hole = [placed.card for placed in hand.held(seat) if placed.seen and (placed.card != JOKER or hand.pack.has_joker)]
    common = [placed.card for placed in hand.felt.cards_in(BOARD) if placed.seen and placed.card != JOKER]
    board = common[: _board_size(hand) or None]
    if UNREAD in hole + board or len(hole) < min(hand.game.hand_size, 5) or len(board) < _board_size(hand):
        return None, None
    high = named_hand(hand.game, hole, board, "high", hand.pack.counts_as) if hand.game.high else None
    low = named_hand(hand.game, hole, board, "low", hand.pack.counts_as) if hand.game.low is not None else None
    return high, low


def _board_size(hand: HandInPlay) -> int:
    return hand.game.board_due(hand.game.streets[-1])


def _pushes(hand: HandInPlay, result: Result, pot: Pot) -> tuple[Push, ...]:
    shown = {seat: made_of(hand, seat) for seat in hand.betting.live if not hand.players[seat].mucked}
    seats = [seat for seat in pot.eligible if seat in shown]
    if result.ended != "showdown" or len(shown) < 2 or len(seats) < 2:
        return tuple(_push(hand, seat, chips, "all", chips) for seat, chips in pot.awards.items())
    hands = read_hands(hand.game, shown, board_cards(hand))
    halves = split_by_halves(pot.amount, seats, hands, hand.betting, hand.game, hand.house)
    return tuple(
        _push(hand, seat, chips, half, min(shares.values()))
        for half, shares in halves
        for seat, chips in shares.items()
    )


def _push(hand: HandInPlay, seat: Seat, chips: Chips, half: Share, least: Chips) -> Push:
    high, low = shown_hand(hand, seat)
    won = low if half == "low" or high is None else high
    name, cards = (None, None) if won is None else won
    return Push(seat, chips, half, Chips(chips - least), name, cards)
