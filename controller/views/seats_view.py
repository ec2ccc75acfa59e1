"""Seats: who sits there, with what, and how the hand stands for them."""

from burncard.controller.ledger import Ledger
from burncard.controller.views.awaited_view import seat_due, turn_of
from burncard.controller.views.cards_view import Marks, cards_in, hand_is_shown
from burncard.controller.views.models import Blind, SeatStatus, SeatView
from burncard.rules.cards import Chips, Seat, seat_zone
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import standing_now
from burncard.rules.outcomes import Next
from burncard.rules.showdown.pushes import shown_hand

BLINDS: tuple[Blind, ...] = ("small", "big")


def seat_views(
    ledger: Ledger, hand: HandInPlay | None, awaited: Next, places: int, marks: Marks
) -> tuple[SeatView, ...]:
    """Every seat of the table, in order."""
    return tuple(_seat(ledger, hand, awaited, Seat(number), marks) for number in range(1, places + 1))


def bets_in_front(hand: HandInPlay) -> bool:
    """Whether this round's bets lie in front of the seats: they are pulled in when the round closes."""
    not_begun = hand.starting and hand.dealing.round_open is None
    return not hand.ended and (not_begun or hand.betting_open)


def _seat(ledger: Ledger, hand: HandInPlay | None, awaited: Next, seat: Seat, marks: Marks) -> SeatView:
    dealt_in = hand is not None and seat in hand.fact.seats
    taken = ledger.seating.taken.get(seat)
    playing = hand if dealt_in and hand is not None and not hand.ended else None
    high, low = shown_hand(hand, seat) if hand is not None and dealt_in else (None, None)
    drawn = None if hand is None else hand.players.of(seat).drawn
    front = playing is not None and bets_in_front(playing)
    return SeatView(
        seat=seat,
        name="" if taken is None else taken.name,
        stack=int(_chips(ledger, seat) if playing is None else playing.betting.stack_of(seat)),
        bet=int(playing.betting.street_in[seat]) if playing is not None and front else 0,
        in_pot=0 if playing is None else int(playing.betting.bets[seat] + playing.betting.antes[seat]),
        status=_status(ledger, hand, seat),
        blind=None if playing is None else _blind(playing, seat),
        button=ledger.button == seat,
        turn=playing is not None and turn_of(awaited) == seat,
        due=seat_due(awaited) == seat_zone(seat),
        cards=cards_in(hand, seat_zone(seat), marks),
        shows=hand is not None and hand_is_shown(hand, seat),
        looked=hand is not None and hand.players.of(seat).looked,
        drew=() if drawn is None else (drawn,),
        in_hand_name=None if high is None else high.name,
        low_name=None if low is None else low.name,
        owes_blind=hand is not None and seat in standing_now(hand).blinds.debts,
        won=sum(push.chips for pot in ledger.pots for push in pot.pushes if push.seat == seat),
        away=taken is not None and taken.away,
        leaving=taken is not None and taken.leaving,
        adding=0 if taken is None else int(taken.adding),
    )


def _chips(ledger: Ledger, seat: Seat) -> Chips:
    """The chips of a seat that is not in play: a new player's, who has not been dealt in, are already there."""
    taken = ledger.seating.taken.get(seat)
    return taken.adding if taken is not None and taken.fresh else ledger.stacks.get(seat, Chips(0))


def _without_hand(ledger: Ledger, seat: Seat) -> SeatStatus:
    """How it stands for a seat that is not dealt in."""
    taken = ledger.seating.taken.get(seat)
    if taken is None or taken.leaving:
        return "empty"
    if not ledger.seating.next_stack(seat):
        return "busted"
    return "away" if taken.away else "waiting"


def _status(ledger: Ledger, hand: HandInPlay | None, seat: Seat) -> SeatStatus:
    taken = ledger.seating.taken.get(seat)
    gone = taken is None or taken.leaving or taken.fresh
    if hand is None or seat not in hand.fact.seats or (hand.ended and gone):
        return _without_hand(ledger, seat)
    player = hand.players.of(seat)
    if player.mucked:
        return "mucked"
    if hand.in_hand(seat):
        return "all-in" if not hand.betting.stacks[seat] and not hand.ended else "in"
    return "dead" if player.dead else "folded"


def _blind(hand: HandInPlay, seat: Seat) -> Blind | None:
    """What a seat has posted: the blinds are the two smallest sizes, a post above them is a straddle."""
    posts = list(hand.fact.posts.values())
    posted = hand.fact.posts.get(seat)
    if not posted:
        return "bring-in" if hand.betting.round.forced.due and hand.betting.round.turn == seat else None
    sizes = sorted(set(filter(None, posts)))
    if len(sizes) == 1:
        return "big" if posts.count(posted) == 1 else "post"
    place = sizes.index(posted)
    return BLINDS[place] if place < len(BLINDS) else "straddle"
