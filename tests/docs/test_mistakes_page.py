"""The commands on the benchmark page of mistakes work; each runs here on a few hands."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "benchmarks" / "mistakes.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"`python (-m tests\.harness\.\w+[^`]*)`", PAGE)
A_FEW = {
    "tests.harness.random_hands": ["--hands", "20"],
    "tests.harness.exhaustive_mistakes": ["--game", "jacks", "--house", "roberts", "--slice", "7/3000"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_works(command: str) -> None:
    words = command.split()
    done = subprocess.run(
        [sys.executable, *words, *A_FEW[words[1]]], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"[1-9]\d* (cases|clean hands)", done.stdout), done.stdout


def test_the_page_names_commands() -> None:
    assert {command.split()[1] for command in COMMANDS} == set(A_FEW)
