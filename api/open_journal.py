"""Opens a table's journal: checked before a byte of it is touched, sealed, and with its heads signed."""

import shutil
import time
from pathlib import Path

from burncard.controller.journal.inspection import check_kinds, verify
from burncard.controller.journal.journal import Journal, mark_of
from burncard.controller.journal.seal import Seal, seal_path
from burncard.controller.journal.signing import Signing
from burncard.controller.retention import prune

JOURNAL_FILE = "journal.db"


def open_journal(
    directory: Path, *, simulated: bool, seal: str = "", witness: str = "", sealed: bool = False, keep_days: int = 0
) -> tuple[Journal, Signing | None]:
    """The journal in a directory, and what signs its heads.

    A simulated table's has a seal only if one is given, or asked for (`sealed`). What is older than `keep_days` is
    emptied first (0: nothing is).

    Raises JournalDamagedError, JournalWriteError, SealError, OSError; the journal is then as it was.
    """
    path = directory / JOURNAL_FILE
    kept = None if simulated and not seal and not sealed else _seal(directory, path, seal)
    if path.exists() or (kept is not None and kept.tip.exists() and kept.tip.stat().st_size):
        verify(path, kept, Path(witness) if witness else None, strict=False)
        if keep_days:
            prune(path, kept, keep_days, time.time_ns())
    else:
        check_kinds(path, mark_of(path, kept))
    journal = Journal(path, kept)
    if kept is None:
        return journal, None
    return journal, Signing(journal, Path(witness) if witness else None, simulated=simulated)


def _seal(directory: Path, path: Path, given: str) -> Seal:
    """The seal, which is made at the first start; a journal from before there were seals is sealed from here on."""
    where = seal_path(directory, given)
    if where.exists():
        return Seal.load(where)
    if not path.exists():
        return Seal.make(where)
    found = verify(path, None, strict=False)
    where.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    shutil.copyfile(mark_of(path, None), where.with_suffix(".tip"))
    return Seal.make(where, found.facts, found.events)
