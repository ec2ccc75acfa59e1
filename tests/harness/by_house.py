"""The same facts replayed in every house: what each house rules, pays and awaits."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from burncard.controller.hand_histories.replay import replay
from burncard.controller.hand_histories.table_log import encode
from burncard.rules.facts import Fact, Hand
from burncard.rules.games.houses import HOUSES
from tests.harness.scripted import ScriptedHand


@dataclass(frozen=True, slots=True)
class Account:
    """The outcomes of a log: its rulings in order, the last result (None if there is none), and the last `next`."""

    rulings: list[dict[str, Any]]
    result: dict[str, Any] | None
    next: dict[str, Any]

    @property
    def decided(self) -> list[tuple[str, str]]:
        """Rule and decision of each ruling."""
        return [(ruling["rule"], ruling["decision"]) for ruling in self.rulings]

    @property
    def told(self) -> list[dict[str, Any]]:
        """The rulings without message and source."""
        return [{name: ruling[name] for name in ruling if name not in ("message", "source")} for ruling in self.rulings]

    @property
    def awards(self) -> list[dict[int, int]]:
        """What each pot pays, by seat."""
        assert self.result is not None
        return [{int(seat): chips for seat, chips in pot["awards"].items()} for pot in self.result["pots"]]


def account_of(facts: Iterable[Fact]) -> Account:
    """Replays facts as a table log."""
    written: list[bytes] = []
    replay([encode(fact) for fact in facts], written.append)
    outcomes = [json.loads(line) for block in written for line in block.splitlines()]
    results = [outcome for outcome in outcomes if outcome["type"] == "result"]
    return Account(
        rulings=[outcome for outcome in outcomes if outcome["type"] == "ruling"],
        result=results[-1] if results else None,
        next=[outcome for outcome in outcomes if outcome["type"] == "next"][-1],
    )


def by_house(hand: ScriptedHand) -> dict[str, Account]:
    """The facts of a hand replayed in each house."""
    return {
        house: account_of(in_house(fact, house) if isinstance(fact, Hand) else fact for fact in hand.facts)
        for house in HOUSES
    }


def in_house(fact: Hand, house: str) -> Hand:
    """The same hand in another house."""
    return msgspec.structs.replace(fact, house=house)


def alike(accounts: dict[str, Account]) -> Account:
    """The account common to all houses. Raises AssertionError if they differ in rulings, result or next."""
    first, *others = accounts.values()
    for other in others:
        assert (other.told, other.result, other.next) == (first.told, first.result, first.next)
    return first
