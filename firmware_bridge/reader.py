"""Driver of the reader that speaks our own link."""

from firmware_bridge.codec import Frame
from firmware_bridge.driver import Nanoseconds
from firmware_bridge.events import CycleEnded, DeviceIdentified, Event, TagGone, TagRead
from firmware_bridge.host_link import HostLink
from firmware_bridge.messages import BadPayloadError, CycleDone, Identity, ReportAll, ScanOrder, TagAt, TagLeft, Type


def identified(identity: Identity) -> DeviceIdentified:
    """The handshake's outcome, as an event."""
    return DeviceIdentified(
        kind=identity.kind,
        serial_number=identity.serial_number,
        firmware_version=identity.firmware_version,
        firmware_hash=identity.firmware_hash,
        antennas=identity.antennas,
        senses_face=identity.senses_face,
        senses_boxed=identity.senses_boxed,
    )


class LinkDriver:
    """What the drivers of our own link share: the link, and the handshake told as an event."""

    kind = ""

    def __init__(self, session: int = 1) -> None:
        self.link = HostLink(session)
        self._greeted: Identity | None = None

    def connected(self, now_ns: Nanoseconds) -> None:
        """The line is open."""
        self.link.connected(now_ns)

    def disconnected(self, now_ns: Nanoseconds) -> None:
        """The line is gone."""
        self.link.disconnected(now_ns)

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes of the device."""
        self.link.receive(data, now_ns)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Time has passed."""
        self.link.tick(now_ns)

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` has something to do."""
        return self.link.next_due_ns()

    def take_output(self) -> bytes:
        """Bytes for the device."""
        return self.link.take_output()

    def take_events(self) -> list[Event]:
        """What has happened, in order."""
        events: list[Event] = list(self.link.take_told())
        identity = self.link.identity
        if identity is not None and identity is not self._greeted:
            self._greeted = identity
            events.append(identified(identity))
        for frame in self.link.take_frames():
            try:
                events.append(self.event_of(frame))
            except BadPayloadError:
                self.link.counters.bad_payloads += 1
        return events

    def event_of(self, frame: Frame) -> Event:
        """An event frame as a plain value. Raises BadPayloadError."""
        raise BadPayloadError(f"type {frame.type:#04x}")


class ReaderDriver(LinkDriver):
    """The host's side of a reader on our own link."""

    kind = "reader"

    def __init__(self, session: int = 1) -> None:
        super().__init__(session)
        self._order: tuple[int, ...] = ()

    def set_scan_order(self, antennas: tuple[int, ...]) -> None:
        """Which antennas to scan first; sent only where it changes."""
        if antennas != self._order and self.link.send(ScanOrder(antennas)):
            self._order = antennas

    def report_all(self) -> None:
        """Asks for every tag that lies on the table now."""
        self.link.send(ReportAll())

    def event_of(self, frame: Frame) -> Event:
        """A reader's event."""
        if frame.type == Type.TAG_READ:
            tag = TagAt.unpack(frame.payload)
            return TagRead(tag.antenna, tag.uid, tag.rssi_dbm, tag.face, tag.boxed, tag.cycle)
        if frame.type == Type.TAG_GONE:
            left = TagLeft.unpack(frame.payload)
            return TagGone(left.antenna, left.uid, left.cycle)
        if frame.type == Type.CYCLE_ENDED:
            return CycleEnded(CycleDone.unpack(frame.payload).cycle)
        return super().event_of(frame)
