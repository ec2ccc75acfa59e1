"""The simulated table at human pace: virtual devices on real ttys, dealer and players on the asyncio loop."""

import asyncio
from contextlib import suppress
from random import Random

from burncard.controller.ledger.seating import SeatChange
from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import SECOND
from burncard.rules.games import GAMES
from burncard.simulator.devices.virtual_camera import VirtualCamera
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.mishaps import Wanted
from burncard.simulator.pace import Pace
from burncard.simulator.pty_host import PtyHost
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.antenna_plan import TablePlan
from burncard.simulator.radio.quality import TYPICAL, Radio
from burncard.simulator.readers import READERS, faces_by, line_rate
from burncard.simulator.technician import Technician
from burncard.simulator.visitor import VisitedTable

DEVICE_BAUD = 115200
TECHNICIAN_PAUSE_S = 0.1
NAMES = ("Heron", "Linnet", "Plover", "Osprey", "Kestrel", "Curlew", "Wren", "Siskin", "Dunlin", "Avocet")
"""Players are called after birds, so that nobody takes them for people."""


class LiveTable:
    """Virtual devices on ptys, and the people who use them. `pace`: how fast they are. `protocol`: the reader's.

    `camera`: faces are seen by a camera, and not by the reader.
    """

    def __init__(
        self,
        service: TableService,
        seed: int,
        mistake_rate: float,
        pace: Pace,
        radio: Radio = TYPICAL,
        protocol: str = "burncard-reader",
        *,
        camera: bool = False,
    ) -> None:
        clock_ns = self._clock_ns = service.record.now
        self.protocol = protocol
        self.air = Air(TablePlan(service.layout.zones), radio, Random(seed + 1))
        faces = faces_by(protocol, camera=camera)
        reader = READERS[protocol](self.air, Random(seed + 3), faces == "reader")
        self.shuffler = VirtualShuffler(time_scale=min(1.0, 0.15 / pace.speed), rng=Random(seed + 2))
        self.reader_host = PtyHost(reader, line_rate(protocol), clock_ns)
        self.shuffler_host = PtyHost(self.shuffler, DEVICE_BAUD, clock_ns)
        self.camera_host: PtyHost | None = None
        if camera:
            eye = VirtualCamera(air=self.air, rng=Random(seed + 4), zones=service.layout.zones)
            eye.eye.in_rows = GAMES[service.record.config.game].family == "stud"
            self.camera_host = PtyHost(eye, DEVICE_BAUD, clock_ns)
        wanted = Wanted(mistake_rate, faces=faces)
        self.table = VisitedTable(service, reader, self.shuffler, Random(seed), wanted, pace)
        self._technician = Technician(self.air, [card.uid for card in self.table.dealer.pack])
        self._service = service
        self._task: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()

    def plug(self) -> tuple[str, str]:
        """Opens both ttys. Returns the reader's path and the shuffler's."""
        self.table.resume(self._clock_ns())
        return self.reader_host.plug(), self.shuffler_host.plug()

    def start(self) -> None:
        """The dealer starts. Players who have no name get one."""
        for seat, taken in self._service.record.ledger.seating.taken.items():
            if not taken.name:
                name = NAMES[(seat - 1) % len(NAMES)]
                self._service.change_seat(SeatChange(seat, "name", "simulator", name=name), seat)
        self._task = asyncio.get_running_loop().create_task(self._deal())
        self._task.add_done_callback(_tell_failure)

    def wake(self) -> None:
        """A visitor has asked for something: it is done at once."""
        self._woken.set()

    async def stop(self) -> None:
        """The dealer stops and the devices are unplugged."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for host in (self.reader_host, self.shuffler_host, self.camera_host):
            if host is not None:
                host.unplug()

    async def _deal(self) -> None:
        stopped = False
        while True:
            if stopped and not self._service.stopping.stopped:
                self.table.packing.put_in_again(self._clock_ns())
            stopped = self._service.stopping.stopped
            if self._technician.work(self._service.maintenance.calibrating.survey, self._clock_ns()):
                await asyncio.sleep(TECHNICIAN_PAUSE_S)
                continue
            pause_ns = self.table.step(self._clock_ns())
            self.reader_host.pump()
            self.shuffler_host.pump()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), pause_ns / SECOND)
            self._woken.clear()


def _tell_failure(task: asyncio.Task[None]) -> None:
    """Raises a bug of the dealer at once, in the loop's handler, and not only when the table is closed."""
    if not task.cancelled():
        task.result()
