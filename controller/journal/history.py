"""What was told before: worked out again from the journal, for listeners that come back and for the export."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from burncard.controller.decks.decks import Decks
from burncard.controller.journal.journal import Journal
from burncard.controller.journal.stored import from_stored, public
from burncard.controller.ledger import LedgerState
from burncard.rules.facts import Fact
from burncard.rules.outcomes import Outcome
from burncard.rules.table import Boundary, Table

HAND_BEGINS = "hand"


@dataclass(frozen=True, slots=True)
class Told:
    """One fact and what it caused, as anybody may hear it: its number, its time, and the outcomes.

    `fact` names no card that does not lie face up, and no tag.
    """

    number: int
    at_ns: int
    fact: Fact
    outcomes: tuple[Outcome, ...]


class HandBegins(msgspec.Struct, frozen=True):
    """The event that stands before a hand: with it, the table is known without the hands before."""

    boundary: Boundary
    ledger: LedgerState


def told_again(journal: Journal, decks: Decks, after: int, to: int) -> Iterator[Told]:
    """What was told behind the number `after`, up to the number `to`. Starts with the hand that was in play there, not
    with the first one, and works out a fact at a time, so that the table's own work goes on in between."""
    since = _boundary_before(journal, after)
    table = Table(since=since)
    for entry in journal.facts(after=0 if since is None else since.fact_count):
        if entry.number > to:
            return
        fact = from_stored(entry.body, decks)
        outcomes = table.apply(fact)
        if entry.number > after:
            yield Told(entry.number, entry.at_ns, public(fact), tuple(outcomes))


def _boundary_before(journal: Journal, number: int) -> Boundary | None:
    for event in journal.latest(HAND_BEGINS):
        begins = msgspec.json.decode(event.body, type=HandBegins)
        if begins.boundary.fact_count <= number:
            return begins.boundary
    return None
