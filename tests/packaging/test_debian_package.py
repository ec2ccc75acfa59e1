"""The Debian package: its parts where systemd, udev and people look for them, and a command that runs."""

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from burncard import __version__
from tests.harness.installed import installed
from tests.packaging.building import ROOT, TIMEOUT_S, run


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, unpacked; without the Python packages of others, which `make deb` adds."""
    installed("dpkg-deb", "dpkg")
    folder = tmp_path_factory.mktemp("deb")
    words: list[str | Path] = [sys.executable, ROOT / "tools" / "make-deb", "--without-packages", "--out", folder]
    package = Path(run(*words, cwd=folder).strip().splitlines()[-1])
    run("dpkg-deb", "--raw-extract", package, folder / "tree", cwd=folder)
    return folder / "tree"


def test_everything_is_where_debian_looks_for_it(tree: Path) -> None:
    for path in (
        "lib/systemd/system/burncard-floor.service",
        "lib/systemd/system/burncard-table.service",
        "lib/systemd/system/burncard-nats@.service",
        "lib/udev/rules.d/60-burncard.rules",
        "etc/default/burncard-table",
        "usr/share/burncard/dashboard.json",
        "usr/share/doc/burncard/copyright",
    ):
        assert (tree / path).is_file()
    control = dict(line.split(": ", 1) for line in (tree / "DEBIAN/control").read_text().splitlines() if ": " in line)
    assert control["Version"] == __version__
    assert "@" not in control["Depends"]
    owned = [path for path in (tree / "usr/lib/burncard/burncard").rglob("*") if path.suffix == ".pyc"]
    assert owned == []


def test_everything_that_the_program_imports_is_pinned_for_it(tree: Path) -> None:
    listed = run(sys.executable, ROOT / "tools" / "make-deb", "--list", cwd=tree)
    names = set(re.findall(r"^([\w.-]+)(?:\[\w+\])?==", listed, re.MULTILINE))
    assert {"msgspec", "fastapi", "nats-py", "nkeys", "asyncpg", "aiomqtt", "prometheus-client"} <= names
    assert not {"pytest", "mypy", "ruff", "playwright"} & names


def test_a_maintainer_script_is_a_shell_script(tree: Path) -> None:
    for name in ("postinst", "prerm", "postrm"):
        run("sh", "-n", tree / "DEBIAN" / name, cwd=tree)


def test_the_command_runs_from_the_package(tree: Path) -> None:
    """With this environment's packages of others, and its Python."""
    library = tree / "usr/lib/burncard"
    environment = os.environ | {"PYTHONPATH": f"{library}{os.pathsep}{sysconfig.get_path('purelib')}"}
    words = [sys.executable, "-P", "-c", "import burncard; print(burncard.__file__)"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=TIMEOUT_S, check=True)
    assert done.stdout.startswith(str(library))
    words = [sys.executable, "-P", str(library / "bin/burncard"), "floor", "plan", "240"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=TIMEOUT_S, check=True)
    assert "1 room of 240 tables" in done.stdout
