"""The draw: announcements, discards, replacements.

Seats draw clockwise from the button's left. A seat announces how many cards it wants, its discards reach the muck, and
its replacements are dealt; later seats may announce and discard while earlier ones still wait, but cards are dealt in
turn. The burn falls before the first replacement. A fifth card, and the replacement of an exposed one, come when
everybody else has drawn.
"""

from typing import TYPE_CHECKING

from burncard.rules.cards import BURN, UNREAD, Seat, seat_of, seat_zone
from burncard.rules.facts import Action, CardSeen
from burncard.rules.hand.felt import Placed
from burncard.rules.hand.plan import Deal
from burncard.rules.outcomes import AwaitDiscard, AwaitDraw, Next
from burncard.rules.rulings import irregularities as wrong

if TYPE_CHECKING:
    from burncard.rules.dealing.follow import Meaning
    from burncard.rules.hand.in_play import HandInPlay

AT_ONCE_MAX = 4
HAND_CARDS = 5


class DrawState:
    """How far the draw is."""

    def __init__(self, hand: "HandInPlay") -> None:
        self._order = [seat for seat in hand.betting.seats if seat in hand.betting.live]
        self._wanted: dict[Seat, int] = {}
        self._discarded: dict[Seat, list[Placed]] = {seat: [] for seat in self._order}
        self._served: set[Seat] = set()
        self._late: list[Deal] = []
        self._due: tuple[Seat, list[Deal]] | None = None
        self._most = hand.house.max_draw
        self._burned_for: frozenset[Seat] = frozenset()
        self._held_before = frozenset(placed for seat in self._order for placed in hand.held(seat))
        hand.burns_made = 0  # what was burned before the draw is its burn, and lies there

    @property
    def turn(self) -> Seat | None:
        """The seat whose draw it is: the first one that has not had its cards."""
        return next(iter(self.to_come), None)

    @property
    def to_come(self) -> list[Seat]:
        """The seats whose cards have not come due yet, in their order."""
        return [seat for seat in self._order if seat not in self._served]

    def late(self, deal: Deal) -> None:
        """A card that is dealt when everybody has drawn."""
        self._late.append(deal)

    def not_late(self, deal: Deal) -> None:
        """That card is owed no more."""
        self._late = [other for other in self._late if other is not deal]

    def is_drawn(self, placed: Placed) -> bool:
        """Whether a card is one of the draw, and no hand was dealt it."""
        return placed not in self._held_before

    def drop(self, seat: Seat) -> None:
        """A hand has died during the draw."""
        if seat in self._order:
            self._order.remove(seat)
        self._late = [deal for deal in self._late if deal.zone != seat_zone(seat)]

    def burn_may_come(self, hand: "HandInPlay") -> bool:
        """Whether the draw's burn is still to be made: any time before the first replacement."""
        return not hand.felt.cards_in(BURN)

    def shown_by(self, hand: "HandInPlay", fact: CardSeen) -> bool:
        """Whether a card from the pack shows how many the seat on turn draws: as many as it has thrown, unsaid."""
        seat = self.turn
        if seat is None or seat in self._wanted or not self._discarded[seat] or fact.zone != seat_zone(seat):
            return False
        if fact.card != UNREAD and hand.felt.find(fact.card, fact.tag) is not None:
            return False
        self._wanted[seat] = len(self._discarded[seat])
        return True

    def burned(self) -> None:
        """The burn has come before it was due: whoever has named a number by then keeps to it."""
        self._burned_for = frozenset(self._wanted)

    def is_to_draw(self, seat: Seat) -> bool:
        """Whether the draw is still to fill a seat's hand."""
        return seat in self._order and seat not in self._served

    def overfills(self, hand: "HandInPlay", seat: Seat) -> bool:
        """Whether a seat that has had its cards has been given more than it drew."""
        return seat in self._served and len(hand.held(seat)) > HAND_CARDS

    def discards_of(self, seat: Seat) -> list[Placed]:
        """The cards that a seat has discarded."""
        return self._discarded.get(seat, [])

    # ---- what players do --------------------

    def announce(self, hand: "HandInPlay", fact: Action) -> tuple[str, str] | None:
        """A seat says how many cards it draws; the refusal (rule and reason) where it may not."""
        seat, count = fact.seat, 0 if fact.action == "stand-pat" else fact.discards or 0
        if seat not in self._order:
            return "table.not-in-hand", f"Seat {seat} does not draw."
        if fact.action == "draw" and fact.discards is None and not self._discarded[seat]:
            return "table.draw-count", "A draw needs the number of discards."
        most = self._most_for(hand, seat)
        if count > most:
            rule = "draw.003-draw-limit" if self._most < HAND_CARDS else "draw.five-cards"
            return rule, f"At most {most} cards are drawn."
        if seat in self._wanted:
            return self._changed(hand, seat, count)
        self._wanted[seat] = max(count, len(self._discarded[seat]))
        return None

    def _most_for(self, hand: "HandInPlay", seat: Seat) -> int:
        """How many cards a seat may draw, those counted that it has thrown away already."""
        return min(self._most, len(hand.held(seat)) + len(self._discarded[seat]))

    def _changed(self, hand: "HandInPlay", seat: Seat, count: int) -> tuple[str, str] | None:
        """A number may be changed until a card has left the pack for it, or another player has spoken after it."""
        if next(reversed(self._wanted)) != seat:
            return "draw.change-until-acted", "Another player has acted on the number; it stays."
        due = self._not_dealt_yet(hand, seat)
        if seat in self._burned_for or due is None:
            return "draw.change-until-dealt", "A card has been dealt for the number; it stays."
        if count < len(self._discarded[seat]):
            return "table.discarded", "The discards are in the muck; the number can only grow."
        if seat in self._served:
            for deal in due:
                hand.plan.remove(deal)
            self._late = [deal for deal in self._late if deal.zone != seat_zone(seat)]
            self._served.discard(seat)
        self._wanted[seat] = count
        return None

    def _not_dealt_yet(self, hand: "HandInPlay", seat: Seat) -> list[Deal] | None:
        """A seat's replacements that have come due; None if one of them (or the burn before them) has left the pack."""
        if seat not in self._served:
            return []
        if self._due is None or self._due[0] != seat:
            return None
        due, waiting = self._due[1], len(hand.plan.waiting)
        return due if list(hand.plan)[waiting : waiting + len(due)] == due else None

    def may_discard(self, seat: Seat) -> bool:
        """Whether cards of the seat that reach the muck are its discards."""
        if seat not in self._order or seat in self._served:
            return False
        if seat not in self._wanted:
            return seat == self.turn and len(self._discarded[seat]) < self._most
        return len(self._discarded[seat]) < self._wanted[seat]

    def discarded(self, hand: "HandInPlay", seat: Seat, placed: Placed) -> "Meaning":
        """One discard has reached the muck."""
        self._discarded[seat].append(placed)
        return None

    # ---- what is due --------------------

    def awaited(self, hand: "HandInPlay") -> Next:
        """The announcement or the discards that the draw waits for."""
        seat = self.turn
        assert seat is not None
        if seat not in self._wanted:
            return AwaitDraw(seat=seat, max_discards=self._most_for(hand, seat))
        return AwaitDiscard(seat=seat, count=self._wanted[seat] - len(self._discarded[seat]))

    def serve(self, hand: "HandInPlay") -> "wrong.DrawPackShort | list[Deal] | None":
        """The replacements that come due now: None where the draw waits for a player, an empty list at its end."""
        while (seat := self.turn) is not None:
            wanted = self._wanted.get(seat)
            if wanted is None or len(self._discarded[seat]) < wanted:
                return None
            need = max(0, HAND_CARDS - len(hand.held(seat)))
            burn = 1 if need and self.burn_may_come(hand) else 0
            if need > AT_ONCE_MAX and seat == self._order[-1]:
                burn += 1
            if hand.stub_count < need + burn and not hand.draw_reshuffled_for(seat):
                return wrong.DrawPackShort(seat, need + burn, hand.stub_count)
            self._served.add(seat)
            hand.drawn[seat] = wanted
            deals = self._deals(hand, seat, need)
            self._due = (seat, deals)
            if deals:
                return deals
        if self._late:
            if self._late[0].instead_of is None and self._late[0].zone == hand.last_dealt_zone:
                self._late.insert(0, Deal(BURN, "down", hand.street.name))  # nobody has drawn since: not five in a row
            seat = next(seat for deal in self._late if (seat := seat_of(deal.zone)) is not None)
            if hand.stub_count < len(self._late) and not hand.draw_reshuffled_for(Seat(-seat)):
                return wrong.DrawPackShort(seat, len(self._late), hand.stub_count, late=True)
        late, self._late = self._late, []
        return late

    def _deals(self, hand: "HandInPlay", seat: Seat, need: int) -> list[Deal]:
        street, zone = hand.street.name, seat_zone(seat)
        deals = [Deal(zone, "down", street) for _ in range(min(need, AT_ONCE_MAX))]
        if need > AT_ONCE_MAX:
            fifth = Deal(zone, "down", street)
            if self.turn is None:
                deals += [Deal(BURN, "down", street), fifth]
            else:  # behind the fifth cards of seats before it, before the replacements of exposed cards
                self._late.insert(sum(1 for deal in self._late if deal.instead_of is None), fifth)
        if deals and self.burn_may_come(hand):
            deals.insert(0, Deal(BURN, "down", street))
        return deals
