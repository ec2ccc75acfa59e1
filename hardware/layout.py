"""Table layouts: which antenna lies under which zone, and which readers the table has besides its first."""

import json
import re
from dataclasses import astuple, dataclass, field
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from burncard.hardware.plain_files import read_text
from burncard.hardware.toml_text import parse_toml

ANTENNAS_MAX = 255
ZONE = re.compile(r"seat:[1-9]\d?|board|burn|muck|aside|stub")
SEAT = "seat:"
READER_STRIDE = 256
"""The antennas of the second reader count from 257, those of the third from 513."""


class BadLayoutError(Exception):
    """A file is not a layout. The message names the file and says why."""


class Site(NamedTuple):
    """An antenna: its reader, from 0, and its number there, from 1."""

    reader: int
    antenna: int

    @property
    def number(self) -> int:
        """Its number at the table."""
        return self.reader * READER_STRIDE + self.antenna


@dataclass(frozen=True, slots=True)
class FurtherReader:
    """A reader besides the table's first: its port, and its profile."""

    port: str
    protocol: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Zone by antenna number, and back. `beside`: by zone, zones that border on it besides those next in its row.

    Several antennas under one zone count as the lowest of them (`sites`: all of them, by that number). `further`: the
    readers besides the first.
    """

    name: str
    zones: dict[int, str]
    beside: dict[str, tuple[str, ...]] = field(default_factory=dict)
    sites: dict[int, tuple[Site, ...]] = field(default_factory=dict)
    further: tuple[FurtherReader, ...] = ()

    def zone_of(self, antenna: int) -> str | None:
        """The zone above an antenna; None if the table does not use that antenna."""
        return self.zones.get(antenna)

    def antenna_of(self, zone: str) -> int | None:
        """The antenna under a zone; None if the zone has none."""
        return next((antenna for antenna, known in self.zones.items() if known == zone), None)

    def antennas_of(self, *zones: str) -> tuple[int, ...]:
        """The antennas under zones, in the order of these, without those that have none."""
        antennas = map(self.antenna_of, zones)
        return tuple(antenna for antenna in antennas if antenna is not None)

    def neighbours(self) -> dict[int, tuple[int, ...]]:
        """By antenna, those that may hear its cards: of the zones next in the row of seats, or that border on it."""
        seats = sorted(
            (int(zone[len(SEAT) :]), antenna) for antenna, zone in self.zones.items() if zone.startswith(SEAT)
        )
        pairs = [(one, other) for (_, one), (_, other) in pairwise(seats)]
        for zone, zones in self.beside.items():
            one = self.antenna_of(zone)
            others = (self.antenna_of(other) for other in zones)
            pairs += [(one, other) for other in others if one is not None and other is not None]
        found: dict[int, set[int]] = {antenna: set() for antenna in self.zones}
        for one, other in pairs:
            found[one].add(other)
            found[other].add(one)
        return {antenna: tuple(sorted(there)) for antenna, there in found.items()}

    @property
    def sum(self) -> str:
        """The SHA-256 of all that it says, in whatever order and form its file says it."""
        parts = [sorted(part.items()) for part in (self.zones, self.beside, self.sites)]
        return sha256(json.dumps([self.name, *parts, list(map(astuple, self.further))]).encode()).hexdigest()

    @property
    def is_of_one_reader(self) -> bool:
        """Whether each antenna counts as itself: there is one reader, with one antenna under each zone."""
        return not self.sites and not self.further

    def sites_of(self, number: int) -> tuple[Site, ...]:
        """The antennas that count as this one."""
        return self.sites.get(number) or (Site(*divmod(number, READER_STRIDE)),)

    def sites_of_reader(self, reader: int) -> dict[int, frozenset[Site]]:
        """By the number as which they count, the antennas of one reader."""
        mine = {number: frozenset(s for s in self.sites_of(number) if s.reader == reader) for number in self.zones}
        return {number: sites for number, sites in mine.items() if sites}

    def place_of(self, site: Site) -> int:
        """The number as which an antenna counts."""
        return next((number for number, sites in self.sites.items() if site in sites), site.number)


def load_layout(name: str = "standard") -> Layout:
    """Reads a built-in layout."""
    return _layout(_built_in().joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def find_layout(asked: str) -> Layout:
    """A built-in layout by its name, or one from a file; the standard one if none is asked for. Raises
    BadLayoutError."""
    if not asked or any(each.name == f"{asked}.toml" for each in _built_in().iterdir()):
        return load_layout(asked or "standard")
    return read_layout(Path(asked))


def read_layout(path: Path) -> Layout:
    """Reads a layout from a file. Raises BadLayoutError."""
    try:
        return _layout(read_text(path))
    except OSError as error:
        raise BadLayoutError(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise BadLayoutError(f"{path}: {error}") from error


def _built_in() -> Traversable:
    return files("burncard.hardware").joinpath("layouts")


def _layout(text: str) -> Layout:
    """Raises ValueError, which says what is wrong."""
    data = parse_toml(text)
    name = data.get("name")
    if not isinstance(name, str) or not name:
        raise ValueError('a layout needs a name, such as name = "small"')
    if unknown := sorted(data.keys() - {"name", "antennas", "beside", "reader"}):
        raise ValueError(f"unknown: {', '.join(unknown)}")
    others = data.get("reader", [])
    if not isinstance(others, list) or not all(isinstance(other, dict) for other in others):
        raise ValueError("further readers are [[reader]], each with port, protocol and antennas")
    under: dict[str, list[Site]] = {}
    for reader, antennas in enumerate((data.get("antennas"), *(other.get("antennas") for other in others))):
        for site, zone in _zones(reader, antennas).items():
            under.setdefault(zone, []).append(site)
    numbers = {zone: min(site.number for site in sites) for zone, sites in under.items()}
    return Layout(
        name,
        {number: zone for zone, number in sorted(numbers.items(), key=lambda item: item[1])},
        _beside(data.get("beside", {}), frozenset(under)),
        {numbers[zone]: tuple(sorted(sites)) for zone, sites in under.items() if len(sites) > 1},
        tuple(_further(other) for other in others),
    )


def _zones(reader: int, antennas: object) -> dict[Site, str]:
    """The zones of one reader's antennas."""
    if not isinstance(antennas, dict) or not antennas:
        raise ValueError("a layout needs [antennas], with a zone for each number, and each [[reader]] its own")
    zones: dict[Site, str] = {}
    for number, zone in antennas.items():
        if not number.isascii() or not number.isdecimal() or not 1 <= int(number) <= ANTENNAS_MAX:
            raise ValueError(f"antenna {number!r}: antennas are numbered from 1 to {ANTENNAS_MAX}")
        if not isinstance(zone, str) or ZONE.fullmatch(zone) is None:
            known = "seat:1 and so on, board, burn, muck, aside, stub"
            raise ValueError(f"antenna {number}: {zone!r} is no zone; zones are {known}")
        zones[Site(reader, int(number))] = zone
    if len(zones) < len(antennas):
        raise ValueError("an antenna is there twice")
    return zones


def _further(reader: dict[str, Any]) -> FurtherReader:
    port, protocol = reader.get("port"), reader.get("protocol")
    if not isinstance(port, str) or not port or not isinstance(protocol, str) or not protocol:
        raise ValueError('a [[reader]] needs a port and a protocol, such as port = "/dev/ttyUSB1", protocol = "feig"')
    if unknown := sorted(reader.keys() - {"port", "protocol", "antennas"}):
        raise ValueError(f"[[reader]]: unknown: {', '.join(unknown)}")
    return FurtherReader(port, protocol)


def _beside(borders: object, zones: frozenset[str]) -> dict[str, tuple[str, ...]]:
    if not isinstance(borders, dict) or not all(isinstance(others, list) for others in borders.values()):
        raise ValueError('[beside] lists zones, such as board = ["burn"]')
    named = [zone for borderer, others in borders.items() for zone in (borderer, *others)]
    if unknown := [zone for zone in named if zone not in zones]:
        raise ValueError(f"[beside]: no antenna under {', '.join(map(str, unknown))}")
    return {str(zone): tuple(others) for zone, others in borders.items()}
