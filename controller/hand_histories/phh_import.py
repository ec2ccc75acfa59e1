"""Hand histories to facts: the table itself says what it awaits, and the record supplies it.

A history does not tell which cards were burned. They are taken from the cards that it does not name, in an order that
depends on the hand's number only; the `hand` line says so in a field of its own.
"""

from collections import deque
from collections.abc import Iterator
from random import Random

import msgspec

from burncard.controller.hand_histories.phh import History, Move
from burncard.controller.hand_histories.table_log import encode
from burncard.rules.cards import BOARD, BURN, MUCK, PACK, UNREAD, Card, Chips, Seat, seat_of
from burncard.rules.facts import Action, ActionName, CardSeen, Fact, Hand
from burncard.rules.games import GAMES
from burncard.rules.outcomes import (
    AwaitAction,
    AwaitCard,
    AwaitDiscard,
    AwaitDraw,
    AwaitPlain,
    AwaitShow,
    Next,
    Ruling,
)
from burncard.rules.play.start import ButtonBefore
from burncard.rules.table import Table

SEATS_MAX = 10
BURNS_NOTE = "The burns are not in the record: they are dealt from the cards that it does not name."


class ReplayError(Exception):
    """A recorded hand that cannot be played by the rules of the table. `reason` says where it stopped."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Importer:
    """Turns one history after another into the facts of one table."""

    def __init__(self) -> None:
        self._number = 0
        self._before: ButtonBefore | None = None

    def lines(self, history: History) -> list[bytes]:
        """The lines of one hand. Raises ReplayError; then nothing of the hand is to be written."""
        number = self._number + 1
        hand = _hand_fact(history, number, self._before)
        facts = list(_Record(history, hand, number).facts())
        self._number = number
        self._before = ButtonBefore(hand.button, frozenset(hand.seats), moves=True)
        first = msgspec.json.encode({**msgspec.to_builtins(hand, str_keys=True), "note": BURNS_NOTE})
        return [first, *(encode(fact) for fact in facts)]


def _hand_fact(history: History, number: int, before: ButtonBefore | None) -> Hand:
    """The `hand` fact: in the recorded seats where the button has moved on in them, else in seats that make it so.

    A record without seats is of another table each time, so its players sit one place further on than the last ones,
    p1 in the lowest seat; only a full table has to turn with the button instead.
    """
    if history.seats is not None and len(set(history.seats)) == len(history.stacks):
        recorded = [Seat(seat) for seat in history.seats]
        fact = _seated(history, number, recorded)
        if list(_order(fact)) == recorded and (before is None or before.wrong_for(fact) is None):
            return fact
    count = len(history.stacks)
    fact = _seated(history, number, [Seat(place + 1) for place in range(count)])
    button = before.wrong_for(fact) if before is not None else None
    if button is None:
        return fact
    if count < SEATS_MAX:
        return _seated(history, number, [Seat(place + 2) for place in range(count)])
    return _seated(history, number, [Seat((place + button) % count + 1) for place in range(count)])


def _order(fact: Hand) -> Iterator[Seat]:
    seats = sorted(fact.seats)
    start = 0 if fact.button is None else seats.index(fact.button) + 1
    yield from (*seats[start:], *seats[:start])


def _seated(history: History, number: int, seats: list[Seat]) -> Hand:
    button_game = GAMES[history.game].button
    antes: Chips | dict[Seat, Chips] = dict(zip(seats, history.antes, strict=True))
    if len(set(history.antes)) == 1:
        antes = history.antes[0]
    return Hand(
        id=f"h{number}",
        game=history.game,
        structure=history.structure,
        button=seats[-1] if button_game else None,
        seats=dict(zip(seats, history.stacks, strict=True)),
        posts={seat: post for seat, post in zip(seats, history.posts, strict=True) if post},
        antes=antes,
        bring_in=history.bring_in,
        small_bet=history.small_bet,
        big_bet=history.big_bet,
        min_bet=history.min_bet,
        joker=False,
    )


class _Record:
    """One history while it is being played."""

    def __init__(self, history: History, hand: Hand, number: int) -> None:
        self._hand = hand
        self._seats = list(_order(hand))
        self._hole: dict[Seat, deque[Card]] = {seat: deque() for seat in self._seats}
        self._board: deque[Card] = deque()
        self._acts: deque[Move] = deque()
        self._shows: dict[Seat, tuple[Card, ...]] = {}
        self._discards: deque[Card] = deque()
        for move in history.moves:
            self._sort(move)
        named = {card for move in history.moves for card in move.cards}
        self._spare = [card for card in PACK if card not in named]
        Random(number).shuffle(self._spare)
        self._name_shown_cards()
        self._known = {seat for seat, hole in self._hole.items() if hole and UNREAD not in hole}

    def _sort(self, move: Move) -> None:
        if move.player is None:
            self._board.extend(move.cards)
        elif move.word == "dh":
            self._hole[self._seats[move.player]].extend(move.cards)
        elif move.word == "sm":
            self._shows[self._seats[move.player]] = move.cards
        else:
            self._acts.append(move)

    def _name_shown_cards(self) -> None:
        """Cards that were dealt unseen and shown later have had their names all along."""
        for seat, shown in self._shows.items():
            hole = self._hole[seat]
            late = deque(card for card in shown if card != UNREAD and card not in hole)
            for place, card in enumerate(hole):
                if card == UNREAD and late:
                    hole[place] = late.popleft()

    def facts(self) -> Iterator[Fact]:
        """The facts in the order in which the table awaits them."""
        table = Table()
        awaited = _apply(table, self._hand)
        while not (isinstance(awaited, AwaitPlain) and awaited.await_ == "hand"):
            fact = self._supply(awaited)
            yield fact
            awaited = _apply(table, fact)
        if self._acts:
            raise ReplayError(f"the hand is over, and {self._spoken()} is still to come")

    def _supply(self, awaited: Next) -> Fact:
        match awaited:
            case AwaitCard():
                return CardSeen(card=self._card(awaited), zone=awaited.zone, face=awaited.face)
            case AwaitAction():
                return self._action(awaited)
            case AwaitDraw():
                self._discards.extend(self._next(awaited.seat, "sd").cards)
                count = len(self._discards)
                if count == 0:
                    return Action(seat=awaited.seat, action="stand-pat")
                return Action(seat=awaited.seat, action="draw", discards=count)
            case AwaitDiscard():
                return CardSeen(card=self._discards.popleft(), zone=MUCK, face="down")
            case AwaitShow():
                return Action(seat=awaited.seat, action="show" if self._will_show(awaited.seat) else "muck")
            case _:
                raise ReplayError(f"the table awaits {awaited.__class__.__name__}, which no record holds")

    def _card(self, awaited: AwaitCard) -> Card:
        if awaited.zone == BURN:
            return self._spare.pop() if self._spare else UNREAD
        seat = seat_of(awaited.zone)
        cards = self._board if awaited.zone == BOARD or seat is None else self._hole[seat]
        if cards:
            return cards.popleft()
        if awaited.zone == BOARD:
            raise ReplayError("the record has no card for the board")
        return UNREAD

    def _action(self, offer: AwaitAction) -> Action:
        """The recorded action. A seat that the record passes over has checked, or folded to a bet."""
        if self._acts and not self._is_of(self._acts[0], offer.seat):
            return Action(seat=offer.seat, action="fold" if offer.to_call else "check")
        move = self._next(offer.seat, "f", "cc", "cbr", "pb")
        if move.word == "cbr":
            return Action(seat=offer.seat, action=_wager(offer), amount=move.amount)
        if move.word == "pb":
            return Action(seat=offer.seat, action="bring-in", amount=offer.to_call)
        plain: ActionName = "fold" if move.word == "f" else "call" if offer.to_call else "check"
        return Action(seat=offer.seat, action=plain)

    def _is_of(self, move: Move, seat: Seat) -> bool:
        return move.player is not None and self._seats[move.player] == seat

    def _next(self, seat: Seat, *words: str) -> Move:
        if not self._acts:
            raise ReplayError(f"the record ends while seat {seat} is due")
        move = self._acts.popleft()
        if move.word not in words or not self._is_of(move, seat):
            self._acts.appendleft(move)
            raise ReplayError(f"seat {seat} is due, and the record has {self._spoken()}")
        return move

    def _spoken(self) -> str:
        move = self._acts[0]
        return f"p{(move.player or 0) + 1} {move.word}"

    def _will_show(self, seat: Seat) -> bool:
        """As recorded: a show without cards is a muck, and so is one of cards that nobody saw, where another hand was
        seen; where nothing is recorded, a hand that is known is shown."""
        if seat not in self._shows:
            return seat in self._known
        return bool(self._shows[seat]) and (seat in self._known or not self._known)


def _wager(offer: AwaitAction) -> ActionName:
    for name in ("bet", "raise", "complete", "open"):
        if name in offer.options:
            return name
    raise ReplayError(f"seat {offer.seat} raises, and may only {', '.join(offer.options)}")


def _apply(table: Table, fact: Fact) -> Next:
    outcomes = table.apply(fact)
    refused = next((item for item in outcomes if isinstance(item, Ruling) and item.decision == "refuse"), None)
    if refused is not None:
        raise ReplayError(f"{refused.message} ({refused.rule})")
    awaited = outcomes[-1]
    assert isinstance(awaited, Next)
    return awaited
