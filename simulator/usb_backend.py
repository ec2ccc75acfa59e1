"""A USB bus without a kernel: virtual devices behind pyusb's backend interface.

Code that uses pyusb runs unchanged on these devices, given this backend. Calls block as libusb's do and may come from
any thread; one lock protects the bus. Use `change` to do something to a device.
"""

import errno
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Condition
from types import SimpleNamespace
from typing import Any

from usb.backend import IBackend
from usb.core import USBError, USBTimeoutError

from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.simulator.devices.virtual_device import VirtualDevice

BULK_IN, BULK_OUT = 0x81, 0x01
PACKET_BYTES = 64
LANGUAGE = 0x0409
GET_DESCRIPTOR = 6
DEVICE_TO_HOST = 0x80
STRING_DESCRIPTOR = 3


@dataclass(slots=True, eq=False)
class VirtualUsbDevice:
    """A virtual device in a USB housing. Its string descriptors: 1 manufacturer, 2 product, 3 serial number."""

    device: VirtualDevice
    vendor_id: int
    product_id: int
    serial_number: str
    product: str = "reader"
    plugged: bool = False
    plugs: int = 0
    claimed_by: "_Handle | None" = None
    outgoing: bytes = b""

    def string(self, index: int) -> str:
        """The text of a string descriptor."""
        return ("", "Burncard", self.product, self.serial_number)[index]


@dataclass(slots=True, eq=False)
class _Handle:
    """An open device. It becomes invalid when the device is unplugged, and stays so."""

    housing: VirtualUsbDevice
    plug: int
    configuration: int = field(default=0)


class VirtualUsbBus(IBackend):  # type: ignore[misc]
    """Devices that can be plugged in, unplugged and used through pyusb. `clock_ns` is a real clock: callers block."""

    def __init__(self, clock_ns: Callable[[], int]) -> None:
        super().__init__()
        self._clock_ns = clock_ns
        self._changed = Condition()
        self._plugged: list[VirtualUsbDevice] = []

    # ---- what people do at the table --------------------

    def plug(self, housing: VirtualUsbDevice) -> None:
        """Plugs a device in."""
        with self._changed:
            housing.plugged = True
            housing.plugs += 1
            self._plugged.append(housing)

    def unplug(self, housing: VirtualUsbDevice) -> None:
        """Unplugs a device: a call that waits for it fails with errno 19."""
        with self._changed:
            housing.plugged = False
            housing.claimed_by = None
            housing.outgoing = b""
            self._plugged.remove(housing)
            housing.device.line_lost()
            self._changed.notify_all()

    def change(self, what: Callable[[Nanoseconds], None]) -> None:
        """Does something to a device while no transfer runs; its answer is delivered at once."""
        with self._changed:
            what(self._now())
            self._changed.notify_all()

    # ---- called by pyusb: descriptors --------------------

    def enumerate_devices(self) -> list[VirtualUsbDevice]:
        with self._changed:
            return list(self._plugged)

    def get_parent(self, dev: VirtualUsbDevice) -> None:
        return None

    def get_device_descriptor(self, dev: VirtualUsbDevice) -> Any:
        return SimpleNamespace(
            bLength=18,
            bDescriptorType=1,
            bcdUSB=0x0200,
            bDeviceClass=0xFF,
            bDeviceSubClass=0,
            bDeviceProtocol=0,
            bMaxPacketSize0=64,
            idVendor=dev.vendor_id,
            idProduct=dev.product_id,
            bcdDevice=0x0100,
            iManufacturer=1,
            iProduct=2,
            iSerialNumber=3,
            bNumConfigurations=1,
            bus=1,
            address=dev.plugs,
            port_number=1,
            port_numbers=(1,),
            speed=2,
        )

    def get_configuration_descriptor(self, dev: VirtualUsbDevice, config: int) -> Any:
        return SimpleNamespace(
            bLength=9,
            bDescriptorType=2,
            wTotalLength=32,
            bNumInterfaces=1,
            bConfigurationValue=1,
            iConfiguration=0,
            bmAttributes=0x80,
            bMaxPower=50,
            extra_descriptors=[],
        )

    def get_interface_descriptor(self, dev: VirtualUsbDevice, intf: int, alt: int, config: int) -> Any:
        if intf > 0 or alt > 0:
            raise IndexError("one interface, one setting")
        return SimpleNamespace(
            bLength=9,
            bDescriptorType=4,
            bInterfaceNumber=0,
            bAlternateSetting=0,
            bNumEndpoints=2,
            bInterfaceClass=0xFF,
            bInterfaceSubClass=0,
            bInterfaceProtocol=0,
            iInterface=0,
            extra_descriptors=[],
        )

    def get_endpoint_descriptor(self, dev: VirtualUsbDevice, ep: int, intf: int, alt: int, config: int) -> Any:
        return SimpleNamespace(
            bLength=7,
            bDescriptorType=5,
            bEndpointAddress=(BULK_IN, BULK_OUT)[ep],
            bmAttributes=2,
            wMaxPacketSize=PACKET_BYTES,
            bInterval=0,
            bRefresh=0,
            bSynchAddress=0,
            extra_descriptors=[],
        )

    # ---- called by pyusb: opening --------------------

    def open_device(self, dev: VirtualUsbDevice) -> _Handle:
        with self._changed:
            handle = _Handle(dev, dev.plugs)
            self._alive(handle)
            return handle

    def close_device(self, dev_handle: _Handle) -> None:
        self.release_interface(dev_handle, 0)

    def set_configuration(self, dev_handle: _Handle, config_value: int) -> None:
        with self._changed:
            self._alive(dev_handle).configuration = config_value

    def get_configuration(self, dev_handle: _Handle) -> int:
        with self._changed:
            return self._alive(dev_handle).configuration

    def claim_interface(self, dev_handle: _Handle, intf: int) -> None:
        with self._changed:
            housing = self._alive(dev_handle).housing
            if housing.claimed_by not in (None, dev_handle):
                raise USBError("Resource busy", errno=errno.EBUSY)
            housing.claimed_by = dev_handle

    def release_interface(self, dev_handle: _Handle, intf: int) -> None:
        with self._changed:
            if dev_handle.housing.claimed_by is dev_handle:
                dev_handle.housing.claimed_by = None

    # ---- called by pyusb: transfers --------------------

    def ctrl_transfer(
        self,
        dev_handle: _Handle,
        bmRequestType: int,  # noqa: N803 - pyusb names it so
        bRequest: int,  # noqa: N803
        wValue: int,  # noqa: N803
        wIndex: int,  # noqa: N803
        data: Any,
        timeout: int,
    ) -> int:
        kind, index = wValue >> 8, wValue & 0xFF
        if (bmRequestType, bRequest, kind) != (DEVICE_TO_HOST, GET_DESCRIPTOR, STRING_DESCRIPTOR):
            raise USBError("Pipe error", errno=errno.EPIPE)
        with self._changed:
            housing = self._alive(dev_handle).housing
        text = housing.string(index).encode("utf-16-le") if index else LANGUAGE.to_bytes(2, "little")
        return _copy(bytes([2 + len(text), STRING_DESCRIPTOR]) + text, data)

    def bulk_write(self, dev_handle: _Handle, ep: int, intf: int, data: Any, timeout: int) -> int:
        with self._changed:
            housing = self._alive(dev_handle).housing
            housing.device.receive(bytes(data), self._now())
            self._changed.notify_all()
        return len(data)

    def bulk_read(self, dev_handle: _Handle, ep: int, intf: int, buff: Any, timeout: int) -> int:
        deadline_ns = self._clock_ns() + timeout * MS
        with self._changed:
            while True:
                housing = self._alive(dev_handle).housing
                due_ns = self._let_work(housing)
                if housing.outgoing:
                    size = _copy(housing.outgoing, buff)
                    housing.outgoing = housing.outgoing[size:]
                    return size
                if self._clock_ns() >= deadline_ns:
                    raise USBTimeoutError("Operation timed out", errno=errno.ETIMEDOUT)
                until_ns = deadline_ns if due_ns is None else min(due_ns, deadline_ns)
                self._changed.wait(max(MS, until_ns - self._clock_ns()) / SECOND)

    # ---- inside --------------------

    def _now(self) -> Nanoseconds:
        return Nanoseconds(self._clock_ns())

    def _alive(self, handle: _Handle) -> _Handle:
        if not handle.housing.plugged or handle.plug != handle.housing.plugs:
            raise USBError("No such device (it may have been disconnected)", errno=errno.ENODEV)
        return handle

    def _let_work(self, housing: VirtualUsbDevice) -> Nanoseconds | None:
        """Runs the device's due timer. Returns when the next one is due."""
        due_ns = housing.device.next_due_ns()
        if due_ns is not None and due_ns <= self._now():
            housing.device.tick(self._now())
        housing.outgoing = housing.outgoing or housing.device.take_output()
        return housing.device.next_due_ns()


def _copy(data: bytes, buffer: Any) -> int:
    """Copies as much as fits into an array of pyusb's. Returns the number of bytes."""
    size = min(len(data), len(buffer))
    buffer[:size] = type(buffer)(buffer.typecode, data[:size])
    return size
