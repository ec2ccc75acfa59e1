"""When a table must stop: what was decided could not be written, or the program failed.

Then nothing in memory is trusted any more. The table is in fault on every screen, takes no entry and no card, and its
state is made again from the journal, as after a restart:

- `journal-stopped`: a row could not be written (disk full, a lock, a failed sync, no file handle left). The journal is
  opened anew every `RETRY_NS`, and play resumes when it can be written again.
- `program-error`: the rules, a driver or the service raised. What raised it was not journaled. Play resumes when a
  person has cleared the fault.

After either the felt is compared with the journal, by the reader's next scans.
"""

import logging
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar, cast

import burncard
from burncard.controller.calibration.survey import CalibrationError
from burncard.controller.decks.decks import DeckError
from burncard.controller.faults import Fault, NotAllowedError
from burncard.controller.journal.journal import JournalWriteError
from burncard.controller.ledger.changed_stakes import StakesError
from burncard.controller.ledger.seating import SeatError
from burncard.controller.record import HandNamedError, TableRecord
from burncard.firmware_bridge.driver import MS, Nanoseconds
from burncard.rules.facts import Action, ChipsMoved, FactBase

RETRY_NS: Final = 250 * MS
ANSWERS: Final = (NotAllowedError, DeckError, CalibrationError, SeatError, StakesError, HandNamedError)
"""Errors that answer a person, and stop nothing."""

_ROOT: Final = Path(burncard.__file__).parent
_TABLE: Final = frozenset({"controller", "rules", "firmware_bridge", "hardware", "simulator"})

log = logging.getLogger("burncard")


class TableStoppedError(Exception):
    """The table takes no such entry while a fault stops play. `code`: the fault's code."""

    def __init__(self, code: str) -> None:
        super().__init__(f"the table has stopped: {code}")
        self.code = code


class Stopping:
    """Stops one table, and starts it again. `rebuild`: makes the table's state anew from its journal,
    given whether that can be written. `show`: makes the table show that it has stopped."""

    def __init__(self, record: TableRecord, rebuild: Callable[[bool], None], show: Callable[[], None]) -> None:
        self._record = record
        self._rebuild = rebuild
        self._show = show
        self._retry_at_ns: int | None = None
        self.tell: Callable[[], None] = lambda: None
        """Called when the table has stopped, for screens that would look for it only later."""

    @property
    def stopped(self) -> bool:
        """Whether nothing may be decided now."""
        faults = self._record.faults
        return faults.is_open("journal-stopped") or faults.is_open("program-error")

    @property
    def next_due_ns(self) -> Nanoseconds | None:
        """When the journal is tried again; None if it need not be."""
        return None if self._retry_at_ns is None else Nanoseconds(self._retry_at_ns)

    def check_entry(self, fact: FactBase) -> None:
        """Raises TableStoppedError for an entry that the table may not take now, JournalWriteError if none can be,
        HandNamedError for one that reopens a hand whose cards are known."""
        self._record.check_not_named(fact)
        faults = self._record.faults
        if faults.is_open("journal-stopped"):
            raise JournalWriteError("the table has stopped: the journal cannot be written")
        stopping = next((fault.code for fault in faults.open if fault.kind.stops_play), None)
        if self.stopped or (stopping is not None and isinstance(fact, Action | ChipsMoved) and self._record.in_hand):
            raise TableStoppedError(stopping or "program-error")

    def stop(self, error: BaseException) -> None:
        """Something went wrong: the table stops, with the state that is on disk.

        Once something has failed nothing more is written, so a row that is not written then is no cause of its own.
        """
        if isinstance(error, JournalWriteError) and self._record.failed is not None:
            error = self._record.failed
        if isinstance(error, JournalWriteError):
            self._await_journal(error)
        else:
            self._await_person(error)
        self._show()
        self.tell()

    def tick(self) -> None:
        """Tries the journal again, if that is due."""
        if self._retry_at_ns is None or self._record.now() < self._retry_at_ns:
            return
        self._retry_at_ns = self._record.now() + RETRY_NS
        try:
            self._record.journal.reopen()
        except JournalWriteError:
            return
        if self._made_again():
            self._retry_at_ns = None

    def resume(self) -> None:
        """A person clears the fault: everything is made anew from the journal, where it is still open if it was
        written there."""
        self._made_again()

    # ---- inside --------------------

    def _await_person(self, error: BaseException) -> None:
        where = place_of(error)
        log.error("the table has stopped: %s", where)
        if not self._made_again():
            self._hold("program-error", "program", where)
            return
        try:
            self._record.faults.raise_("program-error", "program", where)
        except JournalWriteError as unwritten:
            self._await_journal(unwritten)

    def _await_journal(self, error: JournalWriteError) -> None:
        if not self._record.faults.is_open("journal-stopped"):
            log.error("the table has stopped: %s", error)
        self._record.failed = self._record.failed or error
        with suppress(JournalWriteError):
            self._rebuild(False)
        self._hold("journal-stopped", "journal", str(error))
        self._retry_at_ns = self._record.now() + RETRY_NS

    def _hold(self, code: str, device: str, text: str) -> None:
        self._record.faults.hold(Fault(code, device, text), self._record.now())

    def _made_again(self) -> bool:
        """Makes the state anew; whether that worked. What replaying raises, a new start would raise too."""
        try:
            self._rebuild(True)
        except JournalWriteError as error:
            self._await_journal(error)
            return False
        except Exception as error:
            self._hold("program-error", "program", place_of(error))
            log.error("the table's state could not be made again: %s", place_of(error))
            return False
        return True


class HasStopping(Protocol):
    """What the guards below need of a service."""

    record: TableRecord
    stopping: Stopping


Input = TypeVar("Input", bound=Callable[..., Any])


def from_a_person(method: Input) -> Input:
    """A person's input: an error stops the table and is the answer. An entry may be refused before that.

    The method raises TableStoppedError and JournalWriteError besides its own.
    """

    @wraps(method)
    def guarded(self: HasStopping, *args: Any, **named: Any) -> Any:
        if args and isinstance(args[0], FactBase):
            self.stopping.check_entry(args[0])
        try:
            return method(self, *args, **named)
        except ANSWERS:
            raise
        except JournalWriteError as error:
            self.stopping.stop(error)
            raise
        except Exception as error:
            self.stopping.stop(error)
            raise TableStoppedError("program-error") from None  # its text may name a card
        finally:
            _stop_if_failed(self)

    return cast(Input, guarded)


def from_a_device(method: Input) -> Input:
    """A device's input: an error stops the table, and the device goes on."""

    @wraps(method)
    def guarded(self: HasStopping, *args: Any, **named: Any) -> None:
        try:
            method(self, *args, **named)
        except Exception as error:
            self.stopping.stop(error)
        _stop_if_failed(self)

    return cast(Input, guarded)


def _stop_if_failed(service: HasStopping) -> None:
    """Stops the table for an error that was caught on its way here, by whoever waits for an entry's answer."""
    if service.record.failed is not None and not service.stopping.stopped:
        service.stopping.stop(service.record.failed)


def is_of_the_table(error: object) -> bool:
    """Whether an error was raised in the work of the table or its devices, not by a web client's connection."""
    return isinstance(error, Exception) and any(path.parts[0] in _TABLE for path, _ in _frames(error))


def place_of(error: BaseException) -> str:
    """The kind of an error and where it was raised. Never its text, which may name a card."""
    frames = _frames(error)
    if not frames:
        return type(error).__name__
    path, line = frames[-1]
    return f"{type(error).__name__} in {path}, line {line}"


def _frames(error: BaseException) -> list[tuple[Path, int | None]]:
    """Where an error passed through the product: file and line, the innermost last."""
    frames = traceback.extract_tb(error.__traceback__)
    paths = ((Path(frame.filename), frame.lineno) for frame in frames)
    return [(path.relative_to(_ROOT), line) for path, line in paths if path.is_relative_to(_ROOT)]
