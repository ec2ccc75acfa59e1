"""The record of who was refused: complete, but nobody can fill the disk by being refused again and again."""

from collections import deque
from collections.abc import Callable
from typing import Any, Final

from burncard.firmware_bridge.driver import SECOND

ROWS_MAX: Final = 60
WITHIN_NS: Final = 60 * SECOND


class AccessRecord:
    """Writes refusals into the table's record, a bounded number in a minute; the next row says how many were left out.

    `record` writes an event; `clock_ns` is the table's time.
    """

    def __init__(self, record: Callable[..., object], clock_ns: Callable[[], int]) -> None:
        self._record = record
        self._clock_ns = clock_ns
        self._rows: deque[int] = deque(maxlen=ROWS_MAX)
        self._left_out = 0

    def refused(self, kind: str, **fields: Any) -> None:
        """Somebody was refused. Raises JournalWriteError."""
        now_ns = self._clock_ns()
        if len(self._rows) == ROWS_MAX and now_ns - self._rows[0] < WITHIN_NS:
            self._left_out += 1
            return
        more = {"left_out": self._left_out} if self._left_out else {}
        self._record(kind, **fields, **more)
        self._rows.append(now_ns)
        self._left_out = 0
