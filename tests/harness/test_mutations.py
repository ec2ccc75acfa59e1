"""Mutations of source: which places change, how, and that only the place changes."""

import ast
from pathlib import Path

from tests.harness.mutants import TESTS
from tests.harness.mutations import mutated, mutations
from tests.harness.reach import ROOT

SOURCE = '''
LIMIT = 3

class Seat:
    def stands(self, count: int = 0, *, seen: bool = True) -> bool:
        """Whether it stands."""
        assert count >= 0, "a count"
        if not seen and count < LIMIT:
            raise ValueError("none")
        self.note(f"{count}")
        return count + 1 > 2
'''


def test_every_place_is_changed_in_its_way() -> None:
    assert sorted((mutation.function, mutation.text) for mutation in mutations(SOURCE)) == sorted(
        [
            ("", "3 -> 4"),
            ("", "0 -> 1"),
            ("", "True -> False"),
            ("Seat.stands()", "if not seen and count < LIMIT: -> if not (not seen and count < LIMIT):"),
            ("Seat.stands()", "not seen and count < LIMIT -> not seen or count < LIMIT"),
            ("Seat.stands()", "not seen -> seen"),
            ("Seat.stands()", "count < LIMIT -> count <= LIMIT"),
            ("Seat.stands()", "raise ValueError('none') -> pass"),
            ("Seat.stands()", "self.note(f'{count}') -> pass"),
            ("Seat.stands()", "return count + 1 > 2 -> return None"),
            ("Seat.stands()", "count + 1 > 2 -> count + 1 >= 2"),
            ("Seat.stands()", "count + 1 -> count - 1"),
            ("Seat.stands()", "1 -> 2"),
            ("Seat.stands()", "2 -> 3"),
        ]
    )


def test_a_mutant_differs_in_one_place_and_compiles() -> None:
    original = ast.unparse(ast.parse(SOURCE)).splitlines()
    for mutation in mutations(SOURCE):
        changed = ast.unparse(mutated(SOURCE, mutation)).splitlines()
        assert sum(one != other for one, other in zip(original, changed, strict=True)) == 1
        compile(mutated(SOURCE, mutation), "mutant", "exec")


def test_the_tests_of_a_run_exist() -> None:
    assert [path for path in TESTS if not Path(ROOT, path).exists()] == []
