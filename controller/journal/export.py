"""The journal as a table log: facts and the outcomes that they had, read-only, the same bytes every time."""

from collections.abc import Callable

from burncard.controller.decks.decks import Decks
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.journal.journal import Journal
from burncard.controller.journal.stored import from_stored, public
from burncard.rules.table import Table


def export(journal: Journal, decks: Decks, write: Callable[[bytes], object], *, full: bool = False) -> None:
    """Writes the whole journal as JSON Lines, checked first. Raises JournalDamagedError.

    Cards that were never face up have no name in it. `full`: they have, with their tags, for whoever is entitled to the
    decks' key; such a log can be replayed.
    """
    journal.verify()
    table = Table()
    for entry in journal.facts():
        fact = from_stored(entry.body, decks)
        outcomes = table.apply(fact)
        lines = [encode(fact if full else public(fact)), *(encode(outcome) for outcome in outcomes)]
        write(b"\n".join((*lines, b"")))
