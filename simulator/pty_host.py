"""Hosts a virtual device on a pseudo-terminal: real bytes on a real tty, paced to the baud rate.

A pty has no baud rate, so the host writes the bytes in slices that a line of that speed would carry, and asks the
device for more when the last ones are out.
"""

import asyncio
import os
import tty
from collections.abc import Callable
from pathlib import Path

from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.simulator.devices.virtual_device import VirtualDevice

BITS_PER_BYTE = 10  # one start bit, 8 data bits, one stop bit
SLICE_NS = 2 * MS
READ_BYTES_MAX = 4096


class PtyHost:
    """One virtual device on one pty, on the running asyncio loop. `link`: a path that points to the tty."""

    def __init__(self, device: VirtualDevice, baud: int, clock_ns: Callable[[], int], link: Path | None = None) -> None:
        self.device = device
        self.path = ""
        self._slice_bytes = max(1, baud * SLICE_NS // (BITS_PER_BYTE * SECOND))
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
        self.device.receive(os.read(self._master, READ_BYTES_MAX), self._now())
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
            sent = os.write(self._master, self._outgoing[: self._slice_bytes])
        except BlockingIOError:
            # the tty is full: the bytes wait, as in a device whose host is busy
            sent = 0
        self._outgoing = self._outgoing[sent:]
        self._sender = asyncio.get_running_loop().call_later(SLICE_NS / SECOND, self._send)

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
