"""Past updates: worked out again from the journal, for listeners that reconnect and for the export."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import msgspec

from burncard.controller.decks.decks import Decks
from burncard.controller.journal.journal import Entry, Journal
from burncard.controller.journal.stored import from_stored, public
from burncard.controller.ledger import LedgerState
from burncard.rules.cards import Card, Seat
from burncard.rules.facts import Action, Fact
from burncard.rules.outcomes import Outcome
from burncard.rules.play.boundary import Boundary
from burncard.rules.table import Table

HAND_BEGINS = "hand"
LATEST_ROWS: Final = 20
NUMBER_DIGITS_MAX: Final = 16
NOTHING_SHOWN: Final[Mapping[Seat, tuple[Card, ...]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class TableUpdate:
    """One fact and its outcomes, as every listener may hear them. `at_ns`: the table's time.

    `fact` names a card only while it lies face up, and never a tag. `shown`: the hands that it has turned up.
    """

    number: int
    at_ns: int
    operator: str
    fact: Fact
    outcomes: tuple[Outcome, ...]
    shown: Mapping[Seat, tuple[Card, ...]]


def update_of(entry: Entry, fact: Fact, outcomes: Iterable[Outcome], table: Table) -> TableUpdate:
    """A journaled fact as listeners may hear it; `table` has just taken it."""
    return TableUpdate(entry.number, entry.at_ns, entry.operator, public(fact), tuple(outcomes), shown_by(fact, table))


def shown_by(fact: Fact, table: Table) -> Mapping[Seat, tuple[Card, ...]]:
    """The hand that a player has shown by a fact that the table has just taken: from then on everybody may see it."""
    hand = table.hand
    if hand is None or not isinstance(fact, Action) or fact.action != "show":
        return NOTHING_SHOWN
    player = hand.players.of(fact.seat)
    if not player.shown or player.mucked:
        return NOTHING_SHOWN
    return {fact.seat: tuple(placed.card for placed in hand.held(fact.seat) if placed.seen)}


class HandBegins(msgspec.Struct, frozen=True):
    """The event journaled before each hand: enough to follow it without the hands before it."""

    boundary: Boundary
    ledger: LedgerState


def last_ns(journal: Journal) -> int:
    """The latest time of its last rows; 0 for an empty journal."""
    facts = journal.facts(after=max(0, journal.tip("facts")[0] - LATEST_ROWS))
    events = journal.events(after=max(0, journal.tip("events")[0] - LATEST_ROWS))
    return max((*(row.at_ns for row in facts), *(row.at_ns for row in events)), default=0)


def updates_between(journal: Journal, decks: Decks, after: int, to: int) -> Iterator[TableUpdate]:
    """The updates after the number `after`, up to the number `to`.

    Starts with the hand that was in play there, not with the first one, and works out one fact at a time, so that the
    table can do its own work in between.
    """
    since = boundary_before(journal, max(after, journal.pruned.facts))
    table = Table(since=since)
    for entry in journal.facts(after=0 if since is None else since.fact_count):
        if entry.number > to:
            return
        fact = from_stored(entry.body, decks)
        outcomes = table.apply(fact)
        if entry.number > after:
            yield update_of(entry, fact, outcomes, table)


def table_before(journal: Journal) -> Table:
    """The table as it was before the first fact that is kept."""
    return Table(since=boundary_before(journal, journal.pruned.facts)) if journal.pruned.facts else Table()


def boundary_before(journal: Journal, number: int) -> Boundary | None:
    """Where the table stood before the hand in play at a fact; None before the first one."""
    for event in journal.latest(HAND_BEGINS):
        begins = msgspec.json.decode(event.body, type=HandBegins)
        if begins.boundary.fact_count <= number:
            return begins.boundary
    return None


def ruling_number(ruling_id: str) -> int:
    """The number in a ruling's id; 0 for what is none, as people may name any."""
    digits = ruling_id.removeprefix("r")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < NUMBER_DIGITS_MAX else 0
