"""Carries out an observation: the card comes to lie where it was seen, and the plan moves on or something is wrong.

`follow_card` changes the hand and answers with what the observation means: nothing (all in order), an outcome (a motion
that counts as an action), or an irregularity for the rules.
"""

from dataclasses import dataclass, replace

from burncard.rules.cards import BOARD, BURN, JOKER, MUCK, STUB, UNREAD, Card, Seat, Zone, seat_of
from burncard.rules.dealing.classify import where_it_belongs
from burncard.rules.dealing.misplaced import exposure, misplaced
from burncard.rules.dealing.observation import Observation, Observed
from burncard.rules.facts import Action, CardSeen
from burncard.rules.hand.changes import (
    boards_have_changed,
    is_the_one,
    owe_no_card,
    reshuffled_instead,
    set_aside_early,
)
from burncard.rules.hand.felt import TableCard, Thrown
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.plan import Deal, Item, Move, OpenStreet, Return, Turn
from burncard.rules.hand.questions import may_show, pressed_instead_of
from burncard.rules.outcomes import Counted
from burncard.rules.rulings import irregularities as wrong
from burncard.rules.rulings.irregularities import Irregularity


@dataclass(frozen=True, slots=True)
class Joined:
    """A card that is part of a mistake already ruled on: one more step of its repair.

    `beside`: a step of that repair; None: the one that was ruled on last.
    """

    step: Move | Turn | Return
    beside: Item | None = None


Meaning = Irregularity | Counted | Joined | None

FOLD_RULE, FOLD_WITHOUT_BET_RULE = "dead.fold-facing-bet", "dead.forward-motion"
DISCARD_RULE = "deal.draw-replacements"
SHOW_RULE = "showdown.all-cards"
MUCK_RULE = "dead.mucked"


def follow_card(hand: HandInPlay, fact: CardSeen, observation: Observation) -> Meaning:
    """Carries out an observation of a card in a hand in play."""
    placed = observation.placed
    if observation.kind is Observed.UNKNOWN_TAG:
        return _unknown_tag(hand, fact)
    if placed is None:
        return _follow_new(hand, fact, observation)
    if placed.card == UNREAD != fact.card and placed.zone != fact.zone:  # it is read where it went
        hand.felt.name(placed, fact.card)
    match observation.kind:
        case Observed.AGAIN:
            expected = pressed_instead_of(hand, placed) if observation.face == "up" else None
            if expected is not None:
                is_the_one(hand, placed, expected)
            if (placed.face, observation.face) == ("down", "up") and hand.game.family == "stud":
                boards_have_changed(hand)
            placed.face = observation.face
        case Observed.LAID_DOWN:
            placed.shown = True
            placed.face = "down"
        case Observed.NAMED:
            return _named(hand, fact, observation, placed)
        case Observed.STEP:
            _step_done(hand, fact, observation, placed)
        case Observed.RETURNED | Observed.SWEPT_UP | Observed.RETRIEVED:
            if isinstance(observation.item, Return) and placed not in observation.item.placed:
                hand.plan.replace(observation.item, [observation.item.with_instead(placed)])
            if observation.kind is Observed.SWEPT_UP and seat_of(placed.zone) is not None:
                placed.thrown = Thrown(fact.zone, placed.zone, placed.face)
            hand.felt.move(placed, fact.zone, observation.face)
        case Observed.PICKED_UP:  # it lies in front of its player until it goes where the repair sends it
            own = hand.plan.move_of(placed)
            assert own is not None
            hand.plan.replace(own, [replace(own, origin=fact.zone)])
            hand.felt.move(placed, fact.zone, observation.face)
        case Observed.WITH_ITS_HAND:
            joined = _goes_with_its_hand(hand, placed, fact.zone)
            hand.felt.move(placed, fact.zone, observation.face)
            return joined
        case Observed.OVERRULED:
            assert isinstance(observation.item, Move)
            next(one for one in hand.overruled.values() if observation.item in one.moves).made(observation.item, placed)
            hand.felt.move(placed, fact.zone, observation.face)
        case Observed.BOXED:
            return _boxed_late(hand, placed)
        case Observed.DUPLICATE:
            second = hand.felt.put(
                fact.card, fact.zone, observation.face, back=fact.back, tag=fact.tag, boxed=fact.boxed
            )
            return wrong.DuplicateCard(second.card, second, (placed.zone, second.zone))
        case _:
            return _player_or_stray(hand, fact, observation, placed)
    return None


def _player_or_stray(hand: HandInPlay, fact: CardSeen, observation: Observation, placed: TableCard) -> Meaning:
    """A card that a player turned or threw, or one that moved where nothing lets it."""
    seat, origin, was_face = observation.seat, placed.zone, placed.face
    if observation.kind is Observed.STRAY or seat is None:
        hand.felt.move(placed, fact.zone, observation.face)
        return wrong.StrayMove(placed, origin, was_face)
    if observation.kind in (Observed.SHOW, Observed.TURNED_UP):
        placed.face = "up"
        if observation.kind is Observed.SHOW:
            return _shown(hand, seat)
        return exposure(hand, placed, seat, "turned")
    hand.felt.move(placed, fact.zone, observation.face)
    match observation.kind:
        case Observed.FOLD:
            rule = FOLD_RULE if hand.betting.to_call(seat) else FOLD_WITHOUT_BET_RULE
            fold_by_cards(hand, seat)
            placed.thrown = Thrown(MUCK, origin, was_face)
            return Counted(seat=seat, action="fold", amount=None, rule=rule)
        case Observed.DISCARD:
            assert hand.drawing is not None
            hand.drawing.discarded[seat].append(placed)
            return None
        case Observed.MUCK_AT_SHOWDOWN:
            placed.thrown = Thrown(MUCK, origin, was_face)
            already_shown = hand.players[seat].shown
            muck_hand(hand, seat)
            return None if already_shown else Counted(seat=seat, action="muck", amount=None, rule=MUCK_RULE)
        case Observed.DROPPED:
            return wrong.ShownByPlayer(placed, seat, "dropped")
        case _:
            return wrong.MuckedOutOfTurn(placed, seat, was_face)


def _goes_with_its_hand(hand: HandInPlay, placed: TableCard, zone: Zone) -> Meaning:
    """A card was thrown with another of its hand: it goes where that one goes, or waits for the floor as well."""
    to, own = where_it_belongs(hand, placed), hand.plan.move_of(placed)
    moves = (item for item in hand.plan if isinstance(item, Move) and item is not own)
    other = next((item for item in moves if (item.origin, item.to) == (zone, to)), None)
    move = Move(placed, zone, to, placed.face)
    if other is None:
        placed.thrown = Thrown(move.origin, move.to, move.face)
        return None
    if own is not None:
        hand.plan.remove(own)
    return _joined(hand, other, move)


def _joined(hand: HandInPlay, other: Item | None, move: Move) -> Meaning:
    """A card is part of the mistake for which another is moved, so it is moved after it."""
    assert other is not None
    hand.plan.replace(other, [other, move])
    return Joined(move, other)


def fold_by_cards(hand: HandInPlay, seat: Seat) -> None:
    """A live seat's cards reached the muck in its turn: its fold, which a later `fold` action only repeats."""
    hand.betting.act(Action(seat=seat, action="fold"))
    hand.players[seat].folded_by_cards = True


def muck_hand(hand: HandInPlay, seat: Seat) -> None:
    """A seat gives up its hand when the betting is over: no card is due to it any more."""
    player = hand.players[seat]
    player.mucked = len(hand.players.mucked()) + 1
    player.shown = True
    owe_no_card(hand, seat)


def _shown(hand: HandInPlay, seat: Seat) -> Meaning:
    if any(card.face != "up" for card in hand.held(seat)):
        return None
    hand.players[seat].shown = True
    return Counted(seat=seat, action="show", amount=None, rule=SHOW_RULE)


def _named(hand: HandInPlay, fact: CardSeen, observation: Observation, placed: TableCard) -> Meaning:
    twin = hand.felt.find(fact.card, None)
    if twin is not None and twin is not placed:
        return wrong.DuplicateCard(fact.card, None, (twin.zone, placed.zone))
    hand.felt.name(placed, fact.card)
    if fact.card == JOKER and not hand.pack.has_joker:
        placed.shown = True
        return wrong.StrayJoker(placed, None, counted=True)
    turned = observation.face == "up" and placed.face == "down" and not placed.shown
    placed.face = observation.face
    seat = seat_of(placed.zone)
    if turned and seat is not None and hand.in_hand(seat) and not hand.players[seat].shown:
        return _shown(hand, seat) if may_show(hand, seat) else exposure(hand, placed, seat, "turned")
    return None


def _step_done(hand: HandInPlay, fact: CardSeen, observation: Observation, placed: TableCard) -> None:
    assert observation.item is not None
    own = hand.plan.move_of(placed)
    expected = pressed_instead_of(hand, placed)
    hand.plan.remove(observation.item)
    if expected is not None:
        is_the_one(hand, placed, expected)
    if isinstance(observation.item, Move):
        if own is not None and own is not observation.item:
            if own.placed is observation.item.placed:  # to be put back first, it has gone straight to where it belongs
                hand.plan.drop(own)
            else:  # the other card of its like does what it was to do
                hand.plan.replace(own, [replace(own, placed=observation.item.placed)])
        if placed in observation.item.others and observation.item.placed is not None:
            reshuffled_instead(hand, observation.item.placed, placed)
        if fact.zone == STUB and observation.item.to == BURN:  # it is burned from the pack, in its turn
            hand.dealing.burns_made -= 1
        hand.felt.move(placed, fact.zone, observation.face)
    else:
        if placed.seen:
            placed.shown = True
        placed.face = observation.face


def _boxed_late(hand: HandInPlay, placed: TableCard) -> Meaning:
    placed.boxed = placed.shown = True
    hand.pack.boxed_count += 1
    return wrong.BoxedCard(placed, None, counted=True)


# ---- a card from the pack --------------------


def _follow_new(hand: HandInPlay, fact: CardSeen, observation: Observation) -> Meaning:
    known = observation.kind in (Observed.FOREIGN, Observed.JOKER) and _known_stranger(hand, fact.card)
    if fact.zone == STUB and (known or observation.kind not in (Observed.FOREIGN, Observed.BOXED, Observed.JOKER)):
        return None
    due = hand.plan.due_deal()
    placed = hand.felt.put(fact.card, fact.zone, observation.face, back=fact.back, tag=fact.tag, boxed=fact.boxed)
    placed.sweep = fact.sweep
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
            return _joined(hand, hand.plan.head, Move(placed, placed.zone, MUCK, placed.face))
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


def _unknown_tag(hand: HandInPlay, fact: CardSeen) -> Meaning:
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
    due = deals[0]
    if due.zone == placed.zone:
        hand.plan.remove(due)
        _count_dealt(hand, placed, due)
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
    _count_dealt(hand, placed, due)


def _replaced_first(hand: HandInPlay, placed: TableCard, due: Deal) -> Meaning:
    """The next card came to where a scrap still lies, which then only has to be taken away; the deal need not wait."""
    hand.plan.remove(due)
    scrap = hand.plan.head
    assert isinstance(scrap, Move)
    hand.plan.may_wait(scrap)
    _count_dealt(hand, placed, due)
    return None if placed.face == due.face or seat_of(due.zone) is None else _face_wrong(hand, placed, due)


def _count_dealt(hand: HandInPlay, placed: TableCard, due: Deal) -> None:
    hand.dealing.last_dealt_zone = placed.zone
    if hand.starting and not due.repair and seat_of(due.zone) is not None:
        hand.dealing.starting_dealt += 1
    if placed.zone == BOARD:
        placed.face = "up" if placed.face == "unknown" else placed.face


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
        return _laid_beside(hand, placed) or wrong.LaidFaceDown(placed, due)
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
