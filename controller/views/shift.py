"""What happened at a table in its last hours, for the report of a shift."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from burncard.controller.faults import OPENED
from burncard.controller.journal.journal import LoggedEvent
from burncard.controller.ledger import Stop
from burncard.controller.record import TableRecord
from burncard.controller.views.past import PastHand, follow, past_hands
from burncard.controller.views.stops_view import who


@dataclass(slots=True)
class Shift:
    """One table from `since_ns` on. `ended`: hands by how they ended; `dealers`: who made entries as dealer."""

    since_ns: int
    hands: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    chips_pushed: int = 0
    stops: list[Stop] = field(default_factory=list)
    faults: list[LoggedEvent] = field(default_factory=list)
    dealers: set[str] = field(default_factory=set)

    def count(self, record: TableRecord) -> Iterator[None]:
        """Goes through the record, a hand at a time, so that the table can work in between."""
        for event in record.journal.latest(OPENED):
            if event.at_ns < self.since_ns:
                break
            self.faults.insert(0, event)
        for hand in past_hands(record):
            if not self._add(record, hand):
                break
            yield
        self.stops.sort(key=lambda stop: stop.origin.at_ns)

    def _add(self, record: TableRecord, hand: PastHand) -> bool:
        """Adds a hand; False where it began before."""
        last = None
        for last in follow(record, hand):
            if last.update.at_ns < self.since_ns:
                return False
            name, role = who(last.update.operator)
            if role == "dealer":
                self.dealers.add(name)
        if last is None:
            return True
        self.hands += 1
        self.stops += [stop for stop in last.ledger.stops.given.values() if stop.ruling.severity == "stop"]
        result = last.ledger.result
        if result is not None:
            self.ended[result.ended] += 1
            self.chips_pushed += sum(pot.amount for pot in result.pots)
        return True
