"""The tests that are called after the rules, and the hands in which they bring the rules' rulings.

A test is run again to drive its rule's scenario: the hand is caught at the moment of the ruling.
"""

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

from burncard.rules.book import CHAPTERS
from burncard.rules.facts import Fact
from burncard.rules.games import GAMES
from burncard.rules.outcomes import Outcome, Ruling
from burncard.rules.rulings.given import Given
from burncard.rules.rulings.rulebook import RULES
from burncard.rules.table import Table
from tests.harness.scripted import ScriptedHand
from tests.harness.snapshot import Snapshot

Scenario = Callable[..., None]
HERE = Path(__file__).parents[1] / "rules"
ABOUT_TESTS = ("test_every_rule_is_tested.py", "test_every_ruling_decided.py")

assert CHAPTERS


def functions_here() -> Iterator[tuple[str, Scenario, Path]]:
    """Every test function of the rules' tests."""
    for path in sorted(HERE.glob("test_*.py")):
        if path.name in ABOUT_TESTS or "pokerkit" in path.name:
            continue
        spec = importlib.util.spec_from_file_location(f"examined_{path.stem}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for name, function in vars(module).items():
            if name.startswith("test_"):
                yield name, function, path


TESTED = [*functions_here()]


def rows_of(function: Scenario) -> Iterator[tuple[str, str]]:
    """The rules and games of a test that is a table: its rows begin with both."""
    for mark in getattr(function, "pytestmark", []):
        if mark.name == "parametrize" and mark.args[0] == "row":
            yield from ((row[0], row[1]) for row in mark.args[1])


def name_of_test(rule_id: str) -> str:
    return "test_" + rule_id.replace(".", "_").replace("-", "_")


BY_NAME = {name_of_test(rule_id): rule_id for rule_id in RULES}


def rule_of(name: str) -> str | None:
    """The rule that a test is called after: the longest whose name the test's begins with, up to an underscore."""
    words = name.split("_")
    begun = ("_".join(words[:count]) for count in range(len(words), 0, -1))
    return next((BY_NAME[start] for start in begun if start in BY_NAME), None)


@dataclass(frozen=True, slots=True)
class Caught:
    """A hand right after a ruling: `facts` are all of its table, from the first."""

    ruling: Ruling
    given: Given
    facts: tuple[Fact, ...]
    after: Snapshot[ScriptedHand]


def calls_of(function: Scenario) -> Iterator[dict[str, Any]]:
    """The arguments of each call that pytest would make of a test, by name."""
    tables: list[list[dict[str, Any]]] = []
    for mark in getattr(function, "pytestmark", []):
        if mark.name == "parametrize":
            named, values = mark.args[0], mark.args[1]
            names = [name.strip() for name in named.split(",")] if isinstance(named, str) else list(named)
            tables.append([_row(names, value) for value in values])
    for chosen in product(*tables):
        yield {name: value for row in chosen for name, value in row.items()}


def _row(names: list[str], value: Any) -> dict[str, Any]:
    values = value.values if hasattr(value, "marks") else (value,) if len(names) == 1 else value
    return dict(zip(names, values, strict=True))


def caught_in(function: Scenario, calls: Iterator[dict[str, Any]], rule_id: str) -> list[Caught]:
    """The hands in which a test brings a ruling of this rule: one for each decision and family of games."""
    found: dict[tuple[str, str], Caught] = {}
    for arguments in calls:
        with _catching(rule_id, found):
            function(**arguments)
    return list(found.values())


@contextmanager
def _catching(rule_id: str, found: dict[tuple[str, str], Caught]) -> Iterator[None]:
    give, apply = ScriptedHand.give, Table.apply
    facts: dict[Table, list[Fact]] = {}

    def applied(table: Table, fact: Fact) -> list[Outcome]:
        facts.setdefault(table, []).append(fact)
        return apply(table, fact)

    def given(hand: ScriptedHand, fact: Fact) -> list[Ruling]:
        rulings = give(hand, fact)
        for ruling in rulings:
            key = ruling.decision, hand.game.family
            said = hand.table._rulings._given.get(ruling.id)
            known = hand.table._games is GAMES and len(facts[hand.table]) == hand.table.fact_count
            if ruling.rule == rule_id and said is not None and said.decides is None and known and key not in found:
                found[key] = Caught(ruling, said, tuple(facts[hand.table]), Snapshot(hand))
        return rulings

    with patch.object(ScriptedHand, "give", given), patch.object(Table, "apply", applied):
        yield
