"""Which card is which in a recorded hand: names that come late, and cards that cannot all be what the record says.

A record may deal a card unseen (`??`) and name it when its player shows or discards it. The card had that name all
along, so it gets it where it was dealt.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from burncard.controller.hand_histories.phh import Move, PhhError
from burncard.rules.cards import UNREAD, Card


@dataclass(slots=True)
class _Dealt:
    """One card as it was dealt. `named_at` is the action that names it."""

    card: Card
    named_at: int


def name_cards(moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves with every dealt card named as far as the record ever names it.

    Raises PhhError where a player shows or discards a card not dealt to that player, where a board card has no name,
    and where one card is dealt twice without having been discarded.
    """
    dealt: list[list[_Dealt]] = []
    held: dict[int, list[_Dealt]] = {}
    for move in moves:
        cards = [_Dealt(card, move.index) for card in move.cards] if move.word in ("dh", "db") else []
        dealt.append(cards)
        if move.player is None:
            _check_board(move)
            continue
        hand = held.setdefault(move.player, [])
        hand.extend(cards)
        if move.word == "sd":
            for card in move.cards:
                hand.remove(_held_as(hand, card, move, "discards"))
        elif move.word == "sm":
            _show(hand, move)
    _check_dealt_once(moves, dealt)
    return tuple(
        replace(move, cards=tuple(one.card for one in cards)) if cards else move
        for move, cards in zip(moves, dealt, strict=True)
    )


def _check_board(move: Move) -> None:
    if UNREAD in move.cards:
        raise PhhError("actions", "a board card is not named", move.index)


def _show(hand: list[_Dealt], move: Move) -> None:
    if len(move.cards) > len(hand):
        raise PhhError("actions", f"{move.text!r} shows {len(move.cards)} cards of {len(hand)} dealt", move.index)
    unmatched = list(hand)
    for card in sorted(move.cards, key=lambda card: card == UNREAD):  # named cards first: they leave the unread ones
        if card != UNREAD:
            unmatched.remove(_held_as(unmatched, card, move, "shows"))


def _held_as(hand: list[_Dealt], card: Card, move: Move, does: str) -> _Dealt:
    """The held card of this name; else the first held card without a name, which now has this one."""
    for one in hand:
        if one.card == card:
            return one
    for one in hand:
        if one.card == UNREAD:
            one.card, one.named_at = card, move.index
            return one
    player = f"p{(move.player or 0) + 1}"
    if card == UNREAD:
        raise PhhError("actions", f"{player} {does} a card without a name, and all of {player}'s are named", move.index)
    raise PhhError("actions", f"{player} {does} {card}, which was not dealt to {player}", move.index)


def _check_dealt_once(moves: Sequence[Move], dealt: list[list[_Dealt]]) -> None:
    out: set[Card] = set()
    for move, cards in zip(moves, dealt, strict=True):
        if move.word == "sd":
            out.difference_update(move.cards)  # the discards may be shuffled and dealt again
        for one in cards:
            if one.card != UNREAD and one.card in out:
                raise PhhError("actions", f"{one.card} is dealt twice", max(one.named_at, move.index))
            out.add(one.card)
