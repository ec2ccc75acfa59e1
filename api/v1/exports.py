"""Exports: the table log and hand histories, for those entitled to them; each is in the record."""

import asyncio
from collections.abc import AsyncIterator, Iterator

from fastapi import Response
from fastapi.responses import StreamingResponse

from burncard.api.v1.addresses import EXPORTS, Call, Group
from burncard.api.v1.messages import LogQuery
from burncard.controller.hand_histories.phh_export import export_histories
from burncard.controller.hand_histories.table_log import decode_line
from burncard.controller.journal.export import public_log, replayable_log
from burncard.rules.facts import Fact

GROUP = Group("exports")
NDJSON = "application/x-ndjson"


@GROUP.get("/exports/log", EXPORTS, str, media=NDJSON, query=LogQuery)
def export_log(call: Call[None]) -> Response:
    """The table log, as JSON Lines. With `full=true` it names every card of the hands that have ended, and replays.

    Without, it names the cards that were shown; it cannot be replayed, and `burncard replay` says so.
    """
    full = call.query(LogQuery).full
    record = call.service.record
    record.log("export", what="log", full=full, operator=call.who.operator)
    name = record.config.table
    parts = (
        replayable_log(record.journal, record.decks, name, ended_until(call))
        if full
        else public_log(record.journal, record.decks, name)
    )
    return StreamingResponse(_slowly(parts), media_type=NDJSON)


@GROUP.get("/exports/phh", EXPORTS, str, media="text/plain")
def export_phh(call: Call[None]) -> Response:
    """The hands that have ended, as Poker Hand History. A hand that the format cannot hold is left out and named."""
    record = call.service.record
    record.log("export", what="phh", full=True, operator=call.who.operator)
    written: list[str] = []
    for exported in export_histories(_facts(call)):
        if exported.left_out:
            written.append(f"# hand {exported.hand} is left out: {exported.left_out}\n")
        else:
            written.append(f"[{sum(not part.startswith('#') for part in written) + 1}]\n{exported.text}\n")
    return Response("".join(written), media_type="text/plain")


def ended_until(call: Call[None]) -> int:
    """The last fact before the hand in play: up to there every card may be named to those entitled."""
    record = call.service.record
    return record.ledger.first_fact - 1 if record.in_hand else record.journal.count


def _facts(call: Call[None]) -> Iterator[Fact]:
    record = call.service.record
    for part in replayable_log(record.journal, record.decks, "", ended_until(call)):
        for line in part.splitlines():
            fact = decode_line(line)
            if fact is not None:
                yield fact


async def _slowly(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    for part in parts:
        yield part
        await asyncio.sleep(0)  # the table's own work goes first
