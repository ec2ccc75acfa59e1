"""Many hands and many mistakes are the same in several processes as in one."""

import pytest

from tests.harness import exhaustive_mistakes, random_hands
from tests.harness.scripted import InvariantError
from tests.harness.slices import Slice


def test_random_hands_come_to_the_same() -> None:
    run = random_hands.Run(24, seed=5)
    alone = random_hands.play_all(run, jobs=1)
    assert alone == random_hands.play_all(run, jobs=2)
    assert alone[0].total() == 24


def test_the_first_failure_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> str:
        raise InvariantError("it does not add up")

    monkeypatch.setitem(random_hands.CHECKS, "clean", fails)
    run = random_hands.Run(9, seed=5)
    first = [run.played(Slice(place, 3)) for place in (2, 1, 0)]
    assert min(failure for _, failure in first if failure is not None)[0] == 0


def test_mistakes_come_to_the_same() -> None:
    cases = exhaustive_mistakes.Cases(("holdem",), ("roberts",), named=True)
    whole = Slice(3, 20)
    alone = exhaustive_mistakes.play_all(cases, whole, 1)
    assert alone == exhaustive_mistakes.play_all(cases, whole, 2)
    assert alone.counts.total() > 20


def test_the_parts_of_a_slice_are_the_whole() -> None:
    whole = range(7, 200, 5)
    parts = [Slice(7, 5).part(number, 3) for number in range(3)]
    assert sorted(case for part in parts for case in range(part.place, 200, part.every)) == list(whole)
