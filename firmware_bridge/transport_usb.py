"""Lines over the bulk endpoints of a USB device, through pyusb and libusb: for readers that are not a serial port.

libusb blocks while it waits, so each line has two threads, one to read and one to write. They touch nothing but the
device and hand everything else to the loop, which alone calls the port. A path is `usb:vvvv:pppp` or, if the serial
number matters, `usb:vvvv:pppp:SERIAL`.
"""

import asyncio
import errno
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

import usb.core
import usb.util
from usb.backend import IBackend, libusb1

from burncard.firmware_bridge.port_error import PortError
from burncard.firmware_bridge.transport import Line, Opener

PREFIX = "usb:"
READ_BYTES_MAX = 4096
READ_TIMEOUT_MS = 100  # so that a closed line's reading thread ends within 0.1 s
WRITE_TIMEOUT_MS = 500  # of one attempt; a write is repeated until the line is closed
LIBUSB = "libusb-1.0.so.0"


@dataclass(frozen=True, slots=True)
class UsbPath:
    """A USB device by its ids, and by its serial number unless any device will do."""

    vendor_id: int
    product_id: int
    serial_number: str = ""

    @property
    def usb_id(self) -> str:
        """Vendor and product id, as in profiles: `vvvv:pppp`."""
        return f"{self.vendor_id:04x}:{self.product_id:04x}"

    def __str__(self) -> str:
        place = PREFIX + self.usb_id
        return f"{place}:{self.serial_number}" if self.serial_number else place

    @classmethod
    def parse(cls, path: str) -> "UsbPath":
        """Raises ValueError for a path that does not name a USB device."""
        prefix, *parts = path.split(":", 3)
        if prefix + ":" != PREFIX or len(parts) < 2:
            raise ValueError(f"{path!r} is not usb:vvvv:pppp or usb:vvvv:pppp:SERIAL")
        return cls(int(parts[0], 16), int(parts[1], 16), parts[2] if len(parts) > 2 else "")


class UsbLine:
    """One open USB device with a bulk endpoint each way."""

    def __init__(self, path: UsbPath, backend: IBackend | None = None) -> None:
        """Opens it and claims its interface. Raises PortError."""
        self._path = str(path)
        self._device = _find(path, backend or libusb())
        try:
            self._interface, self._in, self._out = _claim(self._device, self._path)
        except usb.core.USBError as error:
            usb.util.dispose_resources(self._device)
            raise explain(self._path, error) from error
        self._loop = asyncio.get_running_loop()
        self._lock = Lock()
        self._closed = False
        self._threads_left = 2
        self._writing = False
        self._to_write: SimpleQueue[bytes | None] = SimpleQueue()

    def start(
        self,
        received: Callable[[bytes], None],
        room: Callable[[], None],
        broken: Callable[[PortError], None],
    ) -> None:
        """Starts listening."""
        self._received, self._room, self._broken = received, room, broken
        for work in (self._read, self._write):
            Thread(target=self._run, args=(work,), name=f"{work.__name__} {self._path}", daemon=True).start()

    def has_room(self) -> bool:
        """Whether everything sent so far is written."""
        return not self._writing

    def send(self, data: bytes) -> None:
        """Hands bytes to the writing thread."""
        self._writing = True
        self._to_write.put(data)

    def set_baud(self, baud: int) -> None:
        """Bulk endpoints have no speed."""

    def close(self) -> None:
        """Ends the line at once; its threads release the device within 0.1 s."""
        with self._lock:
            self._closed = True
        self._to_write.put(None)

    # ---- on the loop --------------------

    def _tell(self, call: Callable[[], None]) -> None:
        """Has the loop call something, unless the line is closed by then.

        Lines are closed before their loop ends, so the lock ensures that no ended loop is called.
        """
        with self._lock:
            if not self._closed:
                self._loop.call_soon_threadsafe(self._called, call)

    def _called(self, call: Callable[[], None]) -> None:
        if not self._closed:
            call()

    def _written(self) -> None:
        self._writing = False
        self._room()

    # ---- in the threads --------------------

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except usb.core.USBError as error:
            said = explain(self._path, error)
            self._tell(lambda: self._broken(said))
        with self._lock:
            self._threads_left -= 1
            last = self._threads_left == 0
        if last:
            usb.util.dispose_resources(self._device)

    def _read(self) -> None:
        while not self._closed:
            try:
                data = bytes(self._in.read(READ_BYTES_MAX, READ_TIMEOUT_MS))
            except usb.core.USBTimeoutError:
                continue
            if data:
                self._tell(lambda data=data: self._received(data))  # type: ignore[misc]

    def _write(self) -> None:
        while (data := self._to_write.get()) is not None:
            while data and not self._closed:
                try:
                    data = data[self._out.write(data, WRITE_TIMEOUT_MS) :]
                except usb.core.USBTimeoutError:
                    # a device that accepts nothing is just a slow line: the driver notices
                    continue
            self._tell(self._written)


def usb_opener(path: str, backend: IBackend | None = None) -> Opener:
    """Opens a USB device, also after it returns. `backend` is libusb unless given."""

    def opened() -> Line:
        try:
            which = UsbPath.parse(path)
        except ValueError as error:
            raise PortError("port-absent", path, str(error)) from error
        return UsbLine(which, backend)

    return opened


def usb_paths(usb_ids: Iterable[str], backend: IBackend | None = None) -> list[UsbPath]:
    """The devices on the bus with one of these ids (`vvvv:pppp`). Raises PortError if libusb is missing."""
    wanted = {tuple(int(part, 16) for part in usb_id.split(":")) for usb_id in usb_ids}
    found = usb.core.find(find_all=True, backend=backend or libusb())
    return sorted(
        (
            UsbPath(device.idVendor, device.idProduct, _serial_number(device))
            for device in found
            if (device.idVendor, device.idProduct) in wanted
        ),
        key=str,
    )


def libusb() -> IBackend:
    """The system's libusb. Raises PortError if it is not installed."""
    backend = libusb1.get_backend(find_library=lambda name: LIBUSB)
    if backend is None:
        raise PortError("port-no-libusb", "usb", "libusb is missing; install the package libusb-1.0-0")
    return backend


def explain(path: str, error: usb.core.USBError) -> PortError:
    """Why a USB device cannot be used, and what to do about it."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return PortError(
            "port-permission",
            path,
            "no permission; install this program's udev rules and plug the device in again",
        )
    if error.errno == errno.EBUSY:
        return PortError("port-busy", path, "another program has the device open; close it")
    return PortError("port-gone", path, f"the device is gone ({error}); plug it in again")


def _find(path: UsbPath, backend: IBackend) -> Any:
    for device in usb.core.find(find_all=True, backend=backend, idVendor=path.vendor_id, idProduct=path.product_id):
        if not path.serial_number or _serial_number(device) == path.serial_number:
            return device
    raise PortError("port-absent", str(path), "there is no such device; is it plugged in?")


def _serial_number(device: Any) -> str:
    """Empty if the device has none, does not permit reading it, or says what no terminal should be sent."""
    try:
        number = device.serial_number or ""
    except (usb.core.USBError, ValueError):
        return ""
    return number if number.isprintable() else ""


def _claim(device: Any, path: str) -> tuple[Any, Any, Any]:
    """The first interface with a bulk endpoint in each direction, and its endpoints."""
    try:
        configuration = device.get_active_configuration()
    except usb.core.USBError:
        # it has not been configured yet
        device.set_configuration()
        configuration = device.get_active_configuration()
    for interface in configuration:
        into, out = (_bulk(interface, way) for way in (usb.util.ENDPOINT_IN, usb.util.ENDPOINT_OUT))
        if into is not None and out is not None:
            usb.util.claim_interface(device, interface)
            return interface, into, out
    raise PortError("port-no-bulk", path, "the device has no pair of bulk endpoints")


def _bulk(interface: Any, way: int) -> Any:
    return usb.util.find_descriptor(
        interface,
        custom_match=lambda endpoint: (
            usb.util.endpoint_direction(endpoint.bEndpointAddress) == way
            and usb.util.endpoint_type(endpoint.bmAttributes) == usb.util.ENDPOINT_TYPE_BULK
        ),
    )
