"""`burncard device setup`: writes what Burncard needs into a device's own memory, with the technician's consent."""

import asyncio
import sys
import time
from collections.abc import Callable

from burncard.firmware_bridge.events import Event, LinkChanged
from burncard.firmware_bridge.port import DevicePort
from burncard.firmware_bridge.protocols import Setup, UnknownProtocolError, protocol
from burncard.hardware.profiles import BadProfileError, Profile

PATIENCE_S = 15.0

Consent = Callable[[list[str]], bool]
"""Whether the settings that are listed may be written."""


def set_up(path: str, name: str, *, yes: bool) -> int:
    """Looks at the device at a port, and writes what it lacks if the technician agrees; the exit code."""
    try:
        return asyncio.run(set_up_with(path, name, (lambda missing: True) if yes else _agrees))
    except (UnknownProtocolError, BadProfileError) as error:
        print(f"burncard: {error}", file=sys.stderr)
        return 2


async def set_up_with(path: str, name: str, consent: Consent) -> int:
    """Looks at the device, and writes what it lacks if that is agreed to; the exit code.

    Raises UnknownProtocolError.
    """
    profile, kind = protocol(name)
    if kind.setup is None:
        print(f"burncard: a device with the protocol {name} has no settings of its own", file=sys.stderr)
        return 2
    missing = await _carried_out(path, profile, kind.setup(write=False))
    if missing is None:
        return 1
    if not missing:
        print("The device keeps every setting that Burncard needs.")
        return 0
    print("The device lacks these settings, which Burncard makes each time it finds it:")
    print("\n".join(f"  {line}" for line in missing))
    if not consent(missing):
        print("Nothing was written.")
        return 0
    refused = await _carried_out(path, profile, kind.setup(write=True))
    if refused:
        print("\n".join(["The device has not taken:", *(f"  {line}" for line in refused)]))
    elif refused is not None:
        print("The settings are in the device's own memory now.")
    return 0 if refused == [] else 1


async def _carried_out(path: str, profile: Profile, driver: Setup) -> list[str] | None:
    """What the device lacks once the driver is done; None, with the reason printed, if it has not answered."""
    done = asyncio.Event()

    def tell(event: Event) -> None:
        if event == LinkChanged("ready"):
            done.set()

    port = DevicePort(path, profile, driver, tell, time.monotonic_ns)
    port.start()
    try:
        if port.last_error is None:
            await asyncio.wait_for(done.wait(), PATIENCE_S)
            return driver.missing()
        print(f"burncard: {port.last_error}", file=sys.stderr)
    except TimeoutError:
        print(f"burncard: {path}: no {profile.title} has answered for {PATIENCE_S:.0f} s", file=sys.stderr)
    finally:
        port.close()
    return None


def _agrees(missing: list[str]) -> bool:
    try:
        return input("Write them to its EEPROM, where they last? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        return False
