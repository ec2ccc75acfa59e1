"""Carries out an observation: the card comes to lie where it was seen, and the plan moves on or something is wrong.

`follow_card` changes the hand and answers with what the observation means: nothing (all in order), an outcome (a motion
that counts as an action), or an irregularity for the rules.
"""

from msgspec.structs import replace

from burncard.rules.betting import acting
from burncard.rules.cards import BOARD, BURN, JOKER, MUCK, OFF, STUB, UNREAD, Seat, Zone, seat_of
from burncard.rules.dealing.classify import lies_up, where_it_belongs
from burncard.rules.dealing.from_pack import follow_new_card, unknown_tag
from burncard.rules.dealing.meaning import Meaning, joined
from burncard.rules.dealing.misplaced import exposure
from burncard.rules.dealing.observation import Observation, Observed
from burncard.rules.facts import Action, CardSeen
from burncard.rules.hand.changes import (
    boards_have_changed,
    is_the_one,
    muck_hand,
    reshuffled_instead,
)
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import at_round, may_show, pressed_instead_of
from burncard.rules.hand.steps import Move, Return
from burncard.rules.hand.table_card import TableCard, Thrown
from burncard.rules.outcomes import Counted
from burncard.rules.rulings import irregularities as wrong

FOLD_RULE, FOLD_WITHOUT_BET_RULE = "dead.fold-facing-bet", "dead.forward-motion"
DISCARD_RULE = "deal.draw-replacements"
SHOW_RULE = "showdown.all-cards"
MUCK_RULE = "dead.mucked"
UPCARDS_RULE = "stud.pickup-fold"


def follow_card(hand: HandInPlay, fact: CardSeen, observation: Observation) -> Meaning:
    """Carries out an observation of a card in a hand in play."""
    placed = observation.placed
    if observation.kind is Observed.UNKNOWN_TAG:
        return unknown_tag(hand, fact)
    if placed is None:
        return follow_new_card(hand, fact, observation)
    if placed.card == UNREAD != fact.card and placed.zone != fact.zone:  # it is read where it went
        hand.felt.name(placed, fact.card)
    placed.sensed = placed.sensed or fact.face in ("up", "down")
    match observation.kind:
        case Observed.AGAIN:
            expected = pressed_instead_of(hand, placed, "up") if observation.face == "up" else None
            if expected is not None:
                is_the_one(hand, placed, expected)
            if (placed.face, observation.face) == ("down", "up") and hand.game.family == "stud":
                boards_have_changed(hand)
            placed.face = observation.face
        case Observed.LAID_DOWN:
            return _laid_down(hand, placed)
        case Observed.NAMED:
            return _named(hand, fact, observation, placed)
        case Observed.STEP:
            return _step_done(hand, fact, observation, placed)
        case Observed.RETURNED | Observed.SWEPT_UP | Observed.RETRIEVED:
            if isinstance(observation.item, Return):
                _returned(hand, observation.item, placed)
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
        return _turned_up(hand, placed, seat, observation.kind)
    hand.felt.move(placed, fact.zone, observation.face)
    match observation.kind:
        case Observed.FOLD:
            rule = FOLD_RULE if hand.betting.round.to_call(seat) else FOLD_WITHOUT_BET_RULE
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
        if own is not None:
            hand.plan.replace(own, [replace(own, origin=zone)])
        return None
    if own is not None:
        hand.plan.remove(own)
    return joined(hand, other, move)


def fold_by_cards(hand: HandInPlay, seat: Seat) -> None:
    """A live seat's cards reached the muck in its turn: its fold, which a later `fold` action only repeats."""
    acting.act(hand.betting, Action(seat=seat, action="fold"))
    hand.players[seat].folded_by_cards = True


def _laid_down(hand: HandInPlay, placed: TableCard) -> Meaning:
    """A card was turned face down. A stud player's last upcard is a fold where there is a bet to call."""
    was_up = placed.face == "up"
    placed.shown = True
    placed.face = "down"
    seat = seat_of(placed.zone)
    if hand.game.family != "stud" or seat is None or not hand.in_hand(seat) or not at_round(hand) or not was_up:
        return None
    if not hand.betting.round.to_call(seat) or any(card.face == "up" for card in hand.held(seat)):
        return None
    if hand.betting.round.turn != seat:
        return wrong.UpcardsLaidDown(seat)
    fold_by_cards(hand, seat)
    return Counted(seat=seat, action="fold", amount=None, rule=UPCARDS_RULE)


def _turned_up(hand: HandInPlay, placed: TableCard, seat: Seat, kind: Observed) -> Meaning:
    """A card lies face up in front of its player, who may show it; otherwise the dealer has turned it."""
    return _shown(hand, seat) if kind is Observed.SHOW else exposure(hand, placed, seat, "turned")


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
    if not hand.pack.has_joker and fact.card == JOKER:
        placed.shown = True
        return wrong.StrayJoker(placed, None, counted=True)
    turned = observation.face == "up" and placed.face == "down" and not placed.shown
    placed.face = observation.face
    seat = seat_of(placed.zone)
    if turned and seat is not None and hand.in_hand(seat) and not hand.players[seat].shown:
        return _shown(hand, seat) if may_show(hand, seat) else exposure(hand, placed, seat, "turned")
    return None


def _step_done(hand: HandInPlay, fact: CardSeen, observation: Observation, placed: TableCard) -> Meaning:
    assert observation.item is not None
    own = hand.plan.move_of(placed)
    expected = None if own is observation.item else pressed_instead_of(hand, placed, fact.face)
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
        return _laid_otherwise(hand, placed, observation.item)
    placed.face = observation.face
    return None


def _returned(hand: HandInPlay, step: Return, placed: TableCard) -> None:
    """A card has gone back to the pack: for another burn, or though it was to be put back elsewhere first."""
    own = hand.plan.move_of(placed)
    if placed not in step.placed:
        hand.plan.replace(step, [step.with_instead(placed)])
    elif own is not None:
        hand.plan.drop(own)


def _laid_otherwise(hand: HandInPlay, placed: TableCard, move: Move) -> Meaning:
    """A step has brought a card to its place: in front of a player or on the board it must lie as the step says."""
    seat = seat_of(placed.zone)
    if placed.face == move.face or (seat is None and placed.zone != BOARD):
        return None
    if placed.face == "down":
        return wrong.LaidFaceDown(placed)
    kind = lies_up(hand, placed)
    if seat is None or kind is Observed.AGAIN:
        return None
    if kind is Observed.TURNED_UP and move.origin == OFF:
        return wrong.ShownByPlayer(placed, seat, "flashed")  # it was dropped, and plays whoever picks it up
    return _turned_up(hand, placed, seat, kind)


def _boxed_late(hand: HandInPlay, placed: TableCard) -> Meaning:
    placed.boxed = placed.shown = True
    hand.pack.boxed_count += 1
    return wrong.BoxedCard(placed, None, counted=True)
