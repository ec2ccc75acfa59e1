"""`burncard phh import` and `burncard phh export`."""

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from burncard.controller.hand_histories.phh import PhhError, read_hands, read_history
from burncard.controller.hand_histories.phh_export import Exported, Exporter
from burncard.controller.hand_histories.phh_import import BURNS_NOTE, Importer, ReplayError
from burncard.controller.hand_histories.table_log import LogLineError, decode_line
from burncard.rules.facts import Fact

BAD_FILE = 2
LEFT_OUT = 1


def import_files(names: list[str]) -> int:
    """Imports files in turn into one log; the exit code. What cannot be read, or breaks the table's rules, is named
    and left out."""
    importer = Importer()
    code = 0
    hands = 0
    for name in names:
        try:
            written = read_hands(_text(name))
        except (PhhError, OSError, UnicodeDecodeError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            code = BAD_FILE
            continue
        for place, hand in enumerate(written, start=1):
            try:
                lines = importer.lines(read_history(hand))
            except (PhhError, ReplayError) as error:
                print(f"{name}: hand {hand.get('hand', place)} is left out: {error}", file=sys.stderr)
                code = max(code, LEFT_OUT)
                continue
            hands += 1
            sys.stdout.buffer.write(b"\n".join(lines) + b"\n")
    sys.stdout.buffer.flush()
    print(f"{hands} hand{'' if hands == 1 else 's'}. {BURNS_NOTE}", file=sys.stderr)
    return code


def _text(name: str) -> str:
    return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")


def export_log(name: str) -> int:
    """Exports the hands of a log; the exit code. A hand that the format cannot hold is named and left out."""
    first: str | None = None
    written = 0
    code = 0
    try:
        for exported in _exported(name):
            if exported.left_out:
                print(f"{name}: hand {exported.hand} is left out: {exported.left_out}", file=sys.stderr)
                code = LEFT_OUT
                continue
            written += 1
            if written == 1:
                first = exported.text
                continue
            if first is not None:
                sys.stdout.write(f"[1]\n{first}")
                first = None
            sys.stdout.write(f"\n[{written}]\n{exported.text}")
    except (LogLineError, OSError) as error:
        print(f"{name}: {error}", file=sys.stderr)
        return BAD_FILE
    if first is not None:
        sys.stdout.write(first)
    sys.stdout.flush()
    return code


def _exported(name: str) -> Iterator[Exported]:
    exporter = Exporter()
    for fact in _facts(name):
        exported = exporter.apply(fact)
        if exported is not None:
            yield exported


def _facts(name: str) -> Iterator[Fact]:
    with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                fact = decode_line(line.strip())
            except LogLineError as error:
                raise LogLineError(f"line {number}: {error.field}", error.reason) from error
            if fact is not None:
                yield fact
