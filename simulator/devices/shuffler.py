"""A virtual shuffler on our own link. What it holds is a set of tags; the order stays inside."""

from dataclasses import dataclass

from firmware_bridge.device_link import DeviceLink
from firmware_bridge.driver import MS, SECOND, Nanoseconds
from firmware_bridge.messages import GoTo, Identity, Report, Target

SHUFFLE_NS = 20 * SECOND
VERIFY_NS = 2 * SECOND
CUT_NS = 500 * MS
PROGRESS_STEPS = 4


@dataclass(slots=True)
class _Later:
    due_ns: Nanoseconds
    report: Report


class VirtualShuffler:
    """Shuffles, verifies, cuts and delivers. `time_scale` makes it quicker, for a table that is not to wait."""

    def __init__(self, serial_number: str = "VS-0001", boot: int = 1, time_scale: float = 1.0) -> None:
        self.identity = Identity(
            1, 0, boot, 1, "shuffler", "1.0.0", "5EED5EED", serial_number, 0, senses_face=False, senses_boxed=True
        )
        self.link = DeviceLink(self.identity)
        self._scale = time_scale
        self._inside: tuple[str, ...] = ()
        self._expected: frozenset[str] = frozenset()
        self._boxed: frozenset[str] = frozenset()
        self._later: list[_Later] = []
        self._jam = ""
        self._target = Target.IDLE

    # ---- the hands at the machine --------------------

    def load(self, tags: list[str], expected: frozenset[str], now_ns: Nanoseconds, boxed: frozenset[str]) -> None:
        """A deck is put in. `expected`: the tags of the deck that it should be."""
        self._inside, self._expected, self._boxed = tuple(tags), expected, boxed
        self._target = Target.IDLE
        self.link.tell(Report("deck-in", count=len(tags)), now_ns)

    def open_door(self, now_ns: Nanoseconds) -> None:
        """Somebody opens the door."""
        self.link.tell(Report("door-open"), now_ns)

    def close_door(self, now_ns: Nanoseconds) -> None:
        """The door is shut again."""
        self.link.tell(Report("door-closed"), now_ns)

    def jam(self, zone: str, now_ns: Nanoseconds) -> None:
        """A card sticks; whatever was under way stops."""
        self._later.clear()
        self._jam = zone
        self.link.tell(Report("jam", code=zone), now_ns)

    # ---- the line --------------------

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes of the host."""
        self.link.receive(data, now_ns)
        for command in self.link.take_commands():
            if isinstance(command, GoTo):
                self._go_to(command.target, now_ns)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Tells what has become due."""
        while self._later and self._later[0].due_ns <= now_ns:
            self.link.tell(self._later.pop(0).report, now_ns)
        self.link.tick(now_ns)

    def next_due_ns(self) -> Nanoseconds | None:
        """The next report, or the link's own business."""
        due = [
            when for when in (self.link.next_due_ns(), *(item.due_ns for item in self._later[:1])) if when is not None
        ]
        return min(due) if due else None

    def take_output(self) -> bytes:
        """Bytes for the host."""
        return self.link.take_output()

    def line_lost(self) -> None:
        """The line was pulled."""
        self.link.line_lost()

    def _go_to(self, target: Target, now_ns: Nanoseconds) -> None:
        if target is Target.JAM_CLEARED:
            self._jam = ""
            self.link.tell(Report("recovered"), now_ns)
        elif self._jam:
            self.link.tell(Report("jam", code=self._jam), now_ns)
        elif target is Target.SHUFFLED:
            self._plan_shuffle(now_ns)
        elif target in (Target.VERIFIED, Target.COUNTED):
            self._at(now_ns, VERIFY_NS, self._verified(target))
        elif target is Target.SELF_TESTED:
            self._at(now_ns, VERIFY_NS, Report("self-tested"))
        elif target is Target.SORTED:
            self._at(now_ns, SHUFFLE_NS, Report("sorted", count=len(self._inside)))
        elif target is Target.EJECTED:
            self._at(now_ns, CUT_NS, Report("deck-out", count=len(self._inside)))
        elif target is Target.IDLE:
            self._later.clear()
            self.link.tell(Report("cancelled"), now_ns)
        self._target = target

    def _plan_shuffle(self, now_ns: Nanoseconds) -> None:
        if self._target is Target.SHUFFLED:
            return
        count = len(self._inside)
        self.link.tell(Report("shuffling"), now_ns)
        for step in range(1, PROGRESS_STEPS):
            part = SHUFFLE_NS * step // PROGRESS_STEPS
            self._at(now_ns, part, Report("progress", count=count * step // PROGRESS_STEPS))
        self._at(now_ns, SHUFFLE_NS, Report("shuffled", count=count, riffles=4))
        self._at(now_ns, SHUFFLE_NS + VERIFY_NS, self._verified(Target.VERIFIED))
        upper = count // 2
        self._at(now_ns, SHUFFLE_NS + VERIFY_NS + CUT_NS, Report("cut", parts=(upper, count - upper)))
        self._at(now_ns, SHUFFLE_NS + VERIFY_NS + 2 * CUT_NS, Report("delivered", count=count))

    def _verified(self, target: Target) -> Report:
        if target is Target.COUNTED:
            return Report("counted", count=len(self._inside))
        inside = frozenset(self._inside)
        twice = frozenset(uid for uid in inside if self._inside.count(uid) > 1)
        return Report(
            "verified",
            count=len(self._inside),
            foreign=len(inside - self._expected),
            missing=self._expected - inside,
            duplicate=twice,
            boxed=self._boxed,
        )

    def _at(self, now_ns: Nanoseconds, after_ns: int, report: Report) -> None:
        self._later.append(_Later(Nanoseconds(now_ns + int(after_ns * self._scale)), report))
        self._later.sort(key=lambda item: item.due_ns)
