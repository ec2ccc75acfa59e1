"""Plays hands of all games as `burncard bench detection` does, in rooms whose air is the second one.

`python -m tests.harness.second_radio.play --hands 300 --seed 1` plays in two processes and prints how many hands the
table ruled otherwise than its twin, with Clopper-Pearson bounds, and one line for each of them.
"""

import argparse
from collections.abc import Iterator
from typing import Any

from burncard.simulator.radio.quality import RADIOS
from burncard.simulator.rooms.gaps import even, uneven
from burncard.simulator.rooms.many_hands import run
from burncard.simulator.rooms.tally import DetectionTally
from tests.harness.second_radio.air import Air

JOBS = 2


def lines(report: dict[str, Any]) -> Iterator[str]:
    """The figures of a tally, in words; the broken hands last."""
    recall, times = report["recall"], report["by_presence_ms"]
    yield f"hands        {report['hands']}"
    yield f"broken       {_chance(report['broken'])}"
    if recall["of"]:
        yield f"recall       {_chance(recall)}"
    yield f"prompts      {report['prompts']}"
    if times:
        yield f"by presence  median {times['median']} ms, p99 {times['p99']} ms, {times['count']} rulings"
    for hand in report["broken_hands"]:
        what = f"{hand['game']} {hand['seed']} hand {hand['number']} ({hand['mistake'] or 'no mistake'})"
        yield f"{what}: {hand['verdict']}; due {hand['true']}, ruled {hand['ruled']}"


def _chance(chance: dict[str, Any]) -> str:
    return f"{chance['count']} of {chance['of']}; {100 * chance['low']:.2f} to {100 * chance['high']:.2f} %"


def main() -> None:
    """Plays the hands and prints the figures. Exits with 1 if a hand was broken."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=300, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--radio", choices=list(RADIOS), default="typical")
    parser.add_argument("--no-mistakes", action="store_true", help="all hands are dealt cleanly")
    parser.add_argument("--no-strength", action="store_true", help="the reader measures no strength")
    parser.add_argument("--uneven", action="store_true", help="the dealer hurries, dawdles and is held up")
    options = parser.parse_args()
    radio = RADIOS[options.radio]
    tally = DetectionTally()
    for seen in run(
        radio.without_strength() if options.no_strength else radio,
        options.hands,
        options.seed,
        mistakes=not options.no_mistakes,
        jobs=JOBS,
        air=Air,
        gaps=uneven if options.uneven else even,
    ):
        tally.add(seen)
    for line in lines(tally.report()):
        print(line)
    raise SystemExit(1 if tally.broken else 0)


if __name__ == "__main__":
    main()
