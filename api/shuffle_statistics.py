"""Whether a shuffler is random, from the orders of many packs that were audited after their hands. For audits only.

A table never learns or keeps an order. Chi-square by position asks whether each card comes to each part of the pack
equally often; by sequence, whether a card is followed by its old neighbour more often than by chance; runs, whether
rising and falling stretches are as long as in a random order. At 95 and 99 %.
"""

import itertools
import math
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist
from typing import Final

import msgspec

FAILED: Final = 1
BAD_ARGUMENTS: Final = 2
PACKS_MIN: Final = 100
PARTS: Final = 13
LEVELS: Final = (0.95, 0.99)
GAPS: Final = 4


@dataclass(frozen=True, slots=True)
class Judged:
    """One test: the chance that a random shuffler gives what was seen, or something less random."""

    name: str
    chance: float

    def passes(self, level: float) -> bool:
        """Whether it passes at a level."""
        return self.chance >= 1 - level


def judged(packs: Sequence[Sequence[str]]) -> list[Judged]:
    """The tests of a number of packs. Raises ValueError for packs that differ in their cards."""
    order = sorted(packs[0])
    if len(set(order)) != len(order) or any(sorted(pack) != order for pack in packs):
        raise ValueError("the packs are not of the same cards")
    return [_by_position(packs, order), _by_sequence(packs), _by_runs(packs, order)]


def _by_position(packs: Sequence[Sequence[str]], order: list[str]) -> Judged:
    parts = min(PARTS, len(order))
    seen = Counter((card, place * parts // len(order)) for pack in packs for place, card in enumerate(pack))
    sizes = Counter(place * parts // len(order) for place in range(len(order)))
    square = 0.0
    for card in order:
        for part in range(parts):
            expected = len(packs) * sizes[part] / len(order)
            square += (seen[card, part] - expected) ** 2 / expected
    return Judged("position", _chance(square * (len(order) - 1) / len(order), (len(order) - 1) * (parts - 1)))


def _by_sequence(packs: Sequence[Sequence[str]]) -> Judged:
    """How far behind its neighbour of the pack before a card lies: 1 to `GAPS`, or farther."""
    seen: Counter[int] = Counter()
    cards = len(packs[0])
    for before, after in itertools.pairwise(packs):
        place = {card: at for at, card in enumerate(after)}
        for one, other in itertools.pairwise(before):
            gap = place[other] - place[one]
            seen[gap if 1 <= gap <= GAPS else 0] += 1
    total = seen.total()
    square = 0.0
    expected_near = 0.0
    for gap in range(1, GAPS + 1):
        expected = total * (cards - gap) / (cards * (cards - 1))
        expected_near += expected
        square += (seen[gap] - expected) ** 2 / expected
    far = total - expected_near
    return Judged("sequence", _chance(square + (seen[0] - far) ** 2 / far, GAPS))


def _by_runs(packs: Sequence[Sequence[str]], order: list[str]) -> Judged:
    """The number of rising and falling runs (Wald and Wolfowitz, up and down), over all packs."""
    rank = {card: at for at, card in enumerate(order)}
    cards = len(order)
    mean, variance = (2 * cards - 1) / 3, (16 * cards - 29) / 90
    runs = 0
    for pack in packs:
        rises = [rank[one] < rank[other] for one, other in itertools.pairwise(pack)]
        runs += 1 + sum(one != other for one, other in itertools.pairwise(rises))
    away = abs(runs - mean * len(packs)) / math.sqrt(variance * len(packs))
    return Judged("runs", 2 * (1 - NormalDist().cdf(away)))


def _chance(square: float, degrees: int) -> float:
    """The chance of so large a chi-square (Wilson and Hilferty)."""
    spread = 2 / (9 * degrees)
    return 1 - NormalDist().cdf(((square / degrees) ** (1 / 3) - 1 + spread) / math.sqrt(spread))


def report(file: str) -> int:
    """`burncard shuffles`: prints the tests; the exit code."""
    try:
        lines = Path(file).read_bytes().splitlines()
        packs = [msgspec.json.decode(line, type=list[str]) for line in lines if line.strip()]
        if len(packs) < PACKS_MIN:
            raise ValueError(f"{len(packs)} packs are too few: {PACKS_MIN} at least")
        found = judged(packs)
    except (OSError, ValueError, RecursionError) as error:
        print(f"burncard: {file}: {error}", file=sys.stderr)
        return BAD_ARGUMENTS
    for test in found:
        marks = ", ".join(f"{'passes' if test.passes(level) else 'FAILS'} at {level:.0%}" for level in LEVELS)
        print(f"{test.name:10} chance {test.chance:.4f}   {marks}")
    return 0 if all(test.passes(LEVELS[-1]) for test in found) else FAILED
