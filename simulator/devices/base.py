"""What every virtual device is to the host that runs it."""

from typing import Protocol

from firmware_bridge.driver import Nanoseconds


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
        """Bytes for the host; each is given once."""
        ...

    def line_lost(self) -> None:
        """The line was pulled."""
        ...
