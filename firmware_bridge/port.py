"""A device port: runs one driver over one line, on the running asyncio loop.

It opens the line, moves bytes and supplies the time. When the line breaks it closes it and reopens it, at growing
intervals. The driver is asked for bytes only when the line has written the previous ones, so nothing piles up between
them and the driver notices a slow line.
"""

import asyncio
from collections.abc import Callable
from typing import Literal

from burncard.firmware_bridge.driver import MS, SECOND, ChangesSpeed, Driver, Nanoseconds
from burncard.firmware_bridge.events import Event, LinkChanged, LinkTrouble, Trouble
from burncard.firmware_bridge.port_error import PortError
from burncard.firmware_bridge.transport import Line, Opener
from burncard.firmware_bridge.transport_serial import serial_opener
from burncard.firmware_bridge.transport_usb import PREFIX, usb_opener
from burncard.hardware.profiles import Parity, Profile

REOPEN_FIRST_NS = 100 * MS  # before the first attempt to reopen; doubled after each
REOPEN_MAX_NS = 2 * SECOND  # between attempts, at most

TROUBLE_AFTER_NS = 3 * SECOND
"""How long there is no device until the port says why: longer than a plug takes to be put back. Our choice."""
TROUBLES: dict[str, Trouble] = {"port-absent": "port-absent", "port-gone": "port-absent", "port-busy": "port-busy"}
"""By the code of the error with which a port could not be opened; the others make it `port-unusable`."""
SILENT = "it is off, its cable leads elsewhere, or it is set to another speed or parity"
GARBLED = "bytes come that are not its protocol: another device, or another speed or parity"

Heard = Literal["host", "reader", "opened", "closed"]
Tap = Callable[[Heard, bytes, int], None]
"""Called with everything on a line: who sent bytes, or `opened` or `closed`; the bytes; the time in ns."""


class DevicePort:
    """One device on one port. `tell` gets every event, in order; `tap`, if given, every byte.

    `path` is a serial port, or `usb:vvvv:pppp[:SERIAL]` for a device with bulk endpoints. `opener` opens the line; by
    default it is opened by its path, with the profile's settings, `parity` excepted. Call `pump` after calling the
    driver.
    """

    def __init__(
        self,
        path: str,
        profile: Profile,
        driver: Driver,
        tell: Callable[[Event], None],
        clock_ns: Callable[[], int],
        parity: Parity | None = None,
        opener: Opener | None = None,
        tap: Tap | None = None,
        trouble_after_ns: int = TROUBLE_AFTER_NS,
    ) -> None:
        self.path = path
        self.last_error: PortError | None = None
        self._open_line = opener or _opener(path, profile, parity)
        self._driver = driver
        self._speed = driver if isinstance(driver, ChangesSpeed) else None
        if self._speed is not None and profile.fast_baud is not None and not path.startswith(PREFIX):
            self._speed.may_go_at(profile.fast_baud)
        self._first_baud = self._baud = profile.baud
        self._pass_on = tell
        self._clock_ns = clock_ns
        self._tap = tap
        self._line: Line | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._reopen_ns = REOPEN_FIRST_NS
        self._closed = True
        self._ready = False
        self._heard_bytes = False
        self._trouble: LinkTrouble | None = None
        self._trouble_after_s = trouble_after_ns / SECOND
        self._watch: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Opens the port, now and every time the device returns."""
        self._closed = False
        self._watch_again()
        self._tell(LinkChanged("opening"))
        self._open()

    def close(self) -> None:
        """Closes the port for good."""
        self._closed = True
        self._drop_line()
        self._set_timer(None, self._tick)
        if self._watch is not None:
            self._watch.cancel()

    def pump(self) -> None:
        """Moves the driver's bytes to the line and its events to the table, and schedules its next tick."""
        self._set_speed()
        for event in self._driver.take_events():
            self._tell(event)
        due = self._driver.next_due_ns()
        if due is not None and due <= self._now():
            self._driver.tick(self._now())
            self._set_speed()
        self._write()
        if self._line is not None:
            due = self._driver.next_due_ns()
            self._set_timer(None if due is None else max(MS, due - self._now()), self._tick)

    # ---- why there is no device --------------------

    def _tell(self, event: Event) -> None:
        """Passes an event on to the table. Once the device is ready, no trouble is left."""
        if isinstance(event, LinkChanged):
            if self._ready and event.state != "ready":
                self._watch_again()
            self._ready = event.state in ("ready", "stale")
            self._trouble = None if self._ready else self._trouble
        self._pass_on(event)

    def _watch_again(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
        self._watch = asyncio.get_running_loop().call_later(self._trouble_after_s, self._look)

    def _look(self) -> None:
        """Says why there is no device, if that is not yet known, and looks again later."""
        if self._ready or self._closed:
            return
        trouble = self._why()
        if trouble != self._trouble:
            self._trouble = trouble
            self._pass_on(trouble)
        self._watch_again()

    def _why(self) -> LinkTrouble:
        error = self.last_error
        if self._line is None and error is not None:
            return LinkTrouble(TROUBLES.get(error.code, "port-unusable"), str(error))
        return LinkTrouble("garbled" if self._heard_bytes else "silent", GARBLED if self._heard_bytes else SILENT)

    # ---- the line --------------------

    def _now(self) -> Nanoseconds:
        return Nanoseconds(self._clock_ns())

    def _open(self) -> None:
        if self._closed:
            return
        try:
            line = self._open_line()
        except PortError as error:
            self.last_error = error
            self._set_timer(self._reopen_ns, self._open)
            self._reopen_ns = min(self._reopen_ns * 2, REOPEN_MAX_NS)
            return
        self.last_error = None
        self._line = line
        self._reopen_ns = REOPEN_FIRST_NS
        self._heard_bytes = False
        self._baud = self._first_baud
        self._hear("opened")
        line.start(self._received, self.pump, self._broken)
        self._driver.connected(self._now())
        self.pump()

    def _received(self, data: bytes) -> None:
        self._heard_bytes = True
        self._hear("reader", data)
        self._driver.receive(data, self._now())
        self.pump()

    def _write(self) -> None:
        if self._line is None or not self._line.has_room():
            return
        data = self._driver.take_output()
        if not data:
            return
        self._hear("host", data)
        self._line.send(data)

    def _set_speed(self) -> None:
        baud = self._first_baud if self._speed is None else self._speed.baud or self._first_baud
        if self._line is not None and baud != self._baud:
            self._baud = baud
            self._line.set_baud(baud)

    def _broken(self, error: PortError) -> None:
        self.last_error = error
        self._drop_line()
        self._tell(LinkChanged("opening"))
        self._set_timer(self._reopen_ns, self._open)

    def _drop_line(self) -> None:
        if self._line is None:
            return
        line, self._line = self._line, None
        line.close()
        self._hear("closed")
        self._driver.disconnected(self._now())
        for event in self._driver.take_events():
            self._tell(event)

    def _hear(self, what: Heard, data: bytes = b"") -> None:
        if self._tap is not None:
            self._tap(what, data, self._now())

    def _set_timer(self, delay_ns: int | None, call: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = None if delay_ns is None else loop.call_later(delay_ns / SECOND, call)

    def _tick(self) -> None:
        self._driver.tick(self._now())
        self.pump()


def _opener(path: str, profile: Profile, parity: Parity | None) -> Opener:
    return usb_opener(path) if path.startswith(PREFIX) else serial_opener(path, profile, parity)
