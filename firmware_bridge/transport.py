"""The seam between a port and the hardware's bytes: what every transport is."""

from collections.abc import Callable
from typing import Protocol

from burncard.firmware_bridge.port_error import PortError


class Line(Protocol):
    """An open line, on the running asyncio loop. It keeps at most one `send` of unwritten bytes."""

    def start(
        self,
        received: Callable[[bytes], None],
        room: Callable[[], None],
        broken: Callable[[PortError], None],
    ) -> None:
        """Begins: `received` is called with bytes, `room` when all that was sent is written, `broken` once when the
        device has gone."""
        ...

    def send(self, data: bytes) -> None:
        """Bytes for the device. Only while `has_room`."""
        ...

    def has_room(self) -> bool:
        """Whether everything sent so far is written."""
        ...

    def close(self) -> None:
        """Closes the line; nothing is called afterwards."""
        ...


Opener = Callable[[], Line]
"""Opens a line. Raises PortError where it cannot."""
