"""The room: the desk of one table shows the others, and says which of them it does not hear."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import msgspec
import pytest

from burncard.api import following
from burncard.api.client import tables as client_tables
from burncard.api.desk import Desk
from burncard.api.following import followed
from burncard.api.peers import Heard, Peer, PeersFileError, read_peers
from burncard.controller.faults import Role

Client = Callable[[Role], httpx.Client]
PATIENCE_S = 10


def heard_until(peers: Sequence[Peer], done: Callable[[tuple[Heard, ...]], bool]) -> tuple[Heard, ...]:
    async def follow() -> tuple[Heard, ...]:
        async with asyncio.timeout(PATIENCE_S), followed(peers) as tables:
            while not done(tables):
                await asyncio.sleep(0.02)
            return tables

    return asyncio.run(follow())


def test_another_table_is_shown_with_its_stop_and_without_what_its_token_may_not_see(desk: Desk) -> None:
    desk.load()
    desk.deal("As", "seat:1", "up")
    peer = Peer(desk.address, desk.keys.key_of("observer"))
    (table,) = heard_until([peer], lambda tables: tables[0].view is not None)
    view = table.now()
    assert view is not None
    assert [stop.rule.id for stop in view.stops] == ["misdeal.first-or-second-exposed"]
    assert view.devices == {}
    assert table.trouble == ""


def test_a_table_that_refuses_the_token_is_named_as_not_heard(desk: Desk) -> None:
    (table,) = heard_until([Peer(desk.address, "wrong")], lambda tables: tables[0].trouble != "not asked yet")
    assert table.now() is None
    assert "Nobody is signed in" in table.trouble


def test_a_desk_lists_its_own_table_first(desk: Desk, client: Client) -> None:
    own, *others = client("floor").get("/api/v1/tables").json()["items"]
    assert (own["address"], own["view"]["role"], others) == ("", "floor", [])


def test_the_file_of_the_others_is_read_or_refused(tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    file.write_text('[[peer]]\naddress = "https://table-2:8777"\ntoken = "t"\ncertificate = "two.pem"\n')
    assert read_peers(str(file)) == (Peer("https://table-2:8777", "t", "two.pem"),)
    assert read_peers("") == ()
    good = 'address = "https://table-2"\ntoken = "t"\n'
    addresses = ("x", "javascript:alert(1)//", "https://table-2/", "https://me:word@table-2", "https://table-2\\n")
    wrongs = [good.replace("https://table-2", address) for address in addresses]
    wrongs += ['address = "https://table-2"\n', f"{good}port = 1\n", "]"]
    for wrong in wrongs:
        file.write_text(f"[[peer]]\n{wrong}")
        with pytest.raises(PeersFileError, match=r"room\.toml"):
            read_peers(str(file))


# ---- a hostile table --------------------


@asynccontextmanager
async def hostile(answers: Sequence[bytes]) -> AsyncIterator[tuple[Peer, list[bytes]]]:
    """A table that answers each request with the next of these bytes, and then no more; with what it was sent."""
    left, asked = list(answers), list[bytes]()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(left.pop(0) if left else b"")
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield Peer(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", "t"), asked


def streamed(data: bytes, head: bytes = b"") -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + head + b"\r\n" + data


def told(data: bytes) -> bytes:
    return streamed(b"event: view\ndata: " + data + b"\n\n")


def test_whatever_another_table_sends_it_is_named_and_tried_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "AGAIN_S", 0.0)
    monkeypatch.setattr(client_tables, "EVENT_BYTES_MAX", 100_000)
    view = client_view(desk)
    answers = {
        "a list": told(b"[]"),
        "no text": told(b"\xff\xfe"),
        "a kind without text": streamed(b"event: \xff\n"),
        "a deep list": told(b'{"a":' + b"[" * 90_000),
        "a wrong view": told(b'{"seats": 4}'),
        "a line without end": streamed(b"data: " + b"x" * 300_000),
        "a long refusal": b"HTTP/1.1 500 No\r\n\r\n" + b"x" * 300_000,
        "another address": b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\n\r\n",
        "no HTTP": b"\x00\x01\r\n\r\n",
    }

    async def follow() -> tuple[Heard, list[bytes]]:
        async with asyncio.timeout(PATIENCE_S), hostile([*answers.values(), told(msgspec.json.encode(view))]) as known:
            peer, asked = known
            async with followed([peer]) as (table,):
                while table.view is None:
                    assert len(table.trouble) <= 200
                    await asyncio.sleep(0)
                return table, asked

    table, asked = asyncio.run(follow())
    assert len(asked) == len(answers) + 1
    shown = table.now()
    assert shown is not None
    assert shown.table == view["table"]


def client_view(desk: Desk) -> dict[str, object]:
    headers = {"Authorization": f"Bearer {desk.keys.key_of('observer')}"}
    found: dict[str, object] = httpx.get(f"{desk.address}/api/v1/table", headers=headers).json()
    return found


def test_a_compressed_stream_is_not_unpacked() -> None:
    async def follow() -> bytes:
        async with asyncio.timeout(PATIENCE_S), hostile([streamed(b"x", b"Content-Encoding: gzip\r\n")]) as known:
            peer, asked = known
            async with followed([peer]) as (table,):
                while table.trouble == "not asked yet":
                    await asyncio.sleep(0.01)
            assert table.trouble == "has stopped"
            return asked[0]

    assert b"accept-encoding: identity" in asyncio.run(follow()).lower()
