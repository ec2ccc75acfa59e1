"""Hand histories in: what a recorded hand becomes, and that a record that is wrong says where and why."""

import pytest

from burncard.controller.hand_histories.phh_import import Importer
from burncard.controller.hand_histories.table_log import decode_line
from burncard.rules.facts import Action, CardSeen
from tests.harness.phh_records import (
    RECORDED,
    STUD,
    UNSEEN,
    changed,
    hand_of,
    imported,
    read_histories,
    refusal,
    replayed,
    stacks_of,
    without_finishing,
)

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


def test_a_full_table_turns_with_the_button() -> None:
    """Ten players cannot sit one place further on: there is no eleventh seat."""
    players = range(1, 11)
    actions = [f"d dh p{player} ????" for player in players] + [f"p{player} f" for player in (*players[2:], 1)]
    (history,) = read_histories(
        f"variant = 'NT'\nantes = {[0] * 10}\nblinds_or_straddles = {[1, 2] + [0] * 8}\nmin_bet = 2\n"
        f"starting_stacks = {[100] * 10}\nactions = {actions}\n"
    )
    importer = Importer()
    results, rulings = replayed([line for _ in range(3) for line in importer.lines(history)])
    assert [sorted(result.stacks) for result in results] == [[*players]] * 3
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
