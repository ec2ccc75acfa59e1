"""A port on a real tty: the same events as in memory, exclusive access, and recovery after unplugging."""

import asyncio
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from burncard.firmware_bridge.driver import Nanoseconds
from burncard.firmware_bridge.events import DeviceIdentified, Event, EventsLost, LinkChanged, Scan
from burncard.firmware_bridge.port import DevicePort
from burncard.firmware_bridge.port_error import PortError
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.firmware_bridge.transport_serial import SerialLine, serial_opener
from burncard.hardware.profiles import load_profiles
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.pty_host import PtyHost

PATIENCE_S = 10.0


class Bench:
    """A virtual reader on a pty, and a port on its tty."""

    def __init__(self, folder: Path) -> None:
        self.link = folder / "reader"
        self.reader = VirtualReader()
        self.host = PtyHost(self.reader, 115200, time.monotonic_ns, self.link)
        self.events: list[Event] = []
        profile = load_profiles()["burncard-reader"]
        self.port = DevicePort(str(self.link), profile, ReaderDriver(), self.events.append, time.monotonic_ns)

    def put(self, number: int) -> None:
        self.reader.put_tag(f"E0040100000000{number:02X}", number % 15 + 1, "up", self.now())
        self.host.pump()

    def now(self) -> Nanoseconds:
        return Nanoseconds(time.monotonic_ns())

    def uids(self) -> list[str]:
        return list(dict.fromkeys(tag.uid for event in self.events if isinstance(event, Scan) for tag in event.tags))

    def states(self) -> list[str]:
        return [event.state for event in self.events if isinstance(event, LinkChanged)]

    async def until(self, done: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not done():
            assert time.monotonic() < deadline, (self.states(), len(self.uids()), self.port.last_error)
            await asyncio.sleep(0.005)

    def close(self) -> None:
        self.port.close()
        self.host.unplug()


def test_a_port_works_in_a_process_that_has_more_than_a_thousand_files_open(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4096)), hard))
    held = [os.open(os.devnull, os.O_RDONLY)]
    held += [os.dup(held[0]) for _ in range(1100)]

    async def run() -> None:
        bench = Bench(tmp_path)
        bench.host.plug()
        bench.port.start()
        await bench.until(lambda: "ready" in bench.states())
        bench.put(1)
        await bench.until(lambda: len(bench.uids()) == 1)
        bench.close()

    try:
        asyncio.run(run())
    finally:
        for file in held:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_tags_cross_a_real_tty_once_and_in_order(tmp_path: Path) -> None:
    async def run() -> None:
        bench = Bench(tmp_path)
        bench.host.plug()
        bench.port.start()
        await bench.until(lambda: "ready" in bench.states())
        for number in range(100):
            bench.put(number)
            if number % 10 == 9:
                await asyncio.sleep(0.07)
        await bench.until(lambda: len(bench.uids()) == 100)
        assert sorted(bench.uids()) == [f"E0040100000000{number:02X}" for number in range(100)]
        assert any(isinstance(event, DeviceIdentified) for event in bench.events)
        bench.close()

    asyncio.run(run())


def test_pulled_and_put_back_in_the_middle_of_traffic_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    async def run() -> None:
        bench = Bench(tmp_path)
        bench.port.start()
        for round_number in range(4):
            bench.host.plug()
            await bench.until(lambda: bench.states()[-1] == "ready")
            for number in range(20):
                bench.put(round_number * 20 + number)
            await asyncio.sleep(0.062)
            bench.host.unplug()
            await bench.until(lambda: bench.states()[-1] == "opening")
        bench.host.plug()
        await bench.until(lambda: len(bench.uids()) >= 80)
        assert sorted(bench.uids()) == [f"E0040100000000{number:02X}" for number in range(80)]
        assert not any(isinstance(event, EventsLost) for event in bench.events)
        bench.close()

    asyncio.run(run())


def test_a_second_program_gets_the_error_that_the_port_is_busy(tmp_path: Path) -> None:
    async def run() -> None:
        bench = Bench(tmp_path)
        path = bench.host.plug()
        first = SerialLine(path, 115200, "N")
        with pytest.raises(PortError) as caught:
            serial_opener(path, load_profiles()["burncard-reader"])()
        assert caught.value.code == "port-busy"
        first.close()
        bench.host.unplug()

    asyncio.run(run())


def test_a_port_that_is_not_there_says_so_and_is_opened_when_it_comes(tmp_path: Path) -> None:
    async def run() -> None:
        bench = Bench(tmp_path)
        bench.port.start()
        assert bench.port.last_error is not None
        assert bench.port.last_error.code == "port-absent"
        bench.host.plug()
        await bench.until(lambda: bench.states() == ["opening", "identifying", "ready"])
        bench.close()

    asyncio.run(run())


def test_even_parity_on_a_pty_is_explained_or_taken_but_never_raised_raw(tmp_path: Path) -> None:
    async def run() -> None:
        bench = Bench(tmp_path)
        path = bench.host.plug()
        outcomes = []
        for _ in range(3):
            try:
                SerialLine(path, 38400, "E").close()
                outcomes.append("opened")
            except PortError as error:
                outcomes.append(error.code)
        assert set(outcomes) <= {"opened", "port-parity"}
        SerialLine(path, 38400, "N").close()
        bench.host.unplug()

    asyncio.run(run())


def test_a_profile_with_even_parity_is_opened_on_a_pty_again_and_again(tmp_path: Path) -> None:
    async def run() -> None:
        bench = Bench(tmp_path)
        bench.host.plug()
        even = msgspec.structs.replace(load_profiles()["burncard-reader"], parity="E", baud=38400)
        for _ in range(3):
            serial_opener(str(bench.link), even)().close()
        bench.host.unplug()

    asyncio.run(run())


def test_a_plain_file_is_no_port(tmp_path: Path) -> None:
    async def run() -> None:
        plain = tmp_path / "plain"
        plain.write_text("")
        with pytest.raises(PortError) as caught:
            SerialLine(str(plain), 115200, "N")
        assert caught.value.code == "port-no-tty"

    asyncio.run(run())


def test_a_link_never_replaces_a_file(tmp_path: Path) -> None:
    async def run() -> None:
        bench = Bench(tmp_path)
        bench.link.write_text("precious")
        with pytest.raises(FileExistsError):
            bench.host.plug()
        assert bench.link.read_text() == "precious"

    asyncio.run(run())


def test_bytes_leave_no_faster_than_the_baud_rate(tmp_path: Path) -> None:
    async def run() -> None:
        bench = Bench(tmp_path)
        bench.host = PtyHost(bench.reader, 9600, time.monotonic_ns)
        bench.port = DevicePort(
            bench.host.plug(),
            msgspec.structs.replace(load_profiles()["burncard-reader"], fast_baud=None),
            ReaderDriver(),
            bench.events.append,
            time.monotonic_ns,
        )
        bench.port.start()
        await bench.until(lambda: "ready" in bench.states())
        began_ns = time.monotonic_ns()
        for number in range(20):
            bench.put(number)
        await bench.until(lambda: len(bench.uids()) == 20)
        # scans with 20 tags of 10 bytes each, and their frames, take at least 0.5 s at 960 bytes a second
        assert time.monotonic_ns() - began_ns > 500_000_000
        bench.close()

    asyncio.run(run())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can take a port's permissions away from itself")
def test_a_port_without_permission_says_which_group_to_join(tmp_path: Path) -> None:
    async def run() -> None:
        bench = Bench(tmp_path)
        path = bench.host.plug()
        os.chown(path, 0, 20)
        os.chmod(path, 0o660)
        os.seteuid(65534)
        try:
            with pytest.raises(PortError) as caught:
                SerialLine(path, 115200, "N")
        finally:
            os.seteuid(0)
        assert caught.value.code == "port-permission"
        assert "dialout" in caught.value.reason
        bench.host.unplug()

    asyncio.run(run())
