"""One schedule of random faults with real servers; `python -m tests.harness.room_faults` runs as many as asked."""

from tests.harness.installed import installed
from tests.harness.room_faults import run_schedules


def test_every_history_equals_its_journal_after_drawn_faults() -> None:
    installed("nats-server", "nats-server")
    installed("postgres", "postgresql")
    assert run_schedules(first=1, schedules=1, faults=4).total() == 4
