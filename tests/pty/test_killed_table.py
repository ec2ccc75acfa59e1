"""`kill -9` at any moment of a hand: the table resumes, and no card, chip or entry is lost or doubled."""

import signal
from pathlib import Path

from tests.harness.killed_table import Running, bodies, check_hands, kill_often

FACTS_OF_A_HAND_MAX = 130  # so that a hand that was killed on the way has certainly ended
KILLS = 20


def test_a_table_killed_twenty_times_loses_and_doubles_nothing(tmp_path: Path) -> None:
    assert kill_often(tmp_path, KILLS, seed=20) > 0
    last = Running(tmp_path, seed=KILLS)
    state = last.wait_for(len(bodies(tmp_path)) + FACTS_OF_A_HAND_MAX)
    assert state["simulated"] is True
    last.process.send_signal(signal.SIGINT)
    assert last.process.stdout is not None
    rest = last.process.stdout.read()
    assert rest.endswith("Burncard has stopped.\n")
    assert "Traceback" not in rest
    assert last.process.wait(timeout=10) == 0
    last.process.stdout.close()
    assert check_hands(bodies(tmp_path)) >= 1
