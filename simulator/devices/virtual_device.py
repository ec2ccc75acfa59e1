"""What every virtual device is to the host that runs it."""

from typing import Protocol, runtime_checkable

from burncard.firmware_bridge.driver import Nanoseconds
from burncard.firmware_bridge.events import Face


class VirtualDevice(Protocol):
    """The device's side of a line, sans-IO."""

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes of the host."""
        ...

    def tick(self, now_ns: Nanoseconds) -> None:
        """Time has passed."""
        ...

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` has something to do."""
        ...

    def take_output(self) -> bytes:
        """Bytes for the host; each is given once. Asked for when the line has carried the last ones."""
        ...

    def line_lost(self) -> None:
        """The line was pulled."""
        ...


@runtime_checkable
class TagHolder(Protocol):
    """A virtual reader: tags come and go at its antennas."""

    def put_tag(self, uid: str, antenna: int, face: Face, now_ns: Nanoseconds, *, boxed: bool = False) -> None:
        """A tag (16 hex digits, upper case) comes to lie over an antenna, or is turned over there."""
        ...

    def take_tag(self, uid: str, now_ns: Nanoseconds) -> None:
        """A tag leaves the table; nothing happens where it does not lie there."""
        ...
