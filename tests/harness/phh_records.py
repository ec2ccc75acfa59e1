"""Hand histories in PHH as tests record them, and changed copies of them."""

from collections.abc import Sequence

import pytest

from burncard.controller.hand_histories.phh import History, PhhError, read_hands, read_history
from burncard.controller.hand_histories.phh_import import Importer
from burncard.controller.hand_histories.phh_lines import FileLines
from burncard.controller.hand_histories.table_log import decode_line
from burncard.rules.facts import Hand
from burncard.rules.outcomes import Result, Ruling
from burncard.rules.table import Table

RECORDED = """variant = 'NT'
antes = [0, 500, 0, 0]
blinds_or_straddles = [250, 500, 0, 0]
min_bet = 500
starting_stacks = [13050, 9525, 6675, 14100]
actions = [
  'd dh p1 QdJd',
  'd dh p2 ????',
  'd dh p3 Qh3h',
  'd dh p4 3s3c',
  'p3 f',
  'p4 cbr 1150 # a comment',
  'p1 cc',
  'p2 cc',
  'd db ThJc5h',
  'p1 cc',
  'p2 cc',
  'p4 cc',
  'd db 6c',
  'p1 cc',
  'p2 cc',
  'p4 cc',
  '# a line that is only a comment',
  'd db 8s',
  'p1 cc',
  'p2 cbr 2250',
  'p4 f',
  'p1 cc',
  'p2 sm Ac7c',
  'p1 sm QdJd',
]
finishing_stacks = [18100, 5625, 6675, 12950]
players = ['Ann', 'Ben', '', 'Dora']
"""


def read_histories(text: str) -> list[History]:
    return [read_history(hand) for hand in read_hands(text).values()]


def imported(text: str) -> list[bytes]:
    importer = Importer()
    return [line for history in read_histories(text) for line in importer.lines(history)]


def changed(*changes: tuple[str, str], text: str = RECORDED) -> str:
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def without_finishing(text: str = RECORDED) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("finishing"))


def replayed(lines: Sequence[bytes]) -> tuple[list[Result], list[Ruling]]:
    table = Table()
    results: list[Result] = []
    rulings: list[Ruling] = []
    for line in lines:
        fact = decode_line(line)
        assert fact is not None
        for outcome in table.apply(fact):
            if isinstance(outcome, Result):
                results.append(outcome)
            elif isinstance(outcome, Ruling):
                rulings.append(outcome)
    return results, rulings


def stacks_of(result: Result) -> list[int]:
    return [int(chips) for _, chips in sorted(result.stacks.items())]


def hand_of(lines: Sequence[bytes]) -> Hand:
    hand = decode_line(lines[0])
    assert isinstance(hand, Hand)
    return hand


def refusal(text: str) -> tuple[int, str]:
    """The line of a file at which its hand is refused, and why."""
    for table, data in read_hands(text).items():
        try:
            Importer().lines(read_history(data))
        except PhhError as error:
            return FileLines(text).of(table, error.field, error.index), str(error)
    pytest.fail("the record was accepted")


def line_of(text: str, wanted: str) -> int:
    """The last line that holds these words."""
    return max(number for number, line in enumerate(text.splitlines(), start=1) if wanted in line)


STUD = """variant = 'F7S'
antes = [5, 5]
bring_in = 10
small_bet = 20
big_bet = 40
starting_stacks = [500, 500]
actions = ['d dh p1 ????2c', 'd dh p2 ????Kd', 'p1 pb', 'p2 cbr 20', 'p1 f']
"""


UNSEEN = """variant = 'NT'
antes = [0.25, 0.25, 0.25]
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [100, 80.25, 60.5]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 3', 'p1 f', 'p2 cc', 'd db 2c7dJh', 'p2 cc',
  'p3 cbr 4.5', 'p2 cc', 'd db 3s', 'p2 cc', 'p3 cc', 'd db 5c', 'p2 cbr 10', 'p3 cc', 'p2 sm ????', 'p3 sm JcJs']
finishing_stacks = [99.25, 62.5, 79]
"""
