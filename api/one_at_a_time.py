"""One at a time: work with the same key is done in the order in which it came."""

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class _Turn:
    """Work that is being done for a key, and how many wait for it or do it."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    requests: int = 0


class OneAtATime:
    """Keeps work with the same key apart. A key that nobody works with is forgotten."""

    def __init__(self) -> None:
        self._turns: dict[Hashable, _Turn] = {}

    @asynccontextmanager
    async def alone(self, key: Hashable) -> AsyncIterator[None]:
        """No other work with this key is done meanwhile."""
        turn = self._turns.setdefault(key, _Turn())
        turn.requests += 1
        try:
            async with turn.lock:
                yield
        finally:
            turn.requests -= 1
            if not turn.requests:
                del self._turns[key]

    async def parts(self, key: Hashable, parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The parts of an answer, worked out while no other work with this key is done."""
        async with self.alone(key):
            async for part in parts:
                yield part
                await asyncio.sleep(0)
