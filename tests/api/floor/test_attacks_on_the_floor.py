"""What a client with a table's credentials can publish: none of it stops the floor, and the desk shows it."""

import asyncio
import json
import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import nkeys
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from burncard.api.floor.authority import Authority
from burncard.api.floor.database import Database
from burncard.api.floor.floor_metrics import exposition
from burncard.api.floor.identity import new_seed, table_jwt
from burncard.api.floor.intake import Arrived, Intake
from burncard.api.floor.refused_sign_ins import shown
from burncard.api.floor.room_floor import Heard, Room
from burncard.api.floor.sparkplug_node import EdgeNode
from burncard.controller.outbox.published import Cursor, FactRow, HeadRow, Message
from burncard.controller.outbox.subjects import TableName, named_in
from burncard.controller.outbox.table_status import Status, status_of
from burncard.simulator.quick_table import QuickTable
from tests.harness.floor_room import ONE, arrived, journal_rows, messages_of, replaced, reports, signed_anew, with_head

NASTY: tuple[Any, ...] = (
    *(None, True, -1, 0, 2**53, 2**62, 2**63, 10**30, 1e308, "", "\x00", "x" * 5000, "' OR 1=1 --", "\ud7ff", [], {}),
    *([[]], {"": {}}, {"type": "hand"}, ["As"], "As", [None] * 1000, {"seat": {"1": [2]}}),
)
"""What no table writes."""


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a JSON value, with each of its keys."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, part in inside for found in [(value, key), *places(part)]]


def crafted(message: Message | Status, rng: Random) -> bytes:
    """A table's message with one or two of its values replaced."""
    said = json.loads(msgspec.json.encode(message))
    for _ in range(rng.randint(1, 2)):
        where, key = rng.choice(places(said))
        where[key] = deepcopy(rng.choice(NASTY))
    return json.dumps(said).encode()


def test_no_crafted_message_stops_the_floor_or_changes_what_is_kept(
    sqlite: Database, played: QuickTable, tmp_path: Path
) -> None:
    room = Room(Authority.make(tmp_path / "authority", "room", [], ["127.0.0.1"]), sqlite)
    room._intake = Intake(sqlite)
    own, rng = messages_of(played, ONE), Random(1)

    async def take() -> list[Any]:
        await sqlite.open()
        await room._taken(arrived(own))
        for batch in range(40):
            junk = [Arrived(1000 + 20 * batch + at, ONE.record, crafted(rng.choice(own), rng)) for at in range(20)]
            await room._taken(junk)
        await room._taken(arrived(own))
        sql = "SELECT part, body FROM entries WHERE record = 1 ORDER BY part, number"
        return await sqlite.ask(sql)

    found = asyncio.run(take())
    for part, rows in enumerate(journal_rows(played).values()):
        kept = [body.encode() for number, body in found if number == part]
        assert kept[: len(rows)] == rows


@dataclass(frozen=True)
class Said:
    """A message as the client gives it."""

    subject: str
    data: bytes


def test_no_crafted_status_stops_the_metrics_the_desk_or_the_broker(
    sqlite: Database, played: QuickTable, tmp_path: Path
) -> None:
    room = Room(Authority.make(tmp_path / "authority", "room", [], ["127.0.0.1"]), sqlite)
    status, rng, node = status_of(played.service, "room", "one", Cursor()), Random(2), EdgeNode("group", "room")
    heard = 0
    for _ in range(300):
        data = crafted(status, rng)
        asyncio.run(room._hear(Said(ONE.status, data)))
        for one in (found := [each.status for each in room.heard.values()]):
            assert (one.room, one.table) == ("room", "one")
            assert msgspec.json.encode(one)
        assert b"burncard_floor_connected" in exposition(room)
        node.update(0, found)
        heard += len(found)
        room.heard.clear()
    assert heard > 20
    asyncio.run(room._hear(Said(TableName("room", "two").status, msgspec.json.encode(status))))
    assert room.heard == {}


def codes(database: Database, *batches: list[Message], enrolled: str = "") -> list[str]:
    """What is reported after batches of messages. `enrolled`: the key of the seal with which the table enrolled."""

    async def take() -> list[str]:
        await database.open()
        sql = "INSERT INTO tables VALUES ('room', 'one', 'U', $1, 0, NULL)"
        await database.change(sql, enrolled)
        intake = Intake(database)
        for batch in batches:
            await intake.take(arrived(batch))
        return await reports(database)

    return asyncio.run(take())


def with_own_heads(messages: list[Message], key: Ed25519PrivateKey) -> list[Message]:
    """The messages with every head signed with another key: a chain that is consistent in itself."""
    changed, before = [], ""
    for one in messages:
        if isinstance(one.row, HeadRow):
            signed = signed_anew(one.row.signed, key, before=before)
            one, before = replaced(one, signed=signed), signed.digest
        changed.append(one)
    return changed


def test_an_older_copy_of_a_journal_has_the_same_seal(sqlite: Database, played: QuickTable) -> None:
    thief = with_own_heads(messages_of(played, ONE, branch=1), Ed25519PrivateKey.generate())
    found = codes(sqlite, messages_of(played, ONE), thief)
    assert found == ["forged-head", "forged-head", "rolled-back"]


def test_the_first_journal_of_a_table_has_the_seal_that_it_enrolled_with(sqlite: Database, played: QuickTable) -> None:
    thief = with_own_heads(messages_of(played, ONE), Ed25519PrivateKey.generate())
    assert codes(sqlite, thief, enrolled=played.seal.public_key.hex()) == ["forged-head", "forged-head"]


def test_an_unreadable_head_does_not_set_the_tables_key(sqlite: Database, played: QuickTable) -> None:
    messages = messages_of(played, ONE)
    place = next(at for at, one in enumerate(messages) if isinstance(one.row, HeadRow))
    row = messages[place].row
    assert isinstance(row, HeadRow)
    spoilt = msgspec.structs.replace(row.signed, public_key="zz")
    spoilt_first = [*messages[:place], replaced(messages[place], signed=spoilt), *messages[place + 1 :]]
    assert codes(sqlite, spoilt_first) == ["forged-head"]


def test_a_head_that_was_rolled_back_is_a_fork(sqlite: Database, played: QuickTable) -> None:
    messages = messages_of(played, ONE)
    rolled_back = with_head(messages, lambda head: signed_anew(head, Ed25519PrivateKey.generate(), facts=3))
    assert codes(sqlite, messages, rolled_back) == ["fork"]


def test_an_unreadable_message_is_reported_once_a_day_and_kept_even_if_the_stream_counts_from_1_again(
    sqlite: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_ns = [86_400 * 10**9 * 20_000]
    monkeypatch.setattr("burncard.api.floor.intake.time.time_ns", lambda: now_ns[0])

    async def take() -> tuple[list[Any], list[Any]]:
        await sqlite.open()
        for stored_ns in (1, 2, 2, 3):
            await Intake(sqlite).take([Arrived(7, ONE.record, b"{", stored_ns)])
            now_ns[0] += 86_400 * 10**9 if stored_ns == 2 else 1
        rejected = await sqlite.ask("SELECT sequence, stored_ns FROM rejected ORDER BY 2")
        return rejected, await sqlite.ask("SELECT name, code, times FROM reports ORDER BY at_ns")

    rejected, reported = asyncio.run(take())
    assert rejected == [(7, 1), (7, 2), (7, 3)]
    assert reported == [("one", "unreadable", 2), ("one", "unreadable", 1), ("one", "unreadable", 1)]


def test_another_journal_under_a_tables_name_does_not_make_the_floor_ask_the_table_again(
    sqlite: Database, played: QuickTable, tmp_path: Path
) -> None:
    room = Room(Authority.make(tmp_path / "authority", "room", [], ["127.0.0.1"]), sqlite)
    own = messages_of(played, ONE)
    first = next(one for one in own if isinstance(one.row, FactRow))
    other = msgspec.structs.replace(first, journal="another", after=Cursor(1, 0, 0))
    status = status_of(played.service, "room", "one", own[-1].after)

    async def look() -> None:
        await sqlite.open()
        await Intake(sqlite).take([*arrived(own), Arrived(9999, ONE.record, msgspec.json.encode(other))])
        for _ in range(2):
            room.heard[ONE] = Heard(status, time.monotonic())
            await room._ask_for_what_is_lacking()

    asyncio.run(look())
    assert room._asked == {}


@pytest.mark.parametrize("crafted", ["", ".", "*", ">", "a.b", "a b", "a\n", "ä", "x" * 41, "../one", "%2e", "one\x00"])
def test_a_name_that_cannot_be_part_of_a_subject_is_refused(crafted: str) -> None:
    for room, table in (("room", crafted), (crafted, "one")):
        with pytest.raises(ValueError, match=r"make a name|subject"):
            TableName(room, table)
    with pytest.raises(ValueError, match=r"make a name|subject"):
        named_in(f"burncard.room.{crafted}.record")


REFUSED: dict[str, Callable[[str], bytes]] = {
    "another room": lambda seed: event(table_jwt(seed, "U", TableName("elsewhere", "one"))),
    "no JWT": lambda seed: b'{"client":{"host":"h"}}',
    "half a JWT": lambda seed: event("e30.e30"),
    "no base64": lambda seed: event("a.\u00e4.c"),
    "no claims": lambda seed: event("a.e30.c"),
    "no JSON": lambda seed: b"\xff",
}


def event(jwt: str) -> bytes:
    """A server's report of a refused sign-in."""
    return msgspec.json.encode({"client": {"host": "10.0.0.9", "jwt": jwt}})


def test_a_refused_sign_in_is_reported_under_the_table_that_its_jwt_names() -> None:
    seed = new_seed(nkeys.PREFIX_BYTE_ACCOUNT)
    assert shown(event(table_jwt(seed, "U", ONE)), "room") == (ONE, "10.0.0.9")
    for made in REFUSED.values():
        with pytest.raises(ValueError):
            shown(made(seed), "room")
