"""Seats: players sit down, leave, buy chips, sit out and move."""

from typing import Any

from burncard.api.request_errors import ApiError
from burncard.api.v1.addresses import ENTERS, EVERYBODY, FLOOR, Call, Group
from burncard.api.v1.messages import (
    AddChips,
    Away,
    MoveSeat,
    NextHandBody,
    Rename,
    SeatPage,
    Sit,
)
from burncard.api.v1.table_routes import view_after
from burncard.controller.ledger.changed_stakes import StakesError
from burncard.controller.ledger.seating import Change, SeatChange, SeatError
from burncard.controller.views.models import NextHandView
from burncard.controller.views.table_model import TableView
from burncard.controller.views.table_view import next_hand_view, places_of
from burncard.rules.cards import Chips, Seat

GROUP = Group("seats")
NOT_POSSIBLE = ("no-such-seat", "seat-taken", "seat-empty", "not-while-in-hand")


@GROUP.get("/seats", EVERYBODY, SeatPage)
def list_seats(call: Call[None]) -> Any:
    """Every seat of the table, taken or not."""
    return SeatPage(items=list(view_after(call).seats), next=None)


@GROUP.post(
    "/seats/{n}/sit",
    ENTERS,
    TableView,
    body=Sit,
    problems=(*NOT_POSSIBLE, "chips-needed"),
    example={"name": "Osprey", "chips": 500},
)
def sit_down(call: Call[Sit]) -> TableView:
    """A player sits down, and is dealt in from the next hand."""
    if not call.body.chips:
        raise ApiError("chips-needed", call.body.name)
    return _change(call, "sit", name=call.body.name.strip(), chips=Chips(call.body.chips))


@GROUP.post("/seats/{n}/leave", ENTERS, TableView, problems=NOT_POSSIBLE)
def leave_seat(call: Call[None]) -> TableView:
    """A player leaves, after the hand if dealt in."""
    return _change(call, "leave")


@GROUP.post(
    "/seats/{n}/chips", ENTERS, TableView, body=AddChips, problems=NOT_POSSIBLE, example={"chips": 200, "kind": "add"}
)
def add_chips(call: Call[AddChips]) -> TableView:
    """A player buys in or adds chips. They count from the next hand."""
    return _change(call, "chips", chips=Chips(call.body.chips))


@GROUP.post("/seats/{n}/name", ENTERS, TableView, body=Rename, problems=NOT_POSSIBLE, example={"name": "Osprey"})
def name_player(call: Call[Rename]) -> TableView:
    """How a player is called on every screen."""
    return _change(call, "name", name=call.body.name.strip())


@GROUP.post("/seats/{n}/away", ENTERS, TableView, body=Away, problems=NOT_POSSIBLE, example={"away": True})
def sit_out(call: Call[Away]) -> TableView:
    """A player sits out, or is back. It counts from the next hand."""
    return _change(call, "away", away=call.body.away)


@GROUP.post("/seats/{n}/move", ENTERS, TableView, body=MoveSeat, problems=NOT_POSSIBLE, example={"to": 7})
def move_player(call: Call[MoveSeat]) -> TableView:
    """A player moves to another seat, with all the chips."""
    return _change(call, "move", to=call.body.to)


@GROUP.get("/table/next-hand", EVERYBODY, NextHandView)
def show_next_hand(call: Call[None]) -> NextHandView:
    """The hand that is dealt next, and why it cannot be if it cannot."""
    return next_hand_view(call.service)


@GROUP.patch(
    "/table/next-hand",
    FLOOR,
    NextHandView,
    body=NextHandBody,
    problems=("not-playable",),
    example={"small_blind": 10, "big_blind": 20, "small_bet": 20, "big_bet": 40},
)
def change_next_hand(call: Call[NextHandBody]) -> NextHandView:
    """Game, house or stakes change from the next hand on."""
    changes = {name: value for name in call.body.__struct_fields__ if (value := getattr(call.body, name)) is not None}
    try:
        call.service.change_stakes(changes, call.who.operator)
    except StakesError as error:
        raise ApiError("not-playable", str(error)) from error
    return next_hand_view(call.service)


def _change(call: Call[Any], change: Change, **fields: Any) -> TableView:
    seat = Seat(call.number("n", "no-such-seat"))
    try:
        call.service.change_seat(SeatChange(seat, change, call.who.operator, **fields), places_of(call.service))
    except SeatError as error:
        raise ApiError(error.code, str(error)) from error
    return view_after(call)
