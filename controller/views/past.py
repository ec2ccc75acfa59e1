"""Past hands: worked out again from the journal, as they were, fact by fact."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import msgspec

from burncard.controller.config import TableConfig
from burncard.controller.journal.history import (
    HAND_BEGINS,
    NUMBER_DIGITS_MAX,
    HandBegins,
    TableUpdate,
    ruling_number,
    update_of,
)
from burncard.controller.journal.journal import LoggedEvent
from burncard.controller.journal.stored import from_stored
from burncard.controller.ledger import Ledger, Origin, Stop
from burncard.controller.record import TableRecord
from burncard.controller.views.felt_view import Moment
from burncard.rules.cards import Chips
from burncard.rules.facts import Fact, Hand, Press
from burncard.rules.outcomes import Outcome, Result, Ruling
from burncard.rules.rulings.decisions import refusal_of
from burncard.rules.rulings.repairs import RepairStep
from burncard.rules.table import Table


@dataclass(frozen=True, slots=True)
class PastHand:
    """Where a hand lies in the journal: its first fact and its last."""

    begins: HandBegins
    last_fact: int

    @property
    def first_fact(self) -> int:
        """The number of its `hand` fact."""
        return self.begins.boundary.fact_count + 1

    @property
    def number(self) -> int:
        """The number of the hand, from 1."""
        return self.begins.ledger.hands + 1

    @property
    def id(self) -> str:
        """Its id."""
        return f"h{self.number}"


@dataclass(frozen=True, slots=True)
class Followed:
    """A hand followed up to one of its facts: that fact as everybody may hear it, and the table after it."""

    update: TableUpdate
    fact: Fact
    table: Table
    ledger: Ledger


def past_hands(record: TableRecord, before: int | None = None) -> Iterator[PastHand]:
    """The hands of a table, the latest first, also the one in play. `before`: only those of a smaller number."""
    if before is None:
        return _hands_before(record, lambda begins: False)
    return _hands_before(record, lambda begins: begins.ledger.hands + 1 >= before)


def _hands_before(record: TableRecord, is_late: Callable[[HandBegins], bool]) -> Iterator[PastHand]:
    """The hands, the latest first, from where they are no longer late. However many there are, that place is found
    with few rows read: the table waits meanwhile."""
    journal = record.journal
    newest = next(journal.latest(HAND_BEGINS), None)
    not_late, late = 0, 0 if newest is None else newest.number + 1
    while late - not_late > 1:
        middle = (not_late + late) // 2
        event = next(journal.latest(HAND_BEGINS, middle + 1), None)
        if event is not None and is_late(_begins(event)):
            late = event.number
        else:
            not_late = middle
    last = journal.count
    for event in journal.latest(HAND_BEGINS, late + 1):
        hand = PastHand(_begins(event), last)
        last = hand.begins.boundary.fact_count
        if hand.first_fact <= hand.last_fact and not is_late(hand.begins):
            yield hand


def _begins(event: LoggedEvent) -> HandBegins:
    return msgspec.json.decode(event.body, type=HandBegins)


def find_hand(record: TableRecord, hand_id: str) -> PastHand | None:
    """The hand of an id."""
    number = hand_id.removeprefix("h")
    if not (number.isascii() and number.isdigit() and len(number) < NUMBER_DIGITS_MAX):
        return None
    hand = next(past_hands(record, int(number) + 1), None)
    return hand if hand is not None and hand.id == hand_id else None


def follow(record: TableRecord, hand: PastHand) -> Iterator[Followed]:
    """Every fact of a hand in its order, each with the table after it."""
    table, ledger = Table(since=hand.begins.boundary), Ledger(record.config)
    ledger.restore(hand.begins.ledger)
    for entry in record.journal.facts(after=hand.begins.boundary.fact_count):
        if entry.number > hand.last_fact:
            return
        fact = from_stored(entry.body, record.decks)
        outcomes = table.apply(fact)
        if isinstance(fact, Hand):
            ledger.config = config_of(record.config, fact)
        ledger.note(table, fact, outcomes, Origin(entry.number, entry.at_ns, entry.operator))
        yield Followed(update_of(entry, fact, outcomes, table), fact, table, ledger)


def moment_at(record: TableRecord, hand: PastHand, number: int, places: int) -> Moment | None:
    """The table after a fact of a hand; None where it has no such fact."""
    for followed in follow(record, hand):
        if followed.update.number == number:
            return Moment(followed.table, followed.ledger, followed.ledger.config, number, places)
    return None


def config_of(config: TableConfig, fact: Hand) -> TableConfig:
    """The stakes that a hand was dealt for."""
    posts = sorted(set(fact.posts.values())) or [config.small_blind, config.big_blind]
    return replace(
        config,
        game=fact.game,
        structure=fact.structure,
        house=fact.house,
        tournament=fact.tournament,
        small_blind=posts[0],
        big_blind=posts[min(1, len(posts) - 1)],
        ante=fact.antes if isinstance(fact.antes, int) else Chips(max(fact.antes.values(), default=0)),
        bring_in=fact.bring_in,
        small_bet=fact.small_bet or config.small_bet,
        big_bet=fact.big_bet or config.big_bet,
    )


def past_rulings(record: TableRecord, hand_id: str, before: int | None, limit: int) -> Iterator[list[Stop]]:
    """The rulings of a table, the latest first, a hand at a time, so that the table can work in between.

    `hand_id`: only those of this hand; `before`: only those of a smaller number. Ends when `limit` were found.
    """
    found = 0
    named = find_hand(record, hand_id) if hand_id else None
    for hand in _hands_with_rulings(record, before) if not hand_id else () if named is None else (named,):
        given: dict[str, Stop] = {}
        for followed in follow(record, hand):
            given = followed.ledger.stops.given
        stops = [stop for stop in reversed(given.values()) if before is None or ruling_number(stop.ruling.id) < before]
        found += len(stops)
        yield stops
        if found >= limit:
            return


def _hands_with_rulings(record: TableRecord, before: int | None) -> Iterator[PastHand]:
    """The hands that may have a ruling of a smaller number than `before`."""
    return _hands_before(record, lambda begins: before is not None and begins.boundary.ruling_count >= before - 1)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a decision of the floor would do: its outcomes, the steps left, and each seat's chips. `why_not`: the
    refusal, where it is not possible."""

    outcomes: tuple[Outcome, ...] = ()
    steps: tuple[RepairStep, ...] = ()
    chips: tuple[tuple[int, int], ...] = ()
    why_not: str = ""


def preview(record: TableRecord, decision: Press) -> Preview:
    """Works out what a decision would do, on a table of its own."""
    hand = next(past_hands(record), None)
    table = None if hand is None else next((one.table for one in reversed(list(follow(record, hand)))), None)
    if table is None:
        return Preview(why_not="No hand has been dealt.")
    outcomes = tuple(table.apply(decision))
    refused = refusal_of(decision, outcomes)
    if refused is not None:
        return Preview(why_not=refused.message)
    in_play = table.hand
    rulings = [one.id for one in outcomes if isinstance(one, Ruling)]
    steps = () if in_play is None else tuple(step for one in rulings for step in table.rulings.repair(in_play, one))
    result = next((one for one in outcomes if isinstance(one, Result)), None)
    if result is not None:
        chips = tuple(result.stacks.items())
    else:
        chips = () if in_play is None else tuple(in_play.betting.stacks.items())
    return Preview(outcomes, steps, tuple((int(seat), int(count)) for seat, count in chips))
