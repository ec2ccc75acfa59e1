"""Figures that `python -m tests.harness.room_load` gave at two sizes.

docs/benchmarks/floor.md compares them with two others.
"""

from typing import Final

MESSAGES_A_HAND: Final = 47.0
BYTES_A_HAND: Final = 18_300.0
"""Of messages, as they are published."""
STATUS_BYTES: Final = 712.0
NATS_S_A_MESSAGE: Final = 0.0020
FLOOR_S_A_MESSAGE: Final = 0.00096
POSTGRES_S_A_MESSAGE: Final = 0.00027
"""Processor time, of all servers of a part together; statuses are in it."""
