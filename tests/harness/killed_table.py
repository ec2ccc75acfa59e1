"""A real table as a process that is killed, with `kill -9`, at any moment, while clients enter and watch.

A real process, real ttys, a real file. The journal is the witness: what it held when the process died is still there
afterwards, unchanged; what any client was told is in it; every hand conserves its chips and has each card in one place.
A process is forked from one that has loaded the program, which spares a second of loading before each kill.

`python -m tests.harness.killed_table --kills 1000` kills one table so often; the exit code is 1 if anything is lost.
With `--mistakes 0 --speed 2 --clients 0` a dealer who never errs deals on a typical radio without waiting to be seen: a
stop is then a wrong one, and ends the run with exit code 1 as well.
"""

import argparse
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from functools import partial
from http.client import HTTPException
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import IO

from burncard.controller.journal.journal import Journal
from burncard.controller.journal.stored import from_stored
from burncard.rules.cards import PACK
from burncard.rules.facts import CardSeen, Fact, Hand
from burncard.rules.outcomes import Result, Ruling
from burncard.rules.table import Table
from burncard.simulator.table_sim import enrolled_packs

BURNCARD = str(Path(sys.executable).with_name("burncard"))
HAND_WITHIN_S = 300.0
FACTS_MORE_MAX = 12
FACTS_SHOWN = 10
LAST_S = 0.02
PROGRESS_KILLS = 20


FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["burncard.api.command_line", "burncard.api.run_command"])


def _run(words: list[str], out: Connection) -> None:
    """In a process just forked: becomes `burncard`."""
    os.dup2(out.fileno(), 1)
    os.dup2(out.fileno(), 2)
    sys.argv = ["burncard", *words]
    main = __import__("burncard.api.command_line", fromlist=["main"]).main
    raise SystemExit(main())


class Running:
    """`burncard run` as a process. `told`: the highest number of a fact that any client was told of."""

    def __init__(self, data: Path, seed: int, speed: float = 40, mistakes: float = 0.03) -> None:
        self.data = data
        self.told = 0
        options = ["--simulated", "--port", "0", "--speed", str(speed), "--seed", str(seed)]
        options += ["--mistakes", str(mistakes)]
        self.said: list[str] = []
        self.out = self._start(["run", "--data", str(data), *options])
        for line in self.out:
            self.said.append(line)
            if line.startswith("Console:"):
                self.address, _, self.key = line.split()[1].partition("?key=")
                return
        raise AssertionError("".join(self.said))

    def _start(self, words: list[str]) -> IO[str]:
        self.process = subprocess.Popen([BURNCARD, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self.process.stdout is not None
        return self.process.stdout

    def ask(self, path: str, body: bytes | None = None) -> dict[str, object]:
        """A request of the floor's; a GET without a body. Raises OSError."""
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}{path}", body, headers)
        with urllib.request.urlopen(request, timeout=HAND_WITHIN_S) as answer:
            found: dict[str, object] = json.load(answer)
        return found

    def state(self) -> dict[str, object]:
        """The table as it is."""
        state = self.ask("api/state")
        self.told = max(self.told, int(str(state["number"])))
        return state

    def wait_for(self, number: int) -> dict[str, object]:
        """Waits until the journal holds so many facts."""
        until_s = time.monotonic() + HAND_WITHIN_S
        while True:
            state = self.state()
            if int(str(state["number"])) >= number:
                return state
            assert time.monotonic() < until_s, f"the table stands still: {state}"
            time.sleep(0.02)

    def kill(self) -> None:
        """Kills it."""
        self.process.kill()
        self.process.wait()
        self.out.close()


class Forked(Running):
    """The same, forked from a process that has loaded the program."""

    def _start(self, words: list[str]) -> IO[str]:
        told, telling = FORKS.Pipe(duplex=False)
        self.forked = FORKS.Process(target=_run, args=(words, telling))
        self.forked.start()
        telling.close()
        return os.fdopen(os.dup(told.fileno()))

    def kill(self) -> None:
        """Kills it."""
        assert self.forked.pid is not None
        os.kill(self.forked.pid, signal.SIGKILL)
        self.forked.join()
        self.out.close()


def bodies(data: Path) -> list[bytes]:
    """The facts of the journal, whose chain is checked."""
    journal = Journal(data / "simulated" / "journal.db")
    journal.verify()
    found = [entry.body for entry in journal.facts()]
    journal.close()
    return found


def check_hands(stored: list[bytes]) -> int:
    """Every hand: chips conserved, each card in one place only, and every hand but the last ended. How many ended."""
    decks = enrolled_packs()[2]
    table = Table()
    begun, ended = 0, 0
    for body in stored:
        fact = from_stored(body, decks)
        if isinstance(fact, Hand):
            assert begun == ended, "a hand began in a hand"
            begun += 1
            staked = sum(fact.seats.values())
        for outcome in table.apply(fact):
            if isinstance(outcome, Result):
                ended += 1
                assert sum(outcome.stacks.values()) == staked
        if isinstance(fact, CardSeen) and table.hand is not None:
            tags = [placed.tag for placed in table.hand.felt.all_out()]
            assert len(tags) == len(set(tags)) <= len(PACK)
    assert begun - ended in (0, 1)
    return ended


def stops(stored: list[bytes]) -> list[str]:
    """The rulings that stop play, each with the number of its fact and with the facts before it."""
    decks = enrolled_packs()[2]
    facts = [from_stored(body, decks) for body in stored]
    table = Table()
    return [
        f"fact {number}: {outcome.rule} {outcome.message} after {list(map(_in_short, facts[:number]))[-FACTS_SHOWN:]}"
        for number, fact in enumerate(facts, start=1)
        for outcome in table.apply(fact)
        if isinstance(outcome, Ruling) and outcome.severity == "stop" and outcome.decision != "refuse"
    ]


def _in_short(fact: Fact) -> str:
    return f"card {fact.zone}" if isinstance(fact, CardSeen) else str(fact)[:70]


def enter_until_killed(table: Running, entered: list[int]) -> None:
    """Makes entries, and asks for the table after each: what is told there must survive."""
    try:
        while True:
            table.ask("api/presses", b'{"press":"floor-called"}')
            table.state()
            entered[0] += 1
    except (OSError, ValueError, HTTPException):
        return  # it has been killed


def kill_often(data: Path, kills: int, seed: int, speed: float = 40, mistakes: float = 0.03, entering: int = 2) -> int:
    """Kills a table under load so often; how many entries were answered. Raises AssertionError for anything lost."""
    rng, before, entered = Random(seed), 0, [0]
    kept: list[bytes] = []
    for number in range(kills):
        table = Forked(data, seed + number, speed, mistakes)
        client = partial(threading.Thread, target=enter_until_killed, args=(table, entered), daemon=True)
        clients = [client() for _ in range(entering)]
        for each in clients:
            each.start()
        table.wait_for(before + rng.randint(1, FACTS_MORE_MAX))
        time.sleep(rng.uniform(0.0, LAST_S))
        table.kill()
        for each in clients:
            each.join()
        after = bodies(data)
        assert len(after) >= table.told, f"fact {table.told} was told, {len(after)} are there"
        assert after[:before] == kept, "a fact has changed"
        kept, before = after, len(after)
        if (number + 1) % PROGRESS_KILLS == 0:
            print(f"{number + 1} kills, {before} facts, {entered[0]} entries answered", flush=True)
    return entered[0]


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", type=float, default=40)
    parser.add_argument("--mistakes", type=float, default=0.03)
    parser.add_argument("--clients", type=int, default=2, help="how many enter something all the time")
    given = parser.parse_args()
    began_s = time.perf_counter()
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:  # on a disk, not in memory
        try:
            entered = kill_often(Path(folder), given.kills, given.seed, given.speed, given.mistakes, given.clients)
            stored = bodies(Path(folder))
            ended = check_hands(stored)
        except AssertionError as error:
            print(f"lost: {error}")
            return 1
    took_s = time.perf_counter() - began_s
    print(f"{given.kills} kills in {took_s:.0f} s: nothing lost")
    stopped = stops(stored)
    print(f"{len(stored)} facts, {ended} hands ended, {entered} entries answered")
    print(f"{len(stopped)} stops", *stopped, sep="\n")
    return 1 if stopped and not given.mistakes else 0


if __name__ == "__main__":
    raise SystemExit(main())
