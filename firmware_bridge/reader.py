"""Driver of the reader that speaks our own link."""

from burncard.firmware_bridge.driver import Choose
from burncard.firmware_bridge.link_decoder import LinkDecoder
from burncard.firmware_bridge.link_driver import LinkDriver
from burncard.firmware_bridge.link_messages import ReportAll, Reset, ScanOrder
from burncard.firmware_bridge.protocols import Protocol


class ReaderDriver(LinkDriver):
    """The host's side of a reader on our own link."""

    def __init__(self, session: int | None = None) -> None:
        super().__init__(session)
        self._order: tuple[int, ...] = ()

    def set_scan_order(self, antennas: tuple[int, ...]) -> None:
        """Which antennas to scan first; sent only if it changes."""
        if antennas != self._order and self.send(ScanOrder(antennas)):
            self._order = antennas

    def scan_next(self, choose: Choose | None) -> None:
        """Does nothing: in version 1 of the link, the reader scans all its antennas by itself."""

    def report_all(self) -> None:
        """Reports every tag that is on the table now."""
        self.send(ReportAll())

    def reset(self) -> None:
        """Restarts the reader, as after power-up."""
        self._order = ()
        self.send(Reset())


PROTOCOL = Protocol(driver=ReaderDriver, decoder=LinkDecoder, sessions=True)
