"""Stolen credentials, foreign subjects, replayed, expired and forged commands: refused by the servers or the table."""

import asyncio
import socket
import sqlite3
import ssl
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from nats.errors import Error as NatsError

from burncard.api.floor.authority import Authority
from burncard.api.floor.database import Database
from burncard.api.floor.identity import SIGN_IN_REFUSED
from burncard.api.floor.joining import Applicant, Joined, JoinRefusedError, admit, new_code
from burncard.api.floor.local_servers import Cluster
from burncard.api.floor.refused_sign_ins import RefusedSignIns
from burncard.api.floor.room_floor import Room, TableSilentError
from burncard.controller.outbox.credentials import Credentials, connected
from burncard.controller.outbox.floor_commands import Answer, Command, Commands, Signed
from burncard.controller.outbox.subjects import STREAM, TableName
from burncard.simulator.quick_table import QuickTable
from tests.harness.floor_room import (
    ONE,
    credentials_of,
    floor_rows,
    is_whole,
    journal_rows,
    messages_of,
    outbox,
    play,
    quick_table,
    reports,
    running,
    sign_in,
    until,
)

TWO = TableName("room", "two")


# ---- the servers --------------------


async def refused(credentials: Credentials, what: Callable[[Any], Any]) -> bool:
    """Whether the servers refuse what a holder of credentials does."""
    wrong: list[str] = []

    async def note(error: Exception) -> None:
        wrong.append(str(error))

    client = await connected(credentials, name="thief", inbox=credentials.name.inbox)
    client._error_cb = note
    try:
        await what(client)
        await client.flush()
        await until(lambda: bool(wrong), 2.0)
    except (TimeoutError, NatsError):
        pass
    finally:
        await client.close()
    return any("permissions violation" in each.lower() for each in wrong)


TRIED: dict[str, Callable[[Any], Any]] = {
    "publish as another table": lambda client: client.publish(TWO.record, b"{}"),
    "say another table's status": lambda client: client.publish(TWO.status, b"{}"),
    "command its own table": lambda client: client.publish(ONE.command, b"{}"),
    "command another table": lambda client: client.publish(TWO.command, b"{}"),
    "say what the floor has kept": lambda client: client.publish(ONE.kept, b"{}"),
    "hear another table's record": lambda client: client.subscribe(TWO.record),
    "hear another table's commands": lambda client: client.subscribe(TWO.command),
    "hear everything": lambda client: client.subscribe(">"),
    "hear answers to others": lambda client: client.subscribe("_INBOX.>"),
    "ask for the end of another record": lambda client: client.publish(
        f"$JS.API.DIRECT.GET.{STREAM}.{TWO.record}", b""
    ),
    "read the stream": lambda client: client.publish(f"$JS.API.STREAM.MSG.GET.{STREAM}", b'{"seq":1}'),
    "delete the stream": lambda client: client.publish(f"$JS.API.STREAM.DELETE.{STREAM}", b""),
    "confirm for the floor": lambda client: client.publish(f"$JS.ACK.{STREAM}.floor.1.1.1.1.1", b""),
    "publish below its own subject": lambda client: client.publish(f"{ONE.record}.more", b"{}"),
    "publish in another room": lambda client: client.publish("burncard.elsewhere.one.record", b"{}"),
    "read the stream by number": lambda client: client.publish(f"$JS.API.DIRECT.GET.{STREAM}", b'{"seq":1}'),
    "take the floor's messages": lambda client: client.publish(f"$JS.API.CONSUMER.MSG.NEXT.{STREAM}.floor", b"1"),
    "read by a place of its own": lambda client: client.publish(f"$JS.API.CONSUMER.CREATE.{STREAM}", b"{}"),
    "change the stream": lambda client: client.publish(f"$JS.API.STREAM.UPDATE.{STREAM}", b"{}"),
    "answer another table": lambda client: client.publish(f"{TWO.inbox}.x", b"{}"),
    "answer the floor unasked": lambda client: client.publish("_INBOX.floor.x", b"{}"),
    "hear of refused sign-ins": lambda client: client.subscribe(SIGN_IN_REFUSED),
    "manage the servers": lambda client: client.publish("$SYS.REQ.CLAIMS.UPDATE", b""),
}


@pytest.mark.parametrize("tried", TRIED)
def test_with_one_tables_credentials_nobody_can(tried: str, servers: Cluster) -> None:
    assert asyncio.run(refused(credentials_of(servers.authority, ONE), TRIED[tried]))


def test_credentials_of_another_operator_are_worth_nothing(servers: Cluster, tmp_path: Path) -> None:
    other = Authority.make(tmp_path / "other", "room", [], ["127.0.0.1"])
    own, theirs = credentials_of(servers.authority, ONE), credentials_of(other, ONE)
    assert sign_in(own).startswith(b"PONG")
    stolen = msgspec.structs.replace(theirs, servers=own.servers, authority=own.authority)
    swapped = msgspec.structs.replace(own, seed=theirs.seed)
    for credentials in (stolen, swapped):
        assert sign_in(credentials).startswith(b"-ERR 'Authorization Violation'")


def test_a_server_hears_nothing_that_comes_without_tls(servers: Cluster) -> None:
    host, port = servers.authority.for_floor().servers[0].removeprefix("tls://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as plain:
        assert plain.recv(65_536).startswith(b"INFO ")
        plain.sendall(b'CONNECT {"verbose":false}\r\nPING\r\n')
        assert b"PONG" not in plain.recv(65_536)


def test_servers_of_somebody_else_are_not_trusted(servers: Cluster, tmp_path: Path) -> None:
    other = Authority.make(tmp_path / "other", "room", [], ["127.0.0.1"])
    credentials = msgspec.structs.replace(credentials_of(servers.authority, ONE), authority=other.certificate)
    with pytest.raises(ssl.SSLCertVerificationError):
        sign_in(credentials)


# ---- joining and revoking --------------------


async def _join_and_revoke(cluster: Cluster, database: Database, folder: Path) -> None:
    await database.open()
    floor = Room(cluster.authority, database, cluster.replicas)
    table = quick_table(folder, "one")
    code = await new_code(database, ONE)
    applicant = Applicant(code.lower(), table.seal.public_key.hex())
    joined, before = await admit(database, cluster.authority, applicant.joining)
    assert not before
    with pytest.raises(JoinRefusedError):  # a code is good once
        await admit(database, cluster.authority, Applicant(code).joining)
    credentials = applicant.credentials(joined)
    assert not msgspec.json.decode(joined.credentials)["seed"]
    with pytest.raises(JoinRefusedError):  # an answer from elsewhere
        applicant.credentials(Joined(joined.credentials.replace("tls://", "tls://evil."), joined.proof))
    box = outbox(cluster.authority, table, "one")
    box._credentials = credentials
    async with running(floor.run(), box.run()):
        await play(table)
        await until(lambda: is_whole(database, table, "one"))
        assert await floor.revoke(ONE)
        await until(lambda: not box.is_connected)
        async with running(RefusedSignIns(cluster.authority, database, lambda: True).run()):
            await until(lambda: _is_reported(database, "sign-in-refused"))
        await play(table)
        again = outbox(cluster.authority, quick_table(folder, "two"), "two")
        async with running(again.run()):  # others are not cut off
            await until(lambda: TWO in floor.heard)
        assert not await is_whole(database, table, "one")
    assert await reports(database) == ["sign-in-refused"]


def test_a_table_joins_with_a_code_and_is_cut_off_when_it_is_revoked(
    cluster: Cluster, sqlite: Database, tmp_path: Path
) -> None:
    asyncio.run(_join_and_revoke(cluster, sqlite, tmp_path))


async def _go_on_after_junk(cluster: Cluster, database: Database, folder: Path) -> None:
    await database.open()
    floor = Room(cluster.authority, database, cluster.replicas)
    table = quick_table(folder, "one")
    async with running(floor.run()):
        await until(lambda: floor.is_connected)
        thief = await connected(credentials_of(cluster.authority, ONE), name="thief", inbox=ONE.inbox)
        await play(table)
        highest = messages_of(table, ONE, branch=2**62)[-1]  # no branch comes after it
        for junk in (b"{}", b"[" * 5000 + b"]" * 5000, b"x" * 1_000_000, msgspec.json.encode(highest)):
            await thief.jetstream().publish(ONE.record, junk)
        thief._max_payload = 1 << 30
        await thief.publish(ONE.record, b"x" * 3_000_000)
        await until(lambda: thief.is_closed)
        async with running(outbox(cluster.authority, table, "one").run()):
            await until(lambda: is_whole(database, table, "one"))
    assert await floor_rows(database, "one") == journal_rows(table)
    rejected = await database.ask("SELECT code, length(body) < 20000 FROM rejected")
    assert rejected == [("unreadable", True)] * 3
    assert set(await reports(database)) == {"gap", "rolled-back", "unreadable"}
    table.close()


def test_a_table_goes_on_after_junk_that_was_published_with_its_credentials(
    cluster: Cluster, sqlite: Database, tmp_path: Path
) -> None:
    asyncio.run(_go_on_after_junk(cluster, sqlite, tmp_path))


def test_a_code_is_good_for_five_tries_only(sqlite: Database, tmp_path: Path) -> None:
    authority = Authority.make(tmp_path / "authority", "room", [], ["127.0.0.1"])

    async def guess() -> None:
        await sqlite.open()
        code = await new_code(sqlite, ONE)
        for guessed in ("AAAAAAAA", "BBBBBBBB", "CCCCCCCC", "DDDDDDDD", "EEEEEEEE"):
            with pytest.raises(JoinRefusedError):
                await admit(sqlite, authority, Applicant(code[:4] + guessed).joining)
        with pytest.raises(JoinRefusedError):
            await admit(sqlite, authority, Applicant(code).joining)

    asyncio.run(guess())
    assert (tmp_path / "authority" / "secrets.json").stat().st_mode & 0o077 == 0


def test_a_text_that_is_no_code_is_refused_before_anything_is_sent() -> None:
    for text in ("", "ABCD", "ABCD-EFGH-IJKL", "ABCD-EFGH-JKLM-N"):
        with pytest.raises(JoinRefusedError):
            Applicant(text)


# ---- commands --------------------

NOW_NS = 1_800_000_000 * 10**9


class Heard:
    """A table that hears commands, and the floor that signs them."""

    def __init__(self, folder: Path) -> None:
        self.journal = folder / "one" / "journal.db"
        self.wakes = 0
        self.authority = Authority.make(folder / "authority", "room", [], ["127.0.0.1"])
        self.table: QuickTable = quick_table(folder, "one", seed=1)
        self.now_ns = NOW_NS
        self.listen()

    def listen(self) -> None:
        """The table listens, as after a start."""
        key = bytes.fromhex(self.authority.floor_key)
        self.commands = Commands(self.table.service, ONE, key, lambda: self.now_ns, lambda cursor: None, self.wake)

    def wake(self) -> None:
        self.wakes += 1

    def command(self, **fields: Any) -> Command:
        known: dict[str, Any] = {"id": "c1", "room": "room", "table": "one", "journal": self.table.seal.journal}
        known |= {"made_ns": NOW_NS, "expires_ns": NOW_NS + 30 * 10**9, "person": "Bea", "does": "close"}
        return Command(**(known | fields))

    def signed(self, command: Command) -> bytes:
        body = msgspec.json.encode(command)
        return msgspec.json.encode(Signed(body.decode(), self.authority.sign(body).hex()))

    def take(self, **fields: Any) -> str:
        return self.commands.take(self.signed(self.command(**fields))).code

    def logged(self) -> list[tuple[str, Any]]:
        """Commands in the journal, and what was refused."""
        kinds = ("floor-command", "floor-command-refused")
        events = [event for event in self.table.journal.events() if event.kind in kinds]
        return [(event.kind, msgspec.json.decode(event.body)) for event in events]


@pytest.fixture
def heard(tmp_path: Path) -> Heard:
    return Heard(tmp_path)


def test_a_command_is_in_the_record_with_a_name_and_is_carried_out(heard: Heard) -> None:
    assert heard.take() == "done"
    assert heard.table.service.mode == "closed"
    assert heard.logged() == [("floor-command", {"id": "c1", "does": "close", "on": "", "person": "Bea"})]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"table": "two"}, "other-table"),
        ({"room": "elsewhere"}, "other-table"),
        ({"journal": "0" * 16}, "other-table"),
        ({"expires_ns": NOW_NS}, "expired"),
        ({"made_ns": NOW_NS - 600 * 10**9, "expires_ns": NOW_NS - 570 * 10**9}, "expired"),
        ({"expires_ns": NOW_NS + 3600 * 10**9}, "clocks-apart"),
        ({"made_ns": NOW_NS + 60 * 10**9, "expires_ns": NOW_NS + 90 * 10**9}, "clocks-apart"),
    ],
)
def test_a_command_for_another_table_or_time_is_refused_and_recorded(
    fields: dict[str, Any], why: str, heard: Heard
) -> None:
    assert heard.take(**fields) == why
    assert heard.table.service.mode == "open"
    assert heard.logged() == [("floor-command-refused", {"id": "c1", "why": why})]


def test_a_replayed_command_is_refused_also_after_the_table_was_started_again(heard: Heard) -> None:
    assert heard.take() == "done"
    heard.table.service.set_mode("open", "technician: Tom")
    assert heard.take() == "replayed"
    heard.listen()
    assert heard.take() == "replayed"
    assert heard.table.service.mode == "open"
    heard.now_ns += 31 * 10**9
    assert heard.take() == "expired"


def test_a_command_signed_with_another_key_or_changed_on_the_way_is_refused(heard: Heard, tmp_path: Path) -> None:
    other = Authority.make(tmp_path / "other", "room", [], ["127.0.0.1"])
    command = heard.command()
    body = msgspec.json.encode(command)
    forged = msgspec.json.encode(Signed(body.decode(), other.sign(body).hex()))
    changed = heard.signed(command).replace(b"Bea", b"Eve")
    unsigned = msgspec.json.encode(Signed(body.decode(), ""))
    for data in (forged, changed, unsigned, b"", b"\xff", b"[]", b'{"body":"{}","signature":"zz"}', b"[" * 10_000):
        assert heard.commands.take(data).code in ("not-signed", "unreadable")
    for seat in (0, -1, 10**30):
        signed = msgspec.structs.replace(command, does="override", on="r1", decision="stands", seat=seat)
        assert heard.commands.take(heard.signed(signed)).code == "unreadable"
    assert heard.table.service.mode == "open"


def test_refusals_do_not_fill_the_record(heard: Heard) -> None:
    for _ in range(500):
        heard.commands.take(b"")
    assert len(heard.logged()) == 30


def test_a_command_that_cannot_be_journaled_stops_the_table_at_once_and_is_not_carried_out(heard: Heard) -> None:
    faults = heard.table.service.record.faults
    with closing(sqlite3.connect(heard.journal, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert heard.take() == "not-now"
        assert faults.is_open("journal-stopped")
        assert heard.wakes
    assert heard.table.service.mode == "open"


def test_a_refusal_that_cannot_be_journaled_stops_the_table_at_once(heard: Heard) -> None:
    with closing(sqlite3.connect(heard.journal, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert heard.take(table="two") == "other-table"
        assert heard.table.service.record.faults.is_open("journal-stopped")


def test_the_floor_decides_on_a_ruling_and_voids_only_the_hand_that_was_seen(heard: Heard) -> None:
    for _ in range(5):
        heard.table.step()
    hand = heard.table.service.record.table.hand
    assert hand is not None
    assert heard.take(id="c1", does="void-hand", on="h999", reason="fire") == "not-now"
    assert heard.take(id="c2", does="override", on="r9", decision="stands", reason="so") == "not-now"
    assert heard.take(id="c3", does="clear-fault", on="reader-lost", reason="so") == "not-now"
    assert heard.table.service.record.in_hand
    assert heard.take(id="c4", does="void-hand", on=hand.fact.id, reason="fire") == "done"
    assert not heard.table.service.record.in_hand
    last = list(heard.table.journal.facts())[-1]
    assert last.operator == "floor: Bea (floor desk)"


async def _decide_from_the_desk(cluster: Cluster, database: Database, folder: Path) -> None:
    await database.open()
    floor = Room(cluster.authority, database, cluster.replicas)
    table = quick_table(folder, "one")
    box = outbox(cluster.authority, table, "one")
    async with running(floor.run(), box.run()):
        await play(table)
        await until(lambda: ONE in floor.heard and floor.leads)
        command = floor.command(ONE, table.seal.journal, "Bea", "close")
        answer = await floor.send(command)
        assert answer == Answer(command.id, "done")
        assert (
            await floor.send(msgspec.structs.replace(command, expires_ns=time.time_ns() - 1, id="x"))
        ).code == "expired"
        with pytest.raises(TableSilentError):
            await floor.send(floor.command(TWO, "", "Bea", "close"))
        await until(lambda: _is_reported(database, "command-refused"))
    answers = await database.ask("SELECT person, answer FROM commands ORDER BY made_ns")
    assert [person for person, _ in answers] == ["Bea"] * 3
    assert sorted(msgspec.json.decode(answer)["code"] for _, answer in answers) == ["done", "expired", "silent"]
    table.close()


async def _is_reported(database: Database, code: str) -> bool:
    return code in await reports(database)


def test_a_decision_reaches_its_table_and_a_refused_one_is_reported(
    cluster: Cluster, sqlite: Database, tmp_path: Path
) -> None:
    asyncio.run(_decide_from_the_desk(cluster, sqlite, tmp_path))
