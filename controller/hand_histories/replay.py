"""Replays a table log: every fact as it was written, followed by its outcomes."""

from collections.abc import Callable, Iterable, Iterator

from burncard.controller.hand_histories.table_log import LogLineError, decode_line, encode_all
from burncard.rules.facts import Fact
from burncard.rules.table import Table


class LogError(Exception):
    """A line of a log cannot be read. `line_number` counts from 1."""

    def __init__(self, line_number: int, cause: LogLineError) -> None:
        super().__init__(f"line {line_number}: {cause}")
        self.line_number = line_number


def replay(lines: Iterable[bytes], write: Callable[[bytes], object]) -> None:
    """Replays one log. Raises LogError at the first bad line, after writing what came before it.

    A line is bad, too, if its `t` is smaller than that of a fact before it.
    """
    table = Table()
    for text, fact in _facts_of(lines):
        write(b"%b\n%b" % (text, encode_all(table.apply(fact))))
    write(encode_all(table.finish()))


def _facts_of(lines: Iterable[bytes]) -> Iterator[tuple[bytes, Fact]]:
    """Each fact of a log, with its text."""
    number, last_t_s = 0, 0.0
    for line in lines:
        number += 1
        text = line.strip()
        if not text:
            continue
        try:
            fact = decode_line(text)
        except LogLineError as error:
            raise LogError(number, error) from error
        if fact is None:
            continue
        if fact.t is not None:
            if fact.t < last_t_s:
                raise LogError(number, LogLineError("t", f"{fact.t} is less than {last_t_s}; time never decreases"))
            last_t_s = fact.t
        yield text, fact
