"""What a table needs to reach its floor: one file, made by `burncard floor enrol` and readable by its owner only."""

import asyncio
import base64
import ssl
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import nkeys
from nats.errors import Error as NatsError

from burncard.controller.outbox.ending import end
from burncard.controller.outbox.subjects import TableName
from burncard.hardware.plain_files import read_plain

if TYPE_CHECKING:
    from nats.aio.client import Client

CONNECT_S: Final = 10.0
CLOSES_S: Final = 5.0


class CredentialsError(Exception):
    """The file is missing, or is no table's credentials. The message names it."""


class Credentials(msgspec.Struct, frozen=True):
    """A user of the room's servers. `seed`: its secret; `jwt`: what it may do, signed by the operator's account.

    `servers`: addresses, tried in any order. `authority`: the certificate, as PEM, of the
    operator's own authority.
    `floor_key`: the floor's public key, in hex; only commands signed with it are taken.
    """

    room: str
    table: str
    servers: list[str]
    authority: str
    seed: str
    jwt: str
    floor_key: str

    @property
    def name(self) -> TableName:
        """The table. Raises ValueError."""
        return TableName(self.room, self.table)


def read_credentials(path: Path) -> Credentials:
    """Reads a file of credentials. Raises CredentialsError."""
    try:
        found = msgspec.json.decode(read_plain(path), type=Credentials)
        nkeys.from_seed(bytearray(found.seed.encode()))
        str(found.name)
    except (OSError, ValueError, nkeys.NkeysError) as error:
        raise CredentialsError(f"{path}: no table's credentials for a floor") from error
    return found


async def connected(credentials: Credentials, *, name: str, inbox: str) -> "Client":
    """A connection to one of the room's servers. Raises OSError, nats.errors.Error, TimeoutError.

    It is closed as soon as it is lost, and never comes back by itself: whoever uses it makes a new one, and asks again
    what the servers have. What they had before may be gone.
    """
    from nats.aio.client import Client

    if not credentials.servers:
        raise ConnectionError("the credentials name no server")  # the client would look for one, and do nothing else
    client = Client()
    connecting = asyncio.create_task(
        client.connect(
            servers=credentials.servers,
            name=name,
            user_jwt_cb=lambda: bytearray(credentials.jwt.encode()),
            signature_cb=lambda nonce: _signed(credentials.seed, nonce),
            tls=_trusting(credentials.authority) if credentials.authority else None,
            inbox_prefix=inbox,
            allow_reconnect=False,
            max_reconnect_attempts=-1,
            reconnect_time_wait=1,
            connect_timeout=3,
            ping_interval=5,
            max_outstanding_pings=2,
            error_cb=_ignored,
        )
    )
    try:
        await asyncio.wait({connecting}, timeout=CONNECT_S)  # the client may wait for good where a server stands still
    finally:
        if not connecting.done():
            await end(connecting)
    error = TimeoutError() if connecting.cancelled() else connecting.exception()
    if error is None:
        return client
    await closed(client)
    raise error


async def closed(client: "Client") -> None:
    """Closes a connection, whatever state it is in."""
    with suppress(OSError, NatsError, TimeoutError):
        await asyncio.wait_for(client.close(), CLOSES_S)


async def _ignored(error: Exception) -> None:
    """A lost connection is no event: a new one is made, and what was not confirmed is sent again."""


def _signed(seed: str, nonce: str) -> bytes:
    return base64.b64encode(nkeys.from_seed(bytearray(seed.encode())).sign(nonce.encode()))


def _trusting(authority: str) -> ssl.SSLContext:
    """A TLS context that trusts the operator's own authority and nobody else."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=authority)
    return context
