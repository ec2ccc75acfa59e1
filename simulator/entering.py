"""What the simulated dealer enters, at a table that may have stopped."""

from collections.abc import Callable
from concurrent.futures import Future

from burncard.controller.journal.journal import JournalWriteError
from burncard.controller.service import TableService
from burncard.controller.stopping import TableStoppedError
from burncard.rules.facts import Fact, Press
from burncard.rules.outcomes import Outcome
from burncard.simulator.truth import Entry


class Entering:
    """The dealer's entries on their way to the table: each until the table has taken it, or has said that it does
    not."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._on_their_way: list[Entry] = []

    @property
    def busy(self) -> bool:
        """Whether an entry is on its way."""
        return bool(self._on_their_way)

    def enter(self, entry: Entry, again: Callable[[], None]) -> None:
        """Enters a fact. If the table does not take it, now or a moment later, `again` is called."""
        fact = entry.fact
        self._on_their_way.append(entry)

        def answered(answer: Future[list[Outcome]]) -> None:
            self._end(entry)
            if isinstance(answer.exception(), JournalWriteError | TableStoppedError):
                again()

        try:
            by_floor = isinstance(fact, Press) and fact.by == "floor"
            self._service.enter(fact, "floor: The simulator" if by_floor else "dealer").add_done_callback(answered)
        except (JournalWriteError, TableStoppedError):
            self._end(entry)
            again()

    def heard(self, fact: Fact) -> Entry | None:
        """The entry of a fact that the table has taken, which is no longer on its way; None if it is another's."""
        own = next((entry for entry in self._on_their_way if entry.fact == fact), None)
        self._end(own)
        return own

    def forget(self) -> None:
        """A hand has begun: what was entered before concerns it no more."""
        self._on_their_way.clear()

    def _end(self, entry: Entry | None) -> None:
        self._on_their_way = [one for one in self._on_their_way if one is not entry]
