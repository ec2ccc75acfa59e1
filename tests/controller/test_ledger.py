"""The ledger: chips, button and packs from hand to hand, and the hand that is due next."""

from dataclasses import replace
from typing import Any

import pytest

from burncard.controller.config import TableConfig
from burncard.controller.ledger import Ledger, Origin
from burncard.controller.ledger.seating import SeatChange
from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action, Fact, Hand
from burncard.rules.outcomes import Outcome, Result, Ruling
from burncard.rules.table import Table

THREE = tuple((Seat(seat), Chips(500)) for seat in (2, 5, 9))


def config(**fields: Any) -> TableConfig:
    return replace(TableConfig(seats=THREE), **fields)


def note(ledger: Ledger, fact: Fact, outcomes: list[Outcome]) -> None:
    ledger.note(Table(), fact, outcomes, Origin(1, 0, "table"))


def played(ledger: Ledger, ended: str = "showdown", **stacks: int) -> Hand:
    """Begins the next hand and ends it, with these stacks (`s2=480`)."""
    hand = ledger.next_hand(ledger.next_back())
    note(ledger, hand, [])
    after = dict(hand.seats) | {Seat(int(seat[1:])): Chips(chips) for seat, chips in stacks.items()}
    result = Result(hand=hand.id, pots=(), stacks=after, ended=ended)  # type: ignore[arg-type]
    note(ledger, Action(seat=Seat(2), action="fold"), [result])
    return hand


def ruling(id_: str, *, severity: str = "stop", decision: str = "remove") -> Ruling:
    return Ruling(
        id=id_,
        rule="x.y",
        decision=decision,  # type: ignore[arg-type]
        severity=severity,  # type: ignore[arg-type]
        seats=(),
        cards=(),
        steps=(),
        message="",
        source="",
    )


def test_the_first_hand_has_its_button_in_the_last_seat() -> None:
    hand = Ledger(config()).next_hand("red")
    assert (hand.id, hand.button, hand.back) == ("h1", 9, "red")
    assert hand.seats == {2: 500, 5: 500, 9: 500}
    assert hand.posts == {2: 5, 5: 10}


def test_the_button_and_the_blinds_move_on_and_around() -> None:
    ledger = Ledger(config())
    hands = [played(ledger) for _ in range(4)]
    assert [(hand.id, hand.button) for hand in hands] == [("h1", 9), ("h2", 2), ("h3", 5), ("h4", 9)]
    assert [hand.posts for hand in hands[1:3]] == [{5: 5, 9: 10}, {9: 5, 2: 10}]
    assert ledger.hands == 4


@pytest.mark.parametrize("ended", ["misdeal", "void"])
def test_the_button_stays_after_a_hand_that_did_not_count(ended: str) -> None:
    ledger = Ledger(config())
    played(ledger, ended)
    assert played(ledger).button == 9
    assert played(ledger).button == 2


def test_with_two_players_the_button_posts_the_small_blind() -> None:
    ledger = Ledger(config(seats=THREE[:2]))
    hands = [played(ledger) for _ in range(2)]
    assert [(hand.button, hand.posts) for hand in hands] == [(5, {5: 5, 2: 10}), (2, {2: 5, 5: 10})]


def test_a_stud_game_has_neither_button_nor_blinds() -> None:
    hand = Ledger(config(game="stud7", ante=Chips(2), bring_in=Chips(4))).next_hand("red")
    assert (hand.button, hand.posts, hand.antes, hand.bring_in) == (None, {}, 2, 4)


def test_a_draw_game_with_antes_has_a_button_and_no_blinds() -> None:
    hand = Ledger(config(game="jacks", ante=Chips(2))).next_hand("red")
    assert (hand.button, hand.posts) == (9, {})


def test_the_stakes_of_the_table_are_those_of_the_hand() -> None:
    hand = Ledger(config(structure="no-limit", house="general", tournament=True, joker=True)).next_hand("red")
    assert (hand.game, hand.structure, hand.house, hand.tournament) == ("holdem", "no-limit", "general", True)
    assert (hand.small_bet, hand.big_bet, hand.min_bet, hand.joker) == (10, 20, 10, True)


def test_a_seat_without_chips_is_not_dealt_in_and_buys_nothing_by_itself() -> None:
    ledger = Ledger(config(simulated=False))
    played(ledger, s5=0)
    assert ledger.next_hand("red").seats == {2: 500, 9: 500}
    assert ledger.due_to_buy_in() == {}
    ledger.seating.apply(SeatChange(Seat(5), "chips", "dealer: Ann", chips=Chips(300)))
    assert ledger.next_hand("red").seats == {2: 500, 5: 300, 9: 500}


@pytest.mark.parametrize(("chips", "due"), [(0, {5: 500}), (11, {5: 489}), (12, {}), (480, {})])
def test_a_simulated_player_who_cannot_pay_the_big_blind_and_the_ante_buys_in(chips: int, due: dict[int, int]) -> None:
    ledger = Ledger(config(ante=Chips(2)))
    played(ledger, s5=chips)
    assert ledger.due_to_buy_in() == due


def test_too_few_players_are_dealt_no_hand() -> None:
    ledger = Ledger(config())
    assert ledger.why_no_hand() == ""
    played(ledger, s5=0, s2=0)
    assert "needs 2 players" in ledger.why_no_hand()


def test_the_packs_take_turns() -> None:
    ledger = Ledger(config(backs=("red", "blue", "green")))
    assert [played(ledger).back for _ in range(4)] == ["red", "blue", "green", "red"]


def test_a_pack_that_is_no_longer_in_use_is_followed_by_the_first() -> None:
    ledger = Ledger(config(backs=("red", "blue")))
    ledger.back = "green"
    assert ledger.next_back() == "red"


def test_what_is_carried_is_restored() -> None:
    ledger, other = Ledger(config()), Ledger(config())
    played(ledger)
    played(ledger, "misdeal", s2=480)
    other.restore(ledger.state())
    assert other.state() == ledger.state()
    assert other.next_hand("red") == ledger.next_hand("red")
    played(other)
    assert other.state() != ledger.state()


def test_a_refused_hand_does_not_count() -> None:
    ledger = Ledger(config())
    note(ledger, ledger.next_hand("red"), [ruling("r1", severity="note", decision="refuse")])
    assert (ledger.hands, ledger.button, ledger.back) == (0, None, None)


def test_the_stacks_are_those_of_the_result() -> None:
    ledger = Ledger(config())
    played(ledger, s2=480, s5=520)
    assert ledger.stacks == {2: 480, 5: 520, 9: 500}
