"""What must hold at every moment of a run of the swarm, whatever fails."""

import msgspec

from burncard.controller.hand_histories.table_log import encode
from burncard.controller.journal.history import HAND_BEGINS, HandBegins, TableUpdate
from burncard.controller.journal.journal import Journal
from burncard.controller.journal.stored import from_stored
from burncard.controller.service import TableService
from burncard.rules.cards import BOARD, UNREAD
from burncard.rules.facts import CardSeen
from burncard.rules.games import GAMES
from burncard.rules.outcomes import Result
from burncard.rules.table import Table


class UnsafeError(BaseException):
    """Something does not hold that must hold whatever fails. Nothing that catches an `Exception` may hide it."""


class Checks:
    """Hears what a table announces, and checks it against its journal. It outlives the crashes of the table."""

    def __init__(self) -> None:
        self._announced: dict[int, bytes] = {}

    def hear(self, service: TableService, update: TableUpdate) -> None:
        """The table has announced a fact. Raises UnsafeError."""
        if update.number != len(self._announced) + 1:
            raise UnsafeError(f"fact {update.number} was announced after {len(self._announced)}")
        self._announced[update.number] = encode(update.fact)
        fact = update.fact
        if isinstance(fact, CardSeen):
            up = fact.face == "up" or (fact.face is None and fact.zone == BOARD)
            if (fact.card != UNREAD and not up) or fact.tag is not None:
                raise UnsafeError("a hidden card was announced")
        if service.record.journal.count < update.number:
            raise UnsafeError("a fact was announced before it was in the journal")
        self._check_cards(service)
        self._check_chips(service, update)

    def check_recovered(self, service: TableService) -> None:
        """The table has been started again, or goes on after a fault. Raises UnsafeError."""
        record = service.record
        if record.journal.count < len(self._announced):
            raise UnsafeError(f"{len(self._announced)} facts were announced, {record.journal.count} are left")
        for number in range(len(self._announced) + 1, record.journal.count + 1):
            self._announced[number] = b""  # written, and not announced before the crash
        if _seen(record.table) != _seen(replayed(record.journal, service)):
            raise UnsafeError("the table is not as its journal says")

    @staticmethod
    def _check_cards(service: TableService) -> None:
        hand = service.record.table.hand
        if hand is None:
            return
        tags = [placed.tag for placed in hand.felt.all_out() if placed.tag is not None]
        if len(tags) != len(set(tags)):
            raise UnsafeError("one card is in two places")

    @staticmethod
    def _check_chips(service: TableService, update: TableUpdate) -> None:
        hand = service.record.table.hand
        for outcome in update.outcomes:
            if isinstance(outcome, Result) and hand is not None:
                left = 0 if outcome.carried is msgspec.UNSET else outcome.carried
                before, after = sum(hand.fact.seats.values()), sum(outcome.stacks.values()) + left
                came = GAMES[hand.fact.game].needs_openers  # then a pot of the hand before may have been added
                if after < before or (after > before and not came):
                    raise UnsafeError(f"{before} chips have become {after}")


def replayed(journal: Journal, service: TableService) -> Table:
    """The table that a journal gives, worked out from its last hand on."""
    event = next(journal.latest(HAND_BEGINS), None)
    boundary = None if event is None else msgspec.json.decode(event.body, type=HandBegins).boundary
    table = Table(since=boundary)
    for entry in journal.facts(after=0 if boundary is None else boundary.fact_count):
        table.apply(from_stored(entry.body, service.record.decks))
    return table


def _seen(table: Table) -> object:
    hand = table.hand
    if hand is None:
        return encode(table.awaited())
    felt = sorted((placed.tag or "", placed.zone, placed.face) for placed in hand.felt.all_out())
    return encode(table.awaited()), felt, sorted(hand.betting.stacks.items()), hand.ended
