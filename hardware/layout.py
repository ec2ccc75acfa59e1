"""Table layouts: which antenna lies under which zone."""

import re
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

ANTENNAS_MAX = 255
ZONE = re.compile(r"seat:[1-9]\d?|board|burn|muck|aside|stub")


class BadLayoutError(Exception):
    """A file is not a layout. The message names the file and says why."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Zone by antenna number, and back. `beside`: by zone, zones that border on it besides those next in its row."""

    name: str
    zones: dict[int, str]
    beside: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def zone_of(self, antenna: int) -> str | None:
        """The zone above an antenna; None if the table does not use that antenna."""
        return self.zones.get(antenna)

    def antenna_of(self, zone: str) -> int | None:
        """The antenna under a zone; None if the zone has none."""
        return next((antenna for antenna, known in self.zones.items() if known == zone), None)


def load_layout(name: str = "standard") -> Layout:
    """Reads a built-in layout."""
    return _layout(files("burncard.hardware").joinpath("layouts", f"{name}.toml").read_text(encoding="utf-8"))


def read_layout(path: Path) -> Layout:
    """Reads a layout from a file. Raises BadLayoutError."""
    try:
        return _layout(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadLayoutError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise BadLayoutError(f"{path}: {error}") from error


def _layout(text: str) -> Layout:
    """Raises ValueError, which says what is wrong."""
    data = tomllib.loads(text)
    name, antennas = data.get("name"), data.get("antennas")
    if not isinstance(name, str) or not name:
        raise ValueError('a layout needs a name, such as name = "small"')
    if not isinstance(antennas, dict) or not antennas:
        raise ValueError("a layout needs [antennas], with a zone for each number")
    if unknown := sorted(data.keys() - {"name", "antennas", "beside"}):
        raise ValueError(f"unknown: {', '.join(unknown)}")
    for number, zone in antennas.items():
        if not number.isascii() or not number.isdecimal() or not 1 <= int(number) <= ANTENNAS_MAX:
            raise ValueError(f"antenna {number!r}: antennas are numbered from 1 to {ANTENNAS_MAX}")
        if not isinstance(zone, str) or ZONE.fullmatch(zone) is None:
            known = "seat:1 and so on, board, burn, muck, aside, stub"
            raise ValueError(f"antenna {number}: {zone!r} is no zone; zones are {known}")
    zones = {int(number): str(zone) for number, zone in antennas.items()}
    if len(zones) < len(antennas):
        raise ValueError("an antenna is there twice")
    if twice := [zone for zone, count in Counter(zones.values()).items() if count > 1]:
        raise ValueError(f"{', '.join(twice)}: each zone has one antenna")
    return Layout(name, zones, _beside(data.get("beside", {}), frozenset(zones.values())))


def _beside(borders: object, zones: frozenset[str]) -> dict[str, tuple[str, ...]]:
    if not isinstance(borders, dict) or not all(isinstance(others, list) for others in borders.values()):
        raise ValueError('[beside] lists zones, such as board = ["burn"]')
    named = [zone for borderer, others in borders.items() for zone in (borderer, *others)]
    if unknown := [zone for zone in named if zone not in zones]:
        raise ValueError(f"[beside]: no antenna under {', '.join(map(str, unknown))}")
    return {str(zone): tuple(others) for zone, others in borders.items()}
