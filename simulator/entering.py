"""What the simulated dealer enters, at a table that may have stopped."""

from collections.abc import Callable
from concurrent.futures import Future

from burncard.controller.journal.journal import JournalWriteError
from burncard.controller.service import TableService
from burncard.controller.stopping import TableStoppedError
from burncard.rules.facts import Fact, Press
from burncard.rules.outcomes import Outcome


def enter(service: TableService, fact: Fact, again: Callable[[], None]) -> None:
    """Enters a fact. If the table does not take it, now or a moment later, `again` is called."""

    def answered(answer: Future[list[Outcome]]) -> None:
        if isinstance(answer.exception(), JournalWriteError | TableStoppedError):
            again()

    try:
        by_floor = isinstance(fact, Press) and fact.by == "floor"
        service.enter(fact, "floor: The simulator" if by_floor else "dealer").add_done_callback(answered)
    except (JournalWriteError, TableStoppedError):
        again()
