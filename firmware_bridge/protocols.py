"""The supported protocols, by the name of their profile.

A make's module offers a `PROTOCOL`: its driver, and a decoder that explains the bytes of a line to a person. The
profile names the module, so no make is named here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal
from typing import Protocol as Shape

from burncard.firmware_bridge.driver import Driver
from burncard.hardware.profiles import Profile, load_profiles

Side = Literal["host", "reader"]
Decoded = dict[str, Any]
"""One frame for a person to read: its fields, or `error` with the reason why it was refused."""


class Decoder(Shape):
    """Explains the bytes that one side sent. Bytes may arrive in pieces of any size."""

    def feed(self, data: bytes) -> list[Decoded]:
        """Takes bytes. Returns the frames that they complete, and the errors."""
        ...

    def finish(self) -> list[Decoded]:
        """No more bytes will come: what is left is an error."""
        ...


class Setup(Driver, Shape):
    """Looks at what a device keeps in its own memory, or writes it. It is `ready` once that is done."""

    def missing(self) -> list[str]:
        """What the device lacks of the settings that Burncard needs, each in words."""
        ...


class NewSetup(Shape):
    """Creates a `Setup`."""

    def __call__(self, *, write: bool) -> Setup:
        """One that looks, or with `write` one that writes."""
        ...


@dataclass(frozen=True, slots=True)
class Protocol:
    """The protocol of a make. `driver` creates a driver, `decoder` a decoder for the bytes of one side.

    `sessions`: the driver takes a session number (`driver(session)`) that it sends to the device, so that a recorded
    line can be replayed with the number it was recorded with. `setup`: for devices that keep settings of their own.
    """

    driver: Callable[..., Driver]
    decoder: Callable[[Side], Decoder]
    sessions: bool = False
    setup: NewSetup | None = None

    def new_driver(self, session: int) -> Driver:
        """A driver for one session."""
        return self.driver(session) if self.sessions else self.driver()


class UnknownProtocolError(LookupError):
    """There is no such protocol, or its profile names none. The message lists those that exist."""


def protocol_of(profile: Profile) -> Protocol:
    """The protocol that a profile names. Raises UnknownProtocolError."""
    found = named(profile.driver)
    if not isinstance(found, Protocol):
        raise UnknownProtocolError(f"{profile.driver!r} of profile {profile.name!r} is not a protocol")
    return found


def protocol(name: str) -> tuple[Profile, Protocol]:
    """A profile by name, and its protocol. Raises UnknownProtocolError."""
    profiles = load_profiles()
    if name not in profiles:
        raise UnknownProtocolError(f"no protocol {name!r}; there are: {', '.join(sorted(profiles))}")
    return profiles[name], protocol_of(profiles[name])


def named(place: str) -> object:
    """The object at `module:name`. Raises UnknownProtocolError if there is none."""
    module, _, name = place.partition(":")
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownProtocolError(f"{place!r}: {error}") from error
