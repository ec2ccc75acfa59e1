"""Work in several processes: each takes every Nth case, and what they give is put together in order."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TypeVar

Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class Slice:
    """Every `every`th case, starting with the one numbered `place`, from 0."""

    place: int
    every: int

    def part(self, number: int, parts: int) -> "Slice":
        """One of several equal parts of it."""
        return Slice(self.place + number * self.every, self.every * parts)


def in_slices(work: Callable[[Slice], Given], whole: Slice, jobs: int) -> list[Given]:
    """What the work gives for each part of its cases, done in so many processes. `work` can be pickled."""
    parts = [whole.part(number, jobs) for number in range(jobs)]
    if jobs == 1:
        return [work(part) for part in parts]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        return list(pool.map(work, parts))
