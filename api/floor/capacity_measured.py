"""Figures that `python -m tests.harness.room_load` gave at two sizes; docs/floor.md compares them with a third."""

from typing import Final

MESSAGES_A_HAND: Final = 47.0
BYTES_A_HAND: Final = 18_300.0
"""Of messages, as they are published."""
STATUS_BYTES: Final = 1_000.0
NATS_S_A_MESSAGE: Final = 0.00102
FLOOR_S_A_MESSAGE: Final = 0.00055
POSTGRES_S_A_MESSAGE: Final = 0.00019
"""Processor time, of all servers of a part together; statuses are in it."""
