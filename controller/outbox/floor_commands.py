"""The floor's decisions on their way to a table: signed, addressed to one table, good for a short time, and made once.

A command is in the table's journal before it is carried out, so a table that dies in between may leave one undone but
never does one twice. The journal also shows whether a command has been received before.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Literal

import msgspec

from burncard.controller.faults import NotAllowedError
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.journal.journal import JournalWriteError
from burncard.controller.journal.seal import is_signed
from burncard.controller.outbox.published import Cursor
from burncard.controller.outbox.subjects import TableName
from burncard.controller.record import HandNamedError
from burncard.controller.service import TableService
from burncard.controller.stopping import TableStoppedError
from burncard.firmware_bridge.driver import SECOND
from burncard.rules.facts import Press, SeatNumber
from burncard.rules.rulings.decisions import refusal_of

LIFETIME_MAX_NS: Final = 300 * SECOND
SKEW_NS: Final = 30 * SECOND
"""How far the floor's clock may be ahead of the table's."""
COMMANDED: Final = "floor-command"
REFUSED: Final = "floor-command-refused"
REFUSALS_MAX: Final = 30
REFUSALS_WITHIN_NS: Final = 60 * SECOND

Does = Literal["ack", "override", "void-hand", "clear-fault", "open", "close", "resend"]


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One decision. `id` is never used again. `journal`: the record that it is about. `person` decided it.

    `on`: what the person saw: the ruling (`ack`, `override`), the hand (`void-hand`), or the fault's code.
    `after`: for `resend`, from where on the floor lacks the record.
    """

    id: str
    room: str
    table: str
    journal: str
    made_ns: int
    expires_ns: int
    person: str
    does: Does
    on: str = ""
    decision: str = ""
    seat: SeatNumber | None = None
    reason: str = ""
    after: Cursor | None = None


class Signed(msgspec.Struct, frozen=True):
    """A command as it travels. `body`: its JSON text, which is what is signed; `signature`: Ed25519, in hex."""

    body: str
    signature: str


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a command. `code`: done, refused (by a rule, the text says why), or why it was not heard."""

    id: str
    code: str
    text: str = ""
    outcomes: list[msgspec.Raw] = []


class CommandRefusedError(Exception):
    """A command that the table does not carry out. `code` says why."""

    def __init__(self, code: str, command_id: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.id = command_id


class Commands:
    """The commands of one table. `resend` is called with where the floor's record ends; `entered` after whatever may
    have changed the table.

    `clock_ns`: the time of day, which floor and table share but for `SKEW_NS`.
    """

    def __init__(
        self,
        service: TableService,
        name: TableName,
        floor_key: bytes,
        clock_ns: Callable[[], int],
        resend: Callable[[Cursor], None],
        entered: Callable[[], None],
    ) -> None:
        self._service = service
        self._name = name
        self._floor_key = floor_key
        self._clock_ns = clock_ns
        self._resend = resend
        self._entered = entered
        self._refusals: deque[int] = deque(maxlen=REFUSALS_MAX)
        self._done: dict[str, int] = {}

    def take(self, data: bytes) -> Answer:
        """Carries out a command that has arrived, once; its answer. Refusals are journaled, up to a limit."""
        try:
            command = self._checked(data)
        except CommandRefusedError as error:
            self._note_refusal(error)
            return Answer(error.id, error.code)
        if command.does == "resend":
            self._resend(command.after or Cursor())
            return Answer(command.id, "done")
        try:
            self._log(COMMANDED, id=command.id, does=command.does, on=command.on, person=command.person)
            self._done[command.id] = command.expires_ns
            return self._carried_out(command)
        except (TableStoppedError, JournalWriteError, HandNamedError, NotAllowedError, KeyError) as error:
            return Answer(command.id, "not-now", type(error).__name__)
        finally:
            self._entered()

    # ---- whose commands are taken --------------------

    def _checked(self, data: bytes) -> Command:
        """The command of a message. Raises CommandRefusedError for one that is not the floor's, ours, new, in time."""
        try:
            signed = msgspec.json.decode(data, type=Signed)
            if not is_signed(signed.body.encode(), bytes.fromhex(signed.signature), self._floor_key):
                raise CommandRefusedError("not-signed")
            command = msgspec.json.decode(signed.body, type=Command)
        except ValueError as error:  # not JSON, not UTF-8, not hex
            raise CommandRefusedError("unreadable") from error
        seal = self._service.record.journal.seal
        if TableName(command.room, command.table) != self._name or seal is None or command.journal != seal.journal:
            raise CommandRefusedError("other-table", command.id)
        if command.does == "resend":
            return command  # it decides nothing, and a table whose clock is wrong is to be complete as well
        now_ns = self._clock_ns()
        if command.expires_ns <= now_ns:
            raise CommandRefusedError("expired", command.id)
        if command.made_ns > now_ns + SKEW_NS or command.expires_ns > command.made_ns + LIFETIME_MAX_NS:
            raise CommandRefusedError("clocks-apart", command.id)
        if self._was_heard(command.id, now_ns):
            raise CommandRefusedError("replayed", command.id)
        return command

    def _was_heard(self, command_id: str, now_ns: int) -> bool:
        """Whether a command has been carried out before: in this process, or, by the journal, in one before it."""
        self._done = {known: expires_ns for known, expires_ns in self._done.items() if expires_ns > now_ns}
        if command_id in self._done:
            return True
        record = self._service.record
        oldest_ns = record.now() - LIFETIME_MAX_NS - 2 * SKEW_NS
        for event in record.journal.latest(COMMANDED):
            if event.at_ns < oldest_ns:
                return False
            if msgspec.json.decode(event.body)["id"] == command_id:
                return True
        return False

    def _note_refusal(self, error: CommandRefusedError) -> None:
        now_ns = self._clock_ns()
        if len(self._refusals) == REFUSALS_MAX and now_ns - self._refusals[0] < REFUSALS_WITHIN_NS:
            return
        self._refusals.append(now_ns)
        with suppress(JournalWriteError):  # the table has stopped, which its screens say
            self._log(REFUSED, id=error.id[:64], why=error.code)

    def _log(self, kind: str, **fields: str) -> None:
        """Journals an event. Where that fails, the table stops at once. Raises JournalWriteError."""
        try:
            self._service.record.log(kind, **fields)
        except JournalWriteError:
            self._service.tick()
            self._entered()
            raise

    # ---- what is done --------------------

    def _carried_out(self, command: Command) -> Answer:
        operator = f"floor: {command.person} (floor desk)"
        match command.does:
            case "clear-fault":
                self._service.clear_fault(command.on, operator, "floor", command.reason)
                return Answer(command.id, "done")
            case "open" | "close":
                self._service.set_mode("open" if command.does == "open" else "closed", operator)
                return Answer(command.id, "done")
        press = self._press(command)
        self._service.record.check_not_named(press)
        outcomes = self._service.submit(press, operator, "floor")
        refused = refusal_of(press, outcomes)
        encoded = [msgspec.Raw(encode(outcome)) for outcome in outcomes]
        if refused is not None:
            return Answer(command.id, "refused", refused.message, encoded)
        return Answer(command.id, "done", outcomes=encoded)

    def _press(self, command: Command) -> Press:
        """A decision as a fact. Raises KeyError where the hand or the ruling is not what the person saw."""
        fields: dict[str, Any] = {"press": command.does, "by": "floor"}
        if command.does == "void-hand":
            hand = self._service.record.table.hand
            if hand is None or hand.ended or hand.fact.id != command.on:
                raise KeyError(command.on)
            return Press(**fields, reason=command.reason)
        if command.on not in self._service.record.ledger.stops.given:
            raise KeyError(command.on)
        if command.does == "ack":
            return Press(**fields, ruling=command.on)
        decision, seat = command.decision, command.seat
        return Press(**fields, ruling=command.on, decision=decision, seat=seat, reason=command.reason)
