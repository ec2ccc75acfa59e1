"""Builds the firmware twice: for the host and for the board."""

import shutil
import subprocess
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[2] / "hardware" / "firmware"


def _make(goal: str, out: Path, *programs: str) -> Path:
    missing = [program for program in ("make", *programs) if shutil.which(program) is None]
    assert not missing, f"{', '.join(missing)} not installed: `make test` installs it or says how"
    result = subprocess.run(
        ["make", "-C", str(SOURCES), f"OUT={out}", goal], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return out


@pytest.fixture(scope="session")
def host_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `libreader.so`, the reader as a library, and `frames`, its frame reader as a program."""
    return _make("host", tmp_path_factory.mktemp("host"), "gcc")


@pytest.fixture(scope="session")
def board_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `firmware.elf` and `firmware.bin` for the Cortex-M3 board."""
    return _make("all", tmp_path_factory.mktemp("board"), "arm-none-eabi-gcc", "qemu-system-arm")


@pytest.fixture
def library(host_build: Path, tmp_path: Path) -> Path:
    """A copy of `libreader.so` for one test."""
    return Path(shutil.copy(host_build / "libreader.so", tmp_path / "reader.so"))
