"""What requests work on: one table, its people, and who hears of it."""

from collections.abc import AsyncIterator, Callable, Sequence

from burncard.api.accounts.access_record import AccessRecord
from burncard.api.accounts.people import People
from burncard.api.accounts.sessions import Sessions
from burncard.api.accounts.sign_in import SignIn
from burncard.api.entry_rate import EntryRate
from burncard.api.hub import Hub
from burncard.api.peers import Heard
from burncard.api.states import States
from burncard.controller.service import TableService
from burncard.controller.views.mistake_rates import StopCounts
from burncard.simulator.live import LiveTable


def _nothing() -> None:
    """Does nothing."""


class Context:
    """One table as the API serves it.

    `entered` is called after every entry, to send the commands that follow from it. `stopping` says whether the program
    is shutting down, which ends the streams. `save_decks` saves the enrolled decks. `demonstration`: sign-in links for
    each role were printed, which are good on this machine only. `live`: its simulated devices and people, if any.
    `peers`: the other tables that the desk shows.
    """

    def __init__(
        self,
        service: TableService,
        people: People,
        entered: Callable[[], None] = _nothing,
        stopping: Callable[[], bool] = lambda: False,
        save_decks: Callable[[], None] = _nothing,
        *,
        sessions: Sessions | None = None,
        demonstration: bool = False,
        hosts: frozenset[str] = frozenset(),
        live: LiveTable | None = None,
        peers: Sequence[Heard] = (),
    ) -> None:
        self.service = service
        self.people = people
        self.entered = entered
        self.stopping = stopping
        self.save_decks = save_decks
        self.demonstration = demonstration
        self.hosts = hosts
        self.live = live
        self.peers = peers
        self.sessions = sessions or Sessions(people)
        self.access = AccessRecord(service.record.log, service.record.now)
        self.entry_rate = EntryRate(service.record.now)
        self.sign_in = SignIn(people, self.sessions, service.record.now, service.record.log, self.access)
        self.states = States(service.record)
        self.stop_counts = StopCounts(service.record)
        self.hub = Hub(service, stopping, demonstration=demonstration)

    async def after_entry(self) -> AsyncIterator[None]:
        """A dependency of every route that changes something."""
        yield
        self.entered()
