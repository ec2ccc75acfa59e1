"""A sealed table over its API: the head that it signed for a hand, and streams that end while they catch up."""

import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest

from burncard.api.access import ROLES
from burncard.api.accounts.people import Demonstration, Person
from burncard.api.app import create_app
from burncard.api.context import Context
from burncard.api.hub import Hub
from burncard.api.journal_work import check_journal
from burncard.api.stream import stream
from burncard.api.v1.other_messages import SignedHand
from burncard.controller.config import TableConfig
from burncard.controller.decks.decks import Decks
from burncard.controller.faults import Role
from burncard.simulator.quick_table import QuickTable
from tests.harness.watched_table import LOOP, Entry, request

HANDS = 3


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[QuickTable]:
    played = QuickTable(tmp_path_factory.mktemp("sealed") / "one", TableConfig(), time.time_ns, seed=3)
    for _ in range(HANDS):
        played.play_hand()
    played.step()
    yield played
    played.close()


def asked(table: QuickTable, role: Role, path: str) -> tuple[int, bytes]:
    keys = Demonstration({one: f"key-of-the-{one}" for one in ROLES})
    status, answer = LOOP.run_until_complete(
        request(create_app(Context(table.service, keys)), keys, Entry(role, "GET", f"/api/v1{path}"))
    )
    return status, answer[answer.index(b"{") :]


def test_the_signed_hand_is_sound_to_a_stranger_and_one_that_was_changed_is_not(
    table: QuickTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, body = asked(table, "auditor", "/hands/h2/signed")
    assert status == 200
    file = tmp_path / "h2-signed.json"
    file.write_bytes(body)
    assert check_journal(str(file), table.seal.public_key.hex()) == 0
    assert "sound: hand h2 of journal" in capsys.readouterr().out
    signed = msgspec.json.decode(body, type=SignedHand)
    facts = [msgspec.json.decode(line) for line in signed.log.splitlines()]
    assert {fact["card"] for fact in facts if fact["type"] == "card" and fact["face"] == "down"} == {"??"}
    assert next(table.journal.latest("export")).body.count(b'"signed"') == 1
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(signed, log=signed.log.replace("fold", "call"))))
    assert check_journal(str(file), "") == 1


def test_a_hand_in_play_is_not_signed_and_nobody_else_gets_a_signed_one(table: QuickTable) -> None:
    status, body = asked(table, "floor", f"/hands/h{HANDS + 1}/signed")
    assert (status, msgspec.json.decode(body)["code"]) == (409, "hand-unsigned")
    for role in set(ROLES) - {"floor", "auditor"}:
        assert asked(table, role, "/hands/h2/signed")[0] == 403


def test_a_hand_that_replays_otherwise_is_not_passed_on(table: QuickTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table.service.record, "decks", Decks())
    status, body = asked(table, "floor", "/hands/h2/signed")
    assert (status, msgspec.json.decode(body)["code"]) == (409, "journal-damaged")


async def taken(messages: AsyncIterator[object], into: list[object]) -> list[object]:
    async for message in messages:
        into.append(message)
    return into


@pytest.mark.parametrize("version", ["v1", "unversioned"])
def test_a_stream_that_catches_up_ends_with_its_session(table: QuickTable, version: str) -> None:
    got: list[object] = []
    if version == "v1":
        hub = Hub(table.service, lambda: False, demonstration=True)
        messages: AsyncIterator[object] = hub.listen(Person("Ann", "dealer"), 0, lambda: len(got) < 2)
    else:
        messages = stream(table.service, "dealer", 0, lambda: len(got) >= 2)
    assert table.journal.count > 10
    assert len(LOOP.run_until_complete(taken(messages, got))) == 2
