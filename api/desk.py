"""A whole table in a thread, driven by a script: virtual devices on real ttys, the real controller, the real API.

For programs that use the simulator, and for tests. The script deals every card:

    from burncard.api import Desk

    with Desk() as desk:
        desk.load()
        desk.put("As", "seat:1", "up")
        desk.wait(lambda view: bool(view["alerts"]))

Methods may be called from any thread except the desk's own. `wait` raises TimeoutError.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self, TypeVar

import uvicorn

from burncard.api.access import ROLES
from burncard.api.accounts.people import Demonstration
from burncard.api.app import create_app
from burncard.api.attached_devices import AttachedDevices, Place, steady_clock
from burncard.api.bounded_http import BoundedServer, server_options
from burncard.api.context import Context
from burncard.controller.config import TableConfig
from burncard.controller.faults import Role
from burncard.controller.journal.journal import Entry, Journal, LoggedEvent
from burncard.controller.service import TableService
from burncard.controller.views import View, view_of
from burncard.firmware_bridge.driver import Nanoseconds
from burncard.firmware_bridge.events import DeviceRole
from burncard.hardware.layout import load_layout
from burncard.rules.cards import Card, Face, Zone
from burncard.simulator.devices.virtual_camera import VirtualCamera
from burncard.simulator.devices.virtual_device import VirtualDevice
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.pty_host import PtyHost
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.antenna_plan import TablePlan
from burncard.simulator.radio.quality import RADIOS
from burncard.simulator.table_sim import enrolled_packs
from burncard.simulator.technician import Technician

HOST = "127.0.0.1"
BAUD = 115200
SHUFFLE_TIME_SCALE = 0.01
LOOK_S = 0.005
PATIENCE_S = 10.0

T = TypeVar("T")


class Desk:
    """One scripted table. `journal`: a file to resume from (in memory if missing); `reader`: replaces its reader.

    `radio`: perfect, good, typical or poor, with the accidents of `seed`. `camera`: it sees the faces, and the reader
    does not; a device that is given is the camera, otherwise a virtual one.
    """

    def __init__(
        self,
        config: TableConfig | None = None,
        journal: Path | None = None,
        reader: VirtualReader | None = None,
        radio: str = "perfect",
        seed: int = 1,
        *,
        camera: VirtualDevice | bool = False,
    ) -> None:
        self.config = config or TableConfig()
        self.keys = Demonstration({role: f"key-of-the-{role}" for role in ROLES})
        self.address = ""
        air = Air(TablePlan(load_layout().zones), RADIOS[radio], Random(seed))
        self.reader = reader or VirtualReader(air=air, senses_face=not camera)
        self.camera: VirtualDevice | None = None
        if camera is True:
            self.camera = VirtualCamera(air=self.reader.air, rng=Random(seed))
        elif camera is not False:
            self.camera = camera
        self.shuffler = VirtualShuffler(time_scale=SHUFFLE_TIME_SCALE)
        self._journal = journal
        self._clock_ns = steady_clock()
        self._pack = {physical.card: physical.uid for physical in enrolled_packs()[0]}
        self._technician = Technician(self.reader.air, list(self._pack.values()))
        self._loop: asyncio.AbstractEventLoop
        self._server: uvicorn.Server | None = None
        self._started = threading.Event()
        self._stopping = False
        self._failed: Exception | None = None
        self._thread = threading.Thread(target=self._work, name="desk")

    def __enter__(self) -> Self:
        """Starts the table and its server; the devices are ready when this returns.

        Raises TimeoutError, or what kept the table from starting; nothing is left of it then.
        """
        self._thread.start()
        try:
            if not self._started.wait(PATIENCE_S):
                raise TimeoutError("the table did not start")
            if self._failed is not None:
                raise self._failed
            self.wait(lambda view: all(health["link"] == "ready" for health in view["devices"].values()))
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Stops the table and its server."""
        self._stop()

    # ---- what the dealer does --------------------

    def load(self, missing: tuple[str, ...] = ()) -> None:
        """Collects all cards and loads the shuffler, leaving out the missing cards.

        Returns when the hand has begun, or when the pack has failed its check.
        """
        tags = [uid for card, uid in self._pack.items() if card not in missing]
        hands = self._call(self._load(tags))
        self.wait(lambda view: self.service.record.ledger.hands > hands or bool(view["deck_trouble"]))

    def put(self, card: str, zone: str, face: Face = "down", *, boxed: bool = False) -> None:
        """Puts a card into a zone, from the pack or from where it lies. One that lies there so already, such as on its
        border, is pushed: it comes to lie anew."""
        self._call(self._put(Card(card), Zone(zone), face, boxed))

    def deal(self, card: str, zone: str, face: Face = "down") -> None:
        """Puts a card into a zone and waits until the table has seen it."""
        number = self.service.record.journal.count
        self.put(card, zone, face)
        self.wait(lambda view: int(view["number"]) > number)

    def put_between(self, card: str, zone: str, other: str, face: Face = "down") -> None:
        """Puts a card on the border of two zones, where on most radios both antennas hear it."""
        self._call(self._put_between(Card(card), (Zone(zone), Zone(other)), face))

    def put_tag(self, uid: str, zone: str) -> None:
        """Puts a card with any tag into a zone."""
        self._call(self._put_tag(uid, Zone(zone), "unknown", boxed=False))

    def lay_for_survey(self) -> None:
        """Lays what the calibration under way asks for next; after it, takes those cards away."""
        self._call(self._lay_for_survey())

    def unplug(self, device: DeviceRole) -> None:
        """Unplugs a device."""
        self._loop.call_soon_threadsafe(self._hosts[device].unplug)

    def fail_shuffler(self, code: str) -> None:
        """Makes the shuffler report a fault."""
        self._call(self._fail_shuffler(code))

    # ---- what can be read --------------------

    def view(self, role: Role = "dealer") -> View:
        """The table as a role may see it."""
        return self._call(self._view(role))

    def journaled(self) -> list[Entry]:
        """All facts in the journal."""
        return self._call(self._journaled())

    def events(self) -> list[LoggedEvent]:
        """All significant events in the journal."""
        return self._call(self._events())

    def wait(self, done: Callable[[View], bool], patience_s: float = PATIENCE_S) -> View:
        """Waits until the dealer's view satisfies `done`; that view. Raises TimeoutError."""
        return self._call(self._wait(done, patience_s))

    def console(self, role: Role = "dealer") -> str:
        """The console's address with a role's key."""
        return f"{self.address}/?key={self.keys.key_of(role)}"

    # ---- on the desk's own thread --------------------

    def _work(self) -> None:
        try:
            asyncio.run(self._run())
        except Exception as error:
            if self._started.is_set():
                raise
            self._failed = error
            self._started.set()

    def _stop(self) -> None:
        self._stopping = True
        if self._server is not None:
            self._server.should_exit = True
        self._thread.join(PATIENCE_S)

    async def _run(self) -> None:
        with ExitStack() as opened:
            await self._serve(opened)

    async def _serve(self, opened: ExitStack) -> None:
        self._loop = asyncio.get_running_loop()
        decks = enrolled_packs()[2]
        journal = opened.enter_context(closing(Journal(self._journal)))
        self.service = TableService(self.config, journal, decks, load_layout(), self._clock_ns)
        self._reader_host = PtyHost(self.reader, BAUD, self._clock_ns)
        self._shuffler_host = PtyHost(self.shuffler, BAUD, self._clock_ns)
        self._hosts: dict[DeviceRole, PtyHost] = {"reader": self._reader_host, "shuffler": self._shuffler_host}
        if self.camera is not None:
            self._hosts["camera"] = PtyHost(self.camera, BAUD, self._clock_ns)
        for host in self._hosts.values():
            opened.callback(host.unplug)
        reader = Place(self._reader_host.plug(), "burncard-reader")
        shuffler = Place(self._shuffler_host.plug(), "burncard-shuffler")
        camera = Place(self._hosts["camera"].plug(), "face-camera") if self.camera is not None else None
        devices = AttachedDevices(self.service, reader, shuffler, camera=camera)
        opened.callback(devices.close)
        devices.start()
        self.context = Context(self.service, self.keys, devices.move_soon, lambda: self._stopping, demonstration=True)
        self.app = create_app(self.context)
        config = uvicorn.Config(self.app, host=HOST, port=0, **server_options())
        server = self._server = BoundedServer(config)
        server.should_exit = self._stopping
        serving = asyncio.create_task(server.serve())
        while not server.started and not serving.done():
            await asyncio.sleep(LOOK_S)
        if server.servers:
            self.address = f"http://{HOST}:{server.servers[0].sockets[0].getsockname()[1]}"
            self._started.set()
        await serving

    async def _load(self, tags: list[str]) -> int:
        now_ns, hands = Nanoseconds(self._clock_ns()), self.service.record.ledger.hands
        for uid in list(self.reader.lying()):
            self.reader.take_tag(uid, now_ns)
        self.shuffler.load(tags, frozenset(self._pack.values()), now_ns, frozenset())
        self._reader_host.pump()
        self._shuffler_host.pump()
        return hands

    async def _put(self, card: Card, zone: Zone, face: Face, boxed: bool) -> None:
        await self._put_tag(self._pack[card], zone, face, boxed=boxed)

    async def _put_tag(self, uid: str, zone: Zone, face: Face, *, boxed: bool) -> None:
        antenna, now_ns = self.service.layout.antenna_of(zone), Nanoseconds(self._clock_ns())
        if antenna is None:
            self.reader.take_tag(uid, now_ns)
        else:
            lies = self.reader.air.felt.pieces.get(uid)
            if lies is not None and (lies.antenna, lies.face) == (antenna, face):
                self.reader.take_tag(uid, now_ns)  # else the air leaves it where it lies
            self.reader.put_tag(uid, antenna, face, now_ns, boxed=boxed)
        self._reader_host.pump()

    async def _put_between(self, card: Card, zones: tuple[Zone, Zone], face: Face) -> None:
        first, second = (self.service.layout.antenna_of(zone) or 0 for zone in zones)
        self.reader.put_between(self._pack[card], (first, second), face, Nanoseconds(self._clock_ns()))
        self._reader_host.pump()

    async def _lay_for_survey(self) -> None:
        self._technician.work(self.service.maintenance.calibrating.survey, self._clock_ns())

    async def _fail_shuffler(self, code: str) -> None:
        self.shuffler.fail(code, Nanoseconds(self._clock_ns()))
        self._shuffler_host.pump()

    async def _journaled(self) -> list[Entry]:
        return list(self.service.record.journal.facts())

    async def _events(self) -> list[LoggedEvent]:
        return list(self.service.record.journal.events())

    async def _view(self, role: Role) -> View:
        return view_of(self.service, role)

    async def _wait(self, done: Callable[[View], bool], patience_s: float) -> View:
        async with asyncio.timeout(patience_s):
            while not done(view := view_of(self.service)):
                await asyncio.sleep(LOOK_S)
        return view

    def _call(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()
