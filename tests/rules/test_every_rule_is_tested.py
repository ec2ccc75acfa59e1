"""Every rule has a test of its name, in every family of games that it covers."""

import inspect
from pathlib import Path

import pytest

from burncard.rules.book import CHAPTERS
from burncard.rules.games import GAMES
from burncard.rules.rulings.rulebook import RULES
from tests.harness.own_scenarios import TESTED, Scenario, name_of_test, rows_of, rule_of

HERE = Path(__file__).parent
FAMILY = {code: game.family for code, game in GAMES.items()}

assert CHAPTERS

# Where another, more specific rule always speaks first in a family.
SHADOWED = {
    "misdeal.button-completion": {"draw"},  # draw.lowball-button-fifth, draw.high-short-misdeal
    "misdeal.top-card-completion": {"draw", "flop"},  # misdeal.button-completion: only the button is dealt to last
    "misdeal.wrong-count": {"stud", "draw"},  # extra.one-card-before-betting, then premature.*
    "misdeal.two-extra": {"flop"},  # extra.two-misdeal
    "misdeal.entitled-dealt-out": {"stud"},  # a stud deal has begun to be bet on only once the doors lie
    "deal.hole-cards-face-down": {"draw"},  # no card of a draw game is due face up
    "dead.wrong-count": {"draw"},  # draw.five-card-hand
}


def games_of(function: Scenario) -> set[str]:
    """The games that a test plays: those that it is parametrized with, and those that it names."""
    named: set[str] = set()
    for mark in getattr(function, "pytestmark", []):
        if mark.name == "parametrize":
            for value in mark.args[1]:
                named.update(
                    part for part in (value if isinstance(value, tuple) else (value,)) if isinstance(part, str)
                )
    source = inspect.getsource(function)
    return {code for code in GAMES if code in named or f'"{code}"' in source}


def test_a_rule_is_found_where_the_rulebook_says() -> None:
    """Its function is named after the id: after what follows the dot, or after all of it where that is taken."""
    root = HERE.parents[1]
    for rule in RULES.values():
        file, _, function = rule.place.partition(":")
        text = (root / file).read_text(encoding="utf-8")
        assert f'"{rule.id}"' in text
        whole = rule.id.replace(".", "_").replace("-", "_")
        assert not function or f"def {function}(" in text
        assert not function or function in (whole, whole.removeprefix(rule.id.split(".")[0] + "_"))


@pytest.mark.parametrize("rule_id", RULES)
def test_the_rule_has_a_test_of_its_name_in_every_family(rule_id: str) -> None:
    own = [(function, path) for name, function, path in TESTED if rule_of(name) == rule_id]
    rows = {game for _, function, _ in TESTED for rule, game in rows_of(function) if rule == rule_id}
    assert own or rows, f"{rule_id}: no test is called {name_of_test(rule_id)}"
    files = {path.stem.removeprefix("test_") for _, path in own}
    rows |= files & set(GAMES)  # a file that is about one game
    covered = {FAMILY[code] for function, _ in own for code in games_of(function)} | {FAMILY[code] for code in rows}
    due = {FAMILY[code] for code in RULES[rule_id].games} - SHADOWED.get(rule_id, set())
    assert due <= covered, f"{rule_id}: no test in {', '.join(sorted(due - covered))} games"
