"""The alert latency benchmark measures as many alerts as requested."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).with_name("alert_latency.py")


def test_every_alert_asked_for_is_measured(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "10"], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    told = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert told["alerts"] == "10"
    assert float(told["median"].removesuffix(" ms")) > 0.0
