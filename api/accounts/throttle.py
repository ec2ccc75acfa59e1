"""Failures to sign in: counted where they come from, so that nobody can lock another person out.

Each name has one count for every machine that tries it, and one for every browser that this person has signed in at
before. Somebody who keeps guessing from elsewhere locks out nobody but the machine that it comes from, and that only
for a while.
"""

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from burncard.firmware_bridge.driver import SECOND

FREE_FAILURES: Final = 5
FIRST_PAUSE_NS: Final = 30 * SECOND
LONGEST_PAUSE_NS: Final = 15 * 60 * SECOND
FORGOTTEN_NS: Final = 60 * 60 * SECOND
COUNTS_MAX: Final = 4096
IPV6_PREFIX: Final = 64


@dataclass(slots=True)
class _Count:
    failures: int = 0
    last_ns: int = 0


class Throttle:
    """Counts failures by where they come from: any text, such as a name and an address."""

    def __init__(self) -> None:
        self._counts: OrderedDict[str, _Count] = OrderedDict()

    def pause_ns(self, source: str, now_ns: int) -> int:
        """How long a source must wait before its next try; 0 if it may try now."""
        count = self._counts.get(source)
        if count is None or count.failures < FREE_FAILURES:
            return 0
        doubled = min(count.failures - FREE_FAILURES, 10)
        pause = min(FIRST_PAUSE_NS << doubled, LONGEST_PAUSE_NS)
        return max(0, count.last_ns + pause - now_ns)

    def failed(self, source: str, now_ns: int) -> None:
        """A try has failed."""
        count = self._counts.setdefault(source, _Count())
        if now_ns - count.last_ns > FORGOTTEN_NS:
            count.failures = 0
        count.failures += 1
        count.last_ns = now_ns
        self._counts.move_to_end(source)
        while len(self._counts) > COUNTS_MAX:
            self._forget_one()

    def _forget_one(self) -> None:
        """Forgets the oldest count that causes no pause, so that invented names do not end a pause."""
        harmless = (known for known, count in self._counts.items() if count.failures < FREE_FAILURES)
        self._counts.pop(next(harmless, next(iter(self._counts))))

    def succeeded(self, source: str) -> None:
        """A try has succeeded."""
        self._counts.pop(source, None)


def network_of(address: str) -> str:
    """What counts as one machine: this one, whichever of its addresses is used, or the network of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    found = getattr(found, "ipv4_mapped", None) or found
    if found.is_loopback:
        return "this machine"
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, IPV6_PREFIX), strict=False))
    return str(found)
