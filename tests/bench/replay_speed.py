"""`burncard replay` on a mix like real play, against PokerKit on the same hands, and against decoding and encoding.

Every figure is processor time of a whole process, less that of the same program on an empty file. Replay checks every
card and action and writes every outcome. PokerKit parses the hands that the hand history format can hold and plays
them; the ratio to it is over those hands alone. `python -m tests.bench.replay_speed` prints the figures.
"""

import argparse
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from burncard.controller.hand_histories.phh import read_hands, read_history
from burncard.controller.hand_histories.phh_export import export_histories
from burncard.controller.hand_histories.phh_import import Importer
from burncard.controller.hand_histories.table_log import encode
from tests.bench.real_mix import PlayedHand, make_up, mix

REPLAY = [sys.executable, "-c", "from burncard.api.command_line import main; main()", "replay"]
PLAY_ALL = """
import sys
from pokerkit import HandHistory
for history in HandHistory.loads_all(open(sys.argv[1]).read()):
    for state in history:
        pass
"""
POKERKIT = [sys.executable, "-W", "ignore", "-c", PLAY_ALL]
DECODE_AND_ENCODE = """
import sys
from burncard.controller.hand_histories.table_log import decode_line, encode
with open(sys.argv[1], "rb") as file:
    for line in file:
        encode(decode_line(line))
"""
CODEC = [sys.executable, "-c", DECODE_AND_ENCODE]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process took: processor time, and its largest resident memory."""

    cpu_s: float
    peak_kib: int


def cost(command: list[str], file: Path) -> Cost:
    """Runs a command on a file."""
    process = subprocess.Popen([*command, str(file)], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss)


def net_costs_s(jobs: dict[str, tuple[list[str], Path]], empty: Path, rounds: int) -> dict[str, float]:
    """Processor time of each job less its start-up: the least of several rounds, all jobs in turn in each round."""
    full: dict[str, list[float]] = {name: [] for name in jobs}
    start: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, (command, file) in jobs.items():
            full[name].append(cost(command, file).cpu_s)
            start[name].append(cost(command, empty).cpu_s)
    return {name: min(full[name]) - min(start[name]) for name in jobs}


def write_log(hands: list[PlayedHand], log: Path) -> None:
    """The hands as the table log of a table that dealt them, folded hands, burns and all."""
    with log.open("wb") as file:
        for hand in hands:
            file.writelines(encode(fact) + b"\n" for fact in hand.facts)


def write_as_histories(hands: list[PlayedHand], histories: Path, log: Path) -> int:
    """The hands that the format can hold, as hand histories and as the log imported from them; how many they are."""
    importer, texts = Importer(), list[str]()
    with log.open("wb") as file:
        for hand in hands:
            for done in export_histories(hand.facts):
                if not done.left_out:
                    texts.append(f"[{len(texts) + 1}]\n{done.text}")
                    file.writelines(
                        line + b"\n" for line in importer.lines(read_history(*read_hands(done.text).values()))
                    )
    histories.write_text("\n".join(texts), encoding="utf-8")
    return len(texts)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Replay speed on a mix like real play.")
    parser.add_argument("--hands", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    hands = list(mix(options.hands, options.seed))
    print("\n".join(make_up(hands)))
    with TemporaryDirectory() as name:
        folder = Path(name)
        empty, log, held, histories = (folder / part for part in ("empty", "all.log", "held.log", "held.phhs"))
        empty.touch()
        write_log(hands, log)
        count = write_as_histories(hands, histories, held)
        jobs = {
            "replay": (REPLAY, log),
            "decode and encode": (CODEC, log),
            "replay of the histories": (REPLAY, held),
            "pokerkit": (POKERKIT, histories),
        }
        took_s = net_costs_s(jobs, empty, options.rounds)
        for what, cpu_s in took_s.items():
            number = len(hands) if what in ("replay", "decode and encode") else count
            print(f"{what:24} {number / cpu_s:8.0f} hands/s  ({number} hands, {cpu_s:.2f} s)")
        print(f"replay / (decode and encode)   {took_s['replay'] / took_s['decode and encode']:.1f} times its time")
        print(f"pokerkit / replay              {took_s['pokerkit'] / took_s['replay of the histories']:.2f}")


if __name__ == "__main__":
    main()
