"""Rulings: the open stops, those before them, and what people say to them."""

import asyncio
from typing import Any

import msgspec

from burncard.api.request_errors import ApiError
from burncard.api.v1.addresses import ENTERS, EVERYBODY, FLOOR, Call, Group
from burncard.api.v1.entry_routes import enter
from burncard.api.v1.messages import Choice, ChoicePage, Entered, Override, RulingsQuery, StopPage
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.journal.history import ruling_number
from burncard.controller.ledger import Stop
from burncard.controller.views.models import StopView
from burncard.controller.views.past import Preview, past_rulings, preview
from burncard.controller.views.stops_view import step_view, stop_view
from burncard.rules.cards import Seat
from burncard.rules.facts import Press
from burncard.rules.play.overrides import possible_decisions

GROUP = Group("rulings")


@GROUP.get("/rulings", EVERYBODY, StopPage, query=RulingsQuery, is_slow=True)
async def list_rulings(call: Call[None]) -> Any:
    """The open stops in the order in which they are to be dealt with, or all rulings before now, the latest first."""
    asked = call.query(RulingsQuery)
    if asked.state == "open":
        return StopPage(items=[stop_view(stop) for stop in call.service.record.ledger.stops.queue], next=None)
    found: list[Stop] = []
    for stops in past_rulings(call.service.record, asked.hand, asked.after, asked.limit + 1):
        found += stops
        await asyncio.sleep(0)  # the table's own work goes first
    items = [stop_view(stop) for stop in found[: asked.limit]]
    more = len(found) > asked.limit
    return StopPage(items=items, next=ruling_number(items[-1].id) if more else None)


@GROUP.get("/rulings/{id}", EVERYBODY, StopView, problems=("no-such-ruling",), is_slow=True)
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


@GROUP.get("/rulings/{id}/choices", FLOOR, ChoicePage, problems=("no-such-ruling",), is_slow=True)
async def list_choices(call: Call[None]) -> Any:
    """What the floor may decide on a ruling, and what each decision would do to cards and chips now."""
    stop = _ruling(call)
    items = []
    for decision in possible_decisions(stop.ruling.decision):
        items.append(_choice(call, stop, decision))
        await asyncio.sleep(0)
    return ChoicePage(items=items, next=None)


def _choice(call: Call[None], stop: Stop, decision: str) -> Choice:
    needs_seat = decision == "dead-hand" and not stop.ruling.seats
    press = override_press(stop, decision, "", None)
    found = Preview() if needs_seat else preview(call.service.record, press)
    return Choice(
        decision=decision,
        by_rule=decision == stop.ruling.decision,
        possible=not found.why_not,
        needs_seat=needs_seat,
        outcomes=[msgspec.Raw(encode(outcome)) for outcome in found.outcomes],
        steps=[step_view(number, step) for number, step in enumerate(found.steps, 1)],
        chips={str(seat): chips for seat, chips in found.chips},
        why_not=found.why_not,
    )


def override_press(stop: Stop, decision: str, reason: str, seat: Seat | None) -> Press:
    """The floor's decision as a fact."""
    named = None if stop.ruling.seats else seat
    return Press(press="override", ruling=stop.ruling.id, decision=decision, reason=reason, seat=named, by="floor")


def _ruling(call: Call[Any]) -> Stop:
    named = call.text("id")
    record = call.service.record
    known = record.ledger.stops.given.get(named)
    if known is None and (number := ruling_number(named)):
        stops = (stop for stops in past_rulings(record, "", number + 1, 1) for stop in stops)
        known = next((stop for stop in stops if stop.ruling.id == named), None)
    if known is None:
        raise ApiError("no-such-ruling", named[:40])
    return known
