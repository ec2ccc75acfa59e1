"""A running table's link to its floor: the outbox, for as long as the table runs. Nothing of it without `--floor`."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from burncard.controller.service import TableService

if TYPE_CHECKING:
    from burncard.controller.outbox.credentials import Credentials


class FloorLinkError(Exception):
    """The table cannot be linked to a floor. The message says why."""


def floor_credentials(file: str) -> "Credentials | None":
    """The credentials in a file; None where no floor is asked for. Raises FloorLinkError."""
    if not file:
        return None
    try:
        from burncard.controller.outbox.credentials import CredentialsError, read_credentials
    except ImportError as error:
        raise FloorLinkError(f"{error.name} is not installed: pip install 'burncard[floor]'") from error
    try:
        return read_credentials(Path(file))
    except CredentialsError as error:
        raise FloorLinkError(str(error)) from error


@asynccontextmanager
async def linked(
    service: TableService, credentials: "Credentials | None", entered: Callable[[], None]
) -> AsyncIterator[None]:
    """Publishes a table's record and hears the floor while this lasts. `entered` is called after a command."""
    if credentials is None:
        yield
        return
    from burncard.controller.outbox.ending import end
    from burncard.controller.outbox.outbox import Outbox
    from burncard.controller.outbox.tracing import traces_asked_for

    traces = traces_asked_for("burncard-table")
    publishing = asyncio.create_task(Outbox(service, credentials, entered, traces=traces).run())
    try:
        yield
    finally:
        await end(publishing)
