"""Tables and a floor of different versions: what was written once is read by every later floor; a change has a number.

`messages/v1.jsonl` was published by a table of version 1 of the messages, `messages/v1.schemas.json` says what they
were like. A floor of another version is this one with another number.
"""

import asyncio
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from burncard.api.floor.database import Database
from burncard.api.floor.intake import Arrived, Intake, Taken
from burncard.controller.outbox.credentials import Credentials
from burncard.controller.outbox.floor_commands import Answer, Command, Signed
from burncard.controller.outbox.published import VERSION, Cursor, Kept, Message
from burncard.controller.outbox.record_reader import RecordReader
from burncard.controller.outbox.subjects import TableName
from burncard.controller.outbox.table_status import Status
from tests.harness.floor_room import floor_rows, journal_rows, messages_of, quick_table, reports

FOLDER = Path(__file__).parent / "messages"
NAME = TableName("room", "one")
TRAVELLING = (Message, Status, Command, Signed, Answer, Kept, Credentials)


def arrived(messages: Sequence[Message | dict[str, Any]], first: int = 1) -> list[Arrived]:
    return [Arrived(at, NAME.record, msgspec.json.encode(one)) for at, one in enumerate(messages, first)]


def schemas() -> Any:
    """What everything that travels between table and floor is like, without the words about it."""
    _, found = msgspec.json.schema_components(TRAVELLING)
    return msgspec.json.decode(msgspec.json.encode(_bare(found), order="sorted"))


def _bare(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {name: _bare(part) for name, part in schema.items() if name not in ("description", "title")}
    return [_bare(part) for part in schema] if isinstance(schema, list) else schema


def test_what_travels_is_as_its_version_says() -> None:
    """A new optional field may be added, and is recorded here. Whatever an older reader would take for something else
    needs the next VERSION, and files of its own beside these."""
    recorded = FOLDER / f"v{VERSION}.schemas.json"
    assert schemas() == msgspec.json.decode(recorded.read_bytes())


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.jsonl")), ids=lambda file: file.stem)
def test_the_messages_of_every_version_are_taken_by_this_floor(file: Path, sqlite: Database) -> None:
    lines = file.read_bytes().splitlines()

    async def take() -> tuple[Taken, list[str]]:
        await sqlite.open()
        taken = await Intake(sqlite).take([Arrived(at, NAME.record, line) for at, line in enumerate(lines, 1)])
        return taken, await reports(sqlite)

    taken, found = asyncio.run(take())
    assert (taken.rows, taken.rejected, found) == (len(lines), 0, [])
    assert len(lines) > 100


def newer(message: Message) -> dict[str, Any]:
    """A message as the next version may write it."""
    said: dict[str, Any] = msgspec.to_builtins(msgspec.json.decode(msgspec.json.encode(message)))
    said["row"]["invented"] = [1]
    return said | {"v": VERSION + 1, "invented": {"later": True}}


async def _upgrade_the_floor_last(database: Database, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await database.open()
    table = quick_table(folder, "one", seed=3, mistakes=0.05)
    table.play_hand()
    before = messages_of(table, NAME)
    table.play_hand()
    after = messages_of(table, NAME)[len(before) :]
    old = Intake(database)
    await old.take(arrived(before))
    taken = await old.take(arrived([newer(one) for one in after], len(before) + 1))
    assert (taken.rows, taken.rejected, taken.lacking) == (0, len(after), {})
    assert await reports(database) == ["newer-version"]
    monkeypatch.setattr("burncard.api.floor.intake.VERSION", VERSION + 1)
    table.play_hand()
    new, latest = Intake(database), messages_of(table, NAME)[len(before) + len(after) :]
    taken = await new.take(arrived([newer(one) for one in latest], 1000))
    lacking = taken.lacking[NAME]
    reader, again = RecordReader(table.service.record, lacking.after), []
    while (found := reader.next()) is not None:  # the table sends again what the floor asks for
        row, cursor = found
        again.append(newer(Message(VERSION, "room", "one", table.seal.journal, 0, cursor, row)))
        reader.go_on(cursor)
    await new.take(arrived(again, 2000))
    assert await floor_rows(database, "one") == journal_rows(table)
    table.close()


def test_an_older_floor_keeps_a_newer_tables_messages_apart_and_lacks_nothing_once_it_is_updated(
    sqlite: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(_upgrade_the_floor_last(sqlite, tmp_path, monkeypatch))


def test_a_newer_floor_takes_an_older_tables_messages(
    sqlite: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("burncard.api.floor.intake.VERSION", VERSION + 1)

    async def take() -> list[str]:
        await sqlite.open()
        await Intake(sqlite).take(arrived(messages_of(table, NAME)))
        assert await floor_rows(sqlite, "one") == journal_rows(table)
        return await reports(sqlite)

    with closing(quick_table(tmp_path, "one", seed=3)) as table:
        table.play_hand()
        assert asyncio.run(take()) == []


def test_what_a_newer_side_adds_is_left_out_by_the_older_one() -> None:
    cursor = Cursor(1, 2, 3)
    for one in (Kept("j", 0, cursor), Answer("c", "done"), Signed("{}", "")):
        added = msgspec.to_builtins(one) | {"invented": 1}
        assert msgspec.json.decode(msgspec.json.encode(added), type=type(one)) == one


def record() -> None:
    """Records the schemas of this version: `python -m tests.api.floor.test_versions`."""
    (FOLDER / f"v{VERSION}.schemas.json").write_bytes(
        msgspec.json.format(msgspec.json.encode(schemas()), indent=1) + b"\n"
    )


if __name__ == "__main__":
    record()
