"""State numbers: whether an entry that was made on an older state of the table would mean something else now.

A screen shows a state, a person touches it, and meanwhile the table has moved on. The entry is taken if what it hangs
on is still the same, and refused otherwise, so that two touches never act for two players.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from burncard.api.request_errors import ApiError
from burncard.controller.entries import is_awaited
from burncard.controller.journal.history import TableUpdate
from burncard.controller.record import TableRecord
from burncard.rules.cards import Seat
from burncard.rules.facts import Action, ChipsMoved, Press
from burncard.rules.outcomes import AwaitAction, AwaitCard, AwaitDiscard, AwaitDraw, AwaitShow, Next

REMEMBERED: Final = 512
"""States that entries may have been made on. An entry on an older one is refused."""

ANOTHER: Final = "Another entry was made on this state. It may still wait for a card."

Entry = Action | ChipsMoved | Press


@dataclass(frozen=True, slots=True)
class State:
    """What entries hang on: the hand, the street, what is awaited, and which cards lie before each seat.

    `acted`: how many actions had been taken in the hand.
    """

    hand: str | None
    street: str
    awaited: Next
    cards: dict[Seat, tuple[int, ...]]
    acted: int


class States:
    """The latest states of a table, by their numbers."""

    def __init__(self, record: TableRecord) -> None:
        self._record = record
        self._states: OrderedDict[int, State] = OrderedDict()
        self._acted_on: OrderedDict[int, None] = OrderedDict()
        self._note(record.journal.count)
        record.subscribe(self._heard)

    def check(self, entry: Entry, on: int) -> None:
        """Raises ApiError `stale-entry` if an entry made on a state would mean something else now.

        Nobody acts twice on one state, also while the first action waits for a card that lies there unseen.
        """
        now = self._states[self._record.journal.count]
        then, acts = self._states.get(on), isinstance(entry, Action | ChipsMoved)
        if then is None or not _means_the_same(entry, then, now):
            raise ApiError("stale-entry", _due(now.awaited) if acts else "What it is about has changed.")
        if acts and on in self._acted_on:
            raise ApiError("stale-entry", ANOTHER)
        if acts:
            self._acted_on[on] = None
            while len(self._acted_on) > REMEMBERED:
                self._acted_on.popitem(last=False)

    def give_back(self, on: int) -> None:
        """The action that was made on a state was not taken after all: it may be made again."""
        self._acted_on.pop(on, None)

    def _heard(self, update: TableUpdate) -> None:
        self._note(update.number)

    def _note(self, number: int) -> None:
        hand = self._record.table.hand
        cards = (
            {}
            if hand is None
            else {seat: tuple(placed.ordinal for placed in hand.held(seat)) for seat in hand.fact.seats}
        )
        street = "" if hand is None or hand.ended else hand.street.name
        hand_id = None if hand is None else hand.fact.id
        acted = 0 if hand is None else hand.betting.acted_count
        self._states[number] = State(hand_id, street, self._record.table.awaited(), cards, acted)
        while len(self._states) > REMEMBERED:
            self._states.popitem(last=False)


def _means_the_same(entry: Entry, then: State, now: State) -> bool:
    """Whether an entry is about the same in two states."""
    if then.hand != now.hand:
        return False
    if isinstance(entry, Action | ChipsMoved):
        return then.awaited == now.awaited or _came_first(entry, then, now)
    if then.street != now.street:
        return False
    if entry.seat is None:
        return True
    before, after = then.cards.get(entry.seat, ()), now.cards.get(entry.seat, ())
    names_its_card = entry.nth is not None or entry.card is not None
    return after[: len(before)] == before if names_its_card else after == before


def _came_first(entry: Action | ChipsMoved, then: State, now: State) -> bool:
    """Whether only cards have come between: the person saw them on the felt before the table had heard them."""
    return isinstance(then.awaited, AwaitCard) and then.acted == now.acted and is_awaited(entry, now.awaited)


def _due(awaited: Next) -> str:
    if isinstance(awaited, AwaitAction):
        return f"Seat {awaited.seat} is due to act."
    if isinstance(awaited, AwaitDraw | AwaitDiscard):
        return f"Seat {awaited.seat} is due to draw."
    if isinstance(awaited, AwaitShow):
        return f"Seat {awaited.seat} is due to show."
    return "No action is due."
