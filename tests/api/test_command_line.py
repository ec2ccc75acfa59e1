"""`burncard`: fast start-up, and help that a newcomer understands."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from burncard.api.list_devices_command import _print_table
from burncard.api.run_command import run_table
from burncard.api.run_options import Options
from burncard.firmware_bridge.discovery import Answer, Candidate
from burncard.firmware_bridge.enrolment import Enrolment
from burncard.firmware_bridge.events import DeviceIdentified
from burncard.hardware.profiles import load_profiles

BURNCARD = str(Path(sys.executable).with_name("burncard"))
NOT_NEEDED = {
    "asyncio",
    "concurrent.futures.process",
    "cryptography",
    "fastapi",
    "httpx",
    "serial",
    "sqlite3",
    "uvicorn",
}
"""Slow to import, and of no use to a command that reads a log or prints help."""


def burncard(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BURNCARD, *words], capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("words", [["--help"], ["replay", os.devnull]])
def test_what_a_command_does_not_need_is_not_imported(words: list[str]) -> None:
    run = f"""
import sys
from burncard.api.command_line import main
sys.argv = ["burncard", *{words!r}]
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, timeout=60, check=False)
    assert "burncard.api.command_line" in done.stderr.split()
    assert not {*done.stderr.split()} & NOT_NEEDED


@pytest.mark.parametrize("command", ["run", "simulate", "replay"])
def test_every_command_has_help(command: str) -> None:
    done = burncard(command, "--help")
    assert done.returncode == 0
    assert "Usage: burncard " + command in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--house", "mine"], "Unknown house mine"),
        (["--reader", "/dev/ttyUSB0"], "Give both --reader and --shuffler"),
        (["--mistakes", "2"], "--mistakes must be from 0 to 1"),
        (["--table", "/nowhere.toml"], "/nowhere.toml: No such file"),
        (["--reader", "x", "--shuffler", "y", "--reader-protocol", "morse"], "'morse'"),
    ],
)
def test_run_reports_unusable_options_in_one_line(tmp_path: Path, words: list[str], told: str) -> None:
    done = burncard("run", "--data", str(tmp_path), "--port", "0", *words)
    assert done.returncode in (1, 2)
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_device_with_odd_texts_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    _print_table([{"serial": "[/x]", "device": "[red]"}])
    assert "[/x]" in capsys.readouterr().out


def test_run_does_not_simulate_where_a_real_reader_is_enrolled(tmp_path: Path) -> None:
    reader = DeviceIdentified("reader", "R1", "1.0.0", "AA", 15, senses_face=True, senses_boxed=True)
    place = Candidate("/dev/nowhere", "/dev/nowhere")
    Enrolment(tmp_path / "devices.json").enrol("reader", Answer(place, load_profiles()["burncard-reader"], reader))
    done = burncard("run", "--data", str(tmp_path), "--port", "0")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "no shuffler" in done.stderr


def test_run_refuses_a_table_file_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "table.toml"
    usual: dict[str, Any] = {"house": "", "port": 0, "seed": 1, "mistakes": 0.0, "speed": 1.0, "simulate": True}
    for text, told in (
        ("game = 5", "game"),
        ("game = 'chess'", "chess"),
        ("= x", "line 1"),
        ("structure='spread'", ""),
        ("sevens_rule = false", "Texas hold'em leaves sevens_rule nothing to change"),
        ("stakes = 'middling'", "Unknown stakes middling; known: low-ante, high-ante"),
    ):
        table.write_text(text)
        assert run_table(Options(data=str(tmp_path), table=str(table), reader=None, shuffler=None, **usual)) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert told in said


def test_run_reports_an_unusable_data_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no directory")
    done = burncard("run", "--data", str(tmp_path / "file"), "--port", "0")
    assert done.returncode in (1, 2)
    assert done.stderr.count("\n") == 1
    assert str(tmp_path / "file") in done.stderr


def test_the_version_is_reported() -> None:
    done = burncard("--version")
    assert (done.returncode, done.stdout) == (0, f"burncard {version('burncard')}\n")
