"""What each role sees of a table."""

from typing import Any

import pytest

from burncard.controller.config import TableConfig
from burncard.controller.views import BACK, view_of
from burncard.firmware_bridge.events import DeviceFault
from burncard.rules.cards import BOARD, Chips


def seat_of(view: dict[str, Any], number: int) -> dict[str, Any]:
    seat: dict[str, Any] = next(seat for seat in view["seats"] if seat["seat"] == number)
    return seat


def test_a_table_before_its_first_hand(rig: Any) -> None:
    view = view_of(rig.service, "observer")
    shown = {key: view[key] for key in ("state", "number", "hand", "back", "street", "button", "pot", "board", "burns")}
    assert shown == {
        "state": "closed",
        "number": 0,
        "hand": None,
        "back": None,
        "street": "",
        "button": None,
        "pot": 0,
        "board": [],
        "burns": 0,
    }
    assert view["seats"][0] == {"seat": 1, "chips": 500, "in": 0, "live": False, "turn": False, "cards": []}
    assert (view["game"], view["structure"], view["house"]) == ("Texas hold'em", "limit", "roberts")
    assert (view["table"], view["simulated"], view["next"]["await"]) == ("table-1", True, "hand")


def test_a_hand_in_play_with_its_cards_face_down(rig: Any) -> None:
    turn = rig.deal_until_action().seat
    rig.act("call")
    rig.act("fold")
    view = view_of(rig.service, "floor")
    assert (view["hand"], view["back"], view["street"], view["button"]) == ("h1", "red", "preflop", 6)
    assert view["pot"] == 25
    called, folded, due = (seat_of(view, seat) for seat in (turn, turn + 1, turn + 2))
    assert (called["chips"], called["in"], called["live"], called["turn"]) == (490, 10, True, False)
    assert (folded["live"], folded["turn"]) == (False, False)
    assert (due["live"], due["turn"]) == (True, True)
    assert called["cards"] == [BACK, BACK]
    assert view["alerts"] == []


def test_the_board_is_seen_and_the_piles_are_counted(rig: Any) -> None:
    rig.deal_until_action()
    while not view_of(rig.service)["board"]:
        rig.step()
    while view_of(rig.service)["next"]["await"] == "card":
        rig.step()
    view = view_of(rig.service, "observer")
    board = [placed.card for placed in rig.service.record.table.hand.felt.cards_in(BOARD)]
    assert view["board"] == board
    assert len(board) == 3
    assert (view["burns"], view["aside"]) == (1, [])


def test_the_last_hand_is_seen_until_its_cards_are_collected(rig: Any) -> None:
    rig.play_hand()
    view = view_of(rig.service)
    assert (view["hand"], view["street"], view["pot"]) == ("h1", "", 0)
    assert len(view["board"]) == 5
    assert any(seat["cards"] for seat in view["seats"])
    assert sum(seat["chips"] for seat in view["seats"]) == 3000
    rig.lying.clear()
    rig.look()
    assert len(view_of(rig.service)["board"]) == 5
    rig.report("deck-in", count=52)
    view = view_of(rig.service)
    assert view["board"] == []
    assert not any(seat["cards"] for seat in view["seats"])


def test_cards_still_on_the_felt_are_seen_though_the_next_pack_is_loaded(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(backs=("red", "blue")))
    rig.play_hand()
    rig.report("deck-in", count=52)
    assert len(view_of(rig.service)["board"]) == 5


@pytest.mark.parametrize("role", ["dealer", "floor", "technician", "auditor", "observer"])
def test_devices_and_faults_are_shown_to_the_staff_only(rig: Any, role: Any) -> None:
    rig.link("reader", "ready")
    rig.service.on_event("reader", DeviceFault("E7", "coil"))
    view = view_of(rig.service, role)
    if role == "observer":
        assert (view["devices"], view["faults"], view["enrolment"]) == ({}, [], None)
    else:
        assert view["devices"]["reader"]["link"] == "ready"
        assert [(fault["code"], fault["device"], fault["text"]) for fault in view["faults"]] == [
            ("reader-fault", "reader", "E7 coil")
        ]
        assert view["faults"][0]["hint"]


def test_a_stop_is_seen_by_everybody(rig: Any) -> None:
    rig.deal_until_action()
    rig.put(rig.dealer.stub.take().uid, "board", "up")
    assert [alert["severity"] for alert in view_of(rig.service, "observer")["alerts"]] == ["stop"]


def test_a_seat_that_has_lost_its_chips_is_still_shown(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig())
    rig.service.record.ledger.stacks[1] = Chips(0)
    assert seat_of(view_of(rig.service), 1)["chips"] == 0
