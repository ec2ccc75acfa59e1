"""A journal on a disk that fails: full, not synced, or the process dies before, after or within a write."""

import shutil
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final

from burncard.controller.journal.journal import Journal, JournalWriteError
from burncard.controller.journal.seal import Seal
from burncard.simulator.swarm.drawn_faults import WRITE_FAULTS

TORN_BYTES_MAX: Final = 4000
FAILS_AGAIN: Final = 0.7


class CrashError(BaseException):
    """The process dies here. Nothing that catches an `Exception` may hold it up."""


class FailingJournal(Journal):
    """A journal whose writes fail at drawn moments. `done` counts what has happened, by kind."""

    def __init__(self, path: Path, seal: Seal) -> None:
        self.chances: dict[str, float] = {}
        self.rng = Random(0)
        self.done: Counter[str] = Counter()
        super().__init__(path, seal)

    def fail_by(self, chances: dict[str, float], rng: Random, done: Counter[str]) -> None:
        """From now on its writes fail."""
        self.chances = {name: chance for name, chance in chances.items() if name in WRITE_FAULTS}
        self.rng, self.done = rng, done

    def _append(self, chain: Any, at_ns: int, who: str, body: bytes) -> int:
        kind = next((name for name, chance in self.chances.items() if self.rng.random() < chance), None)
        if kind is not None:
            self.done[kind] += 1
        if kind in ("crash before a write", "crash in a write"):
            raise CrashError(kind)
        if kind == "disk full":
            raise JournalWriteError("the disk is full")
        number = super()._append(chain, at_ns, who, body)
        if kind == "crash after a write":
            raise CrashError(kind)
        if kind == "failed sync":
            raise JournalWriteError("a sync has failed")
        return number

    def reopen(self) -> None:
        """Opens the file anew; a disk that has failed may fail again."""
        if self.chances and self.rng.random() < FAILS_AGAIN:
            raise JournalWriteError("the disk is full")
        super().reopen()


class Disk:
    """The files of a table's journal, as a crash leaves them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lives = 0
        self.seal = Seal.make(folder / "state" / "table.seal")
        self.data = folder / "life-0"
        self.data.mkdir()

    @property
    def path(self) -> Path:
        """The database."""
        return self.data / "journal.db"

    def open(self) -> FailingJournal:
        """Opens the journal."""
        return FailingJournal(self.path, self.seal)

    def crash(self, journal: Journal, rng: Random, *, torn: bool) -> None:
        """The process has died: its files stay as they are, with the beginning of a write at the end if `torn`."""
        self._lives += 1
        after = self._folder / f"life-{self._lives}"
        tip = self.seal.tip.read_bytes()
        shutil.copytree(self.data, after, ignore=shutil.ignore_patterns("*-shm"))
        journal.close()  # which folds the write-ahead file into the old database, as a crash does not
        self.seal.tip.write_bytes(tip)
        shutil.rmtree(self.data)
        self.data = after
        if torn:
            with (after / "journal.db-wal").open("ab") as file:
                file.write(rng.randbytes(rng.randint(1, TORN_BYTES_MAX)))
