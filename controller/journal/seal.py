"""The seal of a journal: the keys without which its rows cannot be made again, kept away from them.

Rows are chained with a MAC, and at each hand's end a head is signed. Whoever has the journal but not its seal can
change rows, not make them fit. The seal is a file of its own, by default below `$XDG_STATE_HOME/burncard`, outside
the table's data; on another medium, or handed over by the system (`$CREDENTIALS_DIRECTORY/burncard-seal`), it is out
of reach of whoever takes the data. Where there is a hardware token, the file names it, and the keys are with it
(`token_keys`). None of this protects against a program that runs as the table's user or as root while the table can use
the keys: against that a witness on another machine does, which holds the heads.
"""

import hashlib
import hmac
import os
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from burncard.controller.journal.token_keys import TokenError, TokenKeys
from burncard.hardware.plain_files import read_plain

KEY_BYTES: Final = 32
SEAL_VARIABLE: Final = "BURNCARD_SEAL"


class SealError(Exception):
    """The seal of a journal is missing or cannot be read. The message names the file."""


class _Stored(msgspec.Struct, frozen=True):
    """The file. `facts` and `events`: the last rows from before the seal, which are chained without a key.

    `token`: the URI of the token that has the keys; then they are not in the file.
    """

    journal: str
    key: str
    signing: str
    facts: int
    events: int
    token: str = ""

    def keys(self) -> tuple[bytes, bytes]:
        """The key of the chain, and that of the heads. Raises TokenError, ValueError."""
        if not self.token:
            return bytes.fromhex(self.key), bytes.fromhex(self.signing)
        chain, heads = TokenKeys.at(self.token).derive(f"chain of {self.journal}", f"heads of {self.journal}")
        return chain, heads


class Seal:
    """The keys of one journal. `journal`: its name, which every head carries."""

    def __init__(self, path: Path, stored: _Stored) -> None:
        self.path = path
        self.journal = stored.journal
        self.unsealed = {"facts": stored.facts, "events": stored.events}
        self._key, signing = stored.keys()
        self._signing = Ed25519PrivateKey.from_private_bytes(signing)

    @classmethod
    def load(cls, path: Path) -> "Seal":
        """Reads a seal. Raises SealError."""
        try:
            return cls(path, msgspec.json.decode(read_plain(path), type=_Stored))
        except (OSError, ValueError, RecursionError) as error:
            raise SealError(f"the journal's seal {path} is missing or cannot be read") from error
        except TokenError as error:
            raise SealError(f"the journal's seal {path} cannot be opened: {error}") from error

    @classmethod
    def make(cls, path: Path, facts: int = 0, events: int = 0) -> "Seal":
        """Makes a seal from the system's secure randomness, for a journal that has so many rows. Raises SealError."""
        keys = os.urandom(KEY_BYTES).hex(), os.urandom(KEY_BYTES).hex()
        return cls._written(path, _Stored(os.urandom(8).hex(), *keys, facts, events))

    @classmethod
    def make_at_token(cls, path: Path, uri: str) -> "Seal":
        """Makes a seal for a new journal, whose keys only a token has. Raises SealError."""
        try:
            TokenKeys.at(uri).make_secret()
            return cls._written(path, _Stored(os.urandom(8).hex(), "", "", 0, 0, uri))
        except TokenError as error:
            raise SealError(f"the journal's seal {path} cannot be made: {error}") from error

    @classmethod
    def _written(cls, path: Path, stored: _Stored) -> "Seal":
        """Writes the file of a new seal. Raises SealError, TokenError."""
        made = cls(path, stored)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(stored))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise SealError(f"the journal's seal {path} cannot be made: {error.strerror}") from error
        return made

    @property
    def tip(self) -> Path:
        """The file that says how far the journal had come; it lies beside the seal."""
        return self.path.with_suffix(".tip")

    @property
    def public_key(self) -> bytes:
        """What anybody needs to check the heads."""
        return self._signing.public_key().public_bytes_raw()

    def mac(self, before: bytes, row: bytes) -> bytes:
        """The MAC of a row that follows the row with the MAC `before`."""
        return hmac.digest(self._key, before + row, "sha256")

    def sign(self, data: bytes) -> bytes:
        """The signature of a head."""
        return self._signing.sign(data)


def is_signed(data: bytes, signature: bytes, public_key: bytes) -> bool:
    """Whether a signature is the key's."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


def seal_path(data: Path, given: str = "") -> Path:
    """Where the seal of the table with this data directory is: as given, as the system says, or in the user's state."""
    if given or os.environ.get(SEAL_VARIABLE):
        return Path(given or os.environ[SEAL_VARIABLE]).expanduser()
    credentials = os.environ.get("CREDENTIALS_DIRECTORY")
    if credentials and (Path(credentials) / "burncard-seal").exists():
        return Path(credentials) / "burncard-seal"
    return _state_of(data).with_suffix(".seal")


def beside_seal(data: Path, suffix: str, given: str = "") -> Path:
    """Where another secret of the table is that must not lie in its data directory; always a place to write to."""
    named = given or os.environ.get(SEAL_VARIABLE)
    return (Path(named).expanduser() if named else _state_of(data)).with_suffix(suffix)


def _state_of(data: Path) -> Path:
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state")
    name = hashlib.sha256(str(data.resolve()).encode()).hexdigest()[:16]
    return state / "burncard" / name
