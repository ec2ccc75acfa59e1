"""Exports the journal as a table log: facts and their outcomes, the same bytes every time."""

from collections.abc import Callable

from burncard.controller.decks.decks import Decks
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.journal.journal import Journal
from burncard.controller.journal.stored import from_stored, public
from burncard.rules.table import Table


def export(journal: Journal, decks: Decks, write: Callable[[bytes], object], *, full: bool = False) -> None:
    """Verifies the journal and writes all of it as JSON Lines. Raises JournalDamagedError.

    Cards that were never face up are not named, unless `full`: then every card has its name and tag, and the log can be
    replayed. That is for holders of the decks' key only.
    """
    journal.verify()
    table = Table()
    for entry in journal.facts():
        fact = from_stored(entry.body, decks)
        outcomes = table.apply(fact)
        lines = [encode(fact if full else public(fact)), *(encode(outcome) for outcome in outcomes)]
        write(b"\n".join((*lines, b"")))
