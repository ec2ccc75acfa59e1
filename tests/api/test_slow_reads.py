"""Nobody slows a table by asking for much: slow answers come one at a time, and let it work in between."""

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from burncard.api.simulate_command import usual_table
from burncard.api.v1 import hand_routes
from burncard.api.v1.messages import NUMBER_MAX
from burncard.api.v1.technician_routes import _latest
from burncard.controller.faults import Role
from burncard.controller.journal.history import HAND_BEGINS, HandBegins
from burncard.controller.journal.journal import Journal
from burncard.controller.ledger import LedgerState
from burncard.controller.views.past import find_hand, past_rulings
from burncard.rules.play.boundary import Boundary
from burncard.simulator.pack import make_pack
from tests.harness.watched_table import LOOP, Entry, Load, WatchedTable, request

HANDS = 2000
QUERIES_MAX = 40


def table_with(hands: int) -> WatchedTable:
    """A table at which so many hands were begun and voided."""
    red = {card.uid: card.card for card in make_pack("red", joker=False, first_serial=1)}
    blue = {card.uid: card.card for card in make_pack("blue", joker=False, first_serial=0x100)}
    table = WatchedTable(usual_table("holdem", "no-limit", "roberts", 3), red, blue)
    for number in range(1, hands + 1):
        table.do(Load(tuple(red)))
        void = msgspec.json.encode({"hand": f"h{number}", "reason": "so"})
        assert table.do(Entry("floor", "POST", "/api/v1/void", void))[0] == 200
    return table


@pytest.fixture(scope="module")
def table() -> WatchedTable:
    return table_with(4)


@pytest.fixture
def long_record() -> Iterator[tuple[Any, list[str]]]:
    """The record of a table with many hands, and the queries that its journal is asked."""
    journal = Journal(None)
    queries: list[str] = []
    for number in range(HANDS):
        ledger = LedgerState({}, None, "red", number, False, {})
        begins = HandBegins(Boundary(number, number, None), ledger)
        journal.append_event(HAND_BEGINS, msgspec.json.encode(begins), number)
        journal.append_event("link", b"{}", number)
        journal.append(b"{}", number, "table")
    journal._db.set_trace_callback(queries.append)
    yield SimpleNamespace(journal=journal, decks=None, config=None), queries
    journal.close()


@pytest.mark.parametrize("number", [1, 2, 777, HANDS - 1, HANDS])
def test_one_hand_of_many_is_found_without_reading_the_others(long_record: Any, number: int) -> None:
    record, queries = long_record
    hand = find_hand(record, f"h{number}")
    assert hand is not None
    assert (hand.number, hand.first_fact, hand.last_fact) == (number, number, number)
    assert len(queries) < QUERIES_MAX


@pytest.mark.parametrize("named", ["h0", f"h{HANDS + 1}", "h", "", "h01", "h-1", "h" + "9" * 15, "h" + "9" * 99])
def test_a_hand_that_is_none_is_found_out_at_once(long_record: Any, named: str) -> None:
    record, queries = long_record
    assert find_hand(record, named) is None
    assert len(queries) < QUERIES_MAX


@pytest.mark.parametrize("before", [None, HANDS, NUMBER_MAX])
def test_a_page_of_events_is_found_at_once_wherever_it_begins(long_record: Any, before: int | None) -> None:
    """One request for what comes before the largest number kept the table from everything else for ever."""
    record, queries = long_record
    event = next(_latest(record.journal, before))
    assert event.number == (2 * HANDS if before != HANDS else HANDS - 1)
    assert len(queries) < QUERIES_MAX


def test_an_old_ruling_is_looked_for_where_it_may_be(long_record: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    record, queries = long_record
    monkeypatch.setattr("burncard.controller.views.past.follow", lambda record, hand: iter(()))
    next(past_rulings(record, "", 5, 1))
    assert len(queries) < QUERIES_MAX


def test_slow_answers_of_one_person_are_worked_out_one_at_a_time(
    table: WatchedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, worked_on = hand_routes._read, []

    def noted(call: Any, hand: Any) -> Any:
        worked_on.append((call.who.role, id(call)))
        return read(call, hand)

    monkeypatch.setattr(hand_routes, "_read", noted)
    asked: list[Role] = ["dealer", "dealer", "observer"]
    requests = (request(table.app, table.keys, Entry(role, "GET", "/api/v1/hands")) for role in asked)

    async def all_of_them() -> list[tuple[int, bytes]]:
        return await asyncio.gather(*requests)

    assert [status for status, _ in LOOP.run_until_complete(all_of_them())] == [200] * 3
    dealers = [number for role, number in worked_on if role == "dealer"]
    assert dealers == sorted(dealers, key=dealers.index)
    assert dealers[: len(dealers) // 2] == dealers[:1] * 4
    assert worked_on[:2] != worked_on[:1] * 2, "another person waits for the first one"


def test_an_export_lets_the_table_work_after_each_hand(table: WatchedTable) -> None:
    turns = []
    for hands in (table, table_with(1)):
        asked = LOOP.create_task(request(hands.app, hands.keys, Entry("floor", "GET", "/api/v1/exports/phh")))
        turns.append(LOOP.run_until_complete(_turns_of(asked)))
        assert asked.result()[0] == 200
    assert turns[0] == turns[1] + 3


async def _turns_of(asked: "asyncio.Task[Any]") -> int:
    turns = 0
    while not asked.done():
        turns += 1
        await asyncio.sleep(0)
    return turns


@pytest.mark.parametrize(
    "path", ["/api/v1/log?after={}", "/api/v1/hands?after={}", "/api/v1/events?after={}", "/api/events?after={}"]
)
def test_a_number_that_no_journal_holds_is_refused(table: WatchedTable, path: str) -> None:
    assert table._request(Entry("floor", "GET", path.format(2**63)))[0] == 422


@pytest.mark.parametrize("name", ["Al\u202ena", "Al\x00na", "Al\u200bna", "\x1b[2J", "Al\nna"])
def test_a_name_is_what_it_looks_like(table: WatchedTable, name: str) -> None:
    body = msgspec.json.encode({"name": name})
    assert table.do(Entry("floor", "POST", "/api/v1/seats/1/name", body))[0] == 422
    account = msgspec.json.encode({"name": name, "role": "dealer"})
    assert table.do(Entry("technician", "POST", "/api/v1/users", account))[0] == 422
