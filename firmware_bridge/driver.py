"""The seam between bytes and the table: what every device driver is, whatever the make of its device."""

from typing import NewType, Protocol, runtime_checkable

from burncard.firmware_bridge.events import Event

Nanoseconds = NewType("Nanoseconds", int)

MS = 1_000_000
SECOND = 1_000_000_000


class Driver(Protocol):
    """The host's side of one device, sans-IO. Whoever hosts it moves the bytes and tells it the time.

    After `receive` or `tick` the host takes `take_output` to the line and `take_events` to the table, and calls `tick`
    again when `next_due_ns` is reached.
    """

    def connected(self, now_ns: Nanoseconds) -> None:
        """The line is open: the conversation starts anew."""
        ...

    def disconnected(self, now_ns: Nanoseconds) -> None:
        """The line is gone."""
        ...

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes have come from the device."""
        ...

    def tick(self, now_ns: Nanoseconds) -> None:
        """Time has passed."""
        ...

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` has something to do."""
        ...

    def take_output(self) -> bytes:
        """The bytes to send; each is given once."""
        ...

    def take_events(self) -> list[Event]:
        """What has happened; each event is given once."""
        ...

    def counters(self) -> dict[str, int]:
        """How often which error was met on the line, by its name."""
        ...


@runtime_checkable
class Reader(Driver, Protocol):
    """A card reader. What a make cannot do it takes as done: one without a choice of antennas scans them all."""

    def set_scan_order(self, antennas: tuple[int, ...]) -> None:
        """Which antennas to scan first: where the next card is due."""
        ...

    def report_all(self) -> None:
        """Asks for every tag that lies on the table now."""
        ...


@runtime_checkable
class Shuffler(Driver, Protocol):
    """A shuffler. It is told a state to reach; told again, it does nothing more."""

    def go_to(self, state: str) -> None:
        """`loaded`, `shuffled`, `verified`, `counted`, `ejected`, `jam-cleared`, `self-tested`, `sorted`, `idle`."""
        ...
