"""The rules searched state by state: every mistake at every state of a hand, and after it, up to a number of mistakes.

`python -m tests.harness.closure` follows hands at small tables over the real engine. From each state it goes on as is
due, lets the player on turn fold, and makes every mistake that is possible there. States that differ in nothing on
which the rest of the hand depends are one (`canonical_form`), so that a state is followed once however it was reached,
and the search ends. A state is bad if the engine fails there, says nothing about a mistake, rules on a right move, or
if no way leads on to the end of the hand; it is printed with the mistakes that lead there, and the exit code is 1.

`--mistakes N` bounds the mistakes in one hand, `--players` the seats; `--any` makes every card moved to every wrong
place, and not only the named mistakes. `--processes` tables are searched at a time; `--states-max` gives a table up.
"""

import argparse
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from burncard.rules.facts import Action
from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES
from burncard.rules.outcomes import AwaitAction, AwaitPlain
from burncard.simulator.every_mistake import is_answered, make, possible
from burncard.simulator.expected_rulings import ORDINARY_RULES
from burncard.simulator.pack import EmptyStubError
from burncard.simulator.played_hand import FACTS_MAX, InvariantError, PlayedHand
from tests.harness.canonical_form import canonical_form
from tests.harness.exhaustive_mistakes import CRASHES, MadeAt, TableSetup
from tests.harness.snapshot import Snapshot

SHOWN_MAX = 5
ONE_OPENS, NOBODY_OPENS = 6, 1


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a search goes. `named`: only the mistakes of simulator/mistakes.py."""

    mistakes: int
    named: bool = True
    states_max: int = 10**9


@dataclass(frozen=True, slots=True)
class Bad:
    """A bad state: what is wrong, and the mistakes that lead there."""

    what: str
    made: tuple[MadeAt, ...]

    def __str__(self) -> str:
        return f"{self.what}, after {[(made.step, made.name) for made in self.made]}"


@dataclass(slots=True)
class Searched:
    """What a search found. `moves`: moves made from all states; `complete`: whether nothing was left out."""

    table: TableSetup
    states: int = 0
    moves: int = 0
    merged: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    bad: list[Bad] = field(default_factory=list)
    complete: bool = True
    took_s: float = 0.0

    def __str__(self) -> str:
        table, whole = self.table, "" if self.complete else ", given up"
        return (
            f"{table.game} {table.house} {table.players} players, pack {table.seed}: {self.states} states, "
            f"{self.moves} moves, {self.merged} merged, {len(self.bad)} bad{whole}, {self.took_s:.0f} s"
        )


@dataclass(frozen=True, slots=True)
class Branch:
    """A mistake that is to be made at a state."""

    before: Snapshot[PlayedHand]
    mistake: str
    made: tuple[MadeAt, ...]


class Search:
    """One table, searched by the number of mistakes: a state is first met with the fewest, so with most to come."""

    def __init__(self, table: TableSetup, bounds: Bounds) -> None:
        self.found = Searched(table)
        self._bounds = bounds
        self._seen: set[bytes] = set()
        self._later: list[Branch] = []

    def run(self) -> Searched:
        """Searches to the end, or to the bound of states."""
        began_s = time.perf_counter()
        self._follow(self.found.table.hand(), (), self._bounds.mistakes)
        for left in reversed(range(self._bounds.mistakes)):
            now, self._later = self._later, []
            for branch in now:
                if self.found.states >= self._bounds.states_max:
                    self.found.complete = False
                    break
                self._try(branch, left)
        self.found.took_s = time.perf_counter() - began_s
        return self.found

    def _try(self, branch: Branch, left: int) -> None:
        """Makes a mistake, and follows what comes of it."""
        hand = branch.before.hand()
        made = (*branch.made, MadeAt(len(hand.facts), branch.mistake))
        self.found.moves += 1
        try:
            given = make(hand, branch.mistake)
        except EmptyStubError:
            self.found.ends["too few cards"] += 1
        except (InvariantError, *CRASHES) as error:
            self._is_bad(error, made)
        else:
            if any(ruling.rule == "table.unforeseen" for ruling in given):
                self.found.bad.append(Bad("unforeseen", made))
            elif not is_answered(hand, given):
                self.found.bad.append(Bad("silence", made))
            else:
                self._follow(hand, made, left)

    def _follow(self, hand: PlayedHand, made: tuple[MadeAt, ...], left: int) -> None:
        """From here on as is due, up to the end of the hand or to a state that was followed before."""
        chain: set[bytes] = set()
        try:
            while hand.result is None:
                state = canonical_form(hand)
                if state in chain or len(hand.facts) > FACTS_MAX:
                    raise InvariantError(f"the hand never ends: {hand.next}")
                if state in self._seen:
                    self.found.merged += 1
                    return
                chain.add(state)
                self._seen.add(state)
                self.found.states += 1
                self._branch(hand, made, left)
                self.found.moves += 1
                _go_on(hand)
            self._end(hand)
        except EmptyStubError:
            self.found.ends["too few cards"] += 1
        except (InvariantError, *CRASHES) as error:
            self._is_bad(error, made)

    def _branch(self, hand: PlayedHand, made: tuple[MadeAt, ...], left: int) -> None:
        """The other moves that are possible here: a fold now, the mistakes later."""
        offer = hand.next if isinstance(hand.next, AwaitAction) and "fold" in hand.next.options else None
        mistakes = list(possible(hand, named=self._bounds.named)) if left else []
        if offer is None and not mistakes:
            return
        before = Snapshot(hand)
        self._later += [Branch(before, mistake, made) for mistake in mistakes]
        if offer is not None:
            self.found.moves += 1
            folded = before.hand()
            folded.give(Action(seat=offer.seat, action="fold"))
            self._follow(folded, made, left)

    def _end(self, hand: PlayedHand) -> None:
        result = hand.finish(*ORDINARY_RULES, deal_again=False)
        self.found.ends[result.ended or "played"] += 1

    def _is_bad(self, error: Exception, made: tuple[MadeAt, ...]) -> None:
        self.found.bad.append(Bad(f"{type(error).__name__} {error}", made))


def _go_on(hand: PlayedHand) -> None:
    """Does what is due. Raises InvariantError where that is ruled on."""
    floor = isinstance(hand.next, AwaitPlain) and hand.next.await_ == "floor"
    given = [ruling for ruling in hand.step() if ruling.rule not in ORDINARY_RULES]
    if given and not floor:
        raise InvariantError(f"a right move was ruled on: {[ruling.rule for ruling in given]}")


def seeds_of(game: str) -> tuple[int, ...]:
    """The packs that are dealt: one with which a player can open and one with which nobody can, where that matters."""
    return (ONE_OPENS, NOBODY_OPENS) if GAMES[game].needs_openers else (NOBODY_OPENS,)


def search(table: TableSetup, bounds: Bounds) -> Searched:
    """Searches one table."""
    return Search(table, bounds).run()


def in_processes(tables: list[TableSetup], bounds: Bounds, processes: int) -> Iterator[Searched]:
    """Searches tables, each as it is done."""
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(partial(search, bounds=bounds), tables)


def main() -> int:
    """The command; exit code 1 where a bad state is found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(GAMES), action="append", help="only these games")
    parser.add_argument("--house", choices=list(HOUSES), action="append", help="only these houses")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--mistakes", type=int, default=2)
    parser.add_argument("--any", action="store_true", help="every wrong move of a card")
    parser.add_argument("--states-max", type=int, default=10**9)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    tables = [
        TableSetup(game, house, given.players, seed)
        for game in given.game or GAMES
        for house in given.house or HOUSES
        for seed in seeds_of(game)
    ]
    bounds = Bounds(given.mistakes, not given.any, given.states_max)
    states = bad = 0
    for found in in_processes(tables, bounds, given.processes):
        print(found, flush=True)
        for one in found.bad[:SHOWN_MAX]:
            print(f"  {one}", flush=True)
        states, bad = states + found.states, bad + len(found.bad)
    print(f"{len(tables)} tables, {states} states, {bad} bad")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
