"""How long the desk's questions take among many hands, in PostgreSQL.

python -m tests.harness.floor_queries --hands 10000000 --asked 200
"""

import argparse
import asyncio
import re
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from burncard.api.floor.database import Database, database_at, migrations
from burncard.api.floor.desk_queries import Wanted, decks, find_hands, hand_rows, mistakes
from burncard.api.floor.local_servers import Postgres, started
from tests.harness.floor_room import quick_table

TABLES = 240
FACTS = 46
"""Of a hand, as simulated tables have them."""
SECOND = 1_000_000_000
HAND_NS = 90 * SECOND
DAY_NS = 86_400 * SECOND
HANDS_A_DOWN = 20
"""A dealer stays at a table for half an hour."""
STOPPED_EVERY = 50
WITH_ROWS = 20_000
"""Hands that have their facts too: what a replay reads is found by the primary key, whatever else is there."""


async def fill(database: Database, hands: int) -> None:
    """Generates hands, dealt at all tables side by side, the rulings of some, and the facts of the latest ones."""
    for table in ("records", "entries", "hands", "rulings", "tallies", "decks"):
        await database.change(f"DELETE FROM {table}")
    indexes = {
        name: text for text in migrations().values() for name in re.findall(r"CREATE INDEX (\w+) ON hands", text)
    }
    for name in indexes:  # they are made faster after all rows are there
        await database.change(f"DROP INDEX {name}")
    await database.change(
        "INSERT INTO records SELECT n, 'room', 'table-' || n, 'j' || n, 0, 0, 0, 0, '', '' "
        f"FROM generate_series(1, {TABLES}) AS n"
    )
    games = "(ARRAY['holdem','omaha','stud7','razz','lowball-27'])[1 + n % 5]"
    await _bulk(
        database,
        f"INSERT INTO hands SELECT n % {TABLES} + 1, n / {TABLES} * {FACTS} + 1, (n / {TABLES} + 1) * {FACTS}, 'room', "
        f"'table-' || (n % {TABLES} + 1), 'h' || (n / {TABLES} + 1), {games}, 'roberts', "
        f"CASE WHEN n / {TABLES} % 2 = 0 THEN 'red' ELSE 'blue' END, "
        f"'dealer ' || ((n / {TABLES * HANDS_A_DOWN} * 7 + n % {TABLES}) % 400), "
        f"n::bigint / {TABLES} * {HAND_NS}, n::bigint / {TABLES} * {HAND_NS} + {HAND_NS}, 'showdown', n % 1000, "
        f"CASE WHEN n % {STOPPED_EVERY} = 0 THEN 1 ELSE 0 END FROM generate_series(0, {hands} - 1) AS n",
    )
    await _bulk(
        database,
        "INSERT INTO rulings SELECT record, first_fact + 3, 'r1', first_fact, room, name, began_ns, "
        "'rule.' || (first_fact % 150), 'replace', 'stop', game, dealer FROM hands WHERE stops > 0",
    )
    for name, text in indexes.items():
        (statement,) = re.findall(rf"CREATE INDEX {name} ON [^;]+", text)
        await _bulk(database, statement)
    for statement in re.findall(r"INSERT INTO (?:tallies|decks) SELECT [^;]+", migrations()[5]):
        await _bulk(database, statement)
    rows = quick_rows()
    await database.change("DROP TABLE IF EXISTS samples")
    await database.change("CREATE TABLE samples (place BIGINT, body TEXT)")
    async with database.transaction() as transaction:
        await transaction.change("INSERT INTO samples VALUES ($1, $2)", list(enumerate(rows)))
    await _bulk(
        database,
        f"INSERT INTO entries SELECT record, 0, first_fact + place, began_ns + place * {SECOND}, body FROM samples, "
        f"(SELECT * FROM hands ORDER BY began_ns DESC LIMIT {min(hands, WITH_ROWS)}) AS latest WHERE place < {FACTS}",
    )
    await database.change("ANALYZE")


def quick_rows() -> list[str]:
    """The facts of one simulated hand, as they are kept."""
    from tests.harness.floor_room import journal_rows

    with tempfile.TemporaryDirectory() as folder:
        table = quick_table(Path(folder), "sample", seed=1)
        while len(rows := journal_rows(table)["fact"]) < FACTS:
            table.play_hand()
        table.close()
    return [row.decode() for row in rows]


async def _bulk(database: Database, sql: str) -> None:
    """A statement that takes longer than any that the floor makes."""
    import asyncpg

    connection = await asyncpg.connect(database._address)  # type: ignore[attr-defined]
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


async def ask(database: Database, hands: int, asked: int, say: Callable[[str, list[float]], None]) -> None:
    """Asks every question so often, each time about something else; says how long each took, in ms."""
    rng, last_ns = Random(1), hands // TABLES * HAND_NS
    latest = await find_hands(database, Wanted(limit=200))

    def since() -> int:
        return max(0, last_ns - DAY_NS)

    questions: dict[str, Callable[[], Awaitable[Any]]] = {
        "latest hands": lambda: find_hands(database, Wanted(limit=100)),
        "a table's hands before a time": lambda: find_hands(
            database, Wanted(table=f"table-{rng.randint(1, TABLES)}", before_ns=rng.randint(1, last_ns))
        ),
        "a dealer's hands": lambda: find_hands(database, Wanted(dealer=f"dealer {rng.randint(0, 399)}")),
        "a hand by its name": lambda: find_hands(database, Wanted(hand=f"h{rng.randint(1, hands // TABLES)}")),
        "a dealer's stopped hands": lambda: find_hands(
            database, Wanted(dealer=f"dealer {rng.randint(0, 399)}", stopped=True)
        ),
        "hands with a rule": lambda: find_hands(database, Wanted(rule=f"rule.{rng.randint(0, 149)}")),
        "a hand, fact by fact": lambda: _replay(database, rng.choice(latest)),
        "mistakes of a day by dealer": lambda: mistakes(database, "dealer", since()),
        "mistakes of a day by kind": lambda: mistakes(database, "kind", since()),
        "mistakes of all time by dealer": lambda: mistakes(database, "dealer", 0),
        "mistakes of all time by game": lambda: mistakes(database, "game", 0),
        "mistakes of all time by hour": lambda: mistakes(database, "hour", 0),
        "mistakes of all time by kind": lambda: mistakes(database, "kind", 0),
        "decks": lambda: decks(database),
    }
    for name, question in questions.items():
        took = []
        for _ in range(asked):
            began = time.perf_counter()
            await question()
            took.append((time.perf_counter() - began) * 1000)
        say(name, sorted(took))


async def _replay(database: Database, hand: Any) -> None:
    found = await hand_rows(database, hand.record, hand.first_fact)
    assert found is not None
    assert len(found.rows) == FACTS


async def measured(address: str, hands: int, asked: int, *, filled: bool = False) -> int:
    """Fills a database, unless it is filled already, and asks; how many questions."""
    database = database_at(address)
    await database.open()
    said: list[str] = []

    def say(name: str, took: list[float]) -> None:
        said.append(name)
        p99 = took[min(len(took) - 1, round(0.99 * len(took)))]
        print(f"| {name} | {took[len(took) // 2]:.1f} | {p99:.1f} | {took[-1]:.1f} |", flush=True)

    try:
        if not filled:
            began = time.monotonic()
            await fill(database, hands)
            print(f"{hands} hands generated in {time.monotonic() - began:.0f} s", flush=True)
        sizes = "pg_total_relation_size('entries'), pg_total_relation_size('hands')"
        ((entries, others),) = await database.ask(f"SELECT {sizes}")
        facts = entries / min(hands, WITH_ROWS)
        print(f"bytes a hand: {facts:.0f} for its facts, {others / hands:.0f} to find it", flush=True)
        await ask(database, hands, asked, say)
    finally:
        await database.close()
    return len(said)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000_000)
    parser.add_argument("--asked", type=int, default=200)
    parser.add_argument("--filled", default="", help="the address of a database that was filled before")
    said = parser.parse_args()
    if said.filled:
        asyncio.run(measured(said.filled, said.hands, said.asked, filled=True))
        return
    with (
        tempfile.TemporaryDirectory(prefix="burncard-") as folder,
        started(lambda: Postgres(Path(folder) / "pg")) as one,
    ):
        asyncio.run(measured(one.address, said.hands, said.asked))


if __name__ == "__main__":
    main()
