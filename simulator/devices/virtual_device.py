"""The interface of a virtual device."""

from typing import Protocol, runtime_checkable

from burncard.firmware_bridge.driver import Nanoseconds
from burncard.firmware_bridge.events import Face


class VirtualDevice(Protocol):
    """The device's side of a line, sans-IO."""

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes from the host."""
        ...

    def tick(self, now_ns: Nanoseconds) -> None:
        """Time has passed."""
        ...

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` must be called next, None if there is nothing to wait for."""
        ...

    def take_output(self) -> bytes:
        """Bytes for the host, each once. Called when the line has carried the previous ones."""
        ...

    def line_lost(self) -> None:
        """The line was pulled."""
        ...


@runtime_checkable
class ChangesSpeed(VirtualDevice, Protocol):
    """A virtual device that agrees with its host on the speed of the line."""

    @property
    def baud(self) -> int | None:
        """In bits per second; None: the speed that the line began with."""
        ...


@runtime_checkable
class TagHolder(Protocol):
    """A virtual reader, at whose antennas tags come and go."""

    def put_tag(self, uid: str, antenna: int, face: Face, now_ns: Nanoseconds, *, boxed: bool = False) -> None:
        """Puts a tag (16 hex digits, upper case) over an antenna, or turns it over there."""
        ...

    def take_tag(self, uid: str, now_ns: Nanoseconds) -> None:
        """Takes a tag off the table, if it is there."""
        ...
