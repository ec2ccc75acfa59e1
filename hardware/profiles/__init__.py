"""Device profiles: how to speak to a device, and how to recognise it. One TOML file each."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal, cast

Parity = Literal["N", "E", "O"]


@dataclass(frozen=True, slots=True)
class Profile:
    """One kind of device. `usb_ids`: vendor and product, as `vvvv:pppp`; empty: found by asking."""

    name: str
    kind: str
    title: str
    protocol: str
    baud: int
    parity: Parity
    usb_ids: tuple[str, ...] = ()


def load_profiles() -> dict[str, Profile]:
    """Every profile that ships with the product, by name."""
    profiles: dict[str, Profile] = {}
    for entry in sorted(files("hardware").joinpath("profiles").iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            data = tomllib.loads(entry.read_text(encoding="utf-8"))
            profiles[data["name"]] = Profile(
                name=data["name"],
                kind=data["kind"],
                title=data["title"],
                protocol=data["protocol"],
                baud=data["baud"],
                parity=cast(Parity, data["parity"]),
                usb_ids=tuple(data["usb_ids"]),
            )
    return profiles
