"""Cards that decide something between hands: one is dealt to each player, or each draws one, and the highest wins."""

from dataclasses import dataclass, field

from burncard.rules.cards import JOKER, UNREAD, Card, Seat, rank_value, seat_of, seat_zone, spoken, suit_value
from burncard.rules.facts import CardSeen
from burncard.rules.outcomes import AwaitCard, AwaitRead, Next, Outcome
from burncard.rules.rulings.rulebook import Verdict
from burncard.rules.rulings.rulings import Rulings

DEALT, DRAWN = "ties.deal-to-decide", "ties.draw-for-button"
SEATS_MIN = 2


@dataclass(slots=True)
class Deciding:
    """One such deal. `seats`: who takes part, clockwise from the dealer's left. `drawn`: each draws when it likes."""

    seats: tuple[Seat, ...]
    drawn: bool
    cards: dict[Seat, Card] = field(default_factory=dict)

    @property
    def rule(self) -> str:
        """The rule by which it is decided."""
        return DRAWN if self.drawn else DEALT

    @property
    def due(self) -> Seat | None:
        """The seat whose card comes next, or must be read; None when all lie there."""
        return next((seat for seat in self.seats if self.cards.get(seat, UNREAD) == UNREAD), None)

    def awaited(self) -> Next:
        """The card that is awaited."""
        due = self.due
        assert due is not None
        if due in self.cards:
            return AwaitRead(zone=seat_zone(due))
        return AwaitCard(zone=seat_zone(due), face="up", street="decide")

    def take(self, fact: CardSeen, rulings: Rulings, out: list[Outcome]) -> bool:
        """Takes a card that lies face up at a player's seat. Whether it is now decided."""
        seat = seat_of(fact.zone)
        if seat not in self.seats or fact.face in ("down", "unknown") or self.cards.get(seat) == fact.card:
            return False
        wrong = self._wrong(seat, fact)
        if wrong:
            rulings.tell(self.rule, Verdict(decision="refuse", seats=(seat,), message=wrong), out)
            return False
        self.cards = {other: card for other, card in self.cards.items() if card != fact.card or card == UNREAD}
        self.cards[seat] = fact.card
        if self.due is not None:
            return False
        winner = max(self.seats, key=lambda seat: (rank_value(self.cards[seat]), suit_value(self.cards[seat])))
        card = self.cards[winner]
        message = f"Seat {winner} has the highest card, the {spoken(card)}, by rank and then suit."
        rulings.tell(self.rule, Verdict(decision="stands", seats=(winner,), cards=(card,), message=message), out)
        return True

    def _wrong(self, seat: Seat, fact: CardSeen) -> str:
        """Why a card does not count; empty if it does."""
        if fact.card == JOKER or fact.boxed:
            return "A joker or a boxed card decides nothing: take the next card of the pack."
        if self.cards.get(seat, UNREAD) != UNREAD:
            return f"Seat {seat} has its card already."
        if seat != self.due and not self.drawn:
            return f"Seat {self.due} is due the card: they go clockwise from the dealer's left."
        return ""
