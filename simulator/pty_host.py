"""Hosts a virtual device on a real pseudo-terminal: real bytes on a real tty, paced to the baud rate.

A pty knows no baud rate, so the host gives its bytes out in slices that a line of that speed would carry.
"""

import asyncio
import os
import tty
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.driver import MS, SECOND, Nanoseconds
from simulator.devices.base import VirtualDevice

BITS_PER_BYTE = 10
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
        self._outgoing = bytearray()
        self._sending = False
        self._timer: asyncio.TimerHandle | None = None

    def plug(self) -> str:
        """Opens the pty; its path."""
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
        """Pulls the device: whoever has the tty open gets an error."""
        if self._master is None or self._slave is None:
            return
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)
        self._master = self._slave = None
        self._outgoing.clear()
        self._sending = False
        if self._timer is not None:
            self._timer.cancel()
        if self._link is not None:
            self._link.unlink(missing_ok=True)
        self.device.line_lost()

    def pump(self) -> None:
        """Moves what the device has to say. Called after anything was done to the device."""
        self._outgoing += self.device.take_output()
        if self._outgoing and not self._sending and self._master is not None:
            self._sending = True
            self._send()
        self._schedule()

    def _now(self) -> Nanoseconds:
        return Nanoseconds(self._clock_ns())

    def _readable(self) -> None:
        assert self._master is not None
        try:
            data = os.read(self._master, READ_BYTES_MAX)
        except OSError:
            return
        self.device.receive(data, self._now())
        self.pump()

    def _send(self) -> None:
        """Gives out one slice, and the next one when a line of this speed would have carried it."""
        if self._master is None:
            return
        piece = bytes(self._outgoing[: self._slice_bytes])
        try:
            sent = os.write(self._master, piece) if piece else 0
        except BlockingIOError:
            sent = 0
        del self._outgoing[:sent]
        self._sending = bool(self._outgoing)
        if self._sending:
            asyncio.get_running_loop().call_later(SLICE_NS / SECOND, self._send)

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.device.next_due_ns()
        if due is not None and self._master is not None:
            delay_ns = max(0, due - self._now())
            self._timer = asyncio.get_running_loop().call_later(delay_ns / SECOND, self._tick)

    def _tick(self) -> None:
        self.device.tick(self._now())
        self.pump()
