"""Entries: what players do, what a dealer sees, and what is taken back."""

import asyncio
from typing import Any

import msgspec

from burncard.api.request_errors import ApiError
from burncard.api.states import Entry
from burncard.api.v1.addresses import ENTERS, FLOOR, Call, Group
from burncard.api.v1.messages import ActionEntry, ChipsEntry, Entered, PressEntry, Retract, Undo, VoidHand
from burncard.api.v1.table_routes import view_after
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.journal.journal import JournalWriteError
from burncard.controller.ledger.last_entry import DECISIONS
from burncard.controller.stopping import TableStoppedError
from burncard.controller.views.stops_view import who
from burncard.controller.views.undo import UNDO_NS
from burncard.rules.facts import NEEDS_AMOUNT, Action, ChipsMoved, Fact, Press
from burncard.rules.rulings.decisions import refusal_of

GROUP = Group("entries")
STALE = ("stale-entry", "refused", "key-reused")


async def enter(call: Call[object], fact: Fact) -> Entered:
    """Enters a fact under the person's name, when the table takes it. Raises ApiError if a rule refuses it."""
    entered = call.service.enter(fact, call.who.operator, call.who.role)
    call.context.entered()
    outcomes = await asyncio.wrap_future(entered)
    refused = refusal_of(fact, outcomes)
    told = [msgspec.Raw(encode(outcome)) for outcome in outcomes]
    if refused is not None:
        raise ApiError("refused", refused.message, rule=refused.rule, outcomes=told)
    return Entered(number=call.service.record.journal.count, outcomes=told, view=view_after(call))


def check(call: Call[Any], fact: Entry, on: int) -> None:
    """Refuses an entry of a stopped table, and one that was made on a state in which it meant something else."""
    call.service.stopping.check_entry(fact)
    call.context.states.check(fact, on)


async def act(call: Call[Any], fact: Action | ChipsMoved, on: int) -> Entered:
    """Enters what a player does, once for each state. A table that has stopped does not take it, and nothing comes of
    it: then it may be made on the same state again."""
    check(call, fact, on)
    try:
        return await enter(call, fact)
    except (TableStoppedError, JournalWriteError):
        call.context.states.give_back(on)
        raise


@GROUP.post(
    "/actions",
    ENTERS,
    Entered,
    body=ActionEntry,
    problems=STALE,
    example={"on": 13, "seat": 3, "action": "call"},
)
async def enter_action(call: Call[ActionEntry]) -> Entered:
    """A player acts: `fold`, `call`, `raise` and so on, as the view offers it."""
    entry = call.body
    if entry.amount is None and entry.action in NEEDS_AMOUNT:
        raise ApiError("bad-body", f"{entry.action} needs an amount")
    fact = Action(seat=entry.seat, action=entry.action, amount=entry.amount, discards=entry.discards)
    return await act(call, fact, entry.on)


@GROUP.post("/chips", ENTERS, Entered, body=ChipsEntry, problems=STALE, example={"on": 14, "seat": 4, "chips": [25]})
async def enter_chips(call: Call[ChipsEntry]) -> Entered:
    """A player moves chips forward without acting in words. The answer says what that counts as."""
    entry = call.body
    return await act(
        call, ChipsMoved(seat=entry.seat, chips=entry.chips, says=entry.says, amount=entry.amount), entry.on
    )


@GROUP.post(
    "/presses",
    ENTERS,
    Entered,
    body=PressEntry,
    problems=(*STALE, "own-address"),
    example={"on": 15, "press": "looked", "seat": 5},
)
async def enter_press(call: Call[PressEntry]) -> Entered:
    """What no sensor sees is reported: a card that flashed, a hand thrown forward, the floor called."""
    entry = call.body
    if entry.press in DECISIONS or entry.press == "ack":
        raise ApiError("own-address", entry.press)
    fields = msgspec.structs.asdict(entry)
    del fields["on"]
    fact = Press(**fields, by=call.who.role)
    check(call, fact, entry.on)
    return await enter(call, fact)


@GROUP.post(
    "/undo", ENTERS, Entered, body=Undo, problems=("nothing-to-undo", "undo-too-late", "refused"), example={"fact": 15}
)
async def undo(call: Call[Undo]) -> Entered:
    """The last entry is taken back, by the role that made it within ten seconds, or by the floor."""
    last = call.service.record.ledger.last_entry
    if last is None or last.origin.number != call.body.fact:
        raise ApiError("nothing-to-undo", f"fact {call.body.fact}")
    late = call.service.record.now() > last.origin.at_ns + UNDO_NS
    if call.who.role != "floor" and (late or last.floor_only or who(last.origin.operator)[1] != call.who.role):
        raise ApiError("undo-too-late")
    return await enter(call, Press(press="retract", fact=call.body.fact, by=call.who.role, reason="undone"))


@GROUP.post(
    "/retract", FLOOR, Entered, body=Retract, problems=("refused",), example={"fact": 14, "reason": "entered twice"}
)
async def retract(call: Call[Retract]) -> Entered:
    """Any fact of this hand is taken back, and the hand is worked out again without it."""
    return await enter(call, Press(press="retract", fact=call.body.fact, by="floor", reason=call.body.reason))


@GROUP.post(
    "/void",
    FLOOR,
    Entered,
    body=VoidHand,
    problems=("refused", "no-such-hand"),
    example={"hand": "h1", "reason": "fire alarm"},
)
async def void_hand(call: Call[VoidHand]) -> Entered:
    """The hand ends and every chip goes back. It names the hand, so that no other one is voided."""
    hand = call.service.record.table.hand
    if hand is None or hand.ended or hand.fact.id != call.body.hand:
        raise ApiError("no-such-hand", call.body.hand)
    return await enter(call, Press(press="void-hand", by="floor", reason=call.body.reason))
