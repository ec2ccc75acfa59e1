"""Two streams from one source: server-sent events, and a WebSocket."""

from collections.abc import AsyncIterator

import msgspec
from fastapi import FastAPI, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import StreamingResponse

from burncard.api.context import Context
from burncard.api.hub import Told, TooManyStreamsError
from burncard.api.request_errors import ApiError
from burncard.api.signed_in import signed_in, still_signed_in
from burncard.api.v1.addresses import EVERYBODY, PREFIX, Call, Group
from burncard.api.v1.messages import EventsQuery

GROUP = Group("streams")
NUMBER_DIGITS_MAX = 15
TRY_AGAIN_LATER = 1013
POLICY = 1008
GONE = 1006


@GROUP.get("/events", EVERYBODY, str, media="text/event-stream", query=EventsQuery)
async def stream_events(call: Call[None]) -> Response:
    """The stream as server-sent events: `fact` for every fact, `view` for a change without one.

    It resumes after the number of `Last-Event-ID` or `after`.
    """
    after = _after(call.request.headers.get("last-event-id", ""), call.query(EventsQuery).after)
    return StreamingResponse(_as_events(call, after), media_type="text/event-stream")


def add_socket(app: FastAPI, context: Context) -> None:
    """The same stream as a WebSocket, at `/api/v1/socket`."""

    @app.websocket(f"{PREFIX}/socket")
    async def socket(connection: WebSocket) -> None:
        try:
            who = signed_in(context, connection)
        except ApiError:
            await connection.close(POLICY)
            return
        await connection.accept()
        after = _after(connection.query_params.get("after", ""), None)
        try:
            async for waiting in context.hub.listen(who, after, still_signed_in(context, connection, who)):
                for told in waiting:
                    data = {"event": told.kind, "data": msgspec.Raw(told.body)}
                    await _send(connection, msgspec.json.encode(data).decode())
        except TooManyStreamsError:
            await connection.close(TRY_AGAIN_LATER)
            return
        except WebSocketDisconnect:
            return
        await connection.close()


async def _send(connection: WebSocket, text: str) -> None:
    """Sends a message. Raises WebSocketDisconnect, also where the server has closed it for an unanswered ping."""
    try:
        await connection.send_text(text)
    except RuntimeError as error:
        raise WebSocketDisconnect(GONE) from error


async def _as_events(call: Call[None], after: int | None) -> AsyncIterator[bytes]:
    still = still_signed_in(call.context, call.request, call.who)
    try:
        async for waiting in call.context.hub.listen(call.who, after, still):
            yield b"".join(map(as_event, waiting))
    except TooManyStreamsError:
        yield b"event: bye\ndata: {}\n\n"


def as_event(told: Told) -> bytes:
    """A message as a server-sent event."""
    number = b"id: %d\n" % told.number if told.number else b""
    return number + b"event: %s\ndata: %s\n\n" % (told.kind.encode(), told.body)


def _after(text: str, otherwise: int | None) -> int | None:
    known = text.isascii() and text.isdigit() and len(text) <= NUMBER_DIGITS_MAX
    return int(text) if known else otherwise
