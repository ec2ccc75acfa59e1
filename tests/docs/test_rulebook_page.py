"""The rulebook page matches the declarations of the rules."""

import importlib.machinery
import importlib.util
from pathlib import Path
from types import ModuleType

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
