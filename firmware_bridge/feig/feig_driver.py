"""Driver of FEIG readers in ISO-Host mode.

Theory of operation. The driver asks for the firmware version until a reader answers, then for its serial number. Then
it finds out how the reader is set up, by trying:

1. An inventory is refused with status 82: the reader scans by itself. The driver reads its buffer, or takes the
   notifications that the reader sends, and clears each set once its tags are reported, as the protocol demands.
2. A multiplexer answers: each channel is an antenna. The driver selects a channel and runs an inventory, in turn.
3. An inventory that asks for antenna numbers is accepted: one inventory covers all antennas, those where a card is due
   first.
4. Otherwise the reader has one antenna.

A reply names its command but not its request, so a late reply could be attributed to the wrong antenna. After a timeout
the driver therefore requests the firmware version and drops everything that arrives before it (see `polled`).
"""

from collections import deque
from dataclasses import asdict, dataclass

from burncard.firmware_bridge.conversation import Ask, Script
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified, EventsLost, TagHeard
from burncard.firmware_bridge.feig.commands import (
    ALL_SETS,
    INFO_DEVICE_ID,
    INVENTORY,
    MODE_ANTENNA,
    MODE_MORE,
    STATUSES,
    Command,
    Status,
    tags_of,
)
from burncard.firmware_bridge.feig.feig_decoder import FeigDecoder
from burncard.firmware_bridge.feig.frames import (
    ANY_READER,
    SILENCE_BEFORE_NS,
    Frame,
    FrameErrors,
    FrameReader,
    Refused,
    encode,
)
from burncard.firmware_bridge.feig.records import BadRecordsError, TagRecord
from burncard.firmware_bridge.polled import TRIES_MAX, LostError, PolledReader
from burncard.firmware_bridge.presence import GONE_AFTER_NS, Presence
from burncard.firmware_bridge.protocols import Protocol

REPLY_PATIENCE_NS = 200 * MS  # for any reply but an inventory's; our choice
INVENTORY_PATIENCE_NS = 1 * SECOND  # for an inventory; our choice
SPLIT_MAX_NS = 60 * MS
"""A longer pause ends a reply. The protocol allows 12 ms between bytes; USB adapters add up to 16 ms."""
POLL_BUFFER_NS = 50 * MS  # between reads of the buffer; our choice
MULTIPLEXERS_MAX = 2  # multiplexers tried
CHANNELS = 8  # of one multiplexer (manual)
SELECTED_ANTENNAS = 8  # antennas that a reader can select by itself: one byte, one bit each (manual)
MORE_MAX = 16  # replies to one inventory, so that a reader that always has more cannot hold up the scan
NOTIFICATIONS_MAX = 64  # notifications kept; older ones are dropped

FAULTS = frozenset(
    {
        Status.EEPROM_FAILURE,
        Status.LOGIN_REQUEST,
        Status.FIRMWARE_ACTIVATION,
        Status.WRONG_FIRMWARE,
        Status.HARDWARE_WARNING,
        Status.INITIALISATION_WARNING,
    }
)
LISTING = frozenset({Status.OK, Status.RF_WARNING, Status.BUFFER_OVERFLOW, Status.MORE_DATA})

Talk = Script[Frame, None]


@dataclass(frozen=True, slots=True)
class Inventory:
    """The tags of one inventory, and whether they are all that answered. `began_ns`: when it was requested."""

    tags: list[TagRecord]
    complete: bool
    began_ns: int


class FeigDriver(PolledReader[Frame]):
    """The host's side of one reader. `address` is its bus address; by default, any reader that answers."""

    def __init__(self, address: int = ANY_READER, gone_after_ns: int = GONE_AFTER_NS) -> None:
        super().__init__(Presence(gone_after_ns), SILENCE_BEFORE_NS, SPLIT_MAX_NS)
        self._address = address
        self._errors = FrameErrors()
        self._reader = FrameReader("reader", self._errors)
        self._status: dict[int, int] = {}
        self._notifications: deque[Frame] = deque(maxlen=NOTIFICATIONS_MAX)

    # ---- the line --------------------

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
        if self._address not in (ANY_READER, item.address):
            self._talk.counters.unexpected += 1
        elif self._hear(item):
            return
        elif item.command == Command.READ_BUFFER and item.status in LISTING:
            self._notifications.append(item)
        elif item.command == Command.CLEAR_BUFFER and self.state == "ready":
            # a clear that was carried out twice may have dropped sets that were not read
            self._events.append(EventsLost(None))

    # ---- the script --------------------

    def _identify(self) -> Script[Frame, DeviceIdentified]:
        """Asks until a reader answers."""
        version = None
        while version is None:
            version = yield self._request(Command.SOFTWARE_VERSION)
        number = yield from self._ask(Command.READER_INFO, bytes([INFO_DEVICE_ID]))
        revision = version.data[:2]
        return DeviceIdentified(
            kind="reader",
            serial_number=number.data[:4].hex().upper() if number.status == Status.OK else f"adr-{version.address}",
            firmware_version=f"{revision[0]:02X}.{revision[1]:02X}" if len(revision) == 2 else "",
            firmware_hash="",
            antennas=1,
            senses_face=False,
            senses_boxed=False,
        )

    def _serve(self, identity: DeviceIdentified) -> Talk:
        """Finds out how to read the reader, reports it ready, and reads it until it is lost or reset."""
        probe = yield from self._ask(Command.ISO_15693, bytes([INVENTORY, 0]))
        if probe.status == Status.NOT_AVAILABLE_NOW:
            self._ready(identity, SELECTED_ANTENNAS)
            yield from self._read_buffer()
            return
        channels = 0
        for multiplexer in range(MULTIPLEXERS_MAX):
            reply = yield from self._ask(Command.SET_MULTIPLEXER, bytes([multiplexer, 1, 0]))
            if reply.status != Status.OK:
                break
            channels += CHANNELS
        if channels:
            self._ready(identity, channels)
            yield from self._scan(range(1, channels + 1))
            return
        named = yield from self._ask(Command.ISO_15693, bytes([INVENTORY, MODE_ANTENNA, (1 << SELECTED_ANTENNAS) - 1]))
        if named.status in LISTING or named.status == Status.NO_TAG:
            self._ready(identity, SELECTED_ANTENNAS)
            yield from self._scan_selected()
        else:
            self._ready(identity, 1)
            yield from self._scan(range(1, 2))

    def _scan(self, antennas: range) -> Talk:
        """Scans one antenna after another: the multiplexers' channels, or the only antenna."""
        while not self._reset_wanted:
            antenna = self._next_antenna(antennas)
            selected = True
            if len(antennas) > 1:
                multiplexer, channel = divmod(antenna - 1, CHANNELS)
                reply = yield from self._ask(Command.SET_MULTIPLEXER, bytes([multiplexer, channel + 1, 0]))
                selected = reply.status == Status.OK
            if selected:
                heard = yield from self._inventory(b"\x00")
                if heard is None:
                    return
                self._tell(antenna, heard, heard.tags)
            self._end_cycle()
        yield from self._reset()

    def _scan_selected(self) -> Talk:
        """Scans a reader that names its antennas: those where a card is due first, then all in one inventory.

        Where the host chooses, each inventory covers one antenna.
        """
        everything = range(1, SELECTED_ANTENNAS + 1)
        while not self._reset_wanted:
            if self._choose is not None:
                sets = [[self._next_antenna(everything)]]
            else:
                self._plan.clear()
                wanted = [antenna for antenna in self._order if antenna in everything]
                sets = [wanted, list(everything)] if wanted else [list(everything)]
            for antennas in sets:
                mask = sum(1 << antenna - 1 for antenna in antennas)
                heard = yield from self._inventory(bytes([MODE_ANTENNA, mask]))
                if heard is None:
                    return
                for antenna in antennas:
                    self._tell(antenna, heard, [tag for tag in heard.tags if tag.antenna == antenna])
            self._end_cycle()
        yield from self._reset()

    def _inventory(self, mode: bytes) -> Script[Frame, Inventory | None]:
        """The tags of one inventory; None if the reader no longer accepts inventories."""
        tags: list[TagRecord] = []
        began_ns = self._now_ns
        for number in range(MORE_MAX):
            reply = yield from self._ask(Command.ISO_15693, bytes([INVENTORY]) + mode)
            if number == 0:
                # when the request that was answered was sent, not one that was lost
                began_ns = Nanoseconds(self._talk.asked_ns)
            if reply.status == Status.NOT_AVAILABLE_NOW:
                return None
            if reply.status in LISTING:
                tags += self._listed(reply)
            if reply.status != Status.MORE_DATA:
                return Inventory(tags, reply.status in (Status.OK, Status.NO_TAG), began_ns)
            mode = bytes([mode[0] | MODE_MORE]) + mode[1:]
        return Inventory(tags, False, began_ns)

    def _read_buffer(self) -> Talk:
        """Reads a reader that scans by itself: from its buffer, or from its notifications."""
        while not self._reset_wanted:
            if not self._notifications:
                reply = yield from self._read_sets()
                if reply.status in LISTING:
                    self._notifications.append(reply)
                elif reply.status == Status.UNKNOWN_COMMAND:
                    return
            while self._notifications:
                sets = self._notifications.popleft()
                for tag in self._listed(sets):
                    # the buffer does not tell when or how often an antenna was scanned, only that it heard the tag
                    heard = (TagHeard(tag.uid, None if tag.rssi is None else -tag.rssi),)
                    self._report_scan(tag.antenna or 1, self._now_ns, heard, complete=False)
                    self._events += self.presence.moved(tag.antenna or 1, tag.uid)
                if sets.status == Status.BUFFER_OVERFLOW:
                    self._events.append(EventsLost(None))
                self._events += self.presence.end_cycle()
                # not repeated: the reader may have sent new sets by then, and a second clear would drop them unread
                cleared = yield self._request(Command.CLEAR_BUFFER)
                if cleared is None:
                    yield from self._clear_line()
            if self._tell_all_wanted:
                self._tell_all_wanted = False
                yield from self._ask(Command.INITIALISE_BUFFER)
            yield Ask(b"", _never, POLL_BUFFER_NS)
        yield from self._reset()

    def _read_sets(self) -> Script[Frame, Frame]:
        """The first sets of the buffer, fewer at a time if long replies do not get through. Raises LostError."""
        sets = ALL_SETS
        for _ in range(TRIES_MAX):
            reply = yield self._request(Command.READ_BUFFER, sets.to_bytes(2, "big"))
            if reply is not None:
                self._note(reply)
                return reply
            sets = max(1, sets // 8)
            yield from self._clear_line()
        raise LostError

    def _reset(self) -> Talk:
        self._reset_wanted = False
        yield from self._ask(Command.CPU_RESET)

    def _ask(self, command: Command, data: bytes = b"") -> Script[Frame, Frame]:
        """The reply to a request, which is repeated until there is one. Raises LostError."""
        for _ in range(TRIES_MAX):
            reply = yield self._request(command, data)
            if reply is not None:
                self._note(reply)
                return reply
            yield from self._clear_line()
        raise LostError

    def _unmistakable(self) -> Ask[Frame]:
        return self._request(Command.SOFTWARE_VERSION)

    def _request(self, command: Command, data: bytes = b"") -> Ask[Frame]:
        patience_ns = INVENTORY_PATIENCE_NS if command == Command.ISO_15693 else REPLY_PATIENCE_NS
        return Ask(
            encode(Frame(self._address, command, data)), lambda reply: bool(reply.command == command), patience_ns
        )

    # ---- what follows from it --------------------

    def _listed(self, reply: Frame) -> list[TagRecord]:
        try:
            return tags_of(reply.command, reply.data)
        except BadRecordsError as error:
            self._events.append(DeviceFault("feig-records", f"reply {reply.command:02X}: {error}"))
            return []

    def _tell(self, antenna: int, inventory: Inventory, tags: list[TagRecord]) -> None:
        """Reports what an antenna heard in an inventory."""
        heard = {tag.uid: None if tag.rssi is None else -tag.rssi for tag in tags}
        there = (TagHeard(uid, rssi_dbm) for uid, rssi_dbm in heard.items())
        self._report_scan(antenna, inventory.began_ns, there, complete=inventory.complete)
        if inventory.complete:
            self._events += self.presence.scanned(antenna, heard, self._now_ns)
        else:
            self._events += self.presence.heard(antenna, heard)

    def _note(self, reply: Frame) -> None:
        status = reply.status or 0
        if status == Status.OK:
            return
        first = status not in self._status
        self._status[status] = self._status.get(status, 0) + 1
        if status in FAULTS and first:
            name = Status(status).name.lower().replace("_", " ")
            self._events.append(DeviceFault(f"feig-{status:02X}", f"the reader reports: {name}"))


def _never(reply: Frame) -> bool:
    return False


PROTOCOL = Protocol(driver=FeigDriver, decoder=FeigDecoder)
