"""`burncard bench detection`: how well a table detects over the radio of a room."""

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as TextTable

from burncard.firmware_bridge.driver import MS
from burncard.hardware.layout import BadLayoutError, Layout, find_layout, load_layout
from burncard.rules.games import GAMES
from burncard.simulator.mistakes import FacesBy
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.quality import RADIOS
from burncard.simulator.rooms.detected import Detected
from burncard.simulator.rooms.gaps import even, uneven
from burncard.simulator.rooms.many_hands import run
from burncard.simulator.rooms.off_scale import OffScale
from burncard.simulator.rooms.room import LINE_NS
from burncard.simulator.rooms.tally import CONFIDENCE, DetectionTally

BAD_ARGUMENTS = 2


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of a run. `mistakes`: one hand in all has a mistake; else all are dealt cleanly. `unaware`: the
    dealer does not know of it, and goes on."""

    radio: str
    hands: int
    seed: int
    game: str
    mistakes: bool
    strength: bool
    line_ms: int
    layout: str
    faces: FacesBy
    of_faces: bool
    hold_pack: bool
    uneven: bool
    off_db: float
    unaware: bool
    jobs: int
    plot: str
    as_json: bool


def bench_detection(asked: Asked) -> int:
    """Plays the hands and prints the figures; exit code 1 if a hand was broken."""
    if asked.radio not in RADIOS or asked.game not in ("", *GAMES) or asked.faces not in get_args(FacesBy):
        known = f"radios: {', '.join(RADIOS)}; games: {', '.join(GAMES)}; faces: {', '.join(get_args(FacesBy))}"
        print(f"Unknown radio, game or faces. Known {known}", file=sys.stderr)
        return BAD_ARGUMENTS
    try:
        layout = find_layout(asked.layout)
    except BadLayoutError as error:
        print(error, file=sys.stderr)
        return BAD_ARGUMENTS
    if missing := sorted(set(load_layout().zones.values()).difference(layout.zones.values())):
        print(f"{asked.layout}: hands are dealt at ten seats; no antenna under {', '.join(missing)}", file=sys.stderr)
        return BAD_ARGUMENTS
    of_the_reader = (asked.line_ms * MS != LINE_NS, layout != load_layout(), asked.off_db)
    of_the_dealer = (asked.of_faces, asked.hold_pack, asked.uneven)
    if asked.unaware and any((*of_the_reader, *of_the_dealer)):
        others = "--line-ms, --layout, --off-db, --of-faces, --hold-pack or --uneven"
        print(f"--unaware cannot be combined with {others}", file=sys.stderr)
        return BAD_ARGUMENTS
    started_s = time.perf_counter()
    tally = DetectionTally()
    for seen in _shown(_played(asked, layout), asked.hands):
        tally.add(seen)
    report = {
        "radio": asked.radio,
        "strength": asked.strength,
        "seed": asked.seed,
        "line_ms": None if asked.unaware else asked.line_ms,
        "layout": layout.name,
        "faces": asked.faces,
        "pack": "held" if asked.hold_pack else "laid down",
        "dealer": "unaware" if asked.unaware else "uneven" if asked.uneven else "even",
        "off_db": asked.off_db,
        "confidence": CONFIDENCE,
        **tally.report(),
        "took_s": round(time.perf_counter() - started_s),
    }
    if asked.plot:
        from burncard.api.detection_plot import plot

        Path(asked.plot).write_text(plot(tally), encoding="utf-8")
    print(json.dumps(report, indent=2)) if asked.as_json else _print(report)
    return 1 if tally.broken else 0


def _played(asked: Asked, layout: Layout) -> Iterator[Detected]:
    radio = RADIOS[asked.radio]
    return run(
        radio if asked.strength else replace(radio, noise_db=None),
        asked.hands,
        asked.seed,
        game=asked.game,
        mistakes=asked.mistakes,
        jobs=asked.jobs,
        line_ns=asked.line_ms * MS,
        faces=asked.faces,
        of_faces=asked.of_faces,
        layout=layout,
        holds_pack=asked.hold_pack,
        air=OffScale(asked.off_db) if asked.off_db else Air,
        gaps=uneven if asked.uneven else even,
        unaware=asked.unaware,
    )


def _shown(hands: Iterator[Detected], count: int) -> Iterator[Detected]:
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task("dealing", total=count)
        for seen in hands:
            yield seen
            progress.advance(task)


def _print(report: dict[str, Any]) -> None:
    broken, recall = report["broken"], report["recall"]
    console = Console()
    if recall["of"]:
        table = TextTable("mistake", "made", "ruled on rightly")
        for kind, seen in report["kinds"].items():
            table.add_row(kind, str(seen["of"]), str(seen["count"]))
        console.print(table)
    for hand in report["broken_hands"]:
        print(f"{hand['game']} {hand['seed']} hand {hand['number']} ({hand['mistake'] or 'no mistake'}):", end=" ")
        print(f"{hand['verdict']}; due {hand['true']}, ruled {hand['ruled']}")
    per_10000 = [10_000 * broken[key] for key in ("low", "high")]
    print(f"{'hands':26} {report['hands']} ({report['radio']}, seed {report['seed']})")
    print(f"{'broken':26} {broken['count']}; per 10,000 hands {per_10000[0]:.1f} to {per_10000[1]:.1f}")
    if recall["of"]:
        share = f"{100 * recall['low']:.2f} to {100 * recall['high']:.2f} %"
        print(f"{'mistakes ruled on rightly':26} {recall['count']} of {recall['of']}; {share}")
    print(f"{'prompts':26} {report['prompts']}")
    names = {"card_ms": "card seen", "by_presence_ms": "ruling by presence", "by_absence_ms": "ruling by absence"}
    names["by_entry_ms"] = "ruling for want of a fold"
    for key, name in names.items():
        if report[key]:
            times = report[key]
            print(f"{name:26} median {times['median']} ms, p99 {times['p99']} ms, worst {times['worst']} ms")
