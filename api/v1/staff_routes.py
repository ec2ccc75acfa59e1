"""The staff's work: faults, devices, decks, enrolment."""

from typing import Any

from burncard.api.request_errors import ApiError
from burncard.api.signed_in import refusal
from burncard.api.v1.addresses import ENTERS, OPENS, SEES_DEVICES, STAFF, Call, Group
from burncard.api.v1.messages import (
    BeginEnrolment,
    BeginReplacement,
    ClearFault,
    Deck,
    DeckPage,
    Device,
    DevicePage,
    EndEnrolment,
    FaultPage,
    NextDeck,
    PackByHand,
)
from burncard.api.v1.table_routes import view_after
from burncard.controller.decks.decks import DeckError
from burncard.controller.faults import NotAllowedError
from burncard.controller.views.table_model import TableView
from burncard.rules.cards import Card

GROUP = Group("staff")


@GROUP.get("/faults", SEES_DEVICES, FaultPage)
def list_faults(call: Call[None]) -> Any:
    """The open faults, the oldest first."""
    return FaultPage(items=list(view_after(call).faults), next=None)


@GROUP.post(
    "/faults/{code}/clear",
    STAFF,
    TableView,
    body=ClearFault,
    problems=("no-such-fault",),
    example={"reason": "the felt was compared by hand"},
)
def clear_fault(call: Call[ClearFault]) -> TableView:
    """A fault is cleared by hand, by a role that may clear it. Most end with their cause only."""
    code = call.text("code")
    try:
        call.service.clear_fault(code, call.who.operator, call.who.role, call.body.reason)
    except KeyError as error:
        raise ApiError("no-such-fault", code[:40]) from error
    except NotAllowedError as error:
        raise refusal(call.context, call.request, call.who, str(error)) from error
    return view_after(call)


@GROUP.get("/devices", SEES_DEVICES, DevicePage)
def list_devices(call: Call[None]) -> Any:
    """The table's reader and shuffler, and how they are."""
    items = [
        Device(
            role=name,
            link=health.link,
            fault=health.fault,
            serial=health.serial_number,
            firmware=health.firmware,
            events_lost=health.events_lost,
            notes=health.notes,
        )
        for name, health in call.service.devices.health.items()
    ]
    return DevicePage(items=items, next=None)


@GROUP.post("/shuffler/clear-jam", STAFF, TableView)
def clear_jam(call: Call[None]) -> TableView:
    """Commands the shuffler to clear its jam, after the jammed card has been taken out."""
    call.service.shuffling.clear_jam(call.who.operator)
    return view_after(call)


@GROUP.get("/decks", SEES_DEVICES, DeckPage)
def list_decks(call: Call[None]) -> Any:
    """The enrolled decks, which of them are in use, and which one is due."""
    service, decks = call.service, call.service.record.decks
    items = [
        Deck(
            back=back,
            cards=len(decks.tags_of(back)),
            in_use=back in service.record.config.backs,
            due=back == service.shuffling.pack.back,
            retired=not decks.tags_of(back),
        )
        for back in decks.backs
    ]
    return DeckPage(items=items, next=None)


@GROUP.post(
    "/decks/next", ENTERS, TableView, body=NextDeck, problems=("no-such-deck", "deck-not-now"), example={"back": "blue"}
)
def change_deck(call: Call[NextDeck]) -> TableView:
    """The next hand is dealt from another enrolled deck."""
    if not call.service.record.decks.tags_of(call.body.back):
        raise ApiError("no-such-deck", call.body.back[:40])
    try:
        call.service.change_deck(call.body.back, call.who.operator)
    except DeckError as error:
        raise ApiError(error.code, str(error)) from error
    return view_after(call)


@GROUP.post("/decks/{back}/retire", OPENS, TableView, problems=("no-such-deck", "deck-not-now"))
def retire_deck(call: Call[None]) -> TableView:
    """A deck is taken out of use: its cards count as foreign. The table must be in maintenance."""
    try:
        with call.service.record.decks.unchanged_on_error():
            call.service.maintenance.retire_deck(call.text("back"), call.who.operator)
            call.context.save_decks()
    except DeckError as error:
        raise ApiError(error.code, str(error)) from error
    return view_after(call)


@GROUP.post(
    "/pack", ENTERS, TableView, body=PackByHand, problems=("deck-not-now",), example={"what": "riffled", "number": 4}
)
def shuffle_by_hand(call: Call[PackByHand]) -> TableView:
    """At a table without a shuffler: the dealer has riffled the pack, counted it or had it cut."""
    try:
        call.service.shuffle_by_hand(call.body.what, call.who.operator, call.body.number)
    except DeckError as error:
        raise ApiError(error.code, str(error)) from error
    return view_after(call)


@GROUP.post(
    "/enrolment/card",
    OPENS,
    TableView,
    body=BeginReplacement,
    problems=("deck-not-now", "no-such-deck"),
    example={"back": "red", "card": "As"},
)
def begin_replacement(call: Call[BeginReplacement]) -> TableView:
    """A new card is laid on the reader in place of a damaged one; the end of the enrolment keeps it."""
    try:
        call.service.maintenance.begin_replacement(call.body.back, Card(call.body.card), call.who.operator)
    except DeckError as error:
        raise ApiError(error.code, str(error)) from error
    return view_after(call)


@GROUP.post(
    "/enrolment",
    OPENS,
    TableView,
    body=BeginEnrolment,
    problems=("deck-not-now",),
    example={"back": "green", "joker": False},
)
def begin_enrolment(call: Call[BeginEnrolment]) -> TableView:
    """From now on the cards laid on the reader are a new deck's. The table must be in maintenance."""
    try:
        call.service.maintenance.begin_enrolment(call.body.back, call.who.operator, joker=call.body.joker)
    except DeckError as error:
        raise ApiError(error.code, str(error)) from error
    return view_after(call)


@GROUP.post("/enrolment/take-back", OPENS, TableView, problems=("deck-not-now",))
def take_back_card(call: Call[None]) -> TableView:
    """The last card of the enrolment was laid wrongly."""
    if call.service.maintenance.enrolment is None:
        raise ApiError("deck-not-now")
    call.service.maintenance.enrolment.take_back()
    return view_after(call)


@GROUP.post(
    "/enrolment/end",
    OPENS,
    TableView,
    body=EndEnrolment,
    problems=("deck-not-now", "deck-incomplete", "deck-card-twice", "deck-tag-known", "no-such-deck"),
    example={"keep": False},
)
def end_enrolment(call: Call[EndEnrolment]) -> TableView:
    """The enrolment ends. A deck that is kept joins the table's decks."""
    try:
        with call.service.record.decks.unchanged_on_error():
            call.service.maintenance.end_enrolment(call.who.operator, keep=call.body.keep)
            if call.body.keep:
                call.context.save_decks()
    except DeckError as error:
        raise ApiError(error.code, str(error)) from error
    return view_after(call)
