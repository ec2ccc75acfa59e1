"""Hosts a virtual device on a pseudo-terminal: real bytes on a real tty, paced to the baud rate.

A pty carries bytes at once, so the host writes them in slices that a line of that speed would carry, and asks the
device for more when the last ones are out. A pty does know the speed that the program at its other end has set: if that
is one that devices are asked to change to, and the device is at another, bytes arrive as noise in both directions.
"""

import asyncio
import os
import termios
import tty
from collections.abc import Callable
from pathlib import Path

from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.simulator.devices.virtual_device import ChangesSpeed, VirtualDevice

BITS_PER_BYTE = 10  # one start bit, 8 data bits, one stop bit
SLICE_NS = 2 * MS
READ_BYTES_MAX = 4096
NOISE = 0x55
FAST = {termios.B230400: 230_400, termios.B460800: 460_800, termios.B921600: 921_600}
"""Speeds that only a program sets that has agreed on them; the others tell nothing, as a pty takes any."""


class PtyHost:
    """One virtual device on one pty, on the running asyncio loop. `link`: a path that points to the tty."""

    def __init__(self, device: VirtualDevice, baud: int, clock_ns: Callable[[], int], link: Path | None = None) -> None:
        self.device = device
        self.path = ""
        self._baud = baud
        self._speed = device if isinstance(device, ChangesSpeed) else None
        self._clock_ns = clock_ns
        self._link = link
        self._master: int | None = None
        self._slave: int | None = None
        self._outgoing = b""
        self._sender: asyncio.TimerHandle | None = None
        self._timer: asyncio.TimerHandle | None = None

    def plug(self) -> str:
        """Opens the pty and returns its path. Raises FileExistsError if `link` exists and is not a symbolic link."""
        if self._link is not None and self._link.exists() and not self._link.is_symlink():
            raise FileExistsError(f"{self._link} exists and is not a link")
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)
        if self._link is not None:
            self._link.unlink(missing_ok=True)
            self._link.symlink_to(self.path)
        asyncio.get_running_loop().add_reader(self._master, self._readable)
        self.pump()
        return self.path

    def unplug(self) -> None:
        """Unplugs the device: a program that has the tty open gets an error."""
        if self._master is None or self._slave is None:
            return
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)
        self._master = self._slave = None
        self._outgoing = b""
        for timer in (self._sender, self._timer):
            if timer is not None:
                timer.cancel()
        self._sender = self._timer = None
        if self._link is not None:
            self._link.unlink(missing_ok=True)
        self.device.line_lost()

    def pump(self) -> None:
        """Moves the device's bytes. Call it after changing the device."""
        if self._sender is None:
            self._send()
        self._schedule()

    def _now(self) -> Nanoseconds:
        return Nanoseconds(self._clock_ns())

    def _readable(self) -> None:
        assert self._master is not None
        self.device.receive(self._carried(os.read(self._master, READ_BYTES_MAX)), self._now())
        self.pump()

    def _send(self) -> None:
        """Writes one slice, and schedules the next for when a line of this speed would have carried it."""
        self._sender = None
        if self._master is None:
            return
        self._outgoing = self._outgoing or self.device.take_output()
        if not self._outgoing:
            return
        try:
            baud = (self._speed and self._speed.baud) or self._baud
            slice_bytes = max(1, baud * SLICE_NS // (BITS_PER_BYTE * SECOND))
            sent = os.write(self._master, self._carried(self._outgoing[:slice_bytes]))
        except BlockingIOError:
            # the tty is full: the bytes wait, as in a device whose host is busy
            sent = 0
        self._outgoing = self._outgoing[sent:]
        self._sender = asyncio.get_running_loop().call_later(SLICE_NS / SECOND, self._send)

    def _carried(self, data: bytes) -> bytes:
        """Bytes as they arrive at the other end."""
        if self._speed is None or self._master is None:
            return data
        set_to = FAST.get(termios.tcgetattr(self._master)[5])
        same = self._speed.baud == set_to or self._baud == set_to
        return data if same else bytes(byte ^ NOISE for byte in data)

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.device.next_due_ns()
        if due is not None and self._master is not None:
            delay_ns = max(MS, due - self._now())
            self._timer = asyncio.get_running_loop().call_later(delay_ns / SECOND, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self.device.tick(self._now())
        self.pump()
