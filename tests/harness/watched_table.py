"""A whole table in one process and one thread, and every byte that comes out of it.

Virtual devices on memory lines, the real drivers, service and API, and a journal in memory.
"""

import asyncio
import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from fastapi import FastAPI

import burncard
from burncard.api.access import ROLES
from burncard.api.accounts.people import Demonstration
from burncard.api.app import create_app
from burncard.api.context import Context
from burncard.api.role_view import role_view
from burncard.api.stream import event_of
from burncard.controller.config import TableConfig
from burncard.controller.decks.decks import Decks
from burncard.controller.faults import Role
from burncard.controller.journal.export import export
from burncard.controller.journal.history import TableUpdate
from burncard.controller.journal.journal import Journal
from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import MS, Driver, Nanoseconds
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.firmware_bridge.shuffler import ShufflerDriver
from burncard.hardware.layout import load_layout
from burncard.rules.cards import Card, Face
from burncard.simulator.devices.virtual_device import VirtualDevice
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.memory_link import MemoryLine, World

BAUD = 9600  # the slower the line, the fewer scans in which nothing happens
SETTLE_NS = 1200 * MS  # for a card to be decided, at most
STARTED_NS = 400 * MS
WAIT_NS = 50 * MS
LOADED_NS = 1000 * MS
PRODUCT = str(Path(burncard.__file__).parent)
SHUFFLE_TIME_SCALE = 0.01
EVERYBODY: tuple[Role | None, ...] = (*ROLES, None)
PAGES = (
    "/api/state",
    "/api/log",
    "/api/events?after=0",
    *(f"/api/v1/{page}" for page in ("table", "hands/h1", "rulings?state=past", "exports/log", "events?after=0")),
)
MORE_PAGES = (
    "/metrics",
    "/readyz",
    *(f"/api/v1/{page}" for page in ("calibration", "antennas", "devices", "faults", "decks", "tables", "log")),
    *(f"/api/v1/{page}" for page in ("hands", "hands/h1/log", "hands/h2", "hands/h1/at/12", "hands/h2/at/20", "seats")),
    *(f"/api/v1/{page}" for page in ("rulings", "rulings/r1", "rulings/r1/choices", "rulings/r2/choices")),
    *(f"/api/v1/{page}" for page in ("mistakes", "mistakes?by=dealer", "reports/shift", "table/next-hand")),
)
"""Asked for after some games only."""
LAYOUT = load_layout()


class Tap:
    """A virtual device whose received bytes are written down."""

    def __init__(self, device: VirtualDevice, heard: Callable[[bytes], None]) -> None:
        self._device = device
        self._heard = heard
        self.take_output = device.take_output
        self.tick = device.tick
        self.next_due_ns = device.next_due_ns
        self.line_lost = device.line_lost

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        self._heard(data)
        self._device.receive(data, now_ns)


@dataclass(frozen=True, slots=True)
class Entry:
    """A request: who makes it (None: nobody whom the table knows), its words, and how long nothing happens then."""

    role: Role | None
    method: str
    path: str
    body: bytes = b""
    pause_ns: int = 0


WORK_DONE = "work done"
"""The channel that says which lines of the product an entry has run, and how often."""


@dataclass(frozen=True, slots=True)
class Move:
    """A tag is put at an antenna, or taken away (`antenna` None)."""

    uid: str
    antenna: int | None
    face: Face = "down"
    boxed: bool = False


@dataclass(frozen=True, slots=True)
class Load:
    """Every tag is taken away; these are loaded into the shuffler, which gives them back in an order of its own."""

    tags: tuple[str, ...]


Stimulus = Entry | Move | Load


class Served:
    """One application that serves tables one after another. Making one takes longer than a short hand.

    Its routes hold a service and a context, which begin anew with each table.
    """

    def __init__(self) -> None:
        self._service = TableService.__new__(TableService)
        self.context = Context.__new__(Context)
        self._app: FastAPI | None = None

    def begin(self, *given: Any) -> TableService:
        """The service of the next table."""
        self._service.__init__(*given)  # type: ignore[misc]
        return self._service

    def app(self, *given: Any) -> FastAPI:
        """The application, which serves that table from now on."""
        self.context.__init__(self._service, *given)  # type: ignore[misc]
        if self._app is None:
            self._app = create_app(self.context)
            self._app.middleware_stack = self._app.build_middleware_stack()  # which the first request would do
        return self._app


class WatchedTable:
    """One table. `told`: the channel and the bytes of all that came out, for each stimulus; `stub`: the pack, as last
    shuffled. `count_work`: each entry's work is a channel too, as how often each line was run, and so is each
    statement to the journal. `served`: the
    application that serves it, and served others before."""

    def __init__(
        self,
        config: TableConfig,
        cards: dict[str, Card],
        other: dict[str, Card],
        *,
        count_work: bool = False,
        served: Served | None = None,
    ) -> None:
        self.told: list[list[tuple[str, bytes]]] = [[]]
        self.stub: tuple[str, ...] = ()
        self._count_work = count_work
        self.world = World(Random(1))
        self.decks = Decks(secret=b"the same at both tables")
        self.decks.enrol("red", cards)
        self.decks.enrol("blue", other)
        self.journal = Journal(None)
        if count_work:
            self.journal._db.set_trace_callback(lambda statement: self._tell("statement", statement.encode()))
        self.served = served or Served()
        self.service = self.served.begin(config, self.journal, self.decks, LAYOUT, lambda: self.world.now_ns)
        self.keys = Demonstration({role: f"key-of-the-{role}" for role in ROLES})
        self.app = self.served.app(self.keys, self._pump, lambda: True)
        self.reader, self.shuffler = VirtualReader(), VirtualShuffler(time_scale=SHUFFLE_TIME_SCALE, rng=Random(1))
        reader, shuffler = ReaderDriver(session=1), ShufflerDriver(session=1)
        self.service.attach(reader, shuffler)
        self._lines = [self._line("reader", reader, self.reader), self._line("shuffler", shuffler, self.shuffler)]
        self.service.record.subscribe(self._heard)
        for line in self._lines:
            self.world.join(line)
        self.pass_time(STARTED_NS)

    def do(self, stimulus: Stimulus) -> tuple[int, bytes]:
        """Does something at the table, and lets time pass; the status and the body where it was an entry."""
        self.told.append([])
        answer = (0, b"")
        now_ns = self.world.now_ns
        try:
            match stimulus:
                case Entry() if self._count_work:
                    work = WorkDone()
                    answer = work.during(lambda: self._request(stimulus))
                    self._tell(WORK_DONE, str(work).encode())
                case Entry():
                    answer = self._request(stimulus)
                case Move(antenna=None):
                    self.reader.take_tag(stimulus.uid, now_ns)
                case Move(antenna=int(antenna)):
                    self.reader.put_tag(stimulus.uid, antenna, stimulus.face, now_ns, boxed=stimulus.boxed)
                case Load():
                    for uid in list(self.reader.lying()):
                        self.reader.take_tag(uid, now_ns)
                    self.shuffler.load(list(stimulus.tags), frozenset(stimulus.tags), now_ns)
            self._pump()
            match stimulus:
                case Entry():
                    self.pass_time(stimulus.pause_ns)
                case Move():
                    self.pass_time(SETTLE_NS, self._takes_a_fact())
                case Load():
                    self.pass_time(LOADED_NS, lambda: self.service.record.in_hand)
                    self.stub = self.shuffler.take_pack()
        except Exception as error:
            self._tell("exception", repr(error).encode())
            raise
        return answer

    def finish(self, pages: Iterable[tuple[Role | None, str]]) -> None:
        """Writes down what can be had afterwards: the journal's rows, its export, and pages, each as a role has it."""
        self.told.append([])
        for entry in self.journal.facts():
            self._tell("journal", f"{entry.number} {entry.at_ns} {entry.operator} ".encode() + entry.body)
        for event in self.journal.events():
            self._tell("events", f"{event.number} {event.at_ns} {event.kind} ".encode() + event.body)
        export(self.journal, self.decks, lambda line: self._tell("export", line))
        for role, path in pages:
            self._request(Entry(role, "GET", path))

    def _takes_a_fact(self) -> Callable[[], bool]:
        before = self.journal.count
        return lambda: self.journal.count > before

    def pass_time(self, pause_ns: int, done: Callable[[], bool] | None = None) -> None:
        """Time passes, or less of it if the table gets somewhere. A table that is sooner there tells so."""
        until_ns = self.world.now_ns + pause_ns
        while (due_ns := self.service.next_due_ns()) is not None and due_ns <= until_ns:
            if self.world.run_until(due_ns, done):
                return
            self.service.tick()
            self._pump()
        self.world.run_until(until_ns, done)

    # ---- inside --------------------

    def _line(self, name: str, driver: Driver, device: VirtualDevice) -> MemoryLine:
        tap = Tap(device, lambda data: self._tell(f"to the {name}", data))
        return MemoryLine(driver, tap, BAUD, lambda event: self.service.on_event(name, event))

    def _pump(self) -> None:
        for line in self._lines:
            self.world.pump(line)

    def _heard(self, update: TableUpdate) -> None:
        for role in ROLES:
            self._tell(f"stream to {role}", event_of(update, role_view(self.service, role)))

    def _tell(self, channel: str, data: bytes) -> None:
        self.told[-1].append((channel, data))

    def _request(self, entry: Entry) -> tuple[int, bytes]:
        asked = LOOP.create_task(request(self.app, self.keys, entry))
        LOOP.run_until_idle()
        while not asked.done():  # it waits for cards
            self.pass_time(WAIT_NS)
            LOOP.run_until_idle()
        status, body = asked.result()
        self._tell(f"{entry.method} {entry.path} by {entry.role}", b"%d " % status + body)
        return status, body


class Turns(asyncio.SelectorEventLoop):
    """An event loop that knows when there is nothing left to do before time passes."""

    def __init__(self) -> None:
        super().__init__()
        self._called = 0
        self._stop_soon = partial(self.call_soon, self.stop)
        for name in ("call_soon", "call_soon_threadsafe"):
            self._count(name)

    def _count(self, name: str) -> None:
        call = getattr(self, name)

        def counted(*given: Any, **named: Any) -> asyncio.Handle:
            self._called += 1
            handle: asyncio.Handle = call(*given, **named)
            return handle

        setattr(self, name, counted)

    def run_until_idle(self) -> None:
        """Does what can be done now, and what follows from it."""
        while self._called:
            self._called = 0
            self._stop_soon()
            self.run_forever()


LOOP = Turns()


async def request(app: Any, keys: Demonstration, entry: Entry, cookie: str = "") -> tuple[int, bytes]:
    """One request to an ASGI application; the status, and the headers and the body in one."""
    path, _, query = entry.path.partition("?")
    headers = [(b"host", b"127.0.0.1:8777")]
    if entry.role is not None:
        headers.append((b"authorization", b"Bearer " + keys.key_of(entry.role).encode()))
    if cookie:
        headers.append((b"cookie", cookie.encode()))
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": entry.method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8777),
    }
    status, asked = 0, 0
    sent: list[bytes] = []

    async def receive() -> dict[str, Any]:
        nonlocal asked
        asked += 1
        if asked > 1:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": entry.body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
            sent.extend(name + b": " + value + b"\n" for name, value in message["headers"])
        else:
            sent.append(message.get("body", b""))

    await app(scope, receive, send)
    return status, b"".join(sent)


def _forget_answers() -> None:
    """Empties the caches of all functions of the product."""
    for forget in _caches():
        forget()


@cache
def _caches() -> list[Callable[[], None]]:
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("burncard.rules")]
    functions = [function for module in modules for function in vars(module).values()]
    return [function.cache_clear for function in functions if hasattr(function, "cache_clear")]


class WorkDone:
    """Counts how often each line of the product is run: the work that is done, without the noise of a clock."""

    def __init__(self) -> None:
        self.lines: Counter[tuple[str, int]] = Counter()

    def during(self, work: Callable[[], tuple[int, bytes]]) -> tuple[int, bytes]:
        _forget_answers()  # what the first table worked out, the second one must work out too
        before = sys.gettrace()
        gc.disable()  # what is collected is of any table
        sys.settrace(self._entered)
        try:
            return work()
        finally:
            sys.settrace(before)
            gc.enable()

    def _entered(self, frame: FrameType, event: str, argument: object) -> Any:
        return self._run if frame.f_code.co_filename.startswith(PRODUCT) else None

    def _run(self, frame: FrameType, event: str, argument: object) -> Any:
        self.lines[frame.f_code.co_filename, frame.f_lineno] += 1
        return self._run

    def __str__(self) -> str:
        named = sorted((f"{path.removeprefix(PRODUCT)}:{line}", count) for (path, line), count in self.lines.items())
        return f"{self.lines.total()}: {named}"
