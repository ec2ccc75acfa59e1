"""Where the key of the enrolled decks is: not beside them, so that a stolen data directory gives away no card."""

from pathlib import Path
from typing import Final

from burncard.api.accounts.private_files import write_private
from burncard.controller.journal.seal import beside_seal
from burncard.hardware.plain_files import read_plain

BEFORE: Final = "decks.key"
"""Its name in the data directory, where it was once."""


def decks_key(directory: Path, seal: str = "") -> Path:
    """The file of the key: beside the seal, or beside the decks of a table that has not been started since."""
    key, before = beside_seal(directory, ".decks", seal), directory / BEFORE
    return before if before.exists() and not key.exists() else key


def moved_key(directory: Path, seal: str = "") -> Path:
    """The same, after a key that lies beside its decks has been moved away from them. Raises OSError."""
    key, before = beside_seal(directory, ".decks", seal), directory / BEFORE
    if before.exists() and not key.exists():
        key.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_private(key, read_plain(before))
        before.unlink()
    return key
