"""How often the deal was stopped: over the latest hands, by rule, by dealer, by game or by hour."""

import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Final, Literal

from burncard.controller.record import TableRecord
from burncard.controller.views.past import PastHand, follow, past_hands
from burncard.controller.views.stops_view import rule_title, who
from burncard.firmware_bridge.driver import SECOND
from burncard.rules.facts import Hand
from burncard.rules.games import GAMES
from burncard.rules.outcomes import Ruling

By = Literal["kind", "dealer", "game", "hour"]

KEPT_MAX: Final = 2000
"""Hands that are remembered, so that they are not worked out again for each look."""
NORMAL_95: Final = 1.96


@dataclass(frozen=True, slots=True)
class HandStops:
    """The stops of one hand. `dealer`: who made its entries as dealer; empty where nobody did."""

    dealer: str
    game: str
    hour: int
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rate:
    """How often one thing happened. `low` and `high`: 95 % bounds of `rate`, stopped hands in 100."""

    key: str
    words: str
    stops: int
    stopped_hands: int
    hands: int

    @property
    def rate(self) -> float:
        """Stopped hands in 100."""
        return 100 * self.stopped_hands / self.hands if self.hands else 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        """Wilson's 95 % bounds of the rate."""
        if not self.hands:
            return 0.0, 100.0
        share, square = self.stopped_hands / self.hands, NORMAL_95**2 / self.hands
        middle = (share + square / 2) / (1 + square)
        reach = sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
        return 100 * max(0.0, middle - reach), 100 * min(1.0, middle + reach)


class StopCounts:
    """The stops of a table's latest hands."""

    def __init__(self, record: TableRecord) -> None:
        self._record = record
        self._known: OrderedDict[tuple[int, int], HandStops] = OrderedDict()

    def hands(self, count: int) -> Iterator[HandStops]:
        """The latest hands, one at a time, so that the table can work in between."""
        for number, hand in enumerate(past_hands(self._record)):
            if number == count:
                return
            key = hand.first_fact, hand.last_fact
            if key not in self._known:
                self._known[key] = self._read(hand)
                while len(self._known) > KEPT_MAX:
                    self._known.popitem(last=False)
            yield self._known[key]

    def _read(self, hand: PastHand) -> HandStops:
        dealer, game, at_ns = "", "", 0
        stops: dict[str, str] = {}
        for followed in follow(self._record, hand):
            update = followed.update
            name, role = who(update.operator)
            dealer = name if role == "dealer" else dealer
            if isinstance(followed.fact, Hand):
                game, at_ns = followed.fact.game, update.at_ns
            for one in update.outcomes:
                if isinstance(one, Ruling) and one.severity == "stop" and one.decision != "refuse":
                    stops[one.id] = one.rule
        return HandStops(dealer, game, time.localtime(at_ns / SECOND).tm_hour, tuple(stops.values()))


def rates(hands: Iterable[HandStops], by: By) -> list[Rate]:
    """The rates by one thing, the most frequent first."""
    dealt, stopped, stops = Counter[str](), Counter[str](), Counter[str]()
    for hand in hands:
        if by == "kind":
            dealt[""] += 1
            stops.update(hand.rules)
            stopped.update(set(hand.rules))
            continue
        key = {"dealer": hand.dealer, "game": hand.game, "hour": str(hand.hour)}[by]
        dealt[key] += 1
        stops[key] += len(hand.rules)
        stopped[key] += bool(hand.rules)
    keys = stops if by == "kind" else dealt
    found = [Rate(key, _words(key, by), stops[key], stopped[key], dealt["" if by == "kind" else key]) for key in keys]
    return sorted(found, key=lambda one: (-one.stops, one.key))


def _words(key: str, by: By) -> str:
    if by == "kind":
        return rule_title(key)
    return GAMES[key].name if by == "game" and key in GAMES else key or "not known"
