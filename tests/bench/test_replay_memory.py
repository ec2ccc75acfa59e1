"""Replaying more hands takes no more memory."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

from burncard.controller.hand_histories.table_log import encode
from burncard.rules.games import GAMES
from tests.harness.random_hands import hand_fact, play

GROWTH_MAX_KIB = 3000
REPLAY = [sys.executable, "-c", "from burncard.api.command_line import main; main()", "replay"]


def peak_kib(log: Path) -> int:
    process = subprocess.Popen([*REPLAY, str(log)], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_maxrss


def test_memory_does_not_grow_with_the_hands_replayed(tmp_path: Path) -> None:
    rng = Random(5)
    hands = [play(hand_fact(GAMES["holdem"], "no-limit", "roberts", 6, rng, number), rng) for number in range(100)]
    once, often = tmp_path / "once.log", tmp_path / "often.log"
    once.write_bytes(b"".join(encode(fact) + b"\n" for hand in hands for fact in hand.facts))
    often.write_bytes(once.read_bytes() * 20)
    assert peak_kib(often) - peak_kib(once) <= GROWTH_MAX_KIB
