"""The record of who was refused: complete, but nobody can fill the disk by being refused again and again."""

from collections import Counter, defaultdict, deque
from collections.abc import Callable
from typing import Any, Final

from burncard.firmware_bridge.driver import SECOND

ROWS_MAX: Final = 5
WITHIN_NS: Final = 5 * SECOND
"""Each row waits for the disk, so they must not all come at once."""


class AccessRecord:
    """Writes refusals into the table's record, a bounded number in a minute; the next row says how many were left out.

    Each person has that number, and so have all together who are not signed in: nobody hides another's refusals.
    `record` writes an event; `clock_ns` is the table's time.
    """

    def __init__(self, record: Callable[..., object], clock_ns: Callable[[], int]) -> None:
        self._record = record
        self._clock_ns = clock_ns
        self._rows: defaultdict[str, deque[int]] = defaultdict(lambda: deque(maxlen=ROWS_MAX))
        self._left_out: Counter[str] = Counter()

    def refused(self, kind: str, **fields: Any) -> None:
        """Somebody was refused. Raises JournalWriteError."""
        now_ns, who = self._clock_ns(), str(fields.get("operator", ""))
        rows = self._rows[who]
        if len(rows) == ROWS_MAX and now_ns - rows[0] < WITHIN_NS:
            self._left_out[who] += 1
            return
        more = {"left_out": self._left_out[who]} if self._left_out[who] else {}
        self._record(kind, **fields, **more)
        rows.append(now_ns)
        del self._left_out[who]
