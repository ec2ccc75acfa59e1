"""The desk of all tables of a room: every page fits its screens, keeps nobody out and looks as before."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import uvicorn
from playwright.sync_api import Page

from burncard.api.floor.authority import Authority
from burncard.api.floor.database import Database, database_at
from burncard.api.floor.floor_app import Floor, create_floor_app
from burncard.api.floor.floor_people import FloorPeople
from burncard.api.floor.intake import Arrived, Intake
from burncard.api.floor.room_floor import Heard, Room
from burncard.controller.outbox.published import Cursor
from burncard.controller.outbox.subjects import TableName
from burncard.controller.outbox.table_status import status_of
from burncard.simulator.quick_table import QuickTable
from tests.harness.console import Console
from tests.harness.floor_room import messages_of, quick_table
from tests.harness.looks import looked_over

NAMES = ("cedar", "elm", "oak")
HANDS = 2
PATIENCE_S = 30.0


class RoomDesk:
    """The desk of a room of three tables on loopback, without the room's servers: one table stands, one is silent."""

    def __init__(self, folder: Path) -> None:
        self.tables: dict[str, QuickTable] = {}
        self._database: Database = database_at(str(folder / "floor.db"))
        self._room = Room(Authority.make(folder / "authority", "room", [], ["127.0.0.1"]), self._database)
        self.people = FloorPeople(self._database, None)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        app = create_floor_app(Floor(self._room, self._database, self.people, demonstration=True))
        self._server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run(folder)))
        self._thread.start()

    def __enter__(self) -> "RoomDesk":
        deadline = time.monotonic() + PATIENCE_S
        while not self._server.started:
            assert time.monotonic() < deadline, "the desk did not start"
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()

    async def _run(self, folder: Path) -> None:
        await self._database.open()
        for number, name in enumerate(NAMES):
            stands = name == "elm"
            self.tables[name] = quick_table(folder, name, seed=number, mistakes=stands / 4, floor_waits=10**6)
            await self._play(name, number, stands=stands)
        await self._server.serve([self._listener])
        await self._database.close()
        for table in self.tables.values():
            table.close()

    async def _play(self, name: str, number: int, *, stands: bool) -> None:
        table, subject = self.tables[name], TableName("room", name)
        while not table.service.record.alerts if stands else table.service.record.ledger.hands < HANDS:
            table.step()
        arrived = (
            Arrived(1_000 * number + sequence, subject.record, msgspec.json.encode(message))
            for sequence, message in enumerate(messages_of(table, subject), 1)
        )
        await Intake(self._database).take(list(arrived))
        heard_s = time.monotonic() + (-60 if name == "oak" else 3600)
        self._room.heard[subject] = Heard(status_of(table.service, "room", name, Cursor(0, 0, 0)), heard_s)

    def pages(self) -> Iterator[str]:
        """The addresses of all pages."""
        stop = self.tables["elm"].service.record.alerts[-1]
        yield from (
            "tables",
            "table/cedar",
            f"table/elm/{stop.id}",
            "hands",
            "mistakes",
            "decks",
            "reports",
            "decisions",
        )


@pytest.fixture
def room(tmp_path: Path) -> Iterator[RoomDesk]:
    with RoomDesk(tmp_path) as desk:
        yield desk


def test_every_page_of_a_room_can_be_read_and_touched_and_looks_as_before(room: RoomDesk, page: Page) -> None:
    key = room.people.people.key_of("floor")  # type: ignore[attr-defined]
    console = Console(page, f"{room.address}/?key={key}")
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    for address in room.pages():
        kept = "room/" + address.partition("/")[0] + "-decide" * (address.count("/") == 2)
        found += looked_over(page, session, f"{room.address}/#{address}", kept)
    if found:
        pytest.fail("\n".join(found), pytrace=False)
    assert not console.complaints
