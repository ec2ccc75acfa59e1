"""What the files of the people are checked with: that they are this table's, and the latest ones.

It lies away from them, beside the journal's seal. So a file of people or sessions that was copied from another table,
changed, or put back as it was earlier lets nobody in; and the PINs of a stolen file cannot be guessed without it.
"""

import hmac
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from burncard.api.accounts.private_files import NotKeptError, write_private
from burncard.hardware.plain_files import read_plain

KEY_BYTES: Final = 32


class GuardError(Exception):
    """The guard cannot be read or made. The message names its file."""


class _Stored(msgspec.Struct):
    """The file. `latest`: for each guarded file the digests that it may have: one, or two while it is written."""

    key: str
    latest: dict[str, list[str]]


class Guard:
    """Guards the files of one table."""

    def __init__(self, path: Path, stored: _Stored) -> None:
        self.path = path
        self._stored = stored
        self._key = bytes.fromhex(stored.key)

    @classmethod
    def open(cls, path: Path) -> "Guard":
        """Reads the guard, or makes it at the first start. Raises GuardError."""
        try:
            if path.exists():
                return cls(path, msgspec.json.decode(read_plain(path), type=_Stored))
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            made = cls(path, _Stored(os.urandom(KEY_BYTES).hex(), {}))
            made._save()
        except (OSError, ValueError, RecursionError) as error:
            raise GuardError(f"{path} cannot be used") from error
        return made

    @property
    def pepper(self) -> bytes:
        """What PINs are mixed with before they are hashed."""
        return hmac.digest(self._key, b"pins", "sha256")

    @property
    def device_key(self) -> bytes:
        """What the marks of browsers are signed with at which people have signed in."""
        return hmac.digest(self._key, b"devices", "sha256")

    def knows(self, file: Path) -> bool:
        """Whether a file was ever written by this table."""
        return file.name in self._stored.latest

    def is_latest(self, file: Path, body: bytes) -> bool:
        """Whether a file holds what this table wrote last, or has never been written by it."""
        latest = self._stored.latest.get(file.name)
        return latest is None or any(hmac.compare_digest(self._digest(file, body), one) for one in latest)

    def write(self, file: Path, body: bytes) -> None:
        """Writes a guarded file: after a crash on the way the old or the new one is the latest.

        Raises NotKeptError; then the old one still is.
        """
        digest, before = self._digest(file, body), self._stored.latest
        self._stored.latest = before | {file.name: [*before.get(file.name, []), digest]}  # two of them after a crash
        try:
            self._save()
            write_private(file, body)
        except NotKeptError:
            self._stored.latest = before
            raise
        self._stored.latest = before | {file.name: [digest]}
        with suppress(NotKeptError):
            self._save()  # the file is written, and both digests are accepted

    def _digest(self, file: Path, body: bytes) -> str:
        return hmac.digest(self._key, file.name.encode() + b"\n" + body, "sha256").hex()

    def _save(self) -> None:
        write_private(self.path, msgspec.json.encode(self._stored))
