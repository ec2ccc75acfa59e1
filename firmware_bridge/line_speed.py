"""How fast the line of our own link runs, as its host sees it.

Every session begins at the speed of the device's profile. A host that may go faster asks a device that can
(SET_SPEED), and changes its line when the device has acknowledged that. From then on it sends nothing but PING until a
PONG has proved the new speed. If none comes in time the session ends, and with it the speed: both ends are back at the
first one. A line on which that happens too often stays there.
"""

from burncard.firmware_bridge.driver import MS
from burncard.firmware_bridge.link_messages import Identity, SetSpeed

PROVED_WITHIN_NS = 500 * MS  # from the COMMAND_ACK; the device waits as long for the host
PROBE_INTERVAL_NS = 50 * MS  # between PINGs until the speed is proved
SET_SPEED_TRIES_MAX = 3  # attempts at the command: the line works without it
SWITCHES_MAX = 3  # on one open line


class LineSpeed:
    """`baud`: what the line is to be set to; `fastest`: what may be asked for. None: the speed that it began with."""

    def __init__(self) -> None:
        self.baud: int | None = None
        self.fastest: int | None = None
        self.unproved_until_ns: int | None = None
        self._switches_left = SWITCHES_MAX

    def opened(self) -> None:
        """The line has been opened: whatever was wrong with it may be mended."""
        self._switches_left = SWITCHES_MAX

    def session_begins(self) -> None:
        """No session keeps the speed of the one before."""
        self.baud = self.unproved_until_ns = None

    def to_ask(self, device: Identity) -> SetSpeed | None:
        """What to ask of a device that has just opened a session."""
        if not device.changes_speed or self.fastest is None or not self._switches_left:
            return None
        self._switches_left -= 1
        return SetSpeed(self.fastest)

    def agreed(self, baud: int, now_ns: int) -> None:
        """The device has acknowledged a speed."""
        self.baud, self.unproved_until_ns = baud, now_ns + PROVED_WITHIN_NS

    def proved(self) -> bool:
        """The device has answered. Returns whether that proves a new speed: the device, too, is to know that."""
        was_open = self.unproved_until_ns is not None
        self.unproved_until_ns = None
        return was_open

    def refused(self) -> None:
        """The device does not do it."""
        self._switches_left = 0
