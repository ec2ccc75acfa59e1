"""Every mistake that can be made at one moment of a hand: the named ones, and every card moved to every wrong place.

A move that is right at that moment is left out, and so is one that would be part of the mistake before it.
"""

from collections.abc import Iterator

from burncard.rules.cards import ASIDE, BOARD, BURN, MUCK, OFF, STUB, Face, Zone, seat_of, seat_zone
from burncard.rules.dealing.classify import (
    one_more_early_card,
    pair_dealt_at_once,
    thrown_with_its_hand,
    waits_on_the_pack,
)
from burncard.rules.dealing.drawing import burn_may_come
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import at_round, betting_is_over, discards_due
from burncard.rules.hand.steps import Drawing, Return
from burncard.rules.outcomes import AwaitCard, AwaitDiscard, AwaitReturn, AwaitShow, Result, Ruling
from burncard.simulator.dealer import Doing
from burncard.simulator.mistakes import MISTAKES, due_card
from burncard.simulator.played_hand import PlayedHand

KINDS = {mistake.name: mistake for mistake in MISTAKES}
PLACES: tuple[Zone, ...] = (BOARD, BURN, MUCK, ASIDE, OFF)
EMPTY_SEAT = Zone("seat:10")


def possible(hand: PlayedHand, *, named: bool = False) -> Iterator[str]:
    """The mistakes that can be made now: all, or only those of simulator/mistakes.py."""
    in_play = hand.table.hand
    assert in_play is not None
    yield from (name for name, mistake in KINDS.items() if mistake.possible(in_play, hand.next))
    if named:
        return
    if len(hand.dealer.stub):
        yield from _top_card(hand)
    yield from _lying_card(hand)


def _top_card(hand: PlayedHand) -> Iterator[str]:
    due = due_card(hand.next)
    live = [seat_zone(seat) for seat in hand.table.hand.betting.live] if hand.table.hand else []
    in_play = hand.table.hand
    allowed = [] if due is None else [due.zone]
    if in_play is not None:  # dealing implies shuffle and cut; some moves may wait until the deal is done
        next_card = in_play.plan.due_deal()
        ahead = (next_card, in_play.plan.replacement_ahead())
        allowed += [deal.zone for deal in ahead if deal is not None]
        if next_card is not None:
            allowed += [zone for zone in live if pair_dealt_at_once(in_play, zone, next_card)]
    if in_play is not None:  # a card put on top of the pack comes back from there
        back = [move for move in in_play.plan.moves() if move.placed is not None]
        allowed += [move.to for move in back if move.origin == STUB]
        if any(player.early_cards for player in in_play.players.values()):  # one more card of the same early street
            allowed += live
        if _board_goes_back(in_play):
            allowed.append(BOARD)
        allowed += [zone for zone in (*live, BOARD) if one_more_early_card(in_play, zone)]
        if isinstance(in_play.plan.head, Drawing) and in_play.drawing and burn_may_come(in_play):
            allowed.append(BURN)
    for zone in (*live, EMPTY_SEAT, *PLACES):
        if zone not in allowed:
            yield f"top card > {zone}"


def _board_goes_back(in_play: HandInPlay) -> bool:
    """Whether the board is to be taken back, now or after the betting: another board card is part of that mistake."""
    head = in_play.plan.head
    if isinstance(head, Return) and any(card.zone == BOARD for card in head.placed):
        return True
    return in_play.dealing.premature_board and len(in_play.felt.cards_in(BOARD)) < 3


def _lying_card(hand: PlayedHand) -> Iterator[str]:
    in_play = hand.table.hand
    assert in_play is not None
    if isinstance(hand.next, AwaitReturn | AwaitShow | AwaitDiscard) or betting_is_over(in_play):
        return
    steps = in_play.plan.moves()
    for zone in dict.fromkeys([put.zone for put in hand.dealer.felt.values()]):
        seat = seat_of(zone)
        if zone == MUCK or (seat is not None and (not in_play.in_hand(seat) or discards_due(in_play, seat))):
            continue
        on_turn = seat is not None and in_play.betting.round.turn == seat and at_round(in_play)
        uid = hand.dealer.in_zone(zone)[-1].physical.uid
        last = next((placed for placed in in_play.felt.cards_in(zone) if placed.tag == uid), None)
        for to in (*PLACES, STUB):
            repairs = last is not None and any(
                item.is_done_by(last, to) or waits_on_the_pack(in_play, item, last, to) for item in steps
            )
            joins = last is not None and thrown_with_its_hand(in_play, last, to)
            if to != zone and not (to == MUCK and on_turn) and not repairs and not joins:
                yield f"{zone} > {to}"


def make(hand: PlayedHand, name: str) -> list[Ruling]:
    """Makes a mistake; returns the rulings on it. A ruling of severity `stop` ends it."""
    in_play = hand.table.hand
    assert in_play is not None
    given: list[Ruling] = []
    for doing in _doings(hand, name):
        given += hand.do(doing)
        if any(ruling.severity == "stop" for ruling in given) or hand.result is not None:
            break
    return given


def _doings(hand: PlayedHand, name: str) -> Iterator[Doing]:
    if name in KINDS:
        assert hand.table.hand is not None
        yield from KINDS[name].make(hand.dealer, hand.table.hand, hand.next)
        return
    origin, _, to = name.partition(" > ")
    if origin == "top card":
        face: Face = "up" if to == BOARD else "down"
        yield hand.dealer.put(hand.dealer.stub.take(), Zone(to), face)
    else:
        last = hand.dealer.in_zone(Zone(origin))[-1]
        yield hand.dealer.put(last.physical, Zone(to), last.face)


def is_answered(hand: PlayedHand, given: list[Ruling]) -> bool:
    """Whether the table has said anything on a mistake."""
    return bool(given) or any(not isinstance(outcome, AwaitCard | Result) for outcome in hand.outcomes[:-1])
