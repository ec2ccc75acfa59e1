"""Fuzzing the files that a table reads: whatever is in them, they are read, or refused as their reader says.

Each file begins as a valid one. Then bytes are changed, parts left out, repeated or exchanged, and values replaced by
those that programs stumble over. `python -m tests.harness.fuzz_files --rounds 10000 --seed 7` prints a row for each
kind; the exit code is 1 where a reader fails with another error than its own.
"""

import argparse
import io
import os
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Final

import msgspec
from cryptography.fernet import Fernet

from burncard.api.accounts.guard import Guard, GuardError
from burncard.api.accounts.people import Account, People, PeopleError
from burncard.api.accounts.sessions import Sessions
from burncard.api.attestation import changed_since
from burncard.api.journal_work import check_journal
from burncard.api.peers import PeersFileError, read_peers
from burncard.api.run_command import _config
from burncard.api.run_options import Options, StartError
from burncard.api.shuffle_statistics import report
from burncard.controller.calibration.stored_calibration import BadCalibrationError, Calibration, file_name, read, write
from burncard.controller.config import TableConfig
from burncard.controller.decks.decks import DeckError, Decks
from burncard.controller.hand_histories.phh import PhhError, read_hands, read_history
from burncard.controller.hand_histories.phh_export import export_histories
from burncard.controller.hand_histories.phh_import import Importer
from burncard.controller.hand_histories.replay import LogError, replay
from burncard.controller.hand_histories.table_log import decode_line
from burncard.controller.journal.export import export
from burncard.controller.journal.heads import Witness
from burncard.controller.journal.inspection import dispute_of
from burncard.controller.journal.journal import Journal
from burncard.controller.journal.seal import Seal, SealError
from burncard.controller.journal.signing import Signing
from burncard.firmware_bridge.enrolment import Enrolled, Enrolment, EnrolmentError
from burncard.hardware.layout import BadLayoutError, load_layout, read_layout
from burncard.hardware.profiles import EXTRA_PROFILES_VARIABLE, BadProfileError, load_profiles
from burncard.rules.cards import PACK
from burncard.simulator.table_sim import Simulation

ODD: Final = (
    *(b"null", b"true", b"[]", b"{}", b'""', b"-1", b"0", b"1e999", b"NaN", b"nan", b"inf", b"1.5", b"9" * 400),
    *(b"9" * 5000, b"18446744073709551616", b"-9223372036854775809", b'"\\ud800"', b'"\\u0000"', b"\x00", b"\xff"),
    *(b"[" * 3000, b'{"a":' * 3000, b'"' + b"a" * 70_000 + b'"', b"1979-05-27T07:32:00Z", '"\u0663"'.encode(), b"0x10"),
)
"""What programs stumble over, as JSON or TOML has it."""
VALUE: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|\[[^\[\]]*\]')
PARTS_MAX: Final = 3


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of file. `read` raises `refusals` for a file that it does not take."""

    name: str
    valid: bytes
    read: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...] = ()


def changed(valid: bytes, rng: Random) -> bytes:
    """A valid file, changed in one to three places."""
    data = valid
    for _ in range(rng.randint(1, PARTS_MAX)):
        first = rng.randrange(len(data) + 1)
        last = min(len(data), first + rng.choice((1, 1, 4, 40, 400)))
        match rng.randrange(6):
            case 0:
                data = data[:first] + rng.randbytes(1) + data[first + 1 :]
            case 1:
                data = data[:first] + data[last:]
            case 2:
                data = data[:last] + data[first:last] + data[last:]
            case 3:
                data = data[:first] + rng.choice(ODD) + data[first:]
            case _:
                places = list(VALUE.finditer(data))
                if places:
                    place = rng.choice(places)
                    new = rng.choice(ODD) if rng.random() < 0.7 else rng.choice(places).group()
                    data = data[: place.start()] + new + data[place.end() :]
    return data


def kinds(folder: Path) -> Iterator[Kind]:
    """Every kind of file, with a valid one. `folder`: where they are written."""
    yield from _of_hands(folder)
    yield from _of_devices(folder)
    yield from _of_people(folder)


def _in(file: Path, then: Callable[[], object]) -> Callable[[bytes], object]:
    """Reads bytes as a file."""

    def reads(data: bytes) -> object:
        file.write_bytes(data)
        return then()

    return reads


def _of_hands(folder: Path) -> Iterator[Kind]:
    seal, witness = Seal.make(folder / "seal"), folder / "witness"
    with closing(Journal(folder / "journal.db", seal)) as journal:
        simulation = Simulation(TableConfig(), 5, 0.02, journal=journal)
        simulation.service.record.signing = Signing(journal, witness, simulated=True)
        simulation.run_hand()
        log: list[bytes] = []
        export(journal, simulation.decks, log.append, full=True)
        dispute = msgspec.json.encode(dispute_of(journal, simulation.decks, "h1"))
    whole = b"".join(log)
    yield Kind("table log", whole, lambda data: replay(io.BytesIO(data), lambda line: None), (LogError,))
    facts = [fact for line in whole.splitlines() if (fact := decode_line(line)) is not None]
    history = next(iter(export_histories(iter(facts)))).text

    def histories(data: bytes) -> None:
        for hand in read_hands(data.decode()).values():
            Importer().lines(read_history(hand))

    yield Kind("hand history", history.encode(), histories, (PhhError, UnicodeDecodeError))
    heads = folder / "heads"
    yield Kind("witness", witness.read_bytes(), _in(heads, lambda: list(Witness(heads).heads())))
    disputed = folder / "hand.json"
    yield Kind("exported hand", dispute, _in(disputed, lambda: check_journal(str(disputed), "")))
    sealed = folder / "other-seal"
    yield Kind("seal", seal.path.read_bytes(), _in(sealed, lambda: Seal.load(sealed)), (SealError,))
    packs = folder / "packs"
    orders = b"".join(msgspec.json.encode(Random(seed).sample(PACK, len(PACK))) + b"\n" for seed in range(60))
    yield Kind("orders of packs", orders, _in(packs, lambda: report(str(packs))))


def _of_devices(folder: Path) -> Iterator[Kind]:
    resources = files("burncard.hardware")
    layout = folder / "layout.toml"
    text = resources.joinpath("layouts", "standard.toml").read_bytes()
    yield Kind("layout", text, _in(layout, lambda: read_layout(layout)), (BadLayoutError,))
    profile = folder / "profiles" / "own.toml"
    profile.parent.mkdir()
    os.environ[EXTRA_PROFILES_VARIABLE] = str(profile.parent)
    text = resources.joinpath("profiles", "feig.toml").read_bytes()
    yield Kind("profile", text, _in(profile, load_profiles), (BadProfileError,))
    profile.unlink(missing_ok=True)
    devices = folder / "devices.json"
    enrolled = Enrolled(profile="feig", serial_number="R1", firmware_hash="AA", path="/dev/ttyACM0", key="00" * 32)
    valid = msgspec.json.encode({"reader": enrolled})
    yield Kind("enrolled devices", valid, _in(devices, lambda: Enrolment(devices)), (EnrolmentError,))
    standard = load_layout()
    write(folder, Calibration(standard.name, dict(standard.zones)), standard)
    counted = folder / file_name(standard)
    again = _in(counted, lambda: (found := read(folder, standard)) and found.rates())
    yield Kind("calibration", counted.read_bytes(), again, (BadCalibrationError,))


def _of_people(folder: Path) -> Iterator[Kind]:
    guarded, people = folder / "table.people", folder / "people.json"
    Guard.open(guarded)
    yield Kind("guard", guarded.read_bytes(), _in(folder / "g", lambda: Guard.open(folder / "g")), (GuardError,))
    account = Account("Ann", "dealer", "scrypt$32768$8$1$AAAA$AAAA")
    accounts = msgspec.json.encode([account])
    yield Kind("people", accounts, _in(people, lambda: People.open(people)), (PeopleError,))
    sessions = folder / "sessions.json"
    valid = b'{"ab":{"name":"Ann","ends_ns":9000000000000000000,"network":"192.0.2.7"}}'
    yield Kind("sessions", valid, _in(sessions, lambda: Sessions(People(), sessions).find("ab", 1, "192.0.2.7")))
    key, decks = folder / "decks.key", folder / "decks"
    made = Fernet.generate_key()
    key.write_bytes(made)
    valid = msgspec.json.encode([{"back": "red", "tags": {f"E0{n:02}": card for n, card in enumerate(PACK)}}])

    def enrolled(data: bytes) -> object:
        decks.write_bytes(Fernet(made).encrypt(data))
        return Decks.load(decks, key)

    yield Kind("decks, opened", valid, enrolled, (DeckError,))
    peers = folder / "peers.toml"
    valid = b'[[peer]]\naddress = "https://192.0.2.7:8443"\ntoken = "abc"\ncertificate = "x.crt"\n'
    yield Kind("other tables", valid, _in(peers, lambda: read_peers(str(peers))), (PeersFileError,))
    table = folder / "table.toml"
    text = b'table = "3"\ngame = "stud7"\nstructure = "limit"\nhouse = "roberts"\nseats = [[1, 500], [2, 500]]\n'
    text += b'stakes = "low-ante"\nunit = 5\nkeep_days = 90\nwild = ["Jo"]\nraises = 3\nrake = 2\n\nbacks = ["red"]\n'
    given = Options(
        data=str(folder), table=str(table), house="", port=0, reader=None, shuffler=None, seed=1, mistakes=0.0,
        speed=1.0, simulate=True,
    )  # fmt: skip
    yield Kind("configuration", text, _in(table, lambda: _config(given)), (StartError,))
    manifest = folder / "manifest.json"
    signed = b'{"manifest":"{}","signature":"00","public_key":"00"}'
    yield Kind("manifest", signed, _in(manifest, lambda: changed_since(str(manifest), "")))


def fuzz(kind: Kind, rounds: int, rng: Random) -> Iterator[tuple[bytes, Exception | None]]:
    """Reads changed files of one kind; each with the error that its reader should not have raised, or None."""
    for _ in range(rounds):
        data = changed(kind.valid, rng)
        try:
            with redirect_stdout(io.TextIOWrapper(io.BytesIO())), redirect_stderr(io.StringIO()):
                kind.read(data)
        except kind.refusals:
            yield data, None
        except Exception as error:
            yield data, error
        else:
            yield data, None


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default="")
    asked = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds(Path(folder)):
            if asked.kind not in kind.name:
                continue
            began_s, wrong = time.monotonic(), Counter[str]()
            for data, error in fuzz(kind, asked.rounds, Random(f"{asked.seed} {kind.name}")):
                if error is not None:
                    if not wrong[type(error).__name__]:
                        print(f"  {type(error).__name__}: {error}\n    {data[:300]!r}")
                    wrong[type(error).__name__] += 1
            failed = failed or bool(wrong)
            took_s = time.monotonic() - began_s
            print(f"{kind.name:18} {asked.rounds} files, {wrong.total()} failed, {took_s:.1f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
