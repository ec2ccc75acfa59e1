"""Hands that tests deal at a real table, card by card, for the pages to show."""

from collections.abc import Callable, Iterable
from typing import Any

from burncard.api.desk import Desk
from burncard.controller.config import TableConfig
from burncard.rules.cards import Chips, Seat

SEATS = tuple((Seat(number), Chips(1000)) for number in range(1, 5))
HOLDEM = TableConfig(game="holdem", structure="no-limit", seats=SEATS, table="table-7")
HEADS_UP = TableConfig(game="holdem", structure="no-limit", seats=SEATS[:2], table="table-7")
STUD = TableConfig(
    game="stud7", structure="limit", seats=SEATS, table="table-7", ante=Chips(1), bring_in=Chips(5),
    small_bet=Chips(10), big_bet=Chips(20),
)  # fmt: skip
DRAW = TableConfig(game="lowball-27", structure="limit", seats=SEATS, table="table-7")
FAMILIES = {"flop": HOLDEM, "stud": STUD, "draw": DRAW}

PACK = tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")

View = dict[str, Any]


class Dealer:
    """Deals the pack in its order, wherever the table awaits a card."""

    def __init__(self, desk: Desk, cards: Iterable[str] = PACK) -> None:
        self.desk = desk
        self._cards = iter(cards)

    def deal_until(self, done: Callable[[View], bool]) -> View:
        """Deals what is due until a view is as wanted, or no card is due any more; that view."""
        while True:
            view = self.desk.view()
            if done(view) or view["next"]["await"] != "card":
                return view
            due = view["next"]
            self.desk.deal(next(self._cards), due["zone"], due["face"])

    def deal(self) -> View:
        """Deals all cards that are due now."""
        return self.deal_until(lambda view: False)

    def expose(self) -> None:
        """Turns the next card up where it is due face down."""
        self.desk.deal(next(self._cards), self.desk.view()["next"]["zone"], "up")

    def card(self, zone: str, face: Any = "down") -> str:
        """Deals the next card somewhere, due or not."""
        card = next(self._cards)
        self.desk.deal(card, zone, face)
        return card
