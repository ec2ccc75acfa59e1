"""The line to a FEIG reader: frames in and out, requests that are repeated until they are answered, and the statuses of
replies."""

from collections import deque
from dataclasses import asdict

from burncard.firmware_bridge.conversation import Ask, Script
from burncard.firmware_bridge.driver import MS, SECOND
from burncard.firmware_bridge.events import DeviceFault, EventsLost
from burncard.firmware_bridge.feig.commands import STATUSES, Command, Status
from burncard.firmware_bridge.feig.frames import (
    ANY_READER,
    SILENCE_BEFORE_NS,
    Frame,
    FrameErrors,
    FrameReader,
    Refused,
    encode,
)
from burncard.firmware_bridge.polled import TRIES_MAX, LostError, PolledReader

REPLY_PATIENCE_NS = 200 * MS  # for any reply but those below; our choice
INVENTORY_PATIENCE_NS = 1 * SECOND  # for an inventory; our choice
WRITING_PATIENCE_NS = 1 * SECOND  # for a block to be written to EEPROM: up to 300 ms (manual)
SPLIT_MAX_NS = 60 * MS
"""A longer pause ends a reply. The protocol allows 12 ms between bytes; USB adapters add up to 16 ms."""
NOTIFICATIONS_MAX = 64  # notifications kept; older ones are dropped
FAULTS = frozenset(
    {
        Status.EEPROM_FAILURE,
        Status.LOGIN_REQUEST,
        Status.FIRMWARE_ACTIVATION,
        Status.HARDWARE_WARNING,
        Status.INITIALISATION_WARNING,
    }
)
LISTING = frozenset({Status.OK, Status.RF_WARNING, Status.BUFFER_OVERFLOW, Status.MORE_DATA})

PATIENCE_NS: dict[Command, int] = {
    Command.ISO_15693: INVENTORY_PATIENCE_NS,
    Command.WRITE_CONFIGURATION: WRITING_PATIENCE_NS,
}
CONFIGURING = frozenset({Command.READ_CONFIGURATION, Command.WRITE_CONFIGURATION})
"""A reader that refuses these, for a password or for its age, is read with the settings that it has."""

Talk = Script[Frame, None]


class FeigLine(PolledReader[Frame]):
    """One reader on its line. `address` is its bus address; by default, that of the first reader to answer."""

    def __init__(self, address: int) -> None:
        super().__init__(SILENCE_BEFORE_NS, SPLIT_MAX_NS)
        self._address = address
        self._answering = address
        self._errors = FrameErrors()
        self._reader = FrameReader("reader", self._errors)
        self._status: dict[int, int] = {}
        self._notifications: deque[Frame] = deque(maxlen=NOTIFICATIONS_MAX)
        self._missed = False

    def counters(self) -> dict[str, int]:
        """Number of errors on the line, and of each status that the reader returned, by name."""
        statuses = {
            f"status_{Status(code).name.lower()}" if code in STATUSES else f"status_{code:02x}": count
            for code, count in sorted(self._status.items())
        }
        frames = {f"frame_{reason}": count for reason, count in asdict(self._errors).items()}
        return frames | asdict(self._talk.counters) | statuses

    def _new_line(self) -> None:
        self._reader = FrameReader("reader", self._errors)
        self._notifications.clear()
        self._answering = self._address

    def _unfinished(self) -> bool:
        return self._reader.buffered_bytes() > 0

    def _split(self) -> None:
        for item in self._reader.silence():
            self._take(item)

    def _bytes(self, data: bytes) -> None:
        for item in self._reader.receive(data):
            self._take(item)

    def _take(self, item: Frame | Refused) -> None:
        if isinstance(item, Refused):
            return
        if item.address != ANY_READER and self._answering not in (ANY_READER, item.address):
            self._talk.counters.unexpected += 1
        elif self._hear(item):
            return
        elif item.command == Command.READ_BUFFER and item.status in LISTING:
            self._notifications.append(item)
        elif item.command == Command.CLEAR_BUFFER and self.state == "ready":
            # a clear that was carried out twice may have dropped sets that were not read
            self._events.append(EventsLost(None))

    def _ask(self, command: Command, data: bytes = b"") -> Script[Frame, Frame]:
        """The reply to a request, which is repeated until there is one. Raises LostError."""
        for _ in range(TRIES_MAX):
            reply = yield self._request(command, data)
            if reply is not None:
                self._note(reply)
                return reply
            self._missed = True
            yield from self._clear_line()
        raise LostError

    def _unmistakable(self) -> Ask[Frame]:
        return self._request(Command.SOFTWARE_VERSION)

    def _request(self, command: Command, data: bytes = b"") -> Ask[Frame]:
        patience_ns = PATIENCE_NS.get(command, REPLY_PATIENCE_NS)
        return Ask(
            encode(Frame(self._address, command, data)), lambda reply: bool(reply.command == command), patience_ns
        )

    def _note(self, reply: Frame) -> None:
        status = reply.status or 0
        if status == Status.OK:
            return
        first = status not in self._status
        self._status[status] = self._status.get(status, 0) + 1
        if status in FAULTS and first and reply.command not in CONFIGURING:
            name = Status(status).name.lower().replace("_", " ")
            self._events.append(DeviceFault(f"feig-{status:02X}", f"the reader reports: {name}"))
