"""A card of the pack came to a zone where it was not due, or was shown where it lies: which irregularity that is."""

from typing import Literal

from burncard.rules.cards import ASIDE, BOARD, BURN, MUCK, OFF, Seat, Zone, seat_of
from burncard.rules.dealing.drawing import overfills
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.plan import Plan
from burncard.rules.hand.questions import exposed_cards, extra_cards, is_extra, is_scrap, takes_cards
from burncard.rules.hand.steps import Deal, Floor, Move, Read, Return, Round, Showdown, Turn
from burncard.rules.hand.streets import dealing_start, staying_on_board
from burncard.rules.hand.table_card import TableCard
from burncard.rules.rulings import irregularities as wrong
from burncard.rules.rulings.irregularities import Irregularity

How = Literal["turned", "flashed", "off-table"]


def exposure(
    hand: HandInPlay, placed: TableCard, seat: Seat, how: How, others: tuple[TableCard, ...] = ()
) -> Irregularity:
    """A card in front of a player was shown by the dealer; one that is no card of that hand is not replaced.

    `others`: further cards, any of which may be the one.
    """
    extra = is_extra(placed) and hand.plan.move_of(placed) is not None and not exposed_cards(hand)
    return wrong.ExtraShown(placed, seat, others) if extra else wrong.Exposed(placed, seat, how, others=others)


def misplaced(hand: HandInPlay, placed: TableCard, due: Deal | None) -> Irregularity:
    """Which irregularity a card of the pack is that came to the wrong zone."""
    reading = isinstance(hand.plan.head, Read)
    head = hand.plan.behind_waiting if due is not None or reading else hand.plan.head
    zone = placed.zone
    seat = seat_of(zone)
    if isinstance(head, Round | Showdown):
        return _while_betting(hand, placed, zone, seat)
    if _one_more_extra(hand, head, seat):
        assert seat is not None
        placed.extra = True
        return wrong.ExtraCard(placed, seat, len(extra_cards(hand)))
    if zone == BOARD and isinstance(head, Move) and (head.origin, head.to) == (BOARD, ASIDE):
        return wrong.PrematureCard(placed)  # another one, before the first has been put aside
    due = due or hand.plan.replacement_ahead()
    if (skipped := _skipped_replacement(hand, placed, due)) is not None:
        return skipped
    if isinstance(head, Move | Return | Floor) or (isinstance(head, Turn) and due is None):
        return wrong.BrokenRepair(placed, head)
    if due is None:
        if hand.drawing is not None and seat is not None and overfills(hand, hand.drawing, seat):
            return wrong.ExtraCard(placed, seat, 1)
        return wrong.WrongPlace(placed, None)
    if zone in (MUCK, ASIDE, OFF):
        placed.shown = placed.shown or (zone == OFF and seat_of(due.zone) is not None)
        return off_the_table(hand, placed, due) if zone == OFF else wrong.WrongPlace(placed, due)
    if due.zone == BURN and not due.repair and (zone == BOARD or (seat is not None and takes_cards(hand, seat))):
        return wrong.MissedBurn(placed, due)
    if zone == BURN and not due.repair and not hand.starting:
        if due.zone == BOARD and 0 < len(staying_on_board(hand)) < hand.street.board:
            return wrong.ShortBoard(placed, due)
        return wrong.DoubleBurn(placed, due)
    full = seat is not None and hand.in_hand(seat) and len(hand.held(seat)) > len(hand.street.faces)
    if due.repair and hand.starting and full and not dealing_start(hand):
        assert seat is not None
        placed.extra = True
        return wrong.ExtraCard(placed, seat, len(extra_cards(hand)))
    return wrong.WrongPlace(placed, due)


def _skipped_replacement(hand: HandInPlay, placed: TableCard, due: Deal | None) -> Irregularity | None:
    """Whether the card below a scrap went on to the following player, the scrap being taken away already or not."""
    if due is None or not due.repair or due.instead_of is None or seat_of(placed.zone) is None:
        return None
    following = _following_deal(hand.plan)
    if following is None or following.zone != placed.zone or not is_scrap(hand, due.instead_of):
        return None
    return wrong.SkippedReplacement(placed, due, following)


def _one_more_extra(hand: HandInPlay, head: object, seat: Seat | None) -> bool:
    """Whether a second card too many comes while the first still waits to be taken back."""
    taken_back = isinstance(head, Move) and is_extra(head.placed)
    return taken_back and seat is not None and hand.in_hand(seat)


def _following_deal(plan: Plan) -> Deal | None:
    return next((item for item in plan if isinstance(item, Deal) and not item.repair), None)


def off_the_table(hand: HandInPlay, placed: TableCard, due: Deal) -> Irregularity:
    """The card due fell off the table instead of reaching its place."""
    seat = seat_of(due.zone)
    if seat is None:
        return wrong.WrongPlace(placed, due)
    hand.plan.take_due_deal()
    return wrong.Exposed(placed, seat, "off-table", due)


def _while_betting(hand: HandInPlay, placed: TableCard, zone: Zone, seat: Seat | None) -> Irregularity:
    """A card left the pack while no card was due: the betting is open, or the hand is at its showdown."""
    if zone == BURN:
        return wrong.EarlyBurn(placed)
    if zone == BOARD and hand.game.family == "flop":
        full = not hand.starting and not hand.acted_on_street and hand.dealing.early_burn is None
        if full or isinstance(hand.plan.head, Showdown):
            return wrong.BoardOverfull(placed)
        return wrong.PrematureCard(placed)
    if seat is None or not takes_cards(hand, seat):
        return wrong.WrongPlace(placed, None)
    if hand.game.family == "flop" or _is_extra(hand):
        placed.extra = True
        return wrong.ExtraCard(placed, seat, len(extra_cards(hand)))
    return wrong.PrematureCard(placed)


def _is_extra(hand: HandInPlay) -> bool:
    """In stud and draw a card to a seat is the next street's, dealt early, unless none has acted or none is left."""
    last = hand.game.street_after(hand.street) is None
    return last or (hand.starting and not hand.acted_on_street and hand.dealing.early_burn is None)
