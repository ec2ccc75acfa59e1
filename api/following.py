"""Follows the other tables that a desk shows, each over its own stream."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic_ns
from typing import Any, Final

import msgspec

from burncard.api.client.tables import AsyncTable
from burncard.api.peers import Heard, Peer
from burncard.controller.views.table_model import TableView
from burncard.hardware.plain_files import check_plain

AGAIN_S: Final = 3.0
TROUBLE_CHARACTERS_MAX: Final = 200


@asynccontextmanager
async def followed(peers: Sequence[Peer]) -> AsyncIterator[tuple[Heard, ...]]:
    """The other tables, followed while this lasts."""
    tables = tuple(Heard(peer) for peer in peers)
    tasks = [asyncio.create_task(_follow(one)) for one in tables]
    try:
        yield tables
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _follow(one: Heard) -> None:
    """Follows a table, and tries again when it is lost."""
    while True:
        try:
            await _listen(one)
            one.trouble = "has stopped"
        except Exception as error:  # another table may send anything: it is named, and tried again
            one.trouble = (str(error) or type(error).__name__)[:TROUBLE_CHARACTERS_MAX]
        await asyncio.sleep(AGAIN_S)


def _view_of(said: dict[str, Any]) -> TableView:
    """A view, whose parts that are passed on as they are need its bytes. Raises msgspec.ValidationError."""
    return msgspec.json.decode(msgspec.json.encode(said), type=TableView)


async def _listen(one: Heard) -> None:
    peer = one.peer
    if peer.certificate:
        check_plain(Path(peer.certificate))
    async with AsyncTable(peer.address, peer.token, verify=peer.certificate or True) as table:
        async for kind, data in table.events():
            view = data.get("view") if kind == "fact" else data if kind == "view" else None
            if view is not None:
                one.view, one.heard_ns, one.trouble = _view_of(view), monotonic_ns(), ""
