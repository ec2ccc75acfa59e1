"""Every code that a user can see is documented, and no other."""

import ast
from pathlib import Path

from burncard.api.error_advice import ADVICE
from burncard.controller.faults import FAULT_KINDS

ROOT = Path(__file__).parents[2]
PACKAGES = ("api", "controller", "firmware_bridge")
CALLS_WITH_A_CODE = frozenset(
    {"ApiError", "StartError", "DeckError", "PortError", "DeviceFault", "NotAllowedError", "say", "raise_"}
)


def codes_in(path: Path) -> set[str]:
    """The codes that a file's errors are made with, where they are written out."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            code = node.args[0]
            if name in CALLS_WITH_A_CODE and isinstance(code, ast.Constant) and isinstance(code.value, str):
                found.add(code.value)
    return found


def test_every_code_that_is_raised_is_explained() -> None:
    raised = {code for package in PACKAGES for path in (ROOT / package).rglob("*.py") for code in codes_in(path)}
    assert len(raised) > 20
    assert raised | FAULT_KINDS.keys() <= ADVICE.keys()


def test_every_explained_code_is_written_somewhere() -> None:
    text = "\n".join(
        path.read_text(encoding="utf-8")
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if path != ROOT / "api" / "advice.py"
    )
    assert [code for code in ADVICE if f'"{code}"' not in text] == []


def test_what_to_do_is_said_in_whole_sentences() -> None:
    for code, fault in ADVICE.items():
        assert fault.happened.endswith("."), code
        assert fault.next.endswith("."), code
        assert 400 <= fault.status < 600, code
