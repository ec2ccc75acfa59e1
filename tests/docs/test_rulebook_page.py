"""The rulebook page matches the declarations of the rules."""

import importlib.machinery
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from burncard.rules.book import CHAPTERS
from burncard.rules.rulings.rulebook import Rule

ROOT = Path(__file__).resolve().parents[2]


def _tool() -> ModuleType:
    loader = importlib.machinery.SourceFileLoader("make_rulebook", str(ROOT / "tools" / "make-rulebook"))
    spec = importlib.util.spec_from_loader("make_rulebook", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_the_page_is_made_from_the_rules() -> None:
    written = (ROOT / "docs" / "rulebook.md").read_text(encoding="utf-8")
    assert written == _tool().page()


def _words(text: str) -> set[str]:
    return set(text.lower().rstrip(".").split())


@pytest.mark.parametrize("rule", [rule for chapter in CHAPTERS for rule in chapter.rules], ids=lambda rule: rule.id)
def test_title_trigger_and_ruling_say_three_things(rule: Rule) -> None:
    assert not _words(rule.ruling) <= _words(rule.title)
    assert not _words(rule.title) <= _words(rule.ruling)
    assert rule.trigger not in (rule.title, rule.window)
    assert rule.ruling.endswith(".")
    assert not rule.title.endswith(".")
