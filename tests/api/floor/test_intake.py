"""What the floor takes in: each row once, whatever arrives; and what it reports as the tables' witness."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from burncard.api.floor.database import Database
from burncard.api.floor.desk_queries import PAGE_MAX, Report, list_reports, mark_seen
from burncard.api.floor.intake import NEW_JOURNALS_MAX, Arrived, Intake, Taken
from burncard.api.floor.report_rows import REPORT_SQL, report_row
from burncard.controller.journal.heads import SignedHead
from burncard.controller.outbox.published import VERSION, Cursor, EventRow, FactRow, Message
from burncard.controller.outbox.subjects import TableName
from burncard.simulator.quick_table import QuickTable
from tests.harness.floor_room import (
    ONE,
    arrived,
    floor_rows,
    journal_rows,
    messages_of,
    quick_table,
    replaced,
    reports,
    signed_anew,
    with_head,
)


def taken(database: Database, batches: list[list[Arrived]]) -> Taken:
    """Takes batches into an empty database; what became of the last one."""

    async def take() -> Taken:
        await database.open()
        intake, found = Intake(database), Taken()
        for batch in batches:
            found = await intake.take(batch)
        return found

    return asyncio.run(take())


def found_in(database: Database) -> tuple[dict[str, list[bytes]], list[str]]:
    async def ask() -> tuple[dict[str, list[bytes]], list[str]]:
        return await floor_rows(database, "one"), await reports(database)

    return asyncio.run(ask())


def asked(database: Database, sql: str) -> Any:
    return asyncio.run(database.ask(sql))


def test_rows_that_come_again_in_any_batches_are_kept_once(sqlite: Database, played: QuickTable) -> None:
    everything = arrived(messages_of(played, ONE))
    rng, batches, at = Random(1), [], 0
    while at < len(everything):
        back = max(0, at - rng.randint(0, 20))
        at = min(len(everything), at + rng.randint(1, 30))
        batches.append(everything[back:at])
    taken(sqlite, [*batches, everything])
    assert found_in(sqlite) == (journal_rows(played), [])


def test_what_comes_after_a_gap_is_left_out_and_asked_for(sqlite: Database, played: QuickTable) -> None:
    everything = arrived(messages_of(played, ONE))
    last = taken(sqlite, [everything[:10], everything[11:]])
    assert list(last.lacking) == [ONE]
    rows, codes = found_in(sqlite)
    assert sum(map(len, rows.values())) < len(everything)
    assert set(codes) == {"gap"}
    taken(sqlite, [everything])
    assert found_in(sqlite)[0] == journal_rows(played)


POISON: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda body: b"",
    "no JSON": lambda body: b"\xff\xfe{",
    "deeply nested": lambda body: body.replace(b'"fact":{', b'"fact":{"z":' + b"[" * 5000 + b"]" * 5000 + b","),
    "no fields": lambda body: b"{}",
    "a number beyond all": lambda body: body.replace(b'"number":', b'"number":9999999999999999999999'),
    "a time beyond all": lambda body: body.replace(b'"at_ns":', b'"at_ns":99999999999999999999'),
    "a negative number": lambda body: body.replace(b'"number":', b'"number":-'),
    "another kind of row": lambda body: body.replace(b'"type":"fact"', b'"type":"dream"'),
    "a null character": lambda body: body.replace(b'"operator":"', b'"operator":"\\u0000'),
    "a fact that is none": lambda body: body.replace(b'"fact":{', b'"fact":[{').replace(
        b'},"outcomes"', b'}],"outcomes"'
    ),
    "an outcome that is none": lambda body: body.replace(b'"outcomes":[', b'"outcomes":[7,'),
}


@pytest.mark.parametrize("poison", POISON)
def test_a_poisoned_message_is_kept_apart_and_does_not_stop_the_next(
    poison: str, sqlite: Database, played: QuickTable
) -> None:
    everything = arrived(messages_of(played, ONE))
    place = next(at for at, one in enumerate(everything) if b'"type":"fact"' in one.data and at > 20)
    spoilt = POISON[poison](everything[place].data)
    assert spoilt != everything[place].data
    poisoned = Arrived(10_000, ONE.record, spoilt)
    taken(sqlite, [[*everything[:place], poisoned, *everything[place:]]])
    assert found_in(sqlite) == (journal_rows(played), ["unreadable"])
    assert asked(sqlite, "SELECT sequence, code FROM rejected") == [(10_000, "unreadable")]


def test_a_table_that_says_to_be_another_is_reported(sqlite: Database, played: QuickTable) -> None:
    taken(sqlite, [arrived(messages_of(played, TableName("room", "two"))[:3])])
    assert found_in(sqlite) == ({"fact": [], "event": [], "head": []}, ["another-table"])
    assert asked(sqlite, "SELECT times FROM reports") == [(3,)]


def test_a_message_of_a_newer_version_is_kept_apart_and_an_unknown_field_is_left_out(
    sqlite: Database, played: QuickTable
) -> None:
    everything = arrived(messages_of(played, ONE))
    newer = Arrived(999, ONE.record, everything[0].data.replace(b'"v":1', b'"v":2'))
    more = Arrived(1, ONE.record, everything[0].data.replace(b'{"v":1', b'{"later":[1],"v":1'))
    taken(sqlite, [[newer, more, *everything[1:]]])
    assert found_in(sqlite) == (journal_rows(played), ["newer-version"])


def test_another_past_under_the_same_number_is_a_fork(sqlite: Database, played: QuickTable) -> None:
    messages = messages_of(played, ONE)
    place = next(at for at, one in enumerate(messages) if isinstance(one.row, FactRow))
    other = replaced(messages[place], operator="somebody else")
    taken(sqlite, [arrived(messages), arrived([other])])
    assert found_in(sqlite) == (journal_rows(played), ["fork"])


def test_a_head_that_is_signed_with_another_key_is_reported(sqlite: Database, played: QuickTable) -> None:
    key = Ed25519PrivateKey.generate()
    taken(sqlite, [arrived(with_head(messages_of(played, ONE), lambda head: signed_anew(head, key)))])
    assert found_in(sqlite)[1] == ["forged-head"]


def test_a_head_whose_signature_was_changed_is_reported(sqlite: Database, played: QuickTable) -> None:
    def changed(head: SignedHead) -> SignedHead:
        return SignedHead(head.body.replace('"simulated":true', '"simulated":false'), head.signature, head.public_key)

    taken(sqlite, [arrived(with_head(messages_of(played, ONE), changed))])
    assert found_in(sqlite)[1] == ["forged-head"]


def own_key(table: QuickTable) -> Ed25519PrivateKey:
    """What anybody can do who has read the table's seal."""
    stored = msgspec.json.decode(table.seal.path.read_bytes())
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(stored["signing"]))


@pytest.mark.parametrize(
    ("change", "code"),
    [({"before": "0" * 64}, "head-chain"), ({"facts": 10**6}, "head-chain"), ({"log": "0" * 64}, "log-differs")],
)
def test_even_with_the_tables_own_seal_another_past_is_found(
    change: dict[str, Any], code: str, sqlite: Database, played: QuickTable
) -> None:
    key = own_key(played)
    taken(sqlite, [arrived(with_head(messages_of(played, ONE), lambda head: signed_anew(head, key, **change)))])
    assert found_in(sqlite)[1] == [code]


def test_a_fact_that_was_changed_on_the_way_is_found_by_the_head_of_its_hand(
    sqlite: Database, played: QuickTable
) -> None:
    messages = messages_of(played, ONE)
    place, row = next((at, one.row) for at, one in enumerate(messages) if isinstance(one.row, FactRow) and at > 10)
    assert isinstance(row, FactRow)
    changed = replaced(messages[place], outcomes=row.outcomes[:-1])
    taken(sqlite, [arrived([*messages[:place], changed, *messages[place + 1 :]])])
    assert found_in(sqlite)[1] == ["log-differs"]


def test_a_table_that_begins_a_new_journal_is_reported(sqlite: Database, played: QuickTable, tmp_path: Path) -> None:
    other = quick_table(tmp_path, "one", seed=4)
    other.play_hand()
    taken(sqlite, [arrived(messages_of(played, ONE)), arrived(messages_of(other, ONE))])
    assert found_in(sqlite) == (journal_rows(other), ["new-journal"])
    other.close()


def test_a_batch_that_fails_changes_nothing_and_can_be_taken_again(sqlite: Database, played: QuickTable) -> None:
    everything = arrived(messages_of(played, ONE))

    async def fail_and_take_again() -> None:
        await sqlite.open()
        await sqlite.change(
            "CREATE TRIGGER full BEFORE INSERT ON entries WHEN NEW.number = 40 BEGIN SELECT RAISE(FAIL, 'x'); END"
        )
        intake = Intake(sqlite)
        await intake.take(everything[:30])
        with pytest.raises(Exception, match="x"):
            await intake.take(everything[30:])
        await sqlite.change("DROP TRIGGER full")
        await intake.take(everything[30:])

    asyncio.run(fail_and_take_again())
    assert found_in(sqlite) == (journal_rows(played), [])


def test_a_journal_that_differs_in_row_after_row_is_one_report_which_somebody_sees_again(
    sqlite: Database, played: QuickTable
) -> None:
    messages = messages_of(played, ONE)
    everything = arrived(messages)
    facts = [message for message in messages if isinstance(message.row, FactRow)]
    others = arrived([replaced(one, operator="Eve") for one in facts[:4]])

    async def take() -> None:
        await sqlite.open()
        intake = Intake(sqlite)
        await intake.take([*everything, *others[:2]])
        await intake.take([others[2]])
        (report,) = await list_reports(sqlite, unseen=True)
        assert (report.code, report.times) == ("fork", 3)
        assert report.detail.startswith(f"fact {facts[2].row.number} "), "the last of them"
        await mark_seen(sqlite, report.id, "Fay")
        await intake.take([others[2]])
        assert await list_reports(sqlite, unseen=True) == [], "nothing that was not known"
        await intake.take([others[3]])
        (again,) = await list_reports(sqlite, unseen=True)
        assert (again.id, again.times, again.at_ns > report.at_ns) == (report.id, 5, True)

    asyncio.run(take())


def test_a_journal_that_has_gap_after_gap_is_one_report(sqlite: Database, played: QuickTable) -> None:
    everything = arrived(messages_of(played, ONE))
    taken(sqlite, [everything[:10], everything[11:30], everything[10:20], everything[22:]])
    assert found_in(sqlite)[1] == ["gap"]


def test_a_table_that_begins_journal_after_journal_hides_no_report_of_another_and_stalls_nobody(
    sqlite: Database,
) -> None:
    """Whoever has a table's credentials can publish under any journal's name."""
    two = TableName("room", "two")
    rows = [Arrived(number, ONE.record, power_event(ONE, f"{number:032x}"), number) for number in range(2, 602)]
    batches = [[Arrived(1, two.record, b"{", 1)], *[rows[at : at + 100] for at in range(0, len(rows), 100)]]
    taken(sqlite, batches)
    found = asyncio.run(list_reports(sqlite, unseen=True))
    assert [(one.code, one.times) for one in found if one.table == "two"] == [("unreadable", 1)]
    of_one = [one for one in found if one.table == "one"]
    assert len(of_one) == NEW_JOURNALS_MAX + 1
    assert sum(one.times for one in of_one) == len(rows) - 1


def test_each_table_has_its_latest_reports_on_a_page_however_many_another_has(sqlite: Database) -> None:
    async def found() -> list[Report]:
        await sqlite.open()
        quiet, loud = TableName("room", "two"), ONE
        made = [report_row(quiet, "fork", "", 1)]
        made += [report_row(loud, "gap", "", number + 2, number) for number in range(1, 2 * PAGE_MAX)]
        async with sqlite.transaction() as transaction:
            await transaction.change(REPORT_SQL, made)
        return await list_reports(sqlite, unseen=True)

    page = asyncio.run(found())
    assert len(page) == PAGE_MAX
    assert page[-1].table == "two"
    assert [one.at_ns for one in page] == sorted((one.at_ns for one in page), reverse=True)


def test_the_intake_remembers_a_bounded_number_of_records(sqlite: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("burncard.api.floor.intake.RECORDS_MAX", 10)

    async def take() -> int:
        await sqlite.open()
        intake = Intake(sqlite)
        for number in range(1, 40):
            await intake.take([Arrived(number, ONE.record, power_event(ONE, f"{number:032x}"), number)])
        return len(intake._records)

    assert asyncio.run(take()) <= 10


def power_event(name: TableName, journal: str) -> bytes:
    """The first event of a journal, as a table publishes it."""
    row = EventRow(1, 1, "power", {"state": "on"})
    return msgspec.json.encode(Message(VERSION, name.room, name.table, journal, 0, Cursor(), row))
