"""One run of the swarm: a table of production code in one thread, with a virtual clock, lines and disk.

First it must be safe under faults, then the faults end, and it must play hands to their end.
"""

import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from burncard.controller.config import TableConfig
from burncard.controller.journal.history import TableUpdate
from burncard.controller.journal.inspection import verify
from burncard.controller.journal.journal import JournalWriteError
from burncard.controller.machine import TableState
from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import SECOND
from burncard.firmware_bridge.events import Event
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.firmware_bridge.shuffler import ShufflerDriver
from burncard.hardware.layout import load_layout
from burncard.rules.facts import Action, Fact, Press
from burncard.rules.outcomes import AwaitAction, Result
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.memory_link import MemoryLine, Trouble, World
from burncard.simulator.mishaps import Wanted
from burncard.simulator.pace import PATIENT
from burncard.simulator.paced_people import SimulatedTable
from burncard.simulator.packs import enrolled_packs
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.antenna_plan import TablePlan
from burncard.simulator.swarm.checks import Checks, UnsafeError
from burncard.simulator.swarm.disk import CrashError, Disk
from burncard.simulator.swarm.drawn_faults import JUMP, LINE, MISTAKES, RADIO, STEP_FAULTS, UNPLUG, SwarmPlan

HANDS_HEALED: Final = 1
STEPS_UNDER_FAULTS: Final = 250
HEAL_NS: Final = 10 * SECOND
"""Longer than a link takes to be found lost, and begun anew."""
TIME_SCALE: Final = 0.1
"""The shuffler is this much faster than a real one: a run spends its time where faults can happen."""
CLEAR_CHANCE: Final = 0.05
"""Staff clear what is open, at one step of a stopped table."""
HAND_MAX_NS: Final = 1800 * SECOND
STUCK_NS: Final = 180 * SECOND
RESTARTS_AT_ONCE: Final = 50


@dataclass(slots=True)
class Outcome:
    """What came of a run. `failure`: what did not hold, empty if all did; `needs`: faults that this takes."""

    seed: int
    failure: str = ""
    needs: tuple[str, ...] = ()
    faults: Counter[str] = field(default_factory=Counter)
    facts: int = 0
    hands: int = 0


class SwarmRun:
    """One run. `config`: the table; `plan`: what goes wrong."""

    def __init__(self, seed: int, config: TableConfig, plan: SwarmPlan, folder: Path) -> None:
        self.outcome = Outcome(seed)
        self.config, self.plan = config, plan
        self._rng = Random(f"swarm/{seed}")
        self._disk = Disk(folder)
        self._checks = Checks()
        self._world = World(Random(f"swarm/{seed}/line"))
        self._decks = enrolled_packs(joker=config.joker)[2]
        layout = load_layout()
        self._air = Air(TablePlan(layout.zones), plan.devices.radio, Random(f"swarm/{seed}/radio"))
        self._reader = VirtualReader(air=self._air)
        self._shuffler = VirtualShuffler(time_scale=TIME_SCALE, rng=Random(seed))
        self._wanted = Wanted(plan.mistakes)
        self._lines: list[MemoryLine] = []
        self._healthy = self._was_stopped = False
        self._quiet_since_ns = 0
        self._guarded(self._start)

    def run(self) -> Outcome:
        """Runs to its end. Raises UnsafeError, and whatever the table raises."""
        for kind in (LINE, RADIO, MISTAKES):
            self.outcome.faults[kind] += kind in self.plan.kinds
        for _ in range(STEPS_UNDER_FAULTS):
            self._guarded(self._step_under_faults)
        self._guarded(self._heal)
        for _ in range(HANDS_HEALED):
            self._play_on()
        self._checks.check_recovered(self.service)
        verify(self._disk.path, self._disk.seal)
        self.outcome.facts = self.service.record.journal.count
        return self.outcome

    # ---- a life of the process --------------------

    def _start(self) -> None:
        """A process starts on what the last one has left, and the dealer goes on by what it shows."""
        if self._disk.path.exists():
            verify(self._disk.path, self._disk.seal, strict=False)
        self._journal = self._disk.open()
        self.service = TableService(self.config, self._journal, self._decks, load_layout(), lambda: self._world.now_ns)
        self._checks.check_recovered(self.service)
        self.service.record.subscribe(self._heard)
        reader, shuffler = ReaderDriver(self._rng.getrandbits(31)), ShufflerDriver(self._rng.getrandbits(31))
        self.service.attach(reader, shuffler)
        for line in self._lines:
            line.tell = _nobody  # the process that it was told to has died
            self._world.unplug(line)
        self._world = self._world_after_restart()
        service = self.service
        self._lines = [
            MemoryLine(reader, self._reader, self.plan.baud, lambda event: service.on_event("reader", event)),
            MemoryLine(shuffler, self._shuffler, self.plan.baud, lambda event: service.on_event("shuffler", event)),
        ]
        service.devices.expect_all()
        for uid in list(self._reader.lying()):
            self._reader.take_tag(uid, self._world.now_ns)
        rng = Random(self._rng.random())
        self.table = SimulatedTable(service, self._reader, self._shuffler, rng, self._wanted, PATIENT)
        self.table.resume(self._world.now_ns)
        if not self._healthy:
            self._journal.fail_by(self.plan.chances, self._rng, self.outcome.faults)
        for line in self._lines:
            line.trouble = Trouble() if self._healthy else self.plan.devices.trouble
            self._world.join(line)

    def _world_after_restart(self) -> World:
        after = World(Random(self._rng.random()))
        after.now_ns = self._world.now_ns
        if self.plan.jump_ns and self._lines:
            self.outcome.faults[JUMP] += 1
            after.run_until(after.now_ns + self.plan.jump_ns)
        return after

    def _guarded(self, work: Callable[[], None]) -> None:
        """Does something; a crash on the way starts the process again."""
        try:
            work()
            return
        except CrashError as crash:
            torn = str(crash) == "crash in a write"
        for _ in range(RESTARTS_AT_ONCE):
            self._disk.crash(self._journal, self._rng, torn=torn)
            try:
                self._start()
                return
            except CrashError as crash:
                torn = str(crash) == "crash in a write"
        raise UnsafeError("the table never starts again")

    def _heard(self, update: TableUpdate) -> None:
        self._quiet_since_ns = self._world.now_ns
        self._checks.hear(self.service, update)
        self.outcome.hands += sum(isinstance(one, Result) for one in update.outcomes)

    # ---- under faults --------------------

    def _step_under_faults(self) -> None:
        for kind in STEP_FAULTS:
            if self._rng.random() < self.plan.chances.get(kind, 0.0):
                self.outcome.faults[kind] += 1
                self._have(kind)
        line = self._rng.choice(self._lines)
        if line.plugged and self._rng.random() < self.plan.devices.unplug_chance:
            self.outcome.faults[UNPLUG] += 1
            self._world.unplug(line)
            self._world.at(self._world.now_ns + self.plan.devices.unplugged_ns, partial(self._plug, line))
        if self.service.machine.state is TableState.FAULT and self._rng.random() < CLEAR_CHANCE:
            self._clear()
        self._step()

    def _have(self, kind: str) -> None:
        now_ns = self._world.now_ns
        match kind:
            case "reader reset":
                self._reader.power_cycle(now_ns)
            case "shuffler reset":
                self._shuffler.power_cycle(now_ns)
            case "shuffler jam":
                self._shuffler.jam("exit", now_ns)
            case "shuffler door":
                self._shuffler.open_door(now_ns)
                self._world.at(now_ns + 5 * SECOND, lambda: self._shuffler.close_door(self._world.now_ns))
            case "crash between writes":
                raise CrashError(kind)
            case "wrong entry":
                self._enter(self._any_entry())
            case "wrong entry retracted":
                before = self.service.record.journal.count
                self._enter(self._any_entry())
                if self.service.record.journal.count > before:
                    self._enter(Press(press="retract", fact=before + 1, by="floor", reason="entered wrongly"))
            case _:
                last = list(self.service.record.updates_after(self.service.record.journal.count - 1))
                if last and isinstance(last[0].fact, Action):
                    self._enter(last[0].fact)

    def _any_entry(self) -> Fact:
        awaited, rng = self.service.record.table.awaited(), self._rng
        seat = rng.choice(self.config.seats)[0]
        if isinstance(awaited, AwaitAction) and rng.random() < 0.7:
            seat = awaited.seat
        if rng.random() < 0.7:
            return Action(seat=seat, action=rng.choice(("fold", "check", "call", "show", "muck", "all-in")))
        return Press(press=rng.choice(("looked", "card-flashed", "ack", "card-exposed")), seat=seat, by="dealer")

    def _enter(self, fact: Fact) -> None:
        try:
            self.service.enter(fact, "floor: Rae", "floor")
        except CrashError:
            raise
        except Exception as error:  # a refusal of the table; a failure of the program is seen in its faults
            if type(error).__name__ not in ("TableStoppedError", "JournalWriteError"):
                raise

    # ---- healed --------------------

    def _heal(self) -> None:
        """The faults end: lines are good and plugged in, the disk is good, and staff clear what is open."""
        self._healthy = True
        self._journal.chances = {}
        self.plan = SwarmPlan()
        self._wanted = self.table._wanted = Wanted(0.0)
        self._air.radio = self.plan.devices.radio
        for line in self._lines:
            line.trouble = Trouble()
            self._plug(line)
        if self._shuffler.state == "door-open":
            self._shuffler.close_door(self._world.now_ns)
        self._pass_time(HEAL_NS)
        self._clear()
        self._checks.check_recovered(self.service)

    def _clear(self) -> None:
        service = self.service
        try:
            if service.record.faults.is_open("shuffler-jam"):
                service.shuffling.clear_jam("technician: Cid")
            for fault in service.record.faults.open:
                for role in ("floor", "technician"):
                    if role in fault.kind.cleared_by and service.record.faults.is_open(fault.code):
                        service.clear_fault(fault.code, f"{role}: Bea", role, "seen to")
        except JournalWriteError:
            service.tick()  # as the API does: the table stops

    def _play_on(self) -> None:
        """Plays until one more hand ends. Raises UnsafeError if none does."""
        hands, began_ns = self.outcome.hands, self._world.now_ns
        self._quiet_since_ns = began_ns
        while self.outcome.hands == hands:
            self._step()
            now_ns = self._world.now_ns
            if now_ns - self._quiet_since_ns > STUCK_NS or now_ns - began_ns > HAND_MAX_NS:
                faults = [fault.code for fault in self.service.record.faults.open]
                state = (
                    f"{self.service.machine.state.value}, shuffler {self._shuffler.state}, {self.service.deck_trouble}"
                )
                raise UnsafeError(f"no hand ends: {self.service.record.table.awaited()}, {state}, faults {faults}")
            if now_ns - self._quiet_since_ns > STUCK_NS // 2:
                self._clear()

    # ---- time --------------------

    def _step(self) -> None:
        pause_ns = self.table.step(self._world.now_ns)
        if self._was_stopped and not self.service.stopping.stopped:
            self.table.packing.put_in_again(self._world.now_ns)
        self._was_stopped = self.service.stopping.stopped
        for line in self._lines:
            self._world.pump(line)
        self._pass_time(pause_ns)

    def _plug(self, line: MemoryLine) -> None:
        if line in self._lines and not line.plugged:
            self._world.plug(line)

    def _pass_time(self, pause_ns: int) -> None:
        until_ns = self._world.now_ns + pause_ns
        while (due_ns := self.service.next_due_ns()) is not None and due_ns <= until_ns:
            self._world.run_until(due_ns)
            self._was_stopped |= self.service.stopping.stopped  # it may go on at once
            self.service.tick()
        self._world.run_until(until_ns)


def _nobody(event: Event) -> None:
    """Hears nothing."""


def run_seed(seed: int, config: TableConfig, plan: SwarmPlan) -> Outcome:
    """Runs one seed in a folder of its own; a failure is in the outcome."""
    with ExitStack() as stack:
        shm = Path("/dev/shm")
        home = stack.enter_context(tempfile.TemporaryDirectory(dir=shm if shm.is_dir() else None))
        run = SwarmRun(seed, config, plan, Path(home))
        try:
            return run.run()
        except (Exception, UnsafeError) as error:
            run.outcome.failure = f"{type(error).__name__}: {error}"
            return run.outcome
        finally:
            run._journal.close()


def shrunk(seed: int, config: TableConfig, plan: SwarmPlan) -> SwarmPlan:
    """The plan of a failing seed without every kind of fault that the failure does not need."""
    for kind in plan.kinds:
        fewer = plan.without(kind)
        if run_seed(seed, config, fewer).failure:
            plan = fewer
    return plan
