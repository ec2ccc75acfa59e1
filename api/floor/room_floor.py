"""The floor's side of the room's servers: streams, the intake of records, tables' status, and commands to tables."""

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgspec
from nats.errors import ConnectionClosedError
from nats.errors import Error as NatsError
from nats.errors import TimeoutError as NatsTimeoutError
from nats.js.api import AckPolicy, ConsumerConfig, DiscardPolicy, StorageType, StreamConfig
from nats.js.errors import NotFoundError

from burncard.api.floor.authority import Authority
from burncard.api.floor.database import BadValueError, Database, DatabaseError
from burncard.api.floor.desk_queries import user_key_of
from burncard.api.floor.intake import Intake, Lacking, Taken, arrived_of
from burncard.controller.outbox.credentials import connected
from burncard.controller.outbox.floor_commands import Answer, Command, Does, Signed
from burncard.controller.outbox.published import Cursor
from burncard.controller.outbox.subjects import KEPT_STREAM, ROOT, STREAM, TableName, named_in
from burncard.controller.outbox.table_status import Status

if TYPE_CHECKING:
    from nats.aio.client import Client

CONSUMER: Final = "floor"
BATCH: Final = 500
FETCH_S: Final = 0.5
PAUSE_S: Final = 1.0
COMMAND_S: Final = 5.0
COMMAND_GOOD_S: Final = 30
ASK_AGAIN_S: Final = 3.0
MESSAGE_BYTES_MAX: Final = 1 << 20
STATUS_BYTES_MAX: Final = 65_536
TABLES_MAX: Final = 10_000
FRESH_S: Final = 5.0
"""A table that has sent no status for this long is silent."""

log = logging.getLogger("burncard.floor")


@dataclass(frozen=True, slots=True)
class Heard:
    """A table's last status, and when it came (monotonic s)."""

    status: Status
    at_s: float

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
    how long the servers recognise a repeated message."""

    authority: Authority
    database: Database
    replicas: int = 1
    keep_days: int = 7
    duplicates_s: float = 120
    counts: RoomCounts = field(default_factory=RoomCounts)
    heard: dict[TableName, Heard] = field(default_factory=dict)
    _client: "Client | None" = None
    _asked: dict[TableName, float] = field(default_factory=dict)
    _intake: Intake = field(init=False)

    def __post_init__(self) -> None:
        self._intake = Intake(self.database)

    @property
    def is_connected(self) -> bool:
        """Whether the room's servers are reached now."""
        return self._client is not None and self._client.is_connected

    async def run(self) -> None:
        """Takes records in until it is cancelled. Whatever keeps it from that is tried again."""
        while True:
            try:
                await self._run_connected()
            except (OSError, TimeoutError, NatsError, DatabaseError) as error:
                log.warning("floor: %s: %s; trying again", type(error).__name__, error)
                await asyncio.sleep(PAUSE_S)

    async def _run_connected(self) -> None:
        client = await connected(self.authority.for_floor(), name="floor", inbox="_INBOX.floor")
        try:
            stream = client.jetstream(timeout=5)
            await self._make_streams(stream)
            await client.subscribe(f"{ROOT}.{self.authority.room}.*.status", cb=self._hear)
            self._client = client
            consumer = await stream.pull_subscribe_bind(CONSUMER, stream=STREAM)
            while not client.is_closed:
                await self._take_next(client, consumer)
            raise ConnectionClosedError
        finally:
            self._client = None
            with suppress(OSError, NatsError, TimeoutError):
                await asyncio.wait_for(client.close(), COMMAND_S)

    async def _make_streams(self, stream: Any) -> None:
        """Makes the streams where they are missing. Nothing is ever discarded before its time to make room."""
        room = self.authority.room
        records = StreamConfig(
            name=STREAM,
            subjects=[f"{ROOT}.{room}.*.record"],
            num_replicas=self.replicas,
            storage=StorageType.FILE,
            discard=DiscardPolicy.NEW,
            max_age=self.keep_days * 86_400,
            max_msg_size=MESSAGE_BYTES_MAX,
            duplicate_window=self.duplicates_s,
            allow_direct=True,
            deny_delete=True,
            deny_purge=True,
        )
        kept = StreamConfig(
            name=KEPT_STREAM,
            subjects=[f"{ROOT}.{room}.*.kept"],
            num_replicas=self.replicas,
            storage=StorageType.FILE,
            max_msgs_per_subject=1,
            allow_direct=True,
        )
        for config in (records, kept):
            try:
                await stream.stream_info(config.name)
            except NotFoundError:
                await stream.add_stream(config)
        durable = ConsumerConfig(
            durable_name=CONSUMER, ack_policy=AckPolicy.EXPLICIT, ack_wait=60, max_ack_pending=4 * BATCH
        )
        try:
            await stream.consumer_info(STREAM, CONSUMER)
        except NotFoundError:
            await stream.add_consumer(STREAM, durable)

    # ---- records --------------------

    async def _take_next(self, client: "Client", consumer: Any) -> None:
        """Takes the next batch in: it is confirmed to the stream once the database has it."""
        try:
            messages = await consumer.fetch(BATCH, timeout=FETCH_S)
        except NatsTimeoutError:
            return
        if not messages:
            return
        arrived = arrived_of(messages)
        while True:
            try:
                taken = await self._taken(arrived)
                break
            except DatabaseError as error:
                self.counts.database_errors += 1
                log.warning("floor: the database is away: %s", error)
                for message in messages:
                    await message.in_progress()
                await asyncio.sleep(PAUSE_S)
        for message in messages:
            await message.ack()
        self.counts.pending = int(messages[-1].metadata.num_pending)
        await self._report_back(client, taken)

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
        seat: int | None = None,
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
        """Cuts off whoever has a key. Raises OSError, NatsError."""
        self.authority.revoke(key)
        await self.update_servers()

    async def update_servers(self) -> None:
        """Gives every server the account as it now is: revoked tables are cut off. Raises OSError, NatsError."""
        client = await connected(self.authority.for_manager(), name="manager", inbox="_INBOX.manager")
        try:
            await client.request("$SYS.REQ.CLAIMS.UPDATE", self.authority.account.encode(), timeout=COMMAND_S)
        finally:
            await client.close()
