"""`kill -9` at any moment of a hand: the table resumes, and no card or chip is lost or duplicated.

A real process, real ttys, a real file. The journal is the witness: what it held when the process died is still there
afterwards, unchanged; every hand conserves its chips and deals each card once; and hands still finish.
"""

import json
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from random import Random

from burncard.controller.journal.journal import Journal
from burncard.controller.journal.stored import from_stored
from burncard.rules.cards import PACK
from burncard.rules.facts import CardSeen, Hand
from burncard.rules.outcomes import Result
from burncard.rules.table import Table
from burncard.simulator.table_sim import enrolled_packs

FACTS_OF_A_HAND_MAX = 130  # so that a hand that was killed on the way has certainly ended
KILLS = 20
BURNCARD = str(Path(sys.executable).with_name("burncard"))
HAND_WITHIN_S = 60.0


class Running:
    """`burncard run` as a process."""

    def __init__(self, data: Path, seed: int) -> None:
        self.data = data
        options = ["--simulated", "--port", "0", "--speed", "40", "--mistakes", "0.03", "--seed", str(seed)]
        self.process = subprocess.Popen(
            [BURNCARD, "run", "--data", str(data), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        self.said: list[str] = []
        for line in self.process.stdout:
            self.said.append(line)
            if line.startswith("Console:"):
                self.address, _, self.key = line.split()[1].partition("?key=")
                return
        raise AssertionError("".join(self.said))

    def state(self) -> dict[str, object]:
        request = urllib.request.Request(f"{self.address}api/state", headers={"Authorization": f"Bearer {self.key}"})
        with urllib.request.urlopen(request, timeout=5) as answer:
            state: dict[str, object] = json.load(answer)
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
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def bodies(data: Path) -> list[bytes]:
    """The facts of the journal, whose chain is checked."""
    journal = Journal(data / "simulated" / "journal.db")
    journal.verify()
    found = [entry.body for entry in journal.facts()]
    journal.close()
    return found


def test_a_table_killed_twenty_times_loses_and_doubles_nothing(tmp_path: Path) -> None:
    data = tmp_path
    rng = Random(20)
    before: list[bytes] = []
    for number in range(KILLS):
        table = Running(data, seed=number)
        state = table.wait_for(len(before) + 1)
        assert state["simulated"] is True
        time.sleep(rng.uniform(0.0, 0.6))
        table.kill()
        after = bodies(data)
        assert after[: len(before)] == before
        assert len(after) > len(before)
        before = after
    last = Running(data, seed=KILLS)
    last.wait_for(len(before) + FACTS_OF_A_HAND_MAX)
    last.process.send_signal(signal.SIGINT)
    assert last.process.stdout is not None
    rest = last.process.stdout.read()
    assert rest.endswith("Burncard has stopped.\n")
    assert "Traceback" not in rest
    assert last.process.wait(timeout=10) == 0
    last.process.stdout.close()
    check_hands(bodies(data))


def check_hands(stored: list[bytes]) -> None:
    """Every hand: chips conserved, each card in one place only, and every hand but the last ended."""
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
    assert ended >= 1
