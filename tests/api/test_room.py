"""The room: the desk of one table shows the others, and says which of them it does not hear."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import httpx
import pytest

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
    for wrong in ('[[peer]]\naddress = "x"\n', "[[peer]\n", '[[peer]]\naddress="x"\ntoken="t"\nport=1\n'):
        file.write_text(wrong)
        with pytest.raises(PeersFileError, match=r"room\.toml"):
            read_peers(str(file))
