"""Building the package from a copy of the tree."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("api", "camera", "controller", "firmware_bridge", "hardware", "rules", "simulator")
PACKED = ("LICENSE", "README.md", "pyproject.toml", "setup.py", "src", *FOLDERS)
TIMEOUT_S = 900


def run(*words: str | Path, cwd: Path) -> str:
    """Runs a command as in a fresh shell; its standard output."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        list(map(str, words)), cwd=cwd, env=environment, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build_wheel(source: Path, folder: Path) -> Path:
    pip_wheel = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-index", "--no-build-isolation"]
    run(*pip_wheel, "--wheel-dir", folder, source, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    return wheel
