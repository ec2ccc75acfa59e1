"""The device's end of our own link: the counterpart of `host_link`, for virtual devices and tests.

Events are numbered from 1 at boot and kept until the host acknowledges them. At most `EVENTS_KEPT_MAX` are kept: if the
host is away for longer, the oldest are dropped and reported with EVENTS_GONE. At most `WINDOW_EVENTS` are in flight, so
that a slow host is not flooded, and at most `OUTPUT_MAX_BYTES` wait for a slow line; what found no room is sent again
when the host asks for it or a timer ends. A host that is silent for `HOST_SILENT_NS` is gone: nothing is sent until its
next HELLO, and anything else is answered with NO_SESSION.

A speed that the host has set holds for the session. The device keeps silent from its COMMAND_ACK until that has left,
goes on at the new speed, and ends the session if it does not hear there within `SPEED_PROVED_WITHIN_NS` that the host
hears it: a host sends nothing but PING until it does.
"""

from collections import deque
from dataclasses import dataclass, replace

from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.link_frames import Frame, FrameReader, encode_frame
from burncard.firmware_bridge.link_messages import (
    COMMANDS,
    SINCE_VERSION_2,
    BadPayloadError,
    Command,
    CommandRefused,
    Hello,
    Identity,
    Message,
    Number,
    Refusal,
    SetKey,
    SetSpeed,
    Type,
    unpack_command,
)
from burncard.firmware_bridge.link_proof import Proof, Prove, proof_of

# Timers and bounds of the device, all our own choice; docs/link-protocol.md lists them.
EVENTS_KEPT_MAX = 512  # events not yet acknowledged
WINDOW_EVENTS = 32  # events sent and not yet acknowledged
COMMANDS_MAX = 8  # commands accepted and not yet started
OUTPUT_MAX_BYTES = 2048  # bytes waiting for the line
COMMAND_TYPES = range(0x10, 0x80)
EVENT_RETRY_NS = 200 * MS  # before the oldest unacknowledged event is sent again
SPEED_PROVED_WITHIN_NS = 500 * MS  # from the COMMAND_ACK of SET_SPEED until the host is heard at that speed
SPEEDS_BAUD = frozenset({115_200, 230_400, 460_800, 921_600})  # those that SET_SPEED may name
HOST_SILENT_NS = 5 * SECOND  # silence after which the host is gone; the host itself gives up after 4 s


@dataclass(slots=True)
class DeviceCounters:
    """Counts of what happened at the device's end; the frame reader counts damaged frames."""

    bad_payloads: int = 0
    unknown_types: int = 0
    repeated_commands: int = 0
    events_dropped: int = 0
    output_full: int = 0


class DeviceLink:
    """Sans-IO: bytes and the time in, commands (each once) and bytes out."""

    def __init__(self, identity: Identity, commands: frozenset[Type] = COMMANDS, key: bytes = b"") -> None:
        """`commands`: those that this device supports; it refuses the others. `identity.version`: its highest.

        `key`: what it was given at an enrolment, and keeps. `version` is that of the session, also of the last one.
        """
        self.key = key
        self.frames = FrameReader()
        self.counters = DeviceCounters()
        self.identity = identity
        self.baud: int | None = None  # None: what the line began with
        self._next_baud: int | None = None
        self._speed_unproved_until_ns: int | None = None
        self._output = bytearray()
        self._kept: deque[Frame] = deque()
        self._next_event = 1
        self._sent_up_to = 0
        self._sent_ns = 0
        self._heard_ns = 0
        self._known = commands
        self._session: int | None = None
        self.version = identity.version
        self._last_command = 0
        self._commands: deque[Command] = deque()

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Takes bytes from the host."""
        for frame in self.frames.receive(data):
            try:
                self._take(frame, now_ns)
            except BadPayloadError:
                self.counters.bad_payloads += 1

    def tell(self, event: Message, now_ns: Nanoseconds) -> None:
        """Sends an event, and keeps it until the host acknowledges it. Drops one that the host does not know."""
        if self._session is not None and not self._speaks(event.TYPE):
            return
        self._kept.append(Frame(event.TYPE, self._next_event, event.pack()))
        self._next_event += 1
        if len(self._kept) > EVENTS_KEPT_MAX:
            self._kept.popleft()
            self.counters.events_dropped += 1
        self._send_new(now_ns)

    def events_told(self) -> int:
        """Number of events since boot."""
        return self._next_event - 1

    @property
    def is_ready(self) -> bool:
        """Whether there is a host that has taken every event so far."""
        return self._session is not None and not self._kept

    def take_commands(self) -> list[Command]:
        """The host's commands, each once."""
        commands = list(self._commands)
        self._commands.clear()
        return commands

    def take_output(self) -> bytes:
        """Bytes for the host, once the line has carried the last ones: then a new speed can be taken up."""
        output = bytes(self._output)
        self._output.clear()
        if not output:
            self.baud = self._next_baud
        return output

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` must be called next, None without a session."""
        if self._session is None:
            return None
        silent_ns = self._speed_unproved_until_ns or self._heard_ns + HOST_SILENT_NS
        return Nanoseconds(min(silent_ns, self._sent_ns + EVENT_RETRY_NS) if self._kept else silent_ns)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Sends the oldest unacknowledged event again, and notices when the host is gone."""
        if self._session is None:
            return
        late = self._speed_unproved_until_ns is not None and now_ns >= self._speed_unproved_until_ns
        if late or now_ns - self._heard_ns >= HOST_SILENT_NS:
            self.line_lost()
        elif self._kept and now_ns - self._sent_ns >= EVENT_RETRY_NS:
            if self._kept[0].number <= self._sent_up_to:
                self._send(self._kept[0], now_ns)
            self._send_new(now_ns)

    def line_lost(self) -> None:
        """The line is gone; the host will send HELLO again."""
        self._end_session()
        self._output.clear()

    def restart(self) -> None:
        """Restarts as after power-up; an answer already written still goes out."""
        self.identity = replace(self.identity, boot=self.identity.boot + 1)
        self._kept.clear()
        self._commands.clear()
        self._next_event = 1
        self._sent_up_to = 0
        self._end_session()

    def _end_session(self) -> None:
        self._session = self._next_baud = self._speed_unproved_until_ns = None

    # ---- sending --------------------

    def _write(self, frame: Frame) -> bool:
        encoded = encode_frame(frame)
        if self.baud != self._next_baud:
            return False
        if len(self._output) + len(encoded) > OUTPUT_MAX_BYTES:
            self.counters.output_full += 1
            return False
        self._output += encoded
        return True

    def _write_number(self, kind: Type, value: int) -> None:
        self._write(Frame(kind, 0, Number(kind, value).pack()))

    def _send(self, frame: Frame, now_ns: Nanoseconds) -> bool:
        self._sent_ns = now_ns
        if not self._write(frame):
            return False
        self._sent_up_to = max(self._sent_up_to, frame.number)
        return True

    def _send_new(self, now_ns: Nanoseconds) -> None:
        if self._session is not None and self._kept:
            self._send_window(max(self._kept[0].number, self._sent_up_to + 1), now_ns)

    def _send_window(self, first: int, now_ns: Nanoseconds) -> None:
        """Sends events from `first` on, as far as the window allows."""
        oldest = self._kept[0].number
        for index in range(first - oldest, min(len(self._kept), WINDOW_EVENTS)):
            if not self._send(self._kept[index], now_ns):
                return

    # ---- receiving --------------------

    def _take(self, frame: Frame, now_ns: Nanoseconds) -> None:
        if self.baud == self._next_baud and frame.type != Type.PING:
            self._speed_unproved_until_ns = None
        if frame.type == Type.HELLO:
            self._heard_ns = now_ns
            self._hello(Hello.unpack(frame.payload), now_ns)
        elif self._session is None:
            self._write(Frame(Type.NO_SESSION, 0, b""))
        elif frame.type in COMMAND_TYPES:
            self._heard_ns = now_ns
            self._command(frame, now_ns)
        else:
            self._heard_ns = now_ns
            self._answer(frame, now_ns)

    def _answer(self, frame: Frame, now_ns: Nanoseconds) -> None:
        if frame.type == Type.PROVE and self.identity.proves and self._session is not None:
            nonce = Prove.unpack(frame.payload).nonce
            said = replace(self.identity, session=self._session)
            self._write(Frame(Type.PROOF, 0, Proof(proof_of(self.key, nonce, said)).pack()))
            return
        if frame.type not in (Type.PING, Type.EVENT_ACK, Type.REPEAT_FROM):
            self.counters.unknown_types += 1
            return
        kind = Type(frame.type)
        value = Number.unpack(kind, frame.payload).value
        if kind is Type.REPEAT_FROM:
            self._repeat(value, now_ns)
            return
        self._acknowledged(value)
        self._send_new(now_ns)
        if kind is Type.PING:
            self._write_number(Type.PONG, self._sent_up_to)

    def _hello(self, hello: Hello, now_ns: Nanoseconds) -> None:
        if hello.session != self._session:
            self._session = hello.session
            # the host will ask for the events it misses; until then none is overdue
            self._sent_ns = now_ns
            self._last_command = 0
            self._output.clear()
        self.version = min(self.identity.version, hello.version)
        self._drop_unknown_events()
        oldest = self._kept[0].number if self._kept else self._next_event
        answer = replace(self.identity, version=self.version, session=hello.session, first_event=oldest)
        self._write(Frame(Type.IDENTITY, 0, answer.pack()))

    def _speaks(self, kind: int) -> bool:
        """Whether this session's version has a message."""
        return self.version >= 2 or kind not in SINCE_VERSION_2

    def _drop_unknown_events(self) -> None:
        """Tells a host that an event it asks for is gone: it would wait forever for a number that will not come."""
        while not all(self._speaks(frame.type) for frame in self._kept):
            self._kept.popleft()
            self.counters.events_dropped += 1

    def _command(self, frame: Frame, now_ns: Nanoseconds) -> None:
        if frame.number <= self._last_command:
            self.counters.repeated_commands += 1
            self._write_number(Type.COMMAND_ACK, frame.number)
        elif frame.type == Type.SET_KEY and self.identity.proves:
            self._set_key(frame)
        elif frame.type == Type.SET_SPEED and self.identity.changes_speed:
            self._set_speed(frame, now_ns)
        elif frame.type not in self._known or not self._speaks(frame.type):
            self._refuse(frame.number, Refusal.UNKNOWN)
        elif len(self._commands) >= COMMANDS_MAX:
            self._refuse(frame.number, Refusal.BUSY)
        else:
            self._accept(frame)

    def _set_key(self, frame: Frame) -> None:
        if self.key:
            self._refuse(frame.number, Refusal.HAS_KEY)
            return
        try:
            self.key = SetKey.unpack(frame.payload).key
        except BadPayloadError:
            self._refuse(frame.number, Refusal.BAD_PAYLOAD)
            raise
        self._last_command = frame.number
        self._write_number(Type.COMMAND_ACK, frame.number)

    def _set_speed(self, frame: Frame, now_ns: Nanoseconds) -> None:
        if len(frame.payload) != SetSpeed.LAYOUT.size or SetSpeed.unpack(frame.payload).baud not in SPEEDS_BAUD:
            self._refuse(frame.number, Refusal.BAD_PAYLOAD)
            return
        self._last_command = frame.number
        self._write_number(Type.COMMAND_ACK, frame.number)
        self._next_baud = SetSpeed.unpack(frame.payload).baud
        self._speed_unproved_until_ns = now_ns + SPEED_PROVED_WITHIN_NS

    def _accept(self, frame: Frame) -> None:
        try:
            command = unpack_command(Type(frame.type), frame.payload)
        except BadPayloadError:
            self.counters.bad_payloads += 1
            self._refuse(frame.number, Refusal.BAD_PAYLOAD)
            return
        self._last_command = frame.number
        self._commands.append(command)
        self._write_number(Type.COMMAND_ACK, frame.number)

    def _refuse(self, number: int, reason: Refusal) -> None:
        self._write(Frame(Type.COMMAND_REFUSED, 0, CommandRefused(number, reason).pack()))

    def _acknowledged(self, last: int) -> None:
        if last > self._sent_up_to:
            # from before a restart, or invalid: an event that was not sent cannot have arrived
            return
        while self._kept and self._kept[0].number <= last:
            self._kept.popleft()

    def _repeat(self, first: int, now_ns: Nanoseconds) -> None:
        """Always answers: with events, with EVENTS_GONE before them, or with PONG if there is nothing to repeat."""
        self._acknowledged(first - 1)
        oldest = self._kept[0].number if self._kept else self._next_event
        if first < oldest:
            self._write_number(Type.EVENTS_GONE, oldest)
        if self._kept:
            self._send_window(oldest, now_ns)
        elif first >= oldest:
            self._write_number(Type.PONG, self._sent_up_to)
