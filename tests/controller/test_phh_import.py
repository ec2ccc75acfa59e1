"""Hand histories in: what a recorded hand becomes, and that a record that is wrong says where and why."""

from collections.abc import Sequence

import pytest

from burncard.controller.hand_histories.phh import History, PhhError, read_hands, read_history
from burncard.controller.hand_histories.phh_import import Importer
from burncard.controller.hand_histories.phh_lines import FileLines
from burncard.controller.hand_histories.table_log import decode_line
from burncard.rules.facts import Action, CardSeen, Hand
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


# ---- hands that play as recorded --------------------


def test_a_recorded_hand_replays_without_a_ruling_to_its_recorded_stacks() -> None:
    results, rulings = replayed(imported(RECORDED))
    assert not rulings
    assert stacks_of(results[0]) == [18100, 5625, 6675, 12950]


def test_burns_come_from_cards_that_the_record_does_not_name_and_the_log_says_so() -> None:
    lines = imported(RECORDED)
    burns = [fact.card for line in lines if isinstance(fact := decode_line(line), CardSeen) and fact.zone == "burn"]
    assert len(set(burns)) == 3
    assert not any(card in RECORDED for card in burns)
    assert b'"note":"The burns are not in the record' in lines[0]


def test_cards_dealt_unseen_have_the_names_under_which_they_are_shown() -> None:
    dealt = [fact.card for line in imported(RECORDED) if isinstance(fact := decode_line(line), CardSeen)]
    assert {"Ac", "7c"} <= set(dealt)
    assert "??" not in dealt


def test_the_button_moves_on_from_one_imported_hand_to_the_next() -> None:
    importer = Importer()
    (history,) = read_histories(RECORDED)
    lines = [line for _ in range(5) for line in importer.lines(history)]
    results, rulings = replayed(lines)
    assert len(results) == 5
    assert not rulings


def test_hands_of_other_tables_keep_p1_in_the_lowest_seat() -> None:
    importer = Importer()
    (history,) = read_histories(RECORDED)
    results, rulings = replayed([line for _ in range(3) for line in importer.lines(history)])
    assert [stacks_of(result) for result in results] == [[18100, 5625, 6675, 12950]] * 3
    assert [min(result.stacks) for result in results] == [1, 2, 1]
    assert not rulings


def test_recorded_seats_are_kept_with_the_empty_ones_between_them() -> None:
    hand = hand_of(imported(RECORDED + "seats = [7, 9, 2, 4]\nseat_count = 9\n"))
    assert dict(hand.seats) == {7: 13050, 9: 9525, 2: 6675, 4: 14100}
    assert hand.button == 4
    assert hand.posts == {7: 250, 9: 500}


def test_seats_that_the_log_cannot_keep_are_in_the_note() -> None:
    importer = Importer()
    (history,) = read_histories(RECORDED + "seats = [7, 9, 2, 4]\n")
    first, second = (importer.lines(history)[0] for _ in range(2))
    assert b"seats are" not in first
    assert b"The record's seats are 7, 9, 2, 4." in second


def test_a_hand_keeps_its_recorded_name_unless_it_is_taken() -> None:
    importer = Importer()
    (history,) = read_histories(RECORDED + "hand = 4711\n")
    assert [hand_of(importer.lines(history)).id for _ in range(2)] == ["4711", "h2"]


UNSEEN = """variant = 'NT'
antes = [0.25, 0.25, 0.25]
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [100, 80.25, 60.5]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 3', 'p1 f', 'p2 cc', 'd db 2c7dJh', 'p2 cc',
  'p3 cbr 4.5', 'p2 cc', 'd db 3s', 'p2 cc', 'p3 cc', 'd db 5c', 'p2 cbr 10', 'p3 cc', 'p2 sm ????', 'p3 sm JcJs']
finishing_stacks = [99.25, 62.5, 79]
"""


def test_cards_that_stay_unseen_at_the_showdown_are_mucked() -> None:
    results, rulings = replayed(imported(UNSEEN))
    assert not rulings
    assert stacks_of(results[0]) == [9925, 6250, 7900]


def test_a_short_all_in_raise_is_accepted() -> None:
    text = changed(("9525", "3900"), ("p2 cbr 2250", "p2 cbr 2250"), ("5625", "0"), text=RECORDED)
    results, rulings = replayed(imported(text))
    assert not rulings
    assert stacks_of(results[0])[1] == 0


def test_a_newcomers_post_is_written_as_a_negative_blind() -> None:
    text = changed(
        ("[250, 500, 0, 0]", "[250, 500, 0, -500]"), ("[0, 500, 0, 0]", "[0, 0, 0, 0]"), ("12950]", "12950]")
    )
    hand = hand_of(imported(without_finishing(text)))
    assert hand.posts == {1: 250, 2: 500, 4: 500}


def test_fractions_are_counted_in_the_smallest_unit() -> None:
    text = changed(
        ("[250, 500, 0, 0]", "[0.25, 0.5, 0, 0]"),
        ("[0, 500, 0, 0]", "[0, 0, 0, 0]"),
        ("min_bet = 500", "min_bet = 0.5"),
        ("cbr 1150", "cbr 1.15"),
        ("cbr 2250", "cbr 1,002.25"),
    )
    (history,) = read_histories(without_finishing(text))
    assert history.posts == (25, 50, 0, 0)
    assert history.stacks[0] == 1_305_000
    results, _ = replayed(Importer().lines(history))
    assert sum(stacks_of(results[0])) == sum(history.stacks)
    assert any(move.amount == 100_225 for move in history.moves)


SPLIT = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 105, 0]
min_bet = 105
starting_stacks = [1000, 1000, 1000]
actions = ['d dh p1 2cAc', 'd dh p2 9sTc', 'd dh p3 6dAd', 'p3 cbr 225', 'p1 cc', 'p2 f', 'd db QsQc4s', 'p1 cc',
  'p3 cc', 'd db As', 'p1 cc', 'p3 cc', 'd db Qd', 'p1 cc', 'p3 cc', 'p1 sm 2cAc', 'p3 sm 6dAd']
finishing_stacks = [1052.5, 895, 1052.5]
"""


def test_a_split_to_the_half_chip_is_counted_in_parts_of_a_chip() -> None:
    results, rulings = replayed(imported(SPLIT))
    assert not rulings
    assert stacks_of(results[0]) == [10525, 8950, 10525]


@pytest.mark.parametrize("finishing", ["[1055, 895, 1050]", "[1050, 895, 1055]"])
def test_an_odd_chip_may_go_to_either_player_who_shares_the_pot(finishing: str) -> None:
    imported(changed(("[1052.5, 895, 1052.5]", finishing), text=SPLIT))


@pytest.mark.parametrize("finishing", ["[1060, 895, 1045]", "[1052, 896, 1052]"])
def test_more_than_the_odd_chip_is_refused(finishing: str) -> None:
    _, reason = refusal(changed(("[1052.5, 895, 1052.5]", finishing), text=SPLIT))
    assert "when played" in reason


def test_chips_that_the_finishing_stacks_lack_are_the_rake() -> None:
    lines = imported(changed(("[18100,", "[18000,")))
    assert hand_of(lines).rake == 100
    assert b"The rake is what the finishing stacks lack." in lines[0]
    results, _ = replayed(lines)
    assert stacks_of(results[0]) == [18000, 5625, 6675, 12950]


def test_the_winner_of_an_uncontested_pot_may_show() -> None:
    text = changed(("  'p1 cc',\n  'p2 sm Ac7c',\n  'p1 sm QdJd',\n", "  'p1 f',\n  'p2 sm Ac7c',\n"))
    assert "p2 sm" in text
    results, _ = replayed(imported(without_finishing(text)))
    assert results[0].ended == "uncontested"


STUD = """variant = 'F7S'
antes = [5, 5]
bring_in = 10
small_bet = 20
big_bet = 40
starting_stacks = [500, 500]
actions = ['d dh p1 ????2c', 'd dh p2 ????Kd', 'p1 pb', 'p2 cbr 20', 'p1 f']
"""


def test_a_stud_hand_is_brought_in_and_completed() -> None:
    results, rulings = replayed(imported(STUD))
    assert not rulings
    assert sorted(results[0].stacks.values()) == [485, 515]


def test_players_who_draw_discard_before_they_are_dealt_to() -> None:
    text = """variant = 'N2L1D'
antes = [0, 0]
blinds_or_straddles = [5, 10]
min_bet = 10
starting_stacks = [500, 500]
actions = ['d dh p1 2c3c4c5cKd', 'd dh p2 ??????????', 'p2 cc', 'p1 cc', 'p1 sd Kd', 'd dh p1 7d', 'p2 sd ????',
  'd dh p2 8s9s', 'p1 cbr 10', 'p2 f']
"""
    lines = imported(text)
    drawn = [(fact.seat, fact.discards) for line in lines if isinstance(fact := decode_line(line), Action)]
    results, rulings = replayed(lines)
    assert not rulings
    assert (1, 1) in drawn
    assert (2, 2) in drawn
    assert sorted(results[0].stacks.values()) == [490, 510]
    assert refusal(changed(("sd Kd", "sd Ks"), text=text))[1].startswith("actions: p1 discards Ks, which was not dealt")


# ---- records that are wrong --------------------

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
