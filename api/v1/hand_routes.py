"""Past hands: listed, fact by fact, and as they stood at any fact."""

import asyncio
from typing import Any

import msgspec

from burncard.api.request_errors import ApiError
from burncard.api.v1.addresses import EVERYBODY, Call, Group
from burncard.api.v1.messages import HandDetail, HandFact, HandPage, HandSummary, Page
from burncard.api.v1.table_routes import view_after
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.views.felt_view import felt_view
from burncard.controller.views.past import Followed, PastHand, find_hand, follow, moment_at, past_hands
from burncard.controller.views.stops_view import who
from burncard.controller.views.table_model import TableView
from burncard.controller.views.table_view import places_of
from burncard.controller.views.undo import fact_text
from burncard.rules.facts import Hand
from burncard.rules.outcomes import Result, Ruling

GROUP = Group("hands")


@GROUP.get("/hands", EVERYBODY, HandPage, query=Page, is_slow=True)
async def list_hands(call: Call[None]) -> Any:
    """The hands of this table, the latest first."""
    asked = call.query(Page)
    items: list[HandSummary] = []
    for hand in past_hands(call.service.record, asked.after):
        if len(items) == asked.limit:
            return HandPage(items=items, next=items[-1].number)
        summary, _ = _read(call, hand)
        if summary is not None:
            items.append(summary)
        await asyncio.sleep(0)  # the table's own work goes first
    return HandPage(items=items, next=None)


@GROUP.get("/hands/{id}", EVERYBODY, HandDetail, problems=("no-such-hand",), is_slow=True)
def show_hand(call: Call[None]) -> HandDetail:
    """A hand, fact by fact. It names the cards that everybody has seen."""
    summary, facts = _read(call, hand_of(call))
    if summary is None:
        raise ApiError("no-such-hand", call.text("id")[:40])
    return HandDetail(**msgspec.structs.asdict(summary), facts=facts)


@GROUP.get("/hands/{id}/at/{fact}", EVERYBODY, TableView, problems=("no-such-hand", "no-such-fact"), is_slow=True)
def show_hand_at(call: Call[None]) -> TableView:
    """The table as it stood after a fact of a hand. A link to this address is a link to that moment."""
    number, places = call.number("fact", "no-such-fact"), places_of(call.service)
    moment = moment_at(call.service.record, hand_of(call), number, places)
    if moment is None:
        raise ApiError("no-such-fact", str(number))
    now = msgspec.structs.asdict(view_after(call))
    then = msgspec.structs.asdict(felt_view(moment))
    nothing: dict[str, Any] = {
        "looking": None,
        "undo": None,
        "devices": {},
        "faults": (),
        "enrolment": None,
        "calibration": None,
        "offers": (),
    }
    return TableView(**now | then | nothing | {"past": True})


def hand_of(call: Call[Any]) -> PastHand:
    """The hand that an address names. Raises ApiError."""
    hand = find_hand(call.service.record, call.text("id"))
    if hand is None:
        raise ApiError("no-such-hand", call.text("id")[:40])
    return hand


def _read(call: Call[None], hand: PastHand) -> tuple[HandSummary | None, list[HandFact]]:
    """A hand's summary and its facts; None where it was never begun."""
    facts: list[HandFact] = []
    begun: Hand | None = None
    result: Result | None = None
    rulings: dict[str, Ruling] = {}
    for followed in follow(call.service.record, hand):
        begun = followed.fact if isinstance(followed.fact, Hand) else begun
        for outcome in followed.update.outcomes:
            if isinstance(outcome, Result):
                result = outcome
            elif isinstance(outcome, Ruling):
                rulings[outcome.id] = outcome
        result = result if followed.ledger.result is not None else None
        facts.append(_fact(followed))
    if begun is None:
        return None, []
    won = {seat for pot in (() if result is None else result.pots) for seat, chips in pot.awards.items() if chips}
    summary = HandSummary(
        id=begun.id,
        number=hand.number,
        game=begun.game,
        structure=begun.structure,
        house=begun.house,
        began_ns=facts[0].at_ns,
        ended_ns=None if result is None else facts[-1].at_ns,
        ended=None if result is None else result.ended,
        first_fact=facts[0].number,
        last_fact=facts[-1].number,
        seats=sorted(begun.seats),
        winners=sorted(won),
        pot=sum(pot.amount for pot in (() if result is None else result.pots)),
        rulings=len(rulings),
        stops=sum(ruling.severity == "stop" for ruling in rulings.values()),
    )
    return summary, facts


def _fact(followed: Followed) -> HandFact:
    update = followed.update
    by, role = who(update.operator)
    hand = followed.table.hand
    stops = (one.id for one in update.outcomes if isinstance(one, Ruling) and one.severity == "stop")
    encoded = encode(update.fact)
    return HandFact(
        number=update.number,
        at_ns=update.at_ns,
        by=by,
        role=role,
        kind=str(msgspec.json.decode(encoded)["type"]),
        fact=msgspec.Raw(encoded),
        outcomes=[msgspec.Raw(encode(outcome)) for outcome in update.outcomes],
        shown={str(seat): list(cards) for seat, cards in update.shown.items()},
        text=fact_text(update.fact),
        street="" if hand is None else hand.street.name,
        stop=next(stops, None),
    )
