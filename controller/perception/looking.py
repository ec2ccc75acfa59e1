"""The time that has been spent looking: a clock that runs only while the reader scans.

A card is late, and a silence long, only if the antennas were scanned meanwhile. A line that stalls or a slow host is
no such time, so nothing is ever concluded from it.
"""

from typing import Final

from burncard.firmware_bridge.driver import MS, Nanoseconds

SCAN_MAX: Final = 250 * MS
"""No scan counts for longer: a stack of a dozen cards is read in less."""


class Looking:
    """The clock of one reader. `scanned_ns`: when a scan last ended; `told_ns`: when one did that tells something: it
    was complete, or it heard a card. A reader that is jammed ends scans as well."""

    def __init__(self) -> None:
        self.scanned_ns: int | None = None
        self.told_ns: int | None = None
        self._spent_ns = 0

    def scanned(self, now_ns: Nanoseconds, *, tells: bool) -> int:
        """A scan has ended. Returns how much of the time since the last one was lost: nobody has looked then."""
        before_ns, self._spent_ns = self._spent_ns, self.at(now_ns)
        since_ns = 0 if self.scanned_ns is None else now_ns - self.scanned_ns
        self.scanned_ns = now_ns
        self.told_ns = now_ns if tells else self.told_ns
        return max(0, since_ns - (self._spent_ns - before_ns))

    def at(self, now_ns: Nanoseconds) -> Nanoseconds:
        """The time spent looking until a moment."""
        since_ns = 0 if self.scanned_ns is None else now_ns - self.scanned_ns
        return Nanoseconds(self._spent_ns + max(0, min(since_ns, SCAN_MAX)))
