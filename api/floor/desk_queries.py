"""What the floor's desk asks: hands, mistakes, decks, reports, commands. Every answer is bounded."""

from typing import Any, Final, Literal

import msgspec

from burncard.api.floor.counted_ahead import HOUR_NS
from burncard.api.floor.database import Database, Value
from burncard.controller.outbox.published import Cursor
from burncard.controller.outbox.subjects import TableName

PAGE_MAX: Final = 200
ROWS_MAX: Final = 2000
COUNTED_MAX: Final = 1000
_COUNTED: Final = (
    "SELECT hour, name, game, dealer, hands, stopped, stops FROM tallies WHERE hour >= $3 UNION ALL "
    f"SELECT began_ns / {HOUR_NS}, name, game, dealer, 1, CASE WHEN stops > 0 THEN 1 ELSE 0 END, stops FROM hands "
    "WHERE began_ns >= $1 AND began_ns < $2"
)
_HAND: Final = (
    "record, first_fact, last_fact, room, name, hand, game, house, back, dealer, began_ns, ended_ns, ended, pot, stops"
)

By = Literal["dealer", "game", "hour", "kind", "table"]
BYS: Final[dict[str, By]] = {"dealer": "dealer", "game": "game", "hour": "hour", "kind": "kind", "table": "table"}


class FoundHand(msgspec.Struct, frozen=True):
    """A hand. `record` and `first_fact` name it."""

    record: int
    first_fact: int
    last_fact: int
    room: str
    name: str
    hand: str
    game: str
    house: str
    back: str
    dealer: str
    began_ns: int
    ended_ns: int
    ended: str
    pot: int
    stops: int


class HandRows(msgspec.Struct, frozen=True):
    """A hand with its facts, in order, as they were published."""

    hand: FoundHand
    rows: list[msgspec.Raw]


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which hands are looked for; empty fields take any. `before_ns`: those that began earlier, the latest first."""

    table: str = ""
    hand: str = ""
    dealer: str = ""
    game: str = ""
    rule: str = ""
    stopped: bool = False
    after_ns: int = 0
    before_ns: int = 2**62
    limit: int = 50


async def find_hands(database: Database, wanted: Wanted) -> list[FoundHand]:
    """The latest hands that fit. Raises DatabaseError."""
    values: list[Value] = [wanted.after_ns, wanted.before_ns]
    where = ["began_ns >= $1", "began_ns < $2"]
    for column, value in (
        ("name", wanted.table),
        ("hand", wanted.hand),
        ("dealer", wanted.dealer),
        ("game", wanted.game),
    ):
        if value:
            values.append(value)
            where.append(f"{column} = ${len(values)}")
    if wanted.stopped:
        where.append("stops > 0")
    if wanted.rule:
        values.append(wanted.rule)
        where.append(
            f"(record, first_fact) IN (SELECT record, first_fact FROM rulings WHERE rule = ${len(values)} "
            "AND at_ns >= $1 ORDER BY at_ns DESC LIMIT 10000)"
        )
    limit = max(1, min(wanted.limit, PAGE_MAX))
    sql = f"SELECT {_HAND} FROM hands WHERE {' AND '.join(where)} ORDER BY began_ns DESC LIMIT {limit}"
    return [FoundHand(*row) for row in await database.ask(sql, *values)]


async def hand_rows(database: Database, record: int, first_fact: int) -> HandRows | None:
    """One hand, fact by fact; None if there is none. Raises DatabaseError."""
    sql = f"SELECT {_HAND} FROM hands WHERE record = $1 AND first_fact = $2"
    found = await database.ask(sql, record, first_fact)
    if not found:
        return None
    hand = FoundHand(*found[0])
    rows = await database.ask(
        "SELECT body FROM entries WHERE record = $1 AND part = 0 AND number BETWEEN $2 AND $3 "
        f"ORDER BY number LIMIT {ROWS_MAX}",
        record, hand.first_fact, hand.last_fact,
    )  # fmt: skip
    return HandRows(hand, [msgspec.Raw(body.encode()) for (body,) in rows])


class Rate(msgspec.Struct, frozen=True):
    """How often the deal was stopped: `stops` in `hands`, of which `stopped` had one."""

    key: str
    stops: int
    stopped: int
    hands: int


async def mistakes(database: Database, by: By, after_ns: int) -> list[Rate]:
    """Stops since a time by one thing, the most frequent first. Raises DatabaseError.

    Whole hours were counted ahead; of the hour that has begun before that time the hands are counted.
    """
    hour = -(-after_ns // HOUR_NS)
    since: tuple[Value, ...] = after_ns, hour * HOUR_NS, hour
    if by == "kind":
        sql = (
            "SELECT rule, CAST(sum(stops) AS BIGINT), count(*), "
            f"(SELECT CAST(COALESCE(sum(hands), 0) AS BIGINT) FROM ({_COUNTED}) AS counted) "
            "FROM (SELECT rule, count(*) AS stops FROM rulings WHERE severity = 'stop' AND at_ns >= $1 "
            f"GROUP BY rule, record, first_fact) AS by_hand GROUP BY rule ORDER BY 2 DESC, 1 LIMIT {COUNTED_MAX}"
        )
    else:
        key = {"dealer": "dealer", "game": "game", "table": "name", "hour": "CAST(hour % 24 AS TEXT)"}[by]
        sql = (
            f"SELECT {key}, CAST(sum(stops) AS BIGINT), CAST(sum(stopped) AS BIGINT), CAST(sum(hands) AS BIGINT) "
            f"FROM ({_COUNTED}) AS counted GROUP BY {key} HAVING sum(hands) > 0 ORDER BY 2 DESC, 1 LIMIT {COUNTED_MAX}"
        )
    return [Rate(*row) for row in await database.ask(sql, *since)]


class DeckWear(msgspec.Struct, frozen=True):
    """A deck of a table: how many hands it was dealt for, and when last."""

    table: str
    back: str
    hands: int
    last_ns: int


async def decks(database: Database) -> list[DeckWear]:
    """Every deck, the most used first. Raises DatabaseError."""
    sql = f"SELECT name, back, hands, last_ns FROM decks WHERE hands > 0 ORDER BY 3 DESC LIMIT {COUNTED_MAX}"
    return [DeckWear(*row) for row in await database.ask(sql)]


class Report(msgspec.Struct, frozen=True):
    """Something that the floor has found. `seen_by`: the person that has looked at it; empty while nobody has."""

    id: str
    at_ns: int
    table: str
    code: str
    detail: str
    times: int
    seen_by: str


async def list_reports(database: Database, *, unseen: bool) -> list[Report]:
    """The reports, the latest first. Where there are too many, each table has its latest ones among them. Raises
    DatabaseError."""
    where = "WHERE seen_by = ''" if unseen else ""
    columns = "id, at_ns, name, code, detail, times, seen_by"
    fair = f"SELECT {columns}, row_number() OVER (PARTITION BY name ORDER BY at_ns DESC) AS nth FROM reports {where}"
    page = f"SELECT {columns} FROM ({fair}) AS ranked ORDER BY nth, at_ns DESC LIMIT {PAGE_MAX}"
    sql = f"SELECT {columns} FROM ({page}) AS page ORDER BY at_ns DESC"
    return [Report(*row) for row in await database.ask(sql)]


async def mark_seen(database: Database, report: str, person: str) -> bool:
    """Somebody has looked at a report; whether it is there. Raises DatabaseError."""
    async with database.transaction() as transaction:
        if not await transaction.ask("SELECT 1 FROM reports WHERE id = $1", report):
            return False
        await transaction.change("UPDATE reports SET seen_by = $2 WHERE id = $1 AND seen_by = ''", [(report, person)])
    return True


class Sent(msgspec.Struct, frozen=True):
    """A command that was sent. `answer`: what the table answered, as JSON; empty if it has not yet."""

    made_ns: int
    table: str
    person: str
    command: Any
    answer: Any


async def list_commands(database: Database) -> list[Sent]:
    """The latest commands. Raises DatabaseError."""
    sql = f"SELECT made_ns, name, person, body, answer FROM commands ORDER BY made_ns DESC LIMIT {PAGE_MAX}"
    decode = msgspec.json.decode
    return [
        Sent(at, name, by, decode(body), decode(answer or "null"))
        for at, name, by, body, answer in await database.ask(sql)
    ]


class TableKept(msgspec.Struct, frozen=True):
    """How far a table's latest record is kept, and whether the table may connect."""

    name: str
    facts: int
    events: int
    heads: int
    revoked: bool


class KeptRecord(msgspec.Struct, frozen=True):
    """The latest record of one of a table's journals, as far as it is kept."""

    name: str
    journal: str
    cursor: Cursor


async def kept_records(database: Database, room: str) -> list[KeptRecord]:
    """The latest record of each journal of each table, the latest first. Raises DatabaseError."""
    found = await database.ask(
        "SELECT name, journal, facts, events, heads FROM records AS one WHERE room = $1 AND id = (SELECT max(id) "
        "FROM records WHERE room = one.room AND name = one.name AND journal = one.journal) "
        f"ORDER BY id DESC LIMIT {10 * COUNTED_MAX}",
        room,
    )
    return [KeptRecord(name, journal, Cursor(*numbers)) for name, journal, *numbers in found]


async def list_tables(database: Database, room: str) -> list[TableKept]:
    """Every table that is enrolled or has ever published. Raises DatabaseError."""
    kept = await kept_records(database, room)
    enrolled: dict[str, int | None] = dict(
        await database.ask("SELECT name, revoked_ns FROM tables WHERE room = $1", room)
    )
    found = {
        one.name: TableKept(
            one.name, one.cursor.facts, one.cursor.events, one.cursor.heads, enrolled.get(one.name) is not None
        )
        for one in reversed(kept)
    }
    for name, revoked_ns in enrolled.items():
        found.setdefault(name, TableKept(name, 0, 0, 0, revoked_ns is not None))
    return [found[name] for name in sorted(found)]


async def user_key_of(database: Database, name: TableName) -> str:
    """The public key of an enrolled table that is not revoked; empty if there is none. Raises DatabaseError."""
    sql = "SELECT user_key FROM tables WHERE room = $1 AND name = $2 AND revoked_ns IS NULL"
    found = await database.ask(sql, name.room, name.table)
    return found[0][0] if found else ""
