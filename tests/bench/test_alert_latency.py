"""The measurement of the alert's latency measures something, and that is far below a blink."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).with_name("alert_latency.py")
BLINK_MS = 100.0


def test_alerts_arrive_within_a_blink(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "10"], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    told = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert told["alerts"] == "10"
    assert 0.0 < float(told["median"].removesuffix(" ms")) < BLINK_MS
