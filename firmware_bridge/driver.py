"""The interface of a device driver, the same for every make. Units: MS and SECOND are in nanoseconds."""

from collections.abc import Callable, Collection
from typing import NewType, Protocol, runtime_checkable

from burncard.firmware_bridge.events import Event

Nanoseconds = NewType("Nanoseconds", int)

Choose = Callable[[Nanoseconds], int | None]
"""Which antenna to scan now, asked when the reader is free. None: whichever is next in the reader's own order."""


class ChooseAmong(Protocol):
    """Which antenna to scan now, of those that the asking reader may scan; None: of all."""

    def __call__(self, now_ns: Nanoseconds, among: Collection[int] | None = None, /) -> int | None:
        """The antenna; None: whichever is next in the reader's own order."""
        ...


MS = 1_000_000
SECOND = 1_000_000_000


class Driver(Protocol):
    """The host's side of one device, sans-IO: the port that runs it moves the bytes and supplies the time.

    After `receive` or `tick` the port sends `take_output` down the line, passes `take_events` to the table, and calls
    `tick` again at `next_due_ns`.
    """

    def connected(self, now_ns: Nanoseconds) -> None:
        """The line is open: the conversation starts over."""
        ...

    def disconnected(self, now_ns: Nanoseconds) -> None:
        """The line is gone."""
        ...

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes have arrived from the device."""
        ...

    def tick(self, now_ns: Nanoseconds) -> None:
        """Time has passed."""
        ...

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` must be called next, None if there is nothing to wait for."""
        ...

    def take_output(self) -> bytes:
        """The bytes to send, each once."""
        ...

    def take_events(self) -> list[Event]:
        """What has happened, each event once."""
        ...

    def counters(self) -> dict[str, int]:
        """Number of errors on the line, by name."""
        ...


@runtime_checkable
class ChangesSpeed(Driver, Protocol):
    """A driver that agrees with its device on the speed of the line."""

    @property
    def baud(self) -> int | None:
        """What the line is to be set to now, in bits per second. None: the speed of the profile."""
        ...

    def may_go_at(self, baud: int) -> None:
        """From the next session on the line may be asked to go at this speed."""
        ...


class Scanning(Protocol):
    """What scans antennas: a reader, or several that count as one."""

    def scan_next(self, choose: ChooseAmong | None) -> None:
        """From now on `choose` names each antenna to scan. None: all in turn, as at the start.

        A make that cannot scan a single antenna ignores it.
        """
        ...


@runtime_checkable
class Reader(Driver, Scanning, Protocol):
    """A card reader: it reports each scan of an antenna, and nothing else of tags."""

    def scan_next(self, choose: Choose | None) -> None:
        """As above; it is one reader, which may scan all of its antennas."""
        ...


@runtime_checkable
class Shuffler(Driver, Protocol):
    """A shuffler. A command names the state to reach, so repeating it has no effect."""

    def go_to(self, state: str) -> None:
        """`loaded`, `shuffled`, `verified`, `counted`, `ejected`, `jam-cleared`, `self-tested`, `sorted`, `idle`."""
        ...
