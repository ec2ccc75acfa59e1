"""`burncard run`: one asyncio loop for the devices, the table, the API and, where wanted, the simulated hands."""

import asyncio
import fcntl
import os
import secrets
import signal
import socket
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import uvicorn

from api.access import Keys, Role
from api.app import create_app
from api.faults import FAULTS
from controller.config import TableConfig
from controller.deck import DeckError, Decks
from controller.journal import Journal, JournalDamagedError
from controller.service import TableService
from firmware_bridge.events import Event
from firmware_bridge.port import DevicePort
from firmware_bridge.reader import ReaderDriver
from firmware_bridge.shuffler import ShufflerDriver
from hardware.layout import load_layout
from hardware.profiles import load_profiles
from rules.houses import HOUSES
from simulator.live import LiveTable
from simulator.table_sim import enrolled_packs

HOST = "127.0.0.1"
FAILED = 1
BAD_ARGUMENTS = 2
SESSION_BITS = 31


class StartError(Exception):
    """The table cannot start. `code` is a key of the table of faults."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


@dataclass(frozen=True, slots=True)
class Options:
    """What the command was given."""

    port: int
    reader: str
    shuffler: str
    seed: int
    mistakes: float
    speed: float

    @property
    def simulated(self) -> bool:
        """Whether no real device is given."""
        return not (self.reader and self.shuffler)


def run_table(
    data: str, port: int, reader: str, shuffler: str, seed: int, mistakes: float, speed: float, house: str
) -> int:
    """Runs a table until it is told to stop; the exit code."""
    if house not in HOUSES:
        print(f"no house is called {house}; known are {', '.join(HOUSES)}", file=sys.stderr)
        return BAD_ARGUMENTS
    if bool(reader) != bool(shuffler):
        print("give both --reader and --shuffler, or neither", file=sys.stderr)
        return BAD_ARGUMENTS
    options = Options(port, reader, shuffler, seed, mistakes, speed)
    directory = _directory(data, simulated=options.simulated)
    try:
        with _locked(directory):
            return asyncio.run(_serve(directory, options, house))
    except StartError as error:
        fault = FAULTS[error.code]
        print(f"burncard: {fault.happened} {error} {fault.next}", file=sys.stderr)
        return FAILED


def _directory(data: str, *, simulated: bool) -> Path:
    base = Path(data) if data else Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local/share")) / "burncard"
    directory = base / "simulated" if simulated else base / "live"
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    return directory


def _locked(directory: Path) -> TextIO:
    """Holds the data directory for one table; the kernel lets go of it however the process ends."""
    lock = (directory / "lock").open("w", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise StartError("data-in-use", str(directory)) from error
    return lock


def _open_service(directory: Path, house: str, *, simulated: bool) -> TableService:
    journal = Journal(directory / "journal.db")
    try:
        journal.verify()
        decks = _decks(directory, simulated=simulated)
    except JournalDamagedError as error:
        raise StartError("journal-damaged", str(error)) from error
    except DeckError as error:
        raise StartError(error.code, str(error)) from error
    config = TableConfig(house=house, simulated=simulated)
    return TableService(config, journal, decks, load_layout(), time.time_ns)


def _decks(directory: Path, *, simulated: bool) -> Decks:
    """The enrolled decks; the simulated table's own are the simulator's packs."""
    if simulated:
        return enrolled_packs()[2]
    return Decks.load(directory / "decks", directory / "decks.key")


async def _serve(directory: Path, options: Options, house: str) -> int:
    service = _open_service(directory, house, simulated=options.simulated)
    keys = Keys.open(directory / "keys.json")
    live = None
    paths = (options.reader, options.shuffler)
    if options.simulated:
        live = LiveTable(service, options.seed, options.mistakes, options.speed, time.monotonic_ns)
        paths = live.plug()
    ports = _open_ports(service, *paths)
    server = _server(service, keys, options.port)
    listener = _listen(options.port)
    address = f"http://{HOST}:{listener.getsockname()[1]}/"
    print(f"Burncard is running{' on SIMULATED devices' if live is not None else ''}.", flush=True)
    print(f"  reader   {paths[0]}\n  shuffler {paths[1]}\n  data     {directory}", flush=True)
    print(f"Console:  {address}?key={keys.key_of(Role.DEALER)}", flush=True)
    print(f"Floor:    {address}?key={keys.key_of(Role.FLOOR)}\nCtrl-C ends it.", flush=True)
    if live is not None:
        live.start()
    await server.serve(sockets=[listener])
    if live is not None:
        await live.stop()
    for port in ports:
        port.close()
    service.journal.close()
    print("Burncard has stopped.", flush=True)
    return 0


def _open_ports(service: TableService, reader_path: str, shuffler_path: str) -> list[DevicePort]:
    profiles = load_profiles()
    reader = ReaderDriver(secrets.randbits(SESSION_BITS))
    shuffler = ShufflerDriver(secrets.randbits(SESSION_BITS))
    service.attach(reader, shuffler)
    ports: list[DevicePort] = []

    def told_by(device: str) -> "ToldBy":
        return ToldBy(service, device, ports)

    ports += [
        DevicePort(reader_path, profiles["burncard-reader"], reader, told_by("reader"), time.monotonic_ns),
        DevicePort(shuffler_path, profiles["burncard-shuffler"], shuffler, told_by("shuffler"), time.monotonic_ns),
    ]
    for port in ports:
        port.start()
    return ports


class ToldBy:
    """Hands a device's events to the service, and sends what the service then commands."""

    def __init__(self, service: TableService, device: str, ports: list[DevicePort]) -> None:
        self._service = service
        self._device = device
        self._ports = ports

    def __call__(self, event: Event) -> None:
        self._service.on_event(self._device, event)
        asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        for port in self._ports:
            port.pump()


def _server(service: TableService, keys: Keys, port: int) -> uvicorn.Server:
    config = uvicorn.Config(
        create_app(service, keys),
        host=HOST,
        port=port,
        log_level="warning",
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    server = uvicorn.Server(config)
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, lambda: setattr(server, "should_exit", True))
    return server


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        raise StartError("port-busy", f"{HOST}:{port}") from error
    return listener
