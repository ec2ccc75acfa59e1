"""What `burncard floor` does, command by command."""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import msgspec
from nats.errors import Error as NatsError

from burncard.api.accounts.guard import Guard, GuardError
from burncard.api.accounts.people import BadNameError, NameTakenError, People, PeopleError
from burncard.api.accounts.pins import hash_pin, new_pin
from burncard.api.enrolled_devices import data_home
from burncard.api.floor.authority import Authority, AuthorityError
from burncard.api.floor.database import Database, DatabaseError, database_at
from burncard.api.floor.demonstration import demonstrate
from burncard.api.floor.floor_run import run_floor, untrusted
from burncard.api.floor.floor_settings import FloorSettings, SettingsError, read_settings, write_settings
from burncard.api.floor.joining import Applicant, Joined, JoinRefusedError, new_code, write_credentials
from burncard.api.floor.local_servers import ServerFailedError, ServerMissingError
from burncard.api.floor.room_floor import Room
from burncard.api.floor.servers import Node, configuration
from burncard.controller.journal.seal import Seal, SealError, seal_path
from burncard.controller.outbox.subjects import TableName

FAILED = 1
CLUSTER_PORT_AFTER = 2000
MONITOR_PORT_AFTER = 4000
STREAM_COPIES_MAX = 3
_WRONG = (
    AuthorityError,
    SettingsError,
    DatabaseError,
    OSError,
    ValueError,
    NatsError,
    PeopleError,
    GuardError,
    ServerMissingError,
    ServerFailedError,
)


def _said(work: Callable[[], int]) -> int:
    """Does some work and returns the exit code. An error that prevents it is printed in one line."""
    try:
        return work()
    except _WRONG as error:
        print(f"burncard: {error or type(error).__name__}", file=sys.stderr)
        return FAILED


def init(folder: Path, room: str, servers: list[str], database: str, broker: str, data: str) -> int:
    """Makes a floor's folder."""

    def work() -> int:
        nodes = [_node(text, room, Path(data)) for text in servers]
        addresses = [f"tls://{node.host}:{node.port}" for node in nodes]
        hosts = {node.host for node in nodes} | {"localhost", "127.0.0.1"}
        authority = Authority.make(folder, room, addresses, sorted(hosts))
        replicas = min(len(nodes), STREAM_COPIES_MAX)
        write_settings(folder, FloorSettings(database=database, replicas=replicas, broker=broker))
        for node in nodes:
            others = [other for other in nodes if other is not node]
            (folder / f"nats-{node.name}.conf").write_text(configuration(authority, node, others), encoding="utf-8")
        print(f"The floor of {room} is in {folder}: keep a copy of it elsewhere, and give it to nobody.")
        print("Start each server with its nats-NAME.conf, then the floor: burncard floor run")
        return 0

    return _said(work)


def _node(text: str, room: str, data: Path) -> Node:
    """A server, from NAME=HOST:PORT. Raises ValueError."""
    name, _, address = text.partition("=")
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit():
        raise ValueError(f"{text}: a server is given as NAME=HOST:PORT")
    number = int(port)
    ports = number, number + CLUSTER_PORT_AFTER, number + MONITOR_PORT_AFTER
    return Node(name, host, *ports, data / TableName(room, name).table)


def run(folder: Path, address: str, port: int) -> int:
    """Runs the floor."""

    def work() -> int:
        authority, settings = Authority.open(folder), read_settings(folder)
        asyncio.run(run_floor(folder, authority, settings, address, port, demonstration=False))
        print("The floor has stopped.", flush=True)
        return 0

    return _said(work)


def _with_database(folder: Path, work: Callable[[Authority, Database], Coroutine[Any, Any, int]]) -> int:
    async def opened() -> int:
        authority = Authority.open(folder)
        database = database_at(read_settings(folder).database_in(folder))
        await database.open()
        try:
            return await work(authority, database)
        finally:
            await database.close()

    return _said(lambda: asyncio.run(opened()))


def enrol(folder: Path, table: str) -> int:
    """Makes a code for a table."""

    async def work(authority: Authority, database: Database) -> int:
        code = await new_code(database, TableName(authority.room, table))
        print(f"{code}   good once, for ten minutes. At the table: burncard floor join ADDRESS {code}")
        return 0

    return _with_database(folder, work)


def revoke(folder: Path, table: str) -> int:
    """Cuts a table off."""

    async def work(authority: Authority, database: Database) -> int:
        if not await Room(authority, database).revoke(TableName(authority.room, table)):
            print(f"burncard: {table} is not enrolled", file=sys.stderr)
            return FAILED
        print(f"{table} is cut off.")
        return 0

    return _with_database(folder, work)


def join(address: str, code: str, file: Path, data: str) -> int:
    """Joins a floor, at a table."""

    def work() -> int:
        try:
            applicant = Applicant(code, _seal_key(data))
            with httpx.Client(verify=untrusted(), timeout=30) as client:
                answer = client.post(
                    f"{address.rstrip('/')}/floor/v1/join", content=msgspec.json.encode(applicant.joining)
                )
            if answer.status_code != httpx.codes.OK:
                raise JoinRefusedError
            credentials = applicant.credentials(msgspec.json.decode(answer.content, type=Joined))
        except JoinRefusedError:
            print("burncard: the code was refused, or the answer is not from the floor that made it", file=sys.stderr)
            return FAILED
        except httpx.HTTPError as error:
            print(f"burncard: {address} cannot be reached: {error}", file=sys.stderr)
            return FAILED
        write_credentials(file, credentials)
        print(f"Joined as {credentials.name}. Start the table with --floor {file}")
        return 0

    return _said(work)


def _seal_key(data: str) -> str:
    """The public key of the seal of the live table on this machine, if it has one yet."""
    try:
        return Seal.load(seal_path(data_home(data) / "live")).public_key.hex()
    except SealError:
        return ""


def person(folder: Path, name: str, role: str) -> int:
    """Adds a person to the desk."""

    def work() -> int:
        if role not in ("floor", "auditor", "technician"):
            raise ValueError("a role is floor, auditor or technician")
        people = People.open(folder / "people.json", Guard.open(folder / "floor.people"))
        pin = new_pin()
        try:
            people.add(name, role, hash_pin(pin, people.pepper))  # type: ignore[arg-type]
        except (NameTakenError, BadNameError) as error:
            raise ValueError(f"{name} is taken, or is no name") from error
        print(f"{name} ({role}) signs in with the PIN {pin}, which is shown this once.")
        return 0

    return _said(work)


def demo(tables: int, port: int, hands_an_hour: float) -> int:
    """Shows a room."""

    def work() -> int:
        demonstrate(tables, port, hands_an_hour)
        print("Everything has stopped, and nothing is left.", flush=True)
        return 0

    return _said(work)
