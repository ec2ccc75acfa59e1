"""The straight way of a card: the one that is due, plainly, while nothing else is open.

Most cards are such. They are taken without being classified; every other card goes the general way, by `classify` and
`follow_card`, which would come to the same for these.
"""

from typing import Final

from burncard.rules.cards import PACK
from burncard.rules.dealing.from_pack import count_dealt
from burncard.rules.facts import CardSeen
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.plan import Deal, Move

_NAMED: Final = frozenset(PACK)


def take_due_card(hand: HandInPlay, fact: CardSeen) -> bool:
    """Takes the card if it is plainly the one due; whether it was."""
    due = hand.plan.head
    if type(due) is not Deal or due.repair or fact.zone != due.zone or fact.face != due.face:
        return False
    if fact.boxed or fact.was is not None or fact.back not in (None, hand.fact.back):
        return False
    if fact.card not in _NAMED or fact.card in hand.pack.boxed or not hand.felt.is_new(fact.card, fact.tag):
        return False
    if Move in map(type, hand.plan):  # the card may be one that is to be put back
        return False
    placed = hand.felt.put(fact.card, fact.zone, due.face, back=fact.back, tag=fact.tag, boxed=False)
    hand.plan.pop()
    count_dealt(hand, placed, due)
    return True


def next_card_follows(hand: HandInPlay) -> bool:
    """Whether the deal goes on with the next card, whatever else the hand may have come to.

    It does not where the pack may give out, which a street of the flop games and the first street of others cannot.
    """
    return type(hand.plan.head) is Deal and (hand.game.family == "flop" or hand.starting)
