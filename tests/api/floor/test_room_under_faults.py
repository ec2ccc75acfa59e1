"""One schedule of random faults with real servers; `python -m tests.harness.room_faults` runs as many as asked."""

from tests.harness.installed import installed
from tests.harness.room_faults import run_schedules


def test_every_history_equals_its_journal_after_drawn_faults_and_an_outage_of_all_servers() -> None:
    installed("nats-server", "nats-server")
    installed("postgres", "postgresql")
    assert run_schedules(first=3, schedules=1, faults=2, outage_s=3).total() == 3
