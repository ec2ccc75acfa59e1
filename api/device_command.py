"""`burncard device serve`: a virtual device on a pty, controlled by lines on standard input."""

import asyncio
import signal
import sys
import threading
import time
from pathlib import Path
from random import Random, SystemRandom
from typing import cast, get_args

from burncard.firmware_bridge.driver import Nanoseconds
from burncard.firmware_bridge.events import Face
from burncard.firmware_bridge.protocols import UnknownProtocolError
from burncard.hardware.profiles import BadProfileError, load_profiles
from burncard.simulator.devices.factory import Options
from burncard.simulator.devices.registry import make_from_factory, make_virtual
from burncard.simulator.devices.virtual_device import TagHolder, VirtualDevice
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.pty_host import PtyHost


class BadCommandError(ValueError):
    """A line or option that is not valid. The message says what is."""


class Served:
    """A running virtual device and its commands."""

    def __init__(self, device: VirtualDevice, host: PtyHost) -> None:
        self._device = device
        self._host = host

    def carry_out(self, line: str) -> None:
        """Carries out one line of standard input. Raises BadCommandError."""
        words = line.split()
        match words:
            case []:
                return
            case ["put", uid, antenna]:
                self.put(uid, antenna, "unknown")
            case ["put", uid, antenna, face]:
                self.put(uid, antenna, face)
            case ["take", uid]:
                self._holder().take_tag(uid.upper(), _now())
            case ["unplug"]:
                self._host.unplug()
                return
            case ["plug"]:
                self._host.unplug()
                self._host.plug()
                return
            case ["load", *uids]:
                self._shuffler().load([uid.upper() for uid in uids], frozenset(map(str.upper, uids)), _now())
            case ["jam", zone]:
                self._shuffler().jam(zone, _now())
            case ["door", "open"]:
                self._shuffler().open_door(_now())
            case ["door", "close"]:
                self._shuffler().close_door(_now())
            case _:
                raise BadCommandError(
                    f"unknown: {line.strip()!r}; known: put UID ANTENNA [up|down|unknown], take UID, unplug, plug"
                )
        self._host.pump()

    def put(self, uid: str, antenna: str, face: str) -> None:
        """Lays a tag over an antenna. Raises BadCommandError."""
        if face not in get_args(Face):
            raise BadCommandError(f"{face!r} is not a face: up, down or unknown")
        try:
            self._holder().put_tag(uid.upper(), int(antenna), cast(Face, face), _now())
        except ValueError as error:
            raise BadCommandError(f"put {uid} {antenna}: {error}") from error

    def _holder(self) -> TagHolder:
        if not isinstance(self._device, TagHolder):
            raise BadCommandError("this device has no antennas")
        return self._device

    def _shuffler(self) -> VirtualShuffler:
        if not isinstance(self._device, VirtualShuffler):
            raise BadCommandError("this device is not a shuffler")
        return self._device


def serve(
    protocol: str, link: str, tags: list[str], baud: int, serial_number: str, factory: Options | None = None
) -> int:
    """Serves until SIGINT or SIGTERM; the exit code. `factory`: a reader as it comes out of the box, of this kind."""
    try:
        device = _device(protocol, serial_number, factory)
        host = PtyHost(device, baud or load_profiles()[protocol].baud, time.monotonic_ns, Path(link))
        served = Served(device, host)
        for tag in tags:
            uid, at, antenna = tag.partition("@")
            if not at:
                raise BadCommandError(f"--tag {tag}: expected UID@ANTENNA")
            served.put(uid, antenna, "unknown")
    except (UnknownProtocolError, BadProfileError, BadCommandError) as error:
        print(f"burncard: {error}", file=sys.stderr)
        return 2
    return asyncio.run(_run(protocol, link, served, host))


def _device(protocol: str, serial_number: str, factory: Options | None) -> VirtualDevice:
    if factory is None:
        return make_virtual(protocol, serial_number, SystemRandom())
    try:
        return make_from_factory(protocol, serial_number, Random(serial_number), factory)
    except ValueError as error:
        raise BadCommandError(f"--factory: {error}") from error


async def _run(protocol: str, link: str, served: Served, host: PtyHost) -> int:
    try:
        path = host.plug()
    except OSError as error:
        print(f"burncard: {link}: {error}", file=sys.stderr)
        return 2
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    # standard input may be a file or closed, which an event loop cannot watch, so a thread reads it
    threading.Thread(target=_read_commands, args=(loop, served), daemon=True).start()
    print(f"{protocol} on {link} ({path}); Ctrl-C stops it.", flush=True)
    await ended.wait()
    host.unplug()
    return 0


def _read_commands(loop: asyncio.AbstractEventLoop, served: Served) -> None:
    for line in sys.stdin:
        if loop.is_closed():
            return
        loop.call_soon_threadsafe(_carry_out, served, line)


def _carry_out(served: Served, line: str) -> None:
    try:
        served.carry_out(line)
    except BadCommandError as error:
        print(f"burncard: {error}", file=sys.stderr, flush=True)


def _now() -> Nanoseconds:
    return Nanoseconds(time.monotonic_ns())
