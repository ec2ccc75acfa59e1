"""`burncard attest --advisories`: installed packages that a given list of known weaknesses names. It downloads nothing.

The list is advisories in the OSV format, as the Python packaging authority and osv.dev publish them: a file of one, of
a JSON list, of one a line, or a folder or zip archive of such files.
"""

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from packaging.version import InvalidVersion, Version

SUFFIXES: Final = (".json", ".jsonl")
ECOSYSTEM: Final = "PyPI"


class Event(msgspec.Struct, frozen=True):
    """From or until which version packages are affected; exactly one is given."""

    introduced: str = ""
    fixed: str = ""
    last_affected: str = ""


class Range(msgspec.Struct, frozen=True):
    """A run of versions."""

    type: str
    events: list[Event]


class Package(msgspec.Struct, frozen=True):
    """Which package."""

    name: str
    ecosystem: str


class Affected(msgspec.Struct, frozen=True):
    """Which versions of a package."""

    package: Package
    ranges: list[Range] = []
    versions: list[str] = []


class Advisory(msgspec.Struct, frozen=True):
    """One known weakness."""

    id: str
    summary: str = ""
    withdrawn: str = ""
    affected: list[Affected] = []


def read_advisories(path: Path) -> Iterator[Advisory]:
    """The advisories of a file, a folder or an archive. Raises OSError, msgspec.MsgspecError, zipfile.BadZipFile."""
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.suffix in SUFFIXES:
                yield from _parsed(file.read_bytes())
    elif path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                if name.endswith(SUFFIXES):
                    yield from _parsed(archive.read(name))
    else:
        yield from _parsed(path.read_bytes())


def known_weaknesses(packages: dict[str, str], advisories: Iterator[Advisory]) -> list[str]:
    """The installed packages (name and version) that advisories name, in words."""
    installed = {normal(name): (name, version) for name, version in packages.items()}
    found: set[str] = set()
    for advisory in advisories:
        for affected in () if advisory.withdrawn else advisory.affected:
            name, version = installed.get(normal(affected.package.name), ("", ""))
            if name and affected.package.ecosystem == ECOSYSTEM and _is_affected(version, affected):
                found.add(f"{name} {version}: {advisory.id} {advisory.summary}".rstrip())
    return sorted(found)


def normal(name: str) -> str:
    """A package's name as indexes compare it."""
    return "-".join(part for part in name.lower().replace("_", "-").replace(".", "-").split("-") if part)


def _is_affected(version: str, affected: Affected) -> bool:
    if version in affected.versions:
        return True
    return any(_is_in(version_key(version), one) for one in affected.ranges if one.type == "ECOSYSTEM")


def _is_in(version: tuple[Any, ...], affected: Range) -> bool:
    """Whether a version lies in a range: after an introduction, and before what ended it."""
    inside = False
    for event in affected.events:
        if event.introduced:
            inside = inside or event.introduced == "0" or version_key(event.introduced) <= version
        elif event.fixed:
            inside = inside and version < version_key(event.fixed)
        elif event.last_affected:
            inside = inside and version <= version_key(event.last_affected)
    return inside


def version_key(text: str) -> tuple[Any, ...]:
    """A version in an order that sorts as PEP 440 does. An unreadable one sorts by its text."""
    try:
        return (1, Version(text))
    except InvalidVersion:
        return (0, text)


def _parsed(data: bytes) -> list[Advisory]:
    text = data.strip()
    if text.startswith(b"["):
        return msgspec.json.decode(text, type=list[Advisory])
    try:
        return [msgspec.json.decode(text, type=Advisory)]
    except (ValueError, RecursionError):
        return [msgspec.json.decode(line, type=Advisory) for line in text.splitlines() if line.strip()]
