"""`burncard doctor` at ports that a table has, and at devices that are set to another speed."""

import asyncio
import os
import re
import subprocess
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from burncard.firmware_bridge.discovery import Candidate, ask, ask_at_other_settings, asked_alike
from burncard.firmware_bridge.driver import MS, Nanoseconds
from burncard.firmware_bridge.link_decoder import LinkDecoder
from burncard.hardware.profiles import load_profiles
from burncard.simulator.devices.virtual_camera import VirtualCamera
from burncard.simulator.devices.virtual_device import VirtualDevice
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.pty_host import PtyHost
from tests.harness.processes import Processes

PATIENCE_S = 60.0
OWN_LINK = {"burncard-reader", "burncard-shuffler", "face-camera"}


@pytest.fixture
def processes() -> Iterator[Processes]:
    processes = Processes(errors=subprocess.STDOUT)
    yield processes
    processes.end()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def test_a_port_that_a_running_table_has_is_not_called_busy(processes: Processes, tmp_path: Path) -> None:
    links = {kind: str(tmp_path / kind) for kind in ("reader", "shuffler")}
    for kind, link in links.items():
        line(processes.start("device", "serve", f"burncard-{kind}", "--link", link))
    table = processes.start(
        "run", "--data", str(tmp_path), "--port", "0", "--reader", links["reader"], "--shuffler", links["shuffler"]
    )
    said = ""
    while (found := re.search(r"http://127\.0\.0\.1:\d+/", said)) is None:
        said += line(table)
    for name in (links["reader"], os.path.realpath(links["reader"])):
        doctor = processes.start("doctor", "--port", name, "--data", str(tmp_path))
        output, _ = doctor.communicate(timeout=PATIENCE_S)
        assert f"ok      {name}: in use by the table table-1, which runs at {found[0]}" in output
        assert "another program" not in output


class SetTo(VirtualReader):
    """A reader that understands only what comes at its speed."""

    def __init__(self, speed: int) -> None:
        super().__init__()
        self.speed = speed
        self.host: PtyHost | None = None

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes from the host; at another speed they are noise."""
        assert self.host is not None
        line = os.open(self.host.path, os.O_RDWR | os.O_NOCTTY)
        speed = termios.tcgetattr(line)[4]
        os.close(line)
        if speed == self.speed:
            super().receive(data, now_ns)


def test_a_device_that_is_set_to_another_speed_is_found_at_it() -> None:
    async def run() -> None:
        reader = SetTo(termios.B19200)
        reader.host = PtyHost(reader, 19200, time.monotonic_ns)
        path = reader.host.plug()
        candidate = Candidate(path, path, profiles=(load_profiles()["burncard-reader"],))
        assert (await ask(candidate, 700 * MS)).identity is None
        answer = await ask_at_other_settings(candidate, 700 * MS)
        assert answer.identity is not None
        assert answer.profile is not None
        assert answer.profile.baud == 19200
        reader.host.unplug()

    asyncio.run(run())


class Silent(VirtualReader):
    """A reader that hears greetings and answers none."""

    def __init__(self) -> None:
        super().__init__()
        self.sessions: set[int] = set()
        self._decoder = LinkDecoder("host")

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes from the host."""
        self.sessions |= {frame["session"] for frame in self._decoder.feed(data) if frame.get("frame") == "hello"}


def test_what_is_asked_alike_is_asked_once() -> None:
    alike = [{profile.name for profile in profiles} for profiles in asked_alike(load_profiles().values())]
    assert alike == [OWN_LINK, {"feig"}, {"metratec"}]


@pytest.mark.parametrize("make", [VirtualReader, VirtualShuffler, VirtualCamera])
def test_a_device_on_our_own_link_says_itself_which_it_is(make: Callable[[], VirtualDevice]) -> None:
    async def run() -> None:
        host = PtyHost(make(), 115200, time.monotonic_ns)
        path = host.plug()
        answer = await ask(Candidate(path, path, profiles=tuple(load_profiles().values())))
        assert answer.identity is not None
        assert answer.profile is not None
        assert answer.profile.kind == answer.identity.kind
        assert load_profiles()[answer.profile.name] == answer.profile
        host.unplug()

    asyncio.run(run())


def test_a_silent_port_is_greeted_once_for_all_devices_of_our_own_link() -> None:
    async def run() -> None:
        silent = Silent()
        host = PtyHost(silent, 115200, time.monotonic_ns)
        path = host.plug()
        own = tuple(load_profiles()[name] for name in OWN_LINK)
        assert (await ask(Candidate(path, path, profiles=own), 700 * MS)).identity is None
        assert len(silent.sessions) == 1
        host.unplug()

    asyncio.run(run())
