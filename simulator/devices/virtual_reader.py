"""A virtual reader on our own link: antennas with tags on them, and an optical sensor for faces."""

from dataclasses import dataclass
from itertools import pairwise
from random import Random

from burncard.firmware_bridge.device_link import DeviceLink
from burncard.firmware_bridge.driver import MS, Nanoseconds
from burncard.firmware_bridge.events import Face, TagHeard
from burncard.firmware_bridge.link_events import CycleDone, Fault, TagAt, TagLeft, scanned
from burncard.firmware_bridge.link_messages import (
    LINK_VERSION,
    Identity,
    ReportAll,
    Reset,
    ScanAntenna,
    ScanOrder,
    Type,
)

ANTENNAS = 15
RSSI_DBM = -42
CYCLE_NS = 60 * MS  # time of one scan of all antennas; our choice
COMMANDS = frozenset({Type.SCAN_ORDER, Type.REPORT_ALL, Type.RESET, Type.SCAN})
SCAN_MS = ((0, 10), (1, 14), (2, 19), (5, 39), (10, 82), (52, 483))
"""Time of a scan by the number of tags at the antenna: as of real readers; without tags, our choice."""


def scan_ns(tags: int) -> int:
    """How long a scan takes with so many tags at the antenna."""
    for (fewer, shorter_ms), (more, longer_ms) in pairwise(SCAN_MS):
        if tags <= more:
            return (shorter_ms * (more - tags) + longer_ms * (tags - fewer)) * MS // (more - fewer)
    return SCAN_MS[-1][1] * MS * tags // SCAN_MS[-1][0]


@dataclass(frozen=True, slots=True)
class _Lying:
    antenna: int
    face: Face
    boxed: bool


@dataclass(frozen=True, slots=True)
class _Scanning:
    """A scan that the host has asked for. A card that comes later is heard by the next one."""

    asked: ScanAntenna
    tags: tuple[TagHeard, ...]
    began_ns: int
    ends_ns: Nanoseconds


class VirtualReader:
    """Scans its antennas while anything changes, and reports the changes after each scan.

    It also scans any one antenna when the host asks for it, and then reports all that it heard.

    Tags that are gone come first, then tags that have arrived or turned over, in the order of scanning.
    """

    def __init__(self, serial_number: str = "VR-0001", boot: int = 1) -> None:
        identity = Identity(
            LINK_VERSION,
            0,
            boot,
            1,
            "reader",
            "1.0.0",
            "5EED5EED",
            serial_number,
            ANTENNAS,
            senses_face=True,
            senses_boxed=True,
        )
        self.link = DeviceLink(identity, COMMANDS)
        self.scan_order: tuple[int, ...] = ()
        self.cycle = 0
        self._lying: dict[str, _Lying] = {}
        self._told: dict[str, _Lying] = {}
        self._changed: dict[str, None] = {}
        self._cycle_due_ns: Nanoseconds | None = None
        self._scanning: _Scanning | None = None
        self._next_scan: ScanAntenna | None = None

    # ---- what people do at the table --------------------

    def put_tag(self, uid: str, antenna: int, face: Face, now_ns: Nanoseconds, *, boxed: bool = False) -> None:
        """Puts a card over an antenna, or turns it over. Raises ValueError for an impossible antenna or tag id."""
        if not 1 <= antenna <= ANTENNAS:
            raise ValueError(f"antenna {antenna}; there are 1 to {ANTENNAS}")
        if len(bytes.fromhex(uid)) != 8:
            raise ValueError(f"tag {uid!r} is not 16 hex digits")
        self._lying[uid] = _Lying(antenna, face, boxed)
        self._scan_soon(uid, now_ns)

    def take_tag(self, uid: str, now_ns: Nanoseconds) -> None:
        """Takes a card off the table."""
        if self._lying.pop(uid, None) is not None:
            self._scan_soon(uid, now_ns)

    def lying(self) -> dict[str, tuple[int, Face]]:
        """The cards on the table: tag id -> antenna and face."""
        return {uid: (tag.antenna, tag.face) for uid, tag in self._lying.items()}

    def report_all(self, now_ns: Nanoseconds) -> None:
        """Reports every tag again, as after power-up, at the end of a scan that starts now."""
        self._told.clear()
        self._cycle_due_ns = Nanoseconds(now_ns + CYCLE_NS)
        self._changed.update(dict.fromkeys(self._lying))

    def power_cycle(self, now_ns: Nanoseconds) -> None:
        """Power fails and returns: unsent events are lost, and every card is read again."""
        self.link.restart()
        self.cycle = 0
        self.scan_order = ()
        self._scanning = self._next_scan = None
        self.report_all(now_ns)

    def fail(self, code: str, text: str, now_ns: Nanoseconds) -> None:
        """The reader has a fault."""
        self.link.tell(Fault(code, text), now_ns)

    # ---- the line --------------------

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes from the host."""
        self.link.receive(data, now_ns)
        for command in self.link.take_commands():
            if isinstance(command, ScanOrder):
                self.scan_order = command.antennas
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
            self._scan(now_ns)
        self.link.tick(now_ns)

    def next_due_ns(self) -> Nanoseconds | None:
        """The end of the current scan, or the link's next timer."""
        scan_due_ns = None if self._scanning is None else self._scanning.ends_ns
        due = [when for when in (scan_due_ns, self._cycle_due_ns, self.link.next_due_ns()) if when is not None]
        return min(due) if due else None

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
        there = [(uid, tag) for uid, tag in self._lying.items() if tag.antenna == asked.antenna]
        tags = tuple(TagHeard(uid, RSSI_DBM, tag.face, tag.boxed) for uid, tag in there)
        self._scanning = _Scanning(asked, tags, now_ns, Nanoseconds(now_ns + scan_ns(len(tags))))

    def _end_scan(self, done: _Scanning, now_ns: Nanoseconds) -> None:
        self._scanning = None
        duration_ms = (now_ns - done.began_ns) // MS
        complete = done.asked.antenna <= ANTENNAS
        for part in scanned(done.asked.scan, done.asked.antenna, duration_ms, done.tags, complete=complete):
            self.link.tell(part, now_ns)
        self._begin_scan(now_ns)

    def _scan_soon(self, uid: str, now_ns: Nanoseconds) -> None:
        self._changed[uid] = None
        if self._cycle_due_ns is None:
            self._cycle_due_ns = Nanoseconds(now_ns + CYCLE_NS)

    def _scan(self, now_ns: Nanoseconds) -> None:
        self._cycle_due_ns = None
        self.cycle += 1
        changed = [uid for uid in self._changed if self._lying.get(uid) != self._told.get(uid)]
        self._changed.clear()
        for uid in changed:
            before, now = self._told.get(uid), self._lying.get(uid)
            if before is not None and (now is None or now.antenna != before.antenna):
                self.link.tell(TagLeft(before.antenna, uid, self.cycle), now_ns)
        for uid in sorted((uid for uid in changed if uid in self._lying), key=self._place_in_scan):
            tag = self._lying[uid]
            self.link.tell(TagAt(tag.antenna, uid, RSSI_DBM, tag.face, tag.boxed, self.cycle), now_ns)
        for uid in changed:
            if uid in self._lying:
                self._told[uid] = self._lying[uid]
            else:
                del self._told[uid]
        self.link.tell(CycleDone(self.cycle), now_ns)

    def _place_in_scan(self, uid: str) -> tuple[int, int]:
        antenna = self._lying[uid].antenna
        wanted = antenna in self.scan_order
        return (self.scan_order.index(antenna) if wanted else len(self.scan_order), antenna)


def make(serial_number: str, rng: Random) -> VirtualReader:
    """A virtual reader just powered up. Its boot number is random: a real one never repeats its last."""
    return VirtualReader(serial_number, boot=rng.getrandbits(32))
