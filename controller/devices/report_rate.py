"""How much a device may report: more than any does, less than would fill the disk, where each report is written."""

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from burncard.firmware_bridge.driver import SECOND

REPORTS_MAX: Final = 1000
WITHIN_NS: Final = 10 * SECOND
CALM_NS: Final = 1 * SECOND


@dataclass(slots=True)
class _Reports:
    """The times of a device's latest reports. `over`: it reports too much, and has not been quiet since."""

    at_ns: deque[int] = field(default_factory=lambda: deque(maxlen=REPORTS_MAX))
    over: bool = False


class ReportRate:
    """Counts the reports of each device. `clock_ns`: the table's time."""

    def __init__(self, clock_ns: Callable[[], int]) -> None:
        self._clock_ns = clock_ns
        self._of: defaultdict[str, _Reports] = defaultdict(_Reports)

    def is_over(self, device: str) -> bool:
        """Counts a report; whether it is one too many. It is, until the device has been quiet for a second."""
        now_ns, reports = self._clock_ns(), self._of[device]
        if reports.over and now_ns - reports.at_ns[-1] >= CALM_NS:
            reports.at_ns.clear()
        reports.at_ns.append(now_ns)
        reports.over = len(reports.at_ns) == REPORTS_MAX and now_ns - reports.at_ns[0] < WITHIN_NS
        return reports.over
