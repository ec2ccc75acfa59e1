"""A room for tests: real servers, tables that publish into them, and a floor that takes their records in."""

import asyncio
import base64
import socket
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import nkeys
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from burncard.api.floor.authority import Authority
from burncard.api.floor.database import Database
from burncard.api.floor.identity import new_seed, public_of
from burncard.api.floor.intake import Arrived
from burncard.controller.config import TableConfig
from burncard.controller.journal.heads import SignedHead
from burncard.controller.outbox.credentials import Credentials
from burncard.controller.outbox.ending import end
from burncard.controller.outbox.outbox import Outbox
from burncard.controller.outbox.published import Cursor, EventRow, FactRow, HeadRow, Message, Row
from burncard.controller.outbox.record_reader import RecordReader
from burncard.controller.outbox.subjects import TableName
from burncard.simulator.quick_table import QuickTable

ONE = TableName("room", "one")
PATIENCE_S = 60.0
LOOK_S = 0.05


def credentials_of(authority: Authority, name: TableName) -> Credentials:
    """A table's credentials, with a new key."""
    seed = new_seed(nkeys.PREFIX_BYTE_USER)
    return msgspec.structs.replace(authority.for_table(name, public_of(seed)), seed=seed)


def quick_table(folder: Path, name: str, *, seed: int = 1, mistakes: float = 0.0, **options: Any) -> QuickTable:
    """A table of the room."""
    return QuickTable(folder / name, TableConfig(table=name), time.time_ns, seed, mistakes=mistakes, **options)


async def play(table: QuickTable, hands: int = 1) -> None:
    """Plays hands, while everything else on the loop goes on."""
    record = table.service.record
    last = record.ledger.hands + hands
    while record.ledger.hands < last or record.in_hand:
        table.step()
        await asyncio.sleep(0)


async def until(done: Callable[[], bool] | Callable[[], Awaitable[bool]], patience_s: float = PATIENCE_S) -> None:
    """Waits until something is so. Raises TimeoutError."""
    async with asyncio.timeout(patience_s):
        while True:
            found = done()
            if isinstance(found, Awaitable):
                found = await found
            if found:
                return
            await asyncio.sleep(LOOK_S)


def sign_in(credentials: Credentials) -> bytes:
    """A server's answer to a sign-in, without a client that tries again."""
    host, port = credentials.servers[0].removeprefix("tls://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as plain:
        nonce = msgspec.json.decode(plain.recv(65_536).removeprefix(b"INFO "))["nonce"]
        trusted = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        trusted.load_verify_locations(cadata=credentials.authority)
        with trusted.wrap_socket(plain, server_hostname=host) as secured:
            signature = nkeys.from_seed(bytearray(credentials.seed.encode())).sign(nonce.encode())
            sent = {"jwt": credentials.jwt, "sig": base64.urlsafe_b64encode(signature).decode().rstrip("=")}
            connect = msgspec.json.encode(sent | {"lang": "tests", "version": "1", "protocol": 1, "verbose": False})
            secured.sendall(b"CONNECT " + connect + b"\r\nPING\r\n")
            return secured.recv(65_536)


@asynccontextmanager
async def running(*work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Coroutines that run while this lasts. One that fails fails the test."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        yield
        for task in tasks:
            if task.done():
                task.result()
    finally:
        await end(*tasks)


def journal_rows(table: QuickTable) -> dict[str, list[bytes]]:
    """Every row of a table's journal as it may be published, by its kind."""
    rows: dict[str, list[bytes]] = {"fact": [], "event": [], "head": []}
    reader = RecordReader(table.service.record, Cursor())
    while (found := reader.next()) is not None:
        row, after = found
        rows[kind_of(row)].append(msgspec.json.encode(row))
        reader.go_on(after)
    return rows


def kind_of(row: Row) -> str:
    """Its kind, as it is written."""
    return {FactRow: "fact", EventRow: "event", HeadRow: "head"}[type(row)]


async def floor_rows(database: Database, name: str) -> dict[str, list[bytes]]:
    """Every row that the floor has of a table's latest record, by its kind."""
    found = await database.ask(
        "SELECT part, body FROM entries WHERE record = (SELECT max(id) FROM records WHERE name = $1) "
        "ORDER BY part, number",
        name,
    )
    return {
        kind: [body.encode() for part, body in found if part == number]
        for number, kind in enumerate(("fact", "event", "head"))
    }


async def is_whole(database: Database, table: QuickTable, name: str) -> bool:
    """Whether the floor has as many rows of a table as its journal."""
    journal = table.journal
    want = {"fact": journal.count, "event": journal.tip("events")[0], "head": len(journal.heads())}
    return {kind: len(rows) for kind, rows in (await floor_rows(database, name)).items()} == want


async def reports(database: Database, *names: str) -> list[str]:
    """The codes of everything that was reported; only of some tables, if any are named."""
    found = await database.ask("SELECT name, code FROM reports ORDER BY code")
    return [code for name, code in found if name in names or not names]


def outbox(authority: Authority, table: QuickTable, name: str) -> Outbox:
    """An outbox with new credentials."""
    return Outbox(table.service, credentials_of(authority, TableName(authority.room, name)))


def messages_of(table: QuickTable, name: TableName, branch: int = 0) -> list[Message]:
    """Everything that a table would publish."""
    found, messages = None, []
    reader = RecordReader(table.service.record, Cursor())
    while (found := reader.next()) is not None:
        row, after = found
        messages.append(Message(1, name.room, name.table, table.seal.journal, branch, after, row))
        reader.go_on(after)
    return messages


def arrived(messages: list[Message], subject: str = ONE.record) -> list[Arrived]:
    """The messages as the stream brings them."""
    return [Arrived(number, subject, msgspec.json.encode(one)) for number, one in enumerate(messages, 1)]


def replaced(message: Message, **fields: Any) -> Message:
    """The message with other fields of its row."""
    return msgspec.structs.replace(message, row=msgspec.structs.replace(message.row, **fields))


def signed_anew(head: SignedHead, key: Ed25519PrivateKey, **fields: Any) -> SignedHead:
    """The head with other fields, signed with a key."""
    body = msgspec.json.encode(msgspec.structs.replace(head.head, **fields))
    return SignedHead(body.decode(), key.sign(body).hex(), key.public_key().public_bytes_raw().hex())


def with_head(messages: list[Message], change: Callable[[SignedHead], SignedHead]) -> list[Message]:
    """The messages with another second head."""
    place = [at for at, one in enumerate(messages) if isinstance(one.row, HeadRow)][1]
    row = messages[place].row
    assert isinstance(row, HeadRow)
    return [*messages[:place], replaced(messages[place], signed=change(row.signed)), *messages[place + 1 :]]
