"""The mistakes that a dealer makes: when each can happen, what is done wrong, and which rulings are right for it.

A mistake happens instead of what the table awaits. It only moves cards (or goes on as if the deal were complete); the
dealer then does whatever the table awaits next, as if nothing had happened. Its moves are made one at a time, so that a
dealer who is stopped after the first does not make the second.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from burncard.rules.cards import BOARD, BURN, JOKER, MUCK, Card, Face, Seat, Zone, seat_of, seat_zone
from burncard.rules.facts import Action
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import at_round, extra_cards
from burncard.rules.hand.steps import Deal
from burncard.rules.hand.streets import due_seats
from burncard.rules.hand.table_card import TableCard
from burncard.rules.outcomes import AwaitAction, AwaitCard, AwaitRemedy, Next
from burncard.simulator.dealer import Dealer, Doing, NotThereError, Put
from burncard.simulator.expected_rulings import BOXED, BURNS, EARLY, EXPOSED, EXTRA, ON_BOARD, ORDER, SHORT
from burncard.simulator.pack import PhysicalCard

SEATS_MAX = 10
COPY_PREFIX = "E00402"
JOKER_UID = "E0040300000000FF"


@dataclass(frozen=True, slots=True)
class Due:
    """The card from the pack that the table awaits. `repair`: for a step of a ruling."""

    zone: Zone
    face: Face
    repair: bool


FacesBy = Literal["reader", "camera", "none"]
"""What tells faces: sensors at the antennas, a camera, or nothing."""
Believes = Literal["nothing", "due", "burn-and-due"]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A kind of mistake. `rules`: those that may rule on it, depending on the house and the moment.

    `believes`: what a dealer who has not noticed believes to have done: the due card, the burn and the card after it,
    or nothing at all.
    """

    name: str
    rules: frozenset[str]
    possible: Callable[[HandInPlay, Next], bool]
    make: Callable[[Dealer, HandInPlay, Next], Iterator[Doing]]
    believes: Believes = "nothing"

    @property
    def of_faces(self) -> bool:
        """Whether only an eye sees it: the card is where it should be, the other way up."""
        return self.make in (_other_way_up, _boxed, _turned_over)


def can_be_seen(mistake: Mistake, faces: FacesBy) -> bool:
    """Whether anything at a table can tell of a mistake. No camera sees how a card lay in the pack."""
    if faces == "camera":
        return mistake.make is not _boxed
    return faces == "reader" or not mistake.of_faces


def due_card(awaited: Next) -> Due | None:
    """The card that is due from the pack, if one is."""
    match awaited:
        case AwaitCard():
            return Due(awaited.zone, awaited.face, repair=False)
        case AwaitRemedy(step=step) if step.do == "burn":
            return Due(BURN, "down", repair=True)
        case AwaitRemedy(step=step) if step.do == "deal" and step.to is not None:
            return Due(step.to, step.face or "down", repair=True)
        case _:
            return None


# ---- when --------------------


def _card_due(hand: HandInPlay, awaited: Next) -> bool:
    return due_card(awaited) is not None


def _to_seat(hand: HandInPlay, awaited: Next) -> bool:
    due = due_card(awaited)
    return due is not None and seat_of(due.zone) is not None


def _first_deal(hand: HandInPlay, awaited: Next) -> bool:
    """A card of the starting deal itself is due, not one of a repair after it."""
    return isinstance(awaited, AwaitCard) and hand.starting


def _downcard(hand: HandInPlay, awaited: Next) -> bool:
    due = due_card(awaited)
    return due is not None and seat_of(due.zone) is not None and due.face == "down"


def _upcard(hand: HandInPlay, awaited: Next) -> bool:
    due = due_card(awaited)
    return due is not None and seat_of(due.zone) is not None and due.face == "up"


def _an_empty_seat(hand: HandInPlay, awaited: Next) -> bool:
    return _first_deal(hand, awaited) and len(hand.betting.seats) < SEATS_MAX


def _later_seat_card(hand: HandInPlay, awaited: Next) -> bool:
    if not isinstance(awaited, AwaitCard) or hand.starting or seat_of(awaited.zone) is None:
        return False
    return bool(_others(hand, awaited))


def _burn_due(hand: HandInPlay, awaited: Next) -> bool:
    return (
        isinstance(awaited, AwaitCard) and awaited.zone == BURN and not hand.starting and _street_card(hand) is not None
    )


def _burn_just_made(hand: HandInPlay, awaited: Next) -> bool:
    """The street's burn is out and none of its cards."""
    if not isinstance(awaited, AwaitCard) or awaited.zone == BURN or hand.starting:
        return False
    last = max(hand.felt.all_out(), key=lambda placed: placed.ordinal)
    return last.zone == BURN and not hand.dealing.premature_board


def _acting(hand: HandInPlay, awaited: Next) -> bool:
    return isinstance(awaited, AwaitAction) and at_round(hand)


def _nobody_acted(hand: HandInPlay, awaited: Next) -> bool:
    return _acting(hand, awaited) and hand.starting and not hand.acted_on_street and not extra_cards(hand)


def _board_untouched(hand: HandInPlay, awaited: Next) -> bool:
    return _acting(hand, awaited) and hand.game.family == "flop" and not hand.starting and not hand.acted_on_street


def _interrupted(hand: HandInPlay, awaited: Next) -> bool:
    """Betting is under way, and a street follows that a dealer could begin too soon."""
    if not _acting(hand, awaited) or not hand.acted_on_street or hand.dealing.early_burn is not None:
        return False
    following = hand.game.street_after(hand.street)
    return following is not None and not following.draw


def _flop_begun(hand: HandInPlay, awaited: Next) -> bool:
    if not isinstance(awaited, AwaitCard) or awaited.zone != BOARD:
        return False
    return 0 < len(hand.felt.cards_in(BOARD)) < 3 and hand.street.board == 3


def _deal_nearly_done(hand: HandInPlay, awaited: Next) -> bool:
    """One card of the starting deal is missing, and it is known who acts first."""
    if not _first_deal(hand, awaited) or not hand.fact.posts or hand.betting.seats[-1] != hand.fact.button:
        return False
    missing = [item for item in hand.plan if isinstance(item, Deal) and item.street == hand.street.name]
    return len(missing) == 1 and not any(item.repair for item in missing) and _left_of_posts(hand) is not None


def _hole_cards_lie(hand: HandInPlay, awaited: Next) -> bool:
    return _acting(hand, awaited) and bool(_hole_cards(hand))


def _others_hold_cards(hand: HandInPlay, awaited: Next) -> bool:
    return _acting(hand, awaited) and any(
        seat != hand.betting.round.turn and hand.held(seat) for seat in hand.betting.live
    )


def _board_lies(hand: HandInPlay, awaited: Next) -> bool:
    return _acting(hand, awaited) and bool(hand.felt.cards_in(BOARD))


def _no_joker(hand: HandInPlay, awaited: Next) -> bool:
    return _to_seat(hand, awaited) and not hand.pack.has_joker


def _copy_would_show(hand: HandInPlay, awaited: Next) -> bool:
    """A card lies in another zone than the one due, so that its copy is not taken for itself."""
    due = due_card(awaited)
    return due is not None and any(placed.zone != due.zone for placed in hand.felt.all_out())


# ---- what --------------------


def _due(awaited: Next) -> Due:
    due = due_card(awaited)
    assert due is not None
    return due


def _top(dealer: Dealer, zone: Zone, face: Face, *, boxed: bool = False) -> Put:
    return dealer.put(dealer.stub.take(), zone, face, boxed=boxed)


def _other_way_up(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    due = _due(awaited)
    yield _top(dealer, due.zone, "up" if due.face == "down" else "down")


def _boxed(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    yield _top(dealer, _due(awaited).zone, "up", boxed=True)


def _others(hand: HandInPlay, awaited: Next) -> list[Seat]:
    """The seats that the due card is not for, less the one that may be given the second of two at once."""
    right = {_due(awaited).zone, hand.dealing.last_dealt_zone if hand.street.together else None}
    return [seat for seat in hand.betting.live if seat_zone(seat) not in right]


def _wrong_seat(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    yield _top(dealer, seat_zone(dealer.rng.choice(_others(hand, awaited))), _due(awaited).face)


def _empty_seat(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    empty = [Seat(number) for number in range(1, SEATS_MAX + 1) if number not in hand.betting.seats]
    yield _top(dealer, seat_zone(dealer.rng.choice(empty)), "down")


def _burned(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    yield _top(dealer, BURN, "down")


def _street_card(hand: HandInPlay) -> Deal | None:
    """The first card of the street that is due, not counting its burn."""
    return next((item for item in hand.plan if isinstance(item, Deal) and item.zone != BURN), None)


def _no_burn(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    deal = _street_card(hand)
    assert deal is not None
    yield _top(dealer, deal.zone, deal.face)


def _extra(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    yield _top(dealer, seat_zone(dealer.rng.choice(hand.betting.live)), "down")


def _to_board(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    yield _top(dealer, BOARD, "up")


def _early_street(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    following = hand.game.street_after(hand.street)
    assert following is not None
    if following.burn > hand.dealing.burns_made:
        yield _top(dealer, BURN, "down")
    if following.board:
        yield _top(dealer, BOARD, "up")
    else:
        yield _top(dealer, seat_zone(due_seats(hand)[0]), following.faces[0])


def _left_of_posts(hand: HandInPlay) -> Seat | None:
    """Who acts first: the next seat with chips after the largest post."""
    seats = hand.betting.seats
    largest = max(seats, key=lambda seat: hand.fact.posts.get(seat, 0))
    start = seats.index(largest) + 1
    return next((seat for seat in (*seats[start:], *seats[:start]) if hand.betting.stacks[seat] > 0), None)


def _stops_dealing(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    seat = _left_of_posts(hand)
    assert seat is not None
    yield Action(seat=seat, action="fold")


def _copy(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    due = _due(awaited)
    twin = dealer.rng.choice([put.physical for put in dealer.felt.values() if put.zone != due.zone])
    yield dealer.put(PhysicalCard(COPY_PREFIX + twin.uid[6:], twin.card, twin.back), due.zone, due.face)


def _foreign(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    due = _due(awaited)
    yield dealer.put(dealer.rng.choice(dealer.other_pack), due.zone, due.face)


def _joker(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    due = _due(awaited)
    yield dealer.put(PhysicalCard(JOKER_UID, Card(JOKER), dealer.pack[0].back), due.zone, due.face)


def _hole_cards(hand: HandInPlay) -> list[TableCard]:
    """The hole cards that only their owners have seen."""
    lying = [placed for seat in hand.betting.live for placed in hand.held(seat)]
    return [placed for placed in lying if placed.face == "down" and not placed.shown]


def _physical_card(dealer: Dealer, placed: TableCard) -> PhysicalCard:
    for put in dealer.in_zone(placed.zone):
        if placed.card == put.physical.card and placed.tag in (None, put.physical.uid):
            return put.physical
    raise NotThereError(f"nothing lies in {placed.zone} that the table takes for this card")


def _turned_over(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    placed = dealer.rng.choice(_hole_cards(hand))
    yield dealer.put(_physical_card(dealer, placed), placed.zone, "up")


def _hand_swept_up(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    seats = [seat for seat in hand.betting.live if seat != hand.betting.round.turn and hand.held(seat)]
    placed = dealer.rng.choice(hand.held(dealer.rng.choice(seats)))
    yield dealer.put(_physical_card(dealer, placed), MUCK, placed.face)


def _pushed_together(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    seats = [seat for seat in hand.betting.live if seat != hand.betting.round.turn and hand.held(seat)]
    seat = dealer.rng.choice(seats)
    other = dealer.rng.choice([other for other in hand.betting.live if other != seat])
    placed = dealer.rng.choice(hand.held(seat))
    yield dealer.put(_physical_card(dealer, placed), seat_zone(other), placed.face)


def _board_card_mucked(dealer: Dealer, hand: HandInPlay, awaited: Next) -> Iterator[Doing]:
    placed = dealer.rng.choice(hand.felt.cards_in(BOARD))
    yield dealer.put(_physical_card(dealer, placed), MUCK, "up")


# ---- which --------------------

MISTAKES: tuple[Mistake, ...] = (
    Mistake("downcard shown", EXPOSED, _downcard, _other_way_up, "due"),
    Mistake("upcard laid face down", frozenset({"deal.hole-cards-face-down"}), _upcard, _other_way_up, "due"),
    Mistake("boxed card", BOXED, _card_due, _boxed, "due"),
    Mistake("card to the wrong seat", ORDER, _first_deal, _wrong_seat, "due"),
    Mistake("card to an empty seat", ORDER, _an_empty_seat, _empty_seat, "due"),
    Mistake("burn during the deal", ORDER, _first_deal, _burned, "due"),
    Mistake("later card to the wrong seat", frozenset({"deal.rotation"}), _later_seat_card, _wrong_seat, "due"),
    Mistake("no burn", BURNS, _burn_due, _no_burn, "burn-and-due"),
    Mistake("two burns", BURNS, _burn_just_made, _burned),
    Mistake("burn before betting is over", frozenset({"burn.early-burn-only"}), _interrupted, _burned),
    Mistake("extra card", EXTRA, _nobody_acted, _extra),
    Mistake("deal stopped a card short", SHORT, _deal_nearly_done, _stops_dealing),
    Mistake("too many cards on the board", ON_BOARD, _board_untouched, _to_board),
    Mistake("burn before the flop is complete", frozenset({"flop.too-few-cards"}), _flop_begun, _burned),
    Mistake("street dealt too early", EARLY, _interrupted, _early_street),
    Mistake("two of a card", frozenset({"deck.duplicate"}), _copy_would_show, _copy, "due"),
    Mistake("card of another deck", frozenset({"deck.foreign-back-in-play"}), _card_due, _foreign, "due"),
    Mistake("joker in a game without", frozenset({"joker.scrap"}), _no_joker, _joker, "due"),
    Mistake("hole card turned over", EXPOSED, _hole_cards_lie, _turned_over),
    Mistake("live hand taken in", frozenset({"dead.mucked"}), _others_hold_cards, _hand_swept_up),
    Mistake("hands pushed together", frozenset({"dead.into-other-hand"}), _others_hold_cards, _pushed_together),
    Mistake("board card taken in", frozenset({"deal.gate-on-betting"}), _board_lies, _board_card_mucked),
)
