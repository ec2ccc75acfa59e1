"""Every conflict and every open question has a test of its number, and every number in a test exists."""

import re
from pathlib import Path

from burncard.rules.book import CONFLICTS, QUESTIONS, conflicts, open_questions
from burncard.rules.rulings.rulebook import Settled

TESTS = Path(__file__).parent


def numbers_of_tests() -> set[str]:
    """The conflicts and questions that tests of this directory are named after."""
    text = "".join(path.read_text() for path in TESTS.glob("test_*.py"))
    return {number.upper() for number in re.findall(r"^def test_([ac]\d\d)_", text, re.MULTILINE)}


def test_everything_settled_has_a_test_and_every_such_test_its_subject() -> None:
    assert numbers_of_tests() == {*CONFLICTS, *QUESTIONS}


def test_they_are_numbered_in_order_and_each_is_a_question_with_an_answer() -> None:
    for settled in (CONFLICTS, QUESTIONS):
        assert [*settled] == sorted(settled)
        for it in settled.values():
            assert it.question.endswith((".", "?"))
            assert it.answer.endswith(".")


def test_each_is_settled_by_a_rule_and_is_called_by_its_number() -> None:
    values = {**vars(conflicts), **vars(open_questions)}
    declared = {name: it for name, it in values.items() if isinstance(it, Settled)}
    assert declared == {**CONFLICTS, **QUESTIONS}
