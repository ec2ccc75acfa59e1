"""The cards of one reader cycle, whose order is unknown: which of them is to be explained, or ruled on, next."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import msgspec

from burncard.rules.cards import BOARD, BURN, CARDS_MOST, MUCK, STUB, UNREAD, Zone, seat_of, seat_zone
from burncard.rules.dealing.classify import classify
from burncard.rules.dealing.follow import follow_card
from burncard.rules.dealing.meaning import Meaning
from burncard.rules.dealing.observation import IN_ORDER, Observation, Observed
from burncard.rules.facts import CardSeen
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.script import street_deals
from burncard.rules.hand.steps import Deal, Return
from burncard.rules.hand.streets import due_seats
from burncard.rules.rulings import irregularities as wrong


@dataclass(frozen=True, slots=True)
class Held:
    """A card of an open sweep that nothing explains yet."""

    number: int
    fact: CardSeen


def is_held(held: Iterable[Held], new: CardSeen) -> bool:
    """Whether a sighting only repeats one that is held: the card was read again before anything explained it."""
    if new.card == UNREAD and new.tag is None:
        return False  # each may be another card
    return any(card.fact.card == new.card and card.fact.tag == new.tag and _same(card.fact, new) for card in held)


def is_one_too_many(hand: HandInPlay, held: Sequence[Held], new: CardSeen) -> bool:
    """Whether a card cannot exist: as many as two packs have are out or held already, and this is none of them."""
    known = hand.felt.find(new.card, new.tag) is not None
    room = CARDS_MOST - len(held) - (0 if known else hand.felt.out_count)
    return room <= 0 and not is_held(held, new)


def _same(one: CardSeen, other: CardSeen) -> bool:
    """Whether two sightings differ in their time alone."""
    return msgspec.structs.replace(one, t=None) == msgspec.structs.replace(other, t=None)


def explained(hand: HandInPlay, candidates: Iterable[Held]) -> Held | None:
    """The first card that is in order as the hand stands, whatever the rest of the sweep may be."""
    for card in candidates:
        observation = classify(hand, card.fact)
        if observation.kind in IN_ORDER and not _may_be_either(hand, card.fact, observation):
            return card
    return None


def _may_be_either(hand: HandInPlay, fact: CardSeen, observation: Observation) -> bool:
    """Whether `??` may be an unread card that lies there, or as well another one, now or when more is dealt.

    So may a new name on the pack, while cards go back to it: one of those that were not read.
    """
    if fact.zone == STUB:
        return observation.kind is Observed.AGAIN and any(isinstance(item, Return) for item in hand.plan)
    if fact.card != UNREAD or fact.zone == MUCK or hand.felt.find(UNREAD, fact.tag) is not None:
        return False
    unread = hand.felt.unread_in(fact.zone, fact.tag, fact.face)
    return unread is not None and (observation.placed is not None or fact.face in (unread.face, "unknown", None))


def _explained_last(hand: HandInPlay, held: Iterable[Held]) -> Held | None:
    """A card that is in order when all else is explained: one that is due, or else one that lies there."""
    there: Held | None = None
    for card in held:
        observation = classify(hand, card.fact)
        if observation.kind in IN_ORDER:
            lies = observation.placed is not None and observation.placed.zone == card.fact.zone
            if observation.kind is not Observed.AGAIN and not lies:
                return card
            there = there or card
    return there


def next_of(hand: HandInPlay, held: Sequence[Held]) -> Held:
    """The card to take next when the cycle has closed: one that is in order, else the one due first.

    Where a seat was passed over in the starting deal, what lies there came later: a card after it is taken first.
    """
    due = hand.plan.due_deal()
    passed_over = due.zone if due is not None and hand.starting and not _in_rotation(hand, held) else None
    places, seats = _places(hand), [seat_zone(seat) for seat in due_seats(hand)]
    in_turn = sorted(
        held,
        key=lambda card: (
            card.fact.zone == passed_over,
            _place(places, card.fact),
            _in_the_order_of_the_deal(seats, card.fact),
        ),
    )
    return explained(hand, in_turn) or _explained_last(hand, in_turn) or in_turn[0]


def _in_rotation(hand: HandInPlay, held: Iterable[Held]) -> bool:
    """Whether the seats have as many cards as a deal round the table gives them, wherever it stands."""
    come = _cards_come(hand, held)
    return come[0] - come[-1] <= 1 and all(before >= behind for before, behind in pairwise(come))


def _cards_come(hand: HandInPlay, held: Iterable[Held]) -> list[int]:
    """How many cards of the street each seat has, in the order of the deal, those held counted."""
    late, left = Counter(card.fact.zone for card in held), Counter(deal.zone for deal in hand.plan.deals_of_street())
    each = len(hand.street.faces)
    return [each - left[zone] + late[zone] for zone in map(seat_zone, due_seats(hand))]


def _places(hand: HandInPlay) -> list[Zone]:
    """The zones to which cards are due, on this street or else the next one."""
    zones = [deal.zone for deal in hand.plan.deals_of_street()]
    if hand.drawing is not None:
        zones += map(seat_zone, hand.drawing.to_come)
    following = hand.game.street_after(hand.street)
    if not zones and following is not None:
        zones = [deal.zone for deal in street_deals(following, due_seats(hand, following))]
    return zones


def _place(zones: list[Zone], fact: CardSeen) -> int:
    """How soon a card is due where it was seen; one not due comes first."""
    if fact.zone in zones:
        return zones.index(fact.zone)
    return -2 if fact.zone == BURN else -1


def _in_the_order_of_the_deal(seats: list[Zone], fact: CardSeen) -> int:
    """Where no card is due, the seats come as they would be dealt to, however the cycle was read."""
    return seats.index(fact.zone) if fact.zone in seats else len(seats)


def dealt_on(held: Iterable[Held]) -> bool:
    """Whether any of the cards came from the pack to the board or a player."""
    return any(card.fact.zone == BOARD or seat_of(card.fact.zone) is not None for card in held)


def all_of_one_kind(hand: HandInPlay, meaning: Meaning, held: list[Held]) -> Meaning:
    """Of a faulty flop, and of hole cards too many, all that one sweep brought lie there when they are ruled on."""
    early = isinstance(meaning, wrong.PrematureCard) and meaning.placed.zone == BOARD and hand.starting
    unburned = isinstance(meaning, wrong.MissedBurn) and meaning.placed.zone == BOARD and meaning.placed.seen
    flop = early or ((unburned or isinstance(meaning, wrong.BoardOverfull)) and hand.street.board > 1)
    extra = isinstance(meaning, wrong.ExtraCard) and hand.starting and hand.window_open
    if not (flop or extra):
        return meaning
    seats = [seat_zone(seat) for seat in due_seats(hand)]
    for other in sorted(held, key=lambda card: _in_the_order_of_the_deal(seats, card.fact)):
        seat = seat_of(other.fact.zone)
        one_more = (flop and other.fact.zone == BOARD) or (extra and seat is not None and hand.in_hand(seat))
        if one_more and classify(hand, other.fact).kind is Observed.WRONG:
            held.remove(other)
            last = follow_card(hand, other.fact, classify(hand, other.fact))
            meaning = last if extra else meaning
    return meaning


def deal_in_pairs(hand: HandInPlay, held: Sequence[Held]) -> None:
    """Cards of one cycle are left over that came round the table in pairs: the street is due in that order."""
    head = hand.plan.head
    if not hand.street.together or not isinstance(head, Deal) or seat_of(head.zone) is None:
        return  # a burn that is still due has been forgotten: it comes before any order of the cards
    rest = [deal for deal in hand.plan.deals_of_street() if seat_of(deal.zone) is not None and not deal.repair]
    each, come = len(hand.street.faces), _cards_come(hand, held)
    order = [seat_zone(seat) for seat in due_seats(hand)]
    if max(come) != each or any(card.fact.zone not in order for card in held):
        return
    if any(before < each and behind for before, behind in pairwise(come)):
        return
    for deal in rest:
        hand.plan.remove(deal)
    rest.sort(key=lambda deal: order.index(deal.zone))
    hand.plan.first(rest)
