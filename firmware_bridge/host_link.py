"""The host's end of our own link.

Theory of operation. A session begins with HELLO, repeated until the device answers with its IDENTITY. After that

- commands carry a number, one is under way at a time, and it is repeated until COMMAND_ACK names it. The device does a
  command once, however often it comes: commands name a state to be in, and their number tells repeats from new ones;
- events carry a number too. The host takes them in order, acknowledges the last one it has in order (EVENT_ACK), and
  asks again for the first one missing (REPEAT_FROM). A device that can no longer send it says so (EVENTS_GONE), and the
  loss is reported upwards as `EventsLost`: an event arrives once and in order, or its loss is known;
- silence is broken by PING; a device that stays silent is stale, then lost, and HELLO starts again.

The device's `boot` number tells a reconnection, after which event numbers go on, from a restart, after which they begin
anew. Everything is bounded: one command under way, `COMMANDS_MAX` waiting, frames by the codec.
"""

from collections import deque
from dataclasses import dataclass

from firmware_bridge.codec import VERSION, Frame, FrameReader, encode_frame
from firmware_bridge.driver import MS, SECOND, Nanoseconds
from firmware_bridge.events import Event, EventsLost, LinkChanged, LinkStateName
from firmware_bridge.messages import EVENTS, BadPayloadError, Hello, Identity, Message, Number, Type

HELLO_INTERVAL_NS = 250 * MS
COMMAND_RETRY_NS = 150 * MS
REPEAT_INTERVAL_NS = 100 * MS
PING_AFTER_NS = 500 * MS
STALE_AFTER_NS = 2 * SECOND
LOST_AFTER_NS = 4 * SECOND
COMMANDS_MAX = 16


@dataclass(slots=True)
class LinkCounters:
    """What the link has seen, beside the codec's own errors."""

    bad_payloads: int = 0
    unknown_types: int = 0
    repeated_events: int = 0
    gaps: int = 0
    command_retries: int = 0
    commands_dropped: int = 0
    events_lost: int = 0
    sessions: int = 0


class HostLink:
    """Sans-IO: bytes and the time in, numbered events in order and bytes out."""

    def __init__(self, session: int = 1) -> None:
        self.frames = FrameReader()
        self.counters = LinkCounters()
        self.identity: Identity | None = None
        self.state: LinkStateName = "absent"
        self._session = session
        self._output = bytearray()
        self._events: deque[Frame] = deque()
        self._told: deque[Event] = deque()
        self._commands: deque[tuple[int, Message]] = deque()
        self._command_number = 0
        self._command_sent_ns: Nanoseconds | None = None
        self._expected = 1
        self._boot: int | None = None
        self._asked_ns: Nanoseconds | None = None
        self._asking_for = 0
        self._heard_ns = Nanoseconds(0)
        self._hello_ns: Nanoseconds | None = None
        self._ping_ns = Nanoseconds(0)

    # ---- the line --------------------

    def connected(self, now_ns: Nanoseconds) -> None:
        """The line is open: says HELLO until the device answers."""
        self.frames = FrameReader(self.frames.errors)
        self._output.clear()
        self._session += 1
        self.counters.sessions += 1
        self.identity = None
        self._heard_ns = self._ping_ns = now_ns
        self._set_state("identifying")
        self._say_hello(now_ns)

    def disconnected(self, now_ns: Nanoseconds) -> None:
        """The line is gone: nothing is lost that the device still has."""
        self.identity = None
        self._hello_ns = None
        self._output.clear()
        self._set_state("absent")

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Takes bytes of the device."""
        for frame in self.frames.receive(data):
            self._take(frame, now_ns)

    def send(self, command: Message) -> bool:
        """Queues a command; False where too many wait already."""
        if len(self._commands) >= COMMANDS_MAX:
            self.counters.commands_dropped += 1
            return False
        self._command_number += 1
        self._commands.append((self._command_number, command))
        return True

    def take_output(self) -> bytes:
        """Bytes for the device."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def take_frames(self) -> list[Frame]:
        """The device's events in order, each once."""
        frames = list(self._events)
        self._events.clear()
        return frames

    def take_told(self) -> list[Event]:
        """What the link itself has to tell: its state, and losses."""
        told = list(self._told)
        self._told.clear()
        return told

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` has something to do."""
        if self.state == "absent":
            return None
        if self.identity is None:
            return Nanoseconds((self._hello_ns or 0) + HELLO_INTERVAL_NS)
        patience_ns = STALE_AFTER_NS if self.state == "ready" else LOST_AFTER_NS
        due = [self._ping_ns + PING_AFTER_NS, self._heard_ns + patience_ns]
        if self._commands:
            due.append(0 if self._command_sent_ns is None else self._command_sent_ns + COMMAND_RETRY_NS)
        if self._asked_ns is not None:
            due.append(self._asked_ns + REPEAT_INTERVAL_NS)
        return Nanoseconds(min(due))

    def tick(self, now_ns: Nanoseconds) -> None:
        """Repeats what has not been answered, and watches for silence."""
        if self.state == "absent":
            return
        if self.identity is None:
            if self._hello_ns is None or now_ns - self._hello_ns >= HELLO_INTERVAL_NS:
                self._say_hello(now_ns)
            return
        silence = now_ns - self._heard_ns
        if silence >= LOST_AFTER_NS:
            self._set_state("lost")
            self.identity = None
            self._say_hello(now_ns)
            return
        if silence >= STALE_AFTER_NS:
            self._set_state("stale")
        if now_ns - self._ping_ns >= PING_AFTER_NS:
            self._ping_ns = now_ns
            self._write(Type.PING, 0, Number(Type.PING, self._expected).pack())
        if self._asked_ns is not None and now_ns - self._asked_ns >= REPEAT_INTERVAL_NS:
            self._ask_again(now_ns)
        self._send_command(now_ns)

    # ---- inside --------------------

    def _set_state(self, state: LinkStateName) -> None:
        if state != self.state:
            self.state = state
            self._told.append(LinkChanged(state))

    def _write(self, kind: Type, number: int, payload: bytes) -> None:
        self._output += encode_frame(Frame(kind, number, payload))

    def _say_hello(self, now_ns: Nanoseconds) -> None:
        self._hello_ns = now_ns
        self._write(Type.HELLO, 0, Hello(VERSION, self._session).pack())

    def _send_command(self, now_ns: Nanoseconds) -> None:
        if not self._commands:
            return
        if self._command_sent_ns is not None:
            if now_ns - self._command_sent_ns < COMMAND_RETRY_NS:
                return
            self.counters.command_retries += 1
        number, command = self._commands[0]
        self._command_sent_ns = now_ns
        self._write(command.TYPE, number, command.pack())

    def _take(self, frame: Frame, now_ns: Nanoseconds) -> None:
        try:
            kind = Type(frame.type)
        except ValueError:
            self.counters.unknown_types += 1
            return
        try:
            self._dispatch(kind, frame, now_ns)
        except BadPayloadError:
            self.counters.bad_payloads += 1

    def _dispatch(self, kind: Type, frame: Frame, now_ns: Nanoseconds) -> None:
        if kind is Type.IDENTITY:
            self._identified(Identity.unpack(frame.payload), now_ns)
            return
        if self.identity is None:
            return
        self._heard_ns = now_ns
        self._set_state("ready")
        if kind in EVENTS:
            self._event(frame, now_ns)
        elif kind is Type.COMMAND_ACK:
            done = Number.unpack(kind, frame.payload).value
            if self._commands and self._commands[0][0] == done:
                self._commands.popleft()
                self._command_sent_ns = None
                self._send_command(now_ns)
        elif kind is Type.EVENTS_GONE:
            self._gone(Number.unpack(kind, frame.payload).value, now_ns)
        elif kind is Type.PONG:
            last = Number.unpack(kind, frame.payload).value
            if last >= self._expected and self._asked_ns is None:
                self._ask_for(self._expected, now_ns)

    def _identified(self, identity: Identity, now_ns: Nanoseconds) -> None:
        if identity.session != self._session or identity.version != VERSION or self.identity is not None:
            return
        if identity.boot != self._boot:
            self._boot = identity.boot
            self._expected = identity.first_event
            self._command_number = max(self._command_number, len(self._commands))
        self.identity = identity
        self._heard_ns = self._ping_ns = now_ns
        self._asked_ns = None
        self._command_sent_ns = None
        self._set_state("ready")
        if identity.first_event > self._expected:
            self._gone(identity.first_event, now_ns)
        self._write(Type.EVENT_ACK, 0, Number(Type.EVENT_ACK, self._expected - 1).pack())
        self._ask_for(self._expected, now_ns)
        self._send_command(now_ns)

    def _event(self, frame: Frame, now_ns: Nanoseconds) -> None:
        if frame.number < self._expected:
            self.counters.repeated_events += 1
        elif frame.number == self._expected:
            self._expected += 1
            self._asked_ns = None
            self._events.append(frame)
        else:
            if self._asked_ns is None:
                self.counters.gaps += 1
                self._ask_for(self._expected, now_ns)
            return
        self._write(Type.EVENT_ACK, 0, Number(Type.EVENT_ACK, self._expected - 1).pack())

    def _ask_for(self, number: int, now_ns: Nanoseconds) -> None:
        self._asked_ns = now_ns
        self._asking_for = number
        self._write(Type.REPEAT_FROM, 0, Number(Type.REPEAT_FROM, number).pack())

    def _ask_again(self, now_ns: Nanoseconds) -> None:
        self._ask_for(self._expected, now_ns)

    def _gone(self, first: int, now_ns: Nanoseconds) -> None:
        """The device has nothing before `first`: whatever lies between is lost, if anything does."""
        self._asked_ns = None
        if first > self._expected:
            lost = first - self._expected
            self.counters.events_lost += lost
            self._told.append(EventsLost(lost))
            self._expected = first
