"""The table's devices on the asyncio loop: their ports, their events, and the commands they are sent."""

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import cast

from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import SECOND, Reader, Shuffler
from burncard.firmware_bridge.enrolment import Enrolled, Guard
from burncard.firmware_bridge.events import DeviceRole, Event
from burncard.firmware_bridge.port import DevicePort
from burncard.firmware_bridge.protocols import protocol

SESSION_BITS = 31
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


class AttachedDevices:
    """A table's reader and shuffler. For an enrolled device, events of any other device are rejected.

    Raises UnknownProtocolError for an unknown profile.
    """

    def __init__(
        self,
        service: TableService,
        reader: Place,
        shuffler: Place,
        clock_ns: Callable[[], int],
        enrolled: Mapping[DeviceRole, Enrolled] = NOT_ENROLLED,
    ) -> None:
        reader_profile, reader_protocol = protocol(reader.profile)
        shuffler_profile, shuffler_protocol = protocol(shuffler.profile)
        reader_driver = cast(Reader, reader_protocol.new_driver(secrets.randbits(SESSION_BITS)))
        shuffler_driver = cast(Shuffler, shuffler_protocol.new_driver(secrets.randbits(SESSION_BITS)))
        self._service = service
        self._clock_ns = clock_ns
        self._due: asyncio.TimerHandle | None = None
        service.attach(reader_driver, shuffler_driver)
        self._ports = [
            DevicePort(reader.path, reader_profile, reader_driver, self._tell("reader", enrolled), clock_ns),
            DevicePort(shuffler.path, shuffler_profile, shuffler_driver, self._tell("shuffler", enrolled), clock_ns),
        ]

    def start(self) -> None:
        """Opens both ports, now and after every reconnection."""
        for port in self._ports:
            port.start()

    def close(self) -> None:
        """Closes both ports for good."""
        if self._due is not None:
            self._due.cancel()
        for port in self._ports:
            port.close()

    def move_soon(self) -> None:
        """Sends pending commands as soon as the current callback has finished."""
        asyncio.get_running_loop().call_soon(self._move)

    # ---- inside --------------------

    def _tell(self, device: DeviceRole, enrolled: Mapping[DeviceRole, Enrolled]) -> Callable[[Event], None]:
        def tell(event: Event) -> None:
            self._service.on_event(device, event)
            self.move_soon()

        return Guard(enrolled[device], tell) if device in enrolled else tell

    def _move(self) -> None:
        for port in self._ports:
            port.pump()
        self._wake_service()

    def _wake_service(self) -> None:
        """Wakes the table when something is due: a weak read to settle, or the felt to compare."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        due_ns = self._service.next_due_ns()
        if due_ns is not None:
            delay_s = max(0, due_ns - self._clock_ns()) / SECOND
            self._due = asyncio.get_running_loop().call_later(delay_s, self._tick)

    def _tick(self) -> None:
        self._due = None
        self._service.tick()
        self._move()
