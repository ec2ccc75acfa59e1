"""The floor's side of the room's servers: streams, the intake of records, tables' status, and commands to tables."""

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgspec
from nats.errors import ConnectionClosedError
from nats.errors import Error as NatsError

from burncard.api.floor.authority import Authority
from burncard.api.floor.database import BadValueError, Database, DatabaseError
from burncard.api.floor.desk_queries import kept_records, user_key_of
from burncard.api.floor.intake import Intake, Lacking, Taken, arrived_of
from burncard.api.floor.lease import GOOD_S, Lease, LeaseLostError
from burncard.api.floor.streams import BATCH, CONSUMER, make_streams
from burncard.controller.outbox.credentials import closed, connected
from burncard.controller.outbox.floor_commands import Answer, Command, Does, Signed
from burncard.controller.outbox.published import Cursor
from burncard.controller.outbox.subjects import ROOT, STREAM, TableName, named_in
from burncard.controller.outbox.table_status import Status
from burncard.controller.outbox.tracing import Traces
from burncard.rules.cards import Seat

if TYPE_CHECKING:
    from nats.aio.client import Client

FETCH_S: Final = 0.5
PAUSE_S: Final = 1.0
COMMAND_S: Final = 5.0
COMMAND_GOOD_S: Final = 30
ASK_AGAIN_S: Final = 3.0
LOOK_S: Final = 5.0
"""How often tables' records are compared with what the tables say they have published."""
STATUS_BYTES_MAX: Final = 65_536
TABLES_MAX: Final = 10_000
FRESH_S: Final = 5.0
"""A table that has sent no status for this long is silent."""

log = logging.getLogger("burncard.floor")


@dataclass(frozen=True, slots=True)
class Heard:
    """A table's last status, and when it came: `at_s` (monotonic s) and `at_ns`, by the floor's clock."""

    status: Status
    at_s: float
    at_ns: int = field(default_factory=time.time_ns)

    @property
    def age_s(self) -> float:
        """How long ago it came."""
        return time.monotonic() - self.at_s

    @property
    def is_fresh(self) -> bool:
        """Whether the table still counts as heard; otherwise it is silent."""
        return self.age_s < FRESH_S


@dataclass(slots=True)
class RoomCounts:
    """What has been taken, for the metrics."""

    rows: int = 0
    again: int = 0
    rejected: int = 0
    reports: int = 0
    batches: int = 0
    database_errors: int = 0
    pending: int = 0


class TableSilentError(Exception):
    """A table that did not answer a command in time. It expires there by itself."""


@dataclass(slots=True)
class Room:
    """The floor of one room. `keep_days`: how long the stream keeps what the database has; `duplicates_s`:
    how long the servers recognise a repeated message; `lease_s`: after how long a floor that stands by takes over.

    Several floors of a room may run on one database. One of them leads; the others hear the tables, and stand by.
    """

    authority: Authority
    database: Database
    replicas: int = 1
    keep_days: int = 7
    duplicates_s: float = 120
    lease_s: float = GOOD_S
    traces: Traces = field(default_factory=Traces)
    counts: RoomCounts = field(default_factory=RoomCounts)
    heard: dict[TableName, Heard] = field(default_factory=dict)
    _client: "Client | None" = None
    _asked: dict[TableName, float] = field(default_factory=dict)
    _lacking: dict[TableName, Cursor] = field(default_factory=dict)
    _looked_s: float = 0.0
    _renewed_s: float = 0.0
    _waited: bool = False
    _stands_by: bool = False
    _lease: Lease = field(init=False)
    _intake: Intake = field(init=False)

    def __post_init__(self) -> None:
        self._lease = Lease(self.database, self.authority.room, self.lease_s)
        self._intake = Intake(self.database, self._lease)

    @property
    def leads(self) -> bool:
        """Whether this floor takes the room's records in now."""
        return self._lease.is_held

    @property
    def stands_by(self) -> bool:
        """Whether another floor of the room leads."""
        return self._stands_by

    @property
    def is_connected(self) -> bool:
        """Whether the room's servers are reached now."""
        return self._client is not None and self._client.is_connected

    async def run(self) -> None:
        """Takes records in until it is cancelled. Whatever keeps it from that is tried again."""
        try:
            while True:
                try:
                    await self._run_connected()
                except (OSError, TimeoutError, NatsError, DatabaseError) as error:
                    log.warning("floor: %s: %s; trying again", type(error).__name__, error)
                    await asyncio.sleep(PAUSE_S)
        finally:
            if self.leads:
                with suppress(DatabaseError):
                    await self._lease.release()

    async def _run_connected(self) -> None:
        client = await connected(self.authority.for_floor(), name="floor", inbox="_INBOX.floor")
        try:
            stream = client.jetstream(timeout=5)
            await self._revoke_again()
            await make_streams(stream, self.authority.room, self.replicas, self.keep_days, self.duplicates_s)
            await client.subscribe(f"{ROOT}.{self.authority.room}.*.status", cb=self._hear)
            self._client, self._waited = client, False
            consumer = await stream.pull_subscribe_bind(CONSUMER, stream=STREAM)
            while not client.is_closed:
                try:
                    if client.is_connected and (self.leads or await self._claim()):
                        await self._take_next(client, consumer)
                    else:
                        await asyncio.sleep(self.lease_s / 6)
                except LeaseLostError:
                    log.warning("floor: another floor of the room has taken over; standing by")
            raise ConnectionClosedError
        finally:
            self._client = None
            await closed(client)

    async def _claim(self) -> bool:
        """Whether this floor leads from now on."""
        leads = await self._lease.claim()
        if leads or not self._stands_by:
            log.warning("floor: %s", "leading" if leads else "another floor leads; standing by")
        self._stands_by = not leads
        return leads

    # ---- records --------------------

    async def _take_next(self, client: "Client", consumer: Any) -> None:
        """Takes the next batch in: it is confirmed to the stream once the database has it. Raises LeaseLostError."""
        try:
            messages = await consumer.fetch(BATCH, timeout=min(FETCH_S, self.lease_s / 6))
        except TimeoutError:  # also if the client's own timeout ends first
            messages = []
        if not messages:
            await self._stay(consumer)
            return
        self._waited = False
        taken = await self._kept(messages)
        self._renewed_s = time.monotonic()
        self.traces.kept(taken.traced)
        for message in messages:
            await message.ack()
        self.counts.pending = int(messages[-1].metadata.num_pending)
        await self._report_back(client, taken)

    async def _stay(self, consumer: Any) -> None:
        """Nothing arrives: the lease is renewed, and tables' records are compared with what the tables say.

        Raises TimeoutError or nats.errors.Error if messages wait and do not arrive, so that a new connection is made.
        """
        now_s = time.monotonic()
        if now_s - self._renewed_s >= self.lease_s / 3:
            await self._intake.take(())
            self._renewed_s = now_s
        if now_s - self._looked_s >= LOOK_S:
            self._looked_s = now_s
            waiting = (await consumer.consumer_info()).num_pending
            if waiting and self._waited:
                raise TimeoutError(f"{waiting} messages wait, and none arrives")
            self._waited = bool(waiting)
            await self._ask_for_what_is_lacking()

    async def _kept(self, messages: Sequence[Any]) -> Taken:
        """Takes a batch, however long the database is away. Raises LeaseLostError: then the next floor gets it."""
        arrived = arrived_of(messages)
        while True:
            try:
                return await self._taken(arrived)
            except LeaseLostError:
                for message in messages:
                    await message.nak()
                raise
            except DatabaseError as error:
                self.counts.database_errors += 1
                log.warning("floor: the database is away: %s", error)
                for message in messages:
                    await message.in_progress()
                await asyncio.sleep(PAUSE_S)

    async def _taken(self, arrived: list[Any]) -> Taken:
        """Takes a batch; where the database cannot hold a value of it, each message on its own."""
        try:
            return await self._intake.take(arrived)
        except BadValueError:
            whole = Taken()
            for one in arrived:
                try:
                    whole.add(await self._intake.take([one]))
                except BadValueError as error:
                    whole.add(await self._intake.reject(one, str(error)))
            return whole

    async def _report_back(self, client: "Client", taken: Taken) -> None:
        """Confirms to tables how far they are kept, and asks for what is lacking."""
        self.counts.rows += taken.rows
        self.counts.again += taken.again
        self.counts.rejected += taken.rejected
        self.counts.reports += taken.reports
        self.counts.batches += 1
        for name, kept in taken.kept.items():
            await client.publish(name.kept, msgspec.json.encode(kept))
        for lacking in taken.lacking.values():
            await self._ask_again(lacking)

    async def _ask_for_what_is_lacking(self) -> None:
        """Asks tables for what the stream does not bring any more: a database that was put back, or a replica that took
        the place of its primary, may lack rows that were confirmed. What is lacking twice in a row is asked for."""
        records = await kept_records(self.database, self.authority.room)
        kept = {(one.name, one.journal): one.cursor for one in records}
        lacking: dict[TableName, Cursor] = {}
        for name, heard in self.heard.items():
            status = heard.status
            at = kept.get((name.table, status.journal), Cursor())
            if not heard.is_fresh or not at.is_behind(status.sent):
                continue
            lacking[name] = at
            if self._lacking.get(name) == at:
                await self._ask_again(Lacking(name, status.journal, at))
        self._lacking = lacking

    async def _ask_again(self, lacking: Lacking) -> None:
        now_s = time.monotonic()
        if now_s - self._asked.get(lacking.name, -ASK_AGAIN_S) >= ASK_AGAIN_S:
            self._asked[lacking.name] = now_s
            await self._publish(self.command(lacking.name, lacking.journal, "floor", "resend", after=lacking.after))

    # ---- tables --------------------

    async def _hear(self, message: Any) -> None:
        """A table's status. One that cannot be read, or names another table, is left out."""
        try:
            name = named_in(message.subject)
            status = msgspec.json.decode(message.data[:STATUS_BYTES_MAX], type=Status)
        except (ValueError, RecursionError):
            return
        known = name in self.heard or len(self.heard) < TABLES_MAX
        if known and (status.room, status.table) == (name.room, name.table):
            self.heard[name] = Heard(status, time.monotonic())

    def command(
        self,
        name: TableName,
        journal: str,
        person: str,
        does: Does,
        *,
        on: str = "",
        decision: str = "",
        seat: Seat | None = None,
        reason: str = "",
        after: Cursor | None = None,
    ) -> Command:
        """A new command, good for half a minute."""
        made_ns = time.time_ns()
        return Command(
            id=secrets.token_hex(16),
            room=name.room,
            table=name.table,
            journal=journal,
            made_ns=made_ns,
            expires_ns=made_ns + COMMAND_GOOD_S * 1_000_000_000,
            person=person,
            does=does,
            on=on,
            decision=decision,
            seat=seat,
            reason=reason,
            after=after,
        )

    async def send(self, command: Command) -> Answer:
        """Sends a command, and keeps it before; the table's answer. Raises TableSilentError, DatabaseError."""
        body = msgspec.json.encode(command).decode()
        await self.database.change(
            "INSERT INTO commands (id, made_ns, room, name, person, body, answer) VALUES ($1, $2, $3, $4, $5, $6, '')",
            command.id, command.made_ns, command.room, command.table, command.person, body,
        )  # fmt: skip
        try:
            answer = await self._request(command)
        except TableSilentError:
            await self._answered(command, Answer(command.id, "silent"))
            raise
        await self._answered(command, answer)
        return answer

    async def _answered(self, command: Command, answer: Answer) -> None:
        text = msgspec.json.encode(answer).decode()
        await self.database.change("UPDATE commands SET answer = $2 WHERE id = $1", command.id, text)

    async def _request(self, command: Command) -> Answer:
        if self._client is None:
            raise TableSilentError
        try:
            subject = TableName(command.room, command.table).command
            reply = await self._client.request(subject, self.signed(command), timeout=COMMAND_S)
            return msgspec.json.decode(reply.data, type=Answer)
        except (NatsError, TimeoutError, ValueError, RecursionError) as error:
            raise TableSilentError from error

    async def _publish(self, command: Command) -> None:
        if self._client is not None:
            await self._client.publish(TableName(command.room, command.table).command, self.signed(command))

    def signed(self, command: Command) -> bytes:
        """A command as it travels."""
        body = msgspec.json.encode(command)
        return msgspec.json.encode(Signed(body.decode(), self.authority.sign(body).hex()))

    # ---- revocation --------------------

    async def revoke(self, name: TableName) -> bool:
        """Cuts a table off; whether it was enrolled. Raises DatabaseError, OSError, NatsError."""
        key = await user_key_of(self.database, name)
        if not key:
            return False
        await self.revoke_key(key)
        sql = "UPDATE tables SET revoked_ns = $3 WHERE room = $1 AND name = $2"
        await self.database.change(sql, name.room, name.table, time.time_ns())
        return True

    async def revoke_key(self, key: str) -> None:
        """Cuts off the holder of a key; what other floors of the room have revoked stays so.

        Raises DatabaseError, OSError, NatsError.
        """
        sql = "INSERT INTO revocations VALUES ($1, $2) ON CONFLICT DO NOTHING"
        await self.database.change(sql, key, int(time.time()))
        await self._revoke_again()

    async def _revoke_again(self) -> None:
        """Gives every server the account as it now is: servers that have lost their disks have forgotten who was cut
        off. Raises DatabaseError, OSError, NatsError."""
        revoked: dict[str, int] = dict(await self.database.ask("SELECT user_key, since_s FROM revocations"))
        if not revoked:
            return
        self.authority.revoke(revoked)
        client = await connected(self.authority.for_manager(), name="manager", inbox="_INBOX.manager")
        try:
            await client.request("$SYS.REQ.CLAIMS.UPDATE", self.authority.account.encode(), timeout=COMMAND_S)
        finally:
            await client.close()
