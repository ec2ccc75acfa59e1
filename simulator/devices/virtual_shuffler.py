"""A virtual shuffler on our own link. It holds a pack of tags, and their order stays inside.

Only sets and counts go over the line. Code that holds this object stands at the machine, and may take the pack out as a
dealer does (`take_pack`).
"""

from dataclasses import dataclass
from random import Random
from typing import Literal

from burncard.firmware_bridge.device_link import DeviceLink
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.link_events import Report
from burncard.firmware_bridge.link_messages import LINK_VERSION, GoTo, Identity, Reset, Target, Type

SHUFFLE_NS = 22 * SECOND  # as long as a casino shuffler takes for one deck
SORT_NS = 60 * SECOND  # this and the following are our choice
VERIFY_NS = 2 * SECOND
CUT_NS = 500 * MS
PROGRESS_STEPS = 4  # a shuffle is reported in quarters
RIFFLES = 4
COMMANDS = frozenset({Type.GO_TO, Type.RESET})

State = Literal["idle", "loading", "shuffling", "verifying", "ready", "jam", "door-open"]


@dataclass(frozen=True, slots=True)
class _Later:
    due_ns: int
    report: Report
    state: State


class VirtualShuffler:
    """Loads, shuffles, sorts, verifies, counts and ejects.

    A `time_scale` below 1 makes it faster. `rng` shuffles; without one, every start shuffles alike.
    """

    def __init__(
        self, serial_number: str = "VS-0001", boot: int = 1, time_scale: float = 1.0, rng: Random | None = None
    ) -> None:
        identity = Identity(
            LINK_VERSION,
            0,
            boot,
            1,
            "shuffler",
            "1.0.0",
            "5EED5EED",
            serial_number,
            0,
            senses_face=False,
            senses_boxed=True,
            is_virtual=True,
            proves=True,
            changes_speed=True,
        )
        self.link = DeviceLink(identity, COMMANDS)
        self.state: State = "idle"
        self._scale = time_scale
        self._rng = rng or Random(boot)
        self._pack: list[str] = []
        self._expected: frozenset[str] = frozenset()
        self._boxed: frozenset[str] = frozenset()
        self._unread = 0
        self._later: list[_Later] = []
        self._jam = ""
        self._target = Target.IDLE

    # ---- what people do at the machine --------------------

    def load(
        self,
        tags: list[str],
        expected: frozenset[str],
        now_ns: Nanoseconds,
        boxed: frozenset[str] = frozenset(),
        unread: int = 0,
    ) -> None:
        """Puts a deck in. `expected`: the tags that it should have; `unread`: the number of cards with dead tags."""
        self._pack, self._expected, self._boxed, self._unread = list(tags), expected, boxed, unread
        self._stop()
        self._tell(Report("deck-in", count=self._count()), now_ns)

    def take_pack(self) -> tuple[str, ...]:
        """Takes out the pack, top card first."""
        pack = tuple(self._pack)
        self._pack.clear()
        self._target = Target.IDLE
        return pack

    def power_cycle(self, now_ns: Nanoseconds) -> None:
        """Power fails and returns: unsent reports are lost, and so is the work that was under way."""
        self.link.restart()
        self._stop("door-open" if self.state == "door-open" else "jam" if self._jam else "idle")

    def open_door(self, now_ns: Nanoseconds) -> None:
        """The door is opened; current work stops."""
        self._stop("door-open")
        self._tell(Report("door-open"), now_ns)

    def close_door(self, now_ns: Nanoseconds) -> None:
        """The door is closed."""
        self._stop("jam" if self._jam else "idle")
        self._tell(Report("door-closed"), now_ns)

    def jam(self, zone: str, now_ns: Nanoseconds) -> None:
        """A card sticks; current work stops."""
        self._stop("jam")
        self._jam = zone
        self._tell(Report("jam", code=zone), now_ns)

    def fail(self, code: str, now_ns: Nanoseconds) -> None:
        """The machine has a fault; current work stops."""
        self._stop()
        self._tell(Report("fault", code=code), now_ns)

    # ---- the line --------------------

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes from the host."""
        self.link.receive(data, now_ns)
        for command in self.link.take_commands():
            if isinstance(command, GoTo):
                self._go_to(command.target, now_ns)
            elif isinstance(command, Reset):
                self.link.restart()
                self._stop("jam" if self._jam else "idle")

    def tick(self, now_ns: Nanoseconds) -> None:
        """Sends the reports that are due."""
        while self._later and self._later[0].due_ns <= now_ns:
            done = self._later.pop(0)
            self.state = done.state
            self._tell(done.report, now_ns)
        self.link.tick(now_ns)

    def next_due_ns(self) -> Nanoseconds | None:
        """The next report, or the link's next timer."""
        due: list[int] = [item.due_ns for item in self._later[:1]]
        link_due = self.link.next_due_ns()
        if link_due is not None:
            due.append(link_due)
        return Nanoseconds(min(due)) if due else None

    @property
    def baud(self) -> int | None:
        """The speed that was agreed on with the host; None: the one that the line began with."""
        return self.link.baud

    def take_output(self) -> bytes:
        """Bytes for the host."""
        return self.link.take_output()

    def line_lost(self) -> None:
        """The line was pulled."""
        self.link.line_lost()

    # ---- inside --------------------

    def _go_to(self, target: Target, now_ns: Nanoseconds) -> None:
        if target is Target.IDLE:
            self._stop("jam" if self._jam else "idle")
            self._tell(Report("cancelled"), now_ns)
        elif self.state == "door-open":
            self._tell(Report("door-open"), now_ns)
        elif target is Target.JAM_CLEARED:
            if self._jam:
                self._stop()
                self._jam = ""
                self._tell(Report("recovered"), now_ns)
        elif self._jam:
            self._tell(Report("jam", code=self._jam), now_ns)
        elif target is not self._target or target is Target.SELF_TESTED:
            self._later.clear()
            self._start(target, now_ns)
            self._target = target

    def _start(self, target: Target, now_ns: Nanoseconds) -> None:
        count = self._count()
        if target is Target.SHUFFLED:
            self._shuffle(now_ns)
        elif target is Target.SORTED:
            self._pack.sort()
            self._begin("shuffling", "shuffling", now_ns)
            self._at(now_ns, SORT_NS, Report("sorted", count=count), "ready")
        elif target is Target.VERIFIED:
            self._begin("verifying", "verifying", now_ns)
            self._at(now_ns, VERIFY_NS, self._verified(), "ready")
        elif target is Target.COUNTED:
            self._begin("verifying", "verifying", now_ns)
            self._at(now_ns, VERIFY_NS, Report("counted", count=count), "ready")
        elif target is Target.LOADED:
            self._begin("loading", "loading", now_ns)
            self._at(now_ns, CUT_NS, Report("deck-in", count=count), "idle")
        elif target is Target.EJECTED:
            self._at(now_ns, CUT_NS, Report("deck-out", count=count), "idle")
        elif target is Target.SELF_TESTED:
            self._at(now_ns, VERIFY_NS, Report("self-tested"), "idle")

    def _begin(self, state: State, event: str, now_ns: Nanoseconds) -> None:
        self.state = state
        self._tell(Report(event), now_ns)

    def _shuffle(self, now_ns: Nanoseconds) -> None:
        count = self._count()
        self._rng.shuffle(self._pack)
        self._begin("shuffling", "shuffling", now_ns)
        for step in range(1, PROGRESS_STEPS):
            progress = Report("progress", count=count * step // PROGRESS_STEPS)
            self._at(now_ns, SHUFFLE_NS * step // PROGRESS_STEPS, progress, "shuffling")
        self._at(now_ns, SHUFFLE_NS, Report("shuffled", count=count, riffles=RIFFLES), "verifying")
        self._at(now_ns, SHUFFLE_NS + VERIFY_NS, self._verified(), "verifying")
        upper = self._rng.randint(count // 3, count - count // 3)
        self._pack[:] = self._pack[upper:] + self._pack[:upper]
        self._at(now_ns, SHUFFLE_NS + VERIFY_NS + CUT_NS, Report("cut", parts=(upper, count - upper)), "ready")
        self._at(now_ns, SHUFFLE_NS + VERIFY_NS + 2 * CUT_NS, Report("delivered", count=count), "ready")

    def _verified(self) -> Report:
        inside = frozenset(self._pack)
        return Report(
            "verified",
            count=self._count(),
            foreign=len(inside - self._expected),
            unread=self._unread,
            missing=self._expected - inside,
            duplicate=frozenset(uid for uid in inside if self._pack.count(uid) > 1),
            boxed=self._boxed,
        )

    def _count(self) -> int:
        return len(self._pack) + self._unread

    def _stop(self, state: State = "idle") -> None:
        self._later.clear()
        self._target = Target.IDLE
        self.state = state

    def _tell(self, report: Report, now_ns: Nanoseconds) -> None:
        self.link.tell(report, now_ns)

    def _at(self, now_ns: Nanoseconds, after_ns: int, report: Report, state: State) -> None:
        self._later.append(_Later(now_ns + int(after_ns * self._scale), report, state))


def make(serial_number: str, rng: Random) -> VirtualShuffler:
    """A virtual shuffler just powered up. Its boot number is random: a real one never repeats its last."""
    return VirtualShuffler(serial_number, boot=rng.getrandbits(32), rng=rng)
