"""The alert latency benchmark measures every stage of as many alerts as requested."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_alert_asked_for_is_measured(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.alert_latency", "10", "--streams", "3"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    alerts, *stages, all_of_them, _disk, _ = done.stdout.splitlines()
    assert alerts.split()[1] == "10"
    medians_ms = [float(line.partition("median")[2].split()[0]) for line in stages]
    assert len(medians_ms) == 6
    assert 0.0 < max(medians_ms) < float(all_of_them.partition("median")[2].split()[0])
