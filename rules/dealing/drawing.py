"""The draw: announcements, discards, replacements.

Seats draw clockwise from the button's left. A seat announces how many cards it wants, its discards reach the muck, and
its replacements are dealt; later seats may announce and discard while earlier ones still wait, but cards are dealt in
turn. The burn falls before the first replacement. A fifth card, and the replacement of an exposed one, come when
everybody else has drawn.
"""

from burncard.rules.cards import BURN, UNREAD, Seat, seat_of, seat_zone
from burncard.rules.facts import Action, CardSeen
from burncard.rules.hand.draw_record import HAND_CARDS, DrawRecord
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Deal
from burncard.rules.outcomes import AwaitDiscard, AwaitDraw, Next
from burncard.rules.rulings.irregularities import DrawPackShort

AT_ONCE_MAX = 4


def begin_draw(hand: HandInPlay) -> DrawRecord:
    """The draw begins. What was burned before it is its burn, and lies there."""
    hand.dealing.burns_made = 0
    seats = [seat for seat in hand.betting.seats if hand.in_hand(seat) and not hand.players[seat].mucked]
    hand.draw = DrawRecord(seats, hand.house.max_draw, (placed for seat in seats for placed in hand.held(seat)))
    return hand.draw


def burn_may_come(hand: HandInPlay) -> bool:
    """Whether the draw's burn is still to be made: any time before the first replacement."""
    return not hand.felt.cards_in(BURN)


def shown_by(hand: HandInPlay, draw: DrawRecord, fact: CardSeen) -> bool:
    """Whether a card from the pack shows how many the seat on turn draws: as many as it has thrown, unsaid."""
    seat = draw.turn
    if seat is None or seat in draw.wanted or not draw.discarded[seat] or fact.zone != seat_zone(seat):
        return False
    if fact.card != UNREAD and hand.felt.find(fact.card, fact.tag) is not None:
        return False
    draw.wanted[seat] = len(draw.discarded[seat])
    return True


def overfills(hand: HandInPlay, draw: DrawRecord, seat: Seat) -> bool:
    """Whether a seat that has had its cards has been given more than it drew."""
    return seat in draw.served and len(hand.held(seat)) > HAND_CARDS


# ---- what players do --------------------


def announce_draw(hand: HandInPlay, draw: DrawRecord, fact: Action) -> tuple[str, str] | None:
    """A seat says how many cards it draws; the refusal (rule and reason) where it may not."""
    seat, count = fact.seat, 0 if fact.action == "stand-pat" else fact.discards or 0
    if seat not in draw.order:
        return "table.not-in-hand", f"Seat {seat} does not draw."
    if fact.action == "draw" and fact.discards is None and not draw.discarded[seat]:
        return "table.draw-count", "A draw needs the number of discards."
    most = _most_for(hand, draw, seat)
    if count > most:
        rule = "draw.003-draw-limit" if draw.most < HAND_CARDS else "draw.five-cards"
        return rule, f"At most {most} cards are drawn."
    if seat in draw.wanted:
        return _changed(hand, draw, seat, count)
    draw.wanted[seat] = max(count, len(draw.discarded[seat]))
    return None


def _most_for(hand: HandInPlay, draw: DrawRecord, seat: Seat) -> int:
    """How many cards a seat may draw, those counted that it has thrown away already."""
    return min(draw.most, len(hand.held(seat)) + len(draw.discarded[seat]))


def _changed(hand: HandInPlay, draw: DrawRecord, seat: Seat, count: int) -> tuple[str, str] | None:
    """A number may be changed until a card has left the pack for it, or another player has spoken after it."""
    if next(reversed(draw.wanted)) != seat:
        return "draw.change-until-acted", "Another player has acted on the number; it stays."
    due = _not_dealt_yet(hand, draw, seat)
    if draw.is_burned_for(seat) or due is None:
        return "draw.change-until-dealt", "A card has been dealt for the number; it stays."
    if count < len(draw.discarded[seat]):
        return "table.discarded", "The discards are in the muck; the number can only grow."
    if seat in draw.served:
        for deal in due:
            hand.plan.remove(deal)
        draw.late = [deal for deal in draw.late if deal.zone != seat_zone(seat)]
        draw.served.discard(seat)
    draw.wanted[seat] = count
    return None


def _not_dealt_yet(hand: HandInPlay, draw: DrawRecord, seat: Seat) -> list[Deal] | None:
    """A seat's replacements that have come due; None if one of them (or the burn before them) has left the pack."""
    if seat not in draw.served:
        return []
    if draw.due is None or draw.due[0] != seat:
        return None
    due, waiting = draw.due[1], len(hand.plan.waiting)
    return due if list(hand.plan)[waiting : waiting + len(due)] == due else None


# ---- what is due --------------------


def draw_awaited(hand: HandInPlay, draw: DrawRecord) -> Next:
    """The announcement or the discards that the draw waits for."""
    seat = draw.turn
    assert seat is not None
    if seat not in draw.wanted:
        return AwaitDraw(seat=seat, max_discards=_most_for(hand, draw, seat))
    return AwaitDiscard(seat=seat, count=draw.wanted[seat] - len(draw.discarded[seat]))


def serve(hand: HandInPlay, draw: DrawRecord) -> DrawPackShort | list[Deal] | None:
    """The replacements that come due now: None where the draw waits for a player, an empty list at its end."""
    while True:
        seat = draw.turn
        if seat is None:
            return _owed(hand, draw)
        wanted = draw.wanted.get(seat)
        if wanted is None or len(draw.discarded[seat]) < wanted:
            return None
        need = max(0, HAND_CARDS - len(hand.held(seat)))
        burn = 1 if need and burn_may_come(hand) else 0
        if need > AT_ONCE_MAX and seat == draw.order[-1]:
            burn += 1
        if hand.stub_count < need + burn and not hand.players[seat].reshuffled:
            return DrawPackShort(seat, need + burn, hand.stub_count)
        draw.served.add(seat)
        hand.players[seat].drawn = wanted
        deals = _deals(hand, draw, seat, need)
        draw.due = (seat, deals)
        if deals:
            return deals


def _owed(hand: HandInPlay, draw: DrawRecord) -> DrawPackShort | list[Deal]:
    """The cards that are dealt when everybody has drawn."""
    if draw.late:
        if draw.late[0].instead_of is None and draw.late[0].zone == hand.dealing.last_dealt_zone:
            draw.late.insert(0, Deal(BURN, "down", hand.street.name))  # no player has drawn since: not five in a row
        seats = (seat_of(deal.zone) for deal in draw.late)
        seat = next(seat for seat in seats if seat is not None)
        if hand.stub_count < len(draw.late) and not hand.players[seat].reshuffled_late:
            return DrawPackShort(seat, len(draw.late), hand.stub_count, late=True)
    late, draw.late = draw.late, []
    return late


def _deals(hand: HandInPlay, draw: DrawRecord, seat: Seat, need: int) -> list[Deal]:
    street, zone = hand.street.name, seat_zone(seat)
    deals = [Deal(zone, "down", street) for _ in range(min(need, AT_ONCE_MAX))]
    if need > AT_ONCE_MAX:
        fifth = Deal(zone, "down", street)
        if draw.turn is None:
            deals += [Deal(BURN, "down", street), fifth]
        else:  # after the fifth cards of seats before it, before the replacements of exposed cards
            draw.late.insert(sum(1 for deal in draw.late if deal.instead_of is None), fifth)
    if deals and burn_may_come(hand):
        deals.insert(0, Deal(BURN, "down", street))
    return deals
