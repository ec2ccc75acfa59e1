"""How long an alert takes, stage by stage: `burncard run --trace-latency`.

One line for each stop that a card brings, and the spread of all of them at the end. Times are rounded to a tenth of a
millisecond, and no line names a card or a place: how long it took must not show what is face down.
"""

import statistics
import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final, get_args

from burncard.controller.journal.history import TableUpdate
from burncard.controller.record import Passed, TableRecord
from burncard.rules.outcomes import Ruling

STAGES: Final = ("link", "perception", "rules", "journal", "views and streams")
"""What lies between each two of the places that are passed."""
KEPT: Final = 10_000
CARDS_BY: Final = ("reader", "camera")

Stamps = dict[Passed, int]


class LatencyTrace:
    """Stamps what passes through a record. `told`: called with the stamps of each alert, in ns, and its stop."""

    def __init__(self, record: TableRecord, told: Callable[[Stamps, Ruling], None]) -> None:
        self._told = told
        self._at: Stamps = dict.fromkeys(get_args(Passed), 0)
        self._stop: Ruling | None = None
        record.passes = self._passes
        record.subscribe(self._heard)

    def _heard(self, update: TableUpdate) -> None:
        if update.operator in CARDS_BY:
            stops = (one for one in update.outcomes if isinstance(one, Ruling) and one.severity == "stop")
            self._stop = next(stops, None)

    def _passes(self, place: Passed) -> None:
        self._at[place] = time.perf_counter_ns()
        if place == "told" and self._stop is not None:
            stop, self._stop = self._stop, None
            self._told(self._at, stop)


class LatencyLog:
    """Writes the stages of each alert, with `write`."""

    def __init__(self, record: TableRecord, write: Callable[[str], None]) -> None:
        self._write = write
        self._took_ms: deque[tuple[float, ...]] = deque(maxlen=KEPT)
        LatencyTrace(record, self._told)

    def _told(self, stamps: Stamps, stop: Ruling) -> None:
        took_ms = tuple(stages_ms(stamps))
        self._took_ms.append(took_ms)
        stages = ", ".join(f"{stage} {ms:.1f}" for stage, ms in zip(STAGES, took_ms, strict=True))
        self._write(f"latency {stop.id}: {sum(took_ms):.1f} ms ({stages})")

    def summary(self) -> Iterator[str]:
        """A line for each stage of the alerts so far."""
        for stage, each_ms in zip(STAGES, zip(*self._took_ms, strict=True), strict=False):
            ordered = sorted(each_ms)
            median, p99 = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
            yield f"latency {stage}: median {median:.1f} ms, p99 {p99:.1f}, longest {ordered[-1]:.1f}"


def stages_ms(stamps: Stamps) -> Iterator[float]:
    """How long each stage took."""
    return ((after - before) / 1e6 for before, after in pairwise(stamps[place] for place in get_args(Passed)))
