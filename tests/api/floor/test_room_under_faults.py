"""One schedule of random faults with real servers; `python -m tests.harness.room_faults` runs as many as asked."""

import pytest

from burncard.api.floor.local_servers import ServerMissingError, program
from tests.harness.room_faults import run_schedules


def test_every_history_equals_its_journal_after_drawn_faults() -> None:
    try:
        program("nats-server", "nats-server")
        program("postgres", "postgresql")
    except ServerMissingError as error:
        pytest.skip(str(error))
    assert run_schedules(first=1, schedules=1, faults=4).total() == 4
