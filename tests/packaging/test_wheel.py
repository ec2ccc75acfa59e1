"""Burncard as others get it: built, installed into an empty environment, used beside a project with the same names."""

import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.packaging.building import FOLDERS, ROOT, build_wheel, run

RESOURCES = (
    "book/coverage/*.toml",
    "console/*.*",
    "journal/schema/*.sql",
    "layouts/*.toml",
    "profiles/*.toml",
    "udev/*.rules",
    "vectors/*.json",
)
NEIGHBOUR = """
import api, hardware, rules
from burncard.api.app import create_app
from burncard.hardware.profiles import load_profiles
from burncard.rules.table import Table

assert (api.NAME, rules.NAME, hardware.NAME) == ("the neighbour's",) * 3
assert "feig" in load_profiles()
import burncard
print(burncard.__file__)
"""
TEST_OF_ANOTHER_PROJECT = """
import pytest

@pytest.mark.burncard_house("general")
@pytest.mark.burncard_table(table="table-9")
def test_my_screen(desk):
    desk.load()
    desk.deal("As", "seat:1", "up")
    assert desk.view()["alerts"]
"""
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(source, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel. It borrows the dependencies from the one that the tests run in."""
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    python = folder / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    (packages,) = folder.glob("lib/python*/site-packages")
    (borrowed,) = (path for path in sys.path if path.endswith("site-packages"))
    (packages / "dependencies.pth").write_text(borrowed, encoding="utf-8")
    return folder


@pytest.fixture
def neighbour(tmp_path: Path) -> Path:
    """A project that has packages and modules of the same names as our folders."""
    (tmp_path / "api.py").write_text('NAME = "the neighbour\'s"\n', encoding="utf-8")
    for package in ("rules", "hardware"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text('NAME = "the neighbour\'s"\n', encoding="utf-8")
    return tmp_path


def test_the_wheel_holds_the_files_behind_the_links(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        held = {name: packed.read(name) for name in packed.namelist() if name.startswith("burncard/")}
    for folder in FOLDERS:
        paths = [path for pattern in ("*.py", *RESOURCES) for path in (ROOT / folder).rglob(pattern)]
        assert paths, folder
        for path in paths:
            assert held[f"burncard/{path.relative_to(ROOT)}"] == path.read_bytes()
    assert "burncard/py.typed" in held
    assert not [name for name in held if "/firmware/" in name or name.split("/")[1] == "tests"]


def test_a_source_archive_builds_the_same_wheel(source: Path, wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", tmp_path, source, cwd=tmp_path)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        assert not [member.name for member in packed if member.issym() or member.islnk()]
    (tmp_path / "built").mkdir()
    rebuilt = build_wheel(archive, tmp_path / "built")
    with zipfile.ZipFile(wheel) as ours, zipfile.ZipFile(rebuilt) as theirs:
        assert sorted(theirs.namelist()) == sorted(ours.namelist())
        for name in ours.namelist():
            assert theirs.read(name) == ours.read(name), name


def test_it_works_beside_a_project_with_the_same_names(environment: Path, neighbour: Path) -> None:
    script = neighbour / "neighbour.py"
    script.write_text(NEIGHBOUR, encoding="utf-8")
    assert run(environment / "bin" / "python", script, cwd=neighbour).startswith(str(environment))


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_readme_run_there(environment: Path, neighbour: Path, example: str) -> None:
    script = neighbour / "example.py"
    script.write_text(example, encoding="utf-8")
    assert "A♠" in run(environment / "bin" / "python", script, cwd=neighbour)


def test_another_project_tests_against_the_simulator_in_under_ten_lines(environment: Path, neighbour: Path) -> None:
    assert len(TEST_OF_ANOTHER_PROJECT.strip().splitlines()) < 10
    (neighbour / "test_screen.py").write_text(TEST_OF_ANOTHER_PROJECT, encoding="utf-8")
    assert "1 passed" in run(environment / "bin" / "python", "-m", "pytest", "-p", "no:cacheprovider", cwd=neighbour)


def test_the_command_runs_there(environment: Path, neighbour: Path, wheel: Path) -> None:
    burncard = environment / "bin" / "burncard"
    assert run(burncard, "--version", cwd=neighbour).split() == wheel.name.split("-")[:2]
    run(burncard, "simulate", "--hands", "2", "--log", "hands.jsonl", cwd=neighbour)
    assert '"type":"result"' in run(burncard, "replay", "hands.jsonl", cwd=neighbour)
