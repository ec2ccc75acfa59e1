"""Which of a room's floors works: one holds the lease in the database, any other stands by and takes over from it.

Each transaction that takes rows in renews the lease in the same transaction, so a floor that was stopped for a while,
or cut off, can write nothing once another one has taken over. No clock is compared: a floor that stands by counts, by
its own clock, how long the lease has not changed.
"""

import secrets
import time
from collections.abc import Callable
from typing import Final

from burncard.api.floor.database import Database, Transaction

GOOD_S: Final = 6.0
"""How long a lease is respected that nobody renews."""


class LeaseLostError(Exception):
    """Another floor of the room has taken over."""


class Lease:
    """The lease of a room, as one floor sees it. `good_s`: how long it lasts unrenewed."""

    def __init__(
        self, database: Database, room: str, good_s: float = GOOD_S, clock_s: Callable[[], float] = time.monotonic
    ) -> None:
        self.good_s = good_s
        self.is_held = False
        self._database = database
        self._room = room
        self._clock_s = clock_s
        self._holder = secrets.token_hex(8)
        self._beats = 0
        self._seen: tuple[str, int] | None = None
        self._seen_s = 0.0

    async def claim(self) -> bool:
        """Takes the lease if it is free or has not been renewed for long; whether it is held now. Raises DatabaseError.

        To be asked again and again.
        """
        async with self._database.transaction() as transaction:
            found = await transaction.ask("SELECT holder, beats FROM leases WHERE room = $1", self._room)
            if not found:
                sql = "INSERT INTO leases VALUES ($1, $2, 0) ON CONFLICT DO NOTHING RETURNING beats"
                taken = await transaction.ask(sql, self._room, self._holder)
            elif self._is_free(found[0]):
                taken = await transaction.ask(
                    "UPDATE leases SET holder = $2, beats = beats + 1 WHERE room = $1 AND holder = $3 AND beats = $4 "
                    "RETURNING beats",
                    self._room, self._holder, *found[0],
                )  # fmt: skip
            else:
                return False
        self.is_held = bool(taken)
        if taken:
            ((self._beats,),) = taken
        return self.is_held

    def _is_free(self, seen: tuple[str, int]) -> bool:
        now_s = self._clock_s()
        if seen != self._seen:
            self._seen, self._seen_s = seen, now_s
        return seen[0] in ("", self._holder) or now_s - self._seen_s >= self.good_s

    async def beat(self, transaction: Transaction) -> bool:
        """Renews the lease with a transaction. Whether the database is as this floor has left it.

        One that was put back, or whose replica lacks the last of it, is not. Raises LeaseLostError, DatabaseError.
        """
        sql = "UPDATE leases SET beats = beats + 1 WHERE room = $1 AND holder = $2 RETURNING beats"
        found = await transaction.ask(sql, self._room, self._holder)
        if not found:
            self.is_held = False
            raise LeaseLostError
        before, ((self._beats,),) = self._beats, found
        return self._beats == before + 1

    async def release(self) -> None:
        """Gives the lease up, so that the next floor need not wait. Raises DatabaseError."""
        self.is_held = False
        await self._database.change(
            "UPDATE leases SET holder = '', beats = beats + 1 WHERE room = $1 AND holder = $2",
            self._room, self._holder,
        )  # fmt: skip
