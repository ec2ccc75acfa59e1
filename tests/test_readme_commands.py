"""Every command and script in the README and the operations guide works; every command that a page names exists."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from burncard.api.command_line import app
from burncard.api.error_advice import ADVICE

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
NOTHING_FOUND = 1
"""What `doctor` and `devices` answer on a machine without devices."""


def blocks(text: str, language: str) -> list[str]:
    return [body for found, body in BLOCK.findall(text) if found == language]


COMMANDS = [line for text in (README, OPERATIONS) for body in blocks(text, "sh") for line in body.splitlines()]
BURNCARD = list(dict.fromkeys(line for line in COMMANDS if line.startswith(".venv/bin/burncard ")))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A directory in which the commands can be given as they are written."""
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parents[1])
    (tmp_path / "table.toml").write_text(blocks(OPERATIONS, "toml")[0], encoding="utf-8")
    command = [".venv/bin/burncard", "simulate", "--hands", "2", "--log", "hands.jsonl"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=600)
    return tmp_path


def test_make_knows_what_the_readme_asks_of_it() -> None:
    goals = [line.split()[1] for line in COMMANDS if line.startswith("make ")]
    assert goals == ["run", "test"]
    for goal, does in (("run", "burncard run"), ("test", "pytest")):
        done = subprocess.run(["make", "-n", goal], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
        assert does in done.stdout


def test_nothing_else_is_asked() -> None:
    assert [line for line in COMMANDS if not line.startswith(("make ", ".venv/bin/burncard "))] == []


@pytest.mark.parametrize("command", BURNCARD)
def test_a_command_works(place: Path, command: str) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(place / "share")}
    if command.split()[1] == "run":
        runs_until_it_is_ended(place, [*command.split(), "--port", "0"], environment)
        return
    done = subprocess.run(
        command.split(), cwd=place, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    allowed = {0, NOTHING_FOUND} if command.split()[1] in ("doctor", "devices") else {0}
    assert done.returncode in allowed, done.stderr
    assert "Traceback" not in done.stderr


def runs_until_it_is_ended(place: Path, words: list[str], environment: dict[str, str]) -> None:
    with subprocess.Popen(
        words, cwd=place, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if line.startswith("Floor:"):
                process.send_signal(signal.SIGINT)
    assert process.returncode == 0, "".join(said)
    assert said[-1] == "Burncard has stopped.\n"


@pytest.mark.parametrize("script", blocks(README, "python"))
def test_a_script_works(script: str, tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text(script, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(path)], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "A♠" in done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_command_named_in_a_page_exists_with_its_options(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"`burncard ([^`]+)`", text) + re.findall(r"^burncard (.+?)(?:  |$)", text, re.MULTILINE)
    for words in map(str.split, named):
        command = get_command(app)
        while words and not words[0].startswith("-") and (commands := getattr(command, "commands", None)):
            command = commands[words.pop(0)]
        known = {"--help"} | {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= known, words


def test_links_lead_somewhere() -> None:
    for name in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / name).exists(), name


def test_every_code_is_in_the_operations_guide() -> None:
    rows = [f"| `{code}` | {fault.happened} | {fault.next} |" for code, fault in ADVICE.items()]
    assert [row for row in rows if row not in OPERATIONS.splitlines()] == []
