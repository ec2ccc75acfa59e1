"""The report of a shift: as data for a page, and as a PDF to sign."""

import asyncio

from fastapi import Response
from starlette.concurrency import run_in_threadpool

from burncard.api.v1.addresses import EXPORTS, Call, Group
from burncard.api.v1.other_messages import LogEntry, ShiftQuery, ShiftReport, ShiftStop
from burncard.api.v1.technician_routes import entry_of
from burncard.controller.ledger import Stop
from burncard.controller.views.shift import Shift
from burncard.controller.views.stops_view import stop_view
from burncard.firmware_bridge.driver import SECOND
from burncard.rules.play.overrides import IN_WORDS

GROUP = Group("reports")


@GROUP.get("/reports/shift", EXPORTS, ShiftReport, query=ShiftQuery, is_slow=True)
async def show_shift(call: Call[None]) -> ShiftReport:
    """What happened at the table in the last hours: hands, stops, what the floor decided, faults."""
    return await _report(call)


@GROUP.get("/reports/shift.pdf", EXPORTS, bytes, media="application/pdf", query=ShiftQuery, is_slow=True)
async def print_shift(call: Call[None]) -> Response:
    """The report of the last hours as a PDF, with a line for the floor to sign."""
    from burncard.api.v1.shift_pdf import shift_pdf  # takes 0.2 s, and no other address needs it

    pages = await run_in_threadpool(shift_pdf, await _report(call))
    return Response(pages, media_type="application/pdf")


async def _report(call: Call[None]) -> ShiftReport:
    record, hours = call.service.record, call.query(ShiftQuery).hours
    until_ns = record.now()
    shift = Shift(until_ns - hours * 3600 * SECOND)
    for _ in shift.count(record):
        await asyncio.sleep(0)  # the table's own work goes first
    faults: list[LogEntry] = [entry_of(event) for event in shift.faults]
    return ShiftReport(
        table=record.config.table,
        since_ns=shift.since_ns,
        until_ns=until_ns,
        simulated=record.simulated,
        hands=shift.hands,
        ended=dict(shift.ended),
        chips_pushed=shift.chips_pushed,
        stops=[_stop(stop) for stop in shift.stops],
        faults=faults,
        dealers=sorted(shift.dealers),
    )


def _stop(stop: Stop) -> ShiftStop:
    view = stop_view(stop)
    decided = view.decided
    reason = f" ({decided.reason})" if decided is not None and decided.reason else ""
    return ShiftStop(
        hand=view.hand or "",
        at_ns=view.since_ns,
        rule=view.rule.title,
        message=view.message,
        answered_by="" if view.acknowledged is None else view.acknowledged.by,
        decided="" if decided is None else f"{decided.by}: {IN_WORDS[decided.decision]}{reason}",
    )
