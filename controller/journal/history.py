"""Past updates: worked out again from the journal, for listeners that reconnect and for the export."""

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
class TableUpdate:
    """One fact and its outcomes, as every listener may hear them. `at_ns`: the table's time.

    `fact` names a card only while it lies face up, and never a tag.
    """

    number: int
    at_ns: int
    fact: Fact
    outcomes: tuple[Outcome, ...]


class HandBegins(msgspec.Struct, frozen=True):
    """The event journaled before each hand: enough to follow it without the hands before it."""

    boundary: Boundary
    ledger: LedgerState


def updates_between(journal: Journal, decks: Decks, after: int, to: int) -> Iterator[TableUpdate]:
    """The updates after the number `after`, up to the number `to`.

    Starts with the hand that was in play there, not with the first one, and works out one fact at a time, so that the
    table can do its own work in between.
    """
    since = _boundary_before(journal, after)
    table = Table(since=since)
    for entry in journal.facts(after=0 if since is None else since.fact_count):
        if entry.number > to:
            return
        fact = from_stored(entry.body, decks)
        outcomes = table.apply(fact)
        if entry.number > after:
            yield TableUpdate(entry.number, entry.at_ns, public(fact), tuple(outcomes))


def _boundary_before(journal: Journal, number: int) -> Boundary | None:
    for event in journal.latest(HAND_BEGINS):
        begins = msgspec.json.decode(event.body, type=HandBegins)
        if begins.boundary.fact_count <= number:
            return begins.boundary
    return None
