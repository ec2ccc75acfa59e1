"""A table joins with a short code: both sides prove that they know it, and the table's secret never leaves the table.

The code is good once, for ten minutes and for five tries. Its first part names it, its second part is stretched into a
key (scrypt). The table sends its new public key with a MAC under that key, and the floor answers with the credentials
and a MAC over them: so neither the network nor a certificate has to be trusted, and a table that is led to another
floor notices.
"""

import hashlib
import hmac
import secrets
import time
from pathlib import Path
from typing import Final

import msgspec
import nkeys

from burncard.api.accounts.private_files import write_private
from burncard.api.floor.authority import Authority
from burncard.api.floor.database import Database
from burncard.api.floor.identity import is_user_key, new_seed, public_of
from burncard.controller.outbox.credentials import Credentials
from burncard.controller.outbox.subjects import TableName

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
NAMING: Final = 4
SECRET: Final = 8
GOOD_NS: Final = 600 * 1_000_000_000
TRIES: Final = 5
_STRETCH: Final = {"n": 1 << 14, "r": 8, "p": 1}


class JoinRefusedError(Exception):
    """The code is unknown, used, expired or wrong; or the answer does not come from the floor that made it."""


class Joining(msgspec.Struct, frozen=True):
    """What a table sends. `code`: the part that names the code; `user`: its new public key; `seal`: the public key of
    its journal's seal, in hex, if it has one yet; `proof`: the MAC over both."""

    code: str
    user: str
    seal: str
    proof: str


class Joined(msgspec.Struct, frozen=True):
    """What it gets. `credentials`: their JSON text, without the seed; `proof`: the MAC over it and the table's key."""

    credentials: str
    proof: str


# ---- the floor --------------------


async def new_code(database: Database, name: TableName) -> str:
    """A code for one table; the floor's database knows only what follows from it. Raises DatabaseError."""
    text = "".join(secrets.choice(LETTERS) for _ in range(NAMING + SECRET))
    key, expires_ns = _key(text[:NAMING], text[NAMING:]), time.time_ns() + GOOD_NS
    await database.change("DELETE FROM codes WHERE expires_ns < $1 OR id = $2", time.time_ns(), text[:NAMING])
    await database.change(
        "INSERT INTO codes (id, room, name, key, expires_ns, tries) VALUES ($1, $2, $3, $4, $5, 0)",
        text[:NAMING], name.room, name.table, key.hex(), expires_ns,
    )  # fmt: skip
    return "-".join(text[at : at + 4] for at in range(0, len(text), 4))


async def admit(database: Database, authority: Authority, joining: Joining) -> tuple[Joined, str]:
    """Lets a table in: its credentials, and the public key that the table had before, which is revoked (or nothing).

    Raises JoinRefusedError, DatabaseError.
    """
    now_ns = time.time_ns()
    async with database.transaction() as transaction:
        found = await transaction.ask(
            "SELECT room, name, key, tries FROM codes WHERE id = $1 AND expires_ns > $2", joining.code, now_ns
        )
        if found:
            await transaction.change("UPDATE codes SET tries = tries + 1 WHERE id = $1", [(joining.code,)])
    if not found or found[0][3] >= TRIES or not is_user_key(joining.user):
        raise JoinRefusedError
    ((room, table, key, _),) = found
    if not _is_proof(joining.proof, bytes.fromhex(key), "join", joining.user, joining.seal):
        raise JoinRefusedError
    async with database.transaction() as transaction:
        if not await transaction.ask("DELETE FROM codes WHERE id = $1 RETURNING id", joining.code):
            raise JoinRefusedError  # another table was faster
        before = await transaction.ask(
            "SELECT user_key FROM tables WHERE room = $1 AND name = $2 AND revoked_ns IS NULL", room, table
        )
        await transaction.change(
            "INSERT INTO tables (room, name, user_key, seal_key, enrolled_ns, revoked_ns) "
            "VALUES ($1, $2, $3, $4, $5, NULL) ON CONFLICT (room, name) DO UPDATE "
            "SET user_key = $3, seal_key = $4, enrolled_ns = $5, revoked_ns = NULL",
            [(room, table, joining.user, joining.seal, now_ns)],
        )
    text = msgspec.json.encode(authority.for_table(TableName(room, table), joining.user)).decode()
    proof = _proof(bytes.fromhex(key), "welcome", text, joining.user)
    return Joined(text, proof), before[0][0] if before else ""


# ---- the table --------------------


class Applicant:
    """A table that joins. `seal`: the public key of its journal's seal, in hex, if it has one yet.

    Raises JoinRefusedError for a text that is no code.
    """

    def __init__(self, code: str, seal: str = "") -> None:
        text = code.upper().replace("-", "").replace(" ", "")
        if len(text) != NAMING + SECRET or set(text) - set(LETTERS):
            raise JoinRefusedError
        self._key = _key(text[:NAMING], text[NAMING:])
        self._seed = new_seed(nkeys.PREFIX_BYTE_USER)
        user = public_of(self._seed)
        self.joining = Joining(text[:NAMING], user, seal, _proof(self._key, "join", user, seal))

    def credentials(self, joined: Joined) -> Credentials:
        """The credentials, complete. Raises JoinRefusedError where another floor than the code's has answered."""
        if not _is_proof(joined.proof, self._key, "welcome", joined.credentials, self.joining.user):
            raise JoinRefusedError
        return msgspec.structs.replace(msgspec.json.decode(joined.credentials, type=Credentials), seed=self._seed)


def _key(naming: str, secret: str) -> bytes:
    return hashlib.scrypt(secret.encode(), salt=f"burncard {naming}".encode(), dklen=32, **_STRETCH)


def _proof(key: bytes, *parts: str) -> str:
    return hmac.new(key, msgspec.json.encode(parts), "sha256").hexdigest()


def _is_proof(said: str, key: bytes, *parts: str) -> bool:
    """Whether a text is the MAC over parts. Compared as bytes: texts that are not ASCII cannot be."""
    return hmac.compare_digest(said.encode(), _proof(key, *parts).encode())


def write_credentials(path: Path, credentials: Credentials) -> None:
    """Writes a table's file of credentials, readable by its owner only. Raises OSError."""
    write_private(path, msgspec.json.format(msgspec.json.encode(credentials), indent=2) + b"\n")
