"""The USB transport through pyusb's own code, on a bus without a kernel: traffic, time-outs, plugs, two alike."""

import asyncio
import errno
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import usb.core
import usb.util

from burncard.firmware_bridge.driver import Nanoseconds
from burncard.firmware_bridge.events import DeviceIdentified, Event, EventsLost, LinkChanged, Scan
from burncard.firmware_bridge.port import DevicePort
from burncard.firmware_bridge.port_error import PortError
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.firmware_bridge.transport_usb import UsbLine, UsbPath, explain, libusb, usb_opener, usb_paths
from burncard.hardware.profiles import load_profiles
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.usb_backend import VirtualUsbBus, VirtualUsbDevice

PATIENCE_S = 10.0
IDS = "1209:bc01"


class Bench:
    """A bus with readers on it, and ports to them."""

    def __init__(self, *serial_numbers: str) -> None:
        self.bus = VirtualUsbBus(time.monotonic_ns)
        self.readers = [VirtualReader(serial) for serial in serial_numbers]
        self.housings = [
            VirtualUsbDevice(reader, 0x1209, 0xBC01, serial)
            for reader, serial in zip(self.readers, serial_numbers, strict=True)
        ]
        for housing in self.housings:
            self.bus.plug(housing)
        self.events: list[Event] = []
        self.ports: list[DevicePort] = []
        self.looks_at: int | None = None

    def open(self, path: str, tell: Callable[[Event], None] | None = None) -> DevicePort:
        driver = ReaderDriver()
        driver.scan_next(lambda now_ns: self.looks_at)
        port = DevicePort(
            path,
            load_profiles()["burncard-reader"],
            driver,
            tell or self.events.append,
            time.monotonic_ns,
            opener=usb_opener(path, self.bus),
        )
        self.ports.append(port)
        port.start()
        return port

    def put(self, number: int, reader: int = 0) -> None:
        def lay(now_ns: Nanoseconds) -> None:
            self.readers[reader].put_tag(f"E0040100000000{number:02X}", number % 15 + 1, "up", now_ns)

        self.bus.change(lay)

    def uids(self) -> list[str]:
        return list(dict.fromkeys(tag.uid for event in self.events if isinstance(event, Scan) for tag in event.tags))

    async def until(self, done: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not done():
            assert time.monotonic() < deadline, (self.events[-5:], [port.last_error for port in self.ports])
            await asyncio.sleep(0.005)


@asynccontextmanager
async def bench_of(*serial_numbers: str) -> AsyncIterator[Bench]:
    bench = Bench(*serial_numbers)
    try:
        yield bench
    finally:
        for port in bench.ports:
            port.close()


def test_tags_cross_bulk_endpoints_once_and_in_order() -> None:
    async def run() -> None:
        async with bench_of("A1") as bench:
            bench.open(f"usb:{IDS}")
            await bench.until(lambda: LinkChanged("ready") in bench.events)
            for number in range(30):
                bench.put(number)
                bench.looks_at = number % 15 + 1
                await bench.until(lambda sent=number: len(bench.uids()) == sent + 1)  # type: ignore[misc]
            assert bench.uids() == [f"E0040100000000{number:02X}" for number in range(30)]

    asyncio.run(run())


def test_pulled_and_put_back_in_the_middle_of_traffic_nothing_is_lost_or_doubled() -> None:
    async def run() -> None:
        async with bench_of("A1") as bench:
            port = bench.open(f"usb:{IDS}:A1")
            for round_number in range(3):
                await bench.until(lambda: bench.events[-1:] == [LinkChanged("ready")] or bool(bench.uids()))
                for number in range(10):
                    bench.put(round_number * 10 + number)
                await asyncio.sleep(0.062)
                bench.bus.unplug(bench.housings[0])
                await bench.until(lambda: port.last_error is not None)
                assert port.last_error is not None
                assert port.last_error.code in ("port-gone", "port-absent")
                bench.bus.plug(bench.housings[0])
                await bench.until(lambda: port.last_error is None)
            await bench.until(lambda: len(bench.uids()) >= 30)
            assert sorted(bench.uids()) == [f"E0040100000000{number:02X}" for number in range(30)]
            assert not any(isinstance(event, EventsLost) for event in bench.events)

    asyncio.run(run())


def test_two_of_a_make_are_told_apart_by_their_serial_numbers() -> None:
    async def run() -> None:
        async with bench_of("A1", "B2") as bench:
            assert usb_paths([IDS], bench.bus) == [UsbPath(0x1209, 0xBC01, "A1"), UsbPath(0x1209, 0xBC01, "B2")]
            heard: dict[str, list[Event]] = {"B2": [], "A1": []}
            for serial, events in heard.items():
                bench.open(f"usb:{IDS}:{serial}", events.append)
            for serial, events in heard.items():
                await bench.until(lambda events=events: LinkChanged("ready") in events)  # type: ignore[misc]
                (identity,) = [event for event in events if isinstance(event, DeviceIdentified)]
                assert identity.serial_number == serial

    asyncio.run(run())


def test_a_device_that_is_not_there_is_opened_when_it_comes() -> None:
    async def run() -> None:
        async with bench_of("A1") as bench:
            bench.bus.unplug(bench.housings[0])
            port = bench.open(f"usb:{IDS}")
            assert port.last_error is not None
            assert port.last_error.code == "port-absent"
            bench.bus.plug(bench.housings[0])
            await bench.until(lambda: LinkChanged("ready") in bench.events)

    asyncio.run(run())


def test_a_second_program_gets_the_error_that_the_device_is_busy() -> None:
    async def run() -> None:
        async with bench_of("A1") as bench:
            bench.open(f"usb:{IDS}")
            with pytest.raises(PortError) as caught:
                UsbLine(UsbPath.parse(f"usb:{IDS}"), bench.bus)
            assert caught.value.code == "port-busy"

    asyncio.run(run())


def test_silence_is_errno_110_and_a_pulled_plug_errno_19() -> None:
    bench = Bench("A1")
    device = usb.core.find(backend=bench.bus, idVendor=0x1209)
    device.set_configuration()
    with pytest.raises(usb.core.USBTimeoutError) as silence:
        device.read(0x81, 64, timeout=5)
    assert silence.value.errno == errno.ETIMEDOUT == 110
    bench.bus.unplug(bench.housings[0])
    with pytest.raises(usb.core.USBError) as pulled:
        device.read(0x81, 64, timeout=5)
    assert pulled.value.errno == errno.ENODEV == 19
    assert usb.core.find(backend=bench.bus, idVendor=0x1209) is None


def test_no_permission_says_what_to_do() -> None:
    said = explain("usb:0ab1:0002", usb.core.USBError("Access denied", errno=errno.EACCES))
    assert said.code == "port-permission"
    assert "udev" in said.reason


@pytest.mark.parametrize("path", ["usb:1209:bc01", "usb:1209:bc01:A:1"])
def test_a_parsed_path_prints_as_it_was_written(path: str) -> None:
    assert str(UsbPath.parse(path)) == path


@pytest.mark.parametrize("path", ["/dev/ttyUSB0", "usb:", "usb:1209", "usb:xy:zz"])
def test_a_path_that_names_no_usb_device_is_refused(path: str) -> None:
    with pytest.raises(PortError) as caught:
        usb_opener(path)()
    assert caught.value.code == "port-absent"


def test_libusb_is_found_by_the_name_that_its_package_installs() -> None:
    assert all(device.idVendor for device in usb.core.find(find_all=True, backend=libusb()))
