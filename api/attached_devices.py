"""The table's devices on the asyncio loop: their ports, their events, and the commands they are sent."""

import asyncio
import logging
import os
import secrets
import stat
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import cast

from burncard.controller.service import TableService
from burncard.controller.stopping import is_of_the_table, place_of
from burncard.firmware_bridge.driver import MS, SECOND, Driver, Reader, Scanning, Shuffler
from burncard.firmware_bridge.enrolment import Enrolled, Guard
from burncard.firmware_bridge.events import DeviceIdentified, DeviceRole, Event
from burncard.firmware_bridge.link_driver import LinkDriver
from burncard.firmware_bridge.port import DevicePort, Heard
from burncard.firmware_bridge.protocols import protocol
from burncard.firmware_bridge.reader_group import ReaderGroup

log = logging.getLogger("burncard")

SESSION_BITS = 31
PSEUDO_TERMINALS = range(136, 144)
"""Their device numbers on Linux (Documentation/admin-guide/devices.txt)."""
HEARTBEAT_NS = 250 * MS
NOT_ENROLLED: Mapping[DeviceRole, Enrolled] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Place:
    """Where a device is, and the name of its profile, which says how to talk to it."""

    path: str
    profile: str


def steady_clock() -> Callable[[], int]:
    """A clock of the time of day in ns that never goes back, even if the system clock is set back."""
    began_ns = time.time_ns() - time.monotonic_ns()
    return lambda: began_ns + time.monotonic_ns()


def is_pseudo_terminal(path: str) -> bool:
    """Whether a port is no hardware: a program is at its other end."""
    try:
        found = os.stat(path)
    except OSError:
        return False
    return stat.S_ISCHR(found.st_mode) and os.major(found.st_rdev) in PSEUDO_TERMINALS


def _as_it_is(path: str, tell: Callable[[Event], None], event: Event) -> None:
    """Passes on a device's event. A device at a pseudo-terminal is virtual, even if its port appeared later."""
    if isinstance(event, DeviceIdentified) and is_pseudo_terminal(path):
        event = replace(event, is_virtual=True)
    tell(event)


def _driver(place: Place) -> Driver:
    """A driver for a device. Raises UnknownProtocolError."""
    _, kind = protocol(place.profile)
    return kind.new_driver(secrets.randbits(SESSION_BITS))


class AttachedDevices:
    """A table's readers, and its shuffler and its camera if it has them.

    For an enrolled device, events of any other are rejected. Readers besides the first are those of the layout. Their
    clock is the table's: another one would differ from it by as much as the system clock is set in between.

    Raises UnknownProtocolError for an unknown profile.
    """

    def __init__(
        self,
        service: TableService,
        reader: Place,
        shuffler: Place | None,
        enrolled: Mapping[DeviceRole, Enrolled] = NOT_ENROLLED,
        camera: Place | None = None,
    ) -> None:
        self._service = service
        self._clock_ns = service.record.now
        self._paths: list[tuple[DeviceRole, str]] = []
        self._due: asyncio.TimerHandle | None = None
        self._closed = False
        self._ports: list[DevicePort] = []
        readers = self._readers(reader, enrolled)
        shuffler_driver = None
        if shuffler is not None:
            shuffler_driver = cast(Shuffler, _driver(shuffler))
            self._open("shuffler", shuffler, shuffler_driver, self._tell("shuffler"), enrolled)
        if camera is not None:
            self._open("camera", camera, _driver(camera), self._tell("camera"), enrolled)
        service.attach(readers, shuffler_driver, camera=camera is not None)

    def start(self) -> None:
        """Opens the ports, now and after every reconnection. The table is in fault until its devices answer, and
        whatever a port or a driver raises stops it."""
        asyncio.get_running_loop().set_exception_handler(self._failed)
        self._service.devices.expect_all()
        for device, path in self._paths:
            if is_pseudo_terminal(path):
                self._service.record.note_virtual(device, "its port is a pseudo-terminal")
        self._service.tick()
        for port in self._ports:
            port.start()
        self._wake_service()

    def close(self) -> None:
        """Closes the ports for good. Nothing wakes the table after that."""
        self._closed = True
        if self._due is not None:
            self._due.cancel()
        for port in self._ports:
            port.close()

    def move_soon(self) -> None:
        """Sends pending commands as soon as the current callback has finished."""
        asyncio.get_running_loop().call_soon(self._move)

    # ---- inside --------------------

    def _readers(self, first: Place, enrolled: Mapping[DeviceRole, Enrolled]) -> Scanning:
        """Opens the table's readers, which count as one. Only the first can be enrolled."""
        layout = self._service.layout
        places = [first, *(Place(further.port, further.protocol) for further in layout.further)]
        drivers = [cast(Reader, _driver(place)) for place in places]
        if layout.is_of_one_reader:
            self._open("reader", first, drivers[0], self._tell("reader"), enrolled)
            return drivers[0]
        group = ReaderGroup(layout, drivers, self._tell("reader"))
        for number, (place, driver) in enumerate(zip(places, drivers, strict=True)):
            self._open("reader", place, driver, partial(group.take, number), NOT_ENROLLED if number else enrolled)
        return group

    def _open(
        self,
        device: DeviceRole,
        place: Place,
        driver: Driver,
        tell: Callable[[Event], None],
        enrolled: Mapping[DeviceRole, Enrolled],
    ) -> None:
        """Adds a device's port. Events of any other than the enrolled device are rejected; it has to prove who it is,
        if it can."""
        self._paths.append((device, place.path))
        if (known := enrolled.get(device)) is not None:
            tell = Guard(known, tell)
            if known.key and isinstance(driver, LinkDriver):
                driver.prove_with(bytes.fromhex(known.key))
        profile, _ = protocol(place.profile)
        tell = partial(_as_it_is, place.path, tell)
        self._ports.append(DevicePort(place.path, profile, driver, tell, self._clock_ns, tap=self._bytes_arrived))

    def _bytes_arrived(self, what: Heard, data: bytes, at_ns: int) -> None:
        if what == "reader":
            self._service.record.passes("arrived")

    def _tell(self, device: DeviceRole) -> Callable[[Event], None]:
        def tell(event: Event) -> None:
            self._service.record.passes("heard")
            self._service.on_event(device, event)
            self.move_soon()

        return tell

    def _failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        """A callback of the loop raised. Of a driver or the table: then the table must not look alive."""
        error = context.get("exception")
        if isinstance(error, Exception) and is_of_the_table(error):
            self._service.stopping.stop(error)
            self._wake_service()
        elif isinstance(error, BaseException):
            log.error("%s: %s", context.get("message"), place_of(error))  # never its text, which may name a card
        else:
            loop.default_exception_handler(context)

    def _move(self) -> None:
        if self._closed:
            return
        for port in self._ports:
            port.pump()
        self._wake_service()

    def _wake_service(self) -> None:
        """Wakes the table when something is due, and from time to time: it may have stopped meanwhile."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        due_ns, now_ns = self._service.next_due_ns(), self._clock_ns()
        delay_ns = HEARTBEAT_NS if due_ns is None else min(HEARTBEAT_NS, max(0, due_ns - now_ns))
        self._due = asyncio.get_running_loop().call_later(delay_ns / SECOND, self._tick)

    def _tick(self) -> None:
        self._due = None
        self._service.tick()
        self._move()
