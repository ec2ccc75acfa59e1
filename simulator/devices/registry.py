"""The virtual devices, by the name of their profile."""

from collections.abc import Callable
from random import Random
from typing import cast

from burncard.firmware_bridge.protocols import UnknownProtocolError, named
from burncard.hardware.profiles import load_profiles
from burncard.simulator.devices.factory import Options
from burncard.simulator.devices.virtual_device import VirtualDevice

Make = Callable[[str, Random], VirtualDevice]
FACTORY = {
    "feig": "burncard.simulator.devices.feig.serve_feig:make",
    "metratec": "burncard.simulator.devices.virtual_metratec:make_from_factory",
}
"""By profile: what makes a reader as it comes out of the box, of any model."""


def make_virtual(name: str, serial_number: str, rng: Random) -> VirtualDevice:
    """A virtual device of a profile. `rng` is its source of randomness.

    Raises UnknownProtocolError if there is no such profile, or if it has no virtual device.
    """
    profiles = load_profiles()
    served = sorted(known for known, profile in profiles.items() if profile.virtual)
    if name not in served:
        raise UnknownProtocolError(f"no virtual device {name!r}; there are: {', '.join(served)}")
    make = named(profiles[name].virtual)
    if not callable(make):
        raise UnknownProtocolError(f"{profiles[name].virtual!r} does not make a virtual device")
    return cast(Make, make)(serial_number, rng)


def make_from_factory(name: str, serial_number: str, rng: Random, options: Options) -> VirtualDevice:
    """A reader of a profile as it comes out of the box. `rng` is its source of randomness.

    Raises UnknownProtocolError if there is none of this profile, ValueError for options that it cannot have.
    """
    if name not in FACTORY:
        raise UnknownProtocolError(f"no reader {name!r} from the factory; there are: {', '.join(FACTORY)}")
    make = cast(Callable[[str, Random, Options], VirtualDevice], named(FACTORY[name]))
    return make(serial_number, rng, options)
