"""Carries out an observation of a card that has come from the pack: it is the due one, a scrap, or a mistake."""

from itertools import pairwise

from msgspec.structs import replace

from burncard.rules.cards import BOARD, BURN, JOKER, MUCK, STUB, UNREAD, Card, Zone, seat_of
from burncard.rules.dealing.meaning import Joined, Meaning, joined
from burncard.rules.dealing.misplaced import misplaced
from burncard.rules.dealing.observation import Observation, Observed
from burncard.rules.facts import CardSeen
from burncard.rules.hand.changes import (
    set_aside_early,
)
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Deal, Move, OpenStreet, Return, Turn
from burncard.rules.hand.table_card import TableCard
from burncard.rules.rulings import irregularities as wrong
from burncard.rules.rulings.irregularities import Irregularity


def follow_new_card(hand: HandInPlay, fact: CardSeen, observation: Observation) -> Meaning:
    """Carries out an observation of a card that was not on the felt before."""
    known = observation.kind in (Observed.FOREIGN, Observed.JOKER) and _known_stranger(hand, fact.card)
    if fact.zone == STUB and (known or observation.kind not in (Observed.FOREIGN, Observed.BOXED, Observed.JOKER)):
        return None
    due = hand.plan.due_deal()
    placed = hand.felt.put(fact.card, fact.zone, observation.face, back=fact.back, tag=fact.tag, boxed=fact.boxed)
    placed.sweep = fact.sweep
    placed.sensed = fact.face in ("up", "down")
    taken = due is not None and due.zone == fact.zone
    match observation.kind:
        case Observed.DUE:
            assert isinstance(observation.item, Deal)
            _dealt(hand, placed, observation.item, pair=not taken)
            return None
        case Observed.REPLACES_SCRAP:
            assert isinstance(observation.item, Deal)
            return _replaced_first(hand, placed, observation.item)
        case Observed.FACE_WRONG:
            assert isinstance(observation.item, Deal)
            _dealt(hand, placed, observation.item, pair=False)
            if hand.dealing.mistake_in_sweep and observation.item.repair and observation.item.face == "up":
                hand.plan.first([up := Turn(placed, "up")])  # due up by the ruling alone, in the same cycle
                return Joined(up)
            return _face_wrong(hand, placed, observation.item)
        case Observed.SCRAP_MUCKED:
            placed.boxed = placed.shown = True
            hand.pack.boxed.discard(placed.card)
            return None
        case Observed.BURNED_EARLY:
            assert hand.drawing is not None
            hand.drawing.burned()
            return None
        case Observed.JOINS_VOID_BOARD:
            _join_void_board(hand, placed)
            return None
        case Observed.JOINS_VOID_STREET:
            set_aside_early(hand, placed)
            return None
        case Observed.JOINS_EARLY_CARD:
            placed.early = True
            return joined(hand, hand.plan.head, Move(placed, placed.zone, MUCK, placed.face))
        case Observed.JOINS_MISTAKE:
            return _to_its_place(hand, placed)
        case Observed.FOREIGN | Observed.JOKER | Observed.BOXED:
            if taken:
                hand.plan.take_due_deal()
            elif (due := hand.plan.replacement_ahead()) is not None and due.zone == fact.zone:
                hand.plan.remove(due)
                taken = True
            return _scrap(hand, fact, observation.kind, placed, due if taken else None, known)
        case _:
            return misplaced(hand, placed, due)


def unknown_tag(hand: HandInPlay, fact: CardSeen) -> Meaning:
    """A tag of no deck is reported once in a hand."""
    tag = fact.tag or fact.zone
    known = tag in hand.pack.unknown_tags
    hand.pack.unknown_tags.add(tag)
    return None if known else wrong.UnknownTag(fact.zone)


def _known_stranger(hand: HandInPlay, card: Card) -> bool:
    """Whether a card that is none of the pack's was seen on it before; there it may not have been read."""
    known = hand.pack.strangers
    return card in known or UNREAD in known or (card == UNREAD and bool(known))


def _to_its_place(hand: HandInPlay, placed: TableCard) -> Meaning:
    """The street was dealt on after a mistake: the pack's order says where the card belongs; one too many goes back."""
    deals = hand.plan.deals_of_street()
    if not deals:
        back = Return((placed,))
        hand.plan.before_round([back])
        return Joined(back)
    head, due = hand.plan.head, deals[0]
    if isinstance(head, Move) and head.to == BURN:  # each lies one seat too far, whichever is heard first
        due = next((one for one, after in pairwise(deals) if after.zone == placed.zone), due)
    if due.zone == placed.zone:
        hand.plan.remove(due)
        count_dealt(hand, placed, due)
        return None if placed.face == due.face else _face_wrong(hand, placed, due)
    move = Move(placed, placed.zone, due.zone, due.face)
    hand.plan.replace(due, [move])
    return Joined(move)


def _scrap(
    hand: HandInPlay, fact: CardSeen, kind: Observed, placed: TableCard, due: Deal | None, known: bool
) -> Irregularity:
    """A card that is none of the pack's, or lay the wrong way in it. It never counts as a card of the deal."""
    in_stub = fact.zone == STUB
    if kind is Observed.FOREIGN:
        if known:
            hand.pack.strangers.discard(UNREAD)
        if known or in_stub:
            hand.pack.strangers.add(fact.card)
        return wrong.ForeignBack(placed, in_stub, known, due)
    placed.shown = True  # a joker is no player's card, and what lay face up in the pack has been seen
    if kind is Observed.JOKER:
        if in_stub:
            hand.pack.strangers.add(JOKER)
        return wrong.StrayJoker(placed, due)
    placed.boxed = True
    if placed.card not in hand.pack.boxed:
        hand.pack.boxed_count += 1
    hand.pack.boxed.discard(placed.card)
    if in_stub and placed.card != UNREAD:
        hand.pack.boxed.add(placed.card)
    return wrong.BoxedCard(placed, due)


def _dealt(hand: HandInPlay, placed: TableCard, due: Deal, *, pair: bool) -> None:
    """The due card has come (with `pair`: the second of two that a seat is dealt at once)."""
    if pair:
        _deal_in_pairs(hand)
    hand.plan.take_due_deal()
    count_dealt(hand, placed, due)


def _replaced_first(hand: HandInPlay, placed: TableCard, due: Deal) -> Meaning:
    """The next card came to where a scrap still lies, which then only has to be taken away; the deal need not wait."""
    hand.plan.remove(due)
    scrap = hand.plan.head
    assert isinstance(scrap, Move)
    hand.plan.may_wait(scrap)
    count_dealt(hand, placed, due)
    return None if placed.face == due.face or seat_of(due.zone) is None else _face_wrong(hand, placed, due)


def count_dealt(hand: HandInPlay, placed: TableCard, due: Deal) -> None:
    """A card that was due has come."""
    hand.dealing.last_dealt_zone = placed.zone
    if hand.starting and not due.repair and seat_of(due.zone) is not None:
        hand.dealing.starting_dealt += 1


def _deal_in_pairs(hand: HandInPlay) -> None:
    """The dealer gives each seat both cards at once: the rest of the street is due in that order."""
    street = hand.street.name
    rest = [item for item in hand.plan if isinstance(item, Deal) and item.street == street and not item.repair]
    zones: dict[Zone | None, None] = dict.fromkeys([hand.dealing.last_dealt_zone, *(deal.zone for deal in rest)])
    place = {zone: index for index, zone in enumerate(zones)}
    for deal in rest:
        hand.plan.remove(deal)
    rest.sort(key=lambda deal: (place[deal.zone], deal.round_index))
    hand.plan.first(rest)


def _face_wrong(hand: HandInPlay, placed: TableCard, due: Deal) -> Meaning:
    seat = seat_of(placed.zone)
    if due.face == "up":
        return _laid_beside(hand, placed) or wrong.LaidFaceDown(placed)
    if seat is None:
        return None
    return wrong.Exposed(placed, seat, "dealt", due)


def _laid_beside(hand: HandInPlay, placed: TableCard) -> Joined | None:
    """One more card of a board that lies face down, which is one mistake."""
    board = (item for item in hand.plan if isinstance(item, Turn) and item.placed.zone == BOARD == placed.zone)
    beside = next(board, None)
    if beside is None:
        return None
    turn = Turn(placed, "up")
    hand.plan.replace(beside, [beside, turn])
    hand.plan.may_wait(turn)
    return Joined(turn, beside)


def _join_void_board(hand: HandInPlay, placed: TableCard) -> None:
    """One more card of a board that goes back anyway: now, or before the street that it was dealt for too early."""
    for item in hand.plan:
        if isinstance(item, Return) and any(card.zone == BOARD for card in item.placed):
            hand.plan.replace(item, [Return((*item.placed, placed))])
            return
        if isinstance(item, OpenStreet) and item.dealt_by_repair:
            before = tuple(Return((*step.placed, placed)) if isinstance(step, Return) else step for step in item.before)
            hand.plan.replace(item, [replace(item, before=before)])
            return
