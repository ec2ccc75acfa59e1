"""The lock files: running needs no development tools, and the checks run on what running uses."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = re.compile(r"[\w.-]+")


def pins(name: str) -> dict[str, str]:
    """What a lock file pins: versions by package."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==(\S+) \\$", text, re.MULTILINE))


def names(requirements: list[str]) -> set[str]:
    return {NAME.match(line)[0] for line in requirements}  # type: ignore[index]


RUN, DEVELOPMENT = pins("requirements.lock"), pins("requirements-dev.lock")
BUILD = {"setuptools"}
TOOLS = names(PROJECT["optional-dependencies"]["dev"]) - BUILD


def test_running_installs_what_it_imports_and_no_development_tool() -> None:
    assert names(PROJECT["dependencies"]) | BUILD <= RUN.keys()
    assert not TOOLS & RUN.keys()


def test_the_checks_run_on_the_versions_that_running_uses() -> None:
    assert RUN.items() <= DEVELOPMENT.items()
    assert DEVELOPMENT.keys() >= TOOLS


def test_every_pin_has_a_hash() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert all("--hash=sha256:" in body for body in re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:])
