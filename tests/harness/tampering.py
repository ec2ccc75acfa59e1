"""Changes a sealed journal as its owner might, one change at a time, and sees whether each is found, and where.

Whoever tampers has the table's data, the program and the witness's file to read, but not the seal.
`python -m tests.harness.tampering --changes 1000` prints what was found of each kind.
"""

import argparse
import hashlib
import shutil
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from burncard.controller.config import TableConfig
from burncard.controller.journal.inspection import verify
from burncard.controller.journal.journal import Journal, JournalDamagedError, JournalWriteError
from burncard.controller.journal.pruned import DAY_NS
from burncard.controller.journal.seal import Seal
from burncard.controller.journal.signing import Signing
from burncard.controller.retention import prune
from burncard.simulator.table_sim import Simulation

HANDS = 2
KEEP_DAYS = 7
PAGE = 4096
ROWS = 100
ROUNDS_MAX = 200
CHAINS = ("facts", "events")


class Sealed:
    """A sealed journal of some hands with a witness, as the table left it: closed, killed (`killed`), or closed, with
    the first hand no longer kept (`pruned`)."""

    def __init__(self, folder: Path, *, killed: bool, pruned: bool = False) -> None:
        self.folder = folder
        self.data, self.older = folder / "simulated", folder / "older"
        self.data.mkdir()
        self.seal = Seal.make(folder / "state" / "table.seal")
        self.witness = folder / "witness"
        journal = Journal(self.path, self.seal)
        simulation = Simulation(TableConfig(), 5, 0.02, journal=journal)
        simulation.service.record.signing = Signing(journal, self.witness, simulated=True)
        for hand in range(HANDS):
            simulation.run_hand()
            if hand == 0:
                journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                shutil.copytree(self.data, self.older, ignore=shutil.ignore_patterns("*-shm"))
        self.intact = folder / "intact"
        if not killed:
            journal.close()
        if pruned:
            assert prune(self.path, self.seal, KEEP_DAYS, simulation.service.record.now() + KEEP_DAYS * DAY_NS)
        shutil.copytree(self.data, self.intact, ignore=shutil.ignore_patterns("*-shm"))
        self.tip = self.seal.tip.read_bytes()
        self.witnessed = self.witness.read_bytes()
        if killed:
            journal.close()
        self.restore()

    @property
    def path(self) -> Path:
        return self.data / "journal.db"

    def restore(self) -> None:
        """Makes everything as the table left it."""
        shutil.rmtree(self.data)
        shutil.copytree(self.intact, self.data)
        self.seal.tip.write_bytes(self.tip)
        self.witness.write_bytes(self.witnessed)

    def sql(self, *statements: str) -> None:
        """Changes the database."""
        database = sqlite3.connect(self.path)
        for statement in statements:
            database.execute(statement)
        database.commit()
        database.close()

    def count(self, chain: str) -> int:
        database = sqlite3.connect(self.path)
        (count,) = database.execute(f"SELECT count(*) FROM {chain}").fetchone()
        database.close()
        return int(count)


Where = tuple[str, int] | None
"""The chain and the number where a change must be found; None where it only must be found."""


def a_field(sealed: Sealed, rng: Random) -> Where:
    chain = rng.choice(CHAINS)
    number = rng.randint(1, sealed.count(chain))
    column = rng.choice(["at_ns = at_ns + 1", "body = CAST(body || ' ' AS BLOB)", "hash = zeroblob(32)"])
    sealed.sql(f"UPDATE {chain} SET {column} WHERE number = {number}")
    return chain, number


def a_name(sealed: Sealed, rng: Random) -> Where:
    number = rng.randint(1, sealed.count("facts"))
    sealed.sql(f"UPDATE facts SET operator = operator || 'x' WHERE number = {number}")
    return "facts", number


def a_row_deleted(sealed: Sealed, rng: Random) -> Where:
    chain = rng.choice(CHAINS)
    number = rng.randint(1, sealed.count(chain))
    sealed.sql(f"DELETE FROM {chain} WHERE number = {number}")
    return chain, number


def rows_exchanged(sealed: Sealed, rng: Random) -> Where:
    number = rng.randint(1, sealed.count("facts") - 1)
    sealed.sql(
        f"UPDATE facts SET number = -1 WHERE number = {number}",
        f"UPDATE facts SET number = {number} WHERE number = {number + 1}",
        f"UPDATE facts SET number = {number + 1} WHERE number = -1",
    )
    return "facts", number


def a_row_added(sealed: Sealed, rng: Random) -> Where:
    chain = rng.choice(CHAINS)
    number = sealed.count(chain) + 1
    sealed.sql(f"INSERT INTO {chain} VALUES ({number}, 1, 'x', x'7b7d', randomblob(32))")
    return chain, number


def rows_cut_off(sealed: Sealed, rng: Random) -> Where:
    chain = rng.choice(CHAINS)
    number = rng.randint(1, sealed.count(chain))
    sealed.sql(f"DELETE FROM {chain} WHERE number >= {number}")
    return chain, number


def made_again_without_the_key(sealed: Sealed, rng: Random) -> Where:
    """A body is changed and the rest of the chain is recomputed, as if it had no key."""
    number = rng.randint(1, sealed.count("facts"))
    database = sqlite3.connect(sealed.path)
    database.execute("UPDATE facts SET body = CAST(replace(body, 'a', 'b') || ' ' AS BLOB) WHERE number = ?", (number,))
    (before,) = database.execute("SELECT hash FROM facts WHERE number = ?", (number - 1,)).fetchone() or (bytes(32),)
    rows = database.execute("SELECT number, at_ns, operator, body FROM facts WHERE number >= ?", (number,)).fetchall()
    for row, at_ns, who, body in rows:
        body = body if isinstance(body, bytes) else body.encode()
        before = hashlib.sha256(before + f"{row}|{at_ns}|{who}|".encode() + body).digest()
        database.execute("UPDATE facts SET body = ?, hash = ? WHERE number = ?", (body, before, row))
    database.commit()
    database.close()
    return "facts", number


def a_head(sealed: Sealed, rng: Random) -> Where:
    number = rng.randint(1, sealed.count("heads"))
    column = rng.choice(["body = CAST(replace(body, 'h1', 'h9') || ' ' AS BLOB)", "signature = randomblob(64)"])
    sealed.sql(f"UPDATE heads SET {column} WHERE number = {number}")
    return "heads", number


def a_head_deleted(sealed: Sealed, rng: Random) -> Where:
    number = rng.randint(1, sealed.count("heads"))
    sealed.sql(f"DELETE FROM heads WHERE number = {number}")
    return None


def rolled_back(sealed: Sealed, rng: Random) -> Where:
    """The files of an earlier day are put back: rows are missing from the end of the first hand."""
    shutil.rmtree(sealed.data)
    shutil.copytree(sealed.older, sealed.data)
    return "facts", sealed.count("facts") + 1


def rolled_back_with_the_state(sealed: Sealed, rng: Random) -> Where:
    """So are the files beside the seal; only the witness knows better."""
    rolled_back(sealed, rng)
    mark = Journal(sealed.path, sealed.seal, sealed.folder / "made-up.mark")
    mark.close()
    database = sqlite3.connect(sealed.path)
    tips = [
        database.execute(f"SELECT number, hash FROM {one} ORDER BY number DESC LIMIT 1").fetchone() for one in CHAINS
    ]
    database.close()
    raw = b"".join(number.to_bytes(8, "little") + link for number, link in tips)
    sealed.seal.tip.write_bytes(raw + hashlib.sha256(raw).digest()[:4])
    (sealed.folder / "made-up.mark").unlink()
    return "facts", sealed.count("facts") + 1


def deleted(sealed: Sealed, rng: Random) -> Where:
    shutil.rmtree(sealed.data)
    sealed.data.mkdir()
    return "", 0


def cut_short(sealed: Sealed, rng: Random) -> Where:
    size = sealed.path.stat().st_size
    with sealed.path.open("r+b") as file:
        file.truncate(rng.randrange(size))
    return None


def any_byte(sealed: Sealed, rng: Random) -> Where:
    """One byte anywhere in the files, whether a row is there or not."""
    victim = _any_file(sealed, rng)
    data = bytearray(victim.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    victim.write_bytes(data)
    return None


def bytes_added(sealed: Sealed, rng: Random) -> Where:
    """More than a page at the end of a file."""
    with _any_file(sealed, rng).open("ab") as file:
        file.write(rng.randbytes(5000))
    return None


def bytes_overwritten(sealed: Sealed, rng: Random) -> Where:
    """A page of a file is overwritten with another one."""
    victim = _any_file(sealed, rng)
    data = bytearray(victim.read_bytes())
    begin, other = (rng.randrange(len(data) // PAGE) * PAGE for _ in range(2))
    page = bytes(data[other : other + PAGE]) if begin != other else bytes(PAGE)
    data[begin : begin + len(page)] = page
    victim.write_bytes(data[: sealed.path.stat().st_size if victim == sealed.path else None])
    return None


def the_write_ahead_file_cut_short(sealed: Sealed, rng: Random) -> Where:
    """Or the database, where all is in it."""
    wal = sealed.data / "journal.db-wal"
    if not wal.exists() or not wal.stat().st_size:
        return cut_short(sealed, rng)
    with wal.open("r+b") as file:
        file.truncate(rng.randrange(wal.stat().st_size))
    return None


def the_mark_lost(sealed: Sealed, rng: Random) -> Where:
    sealed.seal.tip.write_bytes(rng.choice([b"", sealed.tip[:-1], bytes(len(sealed.tip))]))
    return None


def _any_file(sealed: Sealed, rng: Random) -> Path:
    wal = sealed.data / "journal.db-wal"
    return wal if wal.exists() and wal.stat().st_size and rng.random() < 0.5 else sealed.path


def a_byte_of_a_row(sealed: Sealed, rng: Random) -> Where:
    """One byte of the files, where a row is: in the database, or in the write-ahead file."""
    database = sqlite3.connect(f"file:{sealed.path}?mode=ro", uri=True)
    bodies = [body for (body,) in database.execute("SELECT body FROM facts WHERE length(body) > 20")]
    database.close()
    shutil.rmtree(sealed.data)
    shutil.copytree(sealed.intact, sealed.data)
    files = [path for path in sealed.data.iterdir() if path.name in ("journal.db", "journal.db-wal")]
    wal = next((path for path in files if path.name.endswith("-wal") and path.stat().st_size), None)
    victim = wal if wal is not None and rng.random() < 0.5 else sealed.path
    data = bytearray(victim.read_bytes())
    rng.shuffle(bodies)
    for body in bodies:
        at = data.rfind(body)
        if at >= 0:
            data[at + rng.randrange(len(body))] ^= 1 << rng.randrange(8)
            victim.write_bytes(data)
            return None
    raise AssertionError("no row is in the file")


CHANGES: tuple[Callable[[Sealed, Random], Where], ...] = (
    a_field,
    a_name,
    a_row_deleted,
    rows_exchanged,
    a_row_added,
    rows_cut_off,
    made_again_without_the_key,
    a_head,
    a_head_deleted,
    rolled_back,
    rolled_back_with_the_state,
    deleted,
    cut_short,
    a_byte_of_a_row,
    any_byte,
    bytes_added,
    bytes_overwritten,
    the_write_ahead_file_cut_short,
    the_mark_lost,
)
WHILE_OPEN = (
    a_field,
    a_name,
    a_row_deleted,
    rows_exchanged,
    a_row_added,
    rows_cut_off,
    made_again_without_the_key,
    a_head,
    a_head_deleted,
    rolled_back,
    deleted,
    cut_short,
    any_byte,
    bytes_added,
    bytes_overwritten,
    the_write_ahead_file_cut_short,
)
"""What is also found by the table that has the journal open."""


@dataclass(slots=True)
class Tally:
    """What was done, and what of it was found, and found where it was done."""

    done: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)


def tamper(sealed: Sealed, number: int, tally: Tally) -> None:
    """Makes one change, and looks for it."""
    rng = Random(f"tampering/{number}")
    change = CHANGES[number % len(CHANGES)]
    sealed.restore()
    where = change(sealed, rng)
    tally.done[change.__name__] += 1
    before = {path.name: path.read_bytes() for path in sealed.data.iterdir()}
    try:
        verify(sealed.path, sealed.seal, sealed.witness)
    except JournalDamagedError as error:
        if where is not None and (error.chain, error.number) != where:
            tally.missed.append(f"{change.__name__} {number}: at {where}, found at {error.chain} {error.number}")
        else:
            tally.found[change.__name__] += 1
    else:
        tally.missed.append(f"{change.__name__} {number}: not found")
    if {path.name: path.read_bytes() for path in sealed.data.iterdir()} != before:
        tally.missed.append(f"{change.__name__} {number}: looking changed the files")


def tamper_while_open(sealed: Sealed, number: int, tally: Tally) -> None:
    """Makes one change while a table has the journal open, and lets it look as it does at each tick."""
    rng = Random(f"tampering/{number}")
    change = WHILE_OPEN[number % len(WHILE_OPEN)]
    sealed.restore()
    journal = Journal(sealed.path, sealed.seal)
    try:
        journal.append_event("noise", b"{}", 1)
        change(sealed, rng)
        tally.done[change.__name__] += 1
        for _ in range(ROUNDS_MAX):
            journal.verify_some(ROWS)
        tally.missed.append(f"{change.__name__} {number}, while it was open: not found")
    except (JournalDamagedError, JournalWriteError):
        tally.found[change.__name__] += 1
    finally:
        journal.close()


def main() -> int:
    """The command; exit code 1 where a change was not found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=1000)
    parser.add_argument("--pruned", action="store_true", help="the closed journal no longer keeps its first hand")
    given = parser.parse_args()
    began_s = time.perf_counter()
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        for killed in (False, True):
            home = Path(folder) / ("killed" if killed else "closed")
            home.mkdir()
            sealed = Sealed(home, killed=killed, pruned=given.pruned and not killed)
            for number in range(given.changes // 3 * killed, given.changes // 3 * (1 + killed)):
                tamper(sealed, number, tally)
        for number in range(given.changes // 3 * 2, given.changes):
            tamper_while_open(sealed, number, tally)
    for name, count in tally.done.items():
        print(f"{name:30} {tally.found[name]:5} of {count}")
    print(f"found and located {tally.found.total()} of {tally.done.total()} in {time.perf_counter() - began_s:.0f} s")
    print("\n".join(tally.missed))
    return 1 if tally.missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
