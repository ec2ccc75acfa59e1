"""The work of `burncard journal`. Each function prints, and answers with the exit code."""

import hashlib
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from burncard.api.deck_key import decks_key
from burncard.api.enrolled_devices import data_home
from burncard.api.error_advice import ADVICE
from burncard.api.run_options import StartError, locked
from burncard.controller.decks.decks import DeckError, Decks
from burncard.controller.hand_histories.table_log import SIMULATED, encode
from burncard.controller.journal.export import export
from burncard.controller.journal.heads import Head, Witness
from burncard.controller.journal.history import updates_between
from burncard.controller.journal.inspection import Dispute, UnsignedHandError, dispute_of, opened_copy, verify
from burncard.controller.journal.journal import JournalDamagedError, JournalWriteError
from burncard.controller.journal.pruned import KEEP_DAYS_MIN, Pruned
from burncard.controller.journal.seal import Seal, SealError, seal_path
from burncard.controller.record import VIRTUAL
from burncard.controller.retention import prune

DAMAGED = 1
BAD_ARGUMENTS = 2
JOURNAL_FILE = "journal.db"


def verify_journal(data: str, seal: str, witness: str) -> int:
    """`burncard journal verify`."""

    def work() -> None:
        folder = live_folder(data)
        kept = existing_seal(folder, seal)
        found = verify(folder / JOURNAL_FILE, kept, Path(witness) if witness else None)
        print(f"sound: {found.facts} facts, {found.events} events, {found.heads} signed heads")
        if found.pruned.facts:
            print(said_of(found.pruned))
        if kept is not None:
            print(f"public key {kept.public_key.hex()}")
        else:
            print("The journal has no seal: whoever can write it can make it anew.")
        if kept is not None and found.unsealed:
            print(f"Facts 1 to {found.unsealed} are from before the seal.")
        if witness:
            print(f"{found.witnessed} heads are with the witness")
            for name, heads in _of_others(Path(witness), kept).items():
                print(f"{heads} more are of journal {name}: another table's, or one that was removed with its seal")

    return _run(work)


def export_journal(data: str, seal: str, hand: str) -> int:
    """`burncard journal export`."""

    def work() -> None:
        folder = live_folder(data)
        with opened_copy(folder / JOURNAL_FILE, existing_seal(folder, seal)) as journal:
            journal.verify()
            decks = _decks_of(folder, seal)
            if hand:
                sys.stdout.buffer.write(msgspec.json.encode(dispute_of(journal, decks, hand)) + b"\n")
            else:
                if folder.name == "simulated" or next(journal.latest(VIRTUAL), None) is not None:
                    sys.stdout.buffer.write(msgspec.json.encode({"type": "log", "name": "", **SIMULATED}) + b"\n")
                export(journal, decks, sys.stdout.buffer.write)

    return _run(work)


def recall_journal(data: str, seal: str, hands: int) -> int:
    """`burncard journal recall`."""

    def work() -> None:
        folder = live_folder(data)
        with opened_copy(folder / JOURNAL_FILE, existing_seal(folder, seal)) as journal:
            journal.verify()
            begins = [event for event, _ in zip(journal.latest("hand"), range(hands), strict=False)]
            after = 0
            if begins:
                after = int(msgspec.json.decode(begins[-1].body)["boundary"]["fact_count"])
            for update in updates_between(journal, _decks_of(folder, seal), after, journal.count):
                for item in (update.fact, *update.outcomes):
                    print(encode(item).decode())

    return _run(work)


def witness_journal(file: str) -> int:
    """`burncard journal witness`."""

    def work() -> None:
        for signed in Witness(Path(file)).heads():
            head = signed.head
            sound = "" if signed.is_of(bytes.fromhex(signed.public_key)) else "  NOT SIGNED BY ITS KEY"
            print(f"{head.journal} {head.number:6} {head.hand:8} facts {head.first}-{head.facts}{_mark(head)}{sound}")

    return _run(work)


def check_journal(file: str, key: str) -> int:
    """`burncard journal check`."""

    def work() -> None:
        try:
            dispute = msgspec.json.decode(Path(file).read_bytes(), type=Dispute)
            head, public_key = dispute.head.head, bytes.fromhex(key or dispute.head.public_key)
        except (ValueError, RecursionError) as error:
            raise JournalDamagedError("", 0, f"{file} is no exported hand") from error
        if not dispute.head.is_of(public_key):
            raise JournalDamagedError("heads", head.number, "the head is not signed with this key")
        if hashlib.sha256(dispute.log.encode()).hexdigest() != head.log:
            raise JournalDamagedError("facts", head.first, "the log is not the one that was signed")
        print(f"sound: hand {head.hand} of journal {head.journal}, facts {head.first} to {head.facts}{_mark(head)}")
        print(f"signed with {public_key.hex()}{'' if key else ', which is the key that the file names'}")

    return _run(work)


def make_seal(file: str, token: str) -> int:
    """`burncard journal seal`."""

    def work() -> None:
        seal = Seal.make_at_token(Path(file).expanduser(), token)
        print(f"made {seal.path} for journal {seal.journal}; its keys stay with the token")
        print(f"public key {seal.public_key.hex()}")

    return _run(work)


def prune_journal(data: str, seal: str, keep_days: int) -> int:
    """`burncard journal prune`."""

    def work() -> None:
        folder = live_folder(data)
        if keep_days < KEEP_DAYS_MIN:
            raise StartError("bad-option", f"--keep-days is {KEEP_DAYS_MIN} or more")
        with locked(folder):
            kept = existing_seal(folder, seal)
            verify(folder / JOURNAL_FILE, kept, strict=False)
            pruned = prune(folder / JOURNAL_FILE, kept, keep_days, time.time_ns())
        print("Nothing is so old." if pruned is None else said_of(pruned))

    return _run(work)


def said_of(pruned: Pruned) -> str:
    """What is no longer kept, in words."""
    newest = datetime.fromtimestamp(pruned.newest_ns / 1e9, UTC)
    what = f"Facts 1 to {pruned.facts} and events 1 to {pruned.events}, from before {newest:%Y-%m-%d %H:%M} UTC"
    return f"{what}, are no longer kept: they were older than {pruned.keep_days} days."


# ---- inside --------------------


def live_folder(data: str) -> Path:
    """The folder of a table's journal: the given one, or that of the live table in it."""
    folder = data_home(data)
    return folder if (folder / JOURNAL_FILE).exists() else folder / "live"


def existing_seal(folder: Path, given: str) -> Seal | None:
    """The seal of a folder's journal; None if it has none. Raises SealError."""
    path = seal_path(folder, given)
    return Seal.load(path) if given or path.exists() else None


def _of_others(witness: Path, own: Seal | None) -> Counter[str]:
    """How many heads of other journals a witness has."""
    names = (one.head.journal for one in Witness(witness).heads())
    return Counter(name for name in names if own is None or name != own.journal)


def _decks_of(folder: Path, seal: str) -> Decks:
    if (folder / "decks").exists():
        return Decks.load(folder / "decks", decks_key(folder, seal))
    if folder.name == "simulated":
        from burncard.simulator.table_sim import enrolled_packs

        return enrolled_packs()[2]
    return Decks()


def _mark(head: Head) -> str:
    return "  SIMULATED" if head.simulated else ""


def _run(work: Callable[[], None]) -> int:
    try:
        work()
    except (JournalDamagedError, UnsignedHandError) as error:
        print(f"burncard: {error}", file=sys.stderr)
        return DAMAGED
    except StartError as error:
        advice = ADVICE[error.code]
        print(f"burncard: {advice.happened} {error}. {advice.next}", file=sys.stderr)
        return BAD_ARGUMENTS
    except (OSError, SealError, DeckError, JournalWriteError) as error:
        print(f"burncard: {error}", file=sys.stderr)
        return BAD_ARGUMENTS
    return 0
