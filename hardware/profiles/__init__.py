"""Device profiles: how to talk to a device, and how to recognise it. One TOML file each.

A profile is all that the rest of the program knows about a make. It names the driver for its protocol, so a new make is
one module and one profile. `BURNCARD_PROFILES` may name a folder with more profiles.
"""

import os
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Literal

import msgspec

from burncard.hardware.plain_files import read_plain
from burncard.hardware.toml_text import parse_toml

EXTRA_PROFILES_VARIABLE = "BURNCARD_PROFILES"

Parity = Literal["N", "E", "O"]
Kind = Literal["reader", "shuffler", "camera"]


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One kind of device.

    `driver` and `virtual` are `module:name` of its `Protocol` and of its virtual device's factory. `usb_ids` are vendor
    and product as `vvvv:pppp` that only this make has; `shared_usb_ids` belong to adapters that many makes use, so the
    device itself must be asked. `baud` is in bits per second; `fast_baud` is what the line may be changed to where the
    device agrees.
    """

    name: str
    kind: Kind
    title: str
    driver: str
    baud: int
    fast_baud: int | None = None
    parity: Parity = "N"
    virtual: str = ""
    usb_ids: tuple[str, ...] = ()
    shared_usb_ids: tuple[str, ...] = ()


class BadProfileError(ValueError):
    """A profile is invalid. The message names the file and the field."""


def load_profiles() -> dict[str, Profile]:
    """Every profile by name: the built-in ones, then those in the extra folder. Raises BadProfileError."""
    profiles: dict[str, Profile] = {}
    for source, data in _texts():
        try:
            profile = msgspec.convert(parse_toml(data.decode()), Profile)
        except (ValueError, RecursionError) as error:
            raise BadProfileError(f"{source}: {error}") from error
        profiles[profile.name] = profile
    return profiles


def _texts() -> Iterator[tuple[str, bytes]]:
    for entry in sorted(files("burncard.hardware").joinpath("profiles").iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            yield entry.name, entry.read_bytes()
    extra = os.environ.get(EXTRA_PROFILES_VARIABLE)
    if extra:
        for path in sorted(Path(extra).glob("*.toml")):
            yield str(path), _read(path)


def _read(path: Path) -> bytes:
    try:
        return read_plain(path)
    except OSError as error:
        raise BadProfileError(f"{path}: {error.strerror}") from error
