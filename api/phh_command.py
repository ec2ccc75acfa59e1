"""`burncard phh import` and `burncard phh export`."""

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import SpooledTemporaryFile

from burncard.controller.hand_histories.phh import PhhError, read_hands, read_history
from burncard.controller.hand_histories.phh_export import export_histories
from burncard.controller.hand_histories.phh_import import BURNS_NOTE, Importer
from burncard.controller.hand_histories.phh_lines import FileLines
from burncard.controller.hand_histories.table_log import LogLineError, decode_line
from burncard.rules.facts import Fact

BAD_FILE = 2
LEFT_OUT = 1
MEMORY_BYTES = 16 << 20  # a longer log waits on disk until every hand has proved right


@dataclass(slots=True)
class _Import:
    """An import under way: hands go to `log`, wrong ones are counted and reported on standard error."""

    log: "SpooledTemporaryFile[bytes]"
    importer: Importer = field(default_factory=Importer)
    right: int = 0
    wrong: int = 0

    def file(self, name: str) -> None:
        try:
            text = _text(name)
            hands = read_hands(text)
        except (PhhError, OSError, UnicodeDecodeError) as error:
            self.wrong += 1
            print(f"{name}: {error.reason if isinstance(error, PhhError) else error}", file=sys.stderr)
            return
        lines: FileLines | None = None
        for table, hand in hands.items():
            try:
                facts = self.importer.lines(read_history(hand))
            except PhhError as error:
                lines = lines or FileLines(text)
                self.wrong += 1
                at = lines.of(table, error.field, error.index)
                print(f"{name}:{at}: hand {hand.get('hand', table or 1)}: {error}", file=sys.stderr)
                continue
            self.right += 1
            self.log.write(b"\n".join(facts) + b"\n")


def import_files(names: list[str], *, skip_wrong: bool = False) -> int:
    """Imports files in turn into one log on standard output; the exit code.

    Every wrong hand is reported with its file, its line and what is wrong. If there is one, nothing is written; with
    `skip_wrong`, the right hands are. The exit code is 2 either way.
    """
    with SpooledTemporaryFile(max_size=MEMORY_BYTES) as log:
        importing = _Import(log)
        for name in names:
            importing.file(name)
        written = importing.right if skip_wrong or not importing.wrong else 0
        if written:
            log.seek(0)
            sys.stdout.buffer.writelines(log)
            sys.stdout.buffer.flush()
    print(_summary(written, importing.wrong), file=sys.stderr)
    return BAD_FILE if importing.wrong else 0


def _summary(written: int, wrong: int) -> str:
    counted = f"{written} hand{'' if written == 1 else 's'} imported"
    if not wrong:
        return f"{counted}. {BURNS_NOTE}"
    if written:
        return f"{counted}, {wrong} refused. {BURNS_NOTE}"
    return f"Nothing imported, {wrong} refused. With --skip-wrong the other hands are imported."


def _text(name: str) -> str:
    return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")


def export_log(name: str) -> int:
    """Exports the hands of a log; the exit code. A hand that the format cannot hold is named and left out."""
    first: str | None = None
    written = 0
    code = 0
    try:
        for exported in export_histories(_facts(name)):
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
