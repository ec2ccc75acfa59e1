"""Exports the journal as a table log: facts and their outcomes, the same bytes every time."""

from collections.abc import Callable, Iterator

import msgspec

from burncard.controller.decks.decks import Decks
from burncard.controller.hand_histories.table_log import HIDDEN, SIMULATED, encode
from burncard.controller.journal.history import boundary_before, ruling_number, table_before
from burncard.controller.journal.journal import Journal
from burncard.controller.journal.stored import from_stored, public
from burncard.rules.facts import CardSeen, Fact, Press
from burncard.rules.play.boundary import Boundary
from burncard.rules.table import Table


def export(journal: Journal, decks: Decks, write: Callable[[bytes], object], *, full: bool = False) -> None:
    """Verifies the journal and writes all of it as JSON Lines. Raises JournalDamagedError.

    Cards that were never face up are not named, unless `full`: then every card has its name and tag, and the log can be
    replayed. That is for holders of the decks' key only.
    """
    journal.verify()
    table = table_before(journal)
    for entry in journal.facts():
        fact = from_stored(entry.body, decks)
        outcomes = table.apply(fact)
        lines = [encode(fact if full else public(fact)), *(encode(outcome) for outcome in outcomes)]
        write(b"\n".join((*lines, b"")))


def public_log(journal: Journal, decks: Decks, name: str, *, simulated: bool = False) -> Iterator[bytes]:
    """The log as everybody may have it, in parts. Its first line says that it names shown cards only.

    Such a log cannot be replayed, and says so to whoever tries.
    """
    yield msgspec.json.encode({"type": "log", "name": name, **HIDDEN, **(SIMULATED if simulated else {})}) + b"\n"
    table = table_before(journal)
    for entry in journal.facts():
        fact = from_stored(entry.body, decks)
        outcomes = table.apply(fact)
        yield b"".join(encode(line) + b"\n" for line in (public(fact), *outcomes))


def replayable_log(
    journal: Journal, decks: Decks, name: str, until: int, *, simulated: bool = False
) -> Iterator[bytes]:
    """The log with every card named, up to the fact `until`, in parts. It replays to the same outcomes.

    `until`: the last fact of a hand that has ended, so that no card in play is named. A tag is replaced with a number
    of this log: whoever knows which card a tag is could read that card face down at the table.
    """
    yield msgspec.json.encode({"type": "log", "name": name, **(SIMULATED if simulated else {})}) + b"\n"
    table, numbers = Table(), dict[str, str]()
    since = boundary_before(journal, journal.pruned.facts) if journal.pruned.facts else None
    for entry in journal.facts():
        if entry.number > until:
            return
        fact = _without_tag(from_stored(entry.body, decks), numbers)
        fact = fact if since is None else _counted_anew(fact, since)
        outcomes = table.apply(fact)
        yield b"".join(encode(line) + b"\n" for line in (fact, *outcomes))


def hand_log(journal: Journal, decks: Decks, name: str, since: Boundary, last: int, *, full: bool) -> Iterator[bytes]:
    """The log of one hand, as a log of its own: with every card named (`full`), or as everybody may have it.

    `since`: where the table stood before the hand; `last`: the hand's last fact.
    """
    yield msgspec.json.encode({"type": "log", "name": name, **({} if full else HIDDEN)}) + b"\n"
    table, numbers = Table(), dict[str, str]()
    for entry in journal.facts(after=since.fact_count):
        if entry.number > last:
            return
        fact = _counted_anew(_without_tag(from_stored(entry.body, decks), numbers), since)
        outcomes = table.apply(fact)
        yield b"".join(encode(line) + b"\n" for line in (fact if full else public(fact), *outcomes))


def _counted_anew(fact: Fact, since: Boundary) -> Fact:
    """A fact that names rulings and facts by their numbers in a log that begins with its hand."""
    if not isinstance(fact, Press):
        return fact
    if fact.ruling is not None and (number := ruling_number(fact.ruling)):
        fact = msgspec.structs.replace(fact, ruling=f"r{number - since.ruling_count}")
    if fact.fact is not None:
        fact = msgspec.structs.replace(fact, fact=fact.fact - since.fact_count)
    return fact


def _without_tag(fact: Fact, numbers: dict[str, str]) -> Fact:
    if not isinstance(fact, CardSeen) or fact.tag is None:
        return fact
    number = numbers.setdefault(fact.tag, f"t{len(numbers) + 1}")
    return msgspec.structs.replace(fact, tag=number)
