"""`burncard attest`: what is installed and configured, as a manifest that is compared with one that is kept elsewhere.

The manifest lists every file of the program, the packages that it runs with, whatever Python runs at its start, and
the table's configuration, each with its SHA-256. It is signed with the seal, so that whoever keeps it knows which table
it is of. A file that Python has compiled is compared with what its source gives: Python runs that file, not the source.
"""

import hashlib
import importlib.util
import marshal
import os
import platform
import site
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Final
from zipfile import BadZipFile

import msgspec

import burncard
from burncard.api.advisories import known_weaknesses, read_advisories
from burncard.controller.journal.seal import Seal, SealError, is_signed
from burncard.hardware.plain_files import open_plain, read_plain

LAYERS: Final = ("api", "controller", "firmware_bridge", "hardware", "rules", "simulator")
LEFT_OUT: Final = frozenset({"__pycache__"})
SINCE_SUMS: Final = ("package_sums", "at_start")
CODE: Final = frozenset({".py", ".so", ".pth"})
RUN_AT_START: Final = ("*.pth", "sitecustomize.py", "usercustomize.py")
SUM_BYTES: Final = 1024 * 1024
PYC_HEADER_BYTES: Final = 16
DIFFERENT: Final = 1
BAD_ARGUMENTS: Final = 2


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What is installed: files, packages and configuration by name, each with its SHA-256 or its version.

    `package_sums`: of the code of each package; `at_start`: files that Python runs before any program.
    """

    python: str
    files: dict[str, str]
    packages: dict[str, str]
    configuration: dict[str, str]
    package_sums: dict[str, str] = {}
    at_start: dict[str, str] = {}


class Attested(msgspec.Struct, frozen=True, kw_only=True):
    """A manifest as it is given away. `body`: its JSON text, which is what is signed, if there is a seal."""

    body: str
    signature: str = ""
    public_key: str = ""

    @property
    def manifest(self) -> Manifest:
        """The manifest. Raises msgspec.DecodeError."""
        return msgspec.json.decode(self.body, type=Manifest)


def manifest_now(configuration: list[Path]) -> Manifest:
    """What is installed now. Raises OSError for a file of the configuration that cannot be read."""
    root = Path(burncard.__file__).parent
    return Manifest(
        python=platform.python_version(),
        files={name: _sum(path) for name, path in sorted(_files(root))},
        packages={one.metadata["Name"]: one.version for one in sorted(distributions(), key=lambda it: it.name)},
        configuration={path.name: _sum(path) for path in configuration},
        package_sums=_package_sums(),
        at_start={path.name: _sum(path) for path in sorted(_run_at_start())},
    )


def wrong_caches() -> list[str]:
    """The files of the program whose compiled form is not what their source gives, in words."""
    root = Path(burncard.__file__).parent
    others = (name for name, path in sorted(_files(root)) if _runs_other(path))
    return [f"files: the compiled {name} is another program" for name in others]


def differences(then: Manifest, now: Manifest) -> list[str]:
    """What has changed since a manifest was made, in words."""
    found = [] if then.python == now.python else [f"python: {then.python} was there, {now.python} is"]
    for part in ("files", "packages", "configuration", "package_sums", "at_start"):
        before, after = getattr(then, part), getattr(now, part)
        if part in SINCE_SUMS and not before:
            continue  # the manifest is from before these were listed
        found += [f"{part}: {name} is missing" for name in sorted(before.keys() - after.keys())]
        found += [f"{part}: {name} was added" for name in sorted(after.keys() - before.keys())]
        changed = (name for name in sorted(before.keys() & after.keys()) if before[name] != after[name])
        found += [f"{part}: {name} was changed" for name in changed]
    return found


def attest(out: str, against: str, seal: str, configuration: list[str], bill: str, advisories: str = "") -> int:
    """Makes a manifest, or compares with one; the exit code. `bill`: writes the packages as a CycloneDX file.

    `advisories`: a list of known weaknesses, with which the packages are compared instead.
    """
    try:
        if advisories:
            return _audit(Path(advisories))
        now = manifest_now([Path(one) for one in configuration])
        if bill:
            Path(bill).write_bytes(bill_of_materials(now))
        if against:
            return _compare(Path(against), now)
        body = msgspec.json.encode(now)
        kept = Seal.load(Path(seal)) if seal else None
        signature, key = ("", "") if kept is None else (kept.sign(body).hex(), kept.public_key.hex())
        given = Attested(body=body.decode(), signature=signature, public_key=key)
        text = msgspec.json.encode(given) + b"\n"
        if out:
            Path(out).write_bytes(text)
        else:
            sys.stdout.buffer.write(text)
    except (OSError, SealError, ValueError, RecursionError, BadZipFile) as error:
        print(f"burncard: {error}", file=sys.stderr)
        return BAD_ARGUMENTS
    return 0


def check_installed(against: Path, configuration: list[Path]) -> list[str]:
    """What differs from a manifest; for a start that is refused then. Raises OSError, msgspec.DecodeError."""
    attested = msgspec.json.decode(read_plain(against), type=Attested)
    return _signature_wrong(attested) + wrong_caches() + differences(attested.manifest, manifest_now(configuration))


def changed_since(manifest: str, table: str) -> str:
    """The first difference from a manifest; empty if there is none. `table`: the file of the table's configuration."""
    try:
        found = check_installed(Path(manifest), [Path(table)] if table else [])
    except (OSError, ValueError, RecursionError) as error:
        return f"{manifest}: {error}"
    return found[0] if found else ""


def bill_of_materials(manifest: Manifest) -> bytes:
    """The packages as a CycloneDX 1.5 document."""
    components = [
        {"type": "library", "name": name, "version": version, "purl": f"pkg:pypi/{name.lower()}@{version}"}
        for name, version in manifest.packages.items()
    ]
    return msgspec.json.format(
        msgspec.json.encode(
            {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": components},
        )
    )


def _audit(advisories: Path) -> int:
    packages = {one.metadata["Name"]: one.version for one in distributions()}
    found = known_weaknesses(packages, read_advisories(advisories))
    print("\n".join(found) if found else f"none of {len(packages)} packages is named in {advisories}")
    return DIFFERENT if found else 0


def _compare(path: Path, now: Manifest) -> int:
    attested = msgspec.json.decode(read_plain(path), type=Attested)
    found = _signature_wrong(attested) + wrong_caches() + differences(attested.manifest, now)
    print("\n".join(found) if found else f"as in {path}: {len(now.files)} files, {len(now.packages)} packages")
    return DIFFERENT if found else 0


def _signature_wrong(attested: Attested) -> list[str]:
    if not attested.signature:
        return []
    key, signature = bytes.fromhex(attested.public_key), bytes.fromhex(attested.signature)
    return [] if is_signed(attested.body.encode(), signature, key) else ["the manifest's signature is wrong"]


def _files(root: Path) -> Iterator[tuple[str, Path]]:
    for layer in LAYERS:
        for folder, names, files in os.walk(root / layer, followlinks=True):
            names[:] = [name for name in names if name not in LEFT_OUT]
            for file in files:
                path = Path(folder) / file
                yield str(path.relative_to(root)), path


def _sum(path: Path) -> str:
    found = hashlib.sha256()
    with open_plain(path) as file:
        while part := file.read(SUM_BYTES):
            found.update(part)
    return found.hexdigest()


@cache
def _package_sums() -> dict[str, str]:
    """One sum of all code of each package, worked out once in a process."""
    return {one.metadata["Name"]: _sum_of(one) for one in sorted(distributions(), key=lambda it: it.name)}


def _sum_of(package: Distribution) -> str:
    whole = hashlib.sha256()
    for file in sorted(package.files or [], key=str):
        path = Path(str(package.locate_file(file)))
        if path.suffix in CODE and path.is_file():
            whole.update(f"{file} {_sum(path)}\n".encode())
    return whole.hexdigest()


def _run_at_start() -> Iterator[Path]:
    for folder in {Path(one) for one in site.getsitepackages()}:
        for pattern in RUN_AT_START:
            yield from folder.glob(pattern)


def _runs_other(path: Path) -> bool:
    """Whether Python has a compiled form of a source that is not that source's."""
    if path.suffix != ".py":
        return False
    cached = Path(importlib.util.cache_from_source(str(path)))
    if not cached.is_file():
        return False
    try:
        compiled = marshal.loads(cached.read_bytes()[PYC_HEADER_BYTES:])
    except (ValueError, EOFError, TypeError):
        return False  # Python cannot run it either, and compiles the source
    return bool(compiled != compile(path.read_bytes(), str(path), "exec", dont_inherit=True))
