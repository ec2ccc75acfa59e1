"""USB devices made by the kernel's own gadget drivers, with our virtual reader inside. For the guest only: needs root,
configfs and a `dummy_hcd` that joins the gadget's side to the host's side of the same kernel."""

import asyncio
import os
import struct
import time
import tty
from pathlib import Path
from threading import Lock, Thread

from burncard.firmware_bridge.driver import MS, Nanoseconds
from burncard.simulator.devices.virtual_reader import VirtualReader

CONFIGFS = Path("/sys/kernel/config/usb_gadget")
FUNCTIONFS = Path("/mnt")
SERIAL_IDS = (0x0525, 0xA4A7)
BULK_IDS = (0x1D6B, 0x0104)
PACKET_BYTES = {"full": 64, "high": 512}


def now() -> Nanoseconds:
    return Nanoseconds(time.monotonic_ns())


class Gadget:
    """One USB device with one function, on one of the dummy controllers."""

    def __init__(self, controller: int, function: str, ids: tuple[int, int], serial_number: str) -> None:
        self._controller = f"dummy_udc.{controller}"
        self._folder = CONFIGFS / function
        strings, configuration = self._folder / "strings/0x409", self._folder / "configs/c.1"
        for folder in (strings, configuration, self._folder / "functions" / function):
            folder.mkdir(parents=True)
        (self._folder / "idVendor").write_text(f"0x{ids[0]:04x}")
        (self._folder / "idProduct").write_text(f"0x{ids[1]:04x}")
        (strings / "serialnumber").write_text(serial_number)
        (strings / "manufacturer").write_text("Burncard")
        (strings / "product").write_text("reader")
        (configuration / function).symlink_to(self._folder / "functions" / function)

    def plug(self) -> None:
        (self._folder / "UDC").write_text(self._controller)

    def unplug(self) -> None:
        (self._folder / "UDC").write_text("\n")


class SerialReader:
    """A virtual reader behind a CDC ACM function: the host gets a /dev/ttyACM."""

    def __init__(self, serial_number: str) -> None:
        self.reader = VirtualReader(serial_number)
        self._gadget = Gadget(0, "acm.0", SERIAL_IDS, serial_number)
        self._fd = -1

    def plug(self) -> None:
        self._fd = os.open("/dev/ttyGS0", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._fd)
        self._gadget.plug()
        asyncio.get_running_loop().add_reader(self._fd, self._received)
        self._work(self._fd)

    def unplug(self) -> None:
        asyncio.get_running_loop().remove_reader(self._fd)
        self._gadget.unplug()
        os.close(self._fd)
        self._fd = -1
        self.reader.line_lost()

    def put(self, uid: str, antenna: int) -> None:
        self.reader.put_tag(uid, antenna, "up", now())

    def _received(self) -> None:
        self.reader.receive(os.read(self._fd, 4096), now())

    def _work(self, fd: int) -> None:
        """Every few milliseconds while this plug lasts."""
        if fd != self._fd:
            return
        due = self.reader.next_due_ns()
        if due is not None and due <= now():
            self.reader.tick(now())
        data = self.reader.take_output()
        if data:
            os.write(fd, data)
        asyncio.get_running_loop().call_later(0.002, self._work, fd)


class BulkReader:
    """A virtual reader behind two bulk endpoints of FunctionFS: the host gets a device for libusb."""

    def __init__(self, serial_number: str) -> None:
        self.reader = VirtualReader(serial_number)
        self._lock = Lock()
        self._gadget = Gadget(1, "ffs.bulk", BULK_IDS, serial_number)
        # mounted under the name of the function's instance
        assert os.spawnlp(os.P_WAIT, "mount", "mount", "-t", "functionfs", "bulk", str(FUNCTIONFS)) == 0
        self._control = os.open(FUNCTIONFS / "ep0", os.O_RDWR)
        os.write(self._control, _descriptors())
        os.write(self._control, struct.pack("<IIIIH", 2, 16 + 2 + 7, 1, 1, 0x409) + b"reader\0")
        self._in, self._out = os.open(FUNCTIONFS / "ep1", os.O_RDWR), os.open(FUNCTIONFS / "ep2", os.O_RDWR)
        for work in (self._listen, self._work):
            Thread(target=work, daemon=True).start()

    def plug(self) -> None:
        self._gadget.plug()

    def unplug(self) -> None:
        self._gadget.unplug()
        with self._lock:
            self.reader.line_lost()

    def put(self, uid: str, antenna: int) -> None:
        with self._lock:
            self.reader.put_tag(uid, antenna, "up", now())

    def _listen(self) -> None:
        while True:
            try:
                data = os.read(self._out, 512)
            except OSError:
                # the plug is out: the endpoint is there again with the next one
                time.sleep(0.02)
                continue
            with self._lock:
                self.reader.receive(data, now())

    def _work(self) -> None:
        while True:
            with self._lock:
                due = self.reader.next_due_ns()
                if due is not None and due <= now():
                    self.reader.tick(now())
                data = self.reader.take_output()
            try:
                if data:
                    os.write(self._in, data)
            except OSError:
                # what was on its way when the plug was pulled is lost, and the link asks again
                pass
            time.sleep(2 * MS / 1e9)


def _descriptors() -> bytes:
    """What FunctionFS wants to know: one interface with bulk in (ep1) and bulk out (ep2), at two speeds."""
    interface = struct.pack("<BBBBBBBBB", 9, 4, 0, 0, 2, 0xFF, 0, 0, 1)
    body = b""
    for size in PACKET_BYTES.values():
        body += interface + b"".join(struct.pack("<BBBBHB", 7, 5, address, 2, size, 0) for address in (0x81, 0x02))
    return struct.pack("<IIIII", 3, 20 + len(body), 1 | 2, 3, 3) + body
