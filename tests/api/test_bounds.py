"""A client that reaches the port cannot exhaust the table's file handles, memory or log; people are still served."""

import asyncio
import logging
import os
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import h11
import httpx
import pytest
import uvicorn
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol

from burncard.api import bounded_http
from burncard.api.accounts.people import Person
from burncard.api.bounded_http import (
    ACCEPTED_AT_ONCE,
    LOG_LINES_MAX,
    LineLimit,
    secured_by,
    server_options,
)
from burncard.api.desk import Desk
from burncard.api.first_start import own_certificate
from burncard.api.hub import AT_ONCE_BYTES, QUEUE_MAX, Hub, Listener, Place, Told
from burncard.api.simulate_command import usual_table
from burncard.api.stream import stream
from burncard.controller.faults import Role
from burncard.rules.facts import Press
from burncard.simulator.pack import make_pack
from tests.harness.watched_table import LOOP, Load, WatchedTable

HALF_OPEN = 1100
PATIENCE_S = 10.0
RECEIVE_BYTES = 4096
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
)


@pytest.fixture
def address(desk: Desk) -> tuple[str, int]:
    host, _, port = desk.address.removeprefix("http://").rpartition(":")
    return host, int(port)


@pytest.fixture
def sockets() -> Iterator[list[socket.socket]]:
    opened: list[socket.socket] = []
    yield opened
    for one in opened:
        one.close()


def is_closed(one: socket.socket) -> bool:
    """Whether the other end has closed a connection."""
    one.settimeout(PATIENCE_S)
    try:
        while one.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_half_open_requests_take_no_more_than_their_share(
    desk: Desk,
    client: Any,
    address: tuple[str, int],
    sockets: list[socket.socket],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bounded_http, "CONNECTIONS_MAX", 50)
    before = open_files()
    desk.load()
    for _ in range(HALF_OPEN):  # the client's end is closed at once, so this process can make so many
        one = socket.create_connection(address)
        one.send(b"GET /api/state HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        one.close()
    for _ in range(120):
        sockets.append(socket.create_connection(address))
        sockets[-1].send(b"POST /api/presses HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{")
    answer = client("dealer").get("/api/state")
    assert answer.status_code == 200
    assert "journal-damaged" not in [fault["code"] for fault in answer.json()["faults"]]
    assert all(is_closed(one) for one in sockets[:60])
    until_s = time.monotonic() + PATIENCE_S
    while open_files() > before + len(sockets) + 50 + 20:
        assert time.monotonic() < until_s, "more file handles are taken than the limit allows"
    desk.deal("As", "seat:1")


def test_a_request_that_never_ends_is_cut_off(
    address: tuple[str, int], sockets: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_http, "REQUEST_S", 0.2)
    for words in (b"", b"GET / HT", b"POST /api/presses HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{"):
        sockets.append(socket.create_connection(address))
        sockets[-1].send(words)
    assert all(is_closed(one) for one in sockets)


@pytest.mark.parametrize(
    ("asked", "status"), [("/api/events HTTP/1.1", b"200"), (f"/api/v1/socket HTTP/1.1\r\n{UPGRADE}", b"101")]
)
def test_a_client_that_reads_nothing_is_cut_off(
    desk: Desk,
    address: tuple[str, int],
    sockets: list[socket.socket],
    monkeypatch: pytest.MonkeyPatch,
    asked: str,
    status: bytes,
) -> None:
    monkeypatch.setattr(bounded_http, "UNREAD_S", 0.2)
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BYTES)
    one.connect(address)
    sockets.append(one)
    key = desk.keys.key_of("dealer")
    one.send(f"GET {asked}\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\n\r\n".encode())
    assert one.recv(12) == b"HTTP/1.1 " + status
    assert desk._server is not None
    connections = desk._server.server_state.connections
    desk.load()
    assert len(connections) == 1
    noise = Press(press="ack", ruling="r99", reason="x" * 2000, by="dealer")
    until_s = time.monotonic() + PATIENCE_S
    while connections:
        assert time.monotonic() < until_s, "the client was not cut off"
        desk._loop.call_soon_threadsafe(desk.service.submit, noise, "dealer")
        desk.view()


def test_no_message_is_inflated(desk: Desk, address: tuple[str, int], sockets: list[socket.socket]) -> None:
    """A compressed message could inflate to megabytes before it was counted."""
    sockets.append(socket.create_connection(address))
    asked = f"GET /api/v1/socket HTTP/1.1\r\n{UPGRADE}\r\nSec-WebSocket-Extensions: permessage-deflate\r\n"
    key = desk.keys.key_of("dealer")
    sockets[-1].send(f"{asked}Host: 127.0.0.1\r\nAuthorization: Bearer {key}\r\n\r\n".encode())
    answer = sockets[-1].recv(4096)
    assert answer.startswith(b"HTTP/1.1 101")
    assert b"permessage-deflate" not in answer


POST = b"POST /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
SOCKET = (
    f"GET /api/v1/socket HTTP/1.1\r\nHost: 127.0.0.1\r\n{UPGRADE}\r\nAuthorization: Bearer key-of-the-floor\r\n\r\n"
)
SMALL_PARTS = {
    "of a body": (h11.Connection, "next_event", POST + b"1\r\na\r\n" * 20_000),
    "of a header": (h11.Connection, "next_event", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"a:\r\n" * 20_000),
    "of a WebSocket": (WSProtocol, "handle_ping", SOCKET.encode() + b"\x89\x80\0\0\0\0" * 20_000),
}


@pytest.mark.parametrize("parts", SMALL_PARTS)
def test_a_client_that_sends_thousands_of_the_smallest_parts_is_cut_off(
    parts: str, desk: Desk, address: tuple[str, int], sockets: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands fit into one packet, and each takes as long as a large one: the table would stand still meanwhile."""
    kind, name, sent = SMALL_PARTS[parts]
    usual, taken = getattr(kind, name), []

    def counted(self: object, *given: object) -> object:
        taken.append(1)
        return usual(self, *given)

    monkeypatch.setattr(kind, name, counted)
    sockets.append(socket.create_connection(address, timeout=PATIENCE_S))
    with suppress(OSError):
        sockets[0].sendall(sent)
    assert is_closed(sockets[0])
    assert len(taken) < 1000
    assert desk.view()["state"]


def test_the_table_works_on_while_hundreds_connect_at_once(
    desk: Desk, address: tuple[str, int], sockets: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_http, "CONNECTIONS_MAX", 1000)
    assert desk._server is not None
    connections = desk._server.server_state.connections

    async def most_at_once() -> int:
        for _ in range(300):
            sockets.append(socket.socket())
            sockets[-1].setblocking(False)
            sockets[-1].connect_ex(address)
        most = 0
        while (before := len(connections)) < len(sockets):
            await asyncio.sleep(0)
            most = max(most, len(connections) - before)
        return most

    assert desk._call(most_at_once()) <= ACCEPTED_AT_ONCE


def test_log_lines_are_bounded() -> None:
    limit = LineLimit()
    lines = [logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, "Invalid %s", ("request",), None)] * 1000
    assert sum(limit.filter(line) for line in lines) == LOG_LINES_MAX
    limit._lines.clear()
    last = logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, "Invalid %s", ("request",), None)
    assert limit.filter(last)
    assert last.getMessage() == f"Invalid request ({1000 - LOG_LINES_MAX} lines left out before this)"


def test_unfinished_handshakes_are_counted_and_cut_off(
    tmp_path: Path, sockets: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_http, "CONNECTIONS_MAX", 20)
    monkeypatch.setattr(bounded_http, "REQUEST_S", 1.0)
    certificate = own_certificate(tmp_path, frozenset())
    bounds = server_options() | {"http": secured_by(certificate.certificate, certificate.key)}
    server = uvicorn.Server(uvicorn.Config(_hello, host="127.0.0.1", port=0, **bounds))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    place = server.servers[0].sockets[0].getsockname()
    try:
        for words in (b"", b"\x16\x03\x01", b"GET / HTTP/1.1\r\n\r\n"):
            for _ in range(40):
                sockets.append(socket.create_connection(place))
                sockets[-1].send(words)
        trusted = ssl.create_default_context(cafile=str(certificate.certificate))
        for _ in range(2):
            with httpx.Client(verify=trusted) as one:
                assert one.get(f"https://127.0.0.1:{place[1]}/").text == "https"
        assert all(is_closed(one) for one in sockets)
        until_s = time.monotonic() + PATIENCE_S
        while server.server_state.connections:
            assert time.monotonic() < until_s, "connections are counted that are gone"
            time.sleep(0.01)
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)


async def _hello(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"connection", b"close")]})
    await send({"type": "http.response.body", "body": scope["scheme"].encode()})


# ---- memory of streams that are read slowly --------------------


@pytest.fixture
def table() -> WatchedTable:
    red = {card.uid: card.card for card in make_pack("red", joker=False, first_serial=1)}
    return WatchedTable(usual_table("holdem", "no-limit", "roberts", 2), red, {})


def test_a_stream_that_was_slow_gets_a_bounded_part_at_once(table: WatchedTable) -> None:
    hub, size = Hub(table.service, lambda: False, demonstration=False), 8192
    listener = Listener(Place(Person("Wall", "observer"), lambda: True))
    for number in range(QUEUE_MAX + 1):
        listener.tell(Told("fact", bytes(size), number))
    assert listener.lagging

    async def parts() -> list[int]:
        return [sum(len(told.body) for told in waiting) async for waiting in hub._live(listener)]

    sizes = LOOP.run_until_complete(parts())
    assert sum(sizes) == QUEUE_MAX * size
    assert max(sizes) <= AT_ONCE_BYTES


def test_an_event_is_in_memory_once_for_all_streams_of_a_role(table: WatchedTable) -> None:
    async def heard() -> list[bytes]:
        roles: tuple[Role, ...] = ("observer", "observer", "floor")
        streams = [stream(table.service, role, None, lambda: False) for role in roles]
        for one in streams:
            await anext(one)
        table.service.submit(Press(press="floor-called", by="dealer"), "dealer: Ann")
        events = [await anext(one) for one in streams]
        for one in streams:
            await one.aclose()  # type: ignore[attr-defined]
        return events

    table.do(Load(tuple(table.decks.tags_of("red"))))
    first, second, floors = LOOP.run_until_complete(heard())
    assert b"floor-called" in first
    assert first is second
    assert first != floors


def test_streams_of_one_person_catch_up_one_after_the_other(table: WatchedTable) -> None:
    """Hands are worked out again for each fact that was missed: hundreds at once would leave the table no time."""
    hub, worked_out, streams = Hub(table.service, lambda: False, demonstration=False), 0, 50
    who = Person("Observer", "observer")

    def missed() -> Iterator[Any]:
        nonlocal worked_out
        while worked_out < 1000:
            worked_out += 1
            yield None

    async def catch_up() -> None:
        async for _ in hub.one_by_one(who, missed()):
            pass

    async def attack() -> int:
        asked = [asyncio.create_task(catch_up()) for _ in range(streams)]
        before, most = worked_out, 0
        while not all(task.done() for task in asked):
            await asyncio.sleep(0)
            before, most = worked_out, max(most, worked_out - before)
        return most

    assert LOOP.run_until_complete(attack()) <= 2
