"""Serial lines: adapters, USB CDC devices and pseudo-terminals, through pyserial.

pyserial opens and configures the port. The asyncio loop does the waiting, and the port's file, which does not block, is
read and written here: pyserial's own read waits with select(), which refuses file numbers above 1,023, and a process
with many tables and streams has them. A port that disappears shows up in three ways (OSError, termios.error and end of
file); each becomes a `PortError`.
"""

import asyncio
import errno
import grp
import os
import stat
import termios
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import serial

from burncard.firmware_bridge.port_error import PortError
from burncard.firmware_bridge.transport import Line, Opener
from burncard.hardware.profiles import Parity, Profile

READ_BYTES_MAX = 4096

BROKEN = (serial.SerialException, OSError, termios.error)


class SerialLine:
    """One open serial port."""

    def __init__(self, path: str, baud: int, parity: Parity) -> None:
        """Opens the port for exclusive use. Raises PortError."""
        self._path = path
        self._unsent = b""
        try:
            self._port = serial.Serial(path, baud, parity=parity, timeout=0, write_timeout=0, exclusive=True)
        except BROKEN as error:
            raise explain(path, error, parity) from error
        self._fd = self._port.fileno()
        self._loop = asyncio.get_running_loop()
        self._received: Callable[[bytes], None] = lambda data: None
        self._room: Callable[[], None] = lambda: None
        self._broken: Callable[[PortError], None] = lambda error: None

    def start(
        self,
        received: Callable[[bytes], None],
        room: Callable[[], None],
        broken: Callable[[PortError], None],
    ) -> None:
        """Starts listening."""
        self._received, self._room, self._broken = received, room, broken
        self._loop.add_reader(self._fd, self._readable)

    def has_room(self) -> bool:
        """Whether everything sent so far is written."""
        return not self._unsent

    def send(self, data: bytes) -> None:
        """Writes what the port takes now; the loop does the rest."""
        self._unsent += data
        if self._unsent:
            self._write()

    def set_baud(self, baud: int) -> None:
        """Goes on at another speed. A port that does not have it stays as it is, and is found out by what it sends."""
        with suppress(*BROKEN, ValueError):
            self._port.baudrate = baud

    def close(self) -> None:
        """Closes the port."""
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        try:
            self._port.close()
        except BROKEN:
            # the device went first: nothing is left to close
            return

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, READ_BYTES_MAX)
        except BlockingIOError:
            return
        except BROKEN as error:
            self._broken(explain(self._path, error))
            return
        if data:
            self._received(data)
        else:
            self._broken(explain(self._path, OSError(errno.EIO, "end of file")))

    def _write(self) -> None:
        """Writes what the port has room for."""
        try:
            self._unsent = self._unsent[os.write(self._fd, self._unsent) :]
        except BlockingIOError:
            # the port is full: the loop says when it has room
            pass
        except BROKEN as error:
            self._broken(explain(self._path, error))
            return
        if self._unsent:
            self._loop.add_writer(self._fd, self._writable)

    def _writable(self) -> None:
        self._loop.remove_writer(self._fd)
        self._write()
        if not self._unsent:
            self._room()


def serial_opener(path: str, profile: Profile, parity: Parity | None = None, baud: int | None = None) -> Opener:
    """Opens a serial port with a profile's settings, or the overrides.

    A pseudo-terminal has no parity. It accepts one silently the first time and refuses it the second time, so that only
    the reconnection would fail; none is therefore set on it.
    """

    def opened() -> Line:
        pseudo = os.path.realpath(path).startswith("/dev/pts/")
        return SerialLine(path, baud or profile.baud, parity or ("N" if pseudo else profile.parity))

    return opened


def explain(path: str, error: BaseException, parity: Parity = "N") -> PortError:
    """Why a port cannot be used, and what to do about it."""
    number = _number_of(error)
    say = partial(PortError, path=path)
    if number in (errno.EACCES, errno.EPERM):
        return say("port-permission", reason=f"no permission; {_how_to_get_permission(path)}")
    if number == errno.ENOENT:
        return say("port-absent", reason="there is no such port; is the device plugged in?")
    if number in (errno.EBUSY, errno.EAGAIN):
        return say("port-busy", reason="another program has the port open; close it")
    if number == errno.EINVAL and parity != "N":
        text = f"the port does not support parity {parity}; a virtual port never does: override the parity with N"
        return say("port-parity", reason=text)
    if number == errno.ENOTTY:
        return say("port-no-tty", reason="this is not a serial port")
    return say("port-gone", reason=f"the device is gone ({error}); plug it in again")


def _number_of(error: BaseException) -> int | None:
    """The system's error number. pyserial wraps some errors; then the number is in the error's context."""
    if isinstance(error, termios.error):
        return int(error.args[0])
    number = getattr(error, "errno", None)
    if number is None and error.__context__ is not None:
        return _number_of(error.__context__)
    return number


def _how_to_get_permission(path: str) -> str:
    """The group that owns the port, by name where the system has one."""
    try:
        status = os.stat(path)
        group = grp.getgrgid(status.st_gid).gr_name
    except (OSError, KeyError):
        group = "dialout"
    else:
        if not status.st_mode & stat.S_IWGRP or group == "root":
            return "its owner must allow you to read and write it"
    return f"add yourself to {group} (sudo usermod -aG {group} $USER) and log in again"
