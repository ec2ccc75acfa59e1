"""A device port: runs one driver over a real tty, on the running asyncio loop.

The only place of the package that touches a file descriptor. It opens the port exclusively, moves bytes, tells the
driver the time, and when the line breaks closes it and tries again with growing patience.
"""

import asyncio
import errno
import termios
from collections.abc import Callable

import serial

from firmware_bridge.driver import MS, SECOND, Driver, Nanoseconds
from firmware_bridge.errors import PortError
from firmware_bridge.events import Event
from hardware.profiles import Profile

REOPEN_FIRST_NS = 100 * MS
REOPEN_MAX_NS = 2 * SECOND
READ_BYTES_MAX = 4096

LINE_BROKEN = (serial.SerialException, OSError, termios.error)


class DevicePort:
    """One device on one port. `tell` gets every event, in order."""

    def __init__(
        self,
        path: str,
        profile: Profile,
        driver: Driver,
        tell: Callable[[Event], None],
        clock_ns: Callable[[], int],
        parity: str | None = None,
    ) -> None:
        self.path = path
        self.last_error: PortError | None = None
        self._profile = profile
        self._driver = driver
        self._tell = tell
        self._clock_ns = clock_ns
        self._parity = parity or profile.parity
        self._line: serial.Serial | None = None
        self._unsent = b""
        self._timer: asyncio.TimerHandle | None = None
        self._reopen_ns = REOPEN_FIRST_NS
        self._closed = False

    def start(self) -> None:
        """Opens the port, now and whenever it comes back."""
        self._closed = False
        self._open()

    def close(self) -> None:
        """Closes the port for good."""
        self._closed = True
        self._drop_line()
        if self._timer is not None:
            self._timer.cancel()

    def pump(self) -> None:
        """Moves what the driver has to say: bytes to the line, events upwards, and the next tick on the clock."""
        self._write(self._driver.take_output())
        for event in self._driver.take_events():
            self._tell(event)
        self._write(self._driver.take_output())
        self._schedule()

    # ---- inside --------------------

    def _now(self) -> Nanoseconds:
        return Nanoseconds(self._clock_ns())

    def _open(self) -> None:
        try:
            line = serial.Serial(
                self.path, self._profile.baud, parity=self._parity, timeout=0, write_timeout=0, exclusive=True
            )
        except LINE_BROKEN as error:
            self.last_error = explain(self.path, error)
            self._later(self._reopen_ns, self._reopen)
            return
        self.last_error = None
        self._line = line
        self._reopen_ns = REOPEN_FIRST_NS
        asyncio.get_running_loop().add_reader(line.fileno(), self._readable)
        self._driver.connected(self._now())
        self.pump()

    def _reopen(self) -> None:
        if not self._closed:
            self._reopen_ns = min(self._reopen_ns * 2, REOPEN_MAX_NS)
            self._open()

    def _readable(self) -> None:
        assert self._line is not None
        try:
            data = self._line.read(READ_BYTES_MAX)
        except LINE_BROKEN as error:
            self._broken(error)
            return
        if data:
            self._driver.receive(data, self._now())
        self.pump()

    def _write(self, data: bytes) -> None:
        self._unsent += data
        if self._line is None or not self._unsent:
            self._unsent = b"" if self._line is None else self._unsent
            return
        try:
            sent = self._line.write(self._unsent) or 0
        except serial.SerialTimeoutException:
            sent = 0
        except LINE_BROKEN as error:
            self._broken(error)
            return
        self._unsent = self._unsent[sent:]

    def _broken(self, error: BaseException) -> None:
        self.last_error = explain(self.path, error)
        self._drop_line()
        for event in self._driver.take_events():
            self._tell(event)
        if not self._closed:
            self._later(self._reopen_ns, self._reopen)

    def _drop_line(self) -> None:
        if self._line is None:
            return
        asyncio.get_running_loop().remove_reader(self._line.fileno())
        line, self._line = self._line, None
        self._unsent = b""
        try:
            line.close()
        except LINE_BROKEN:
            self.last_error = PortError("port-gone", self.path, "the device went away while its port was closed")
        self._driver.disconnected(self._now())

    def _later(self, delay_ns: int, call: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(delay_ns / SECOND, call)

    def _schedule(self) -> None:
        due = self._driver.next_due_ns()
        if due is not None and self._line is not None:
            self._later(max(MS, due - self._now()), self._tick)

    def _tick(self) -> None:
        self._driver.tick(self._now())
        self.pump()


def explain(path: str, error: BaseException) -> PortError:
    """Why a port cannot be used, and what a person can do."""
    number = getattr(error, "errno", None)
    if number == errno.EACCES:
        return PortError("port-permission", path, "no permission; add yourself to the group dialout and log in again")
    if number == errno.ENOENT:
        return PortError("port-absent", path, "there is no such port; is the device plugged in?")
    if number in (errno.EBUSY, errno.EAGAIN):
        return PortError("port-busy", path, "another program has the port open")
    return PortError("port-broken", path, str(error) or type(error).__name__)
