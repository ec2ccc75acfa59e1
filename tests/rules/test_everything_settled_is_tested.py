"""Every conflict between the documents has a test of its number, and no test has the number of none."""

import re
from pathlib import Path

from rules.settled import CONFLICTS

TESTS = Path(__file__).parent


def numbers_of_tests() -> set[str]:
    """The conflicts that a test of this directory is named after."""
    text = "".join(path.read_text() for path in TESTS.glob("test_*.py"))
    return {number.upper() for number in re.findall(r"^def test_(c\d\d)_", text, re.MULTILINE)}


def test_every_conflict_has_a_test_and_every_such_test_its_conflict() -> None:
    assert numbers_of_tests() == set(CONFLICTS)


def test_they_are_numbered_in_order_and_each_is_a_question_with_an_answer() -> None:
    assert [*CONFLICTS] == sorted(CONFLICTS)
    for it in CONFLICTS.values():
        assert it.question.endswith((".", "?"))
        assert it.answer.endswith(".")
