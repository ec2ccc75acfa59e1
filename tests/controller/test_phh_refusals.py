"""Hand histories that do not play as recorded are refused at the line that is wrong."""

import pytest

from burncard.controller.hand_histories.phh import PhhError, read_hands, read_history
from burncard.controller.hand_histories.phh_import import Importer
from burncard.controller.hand_histories.phh_lines import FileLines
from tests.harness.phh_records import (
    RECORDED,
    STUD,
    UNSEEN,
    changed,
    line_of,
    read_histories,
    refusal,
    without_finishing,
)

WRONG_FIELDS = [
    (("'NT'", "'FB'"), "variant: 'FB' is not dealt here"),
    (("variant = 'NT'\n", ""), "variant: missing; known"),
    (("antes = [0, 500, 0, 0]\n", ""), "antes: missing"),
    (("antes = [0, 500,", "antes = [0, -500,"), "antes: -500 is negative"),
    (("antes = [0, 500,", "antes = [true, 500,"), "antes: True is not an amount"),
    (("antes = [0, 500,", "antes = ['x', 500,"), "antes: 'x' is not an amount"),
    (("[250, 500, 0, 0]", "[250, 500]"), "blinds_or_straddles: 2 amounts for 4 players"),
    (("[250, 500, 0, 0]", "250"), "blinds_or_straddles: not a list"),
    (("[250, 500, 0, 0]", "[250, 500, 0, -501]"), "blinds_or_straddles: -501 is a newcomer's post above the largest"),
    (("min_bet = 500\n", ""), "min_bet: missing, and NT needs it"),
    (("min_bet = 500", "min_bet = -500"), "min_bet: -500 is negative"),
    (("min_bet = 500", "min_bet = 0"), "min_bet: is zero"),
    (("min_bet = 500", "bring_in = 5\nmin_bet = 500"), "bring_in: NT has none"),
    (("min_bet = 500", "big_bet = 5\nmin_bet = 500"), "big_bet: NT has none"),
    (("starting_stacks = [13050", "starting_stacks = [-13050"), "starting_stacks: -13050 is negative"),
    (("starting_stacks = [13050", "starting_stacks = [0"), "starting_stacks: p1 has no chips"),
    (("starting_stacks = [13050", "starting_stacks = [inf"), "starting_stacks: Infinity is unknown"),
    (("starting_stacks = [13050", "starting_stacks = [nan"), "starting_stacks: NaN is unknown"),
    (("starting_stacks = [13050", "starting_stacks = [1e300"), "starting_stacks: 1E+300 is more than can be counted"),
    (("starting_stacks = [13050", "starting_stacks = [0.0000001"), "starting_stacks: 1E-7 has more than 6 decimals"),
    (("finishing_stacks = [18100", "finishing_stacks = [-1"), "finishing_stacks: -1 is negative"),
    (("finishing_stacks = [18100", "finishing_stacks = [18100, 5"), "finishing_stacks: 5 amounts for 4 players"),
    (("finishing_stacks = [18100", "finishing_stacks = [18101"), "finishing_stacks: they hold 1 more than"),
    (
        ("finishing_stacks = [18100", "finishing_stacks = [8100"),
        "finishing_stacks: they lack 10000 of the",
    ),
    (("[18100, 5625", "[18099, 5626"), "finishing_stacks: p1 has 18099, and 18100 when played"),
    (("players = ['Ann', ", "players = ["), "players: not a list of 4 names"),
    (("players = ['Ann'", "players = [7"), "players: not a list of 4 names"),
    (("players", "seats = [1, 2, 3]\nplayers"), "seats: not a list of 4 seat numbers"),
    (("players", "seats = [1, 2, 3, '4']\nplayers"), "seats: not a list of 4 seat numbers"),
    (("players", "seats = [1, 2, 2, 4]\nplayers"), "seats: seat 2 is p2's and p3's"),
    (("players", "seats = [0, 1, 2, 3]\nplayers"), "seats: p1's seat 0 is not one of 1 to 99"),
    (("players", "seats = [1, 2, 4, 3]\nplayers"), "seats: 1, 2, 4, 3 is not the players' order clockwise"),
    (("players", "seats = [1, 2, 3, 7]\nseat_count = 6\nplayers"), "seats: p4's seat 7 is not one of 1 to 6"),
    (("players", "seat_count = 3\nplayers"), "seat_count: 3 is not a number of seats for 4 players"),
    (("players", "seat_count = true\nplayers"), "seat_count: True is not a number of seats"),
    (("players", "hand = true\nplayers"), "hand: True is neither a name nor a number"),
    (("players", "currency = 3\nplayers"), "currency: 3 is not a currency code"),
    (("players", "ante_trimming_status = 1\nplayers"), "ante_trimming_status: 1 is neither true nor false"),
    (("players", "winnings = [0, 9600, 0, 0]\nplayers"), "winnings: p1 wins when the hand is played"),
    (("players", "winnings = [9600, 1, 0, 0]\nplayers"), "winnings: p2 wins nothing when the hand is played"),
]

WRONG_ACTIONS = [
    (("'p3 f'", "'p9 f'"), "p9 f", "'p9' is not a player of the hand; they are p1 to p4"),
    (("'p3 f'", "'p0 f'"), "p0 f", "'p0' is not a player"),
    (("'p3 f'", "'p3 waves'"), "p3 waves", "'p3 waves' is not an action of the format"),
    (("'p3 f'", "5"), "  5,", "5 is not an action"),
    (("QdJd", "QdJx"), "QdJx", "'Jx' in 'QdJx' is not a card"),
    (("QdJd", "QdJ"), "QdJ'", "'J' in 'QdJ' is not a card"),
    (("'p3 f'", "'p1 cc'"), "'p1 cc'", "p3 is due to act, and the record has 'p1 cc'"),
    (("  'p3 f',\n", ""), "cbr 1150", "p3 is due to act, and the record has 'p4 cbr 1150'"),
    (("  'p4 f',\n", ""), "p1 cc", "p4 is due to act, and the record has 'p1 cc'"),
    (("cbr 1150", "cbr 700"), "cbr 700", "betting.minimum-wager"),
    (("cbr 1150", "cbr -1150"), "cbr -1150", "'-1150' is not an amount"),
    (("cbr 1150", "cbr 1e3"), "cbr 1e3", "'1e3' is not an amount"),
    (("cbr 1150", "cbr 1_150"), "cbr 1_150", "'1_150' is not an amount"),
    (("cbr 1150", "cbr 11,50"), "cbr 11,50", "'11,50' is not an amount"),
    (("cbr 1150", "cbr nan"), "cbr nan", "'nan' is not an amount"),
    (("cbr 1150", "cbr 15000"), "cbr 15000", "'p4 cbr 15000': "),
    (("  'p4 cbr 1150 # a comment'", "  'p4 pb'"), "p4 pb", "'p4 pb': "),
    (("'d db 6c'", "'d db 6c7d'"), "6c7d", "the board is dealt more cards than the street has"),
    (("'d db ThJc5h'", "'d db ThJc'"), "p1 cc", "the board is due a card (flop), and the record has 'p1 cc'"),
    (("'d db 6c'", "'d db ??'"), "d db ??", "a board card is not named"),
    (("'d db 6c'", "'d db Qd'"), "d db Qd", "Qd is dealt twice"),
    (("QdJd", "QdJdTd"), "QdJdTd", "p1 is dealt more cards than the street has"),
    (("QdJd", "Qd"), "p1 sm QdJd", "'p1 sm QdJd' shows 2 cards of 1 dealt"),
    (("Qh3h", "Qh"), "p3 f", "p3 is due a card (preflop), and the record has 'p3 f'"),
    (("  'd dh p2 ????',\n", ""), "p2 sm", "'p2 sm Ac7c' shows 2 cards of 0 dealt"),
    (("p2 sm Ac7c", "p2 sm AcQd"), "p2 sm AcQd", "Qd is dealt twice"),
    (("p1 sm QdJd", "p1 sm QdJh"), "p1 sm QdJh", "p1 shows Jh, which was not dealt to p1"),
    (("p2 sm Ac7c", "p2 sm Ac7c8c"), "8c", "shows 3 cards of 2 dealt"),
    (("  'p1 sm QdJd',\n", ""), "p2 sm", "p1 is due to show or muck, and the record ends"),
    (("  'p1 cc',\n  'p2 sm Ac7c',\n  'p1 sm QdJd',\n", ""), "p4 f", "p1 is due to act, and the record ends"),
    (("'p1 sm QdJd',", "'p1 sm QdJd',\n  'p1 cc',"), "p1 cc", "the hand is over, and the record goes on with 'p1 cc'"),
    (("'p1 sm QdJd',", "'p1 sm QdJd',\n  'd db 2c',"), "d db 2c", "the hand is over, and the record goes on"),
    (("'p3 f',", "'p3 sm Qh3h',"), "p3 sm", "p3 is due to act"),
]


@pytest.mark.parametrize(("change", "reason"), WRONG_FIELDS)
def test_a_wrong_field_is_refused_at_its_line(change: tuple[str, str], reason: str) -> None:
    text = changed(change)
    field = reason.partition(":")[0]
    line, told = refusal(text)
    if ":" in reason and field.isidentifier():
        assert told.startswith(reason)
        assert line == (line_of(text, f"{field} =") if f"\n{field} =" in f"\n{text}" else 1)
    else:
        assert reason in told


@pytest.mark.parametrize(("change", "at", "reason"), WRONG_ACTIONS)
def test_a_wrong_action_is_refused_at_its_line(change: tuple[str, str], at: str, reason: str) -> None:
    text = changed(change)
    line, told = refusal(text)
    assert reason in told
    assert at in text.splitlines()[line - 1]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("small_bet = 20", "small_bet = 80"), "big_bet: 40 is below the small bet of 80"),
        (("bring_in = 10", "bring_in = 30"), "bring_in: 30 is above the small bet of 20"),
        (("bring_in = 10\n", ""), "bring_in: missing, and F7S needs it"),
        (("small_bet = 20\n", ""), "small_bet: missing, and F7S needs it"),
        (("bring_in = 10", "bring_in = 10\nblinds_or_straddles = [5, 10]"), "blinds_or_straddles: F7S has none"),
        (("bring_in = 10", "bring_in = 10\nmin_bet = 10"), "min_bet: F7S has none"),
        (("????2c", "??????"), "the names of cards that the record leaves unknown"),
        (("????2c", "????2cAd"), "p1 is dealt more cards than the street has"),
        (("p1 pb", "p2 pb"), "p1 is due to act, and the record has 'p2 pb'"),
    ],
)
def test_a_wrong_stud_record_is_refused(change: tuple[str, str], reason: str) -> None:
    assert reason in refusal(changed(change, text=STUD))[1]


def test_a_pot_that_nobody_is_seen_to_win_is_refused() -> None:
    text = without_finishing(changed(("p3 sm JcJs", "p3 sm ????"), text=UNSEEN))
    assert "none of p2 and p3 shows a hand" in refusal(text)[1]


def test_a_refused_hand_leaves_no_trace_in_the_next() -> None:
    importer, untouched = Importer(), Importer()
    (history,) = read_histories(RECORDED)
    (wrong,) = read_histories(changed(("p1 sm QdJd", "p1 sm QdJh")))
    with pytest.raises(PhhError):
        importer.lines(wrong)
    assert importer.lines(history) == untouched.lines(history)


@pytest.mark.parametrize("text", ["", "variant =", "a = 1979-05-27T25:00:00"])
def test_a_file_without_a_hand_is_refused(text: str) -> None:
    with pytest.raises(PhhError):
        for hand in read_hands(text).values():
            read_history(hand)


def test_lines_are_found_through_comments_strings_and_tables() -> None:
    text = '''# [not a table]
[1]
a = "x = [" # comment ]
b = [
  'one', 'two', # 'no'
  # 'no'
  """thr
ee""",
  4]
["x.y"]
a = {c = [1,
2]}
b = 7'''
    lines = FileLines(text)
    assert [lines.of("1", "a"), lines.of("1", "b")] == [3, 4]
    assert [lines.of("1", "b", index) for index in range(4)] == [5, 5, 7, 9]
    assert [lines.of("x.y"), lines.of("x.y", "a"), lines.of("x.y", "b"), lines.of("x.y", "none")] == [10, 11, 13, 10]
    assert lines.of("") == 1
