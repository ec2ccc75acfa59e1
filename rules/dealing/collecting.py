"""Cards that come back after the hand, or are shown or swept up then: nothing about them is ruled on."""

from burncard.rules.cards import CARDS_MOST
from burncard.rules.facts import CardSeen
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import is_no_card, unread_for_return


def take_back(hand: HandInPlay, fact: CardSeen) -> bool:
    """Keeps track of cards that come back after the hand; nothing about them is ruled on. Whether one has moved.

    A card that left the pack as a misdeal was ruled has not: it was in the air, and belongs to the deal if the floor
    lets it stand.
    """
    if is_no_card(fact):
        return False
    placed = hand.felt.find(fact.card, fact.tag) or unread_for_return(hand, fact)
    if placed is None:
        if (
            hand.cards_must_return and hand.felt.out_count < CARDS_MOST
        ):  # it left the pack as the deal ended, and comes back with the others
            hand.felt.put(fact.card, fact.zone, fact.face or "down", back=fact.back, tag=fact.tag, boxed=fact.boxed)
        return not hand.cards_must_return
    if placed.zone != fact.zone:
        hand.felt.move(placed, fact.zone, fact.face or placed.face)
        return True
    if fact.face is not None:
        placed.face = fact.face
    return False
