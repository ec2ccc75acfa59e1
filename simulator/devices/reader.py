"""A virtual reader on our own link: antennas with tags on them, and an optical sensor for faces."""

from dataclasses import dataclass

from firmware_bridge.device_link import DeviceLink
from firmware_bridge.driver import MS, Nanoseconds
from firmware_bridge.events import Face
from firmware_bridge.messages import CycleDone, Identity, ReportAll, ScanOrder, TagAt, TagLeft

ANTENNAS = 15
RSSI_DBM = -42
CYCLE_NS = 60 * MS


@dataclass(slots=True)
class _Lying:
    antenna: int
    face: Face


class VirtualReader:
    """Scans its antennas once a cycle while anything changes, and tells what has come, turned or gone."""

    def __init__(self, serial_number: str = "VR-0001", boot: int = 1) -> None:
        self.identity = Identity(
            1, 0, boot, 1, "reader", "1.0.0", "5EED5EED", serial_number, ANTENNAS, senses_face=True, senses_boxed=True
        )
        self.link = DeviceLink(self.identity)
        self.scan_order: tuple[int, ...] = ()
        self.cycle = 0
        self._lying: dict[str, _Lying] = {}
        self._changes: list[tuple[str, int, Face, bool]] = []
        self._cycle_due_ns: Nanoseconds | None = None

    def put_tag(self, uid: str, antenna: int, face: Face, now_ns: Nanoseconds, *, boxed: bool = False) -> None:
        """A card comes to lie over an antenna (from another one or from nowhere), or is turned over there."""
        before = self._lying.get(uid)
        if before is not None and before.antenna != antenna:
            self._changes.append((uid, -before.antenna, before.face, False))
        self._lying[uid] = _Lying(antenna, face)
        self._changes.append((uid, antenna, face, boxed))
        self._scan_soon(now_ns)

    def take_tag(self, uid: str, now_ns: Nanoseconds) -> None:
        """A card leaves the table."""
        lying = self._lying.pop(uid, None)
        if lying is not None:
            self._changes.append((uid, -lying.antenna, lying.face, False))
            self._scan_soon(now_ns)

    def lying(self) -> dict[str, tuple[int, Face]]:
        """What lies where: tag id -> antenna and face."""
        return {uid: (tag.antenna, tag.face) for uid, tag in self._lying.items()}

    def report_all(self, now_ns: Nanoseconds) -> None:
        """Tells every tag again, as after power-up."""
        for uid, tag in self._lying.items():
            self._changes.append((uid, tag.antenna, tag.face, False))
        self._scan_soon(now_ns)

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes of the host."""
        self.link.receive(data, now_ns)
        for command in self.link.take_commands():
            if isinstance(command, ScanOrder):
                self.scan_order = command.antennas
            elif isinstance(command, ReportAll):
                self.report_all(now_ns)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Ends a scan when it is due."""
        if self._cycle_due_ns is not None and now_ns >= self._cycle_due_ns:
            self._scan(now_ns)
        self.link.tick(now_ns)

    def next_due_ns(self) -> Nanoseconds | None:
        """The end of the scan under way, or the link's own business."""
        due = [when for when in (self._cycle_due_ns, self.link.next_due_ns()) if when is not None]
        return min(due) if due else None

    def take_output(self) -> bytes:
        """Bytes for the host."""
        return self.link.take_output()

    def line_lost(self) -> None:
        """The line was pulled; what happens meanwhile is kept."""
        self.link.line_lost()

    def _scan_soon(self, now_ns: Nanoseconds) -> None:
        if self._cycle_due_ns is None:
            self._cycle_due_ns = Nanoseconds(now_ns + CYCLE_NS)

    def _scan(self, now_ns: Nanoseconds) -> None:
        self._cycle_due_ns = None
        self.cycle += 1
        for uid, antenna, face, boxed in self._changes:
            if antenna < 0:
                self.link.tell(TagLeft(-antenna, uid, self.cycle), now_ns)
            else:
                self.link.tell(TagAt(antenna, uid, RSSI_DBM, face, boxed, self.cycle), now_ns)
        self._changes.clear()
        self.link.tell(CycleDone(self.cycle), now_ns)
