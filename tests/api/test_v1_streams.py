"""The two streams of API v1: the same messages, resumed without a gap, and closed to strangers."""

import json
import socket
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, Request, TextMessage

from burncard.api import hub
from burncard.api.desk import Desk
from burncard.api.listening import listen
from burncard.controller.faults import Role

Client = Callable[[Role], httpx.Client]


def events(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    kind = ""
    for line in lines:
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "data":
            yield kind, json.loads(value)


def test_a_quiet_table_is_heard_of_as_well(desk: Desk, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "KEEP_ALIVE_S", 0.3)
    with client("dealer").stream("GET", "/api/v1/events") as answer:
        said = events(answer.iter_lines())
        heard = [next(said)[0] for _ in range(3)]
    assert heard[-1] == "keep-alive"


class Socket:
    """A WebSocket of the stream."""

    def __init__(self, desk: Desk, headers: dict[str, str], query: str = "") -> None:
        place = urlsplit(desk.address)
        self._socket = socket.create_connection((str(place.hostname), place.port or 80), timeout=10)
        self._connection = WSConnection(ConnectionType.CLIENT)
        extra = [(name.encode(), value.encode()) for name, value in headers.items()]
        request = Request(host=place.netloc, target=f"/api/v1/socket{query}", extra_headers=extra)
        self._socket.sendall(self._connection.send(request))
        self._text = ""
        self._events: list[Any] = []
        self.accepted = isinstance(self._next(), AcceptConnection)

    def __enter__(self) -> "Socket":
        return self

    def __exit__(self, *error: object) -> None:
        self._socket.close()

    def _next(self) -> Any:
        while not self._events:
            self._connection.receive_data(self._socket.recv(65536) or None)
            self._events = list(self._connection.events())
        return self._events.pop(0)

    def message(self) -> tuple[str, Any]:
        text = ""
        while True:
            event = self._next()
            assert isinstance(event, TextMessage), event
            text += event.data
            if event.message_finished:
                told = json.loads(text)
                return told["event"], told["data"]


def bearer(desk: Desk, role: Role) -> dict[str, str]:
    return {"Authorization": f"Bearer {desk.keys.key_of(role)}"}


def test_both_streams_tell_the_same(desk: Desk, client: Client) -> None:
    desk.load()
    with client("observer").stream("GET", "/api/v1/events") as answer, Socket(desk, bearer(desk, "observer")) as other:
        told = events(answer.iter_lines())
        assert (next(told)[0], other.message()[0]) == ("view", "view")
        desk.deal("7c", "seat:1")
        desk.deal("As", "seat:2", "up")
        for _ in range(2):
            kind, fact = next(told)
            assert kind == "fact"
            assert other.message() == (kind, fact)
    assert fact["view"]["stops"][0]["id"] == "r1"
    assert fact["fact"]["card"] == "As"
    assert (fact["by"], fact["role"]) == ("reader", None)


def test_a_stream_that_resumes_gets_each_missed_fact_once(desk: Desk) -> None:
    desk.load()
    for seat, card in enumerate(("7c", "Kd"), 1):
        desk.deal(card, f"seat:{seat}")
    last = desk.service.record.journal.count
    with Socket(desk, bearer(desk, "dealer"), "?after=2") as stream:
        missed = [stream.message() for _ in range(last - 2)]
        assert [fact["number"] for _, fact in missed] == list(range(3, last + 1))
        assert {fact["view"] is None for _, fact in missed} == {True}
        assert stream.message()[0] == "view"


def test_what_changes_without_a_fact_is_told_as_a_view(desk: Desk, client: Client) -> None:
    with Socket(desk, bearer(desk, "observer")) as stream:
        assert stream.message()[0] == "view"
        client("dealer").post("/api/v1/seats/4/name", json={"name": "Osprey"})
        kind, view = stream.message()
        assert (kind, view["seats"][3]["name"]) == ("view", "Osprey")


def test_a_socket_is_closed_to_strangers_and_other_sites(desk: Desk) -> None:
    for headers in ({}, {"Authorization": "Bearer x"}, {**bearer(desk, "dealer"), "Origin": "http://evil.example"}):
        with Socket(desk, headers) as stream:
            assert not stream.accepted


def test_an_answer_does_not_wait_for_more_to_send() -> None:
    with listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert listener.proto == socket.IPPROTO_TCP  # an event loop sets it for these only
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
