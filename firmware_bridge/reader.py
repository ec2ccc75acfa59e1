"""Driver of the reader that speaks our own link.

A reader that speaks version 2 is asked for one scan after the other, each when the one before has been reported. One
that speaks version 1 scans by itself and reports what changes: it is taken at its word (`standing_tags`).
"""

from dataclasses import dataclass, field
from secrets import randbits

from burncard.firmware_bridge.driver import MS, SECOND, Choose, Nanoseconds
from burncard.firmware_bridge.events import DeviceIdentified, Event, EventsLost, Scan, TagHeard
from burncard.firmware_bridge.link_decoder import LinkDecoder
from burncard.firmware_bridge.link_driver import LinkDriver
from burncard.firmware_bridge.link_events import CycleDone, EventMessage, Scanned, TagAt, TagLeft
from burncard.firmware_bridge.link_messages import LINK_VERSION, ReportAll, Reset, ScanAntenna
from burncard.firmware_bridge.protocols import Protocol
from burncard.firmware_bridge.standing_tags import ROLL_CALL_NS, SCAN_NS, Standing

SCAN_PATIENCE_NS = 2 * SECOND
"""Time until a scan that was not reported is given up. Our choice: longer than the repeats of a lost frame take."""
SCANS_SINCE_VERSION = 2
NUMBER_MAX = 2**32 - 1


@dataclass(slots=True)
class _Asked:
    """The scan that was asked for, and the parts of it that have arrived."""

    number: int
    antenna: int
    asked_ns: int
    ended_ns: int = 0
    parts: int = 0
    tags: dict[str, TagHeard] = field(default_factory=dict)


class ReaderDriver(LinkDriver):
    """The host's side of a reader on our own link."""

    def __init__(self, session: int | None = None, version: int = LINK_VERSION) -> None:
        # scans are numbered on from there, so that one kept for an earlier host is not taken for one of ours
        self._scan_number = randbits(32) if session is None else session
        super().__init__(self._scan_number, version)
        self._choose: Choose | None = None
        self._antenna = 0
        self._asked: _Asked | None = None
        self._standing = Standing()
        self._said: list[Event] = []
        self._said_ns = 0
        self._roll_call_ends_ns: int | None = None
        self._now_ns = Nanoseconds(0)
        self._scans_unanswered = 0
        self._scans_unexpected = 0

    def scan_next(self, choose: Choose | None) -> None:
        """From now on `choose` names each antenna to scan; where it names none, and with None, all in turn."""
        self._choose = choose

    def reset(self) -> None:
        """Restarts the reader, as after power-up."""
        self.send(Reset())

    # ---- the line --------------------

    def connected(self, now_ns: Nanoseconds) -> None:
        """The line is open."""
        self._asked = None
        super().connected(now_ns)

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Takes bytes from the reader."""
        self._now_ns = now_ns
        super().receive(data, now_ns)

    def take_events(self) -> list[Event]:
        """What has happened, in order."""
        events = super().take_events()
        if not self._is_asked() and any(isinstance(event, DeviceIdentified | EventsLost) for event in events):
            self._standing.call_roll()
            self._roll_call_ends_ns = self._now_ns + ROLL_CALL_NS
            self.send(ReportAll())
        if self._said:
            events += self._said
            self._said = []
        return events

    def tick(self, now_ns: Nanoseconds) -> None:
        """Time has passed: the next scan is due."""
        due_ns = self._scan_due_ns()
        if due_ns is not None and now_ns >= due_ns:
            if self._is_asked():
                self._ask(now_ns)
            else:
                self._say(now_ns)
        super().tick(now_ns)

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` must be called next, None if there is nothing to wait for."""
        due_ns, scan_ns = super().next_due_ns(), self._scan_due_ns()
        return Nanoseconds(scan_ns) if scan_ns is not None and (due_ns is None or scan_ns < due_ns) else due_ns

    def counters(self) -> dict[str, int]:
        """Number of errors on the line, by name."""
        scans = {"scans_unanswered": self._scans_unanswered, "scans_unexpected": self._scans_unexpected}
        return super().counters() | scans

    # ---- scans --------------------

    def _is_asked(self) -> bool:
        """Whether the reader is asked for scans; otherwise it is taken at its word."""
        identity = self.link.identity
        return identity is None or identity.version >= SCANS_SINCE_VERSION

    def _scan_due_ns(self) -> int | None:
        """When a scan is due; None while the reader has no antennas, or has not answered a command."""
        identity = self.link.identity
        if self.link.state != "ready" or identity is None or not identity.antennas:
            return None
        if not self._is_asked():
            return self._said_ns + SCAN_NS
        if self.link.commands_waiting():
            return None
        return 0 if self._asked is None else self._asked.asked_ns + SCAN_PATIENCE_NS

    def _next_antenna(self, now_ns: Nanoseconds) -> int:
        """The antenna that the host chooses; the next in turn where it names none that the reader has."""
        identity = self.link.identity
        antennas = 1 if identity is None else identity.antennas
        chosen = None if self._choose is None else self._choose(now_ns)
        self._antenna = chosen if chosen is not None and 1 <= chosen <= antennas else self._antenna % antennas + 1
        return self._antenna

    def _ask(self, now_ns: Nanoseconds) -> None:
        self._scans_unanswered += self._asked is not None
        antenna = self._next_antenna(now_ns)
        self._scan_number = (self._scan_number + 1) & NUMBER_MAX
        self._asked = _Asked(self._scan_number, antenna, now_ns)
        self.send(ScanAntenna(antenna, self._scan_number))

    def _say(self, now_ns: Nanoseconds) -> None:
        self._said_ns = now_ns
        if self._roll_call_ends_ns is not None and now_ns >= self._roll_call_ends_ns:
            self._roll_call_ends_ns = None
            self._standing.end_roll_call()
        self._said.append(self._standing.scan(self._next_antenna(now_ns), now_ns))

    def _reported(self, message: EventMessage) -> list[Event]:
        match message:
            case Scanned():
                return self._scanned(message)
            case TagAt():
                heard = TagHeard(message.uid, message.rssi_dbm, message.face, message.boxed)
                self._standing.came(message.antenna, heard)
            case TagLeft():
                self._standing.left(message.antenna, message.uid)
            case CycleDone():
                pass
            case _:
                return super()._reported(message)
        return []

    def _scanned(self, part: Scanned) -> list[Event]:
        asked = self._asked
        if asked is None or (part.scan, part.antenna) != (asked.number, asked.antenna):
            self._scans_unexpected += 1
            return []
        if part.part != asked.parts:
            # an earlier part was lost with the events of that time
            self._scans_unanswered += 1
            self._asked = None
            return []
        if part.part == 0:
            asked.ended_ns = self._now_ns
        asked.parts += 1
        asked.tags.update((tag.uid, tag) for tag in part.tags)
        if part.more:
            return []
        self._asked = None
        began_ns = max(asked.asked_ns, asked.ended_ns - part.duration_ms * MS)
        return [Scan(asked.antenna, began_ns, asked.ended_ns, tuple(asked.tags.values()), part.complete)]


PROTOCOL = Protocol(driver=ReaderDriver, decoder=LinkDecoder, sessions=True)
