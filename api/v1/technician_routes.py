"""What a technician looks at: what each antenna hears now, what has happened to the devices, and their self-test."""

from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Any

import msgspec

from burncard.api.v1.addresses import SEES_PEOPLE, TECHNICIAN, Call, Group
from burncard.api.v1.messages import Page
from burncard.api.v1.other_messages import AntennaNow, AntennaNowPage, LogEntry, LogEntryPage
from burncard.api.v1.table_routes import view_after
from burncard.controller.journal.journal import Journal, LoggedEvent
from burncard.controller.views.table_model import TableView

GROUP = Group("technician")

ROWS = 100
INTERNAL = frozenset({"hand", "seat", "deck-check"})
"""Events that the table keeps for itself: how hands begin, who sits where, and which cards a pack has."""


@GROUP.get("/antennas", SEES_PEOPLE, AntennaNowPage)
def list_antennas(call: Call[None]) -> Any:
    """What each antenna heard in the last minute, the worst first.

    Not for the dealer: a worn tag is heard badly wherever it lies, and would show where its card is.
    """
    service = call.service
    layout, beliefs = service.layout, service.watch.perception.beliefs
    items = [
        AntennaNow(
            antenna=one.antenna,
            zone=str(layout.zone_of(one.antenna) or f"antenna {one.antenna}"),
            cards=len(beliefs.at(one.antenna)),
            heard=round(one.own.rate, 3) if one.own.scans else None,
            strength_dbm=round(one.own.mean_dbm, 1) if one.own.strengths else None,
            minute=[None if share is None else round(share, 3) for share in one.shares],
            beside=None if one.other is None else str(layout.zone_of(one.other)),
        )
        for one in service.maintenance.calibrating.hearing.figures(service.record.now())
    ]
    return AntennaNowPage(items=sorted(items, key=lambda one: 2.0 if one.heard is None else one.heard), next=None)


@GROUP.get("/log", SEES_PEOPLE, LogEntryPage, query=Page)
def list_log(call: Call[None]) -> Any:
    """The significant events, the latest first: power, links, faults, decks, sign-ins, exports, modes."""
    asked = call.query(Page)
    latest = _latest(call.service.record.journal, asked.after)
    told = (entry_of(event) for event in latest if event.kind not in INTERNAL)
    items = list(islice(told, asked.limit))
    return LogEntryPage(items=items, next=items[-1].number if len(items) == asked.limit else None)


@GROUP.post("/shuffler/self-test", TECHNICIAN, TableView)
def test_shuffler(call: Call[None]) -> TableView:
    """Commands the shuffler to test itself. The log says when it has, or a fault says what is wrong."""
    call.service.shuffling.self_test(call.who.operator)
    return view_after(call)


def entry_of(event: LoggedEvent) -> LogEntry:
    """An event as the API shows it."""
    return LogEntry(number=event.number, at_ns=event.at_ns, kind=event.kind, details=msgspec.json.decode(event.body))


def _latest(journal: Journal, before: int | None) -> Iterator[LoggedEvent]:
    """The events before a number, or all, the latest first."""
    end = journal.tip("events")[0] + 1
    last = end if before is None else min(before, end)
    while last > 1:
        first = max(1, last - ROWS)
        rows = takewhile(lambda event: event.number < last, journal.events(after=first - 1))  # noqa: B023
        yield from reversed(list(rows))
        last = first
