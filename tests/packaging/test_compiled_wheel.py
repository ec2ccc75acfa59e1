"""The wheel with the compiled engine: it passes the tests of the rules, and answers with the same bytes."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.packaging.building import ROOT, TIMEOUT_S, build_wheel


@pytest.fixture(scope="module")
def compiled(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked wheel, built with the compiled engine."""
    folder = tmp_path_factory.mktemp("compiled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BURNCARD_COMPILE", "1")
        patch.setenv("MYPYC_OPT_LEVEL", "0")  # it is built in half the time, and behaves the same
        wheel = build_wheel(source, tmp_path_factory.mktemp("wheel"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run_with(folder: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, timeout=TIMEOUT_S, check=False
    )


def test_the_engine_of_the_compiled_wheel_is_compiled(compiled: Path) -> None:
    done = run_with(compiled, "-c", "import burncard.rules.table as table; print(table.__file__)")
    assert done.stdout.decode().strip().endswith(".so"), done.stderr.decode()


def test_the_compiled_engine_passes_the_tests_of_the_rules(compiled: Path) -> None:
    done = run_with(compiled, "-m", "pytest", "-p", "no:cacheprovider", "tests/rules", "tests/golden")
    assert done.returncode == 0, done.stdout.decode()[-4000:]


def test_a_table_of_the_compiled_wheel_goes_on_after_a_restart(compiled: Path) -> None:
    done = run_with(compiled, "-m", "pytest", "-p", "no:cacheprovider", "tests/controller/test_recovery.py")
    assert done.returncode == 0, done.stdout.decode()[-4000:]


def test_the_compiled_wheel_simulates_the_same_hands(compiled: Path) -> None:
    command = ("-m", "burncard", "simulate", "--hands", "3", "--seed", "1", "--mistake-rate", "1")
    hashes = [
        [line for line in run_with(folder, *command).stdout.splitlines() if line.startswith(b"hash")]
        for folder in (compiled, ROOT / "src")
    ]
    assert len(hashes[0]) == 1
    assert hashes[0] == hashes[1]
