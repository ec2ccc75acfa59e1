"""How many entries a person may make: more than any person or honest program does, fewer than would fill the disk."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from burncard.api.request_errors import ApiError
from burncard.firmware_bridge.driver import SECOND

PER_SECOND: Final = 50
AT_ONCE: Final = 200
PEOPLE_MAX: Final = 256


class EntryRate:
    """A bucket of entries for each person, which fills again with time. `clock_ns`: the table's time."""

    def __init__(self, clock_ns: Callable[[], int]) -> None:
        self._clock_ns = clock_ns
        self._buckets: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def take(self, person: str) -> None:
        """Counts an entry. Raises ApiError `too-many-entries`."""
        now_ns = self._clock_ns()
        left, at_ns = self._buckets.get(person, (float(AT_ONCE), now_ns))
        left = min(AT_ONCE, left + (now_ns - at_ns) * PER_SECOND / SECOND)
        if left < 1:
            self._buckets[person] = (left, now_ns)
            raise ApiError("too-many-entries", retry_after_s=1)
        self._buckets[person] = (left - 1, now_ns)
        self._buckets.move_to_end(person)
        while len(self._buckets) > PEOPLE_MAX:
            self._buckets.popitem(last=False)
