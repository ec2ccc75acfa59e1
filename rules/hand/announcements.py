"""What a stud dealer announces in a betting round: the low card, the high hand, raises and pairs.

Only cards that lie face up and chips that lie in front of the players have a part in it.
"""

from collections import Counter
from collections.abc import Iterator

from burncard.rules.cards import RANKS, Card, Seat, spoken
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import upcards

COURT = frozenset("JQK")
_RANKS = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_COUNTS = {2: "a pair of", 3: "three", 4: "four"}


def announcements(hand: HandInPlay) -> tuple[str, ...]:
    """What is to be said now, in its order; nothing in a game in which players have no boards of their own."""
    if hand.game.family != "stud" or hand.ended or hand.dealing.round_open != hand.street.name:
        return ()
    return (*_first(hand), *_pairs(hand), *_raises(hand))


def _first(hand: HandInPlay) -> Iterator[str]:
    """The card that must bet, or the board that acts first, until a player has acted."""
    seat = hand.betting.round.to_act.first
    brought_in = hand.starting and hand.betting.limit_game and not hand.betting.round.forced.due
    if seat is None or hand.acted_on_street or brought_in:
        return
    if not hand.starting:
        yield f"Seat {seat} is {'low' if hand.street.first == 'low-board' else 'high'}"
    elif upcards(hand, seat):
        big_bet = not hand.betting.limit_game
        high = big_bet or hand.game.bring_in == "high"
        yield f"Seat {seat} is {'high' if high else 'low'} with the {spoken(upcards(hand, seat)[-1])}"


def _pairs(hand: HandInPlay) -> Iterator[str]:
    """The pairs that show; in razz only those that have just come, and none of court cards."""
    razz = hand.game.low is not None and not hand.game.high
    for seat in hand.betting.live:
        cards = upcards(hand, seat)
        ranks = Counter(card[0] for card in cards)
        for rank in sorted((rank for rank in ranks if ranks[rank] > 1), key=RANKS.index, reverse=True):
            if not razz or (rank not in COURT and _has_just_come(cards, rank)):
                yield f"Seat {seat} has {_COUNTS.get(ranks[rank], 'a pair of')} {_plural(rank)}"


def _has_just_come(cards: list[Card], rank: str) -> bool:
    return cards[-1][0] == rank and sum(card[0] == rank for card in cards) == 2


def _raises(hand: HandInPlay) -> Iterator[str]:
    bet = hand.betting.round.bet
    raised: Seat | None = bet.last_aggressor
    if raised is not None and raised != bet.opener and bet.opener is not None:
        yield f"Seat {raised} has raised to {bet.current}"


def _plural(rank: str) -> str:
    name = _RANKS[RANKS.index(rank)]
    return name + ("es" if name.endswith("x") else "s")
