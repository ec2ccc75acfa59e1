"""The straight way: a fact that is what the table awaits, while nothing else is open.

Most cards of a deal are such facts. They are taken without being classified; every other fact goes the general way (for
a card `classify` and `follow_card`), which would come to the same for these.
"""

from typing import Final

from burncard.rules.cards import CARDS_MOST, JOKER, PACK
from burncard.rules.dealing.from_pack import count_dealt
from burncard.rules.facts import CardSeen
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Deal
from burncard.rules.hand.streets import pack_holds
from burncard.rules.outcomes import Next

_NAMED: Final = frozenset(PACK)
_WITH_JOKER: Final = frozenset((*PACK, JOKER))


def take_due_card(hand: HandInPlay, fact: CardSeen) -> bool:
    """Takes the card if it is plainly the one due, and nothing else is open; whether it was."""
    plan, felt = hand.plan, hand.felt
    due = plan.head
    if type(due) is not Deal or due.repair or fact.zone != due.zone or fact.face != due.face:
        return False
    if fact.boxed or fact.was is not None or fact.sweep is not None or fact.back not in (None, hand.fact.back):
        return False
    named = _WITH_JOKER if hand.pack.has_joker else _NAMED  # whatever card it is: the work done must not tell
    if fact.card not in named or fact.card in hand.pack.boxed or not felt.is_new(fact.card, fact.tag):
        return False
    if plan.holds_move() or felt.claimed or felt.out_count >= CARDS_MOST:  # it may be one that is to be put back
        return False
    placed = felt.put(fact.card, fact.zone, due.face, back=fact.back, tag=fact.tag, boxed=False)
    placed.sensed = True
    plan.pop()
    count_dealt(hand, placed, due)
    return True


def next_card_due(hand: HandInPlay) -> Next | None:
    """How the table waits for the next card of the deal; None where something else is due, or the pack gives out."""
    due = hand.plan.head
    return due.awaited if type(due) is Deal and pack_holds(hand) else None
