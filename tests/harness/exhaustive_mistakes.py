"""Every kind of mistake at every step of a hand, alone and in pairs, on the rules alone.

`python -m tests.harness.exhaustive_mistakes` plays each game in each house with two, six and the most players. It makes
each mistake at each step where it can happen, follows the repair to the end of the hand (and through the redeal after a
misdeal or a void hand), and counts the cases that got no ruling, a dead end, or a second ruling. `--pairs` plays three
players instead and makes each mistake alone and with each second mistake that can follow it, during its repair or
later. `--slice I/N` takes every Nth first mistake, starting with the Ith; `--jobs N` plays in N processes, with the
same result.
`--named` makes only the named mistakes (simulator/mistakes.py), not every card moved to every wrong place.
"""

import argparse
import gc
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any

from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES
from burncard.rules.table import Table
from burncard.simulator.every_mistake import is_answered, make, possible
from burncard.simulator.expected_rulings import ORDINARY_RULES
from burncard.simulator.pack import EmptyStubError
from burncard.simulator.played_hand import InvariantError, PlayedHand
from tests.harness.slices import Slice, in_slices
from tests.harness.snapshot import Shared, Snapshot

PASSED = ("clean", "too few cards")
CRASHES = (LookupError, ValueError, TypeError, AttributeError, StopIteration, AssertionError)
DRAWS = {1: 2, 2: 1, 3: 5}
COLLECTED_AFTER = 50_000


@dataclass(frozen=True, slots=True)
class MadeAt:
    """A mistake by name, and the step of the hand at which it is made, counted in facts."""

    step: int
    name: str


@dataclass(frozen=True, slots=True)
class TableSetup:
    """Game, house and number of players. `seed`: of the pack. `rules`: the table, or one with a defect."""

    game: str
    house: str
    players: int
    seed: int = 1
    rules: type[Table] = Table

    def hand(self) -> PlayedHand:
        """A new hand at this table."""
        draws = {seat: min(count, HOUSES[self.house].max_draw) for seat, count in DRAWS.items()}
        setup: dict[str, Any] = {"house": self.house, "players": self.players, "seed": self.seed, "draws": draws}
        return PlayedHand(self.game, table=self.rules(), tags=True, **setup)


@dataclass(frozen=True, slots=True)
class Case:
    """A hand and its mistakes, with a snapshot before the last of them."""

    table: TableSetup
    mistakes: tuple[MadeAt, ...]
    before: Snapshot[PlayedHand]

    def __str__(self) -> str:
        mistakes = [(made.step, made.name) for made in self.mistakes]
        return f"{self.table.game} {self.table.house} {self.table.players} players, {mistakes}"


# ---- one case --------------------


def play(case: Case) -> str:
    """Makes the last mistake of a case and plays the hand to its end; returns `clean` or what went wrong."""
    hand, mistake = case.before.hand(), case.mistakes[-1].name
    try:
        given = make(hand, mistake)
        if not is_answered(hand, given):
            return f"no ruling: {mistake}"
        if any(ruling.rule == "table.unforeseen" for ruling in given):
            return f"unforeseen: {mistake}"
        hand.finish(*ORDINARY_RULES, deal_again=len(case.mistakes) == 1)
    except EmptyStubError:
        return "too few cards"  # the mistake needs more cards than the pack has
    except InvariantError as error:
        return f"invariant violated: {error}"
    except CRASHES as crash:
        return f"crash: {type(crash).__name__} {crash}"
    return "clean"


# ---- all cases --------------------


def singles(table: TableSetup, *, named: bool = False) -> Iterator[Case]:
    """Every mistake at every step of an otherwise correct hand."""
    return _mistakes_from(table.hand(), table, (), Shared(), named=named)


def followed_by(first: Case, *, named: bool = False) -> Iterator[Case]:
    """A mistake with every second mistake that can follow it, until the hand is over."""
    hand = first.before.hand()
    try:
        make(hand, first.mistakes[0].name)
        yield from _mistakes_from(hand, first.table, first.mistakes, Shared(first.before.shared), named=named)
    except (InvariantError, *CRASHES):
        return  # reported when the first mistake is played alone


def _mistakes_from(
    hand: PlayedHand, table: TableSetup, earlier: tuple[MadeAt, ...], shared: Shared, *, named: bool
) -> Iterator[Case]:
    while hand.result is None:
        before = Snapshot(hand, shared)
        for name in possible(hand, named=named):
            yield Case(table, (*earlier, MadeAt(len(hand.facts), name)), before)
        hand.step()


def first_mistakes(games: Iterable[str], houses: Sequence[str], *, in_pairs: bool, named: bool) -> Iterator[Case]:
    """Each mistake alone, in these games and houses: with 2, 6 and the most players, or with 3 where pairs follow."""
    for game in games:
        for house in houses:
            for players in (3,) if in_pairs else sorted({2, 6, GAMES[game].max_seats}):
                yield from singles(TableSetup(game, house, players), named=named)


@dataclass(frozen=True, slots=True)
class Cases:
    """Which cases are played: of these games and houses, alone or in pairs, all or only the named ones."""

    games: tuple[str, ...]
    houses: tuple[str, ...]
    in_pairs: bool = False
    named: bool = False
    show: int = 3

    def played(self, part: Slice) -> "Tally":
        """Plays a part of them."""
        tally = Tally()
        firsts = first_mistakes(self.games, self.houses, in_pairs=self.in_pairs, named=self.named)
        with rare_collections():
            for number, first in islice(enumerate(firsts), part.place, None, part.every):
                seconds = followed_by(first, named=self.named) if self.in_pairs else ()
                for case in chain([first], seconds):
                    outcome = play(case)
                    kind = outcome.partition(":")[0]
                    tally.counts[kind] += 1
                    if kind not in PASSED and tally.counts[kind] <= self.show:
                        tally.failures.append((number, kind, f"{case}: {outcome}"))
        return tally


@contextmanager
def rare_collections() -> Iterator[None]:
    """Garbage is collected seldom: a hand that has been played is little, and what was imported is no garbage."""
    gc.freeze()
    before = gc.get_threshold()
    gc.set_threshold(COLLECTED_AFTER)
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@dataclass(slots=True)
class Tally:
    """How many cases came to what, and the first failures of each kind: number of the first mistake, kind, words."""

    counts: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[int, str, str]] = field(default_factory=list)

    def first_failures(self, show: int) -> Iterator[str]:
        """The first failures of each kind, in the order of the cases."""
        shown: Counter[str] = Counter()
        for _, kind, words in sorted(self.failures):
            shown[kind] += 1
            if shown[kind] <= show:
                yield words


def play_all(cases: Cases, whole: Slice, jobs: int) -> Tally:
    """Plays cases in so many processes; the tally is the same for any number."""
    total = Tally()
    for tally in in_slices(cases.played, whole, jobs):
        total.counts += tally.counts
        total.failures += tally.failures
    return total


def main() -> None:
    """Plays the cases and prints a tally."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(GAMES), action="append", help="only these games")
    parser.add_argument("--house", choices=list(HOUSES), action="append", help="only these houses")
    parser.add_argument("--pairs", action="store_true", help="pairs of mistakes, with three players")
    parser.add_argument("--named", action="store_true", help="only the named mistakes")
    parser.add_argument("--slice", default="1/1", metavar="I/N", help="every Nth first mistake, from the Ith")
    parser.add_argument("--show", type=int, default=3, metavar="N", help="how many failures of a kind to print")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes")
    options = parser.parse_args()
    started_s = time.perf_counter()
    place, every = map(int, options.slice.split("/"))
    games, houses = tuple(options.game or GAMES), tuple(options.house or HOUSES)
    cases = Cases(games, houses, options.pairs, options.named, options.show)
    tally = play_all(cases, Slice(place - 1, every), options.jobs)
    for words in tally.first_failures(options.show):
        print(words)
    total, failed = tally.counts.total(), tally.counts.total() - sum(tally.counts[kind] for kind in PASSED)
    counts = ", ".join(f"{count:,} {kind}" for kind, count in sorted(tally.counts.items()))
    print(f"{total:,} cases in {time.perf_counter() - started_s:.0f} s: {counts}")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
