"""Who may do what: one key per role, made at the first start from the system's secure randomness."""

import json
import os
import secrets
from pathlib import Path
from typing import Final, get_args

from burncard.controller.faults import Role

KEY_BYTES = 24
ROLES: Final[tuple[Role, ...]] = get_args(Role)

MAY_WATCH: Final[frozenset[Role]] = frozenset(ROLES)
MAY_ENTER: Final[frozenset[Role]] = frozenset({"dealer", "floor"})
MAY_DECIDE: Final[frozenset[Role]] = frozenset({"floor"})
MAY_SERVICE: Final[frozenset[Role]] = frozenset({"dealer", "floor", "technician"})
MAY_OPEN_AND_CLOSE: Final[frozenset[Role]] = frozenset({"floor", "technician"})
MAY_EXPORT: Final[frozenset[Role]] = frozenset({"floor", "auditor"})


class KeysError(Exception):
    """The key file cannot be read. The message names it."""


class Keys:
    """The keys of one table, by role."""

    def __init__(self, keys: dict[Role, str]) -> None:
        self._keys = keys

    @classmethod
    def open(cls, path: Path) -> "Keys":
        """Reads the keys, or makes them at the first start, readable by the owner only. Raises KeysError."""
        if not path.exists():
            _write_new(path, {role: secrets.token_urlsafe(KEY_BYTES) for role in ROLES})
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            return cls({role: str(data[role]) for role in ROLES})
        except (ValueError, KeyError, TypeError) as error:
            raise KeysError(f"{path} does not have a key for each role") from error

    def key_of(self, role: Role) -> str:
        """The key of a role."""
        return self._keys[role]

    def role_of(self, key: str) -> Role | None:
        """The role of a key; None for a key that is not this table's. Takes the same time for every wrong key."""
        found: Role | None = None
        for role, known in self._keys.items():
            if secrets.compare_digest(known.encode(), key.encode()):
                found = role
        return found


def _write_new(path: Path, keys: dict[Role, str]) -> None:
    """Writes the whole file or nothing: a table killed at its first start leaves no partial file."""
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(keys, file)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
