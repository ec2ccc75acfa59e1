"""A whole table in virtual time: real link bytes on memory lines, the real controller, a journal in memory."""

import hashlib
from functools import partial
from random import Random
from typing import Final, cast

from burncard.controller.config import TableConfig
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.journal.history import TableUpdate
from burncard.controller.journal.journal import Journal
from burncard.controller.service import TableService
from burncard.firmware_bridge.camera import CameraDriver
from burncard.firmware_bridge.driver import SECOND, Reader
from burncard.firmware_bridge.protocols import protocol as protocol_named
from burncard.firmware_bridge.shuffler import ShufflerDriver
from burncard.hardware.layout import load_layout
from burncard.rules.games import GAMES
from burncard.rules.outcomes import Outcome, Result
from burncard.simulator.devices.virtual_camera import VirtualCamera
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.fault_plan import NO_FAULTS, FaultPlan
from burncard.simulator.memory_link import MemoryLine, World
from burncard.simulator.mishaps import Wanted
from burncard.simulator.mistakes import FacesBy
from burncard.simulator.pace import HUMAN, Pace
from burncard.simulator.paced_people import SimulatedTable as SimulatedTable
from burncard.simulator.packs import enrolled_packs as enrolled_packs
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.antenna_plan import TablePlan
from burncard.simulator.readers import READERS, SEES_FACES, faces_by, line_rate

BAUD: Final = 115200
GIVE_UP_NS = 120 * SECOND  # without an outcome, until the table is stuck
HAND_MAX_NS = 3600 * SECOND  # that a hand lasts; longer ones never end


class Simulation:
    """A table in virtual time: real link bytes on memory lines, the real controller, a journal (else in memory).

    `protocol`: the reader's; `faces`: what tells them, None: the reader if it can.
    """

    def __init__(
        self,
        config: TableConfig,
        seed: int,
        mistakes: float | Wanted,
        faults: FaultPlan = NO_FAULTS,
        pace: Pace = HUMAN,
        *,
        faces: FacesBy | None = None,
        journal: Journal | None = None,
        protocol: str = SEES_FACES,
    ) -> None:
        faces = faces or faces_by(protocol, camera=False)
        self.world = World(Random(f"{seed}/line"))
        _, _, self.decks = enrolled_packs(joker=config.joker)
        self.service = TableService(
            config, journal or Journal(None), self.decks, load_layout(), lambda: self.world.now_ns
        )
        self.air = Air(TablePlan(self.service.layout.zones), faults.radio, Random(f"{seed}/radio"))
        self.reader = READERS[protocol](self.air, Random(f"{seed}/reader"), faces == "reader")
        self.shuffler = VirtualShuffler(rng=Random(f"{seed}/shuffler"))
        reader_driver, shuffler_driver = cast(Reader, protocol_named(protocol)[1].driver()), ShufflerDriver()
        self.service.attach(reader_driver, shuffler_driver, camera=faces == "camera")
        self._lines = [
            MemoryLine(reader_driver, self.reader, line_rate(protocol), partial(self.service.on_event, "reader")),
            MemoryLine(shuffler_driver, self.shuffler, BAUD, partial(self.service.on_event, "shuffler")),
        ]
        if faces == "camera":
            self.camera = VirtualCamera(air=self.air, rng=Random(f"{seed}/camera"))
            self.camera.eye.in_rows = GAMES[config.game].family == "stud"
            self._lines.append(MemoryLine(CameraDriver(), self.camera, BAUD, partial(self.service.on_event, "camera")))
        for line in self._lines:
            line.trouble = faults.trouble
            self.world.join(line)
        wanted = mistakes if isinstance(mistakes, Wanted) else Wanted(mistakes, faces=faces)
        self.table = SimulatedTable(self.service, self.reader, self.shuffler, Random(f"{seed}/hands"), wanted, pace)
        self._faults = faults
        self._fault_rng = Random(f"{seed}/faults")
        self._digest = hashlib.sha256()
        self._results = 0
        self._quiet_since_ns = 0
        self.service.record.subscribe(self._told)

    @property
    def hands_done(self) -> int:
        """Number of hands that have ended."""
        return self._results

    def hash(self) -> str:
        """SHA-256 of every fact and outcome of the run, in hex."""
        return self._digest.hexdigest()

    def run_hand(self) -> None:
        """Runs until one more hand has ended. Raises StuckError if nothing happens any more."""
        target = self._results + 1
        began_ns = self._quiet_since_ns = self.world.now_ns
        while self._results < target or not self.table.hand_over:
            self.step()
            if self.service.stopping.stopped:
                raise RuntimeError(f"the table has stopped: {self.service.record.faults.open}")
            now_ns = self.world.now_ns
            if now_ns - self._quiet_since_ns > GIVE_UP_NS or now_ns - began_ns > HAND_MAX_NS:
                raise StuckError(self.service.record.table.awaited())
        self.table.settle()

    def step(self) -> None:
        """What people do next, and the time until they do something again."""
        self._have_faults()
        pause_ns = self.table.step(self.world.now_ns)
        for line in self._lines:
            self.world.pump(line)
        self._pass_time(pause_ns)

    def heal(self) -> None:
        """Ends the faults: lines are good and plugged in, and the floor clears what is still open."""
        self._faults = NO_FAULTS
        for line in self._lines:
            line.trouble = NO_FAULTS.trouble
            if not line.plugged:
                self.world.plug(line)
        self._pass_time(GIVE_UP_NS)
        for fault in self.service.record.faults.open:
            if "floor" in fault.kind.cleared_by:
                self.service.clear_fault(fault.code, "Bea", "floor", "the line is good again")

    def _have_faults(self) -> None:
        """Sometimes unplugs a line for a while."""
        line = self._fault_rng.choice(self._lines)
        if line.plugged and self._fault_rng.random() < self._faults.unplug_chance:
            self.world.unplug(line)
            self.world.at(self.world.now_ns + self._faults.unplugged_ns, partial(self._plug, line))

    def _plug(self, line: MemoryLine) -> None:
        if not line.plugged:
            self.world.plug(line)

    def _pass_time(self, pause_ns: int) -> None:
        """Lets time pass, and wakes the service when it is due."""
        until_ns = self.world.now_ns + pause_ns
        while (due_ns := self.service.next_due_ns()) is not None and due_ns <= until_ns:
            self.world.run_until(due_ns)
            self.service.tick()
        self.world.run_until(until_ns)

    def _told(self, told: TableUpdate) -> None:
        self._quiet_since_ns = self.world.now_ns
        for item in (told.fact, *told.outcomes):
            self._digest.update(encode(item) + b"\n")
        self._results += sum(isinstance(outcome, Result) for outcome in told.outcomes)


class StuckError(Exception):
    """The simulated table waits for something that never happens: a bug in the dealer or the rules."""

    def __init__(self, awaited: Outcome) -> None:
        super().__init__(f"this never happens: {encode(awaited).decode()}")
