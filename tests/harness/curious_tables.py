"""Pairs of whole tables that differ in hidden cards only, at which people enter what they like.

The first table of a game is dealt and played, sometimes wrongly, and people of every role press and enter at random.
Nine others have the same tags in the same places, but the cards that were never shown are others at each. They are
given the same moves and requests, and all that comes out of each must be the same bytes as at the first: every answer,
every role's event stream, the journal and its export, the log, what is printed, the bytes sent to the devices, and the
text of an exception. In one game of ten each line of the product must be run as often for each entry too, with the same
statements to the journal: its timing depends on no hidden card.

A card counts as shown when it lies face up, was boxed, or left the table, and where a rule reveals it: the hand that a
player shows, and the openers that are proved. A run stops at a random moment, so the cards still to be shown are
exchanged too.

`python -m tests.harness.curious_tables --games 1000` plays so many games (`--first N`, `--processes N`).
"""

import argparse
import contextlib
import gc
import io
import logging
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from tests.harness.curious_run import CuriousRun
from tests.harness.watched_table import WORK_DONE, Entry, Served, Stimulus, WatchedTable

CHUNK = 10
COUNTED_EVERY = 10
OTHERS = 9
"""How many tables a game is played at, besides the first."""
PROGRESS_GAMES = 100
SERVED = Served()


@dataclass(slots=True)
class Difference:
    """Where two tables of a pair differ: after which stimulus, on which channel, and what each said."""

    seed: int
    number: int
    stimulus: Stimulus | None
    channel: str
    said: tuple[bytes, bytes]

    def __str__(self) -> str:
        first, second = self.said
        at = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(map(len, self.said)))
        start = max(0, at - 150)
        return (
            f"seed {self.seed}, stimulus {self.number} {self.stimulus}, {self.channel}:\n"
            f"  {first[start : at + 150]!r}\n  {second[start : at + 150]!r}"
        )


@dataclass(slots=True)
class Compared:
    """What a number of games gave. `pairs`: the first table of a game and another one."""

    games: int = 0
    pairs: int = 0
    entries: Counter[str] = field(default_factory=Counter)
    hidden: int = 0
    tables_bytes: int = 0
    exceptions: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def add(self, part: "Compared") -> None:
        """Adds what more games gave."""
        self.games += part.games
        self.pairs += part.pairs
        self.entries += part.entries
        self.hidden += part.hidden
        self.tables_bytes += part.tables_bytes
        self.exceptions += part.exceptions
        self.differences += part.differences


def compare(seed: int, others: int = OTHERS) -> Compared:
    """Plays one game at a table and at `others` that differ from it in hidden cards only. Returns what that gave.

    A game whose tables differ in nothing but the work done is played again: what a process works out once is no leak.
    """
    compared = _played(seed, others)
    if compared.differences and all(found.channel == WORK_DONE for found in compared.differences):
        compared = _played(seed, others)
    return compared


def _played(seed: int, others: int) -> Compared:
    compared = Compared()
    counted = seed % COUNTED_EVERY == 0
    first = CuriousRun(seed, count_work=counted, served=SERVED)
    with _heard(first.table) as printed:
        raised = _raised(first.run)
        first.table.finish(first.pages)
    compared.games += 1
    compared.entries.update(one.path.split("?")[0] for one in first.stimuli if isinstance(one, Entry))
    if raised:
        compared.exceptions[raised] += 1
    said = raised + printed.getvalue()
    for _ in range(others):
        _compare_with_another(seed, first, said, compared)
    return compared


def _compare_with_another(seed: int, first: CuriousRun, said: str, compared: Compared) -> None:
    cards = first.other_cards()
    second = WatchedTable(first.config, *cards, count_work=seed % COUNTED_EVERY == 0, served=SERVED)
    with _heard(second) as printed:
        raised = ""
        for stimulus in first.stimuli:
            raised = raised or _raised(partial(second.do, stimulus))
        second.finish(first.pages)
    compared.pairs += 1
    compared.hidden += sum(card != cards[0][uid] for uid, card in first.cards[0].items())
    compared.tables_bytes += sum(len(data) for told in second.told for _, data in told)
    found = _difference(seed, first, second)
    if found is None and said != raised + printed.getvalue():
        both = said.encode(), (raised + printed.getvalue()).encode()
        found = Difference(seed, len(first.stimuli), None, "printed, logged or raised", both)
    if found is not None:
        compared.differences.append(found)


def _difference(seed: int, first: CuriousRun, second: WatchedTable) -> Difference | None:
    for number, (told, told_too) in enumerate(zip(first.table.told, second.told, strict=True)):
        if told != told_too:
            stimulus = first.stimuli[number - 1] if 0 < number <= len(first.stimuli) else None
            padded = [*told_too, *[("", b"")] * len(told)]
            at = next((i for i, one in enumerate(told) if one != padded[i]), len(told))
            mine = told[at] if at < len(told) else ("", b"")
            return Difference(seed, number, stimulus, mine[0] or padded[at][0], (mine[1], padded[at][1]))
    return None


def _raised(work: Callable[[], object]) -> str:
    try:
        work()
    except Exception as error:
        return repr(error)
    return ""


@contextlib.contextmanager
def _heard(table: WatchedTable) -> Iterator[io.StringIO]:
    """What is printed and logged meanwhile."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    logging.getLogger().addHandler(handler)
    try:
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
            yield text
    finally:
        logging.getLogger().removeHandler(handler)


def compare_all(seeds: range, others: int = OTHERS) -> Compared:
    """Compares the tables of a number of games."""
    compared = Compared()
    for seed in seeds:
        compared.add(compare(seed, others))
    return compared


def _collect_seldom() -> None:
    """Tables are large, and few of their parts are garbage."""
    gc.freeze()
    gc.set_threshold(200_000, 50, 50)


def in_processes(first: int, last: int, processes: int) -> Iterator[Compared]:
    """Plays the games from one seed to before another, a part at a time."""
    chunks = [range(at, min(at + CHUNK, last)) for at in range(first, last, CHUNK)]
    with multiprocessing.get_context("spawn").Pool(processes, _collect_seldom) as pool:
        yield from pool.imap_unordered(compare_all, chunks)


def main() -> int:
    """The command; exit code 1 where a pair differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    began_s = time.perf_counter()
    last = given.first + given.games
    total = Compared()
    for part in in_processes(given.first, last, given.processes):
        total.add(part)
        for found in part.differences:
            print(found, flush=True)
        if total.games % PROGRESS_GAMES == 0:
            print(f"{total.pairs} pairs, {len(total.differences)} differ", flush=True)
    took_s = time.perf_counter() - began_s
    print(f"pairs {total.pairs} in {total.games} games ({given.first} to {last - 1}), in {took_s:.0f} s")
    print(f"different {len(total.differences)}")
    print(f"entries {total.entries.total()}: {dict(total.entries.most_common())}")
    print(f"cards exchanged {total.hidden}, bytes compared at each table {total.tables_bytes}")
    for text, count in total.exceptions.most_common():
        print(f"raised at both {count}: {text}")
    return 1 if total.differences else 0


if __name__ == "__main__":
    raise SystemExit(main())
