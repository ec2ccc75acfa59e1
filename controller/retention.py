"""Retention: a table keeps hands and events as long as its configuration says, and what it needs itself.

The oldest hands go first, whole ones. What later events build on stays: faults that are still open, stakes, devices
that were virtual or changed, and what was pruned before. It is done before the table opens, or by command while it is
closed.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec

from burncard.controller.devices.health import CHANGED, IDENTIFIED
from burncard.controller.faults import CLEARED, OPENED, Clearing, Fault
from burncard.controller.journal.history import HAND_BEGINS, HandBegins, last_ns
from burncard.controller.journal.journal import Journal, JournalWriteError, LoggedEvent
from burncard.controller.journal.pruned import DAY_NS, PRUNED, Pruned, empty_rows, is_done
from burncard.controller.journal.seal import Seal
from burncard.controller.journal.signing import WITNESS_MADE
from burncard.controller.ledger.changed_stakes import STAKES
from burncard.controller.record import VIRTUAL

JUMP_MAX_NS: Final = 31 * DAY_NS
"""A clock that is so much later than the last row may be wrong: nothing is pruned by it."""


def prune(path: Path, seal: Seal | None, keep_days: int, now_ns: int) -> Pruned | None:
    """Empties what is older than `keep_days` in a journal that is sound and closed; None where nothing is.

    The journal says so before it is done: after a crash on the way the next call ends it. Raises JournalDamagedError,
    JournalWriteError.
    """
    try:
        with closing(Journal(path, seal)) as journal:
            found = _due(journal, keep_days, now_ns)
            if found is not None:
                journal.append_event(PRUNED, msgspec.json.encode(found), now_ns)
            pruned = found or journal.pruned
        if not is_done(path, pruned):
            empty_rows(path, pruned)
    except (sqlite3.Error, OSError) as error:
        raise JournalWriteError(str(error)) from error
    return found


def _due(journal: Journal, keep_days: int, now_ns: int) -> Pruned | None:
    """What is too old to be kept: all that came before the latest hand that began so long ago."""
    if now_ns - last_ns(journal) > JUMP_MAX_NS:
        return None
    for event in journal.latest(HAND_BEGINS):
        if event.at_ns <= now_ns - keep_days * DAY_NS:
            facts = msgspec.json.decode(event.body, type=HandBegins).boundary.fact_count
            events = event.number - 1
            if facts <= journal.pruned.facts:
                return None
            return Pruned(facts, events, _needed(journal.events(), events), keep_days, event.at_ns)
    return None


def _needed(events: Iterable[LoggedEvent], last: int) -> tuple[int, ...]:
    """The events up to the last one that later ones build on."""
    kept: list[int] = []
    faults: dict[str, list[int]] = {}
    devices: dict[str, int] = {}
    for event in events:
        if event.number > last:
            break
        match event.kind:
            case kind if kind in (VIRTUAL, STAKES, PRUNED, WITNESS_MADE):
                kept.append(event.number)
            case kind if kind in (IDENTIFIED, CHANGED):
                devices[msgspec.json.decode(event.body)["device"]] = event.number
            case kind if kind == OPENED:
                faults.setdefault(msgspec.json.decode(event.body, type=Fault).code, []).append(event.number)
            case kind if kind == CLEARED:
                faults.pop(msgspec.json.decode(event.body, type=Clearing).code, None)
    return tuple(sorted([*kept, *devices.values(), *(number for open_ in faults.values() for number in open_)]))
