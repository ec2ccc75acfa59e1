"""The interface of a transport: an open line that carries bytes."""

from collections.abc import Callable
from typing import Protocol

from burncard.firmware_bridge.port_error import PortError


class Line(Protocol):
    """An open line on the running asyncio loop. It holds the unwritten bytes of at most one `send`."""

    def start(
        self,
        received: Callable[[bytes], None],
        room: Callable[[], None],
        broken: Callable[[PortError], None],
    ) -> None:
        """Starts the line: `received` is called with bytes, `room` when everything sent is written, `broken` once, when
        the device is gone."""
        ...

    def send(self, data: bytes) -> None:
        """Sends bytes. Allowed only while `has_room`."""
        ...

    def has_room(self) -> bool:
        """Whether everything sent so far is written."""
        ...

    def set_baud(self, baud: int) -> None:
        """Goes on at another speed, if the line has one."""
        ...

    def close(self) -> None:
        """Closes the line. No callback runs afterwards."""
        ...


Opener = Callable[[], Line]
"""Opens a line. Raises PortError if it cannot."""
