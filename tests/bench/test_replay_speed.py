"""`burncard replay` against PokerKit on the same hands: whole processes, processor time, start-up taken off.

Replay checks every card and action and writes every outcome; PokerKit parses the same hands as hand histories and plays
them. Run with `-s` to see the figures; docs/benchmarks.md has those of one machine.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from api.phh_command import export_log
from controller.phh import read_histories
from controller.phh_export import Exporter
from controller.phh_import import Importer
from rules.games import GAMES
from simulator.random_hands import hand_fact, play

HANDS = 600
TIMES_AS_FAST_MIN = 2.0
GROWTH_MAX_KIB = 3000
REPLAY = [sys.executable, "-c", "from api.command_line import main; main()", "replay"]
PLAY_ALL = """
import sys
from pokerkit import HandHistory
for history in HandHistory.loads_all(open(sys.argv[1]).read()):
    for state in history:
        pass
"""
POKERKIT = [sys.executable, "-W", "ignore", "-c", PLAY_ALL]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process took: processor time, and its largest resident memory."""

    cpu_s: float
    peak_kib: int


def cost(command: list[str], file: Path) -> Cost:
    process = subprocess.Popen([*command, str(file)], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """No-limit hold'em hands of six players that the hand history format can hold."""
    rng = Random(5)
    importer = Importer()
    path = tmp_path_factory.mktemp("bench") / "hands.log"
    hands = 0
    with path.open("wb") as file:
        while hands < HANDS:
            played = play(hand_fact(GAMES["holdem"], "no-limit", "roberts", 6, rng, hands), rng)
            exporter = Exporter()
            (done,) = [done for fact in played.facts if (done := exporter.apply(fact)) is not None]
            if not done.left_out:
                hands += 1
                (history,) = read_histories(done.text)
                file.writelines(line + b"\n" for line in importer.lines(history))
    return path


def test_replay_plays_at_least_twice_the_hands_per_second_of_pokerkit(
    log: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert export_log(str(log)) == 0
    histories = log.with_suffix(".phhs")
    histories.write_text(capfd.readouterr().out, encoding="utf-8")
    empty = log.with_suffix(".empty")
    empty.write_text("", encoding="utf-8")
    ours_s = min(cost(REPLAY, log).cpu_s for _ in range(3)) - min(cost(REPLAY, empty).cpu_s for _ in range(3))
    theirs_s = cost(POKERKIT, histories).cpu_s - min(cost(POKERKIT, empty).cpu_s for _ in range(3))
    with capfd.disabled():
        print(f"\nreplay {HANDS / ours_s:.0f} hands/s, PokerKit {HANDS / theirs_s:.0f}, {theirs_s / ours_s:.1f} times")
    assert theirs_s >= TIMES_AS_FAST_MIN * ours_s


def test_memory_does_not_grow_with_the_hands_replayed(log: Path) -> None:
    ten_times = log.with_suffix(".ten")
    ten_times.write_bytes(log.read_bytes() * 10)
    once, many = cost(REPLAY, log), cost(REPLAY, ten_times)
    assert many.peak_kib - once.peak_kib <= GROWTH_MAX_KIB
