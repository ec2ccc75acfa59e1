"""Finds devices: which ports exist, which makes may be behind them, and, by asking, which device it is.

A USB id that belongs to one make decides at once. The id of a common adapter only says which makes to try, and the
device's answer decides. A port whose id is in no profile is never written to unless a person names it: a stray HELLO
could start another machine.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Protocol

import msgspec
from serial.tools import list_ports

from burncard.firmware_bridge.driver import MS, SECOND
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified, Event
from burncard.firmware_bridge.link_driver import LinkDriver
from burncard.firmware_bridge.link_messages import SetKey, Type
from burncard.firmware_bridge.port import DevicePort
from burncard.firmware_bridge.port_error import PortError
from burncard.firmware_bridge.protocols import protocol_of
from burncard.firmware_bridge.transport_usb import UsbPath, usb_paths
from burncard.hardware.profiles import Profile

LOOK_S = 0.02  # between looks at whether a command has been answered
ASK_FOR_NS = 2500 * MS  # for an answer, per profile: ten HELLOs of our own link, or a FEIG reader set up; our choice
TRY_FOR_NS = 1000 * MS  # the same, at each of the other settings of a port; our choice
SPEEDS_BAUD = (115200, 38400, 57600, 19200, 9600, 230400)
STABLE_FOLDERS = (
    Path("/dev/burncard/by-serial"),
    Path("/dev/burncard/by-port"),
    Path("/dev/serial/by-id"),
    Path("/dev/serial/by-path"),
)


class PortInfo(Protocol):
    """What the system knows of a port; None for what it does not know. pyserial's `ListPortInfo` fits."""

    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None
    location: str | None
    product: str | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A port, and the profiles that may be behind it. A port without profiles is not asked.

    `stable_path` does not depend on the order in which devices are plugged in. `adapter_serial` and `usb_location`
    distinguish identical adapters: by serial number or, without one, by socket.
    """

    path: str
    stable_path: str
    usb_id: str = ""
    adapter_serial: str = ""
    usb_location: str = ""
    product: str = ""
    profiles: tuple[Profile, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of asking a port: which device answered, or the error. Neither: no device answered."""

    candidate: Candidate
    profile: Profile | None = None
    identity: DeviceIdentified | None = None
    error: PortError | None = None


def candidates(
    profiles: Iterable[Profile],
    named: Iterable[str] = (),
    ports: Callable[[], Iterable[PortInfo]] = list_ports.comports,
    bulk: Callable[[Iterable[str]], Iterable[UsbPath]] = usb_paths,
    folders: Iterable[Path] = STABLE_FOLDERS,
) -> list[Candidate]:
    """The USB serial ports of this machine, the USB devices with a make's own id that are not a port, and the paths
    in `named`."""
    known, folders = tuple(profiles), tuple(folders)
    found = {port.device: _candidate(port, known, folders) for port in ports() if port.vid is not None}
    found |= {str(path): _bulk_candidate(path, known) for path in _bulk_paths(known, bulk, found.values())}
    for path in named:
        if path not in found or not found[path].profiles:
            found[path] = Candidate(path, path, profiles=known)
    return [found[path] for path in sorted(found)]


def _candidate(port: PortInfo, profiles: tuple[Profile, ...], folders: tuple[Path, ...]) -> Candidate:
    usb_id = f"{port.vid or 0:04x}:{port.pid or 0:04x}"
    certain = tuple(profile for profile in profiles if usb_id in profile.usb_ids)
    possible = tuple(profile for profile in profiles if usb_id in profile.shared_usb_ids)
    return Candidate(
        path=port.device,
        stable_path=stable_path(port.device, folders),
        usb_id=usb_id,
        adapter_serial=_printable(port.serial_number),
        usb_location=port.location or "",
        product=_printable(port.product),
        profiles=certain or possible,
    )


def _printable(text: str | None) -> str:
    """What a device says of itself, as it may be shown on a terminal, which obeys control characters."""
    return "".join(one if one.isprintable() else "?" for one in text or "")


def _bulk_paths(
    profiles: tuple[Profile, ...],
    bulk: Callable[[Iterable[str]], Iterable[UsbPath]],
    ports: Iterable[Candidate],
) -> list[UsbPath]:
    """The devices with a make's own id that have no serial port. Empty without libusb."""
    taken = {(port.usb_id, port.adapter_serial) for port in ports}
    try:
        paths = list(bulk({usb_id for profile in profiles for usb_id in profile.usb_ids}))
    except PortError:
        # such a device cannot be used without libusb; `doctor` says how to install it
        return []
    return [path for path in paths if (path.usb_id, path.serial_number) not in taken]


def _bulk_candidate(path: UsbPath, profiles: tuple[Profile, ...]) -> Candidate:
    certain = tuple(profile for profile in profiles if path.usb_id in profile.usb_ids)
    return Candidate(str(path), str(path), path.usb_id, path.serial_number, profiles=certain)


def stable_path(path: str, folders: Iterable[Path] = STABLE_FOLDERS) -> str:
    """A name of a port that does not depend on the order of plugging; the path itself if there is none."""
    target = Path(path).resolve()
    for folder in folders:
        for link in sorted(folder.iterdir()) if folder.is_dir() else ():
            if link.resolve() == target:
                return str(link)
    return path


def asked_alike(profiles: Iterable[Profile]) -> list[tuple[Profile, ...]]:
    """Profiles by what a port is asked for them: the same protocol at the same speed and parity.

    The device's answer says which of them it is, so a port at which nothing answers is asked once for all of them.
    """
    alike: dict[object, list[Profile]] = {}
    for profile in profiles:
        alike.setdefault((protocol_of(profile).decoder, profile.baud, profile.parity), []).append(profile)
    return [tuple(group) for group in alike.values()]


async def ask(candidate: Candidate, patience_ns: int = ASK_FOR_NS) -> Answer:
    """Asks the device behind a port to identify itself, in the protocol of each profile that may fit."""
    for profiles in asked_alike(candidate.profiles):
        answer = await _ask_as(candidate, profiles, patience_ns)
        if answer.identity is not None or answer.error is not None:
            return answer
    return Answer(candidate)


async def ask_all(found: Iterable[Candidate], patience_ns: int = ASK_FOR_NS) -> list[Answer]:
    """Asks all ports at once."""
    return list(await asyncio.gather(*(ask(candidate, patience_ns) for candidate in found)))


async def give_key(answer: Answer, key: bytes, patience_ns: int = ASK_FOR_NS) -> bool:
    """Gives a device that has answered a key of its own; whether it has taken it. One that has a key takes no other."""
    assert answer.profile is not None
    driver = protocol_of(answer.profile).driver()
    if not isinstance(driver, LinkDriver):
        return False
    done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def tell(event: Event) -> None:
        if isinstance(event, DeviceFault) and not done.done():
            done.set_result(False)

    driver.send(SetKey(key))
    port = DevicePort(answer.candidate.path, answer.profile, driver, tell, time.monotonic_ns)
    port.start()
    try:
        async with asyncio.timeout(patience_ns / SECOND):
            while driver.link.commands_waiting(Type.SET_KEY) and not done.done():
                await asyncio.sleep(LOOK_S)
    except TimeoutError:
        return False
    finally:
        port.close()
    return not done.done()


async def ask_at_other_settings(candidate: Candidate, patience_ns: int = TRY_FOR_NS) -> Answer:
    """Asks a port that has not answered at the other speeds, and without parity: the device may be set to them.

    The profile of the answer has the settings at which it came.
    """
    for profiles in asked_alike(candidate.profiles):
        known = profiles[0]
        for baud, parity in product(SPEEDS_BAUD, dict.fromkeys((known.parity, "N"))):
            if (baud, parity) != (known.baud, known.parity):
                tried = tuple(msgspec.structs.replace(profile, baud=baud, parity=parity) for profile in profiles)
                answer = await _ask_as(candidate, tried, patience_ns)
                if answer.identity is not None:
                    return answer
    return Answer(candidate)


async def _ask_as(candidate: Candidate, alike: tuple[Profile, ...], patience_ns: int) -> Answer:
    """Asks a port in the protocol that some profiles share; the answer's is the one for that kind of device."""
    identified: asyncio.Future[DeviceIdentified] = asyncio.get_running_loop().create_future()

    def tell(event: Event) -> None:
        if isinstance(event, DeviceIdentified) and not identified.done():
            identified.set_result(event)

    port = DevicePort(candidate.path, alike[0], protocol_of(alike[0]).driver(), tell, time.monotonic_ns)
    port.start()
    try:
        if port.last_error is not None:
            return Answer(candidate, error=port.last_error)
        identity = await asyncio.wait_for(identified, patience_ns / SECOND)
    except TimeoutError:
        return Answer(candidate)
    finally:
        port.close()
    found = next((profile for profile in alike if profile.kind == identity.kind), None)
    return Answer(candidate) if found is None else Answer(candidate, found, identity)
