"""Who may do what: a key for each role, made at first start from the system's secure randomness."""

import json
import os
import secrets
from enum import Enum
from pathlib import Path
from typing import Final

KEY_BYTES = 24


class Role(Enum):
    """The people at a table."""

    DEALER = "dealer"
    FLOOR = "floor"
    TECHNICIAN = "technician"
    AUDITOR = "auditor"
    OBSERVER = "observer"


MAY_WATCH: Final = frozenset(Role)
MAY_ENTER: Final = frozenset({Role.DEALER, Role.FLOOR})
MAY_OVERRIDE: Final = frozenset({Role.FLOOR})


class Keys:
    """The keys of one table, by role."""

    def __init__(self, keys: dict[Role, str]) -> None:
        self._keys = keys

    @classmethod
    def open(cls, path: Path) -> "Keys":
        """Reads the keys, or makes them where there are none yet. Only the owner may read the file."""
        if not path.exists():
            made = {role.value: secrets.token_urlsafe(KEY_BYTES) for role in Role}
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(made, file)
        data = json.loads(path.read_text(encoding="utf-8"))
        return cls({Role(role): key for role, key in data.items()})

    def key_of(self, role: Role) -> str:
        """The key of a role."""
        return self._keys[role]

    def role_of(self, key: str) -> Role | None:
        """The role that a key opens; None for no key of this table. Takes the same time for every wrong key."""
        found = None
        for role, known in self._keys.items():
            if secrets.compare_digest(known.encode(), key.encode()):
                found = role
        return found
