"""Exports: the table log and hand histories, for those entitled to them; each is in the record."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import msgspec
from fastapi import Response
from fastapi.responses import StreamingResponse

from burncard.api.request_errors import ApiError
from burncard.api.v1.addresses import EXPORTS, Call, Group
from burncard.api.v1.hand_routes import hand_of
from burncard.api.v1.messages import LogQuery
from burncard.api.v1.other_messages import SignedHand
from burncard.controller.hand_histories.phh_export import export_histories
from burncard.controller.hand_histories.table_log import decode_line
from burncard.controller.journal.export import hand_log, public_log, replayable_log
from burncard.controller.journal.inspection import UnsignedHandError, dispute_of
from burncard.controller.journal.journal import JournalDamagedError
from burncard.rules.facts import Fact

GROUP = Group("exports")
NDJSON = "application/x-ndjson"


@GROUP.get("/exports/log", EXPORTS, str, media=NDJSON, query=LogQuery, is_slow=True)
def export_log(call: Call[None]) -> Response:
    """The table log, as JSON Lines. With `full=true` it names every card of the hands that have ended, and replays.

    Without, it names the cards that were shown; it cannot be replayed, and `burncard replay` says so. A hand whose
    cards have been named is final: nothing of it is retracted or overridden any more.
    """
    full = call.query(LogQuery).full
    record = call.service.record
    until = ended_until(call)
    if full:
        record.name_cards(until, "log", call.who.operator)
    else:
        record.log("export", what="log", full=False, operator=call.who.operator)
    name = record.config.table
    parts = (
        replayable_log(record.journal, record.decks, name, until, simulated=record.simulated)
        if full
        else public_log(record.journal, record.decks, name, simulated=record.simulated)
    )
    return StreamingResponse(_slowly(parts), media_type=NDJSON)


@GROUP.get("/exports/phh", EXPORTS, str, media="text/plain", is_slow=True)
async def export_phh(call: Call[None]) -> Response:
    """The hands that have ended, as Poker Hand History. A hand that the format cannot hold is left out and named."""
    record = call.service.record
    record.name_cards(ended_until(call), "phh", call.who.operator)
    written: list[str] = []
    hands = 0
    log = replayable_log(record.journal, record.decks, "", ended_until(call))
    for exported in export_histories(_facts(log)):
        if exported.left_out:
            written.append(f"# hand {exported.hand} is left out: {exported.left_out}\n")
        else:
            hands += 1
            written.append(f"[{hands}]\n{exported.text}\n")
        await asyncio.sleep(0)  # the table's own work goes first
    return Response("".join(written), media_type="text/plain")


@GROUP.get(
    "/hands/{id}/log",
    EXPORTS,
    str,
    media=NDJSON,
    query=LogQuery,
    problems=("no-such-hand", "hand-in-play"),
    is_slow=True,
)
def export_hand_log(call: Call[None]) -> Response:
    """The table log of one hand. With `full=true`, after the hand, it names every card, and replays."""
    return StreamingResponse(_slowly(_log_of_hand(call, "hand-log", full=call.query(LogQuery).full)), media_type=NDJSON)


@GROUP.get(
    "/hands/{id}/phh",
    EXPORTS,
    str,
    media="text/plain",
    problems=("no-such-hand", "hand-in-play", "not-in-format"),
    is_slow=True,
)
def export_hand_phh(call: Call[None]) -> Response:
    """One hand that has ended, as Poker Hand History."""
    for exported in export_histories(_facts(_log_of_hand(call, "hand-phh", full=True))):
        if exported.left_out:
            raise ApiError("not-in-format", exported.left_out)
        return Response(exported.text, media_type="text/plain")
    raise ApiError("hand-in-play", call.text("id")[:40])


@GROUP.get(
    "/hands/{id}/signed",
    EXPORTS,
    SignedHand,
    problems=("no-such-hand", "hand-unsigned", "journal-damaged"),
    is_slow=True,
)
def export_signed_hand(call: Call[None]) -> SignedHand:
    """One hand with the head that the table signed for it, for a dispute: `burncard journal check` checks it anywhere.

    It names the cards that everybody has seen. Only a live table signs.
    """
    record, hand = call.service.record, hand_of(call)
    try:
        dispute = dispute_of(record.journal, record.decks, hand.id)
    except UnsignedHandError as error:
        raise ApiError("hand-unsigned", str(error)) from error
    except JournalDamagedError as error:
        raise ApiError("journal-damaged", str(error)) from error
    record.log("export", what="signed", hand=hand.id, full=False, operator=call.who.operator)
    return SignedHand(log=dispute.log, head=msgspec.to_builtins(dispute.head))


def _log_of_hand(call: Call[None], what: str, *, full: bool) -> Iterator[bytes]:
    record, hand = call.service.record, hand_of(call)
    if full and hand.last_fact > ended_until(call):
        raise ApiError("hand-in-play", hand.id)
    if full:
        record.name_cards(hand.last_fact, what, call.who.operator)
    else:
        record.log("export", what=what, hand=hand.id, full=False, operator=call.who.operator)
    since = hand.begins.boundary
    return hand_log(record.journal, record.decks, record.config.table, since, hand.last_fact, full=full)


def ended_until(call: Call[None]) -> int:
    """The last fact before the hand in play: up to there every card may be named to those entitled."""
    record = call.service.record
    return record.ledger.first_fact - 1 if record.in_hand else record.journal.count


def _facts(log: Iterator[bytes]) -> Iterator[Fact]:
    for part in log:
        for line in part.splitlines():
            fact = decode_line(line)
            if fact is not None:
                yield fact


async def _slowly(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    for part in parts:
        yield part
        await asyncio.sleep(0)  # the table's own work goes first
