"""The draw."""

from typing import TYPE_CHECKING

from rules.cards import Seat
from rules.facts import Action
from rules.felt import Placed
from rules.outcomes import Next

if TYPE_CHECKING:
    from rules.follow import Meaning
    from rules.hand import HandInPlay


class DrawState:
    turn: Seat | None = None

    def may_discard(self, seat: Seat) -> bool:
        return False

    def discarded(self, hand: "HandInPlay", seat: Seat, placed: Placed) -> "Meaning":
        return None

    def announce(self, hand: "HandInPlay", fact: Action) -> tuple[str, str] | None:
        return None

    def awaited(self) -> Next:
        raise AssertionError
