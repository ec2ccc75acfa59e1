"""The floor's database: PostgreSQL, or SQLite in a file where there is none. Both are asked in the same SQL.

Parameters are `$1`, `$2`, …; texts, whole numbers and None are the only values. A transaction that fails changes
nothing and may be tried again.
"""

import asyncio
import re
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import asyncpg

Value = str | int | None
Found = list[tuple[Any, ...]]
_PARAMETER: Final = re.compile(r"\$(\d+)")
POOL_MAX: Final = 8
STALLED_MS: Final = 10_000
"""A transaction that does nothing for so long is undone: its floor stands still, and another one may wait for it."""


class DatabaseError(Exception):
    """The database cannot be used now: it is away, full or locked. Nothing was changed."""


class BadValueError(DatabaseError):
    """A value that the database cannot hold."""


class Transaction(ABC):
    """What is asked and changed together."""

    @abstractmethod
    async def ask(self, sql: str, *values: Value) -> Found:
        """The rows of a query. Raises DatabaseError."""

    @abstractmethod
    async def change(self, sql: str, rows: Sequence[Sequence[Value]]) -> None:
        """Runs a statement for each row of values. Raises DatabaseError."""


class Database(ABC):
    """One database."""

    @abstractmethod
    async def open(self) -> None:
        """Connects, and brings the schema up to date. Raises DatabaseError."""

    @abstractmethod
    async def close(self) -> None:
        """Closes all connections."""

    @abstractmethod
    def transaction(self) -> Any:
        """An asynchronous context with a `Transaction`. Raises DatabaseError."""

    async def ask(self, sql: str, *values: Value) -> Found:
        """The rows of a query on its own. Raises DatabaseError."""
        async with self.transaction() as transaction:
            found: Found = await transaction.ask(sql, *values)
            return found

    async def change(self, sql: str, *values: Value) -> None:
        """A statement on its own. Raises DatabaseError."""
        async with self.transaction() as transaction:
            await transaction.change(sql, [values])

    async def _migrate(self) -> None:
        """Applies the numbered files that this database does not have yet. Raises DatabaseError."""
        async with self.transaction() as transaction:
            await transaction.change("CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY)", [()])
            done = {number for (number,) in await transaction.ask("SELECT number FROM migrations")}
            known = migrations()
            if done - set(known):
                raise DatabaseError("the database is of a newer version of this program")
            for number, text in known.items():
                if number not in done:
                    for statement in filter(str.strip, text.split(";\n")):
                        await transaction.change(statement, [()])
                    await transaction.change("INSERT INTO migrations VALUES ($1)", [(number,)])


def migrations() -> dict[int, str]:
    """The numbered files of the schema, in order."""
    folder = files("burncard.api.floor").joinpath("schema")
    found = sorted((entry.name, entry.read_text()) for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return {int(name.partition("-")[0]): text for name, text in found}


def database_at(address: str) -> Database:
    """The database of an address: `postgresql://…`, or the path of a SQLite file."""
    return _Postgres(address) if address.startswith(("postgresql:", "postgres:")) else _Sqlite(Path(address))


class _SqliteTransaction(Transaction):
    def __init__(self, worker: Executor, connection: sqlite3.Connection) -> None:
        self._worker = worker
        self._connection = connection

    async def ask(self, sql: str, *values: Value) -> Found:
        found: Found = await self._done(
            lambda: self._connection.execute(_PARAMETER.sub(r"?\1", sql), values).fetchall()
        )
        return found

    async def change(self, sql: str, rows: Sequence[Sequence[Value]]) -> None:
        await self._done(lambda: self._connection.executemany(_PARAMETER.sub(r"?\1", sql), rows))

    async def _done(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)


class _Sqlite(Database):
    """A SQLite file: one transaction at a time, all of it in one thread.

    So what ends a transaction comes after each of its statements, also after one whose caller was cancelled meanwhile.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="floor-database")
        self._connection: sqlite3.Connection | None = None
        self._one = asyncio.Lock()

    async def open(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False, timeout=5)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
        except (OSError, sqlite3.Error) as error:
            raise DatabaseError(str(error)) from error
        self._connection = connection
        await self._migrate()

    async def close(self) -> None:
        if self._connection is not None:
            self._worker.submit(self._connection.close).result()
            self._connection = None

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """One transaction, alone."""
        connection = self._connection
        if connection is None:
            raise DatabaseError("the database is not open")
        async with self._one:
            transaction = _SqliteTransaction(self._worker, connection)
            try:
                try:
                    await transaction.ask("BEGIN IMMEDIATE")
                    yield transaction
                    await transaction.ask("COMMIT")
                finally:
                    self._worker.submit(_roll_back, connection).result()
            except (OverflowError, sqlite3.DataError, sqlite3.ProgrammingError) as error:
                raise BadValueError(str(error)) from error
            except sqlite3.Error as error:
                raise DatabaseError(str(error)) from error


def _roll_back(connection: sqlite3.Connection) -> None:
    """Undoes a transaction that was not committed."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


class _PostgresTransaction(Transaction):
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def ask(self, sql: str, *values: Value) -> Found:
        return [tuple(row) for row in await self._connection.fetch(sql, *values)]

    async def change(self, sql: str, rows: Sequence[Sequence[Value]]) -> None:
        if rows and rows[0]:
            await self._connection.executemany(sql, rows)
        else:
            await self._connection.execute(sql)


class _Postgres(Database):
    """A PostgreSQL server, or several of which one takes writes: `postgresql://…@one:5432,two:5432/…`."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._pool: Any = None

    async def open(self) -> None:
        try:
            self._pool = await asyncpg.create_pool(
                self._address,
                min_size=1,
                max_size=POOL_MAX,
                command_timeout=60,
                timeout=5,
                target_session_attrs="read-write",
                server_settings={"idle_in_transaction_session_timeout": str(STALLED_MS)},
            )
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise DatabaseError(str(error)) from error
        await self._migrate()

    async def close(self) -> None:
        if self._pool is not None:
            self._pool.terminate()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """One transaction on a connection of the pool."""
        if self._pool is None:
            raise DatabaseError("the database is not open")
        try:
            async with self._pool.acquire(timeout=5) as connection, connection.transaction():
                yield _PostgresTransaction(connection)
        except asyncpg.DataError as error:
            raise BadValueError(str(error)) from error
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise DatabaseError(f"{type(error).__name__}: {error}") from error
