"""`burncard replay` against PokerKit on the same hands: processor time of whole processes, minus start-up.

Replay checks every card and action and writes every outcome; PokerKit parses the same hands as hand histories and plays
them. Run with `-s` to see the figures; docs/benchmarks.md has those of one machine.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from burncard.controller.hand_histories.phh import read_hands, read_history
from burncard.controller.hand_histories.phh_export import export_histories
from burncard.controller.hand_histories.phh_import import Importer
from burncard.rules.games import GAMES
from tests.harness.random_hands import hand_fact, play

HANDS = 600
REPLAY = [sys.executable, "-c", "from burncard.api.command_line import main; main()", "replay"]
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


def make_logs(directory: Path, hands_wanted: int) -> tuple[Path, Path]:
    """No-limit hold'em hands of six players, as a table log and as the hand histories of the same hands."""
    rng = Random(5)
    importer = Importer()
    log, histories = directory / "hands.log", directory / "hands.phhs"
    hands = 0
    texts: list[str] = []
    with log.open("wb") as file:
        while hands < hands_wanted:
            played = play(hand_fact(GAMES["holdem"], "no-limit", "roberts", 6, rng, hands), rng)
            (done,) = export_histories(played.facts)
            if not done.left_out:
                hands += 1
                history = read_history(*read_hands(done.text).values())
                texts.append(f"[{hands}]\n{done.text}")
                file.writelines(line + b"\n" for line in importer.lines(history))
    histories.write_text("\n".join(texts), encoding="utf-8")
    return log, histories


def main() -> None:
    """Measures and prints."""
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    with TemporaryDirectory() as name:
        log, histories = make_logs(Path(name), hands)
        empty = Path(name) / "empty"
        empty.touch()
        ours_start_s = min(cost(REPLAY, empty).cpu_s for _ in range(3))
        theirs_start_s = min(cost(POKERKIT, empty).cpu_s for _ in range(3))
        ours_s = min(cost(REPLAY, log).cpu_s for _ in range(3)) - ours_start_s
        theirs_s = min(cost(POKERKIT, histories).cpu_s for _ in range(2)) - theirs_start_s
        longer = Path(name) / "longer"
        longer.write_bytes(log.read_bytes() * 10)
        print(f"hands             {hands}")
        print(f"replay            {hands / ours_s:.0f} hands/s")
        print(f"pokerkit          {hands / theirs_s:.0f} hands/s")
        print(f"ratio             {theirs_s / ours_s:.1f}")
        print(f"replay peak       {cost(REPLAY, log).peak_kib} KiB")
        print(f"ten times as long {cost(REPLAY, longer).peak_kib} KiB")


if __name__ == "__main__":
    main()
