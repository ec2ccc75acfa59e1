"""The outbox: publishes a table's record, row by row, in order and once, through any outage.

It reads the journal after the fact, at its own pace: the table never waits for it, and what waits for the network
waits in the journal. How far it has come is read from the stream's own last message, so there is no second truth to
lose. Each message goes out only if the message before it is still the last one of this table
(`Nats-Expected-Last-Subject-Sequence`). Where copies of the stream have come apart, after lost disks, that may never be
so: then another server is asked, and at last the row goes out without the condition, since the floor takes each row
only once. So a message whose confirmation got lost is neither repeated nor left out, however long ago that was, and
however often the process has died since.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from nats.errors import ConnectionClosedError
from nats.errors import Error as NatsError
from nats.js.errors import APIError, NotFoundError

from burncard.controller.journal.journal import JournalDamagedError, JournalWriteError
from burncard.controller.outbox.credentials import Credentials, closed, connected
from burncard.controller.outbox.ending import end
from burncard.controller.outbox.floor_commands import Commands
from burncard.controller.outbox.published import VERSION, Cursor, Kept, Message, same_row
from burncard.controller.outbox.record_reader import RecordReader
from burncard.controller.outbox.subjects import KEPT_STREAM, STREAM
from burncard.controller.outbox.table_status import status_of
from burncard.controller.outbox.tracing import Traces
from burncard.controller.service import TableService

if TYPE_CHECKING:
    from nats.aio.client import Client

LOOK_S: Final = 0.25
"""How often the journal is looked at for events, which nobody announces."""
STATUS_S: Final = 1.0
PATIENCE_S: Final = 5.0
ASK_S: Final = 1.0
PAUSE_S: Final = 0.5
WRONG_SEQUENCE: Final = 10071
"""The servers' code for a message that is refused because another one came before."""
ANOTHER_SERVER_AFTER: Final = 3
UNCONDITIONAL_AFTER: Final = 6
"""Refusals in a row, after which the next server is asked, and after which no condition is made."""
COMMAND_BYTES_MAX: Final = 16_384
BRANCH_MAX: Final = 2**62

Said = TypeVar("Said", Message, Kept)

log = logging.getLogger("burncard.outbox")


@dataclass(slots=True)
class Counts:
    """What has happened, for the metrics."""

    published: int = 0
    retried: int = 0
    commands: int = 0


class Outbox:
    """The outbox of one sealed table. `entered` is called after a command that changed something."""

    def __init__(
        self,
        service: TableService,
        credentials: Credentials,
        entered: Callable[[], None] = lambda: None,
        clock_ns: Callable[[], int] = time.time_ns,
        traces: Traces | None = None,
    ) -> None:
        assert service.record.journal.seal is not None
        self.name = credentials.name
        self.counts = Counts()
        self.cursor = Cursor()
        self._service = service
        self._record = service.record
        self._journal = service.record.journal.seal.journal
        self._credentials = credentials
        self._traces = traces or Traces()
        self._woken = asyncio.Event()
        self._branch = 0
        self._sequence = 0
        self._from: Cursor | None = None
        self._again = ""
        self._refused = 0
        self._client: Client | None = None
        key = bytes.fromhex(credentials.floor_key)
        self._commands = Commands(service, self.name, key, clock_ns, self._send_again, entered)

    async def run(self) -> None:
        """Publishes until it is cancelled. Whatever keeps it from publishing is tried again."""
        forget = self._record.subscribe(lambda update: self._woken.set())
        try:
            while True:
                try:
                    await self._run_connected()
                except (OSError, TimeoutError, NatsError, JournalWriteError, JournalDamagedError) as error:
                    log.info("outbox: %s; trying again", type(error).__name__)
                    await asyncio.sleep(PAUSE_S)
        finally:
            forget()

    async def _run_connected(self) -> None:
        client = await connected(self._credentials, name=str(self.name), inbox=self.name.inbox)
        saying = asyncio.create_task(self._say_status(client))
        try:
            await client.subscribe(self.name.command, cb=self._commanded)
            self._client = client
            while not client.is_closed:  # it is lost, or the servers have closed a revoked table's
                try:
                    await self._publish_all(client)
                except (TimeoutError, NatsError) as error:
                    self.counts.retried += 1
                    self._refused += isinstance(error, APIError) and error.err_code == WRONG_SEQUENCE
                    await asyncio.sleep(PAUSE_S)
                    if self._refused == ANOTHER_SERVER_AFTER:
                        break
            raise ConnectionClosedError
        finally:
            await end(saying)
            await closed(client)

    @property
    def is_connected(self) -> bool:
        """Whether the room's servers are reached now."""
        return self._client is not None and self._client.is_connected

    # ---- the record --------------------

    async def _publish_all(self, client: "Client") -> None:
        """Publishes what there is, and then whatever comes. Raises NatsError, TimeoutError: begin anew."""
        stream = client.jetstream(timeout=ASK_S)
        reader = RecordReader(self._record, await self._resume(stream))
        while not client.is_closed:
            self.cursor = reader.cursor
            if self._from is not None:
                reader, self._from = RecordReader(self._record, self._from), None
                self._again = f".{self._sequence}"
            self._woken.clear()
            found = reader.next()
            if found is None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), LOOK_S)
                continue
            row, after = found
            with self._traces.publishing(Message(VERSION, *self._address, self._branch, after, row)) as message:
                await self._publish(stream, message)
            reader.go_on(after)

    @property
    def _address(self) -> tuple[str, str, str]:
        return self.name.room, self.name.table, self._journal

    async def _publish(self, stream: Any, message: Message) -> None:
        headers = {"Nats-Msg-Id": message.id + self._again}
        is_stuck = self._refused >= UNCONDITIONAL_AFTER
        if not is_stuck:
            headers["Nats-Expected-Last-Subject-Sequence"] = str(self._sequence)
        body = msgspec.json.encode(message)
        confirmed = await stream.publish(self.name.record, body, PATIENCE_S, STREAM, headers)
        if confirmed.duplicate and not is_stuck:
            raise TimeoutError  # it was confirmed before, and the confirmation got lost: look where the stream stands
        self._sequence, self._refused = confirmed.seq, 0
        self.counts.published += 1

    async def _resume(self, stream: Any) -> Cursor:
        """Where to go on: after the stream's last message of this table, or after what the floor has kept."""
        last = await _last(stream, STREAM, self.name.record)
        self._sequence = 0 if last is None else int(last.seq)
        self._again = f".{self._sequence}" if self._again else ""
        said = _read(last, Message)
        if said is None or said.journal != self._journal:
            return await self._resume_from_floor(stream)
        self._branch = said.branch
        own = RecordReader(self._record, said.after).row_like(said.row)
        if own is not None and same_row(own, said.row) and self._reaches(said.after):
            return said.after
        log.warning("outbox: the journal is an older copy than what was published; it is published as a new branch")
        self._branch = _branch_after(said.branch)
        return Cursor()

    async def _resume_from_floor(self, stream: Any) -> Cursor:
        """The stream has nothing of this journal: it is new, or the stream has lost or dropped it."""
        last = await _last(stream, KEPT_STREAM, self.name.kept)
        kept = _read(last, Kept)
        if kept is None or kept.journal != self._journal:
            self._branch = 0
            return Cursor()
        self._branch = kept.branch
        if self._reaches(kept.cursor):
            return kept.cursor
        self._branch = _branch_after(kept.branch)
        return Cursor()

    def _reaches(self, cursor: Cursor) -> bool:
        journal = self._record.journal
        if journal.count < cursor.facts or journal.tip("events")[0] < cursor.events:
            return False
        return not cursor.heads or bool(journal.heads(cursor.heads - 1))

    def _send_again(self, after: Cursor) -> None:
        """The floor lacks what follows a cursor."""
        if self._reaches(after):
            self._from = after
            self._woken.set()

    # ---- the table's status, and the floor's commands --------------------

    async def _say_status(self, client: "Client") -> None:
        while True:
            if client.is_connected:
                status = status_of(self._service, self.name.room, self.name.table, self.cursor)
                with suppress(NatsError):
                    await client.publish(self.name.status, msgspec.json.encode(status))
            await asyncio.sleep(STATUS_S)

    async def _commanded(self, message: Any) -> None:
        if len(message.data) > COMMAND_BYTES_MAX:
            return
        self.counts.commands += 1
        answer = self._commands.take(message.data)
        if message.reply:
            await message.respond(msgspec.json.encode(answer))


def _branch_after(branch: int) -> int:
    """A branch that is not in use. Whoever has stolen the table's credentials may have used the highest number."""
    return branch + 1 if branch < BRANCH_MAX else secrets.randbelow(BRANCH_MAX) + 1


async def _last(stream: Any, name: str, subject: str) -> Any:
    """The last message of a subject, asked for by the subject, which is all that a table may ask for."""
    try:
        return await stream.get_last_msg(name, subject, direct=True)
    except NotFoundError:
        return None


def _read(message: Any, kind: type[Said]) -> Said | None:
    """What a message says; None where there is none, or one that no table and no floor of this version writes.

    Whoever has stolen the table's credentials may have published it: the table goes on after it.
    """
    if message is None:
        return None
    try:
        return msgspec.json.decode(message.data, type=kind)
    except (ValueError, RecursionError):
        log.warning("outbox: the last message of %s cannot be read", message.subject)
        return None
