"""Hand histories to facts: each recorded hand is played on the rules, and becomes facts if it plays as recorded.

A history does not say which cards were burned. They are taken from the cards that it does not name, in an order that
depends on the hand's number only; the `hand` line says so in a field of its own.
"""

from collections.abc import Iterator
from random import Random

import msgspec

from burncard.controller.hand_histories.named_cards import name_cards
from burncard.controller.hand_histories.phh import History
from burncard.controller.hand_histories.recorded_hand import play_record
from burncard.controller.hand_histories.settlement import check_settlement, rake_of
from burncard.controller.hand_histories.table_log import encode
from burncard.rules.cards import PACK, Chips, Seat
from burncard.rules.facts import Hand
from burncard.rules.games import GAMES
from burncard.rules.play.start import ButtonBefore

SEATS_MAX = 10
BURNS_NOTE = "The burns are not in the record: they are dealt from the cards that it does not name."


class Importer:
    """Turns one history after another into the facts of one table."""

    def __init__(self) -> None:
        self._number = 0
        self._before: ButtonBefore | None = None
        self._ids: set[str] = set()

    def lines(self, history: History) -> list[bytes]:
        """The lines of one hand. Raises PhhError; then the hand has left no trace, and the next one can follow."""
        number = self._number + 1
        rake = rake_of(history)
        moves = name_cards(history.moves)
        hand = _hand_fact(history, self._id(history, number), rake, self._before)
        order = list(_order(hand))
        named = {card for move in moves for card in move.cards}
        burns = [card for card in PACK if card not in named]
        Random(number).shuffle(burns)
        played = play_record(hand, order, moves, burns)
        check_settlement(history, order, played)
        self._number = number
        self._ids.add(hand.id)
        self._before = ButtonBefore(hand.button, frozenset(hand.seats), moves=True)
        first = msgspec.json.encode({**msgspec.to_builtins(hand, str_keys=True), "note": _note(history, order, rake)})
        return [first, *(encode(fact) for fact in played.facts)]

    def _id(self, history: History, number: int) -> str:
        """The record's own name for the hand, unless it has none or an earlier hand has it."""
        return history.name if history.name and history.name not in self._ids else f"h{number}"


def _note(history: History, order: list[Seat], rake: Chips) -> str:
    """What of the hand is not the record's own."""
    notes = [BURNS_NOTE]
    if history.seats is not None and list(history.seats) != order:
        notes.append(f"The record's seats are {', '.join(map(str, history.seats))}.")
    if rake:
        notes.append("The rake is what the finishing stacks lack.")
    return " ".join(notes)


def _hand_fact(history: History, name: str, rake: Chips, before: ButtonBefore | None) -> Hand:
    """The `hand` fact: in the recorded seats where the button has moved on in them, else in seats that make it so.

    A record without seats is of another table each time, so its players sit one place further on than the last ones,
    p1 in the lowest seat; only a full table has to turn with the button instead.
    """
    if history.seats is not None:
        recorded = [Seat(seat) for seat in history.seats]
        fact = _seated(history, name, rake, recorded)
        if list(_order(fact)) == recorded and (before is None or before.wrong_for(fact) is None):
            return fact
    count = len(history.stacks)
    fact = _seated(history, name, rake, [Seat(place + 1) for place in range(count)])
    button = before.wrong_for(fact) if before is not None else None
    if button is None:
        return fact
    if count < SEATS_MAX:
        return _seated(history, name, rake, [Seat(place + 2) for place in range(count)])
    return _seated(history, name, rake, [Seat((place + button) % count + 1) for place in range(count)])


def _order(fact: Hand) -> Iterator[Seat]:
    seats = sorted(fact.seats)
    start = 0 if fact.button is None else seats.index(fact.button) + 1
    yield from (*seats[start:], *seats[:start])


def _seated(history: History, name: str, rake: Chips, seats: list[Seat]) -> Hand:
    antes: Chips | dict[Seat, Chips] = dict(zip(seats, history.antes, strict=True))
    if len(set(history.antes)) == 1:
        antes = history.antes[0]
    return Hand(
        id=name,
        game=history.game,
        structure=history.structure,
        button=seats[-1] if GAMES[history.game].button else None,
        seats=dict(zip(seats, history.stacks, strict=True)),
        posts={seat: post for seat, post in zip(seats, history.posts, strict=True) if post},
        antes=antes,
        bring_in=history.bring_in,
        small_bet=history.small_bet,
        big_bet=history.big_bet,
        min_bet=history.min_bet,
        joker=False,
        rake=rake,
    )
