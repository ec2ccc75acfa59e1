"""Looks at a journal without changing a byte of it, and checks all that is known of it.

A journal is copied to a temporary folder and the copy is opened: SQLite itself would fold the write-ahead file into
the database. While its table plays, the copy is taken again until nothing was written to meanwhile.
"""

import hashlib
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from burncard.controller.decks.decks import Decks
from burncard.controller.files import state_of
from burncard.controller.journal.heads import Head, SignedHead, Witness, genuine
from burncard.controller.journal.history import updates_between
from burncard.controller.journal.journal import Chain, Journal, JournalDamagedError, JournalWriteError, mark_of
from burncard.controller.journal.outline import OutlineError, check_outline
from burncard.controller.journal.pages import PageError, check_file, check_superseded
from burncard.controller.journal.pruned import DAY_NS, KEEP_DAYS_MIN, PRUNED, Pruned
from burncard.controller.journal.seal import Seal
from burncard.controller.journal.signing import WITNESS_MADE, public_log, stored_heads
from burncard.controller.journal.write_ahead import check_write_ahead

COPIES_MAX: Final = 20
PAUSE_S: Final = 0.05
WAL: Final = "-wal"


@dataclass(frozen=True, slots=True)
class Verified:
    """What was checked, and was right.

    `unsealed`: the facts from before the seal, which can be made anew; `pruned`: what is no longer kept.
    """

    facts: int
    events: int
    heads: int
    witnessed: int
    unsealed: int
    pruned: Pruned


@dataclass(frozen=True, slots=True)
class _Files:
    """The bytes of a journal's two files, as they were found."""

    data: bytes
    write_ahead: bytes


@contextmanager
def opened_copy(path: Path, seal: Seal | None) -> Iterator[Journal]:
    """A copy of a journal. Raises JournalDamagedError, JournalWriteError."""
    with _opened(path, seal) as (journal, _):
        yield journal


@contextmanager
def _opened(path: Path, seal: Seal | None) -> Iterator[tuple[Journal, _Files]]:
    with tempfile.TemporaryDirectory(prefix="burncard-") as folder:
        copy = Path(folder) / "journal.db"
        _copy(path, copy, mark_of(path, seal))
        wal = Path(f"{copy}{WAL}")
        files = _Files(copy.read_bytes(), wal.read_bytes() if wal.exists() else b"")
        journal = Journal(copy, seal, copy.with_suffix(".mark"))
        try:
            yield journal, files
        finally:
            journal.close()


def verify(path: Path, seal: Seal | None, witness: Path | None = None, *, strict: bool = True) -> Verified:
    """Checks rows, mark, heads and the witness, and that every byte of the files is accounted for.

    Not `strict`: for a start. Bytes that a power cut may have left, and that nobody reads, are then left alone: an
    unfinished write, and pages that are newer in the write-ahead file. Raises JournalDamagedError, which says where,
    and OSError.
    """
    witnessed = [] if witness is None or seal is None else _witnessed(witness, seal, strict=strict)
    if not path.exists():
        where = f" the witness has {len(witnessed)} heads of it" if witnessed else ""
        raise JournalDamagedError("", 0, f"there is no journal at {path}{where}")
    with _opened(path, seal) as (journal, files):
        journal.verify()
        heads = [] if seal is None else stored_heads(journal)
        if seal is not None:
            _check_heads(journal, seal, heads)
            _check_witness(journal, heads, witnessed)
            if strict and witness is not None:
                _check_whole(journal, len(heads), witnessed)
        _check_files(journal, files, strict=strict)
        _check_pruned(journal)
        facts, events = journal.tip("facts")[0], journal.tip("events")[0]
        unsealed = min(facts, seal.unsealed["facts"]) if seal else facts
        with_witness = len({one.head.number for one in witnessed})
        return Verified(facts, events, len(heads), with_witness, unsealed, journal.pruned)


def _check_pruned(journal: Journal) -> None:
    """Checks that whatever was emptied was as old as the table's configuration said."""
    before = 0
    for event in journal.events():
        if event.kind == PRUNED:
            pruned = msgspec.json.decode(event.body, type=Pruned)
            aged = event.at_ns - pruned.newest_ns >= pruned.keep_days * DAY_NS
            if pruned.keep_days < KEEP_DAYS_MIN or not aged or not before <= pruned.events < event.number:
                raise JournalDamagedError("events", event.number, "rows were emptied that were to be kept")
            before = pruned.events


def _check_files(journal: Journal, files: _Files, *, strict: bool) -> None:
    """Checks the bytes that hold no row: as they were found, and with the write-ahead file folded in."""
    try:
        whole = files.data
        if files.write_ahead:
            whole = journal.folded()
        check_file(whole)
        journal.check_schema()
        if strict and files.write_ahead:
            check_write_ahead(files.write_ahead)
            check_superseded(files.data, whole)
    except PageError as error:
        raise JournalDamagedError("pages", error.page, str(error)) from error


def _check_heads(journal: Journal, seal: Seal, heads: list[SignedHead]) -> None:
    before = ""
    for number, signed in enumerate(heads, start=1):
        if not signed.is_of(seal.public_key):
            raise JournalDamagedError("heads", number, "the head is not signed with the seal")
        head = signed.head
        if (head.number, head.before, head.journal) != (number, before, seal.journal):
            raise JournalDamagedError("heads", number, "a head is missing or was moved")
        _check_tip(journal, "facts", head.facts, head.facts_mac)
        _check_tip(journal, "events", head.events, head.events_mac)
        before = signed.digest


def _check_tip(journal: Journal, chain: Chain, number: int, mac: str) -> None:
    if journal.pruned.covers(chain, number) and not journal.pruned.is_bound(chain, number):
        return  # the row is no longer kept
    if journal.hash_of(chain, number) != bytes.fromhex(mac):
        raise JournalDamagedError(chain, number, "the row is not the one that was signed")


def _witnessed(witness: Path, seal: Seal, *, strict: bool) -> list[SignedHead]:
    """The heads that a witness has. What was changed there keeps no table from starting: it adds them anew."""
    there = [one for one in Witness(witness).heads() if one.head.journal == seal.journal]
    heads = list(genuine(there, seal.journal, seal.public_key))
    known = set(heads)
    numbers = {one.head.number for one in heads}
    lacking = next((number for number in range(1, max(numbers, default=0)) if number not in numbers), 0)
    if strict and (forged := next((one for one in there if one not in known), None)):
        raise JournalDamagedError("witness", forged.head.number, "the head was not signed with the seal")
    if strict and lacking:
        raise JournalDamagedError("witness", lacking, "the witness lacks the head")
    return heads


def _check_witness(journal: Journal, heads: list[SignedHead], witnessed: list[SignedHead]) -> None:
    for signed in witnessed:
        head: Head = signed.head
        if head.number > len(heads):
            first = journal.tip("facts")[0] + 1
            raise JournalDamagedError("facts", first, f"the witness has hand {head.hand}, which is missing here")
        if heads[head.number - 1].body != signed.body:
            raise JournalDamagedError("heads", head.number, f"the witness has another head of hand {head.hand}")


def _check_whole(journal: Journal, heads: int, witnessed: list[SignedHead]) -> None:
    """A witness that was once made lacks the last head at most: without it no further hand is dealt."""
    last = max((one.head.number for one in witnessed), default=0)
    if last + 1 < heads and next(journal.latest(WITNESS_MADE), None) is not None:
        raise JournalDamagedError("witness", last + 1, "the witness lacks the head")


def check_kinds(path: Path, mark: Path) -> None:
    """Checks a journal's files by their kinds and sizes, also those of one that is still to be made.

    Raises JournalDamagedError.
    """
    try:
        check_outline(path, mark)
    except OutlineError as error:
        raise JournalDamagedError("", 0, str(error)) from error


def _copy(path: Path, copy: Path, mark: Path) -> None:
    sources = {path: copy, Path(f"{path}{WAL}"): Path(f"{copy}{WAL}"), mark: copy.with_suffix(".mark")}
    check_kinds(path, mark)
    for _ in range(COPIES_MAX):
        before = [state_of(source) for source in sources]
        try:
            for source, target in sources.items():
                target.unlink(missing_ok=True)
                if source.exists():
                    shutil.copyfile(source, target)
        except OSError as error:
            raise JournalWriteError(str(error)) from error
        if [state_of(source) for source in sources] == before:
            return
        time.sleep(PAUSE_S)
    raise JournalWriteError("the journal is written to all the time; try again between two hands")


# ---- one hand, for whoever disputes it --------------------


class Dispute(msgspec.Struct, frozen=True):
    """One hand as a stranger may have it: its public log, and the signed head that it must fit."""

    log: str
    head: SignedHead


class UnsignedHandError(Exception):
    """A hand cannot be given out: no head of it was signed, as it is in play or the journal has no seal; or it is no
    longer kept."""


def dispute_of(journal: Journal, decks: Decks, hand: str) -> Dispute:
    """A hand with its latest signed head. Raises UnsignedHandError, JournalDamagedError where the log does not fit."""
    heads = [one for one in stored_heads(journal) if one.head.hand == hand]
    if not heads:
        raise UnsignedHandError(f"no head of hand {hand} was signed")
    signed = heads[-1]
    head = signed.head
    if head.first <= journal.pruned.facts:
        raise UnsignedHandError(f"hand {hand} is no longer kept")
    log = public_log(list(updates_between(journal, decks, head.first - 1, head.facts)))
    if hashlib.sha256(log).hexdigest() != head.log:
        raise JournalDamagedError("heads", head.number, "the hand replays otherwise: decks or rules have changed")
    return Dispute(log.decode(), signed)
