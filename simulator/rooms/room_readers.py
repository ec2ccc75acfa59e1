"""The readers of a room: each scans its own antennas, side by side with the others."""

from collections.abc import Callable

from burncard.firmware_bridge.driver import Choose, Nanoseconds
from burncard.firmware_bridge.events import Event, Scan, TagHeard
from burncard.firmware_bridge.reader_group import ReaderGroup
from burncard.hardware.layout import Layout, Site
from burncard.simulator.radio.air import Answer
from burncard.simulator.radio.any_air import AnyAir


class Commanded:
    """The table's commands to its devices: only the choice of the next antenna matters here."""

    def __init__(self) -> None:
        self.choose: Choose | None = None

    def scan_next(self, choose: Choose | None) -> None:
        """The table will choose each antenna."""
        self.choose = choose

    def go_to(self, state: str) -> None:
        """The pack is always ready."""


class Readers:
    """All readers of a layout. `group` is what the table is attached to; `tell` gets its events.

    `line_ns`: what a reader's line adds to each scan; `tag_of`: what the reader says of an answer.
    """

    def __init__(
        self,
        layout: Layout,
        air: AnyAir,
        line_ns: int,
        tag_of: Callable[[Answer], TagHeard],
        tell: Callable[[Event], None],
    ) -> None:
        self._layout = layout
        self._air = air
        self._line_ns = line_ns
        self._tag_of = tag_of
        self._readers = [Commanded() for _ in range(1 + len(layout.further))]
        self._scans: dict[int, Scan] = {}
        self.group = ReaderGroup(layout, self._readers, tell)

    def begin(self, now_ns: Nanoseconds) -> Nanoseconds:
        """Every reader that is free begins a scan. Returns when the first one ends."""
        for number in range(len(self._readers)):
            if number not in self._scans:
                self._scans[number] = self._scan(number, now_ns)
        return Nanoseconds(min(scan.ended_ns for scan in self._scans.values()))

    def end(self) -> None:
        """The table hears of the scan that ends first."""
        number = min(self._scans, key=lambda each: self._scans[each].ended_ns)
        self.group.take(number, self._scans.pop(number))

    def drop(self) -> None:
        """The scans that have begun are not told."""
        self._scans.clear()

    def _scan(self, reader: int, now_ns: Nanoseconds) -> Scan:
        choose = self._readers[reader].choose
        antenna = (None if choose is None else choose(now_ns)) or 1
        heard = self._air.inventory(self._layout.place_of(Site(reader, antenna)), now_ns)
        ends_ns = Nanoseconds(now_ns + heard.took_ns + self._line_ns)
        return Scan(antenna, now_ns, ends_ns, tuple(map(self._tag_of, heard.answers)), True)
