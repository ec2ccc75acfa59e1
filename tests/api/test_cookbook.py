"""Every program of the cookbook runs as it is written."""

import re
from pathlib import Path

import pytest

from burncard.api.desk import Desk

PAGE = (Path(__file__).parents[2] / "docs" / "cookbook.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^## (.*?)$.*?^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
HOLE = ("7c", "Kd", "2s", "3s", "4s", "5s", "8c", "9c", "Tc", "Jc", "Qc", "Kc")


def test_the_programs_run(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.load()
    for number, card in enumerate(HOLE):
        desk.deal(card, f"seat:{number % 6 + 1}")
    assert len(PROGRAMS) == PAGE.count("```python")
    for title, program in PROGRAMS:
        if "def test_" in program:
            compile(program, title, "exec")  # the client's tests run it, as another project
            continue
        exec(program, {"TABLE": desk.address, "TOKEN": desk.keys.key_of("floor")})
    said = capsys.readouterr().out
    assert "table-1 betting" in said
    assert "h1 200" in said
