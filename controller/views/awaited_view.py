"""What the table waits for, with the place where it happens."""

from collections.abc import Sequence

import msgspec

from burncard.controller.ledger import Stop
from burncard.controller.views.models import AwaitedView, PlaceDue, StepDue
from burncard.rules.cards import BURN, STUB, Seat, Zone, seat_zone
from burncard.rules.hand.announcements import announcements
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import is_scrap
from burncard.rules.hand.steps import Deal
from burncard.rules.outcomes import (
    AwaitAction,
    AwaitCard,
    AwaitDiscard,
    AwaitDraw,
    AwaitPlain,
    AwaitRead,
    AwaitRemedy,
    AwaitReturn,
    AwaitShow,
    Next,
    Step,
)

THEN_MAX = 12


def awaited_view(hand: HandInPlay | None, awaited: Next, queue: Sequence[Stop]) -> AwaitedView:
    """What the table waits for. `queue`: the open stops, whose steps are awaited as a remedy."""
    match awaited:
        case AwaitCard():
            return _card(hand, awaited)
        case AwaitAction():
            said = () if hand is None else announcements(hand)
            return AwaitedView(what="action", seat=awaited.seat, to_call=awaited.to_call, announce=said)
        case AwaitDraw() | AwaitShow():
            return AwaitedView(what=awaited.await_, seat=awaited.seat)
        case AwaitDiscard():
            return AwaitedView(what="discard", seat=awaited.seat, of=awaited.count, from_=seat_zone(awaited.seat))
        case AwaitRead():
            return AwaitedView(what="read", place=awaited.zone)
        case AwaitReturn():
            from_ = None if awaited.from_ is msgspec.UNSET else awaited.from_
            step = _step_due(queue)
            return AwaitedView(what="return", from_=from_, place=awaited.to, of=len(awaited.cards), step=step)
        case AwaitRemedy():
            return _remedy(hand, awaited.step, queue)
        case AwaitPlain():
            return AwaitedView(what=awaited.await_, step=_step_due(queue))
        case _:
            return AwaitedView(what="hand")


def _card(hand: HandInPlay | None, due: AwaitCard) -> AwaitedView:
    deals = [] if hand is None else hand.plan.deals_of_street()
    dealt = 0 if hand is None else _dealt(hand, deals)
    return AwaitedView(
        what="card",
        place=due.zone,
        slot=_slot(hand, due.zone),
        face=due.face,
        from_=STUB,
        dealt=dealt,
        of=dealt + len(deals),
        then=tuple(PlaceDue(place=deal.zone, face=deal.face) for deal in deals[1 : THEN_MAX + 1]),
    )


def _dealt(hand: HandInPlay, due: Sequence[Deal]) -> int:
    """Cards of the street's deal that have come, a card that counts as none not being one of them."""
    street, left = hand.street, len(due)
    seats: Sequence[Seat] = hand.betting.live
    if hand.starting:
        seats = hand.betting.seats
        left = sum(1 for deal in due if not deal.repair or _replaces_scrap(hand, deal))
    return max(0, street.burn + street.board + len(street.faces) * len(seats) - left)


def _replaces_scrap(hand: HandInPlay, deal: Deal) -> bool:
    return deal.instead_of is not None and is_scrap(hand, deal.instead_of)


def _remedy(hand: HandInPlay | None, step: Step, queue: Sequence[Stop]) -> AwaitedView:
    to = BURN if step.do == "burn" else step.to
    return AwaitedView(
        what="remedy",
        place=to,
        slot=None if to is None else _slot(hand, to),
        face=step.face,
        from_=STUB if step.do in ("deal", "burn") else step.from_,
        step=_step_due(queue),
    )


def _step_due(queue: Sequence[Stop]) -> StepDue | None:
    for stop in queue:
        for number, step in enumerate(stop.steps, 1):
            if step.state == "open":
                return StepDue(ruling=stop.ruling.id, number=number, of=len(stop.steps))
    return None


def _slot(hand: HandInPlay | None, zone: Zone) -> int:
    return 0 if hand is None else len(hand.felt.cards_in(zone))


def seat_due(awaited: Next) -> Zone | None:
    """Where the next card goes, if one is due."""
    if isinstance(awaited, AwaitCard):
        return awaited.zone
    return awaited.step.to if isinstance(awaited, AwaitRemedy) else None


def turn_of(awaited: Next) -> Seat | None:
    """The seat that must act, draw, discard or show."""
    return awaited.seat if isinstance(awaited, AwaitAction | AwaitDraw | AwaitDiscard | AwaitShow) else None
