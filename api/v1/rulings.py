"""Rulings: the open stops, those before them, and what people say to them."""

from typing import Any

from burncard.api.request_errors import ApiError
from burncard.api.v1.addresses import ENTERS, EVERYBODY, FLOOR, Call, Group
from burncard.api.v1.entries import enter
from burncard.api.v1.messages import Entered, Override, RulingsQuery, StopPage
from burncard.controller.ledger import Stop
from burncard.controller.views.models import StopView
from burncard.controller.views.stops import stop_view
from burncard.rules.cards import Seat
from burncard.rules.facts import Press

GROUP = Group("rulings")


@GROUP.get("/rulings", EVERYBODY, StopPage, query=RulingsQuery)
def list_rulings(call: Call[None]) -> Any:
    """The open stops in the order in which they are to be dealt with, or all rulings before now, the latest first."""
    asked = call.query(RulingsQuery)
    if asked.state == "open":
        return StopPage(items=[stop_view(stop) for stop in call.service.record.ledger.stops.queue], next=None)
    given = reversed(call.service.record.ledger.stops.given.values())
    return StopPage(items=[stop_view(stop) for stop in given][: asked.limit], next=None)


@GROUP.get("/rulings/{id}", EVERYBODY, StopView, problems=("no-such-ruling",))
def show_ruling(call: Call[None]) -> StopView:
    """One ruling: what happened, the rule, its repair, and what has become of it."""
    return stop_view(_ruling(call))


@GROUP.post("/rulings/{id}/ack", ENTERS, Entered, problems=("no-such-ruling", "refused"))
async def acknowledge(call: Call[None]) -> Entered:
    """A person has understood a stop. Its repair remains to be done."""
    return await enter(call, Press(press="ack", ruling=_ruling(call).ruling.id, by=call.who.role))


@GROUP.post(
    "/rulings/{id}/override",
    FLOOR,
    Entered,
    body=Override,
    problems=("no-such-ruling", "refused", "which-seat"),
    example={"decision": "stands", "reason": "all agreed"},
)
async def override(call: Call[Override]) -> Entered:
    """The floor decides on a ruling, with a reason. The hand is worked out again as if it had been ruled so."""
    stop, said = _ruling(call), call.body
    hand = call.service.record.table.hand
    if said.decision == "dead-hand" and not stop.ruling.seats:
        live = () if hand is None else hand.betting.live
        if said.seat not in live:
            raise ApiError("which-seat", f"live: {', '.join(map(str, live))}")
    return await enter(call, override_press(stop, said.decision, said.reason, said.seat))


def override_press(stop: Stop, decision: str, reason: str, seat: Seat | None) -> Press:
    """The floor's decision as a fact."""
    named = None if stop.ruling.seats else seat
    return Press(press="override", ruling=stop.ruling.id, decision=decision, reason=reason, seat=named, by="floor")


def _ruling(call: Call[Any]) -> Stop:
    named = call.text("id")
    record = call.service.record
    known = record.ledger.stops.given.get(named)
    if known is None:
        raise ApiError("no-such-ruling", named[:40])
    return known
