"""Ends a task that talks to the servers: their client swallows a cancellation now and then, so it is repeated."""

import asyncio
from typing import Any, Final

AGAIN_S: Final = 0.5


async def end(*tasks: "asyncio.Future[Any]") -> None:
    """Cancels tasks until they are done. What they raise stays in them for the caller."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=AGAIN_S)
