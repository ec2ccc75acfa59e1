"""A virtual reader on our own link: antennas with tags on them, and an optical sensor for faces."""

from dataclasses import dataclass
from random import Random

from burncard.firmware_bridge.device_link import DeviceLink
from burncard.firmware_bridge.driver import MS, Nanoseconds
from burncard.firmware_bridge.events import TagHeard
from burncard.firmware_bridge.link_events import Fault, scanned
from burncard.firmware_bridge.link_messages import (
    LINK_VERSION,
    Identity,
    ReportAll,
    Reset,
    ScanAntenna,
    ScanOrder,
    Type,
)
from burncard.hardware.layout import load_layout
from burncard.simulator.devices.antenna_field import OverAntennas
from burncard.simulator.devices.own_cycles import Lying, OwnCycles
from burncard.simulator.radio.air import MIDDLE_DBM, Air, Answer
from burncard.simulator.radio.antenna_plan import TablePlan

ANTENNAS = 15
RSSI_DBM = round(MIDDLE_DBM)
RSSI_RANGE = (-120, 0)
CYCLE_NS = 60 * MS  # time of one scan of all antennas; our choice
DURATION_MAX_MS = 2**16 - 1  # of a scan, as it is reported
COMMANDS = frozenset({Type.SCAN_ORDER, Type.REPORT_ALL, Type.RESET, Type.SCAN})


@dataclass(frozen=True, slots=True)
class _Scanning:
    """A scan that the host has asked for. A card that comes later is heard by the next one."""

    asked: ScanAntenna
    tags: tuple[TagHeard, ...]
    began_ns: int
    ends_ns: Nanoseconds


class VirtualReader(OverAntennas):
    """Scans one antenna when the host asks for it, and reports all that it heard.

    For a host of version 1, which does not ask, it scans all antennas by itself while anything changes (`own_cycles`).
    Without an `air` it lies under the standard table, with a perfect radio.
    """

    def __init__(
        self, serial_number: str = "VR-0001", boot: int = 1, air: Air | None = None, *, senses_face: bool = True
    ) -> None:
        super().__init__(air or Air(TablePlan(load_layout().zones)), ANTENNAS)
        self.antennas = max(self.air.plan.sites)
        identity = Identity(
            LINK_VERSION,
            0,
            boot,
            1,
            "reader",
            "1.0.0",
            "5EED5EED",
            serial_number,
            self.antennas,
            senses_face=senses_face,
            senses_boxed=senses_face,
            is_virtual=True,
            proves=True,
            changes_speed=True,
        )
        self.link = DeviceLink(identity, COMMANDS)
        self._senses_face = senses_face
        self._cycles = OwnCycles()
        self._cycle_due_ns: Nanoseconds | None = None
        self._scanning: _Scanning | None = None
        self._next_scan: ScanAntenna | None = None

    # ---- what people do at the table --------------------

    def moved(self, now_ns: Nanoseconds) -> None:
        """Something has moved. A host of version 1 hears of it after the next cycle."""
        if self._cycle_due_ns is None and self.link.version == 1:
            self._cycle_due_ns = Nanoseconds(now_ns + CYCLE_NS)

    @property
    def scan_order(self) -> tuple[int, ...]:
        """The antennas that a host of version 1 wants to be scanned first."""
        return self._cycles.order

    def report_all(self, now_ns: Nanoseconds) -> None:
        """Reports every tag again to a host of version 1, at the end of a cycle that starts now."""
        self._cycles.tell_all()
        self._cycle_due_ns = Nanoseconds(now_ns + CYCLE_NS) if self.link.version == 1 else None

    def power_cycle(self, now_ns: Nanoseconds) -> None:
        """Power fails and returns: unsent events are lost, and every card is read again."""
        self.link.restart()
        self._cycles = OwnCycles()
        self._scanning = self._next_scan = None
        self.report_all(now_ns)

    def fail(self, code: str, text: str, now_ns: Nanoseconds) -> None:
        """The reader has a fault."""
        self.link.tell(Fault(code, text), now_ns)

    # ---- the line --------------------

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes from the host."""
        before = self.link.version
        self.link.receive(data, now_ns)
        if self.link.version != before:
            self.report_all(now_ns)
        for command in self.link.take_commands():
            if isinstance(command, ScanOrder):
                self._cycles.order = command.antennas
            elif isinstance(command, ReportAll):
                self.report_all(now_ns)
            elif isinstance(command, Reset):
                self.power_cycle(now_ns)
            elif isinstance(command, ScanAntenna):
                self._next_scan = command
        self._begin_scan(now_ns)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Ends a scan when it is due."""
        if self._scanning is not None and now_ns >= self._scanning.ends_ns:
            self._end_scan(self._scanning, now_ns)
        if self._cycle_due_ns is not None and now_ns >= self._cycle_due_ns:
            self._run_cycle(now_ns)
        self.link.tick(now_ns)

    def next_due_ns(self) -> Nanoseconds | None:
        """The end of the current scan, or the link's next timer."""
        scan_due_ns = None if self._scanning is None else self._scanning.ends_ns
        due = [when for when in (scan_due_ns, self._cycle_due_ns, self.link.next_due_ns()) if when is not None]
        return min(due) if due else None

    @property
    def baud(self) -> int | None:
        """The speed that was agreed on with the host; None: the one that the line began with."""
        return self.link.baud

    def take_output(self) -> bytes:
        """Bytes for the host."""
        return self.link.take_output()

    def line_lost(self) -> None:
        """The line was pulled; events are kept until it is back."""
        self.link.line_lost()

    def _begin_scan(self, now_ns: Nanoseconds) -> None:
        if self._scanning is not None or self._next_scan is None:
            return
        asked, self._next_scan = self._next_scan, None
        heard = self.air.inventory(asked.antenna, now_ns)
        tags = tuple(self._tag_heard(answer) for answer in heard.answers)
        self._scanning = _Scanning(asked, tags, now_ns, Nanoseconds(now_ns + heard.took_ns))

    def _end_scan(self, done: _Scanning, now_ns: Nanoseconds) -> None:
        self._scanning = None
        duration_ms = min((now_ns - done.began_ns) // MS, DURATION_MAX_MS)
        complete = done.asked.antenna <= self.antennas
        for part in scanned(done.asked.scan, done.asked.antenna, duration_ms, done.tags, complete=complete):
            self.link.tell(part, now_ns)
        self._begin_scan(now_ns)

    def _tag_heard(self, answer: Answer) -> TagHeard:
        """A tag as it is reported. The optical sensor of a zone sees the cards that lie there, and no others."""
        dbm = None if answer.dbm is None else max(RSSI_RANGE[0], min(RSSI_RANGE[1], round(answer.dbm)))
        if answer.piece is None or not self._senses_face:
            return TagHeard(answer.uid, dbm)
        return TagHeard(answer.uid, dbm, answer.piece.face, answer.piece.boxed)

    def _run_cycle(self, now_ns: Nanoseconds) -> None:
        """One cycle of its own, for a host of version 1: all antennas, and what has changed since the last one."""
        self._cycle_due_ns = None if self.air.steady(now_ns) else Nanoseconds(now_ns + CYCLE_NS)
        for event in self._cycles.ended(self._heard_now(now_ns)):
            self.link.tell(event, now_ns)

    def _heard_now(self, now_ns: Nanoseconds) -> dict[str, Lying]:
        """What all antennas hear; a tag that several hear is where it is strongest."""
        heard: dict[str, tuple[float, Lying]] = {}
        for antenna in sorted(self.air.plan.sites):
            for answer in self.air.inventory(antenna, now_ns).answers:
                strength = answer.dbm or 0.0
                if answer.uid not in heard or strength > heard[answer.uid][0]:
                    heard[answer.uid] = (strength, Lying(antenna, self._tag_heard(answer)))
        return {uid: lying for uid, (_, lying) in heard.items()}


def make(serial_number: str, rng: Random) -> VirtualReader:
    """A virtual reader just powered up. Its boot number is random: a real one never repeats its last."""
    return VirtualReader(serial_number, boot=rng.getrandbits(32))
