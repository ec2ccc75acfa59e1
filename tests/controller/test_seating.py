"""Who sits where: a hand in play is not touched, nothing is lost in a power cut, and chips are conserved."""

from typing import Any

import pytest

from burncard.controller.ledger.seating import SeatChange, SeatError
from burncard.controller.views import table_view
from burncard.rules.cards import Chips, Seat

PLACES = 10


def change(rig: Any, seat: int, what: Any, **fields: Any) -> None:
    rig.service.change_seat(SeatChange(Seat(seat), what, "dealer: Ann", **fields), PLACES)


def seat(rig: Any, number: int) -> Any:
    return table_view(rig.service, "dealer").seats[number - 1]


def test_a_player_sits_down_and_is_dealt_in_from_the_next_hand(rig: Any) -> None:
    rig.deal_until_action()
    change(rig, 8, "sit", name="Osprey", chips=Chips(700))
    assert (seat(rig, 8).name, seat(rig, 8).stack, seat(rig, 8).status) == ("Osprey", 700, "waiting")
    rig.play_hand()
    rig.step()
    assert rig.service.record.table.hand.fact.seats[8] == 700


def test_chips_bought_during_a_hand_count_after_it_and_outlast_a_power_cut(rig: Any) -> None:
    rig.deal_until_action()
    change(rig, 3, "chips", chips=Chips(200))
    change(rig, 3, "name", name="Wren")
    assert (seat(rig, 3).adding, rig.service.record.table.hand.fact.seats[3]) == (200, 500)
    rig.reopen()
    assert (seat(rig, 3).adding, seat(rig, 3).name) == (200, "Wren")
    rig.play_hand()
    after = rig.service.record.ledger.stacks[3]
    rig.reopen()
    rig.step()
    assert rig.service.record.table.hand.fact.seats[3] == after + 200
    assert seat(rig, 3).adding == 0


def test_a_player_who_leaves_during_a_hand_is_gone_after_it(rig: Any) -> None:
    rig.deal_until_action()
    change(rig, 3, "leave")
    assert seat(rig, 3).leaving
    with pytest.raises(SeatError, match="seat 3"):
        change(rig, 3, "sit", chips=Chips(100))
    rig.play_hand()
    assert seat(rig, 3).status == "empty"
    change(rig, 3, "sit", name="Heron", chips=Chips(100))
    assert (seat(rig, 3).status, seat(rig, 3).stack) == ("waiting", 100)
    rig.reopen()
    rig.step()
    assert rig.service.record.table.hand.fact.seats[3] == 100


def test_a_player_who_sits_out_is_not_dealt_in(rig: Any) -> None:
    change(rig, 3, "away", away=True)
    rig.step()
    assert 3 not in rig.service.record.table.hand.fact.seats
    assert seat(rig, 3).status == "away"


def test_who_asks_to_sit_out_during_a_hand_is_shown_as_away_while_it_lasts(rig: Any) -> None:
    rig.deal_until_action()
    change(rig, 3, "away", away=True)
    assert (seat(rig, 3).status, seat(rig, 3).away) == ("in", True)
    rig.play_hand()
    rig.step()
    assert (seat(rig, 3).status, seat(rig, 3).away) == ("away", True)
    assert not seat(rig, 4).away


def test_a_player_moves_with_all_the_chips_between_hands_only(rig: Any) -> None:
    rig.deal_until_action()
    with pytest.raises(SeatError) as refused:
        change(rig, 3, "move", to=Seat(9))
    assert refused.value.code == "not-while-in-hand"
    rig.play_hand()
    chips = rig.service.record.ledger.stacks[3]
    change(rig, 3, "name", name="Wren")
    change(rig, 3, "move", to=Seat(9))
    assert (seat(rig, 3).status, seat(rig, 9).name, seat(rig, 9).stack) == ("empty", "Wren", chips)
    rig.step()
    seats = rig.service.record.table.hand.fact.seats
    assert (3 in seats, seats[9]) == (False, chips)


@pytest.mark.parametrize(
    ("number", "what", "fields", "code"),
    [
        (3, "sit", {"chips": Chips(1)}, "seat-taken"),
        (8, "leave", {}, "seat-empty"),
        (8, "chips", {"chips": Chips(1)}, "seat-empty"),
        (11, "sit", {"chips": Chips(1)}, "no-such-seat"),
        (3, "move", {"to": Seat(4)}, "seat-taken"),
        (3, "move", {"to": Seat(11)}, "no-such-seat"),
    ],
)
def test_what_is_not_possible_is_refused_and_not_journaled(
    rig: Any, number: int, what: Any, fields: dict[str, Any], code: str
) -> None:
    events = list(rig.journal.events())
    with pytest.raises(SeatError) as refused:
        change(rig, number, what, **fields)
    assert refused.value.code == code
    assert list(rig.journal.events()) == events


def test_a_table_with_one_player_deals_no_hand_and_says_why(rig: Any) -> None:
    for number in range(2, 7):
        change(rig, number, "away", away=True)
    rig.load()
    assert not rig.service.record.in_hand
    assert "needs 2 players" in table_view(rig.service, "dealer").next_hand.why_not
    change(rig, 2, "away", away=False)
    assert rig.service.record.in_hand


def test_the_stakes_change_from_the_next_hand_on(rig: Any) -> None:
    rig.deal_until_action()
    rig.service.change_stakes({"game": "omaha", "structure": "pot-limit", "big_blind": 20}, "floor: Bo")
    assert table_view(rig.service, "dealer").game.code == "holdem"
    rig.play_hand()
    rig.reopen()
    rig.step()
    fact = rig.service.record.table.hand.fact
    assert (fact.game, fact.structure, max(fact.posts.values())) == ("omaha", "pot-limit", 20)
