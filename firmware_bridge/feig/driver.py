"""Driver of FEIG readers in ISO-Host mode.

A reader is asked who it is, then what antennas it has: behind an external multiplexer (each channel is an antenna),
named in its replies, or one. A reader that scans by itself refuses an inventory; then its buffer is read, or its
notifications are awaited, and each is cleared once its tags are told, as the reader demands.

Replies name their command but not their request, so a reply that comes late could be taken for another antenna's.
After a request that was not answered the driver therefore asks for the firmware version and drops whatever comes before
that answer: the line keeps its order, so nothing older can follow.
"""

from collections import deque
from dataclasses import asdict, replace

from firmware_bridge.conversation import Ask, Conversation, Script
from firmware_bridge.driver import MS, SECOND, Nanoseconds
from firmware_bridge.events import DeviceFault, DeviceIdentified, Event, EventsLost, LinkChanged, LinkStateName
from firmware_bridge.feig.commands import (
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
from firmware_bridge.feig.decode import FeigDecoder
from firmware_bridge.feig.frames import ANY_READER, SILENCE_BEFORE_NS, Frame, FrameErrors, FrameReader, encode
from firmware_bridge.feig.records import BadRecordsError, TagRecord
from firmware_bridge.presence import GONE_AFTER_NS, Presence
from firmware_bridge.protocols import Protocol

REPLY_PATIENCE_NS = 200 * MS
INVENTORY_PATIENCE_NS = 1 * SECOND
SPLIT_MAX_NS = 60 * MS
"""A pause of more than this within a reply is its end. The line allows 12 ms; USB adapters add up to 16."""
POLL_BUFFER_NS = 50 * MS
STALE_AFTER_NS = 2 * SECOND
"""So long nothing right has come."""
LOST_AFTER_NS = 6 * SECOND
TRIES_MAX = 200
"""A question that fails so often, while others are answered, will always fail: the reader is begun with anew."""
MULTIPLEXERS_MAX = 2
CHANNELS = 8
SELECTED_ANTENNAS = 8
MORE_MAX = 16
NOTIFICATIONS_MAX = 64

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


class _LostError(Exception):
    """The reader does not answer any more."""


class FeigDriver:
    """The host's side of one reader. `address`: its bus address; by default whichever answers."""

    def __init__(self, address: int = ANY_READER, gone_after_ns: int = GONE_AFTER_NS) -> None:
        self.state: LinkStateName = "absent"
        self.presence = Presence(gone_after_ns)
        self._address = address
        self._talk: Conversation[Frame] = Conversation(SILENCE_BEFORE_NS)
        self._errors = FrameErrors()
        self._reader = FrameReader("reader", self._errors)
        self._status: dict[int, int] = {}
        self._events: list[Event] = []
        self._order: tuple[int, ...] = ()
        self._plan: list[int] = []
        self._notifications: deque[Frame] = deque(maxlen=NOTIFICATIONS_MAX)
        self._identity: DeviceIdentified | None = None
        self._was_ready = False
        self._reset_wanted = False
        self._tell_all_wanted = False
        self._now_ns = Nanoseconds(0)
        self._heard_ns = Nanoseconds(0)
        self._right_ns = Nanoseconds(0)

    # ---- what the table wants --------------------

    def set_scan_order(self, antennas: tuple[int, ...]) -> None:
        """Which antennas to scan first: at once, if a scan is under way, and first of every scan from then on."""
        if antennas != self._order:
            self._order = antennas
            self._plan = self._ordered(self._plan, again=True) if self._plan else []

    def report_all(self) -> None:
        """Tells every tag again as it is next heard; a reader that scans by itself begins with an empty buffer."""
        self.presence.tell_all()
        self._tell_all_wanted = True

    def reset(self) -> None:
        """Has the reader begin anew, as after power-up."""
        self._reset_wanted = True

    # ---- the line --------------------

    def connected(self, now_ns: Nanoseconds) -> None:
        """The line is open: asks who is there."""
        self._now_ns = now_ns
        self._reader = FrameReader("reader", self._errors)
        self._notifications.clear()
        self._set_state("identifying")
        self._talk.start(self._script(), now_ns)

    def disconnected(self, now_ns: Nanoseconds) -> None:
        """The line is gone."""
        self._now_ns = now_ns
        self._talk.stop()
        self._set_state("absent")

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes of the reader."""
        self._now_ns = now_ns
        self._pause(now_ns)
        self._heard_ns = now_ns
        self._talk.busy(now_ns)
        for item in self._reader.receive(data):
            self._take(item)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Time has passed."""
        self._now_ns = now_ns
        self._pause(now_ns)
        self._talk.tick(now_ns)

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` has something to do."""
        due = self._talk.next_due_ns()
        if due is not None and self._reader.buffered_bytes():
            due = min(due, Nanoseconds(self._heard_ns + SPLIT_MAX_NS))
        return due

    def take_output(self) -> bytes:
        """Bytes for the reader."""
        return self._talk.take_output()

    def take_events(self) -> list[Event]:
        """What has happened, in order."""
        events, self._events = self._events, []
        return events

    def counters(self) -> dict[str, int]:
        """How often which error was met on the line, and which status the reader gave."""
        statuses = {
            f"status_{Status(code).name.lower()}" if code in STATUSES else f"status_{code:02x}": count
            for code, count in sorted(self._status.items())
        }
        frames = {f"frame_{reason}": count for reason, count in asdict(self._errors).items()}
        return frames | asdict(self._talk.counters) | statuses

    def _pause(self, now_ns: Nanoseconds) -> None:
        if self._reader.buffered_bytes() and now_ns - self._heard_ns >= SPLIT_MAX_NS:
            for item in self._reader.silence():
                self._take(item)

    def _take(self, item: object) -> None:
        if not isinstance(item, Frame):
            return
        self._right_ns = self._now_ns
        if self.state == "stale":
            self._set_state("ready")
        if self._address not in (ANY_READER, item.address):
            self._talk.counters.unexpected += 1
            return
        if self._talk.hear(item, self._now_ns):
            return
        if item.command == Command.READ_BUFFER and item.status in LISTING:
            self._notifications.append(item)
        elif item.command == Command.CLEAR_BUFFER and self.state == "ready":
            # a clear that was carried out twice may have dropped sets that were not heard
            self._events.append(EventsLost(None))

    # ---- the script --------------------

    def _script(self) -> Talk:
        while True:
            try:
                identity = yield from self._identify()
                yield from self._serve(identity)
            except _LostError:
                self._set_state("lost")

    def _identify(self) -> Script[Frame, DeviceIdentified]:
        """Asks until somebody answers."""
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
        """Finds out how the reader is to be read, says that it is ready, and reads it until it is lost or reset."""
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
        """One antenna after the other: those of the multiplexers, or the only one."""
        while not self._reset_wanted:
            self._plan = self._ordered(list(antennas))
            while self._plan:
                antenna = self._plan.pop(0)
                if antenna not in antennas:
                    continue
                if len(antennas) > 1:
                    multiplexer, channel = divmod(antenna - 1, CHANNELS)
                    chosen = yield from self._ask(Command.SET_MULTIPLEXER, bytes([multiplexer, channel + 1, 0]))
                    if chosen.status != Status.OK:
                        continue
                heard = yield from self._inventory(b"\x00")
                if heard is None:
                    return
                tags, all_of_them = heard
                self._tell(antenna, tags, all_of_them=all_of_them)
            self._events += self.presence.end_cycle()
        yield from self._reset()

    def _scan_selected(self) -> Talk:
        """A reader with several antennas that names them: first those where a card is due, then all."""
        everything = range(1, SELECTED_ANTENNAS + 1)
        while not self._reset_wanted:
            wanted = [antenna for antenna in self._order if antenna in everything]
            for antennas in [wanted, list(everything)] if wanted else [list(everything)]:
                mask = sum(1 << antenna - 1 for antenna in antennas)
                heard = yield from self._inventory(bytes([MODE_ANTENNA, mask]))
                if heard is None:
                    return
                for antenna in antennas:
                    there = [tag for tag in heard[0] if tag.antenna == antenna]
                    self._tell(antenna, there, all_of_them=heard[1])
            self._events += self.presence.end_cycle()
        yield from self._reset()

    def _inventory(self, mode: bytes) -> Script[Frame, tuple[list[TagRecord], bool] | None]:
        """The tags of one inventory, and whether they are all; None where the reader does not do it any more."""
        tags: list[TagRecord] = []
        for _ in range(MORE_MAX):
            reply = yield from self._ask(Command.ISO_15693, bytes([INVENTORY]) + mode)
            if reply.status == Status.NOT_AVAILABLE_NOW:
                return None
            if reply.status in LISTING:
                tags += self._listed(reply)
            if reply.status != Status.MORE_DATA:
                return tags, reply.status in (Status.OK, Status.NO_TAG)
            mode = bytes([mode[0] | MODE_MORE]) + mode[1:]
        return tags, False

    def _read_buffer(self) -> Talk:
        """A reader that scans by itself: takes what it has collected, or what it sends."""
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
                    self._events += self.presence.moved(tag.antenna or 1, tag.uid)
                if sets.status == Status.BUFFER_OVERFLOW:
                    self._events.append(EventsLost(None))
                self._events += self.presence.end_cycle()
                # not repeated: by then the reader may have sent other sets, and a clear would drop those unheard
                cleared = yield self._request(Command.CLEAR_BUFFER)
                if cleared is None:
                    yield from self._clear_line()
            if self._tell_all_wanted:
                self._tell_all_wanted = False
                yield from self._ask(Command.INITIALISE_BUFFER)
            yield Ask(b"", _never, POLL_BUFFER_NS)
        yield from self._reset()

    def _read_sets(self) -> Script[Frame, Frame]:
        """The first sets of the buffer: fewer at a time where long replies do not come through. Raises _LostError."""
        sets = ALL_SETS
        for _ in range(TRIES_MAX):
            reply = yield self._request(Command.READ_BUFFER, sets.to_bytes(2, "big"))
            if reply is not None:
                self._note(reply)
                return reply
            sets = max(1, sets // 8)
            yield from self._clear_line()
        raise _LostError

    def _reset(self) -> Talk:
        self._reset_wanted = False
        yield from self._ask(Command.CPU_RESET)

    def _ask(self, command: Command, data: bytes = b"") -> Script[Frame, Frame]:
        """The reply to a request, repeated until there is one. Raises _LostError."""
        for _ in range(TRIES_MAX):
            reply = yield self._request(command, data)
            if reply is not None:
                self._note(reply)
                return reply
            yield from self._clear_line()
        raise _LostError

    def _clear_line(self) -> Talk:
        """Drops every reply that is still under way. Raises _LostError."""
        while (yield self._request(Command.SOFTWARE_VERSION)) is None:
            silent_ns = self._now_ns - self._right_ns
            if silent_ns >= LOST_AFTER_NS:
                raise _LostError
            if silent_ns >= STALE_AFTER_NS and self.state == "ready":
                self._set_state("stale")

    def _request(self, command: Command, data: bytes = b"") -> Ask[Frame]:
        patience_ns = INVENTORY_PATIENCE_NS if command == Command.ISO_15693 else REPLY_PATIENCE_NS
        return Ask(
            encode(Frame(self._address, command, data)), lambda reply: bool(reply.command == command), patience_ns
        )

    # ---- what follows from it --------------------

    def _ordered(self, antennas: list[int], *, again: bool = False) -> list[int]:
        first = [antenna for antenna in self._order if again or antenna in antennas]
        return first + [antenna for antenna in antennas if antenna not in first]

    def _listed(self, reply: Frame) -> list[TagRecord]:
        try:
            return tags_of(reply.command, reply.data)
        except BadRecordsError as error:
            self._events.append(DeviceFault("feig-records", f"reply {reply.command:02X}: {error}"))
            return []

    def _tell(self, antenna: int, tags: list[TagRecord], *, all_of_them: bool) -> None:
        heard = {tag.uid: None if tag.rssi is None else -tag.rssi for tag in tags}
        if all_of_them:
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

    def _ready(self, identity: DeviceIdentified, antennas: int) -> None:
        known = self._identity
        if known is not None and known.serial_number != identity.serial_number:
            self.presence.forget()
        identity = replace(identity, antennas=antennas)
        self._identity = identity
        self._events.append(identity)
        self._set_state("ready")
        if self._was_ready:
            # whatever came and went while nobody could ask was not seen
            self._events.append(EventsLost(None))
        self._was_ready = True

    def _set_state(self, state: LinkStateName) -> None:
        if state != self.state:
            self.state = state
            self._events.append(LinkChanged(state))


def _never(reply: Frame) -> bool:
    return False


PROTOCOL = Protocol(driver=FeigDriver, decoder=FeigDecoder)
