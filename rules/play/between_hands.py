"""Between two hands: cards come back, are shown or swept up without a word, presses are answered, cards decide."""

from dataclasses import dataclass

from burncard.rules.cards import seat_of
from burncard.rules.dealing.collecting import take_back
from burncard.rules.facts import Action, CardSeen, Fact, Press
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import Outcome
from burncard.rules.play.actions import only_repeats
from burncard.rules.play.deciding import DEALT, DRAWN, SEATS_MIN, Deciding
from burncard.rules.play.presses import press_between_hands
from burncard.rules.rulings.rulebook import RULES, Verdict
from burncard.rules.rulings.rulings import Rulings


@dataclass(slots=True)
class BetweenHands:
    """What happens between two hands. `collecting`: the cards of the last one are being collected."""

    collecting: bool = False
    deciding: Deciding | None = None

    def take(self, hand: HandInPlay | None, fact: Fact, rulings: Rulings, out: list[Outcome]) -> None:
        """Takes a fact, other than a shuffler's, when no hand is in play. `hand`: the last one."""
        match fact:
            case CardSeen() if self.deciding is not None and seat_of(fact.zone) is not None:
                self.collecting = True  # they come from the pack, so that the last hand's cards are back in it
                if self.deciding.take(fact, rulings, out):
                    self.deciding = None
            case CardSeen() if hand is not None:
                self.collecting = take_back(hand, fact) or self.collecting
            case CardSeen():
                rulings.refuse("table.no-hand", "No hand has begun, so no card is due.", out)
            case Action() if hand is not None and only_repeats(hand, fact):
                pass  # the cards that it speaks of have ended the hand
            case Press(press="ack"):
                rulings.acknowledge(fact, out)
            case Press(press="deal-to-decide"):
                self._decide(hand, fact, rulings, out)
            case Press() if hand is not None and press_between_hands(hand, fact, rulings, out):
                pass
            case _:
                rulings.refuse("table.no-hand", "No hand is in progress.", out)

    def _decide(self, hand: HandInPlay | None, fact: Press, rulings: Rulings, out: list[Outcome]) -> None:
        """A card is dealt to each player, or drawn, once those of a hand that ended for nothing are back."""
        rule = RULES[DRAWN if fact.value is True else DEALT]
        seats = tuple(sorted(set(fact.seats) or set(() if hand is None else hand.fact.seats)))
        if hand is not None and hand.cards_must_return and hand.felt.all_out():
            rulings.refuse("table.cards-due", "The cards of the last hand come back first.", out)
        elif len(seats) < SEATS_MIN:
            rulings.refuse("table.press-needs", "A card decides between two players or more: name their seats.", out)
        else:
            named = () if fact.seat is None else (fact.seat,)
            rulings.tell(rule.id, Verdict(decision="stands", seats=named, message=rule.ruling), out)
            self.deciding = Deciding(seats, drawn=fact.value is True)
