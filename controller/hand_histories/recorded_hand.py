"""Plays a recorded hand on the rules: the table says what it awaits, and the record has to supply exactly that.

Nothing is made up. If a player acts who is not due, a street has a card too many or too few, an action breaks a rule,
or the record stops before the hand is over, the record is rejected at that action. Only the burns, which the format
does not hold, come from elsewhere.
"""

from collections import deque
from collections.abc import Sequence, Sized
from dataclasses import dataclass

from burncard.controller.hand_histories.phh import Move, PhhError
from burncard.rules.cards import BURN, MUCK, UNREAD, Card, Chips, Seat, seat_of
from burncard.rules.facts import Action, ActionName, CardSeen, Fact, Hand
from burncard.rules.outcomes import (
    AwaitAction,
    AwaitCard,
    AwaitDiscard,
    AwaitDraw,
    AwaitPlain,
    AwaitRead,
    AwaitShow,
    Counted,
    Next,
    Result,
    Ruling,
)
from burncard.rules.table import Table

_WAGERS: tuple[ActionName, ...] = ("bet", "raise", "complete", "open")
_FORMAT_CANNOT = {
    AwaitPlain: "a shuffle, a cut or a decision of the floor",
    AwaitRead: "the names of cards that the record leaves unknown",
}


@dataclass(frozen=True, slots=True)
class PlayedRecord:
    """A record played to its end: its facts after the `hand` fact, the result, and who showed a hand."""

    facts: tuple[Fact, ...]
    result: Result
    shown: frozenset[Seat]


def play_record(hand: Hand, order: Sequence[Seat], moves: Sequence[Move], burns: Sequence[Card]) -> PlayedRecord:
    """Plays the moves of one hand; `order` gives the seat of p1, p2 and so on. Raises PhhError."""
    return _RecordedHand(hand, order, moves, burns).play()


class _RecordedHand:
    """One record while it is being played."""

    def __init__(self, hand: Hand, order: Sequence[Seat], moves: Sequence[Move], burns: Sequence[Card]) -> None:
        self._hand = hand
        self._order = list(order)
        self._moves = deque(moves)
        self._last_shows = {move.player: move for move in moves if move.word == "sm"}
        self._burns = deque(burns)
        self._at: Move | None = None  # the move that was read last
        self._hole: dict[Seat, deque[tuple[Card, Move]]] = {seat: deque() for seat in order}
        self._board: deque[tuple[Card, Move]] = deque()
        self._draws: deque[Move] = deque()
        self._drawing = False
        self._discards: deque[Card] = deque()
        self._known: dict[Seat, bool] = dict.fromkeys(order, True)
        self._street = ""
        self._shown: set[Seat] = set()
        self._table = Table()
        self._result: Result | None = None

    def play(self) -> PlayedRecord:
        facts: list[Fact] = []
        awaited = self._apply(self._hand)
        while self._result is None:
            fact = self._supply(awaited)
            if fact is not None:
                facts.append(fact)
                awaited = self._apply(fact)
        self._check_nothing_follows(self._result)
        return PlayedRecord(tuple(facts), self._result, frozenset(self._shown))

    def _apply(self, fact: Fact) -> Next:
        outcomes = self._table.apply(fact)
        for outcome in outcomes:
            if isinstance(outcome, Ruling) and (outcome.decision == "refuse" or outcome.severity == "stop"):
                raise self._error(f"{outcome.message} ({outcome.rule})")
            if isinstance(outcome, Counted) and isinstance(fact, Action) and outcome.amount != fact.amount:
                raise self._error(f"by the rules this counts as {outcome.action} {outcome.amount} ({outcome.rule})")
            if isinstance(outcome, Result):
                self._result = outcome
        awaited = outcomes[-1]
        assert isinstance(awaited, Next)
        return awaited

    # ---- what the table awaits --------------------

    def _supply(self, awaited: Next) -> Fact | None:
        """The next fact; None where a move is read that gives none."""
        if not isinstance(awaited, AwaitCard | AwaitDraw | AwaitDiscard):
            self._check_all_dealt()
            self._drawing = False
        match awaited:
            case AwaitCard() | AwaitShow() if self._shows_next():
                return self._show(self._take())
            case AwaitCard():
                return CardSeen(card=self._card(awaited), zone=awaited.zone, face=awaited.face)
            case AwaitAction():
                return self._action(awaited)
            case AwaitDraw():
                return self._draw(awaited.seat)
            case AwaitDiscard():
                return CardSeen(card=self._discards.popleft(), zone=MUCK, face="down")
            case AwaitShow():
                raise self._not_due(f"{self._player(awaited.seat)} is due to show or muck")
            case _:
                needed = _FORMAT_CANNOT.get(type(awaited), "a repair")
                raise self._error(f"the table now needs {needed}, and the record does not hold it")

    def _shows_next(self) -> bool:
        """Whether the record goes on with a show, and no card that it dealt before is still to come."""
        dealt = bool(self._board) or any(self._hole.values())
        return bool(self._moves) and self._moves[0].word == "sm" and not dealt

    def _card(self, awaited: AwaitCard) -> Card:
        if awaited.street != self._street:
            if not self._drawing:  # a draw may be recorded seat by seat, so its cards can come before they are due
                self._check_all_dealt()
            self._street = awaited.street
        if awaited.zone == BURN:
            return self._burns.popleft() if self._burns else UNREAD
        seat = seat_of(awaited.zone)
        cards = self._board if seat is None else self._hole[seat]
        self._read_dealt(cards, *(("db",) if seat is None else ("dh", "sd")))
        if not cards:
            place = "the board" if seat is None else self._player(seat)
            raise self._not_due(f"{place} is due a card ({awaited.street})")
        card, self._at = cards.popleft()
        if seat is not None and card == UNREAD:
            self._known[seat] = False
        return card

    def _read_dealt(self, wanted: Sized, *words: str) -> None:
        """Reads on through lines that deal or discard, until one of them has brought what is wanted."""
        while not wanted and self._moves and self._moves[0].word in words:
            move = self._take()
            if move.word == "sd":
                self._draws.append(move)
                self._drawing = True
            else:
                cards = self._board if move.player is None else self._hole[self._seat(move)]
                cards.extend((card, move) for card in move.cards)

    def _action(self, offer: AwaitAction) -> Action:
        move = self._moves[0] if self._moves else None
        if move is None or move.word not in ("f", "cc", "cbr", "pb") or self._seat(move) != offer.seat:
            raise self._not_due(f"{self._player(offer.seat)} is due to act")
        self._take()
        if move.word == "cbr":
            wager = next((name for name in _WAGERS if name in offer.options), None)
            if wager is None:
                options = ", ".join(offer.options)
                raise self._error(f"{self._player(offer.seat)} may not bet or raise; open to it: {options}")
            return Action(seat=offer.seat, action=wager, amount=move.amount)
        if move.word == "pb":
            return Action(seat=offer.seat, action="bring-in", amount=Chips(offer.to_call))
        plain: ActionName = "fold" if move.word == "f" else "call" if offer.to_call else "check"
        return Action(seat=offer.seat, action=plain)

    def _draw(self, seat: Seat) -> Action:
        self._read_dealt(self._draws, "dh", "sd")
        if not self._draws or self._seat(self._draws[0]) != seat:
            raise self._not_due(f"{self._player(seat)} is due to draw", self._draws[0] if self._draws else None)
        self._at = self._draws.popleft()
        self._discards.extend(self._at.cards)
        count = len(self._at.cards)
        if count == 0:
            return Action(seat=seat, action="stand-pat")
        return Action(seat=seat, action="draw", discards=count)

    def _show(self, move: Move) -> Action | None:
        """A show or a muck. A hand left unknown to the end is one that lost unseen, so it counts as mucked."""
        seat = self._seat(move)
        if seat in self._shown:
            return None
        if not move.cards:
            return Action(seat=seat, action="muck")
        if self._known[seat]:
            self._shown.add(seat)
            return Action(seat=seat, action="show")
        return Action(seat=seat, action="muck") if move is self._last_shows[move.player] else None

    # ---- where the record is wrong --------------------

    def _check_all_dealt(self) -> None:
        """Before play goes on, every card that the record deals must have been due."""
        left = [(f"{self._player(seat)} is dealt", cards[0]) for seat, cards in self._hole.items() if cards]
        if self._board:
            left.append(("the board is dealt", self._board[0]))
        for dealt, (_, move) in left:
            raise PhhError("actions", f"{move.text!r}: {dealt} more cards than the street has", move.index)
        if self._draws:
            raise self._not_due("the draw is over", self._draws[0])

    def _check_nothing_follows(self, result: Result) -> None:
        """After the result only the winner of an uncontested pot may still show, which changes nothing."""
        self._check_all_dealt()
        for move in self._moves:
            winner = result.ended == "uncontested" and any(self._seat_of(move) in pot.awards for pot in result.pots)
            again = self._seat_of(move) in self._shown
            if move.word != "sm" or not (winner or again):
                raise PhhError("actions", f"the hand is over, and the record goes on with {move.text!r}", move.index)

    def _not_due(self, due: str, move: Move | None = None) -> PhhError:
        if move is None and self._moves:
            move = self._moves[0]
        if move is None:
            return self._error(f"{due}, and the record ends")
        return PhhError("actions", f"{due}, and the record has {move.text!r}", move.index)

    def _error(self, reason: str) -> PhhError:
        if self._at is None:
            return PhhError("variant", reason)
        return PhhError("actions", f"{self._at.text!r}: {reason}", self._at.index)

    def _take(self) -> Move:
        self._at = self._moves.popleft()
        return self._at

    def _seat(self, move: Move) -> Seat:
        assert move.player is not None
        return self._order[move.player]

    def _seat_of(self, move: Move) -> Seat | None:
        return None if move.player is None else self._seat(move)

    def _player(self, seat: Seat) -> str:
        return f"p{self._order.index(seat) + 1}"
