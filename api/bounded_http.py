"""Bounds on what a client can take from the server: connections, time, unread bytes, log lines.

The limits hold before anybody has signed in, so that whoever reaches the port cannot take the table's file handles or
memory. A person's pages need a handful of connections.
"""

import asyncio
import logging
import socket
import ssl
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final

import h11
import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol

from burncard.api.structured_logs import log_config

CONNECTIONS_MAX: Final = 512
"""Half of the file handles that a process usually has. One more takes the place of the oldest unfinished request."""
ACCEPTED_AT_ONCE: Final = 32
"""How many new connections are taken before the table's own work goes on."""
BACKLOG: Final = 2048
"""How many may wait for that. A client that finds no place tries again only after a second."""
REQUEST_S: Final = 10.0
"""The longest that a client may take to send a request, its body included."""
UNREAD_S: Final = 10.0
"""The longest that a client may leave an answer unread once the buffers are full; then it is cut off."""
HEADER_BYTES_MAX: Final = 16_384
BODY_PARTS_MAX: Final = 256
BODY_BYTES_MAX: Final = 262_144
"""Of one request. Larger bodies are refused long before; a client that goes on sending all the same is cut off."""
SOCKET_BYTES_MAX: Final = 4096
SOCKET_WITHIN_S: Final = 10.0
"""A WebSocket's client has nothing to say but that it is still there: whoever sends more is cut off."""
LOG_LINES_MAX: Final = 50
LOG_WITHIN_S: Final = 10.0

_UNFINISHED: Final = (h11.IDLE, h11.SEND_BODY)


class CutOffUnread:
    """A connection that is cut off when what it was sent is left unread. A close would wait for it to be read."""

    transport: asyncio.Transport
    _unread_timer: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """The client does not read what it is sent."""
        super().pause_writing()  # type: ignore[misc]
        self._read_again()
        self._unread_timer = asyncio.get_running_loop().call_later(UNREAD_S, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again."""
        self._read_again()
        super().resume_writing()  # type: ignore[misc]

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._read_again()
        super().connection_lost(exc)  # type: ignore[misc]

    def _read_again(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None


class BoundedSocket(CutOffUnread, WSProtocol):
    """One WebSocket, within the bounds."""

    _received_bytes = 0
    _counted_s = 0.0

    def data_received(self, data: bytes) -> None:
        """Bytes of frames. Thousands of the smallest fit into one packet, and each takes as long as a large one."""
        now_s = time.monotonic()
        if now_s - self._counted_s > SOCKET_WITHIN_S:
            self._counted_s, self._received_bytes = now_s, 0
        self._received_bytes += len(data)
        if self._received_bytes > SOCKET_BYTES_MAX:
            self.transport.abort()
        else:
            super().data_received(data)


class BoundedConnection(h11.Connection):
    """What a client has sent, as events, until it is too much: thousands of the smallest parts of a body fit into one
    packet, and the table would stand still while they are taken one by one. `cut_off` ends the connection."""

    def __init__(self, cut_off: Callable[[], None]) -> None:
        super().__init__(h11.SERVER, HEADER_BYTES_MAX)
        self._cut_off = cut_off
        self._parts = self._bytes = 0

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """The next event."""
        event = super().next_event()
        if isinstance(event, h11.Data):
            self._parts += 1
            self._bytes += len(event.data)
            if self._parts > BODY_PARTS_MAX or self._bytes > BODY_BYTES_MAX:
                self._cut_off()
                return h11.NEED_DATA
        elif isinstance(event, h11.EndOfMessage):
            self._parts = self._bytes = 0
        return event


class BoundedProtocol(CutOffUnread, H11Protocol):
    """One connection, within the bounds."""

    _request_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client connects. Beyond the limit it takes the place of another one, or is turned away."""
        super().connection_made(transport)
        self.conn = BoundedConnection(self.turn_away)
        self._await_request()
        if len(self.connections) <= CONNECTIONS_MAX:
            return
        there = [one for one in self.connections if not (isinstance(one, BoundedProtocol) and one.is_closing)]
        if len(there) > CONNECTIONS_MAX:
            unfinished = (one for one in there if isinstance(one, BoundedProtocol) and one.is_unfinished)
            min(unfinished, key=lambda one: one.due_s, default=self).turn_away()

    is_closing = False
    """Whether it has been turned away. Asked of thousands at a time, so it is not asked of the transport."""

    def turn_away(self) -> None:
        """The connection makes room for another one."""
        self.is_closing = True
        self.transport.abort()

    @property
    def is_unfinished(self) -> bool:
        """Whether the client has not sent a whole request."""
        return self._request_timer is not None

    @property
    def due_s(self) -> float:
        """When an unfinished request must be whole."""
        return 0.0 if self._request_timer is None else self._request_timer.when()

    def data_received(self, data: bytes) -> None:
        """Bytes of a request, in parts: only what is not whole yet is measured against the limit."""
        for start in range(0, len(data), HEADER_BYTES_MAX):
            if not self.transport.is_closing():
                super().data_received(data[start : start + HEADER_BYTES_MAX])
        if self.conn.their_state not in _UNFINISHED:
            self._request_whole()
        elif self._request_timer is None:
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._request_whole()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        self._request_timer = self.loop.call_later(REQUEST_S, self.transport.abort)

    def _request_whole(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None


class SecureProtocol(BoundedProtocol):
    """One connection with TLS. Its handshake is part of the request: it counts, and has to be done in the same time."""

    context: ClassVar[ssl.SSLContext]
    _handshake: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client connects. It is a connection of the table's before it has said a word."""
        transport.pause_reading()
        self._early: bytearray | None = bytearray()
        super().connection_made(transport)
        if self.is_closing:
            return
        self._handshake = self.loop.create_task(self._secure(transport))

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        if self._handshake is not None:
            self._handshake.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes of a request, of which the first may come with the end of the handshake."""
        if self._early is None:
            super().data_received(data)
        else:
            self._early += data

    async def _secure(self, transport: asyncio.Transport) -> None:
        try:
            secured = await self.loop.start_tls(
                transport, self, self.context, server_side=True, ssl_handshake_timeout=REQUEST_S
            )
        except (OSError, ssl.SSLError):
            secured = None
        if secured is None or secured.is_closing():
            transport.abort()
            BoundedProtocol.connection_lost(self, None)
            return
        self.transport, self.scheme = secured, "https"
        self.flow = FlowControl(secured)
        early, self._early = self._early, None
        if early:
            self.data_received(bytes(early))


def secured_by(certificate: Path, key: Path) -> type[SecureProtocol]:
    """The protocol of a server with a certificate. Raises OSError, ssl.SSLError."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.load_cert_chain(certificate, key)
    return type("SecureProtocol", (SecureProtocol,), {"context": made})


class LineLimit(logging.Filter):
    """Lets a bounded number of lines through, so that nobody fills the disk by provoking them."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: deque[float] = deque(maxlen=LOG_LINES_MAX)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written; one that is says how many before it were not."""
        now_s = time.monotonic()
        if len(self._lines) == LOG_LINES_MAX and now_s - self._lines[0] < LOG_WITHIN_S:
            self._left_out += 1
            return False
        self._lines.append(now_s)
        if self._left_out:
            record.msg, record.args = f"{record.getMessage()} ({self._left_out} lines left out before this)", None
            self._left_out = 0
        return True


class BoundedServer(uvicorn.Server):
    """A server within the bounds."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listens, and lets more connections wait than are taken at once."""
        await super().startup(sockets)
        for listener in (listener for server in self.servers for listener in server.sockets):
            with socket.fromfd(listener.fileno(), listener.family, listener.type) as same:
                same.listen(BACKLOG)


def server_options() -> dict[str, Any]:
    """Options of `uvicorn.Config` for a server within the bounds."""
    limit = LineLimit()
    for name in ("uvicorn.error", "burncard"):
        logger = logging.getLogger(name)
        for old in [one for one in logger.filters if isinstance(one, LineLimit)]:
            logger.removeFilter(old)
        logger.addFilter(limit)
    return {
        "backlog": ACCEPTED_AT_ONCE,  # to asyncio it is both: `BoundedServer` makes the line longer again
        "http": BoundedProtocol,
        "ws": BoundedSocket,
        "ws_max_size": 16_384,
        "ws_per_message_deflate": False,  # a few bytes could inflate to megabytes before they are counted
        "lifespan": "off",
        "log_config": log_config(),
        "log_level": "warning",
        "timeout_graceful_shutdown": 2,
        "proxy_headers": False,  # any program on this machine could forge its address, and guess PINs without a pause
    }
