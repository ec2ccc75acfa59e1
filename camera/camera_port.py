"""The camera at a serial port, such as a USB gadget's `/dev/ttyGS0`: it is opened again whenever it was lost."""

import asyncio
from collections.abc import Callable

from burncard.camera.device import FaceCamera
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.port_error import PortError
from burncard.firmware_bridge.transport_serial import SerialLine

AGAIN_NS = SECOND


class CameraPort:
    """One camera on one port, on the running asyncio loop."""

    def __init__(self, device: FaceCamera, path: str, baud: int, clock_ns: Callable[[], int]) -> None:
        self._device = device
        self._path = path
        self._baud = baud
        self._clock_ns = clock_ns
        self._line: SerialLine | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self.trouble: PortError | None = None

    def start(self) -> None:
        """Opens the port, now and whenever it was lost."""
        try:
            line = SerialLine(self._path, self._baud, "N")
        except PortError as error:
            self._lost(error)
            return
        self._line, self.trouble = line, None
        line.start(self._received, self._move, self._lost)
        self._move()

    def close(self) -> None:
        """Closes the port for good."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._line is not None:
            self._line.close()
            self._line = None

    def _now(self) -> Nanoseconds:
        return Nanoseconds(self._clock_ns())

    def _received(self, data: bytes) -> None:
        self._device.receive(data, self._now())
        self._move()

    def _lost(self, error: PortError) -> None:
        self.trouble = error
        if self._line is not None:
            self._line.close()
            self._line = None
            self._device.line_lost()
        self._after(AGAIN_NS, self.start)

    def _move(self) -> None:
        """Sends what the device has to say, and wakes it when it is due."""
        line = self._line
        if line is None or not line.has_room():
            return
        output = self._device.take_output()
        if output:
            line.send(output)
        else:
            line.set_baud(self._device.baud or self._baud)
        due = self._device.next_due_ns()
        if output or due is not None:
            self._after(MS if output or due is None else max(MS, due - self._now()), self._tick)

    def _tick(self) -> None:
        self._device.tick(self._now())
        self._move()

    def _after(self, delay_ns: int, what: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if not self._closed:
            self._timer = asyncio.get_running_loop().call_later(delay_ns / SECOND, what)
