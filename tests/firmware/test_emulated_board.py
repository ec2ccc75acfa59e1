"""The firmware on an emulated Cortex-M3, with its UART on a pty and the real bridge at the other end."""

import asyncio
import os
import re
import subprocess
import time
import tty
import zlib
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from burncard.controller.config import TableConfig
from burncard.controller.journal.history import TableUpdate
from burncard.controller.journal.journal import Journal
from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import SECOND, Nanoseconds
from burncard.firmware_bridge.events import (
    DeviceFault,
    DeviceIdentified,
    Event,
    EventsLost,
    Face,
    LinkChanged,
    Scan,
)
from burncard.firmware_bridge.port import DevicePort
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.firmware_bridge.shuffler import ShufflerDriver
from burncard.hardware.layout import load_layout
from burncard.hardware.profiles import load_profiles
from burncard.rules.facts import CardSeen
from burncard.rules.outcomes import Result, Ruling
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.mishaps import Wanted
from burncard.simulator.pace import PATIENT
from burncard.simulator.paced_people import SimulatedTable
from burncard.simulator.packs import enrolled_packs
from burncard.simulator.pty_host import PtyHost

FLASH_MAX_BYTES = 16 * 1024
FAST = 921_600  # the line's speed once it is agreed on
PATIENCE_S = 30.0
BOARD = "qemu-system-arm -M lm3s6965evb -nic user,mac=52:54:00:00:bc:01 -display none -monitor stdio"
SERIAL_NUMBER = "LM3S-52540000BC01"
BAUD = 115200


class Board:
    """A running board. `path` is the tty of the link; tags are laid on its table through the other tty."""

    def __init__(self, firmware: Path) -> None:
        self._process = subprocess.Popen(
            [*BOARD.split(), *["-serial", "pty", "-serial", "pty", "-kernel"], str(firmware)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        paths: list[str] = []
        while len(paths) < 2:
            line = self._process.stdout.readline()
            assert line, "the emulator has ended"
            paths += re.findall(r"/dev/\w+/\w+", line)
        self.path, table = paths
        self._table = os.open(table, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._table)
        self.answers = b""
        asyncio.get_running_loop().add_reader(self._table, self._answered)

    def say(self, line: str) -> None:
        """Does something to the cards on the board's table."""
        os.write(self._table, line.encode() + b"\n")

    def halt(self) -> None:
        """The board stops, and its clock and watchdog with it."""
        self._order("stop")

    def go_on(self) -> None:
        """The board runs again."""
        self._order("cont")

    def processor_s(self) -> float:
        """Processor time used by the emulator so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """Switches the board off."""
        asyncio.get_running_loop().remove_reader(self._table)
        os.close(self._table)
        self._process.kill()
        self._process.communicate()

    def _order(self, command: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()

    def _answered(self) -> None:
        self.answers += os.read(self._table, 4096)


class BoardTable(VirtualReader):
    """The hands' view of the board: what is laid on it lies on the real firmware's table."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def put_tag(self, uid: str, antenna: int, face: Face, now_ns: Nanoseconds, *, boxed: bool = False) -> None:
        super().put_tag(uid, antenna, face, now_ns, boxed=boxed)
        shown = "" if face == "unknown" else f" {face}"
        self._board.say(f"put {uid} {antenna}{shown}{' boxed' if boxed else ''}")

    def take_tag(self, uid: str, now_ns: Nanoseconds) -> None:
        super().take_tag(uid, now_ns)
        self._board.say(f"take {uid}")


@asynccontextmanager
async def running(build: Path) -> AsyncIterator[Board]:
    board = Board(build / "firmware.elf")
    try:
        yield board
    finally:
        board.close()


def port_of(board: Board, tell: Callable[[Event], None], driver: ReaderDriver | None = None) -> DevicePort:
    profile = load_profiles()["burncard-reader"]
    return DevicePort(board.path, profile, driver or ReaderDriver(), tell, time.monotonic_ns)


async def until(done: Callable[[], bool], what: Callable[[], object] = lambda: "") -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < deadline, what()
        await asyncio.sleep(0.005)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 3 * PATIENCE_S))


def holdem_hand() -> list[tuple[str, int, Face]]:
    """Every card of a hand of hold'em with six players, in the order of the deal: tag, antenna, face."""
    places: list[tuple[int, Face]] = [(seat, "down") for _ in range(2) for seat in range(1, 7)]
    for board_cards in (3, 1, 1):
        places.append((12, "down"))
        places += [(11, "up") for _ in range(board_cards)]
    return [(f"E00401000000{number:04X}", *place) for number, place in enumerate(places)]


def test_the_firmware_is_under_16_kib(board_build: Path) -> None:
    assert (board_build / "firmware.bin").stat().st_size < FLASH_MAX_BYTES


def test_a_whole_hand_arrives_card_by_card_in_the_order_of_the_deal(board_build: Path) -> None:
    async def deal() -> None:
        events: list[Event] = []
        async with running(board_build) as board:
            port = port_of(board, events.append)
            port.start()
            await until(lambda: LinkChanged("ready") in events)
            for count, (uid, antenna, face) in enumerate(holdem_hand(), start=1):
                board.say(f"put {uid} {antenna} {face}")
                await until(lambda dealt=count: len(heard(events)) == dealt)  # type: ignore[misc]
            port.close()
            assert set(board.answers.split()) == {b"ok"}
        assert heard(events) == holdem_hand()
        lying: dict[int, int] = {}
        for scan in (event for event in events if isinstance(event, Scan)):
            assert scan.complete
            assert len(scan.tags) >= lying.get(scan.antenna, 0), "a card that lies there was not heard again"
            lying[scan.antenna] = len(scan.tags)
        assert not any(isinstance(event, EventsLost | DeviceFault) for event in events)
        (identity,) = [event for event in events if isinstance(event, DeviceIdentified)]
        image = (board_build / "firmware.bin").read_bytes()
        assert identity.serial_number == SERIAL_NUMBER
        assert identity.firmware_hash == f"{zlib.crc32(image):08X}"

    run(deal())


def test_a_hand_is_played_to_its_end_through_the_board(board_build: Path) -> None:
    async def play() -> None:
        red, _, decks = enrolled_packs()
        told: list[TableUpdate] = []
        async with running(board_build) as board:
            service = TableService(TableConfig(), Journal(None), decks, load_layout(), time.monotonic_ns)
            service.record.subscribe(told.append)
            reader, shuffler = ReaderDriver(), ShufflerDriver()
            service.attach(reader, shuffler)
            machine = VirtualShuffler(time_scale=0.01)
            host = PtyHost(machine, BAUD, time.monotonic_ns)
            ports = [
                port_of(board, lambda event: service.on_event("reader", event), reader),
                DevicePort(
                    host.plug(),
                    load_profiles()["burncard-shuffler"],
                    shuffler,
                    lambda event: service.on_event("shuffler", event),
                    time.monotonic_ns,
                ),
            ]
            for port in ports:
                port.start()
            hands = SimulatedTable(service, BoardTable(board), machine, Random(3), Wanted(), PATIENT.at_speed(10))
            deadline = time.monotonic() + PATIENCE_S
            while not results(told):
                assert time.monotonic() < deadline, (service.record.table.awaited(), service.devices)
                pause_ns = hands.step(time.monotonic_ns())
                host.pump()
                for port in ports:
                    port.pump()
                await asyncio.sleep(pause_ns / SECOND / 12)
            for port in ports:
                port.close()
            host.unplug()
            assert set(board.answers.split()) == {b"ok"}
        seen = [item.fact for item in told if isinstance(item.fact, CardSeen)]
        assert len(seen) == hands.tally.cards > 12
        assert not [outcome for item in told for outcome in item.outcomes if isinstance(outcome, Ruling)]
        assert {physical.uid for physical in red} >= set(hands.reader.lying())

    run(play())


def results(told: list[TableUpdate]) -> list[Result]:
    return [outcome for item in told for outcome in item.outcomes if isinstance(outcome, Result)]


def test_the_board_reports_the_scans_that_the_host_asks_for(board_build: Path) -> None:
    async def scan() -> None:
        events: list[Event] = []
        driver = ReaderDriver()
        async with running(board_build) as board:
            port = port_of(board, events.append, driver)
            port.start()
            await until(lambda: LinkChanged("ready") in events)
            for number in range(12):
                board.say(f"put E00401000000{number:04X} {3 if number < 2 else 7} down")
            await until(lambda: len(places(events)) == 12)
            events.clear()
            driver.scan_next(lambda now_ns: 3 if now_ns % 2 else 7)
            port.pump()
            await until(lambda: sum(isinstance(event, Scan) for event in events) >= 100)
            port.close()
        scans = [event for event in events if isinstance(event, Scan)][1:]  # one was under way before the host chose
        assert {(scan.antenna, len(scan.tags), scan.complete) for scan in scans} <= {(3, 2, True), (7, 10, True)}
        assert not any(isinstance(event, EventsLost | DeviceFault) for event in events)

    run(scan())


def test_a_board_whose_radio_never_returns_is_restarted_by_its_watchdog(board_build: Path) -> None:
    async def hang() -> None:
        events: list[Event] = []
        async with running(board_build) as board:
            port = port_of(board, events.append)
            port.start()
            await until(lambda: LinkChanged("ready") in events)
            board.say("hang")
            await until(lambda: EventsLost(None) in events, lambda: events)
            await until(lambda: events[-1] == LinkChanged("ready") or events.count(LinkChanged("ready")) >= 2)
            board.say("put E004010000000001 3 up")
            await until(lambda: bool(heard(events)), lambda: events)
            port.close()
        assert sum(isinstance(event, DeviceIdentified) for event in events) == 2

    run(hang())


def test_a_board_that_hangs_is_noticed_and_goes_on_where_it_was(board_build: Path) -> None:
    async def hang() -> None:
        events: list[Event] = []
        async with running(board_build) as board:
            driver = ReaderDriver()
            port = port_of(board, events.append, driver)
            port.start()
            await until(lambda: driver.baud == FAST and driver.link.speed.unproved_until_ns is None)
            board.halt()
            await until(lambda: LinkChanged("lost") in events)
            board.say("put E004010000000001 3 up")
            board.go_on()
            await until(lambda: bool(heard(events)), lambda: events)
            port.close()
        assert not any(isinstance(event, EventsLost) for event in events)

    run(hang())


def test_it_sleeps_while_nothing_happens(board_build: Path) -> None:
    async def rest() -> None:
        async with running(board_build) as board:
            await asyncio.sleep(1)
            before_s = board.processor_s()
            await asyncio.sleep(2)
            assert board.processor_s() - before_s < 1.0

    run(rest())


@pytest.mark.parametrize("count", [400])
def test_a_flood_of_cards_arrives_whole(board_build: Path, count: int) -> None:
    async def flood() -> None:
        events: list[Event] = []
        async with running(board_build) as board:
            port = port_of(board, events.append)
            port.start()
            await until(lambda: LinkChanged("ready") in events)
            for number in range(count):
                board.say(f"put E00401000000{number % 50:04X} {number % 15 + 1} {'up' if number % 2 else 'down'}")
                await until(lambda sent=number: board.answers.count(b"\n") > sent)  # type: ignore[misc]
            last = {f"E00401000000{number % 50:04X}": number % 15 + 1 for number in range(count)}
            await until(lambda: places(events) == last)
            port.close()
        assert not any(isinstance(event, EventsLost | DeviceFault) for event in events)

    run(flood())


def heard(events: list[Event]) -> list[tuple[str, int, Face]]:
    """Each tag where it was first heard, in that order: tag, antenna, face."""
    first: dict[str, tuple[str, int, Face]] = {}
    for scan in (event for event in events if isinstance(event, Scan)):
        for tag in scan.tags:
            first.setdefault(tag.uid, (tag.uid, scan.antenna, tag.face))
    return list(first.values())


def places(events: list[Event]) -> dict[str, int]:
    """Where each tag was heard last."""
    return {tag.uid: event.antenna for event in events if isinstance(event, Scan) for tag in event.tags}
