"""The host's end of our own link.

Theory of operation. A session begins with HELLO, repeated until the device answers with its IDENTITY. After that

- commands carry a number, one is under way at a time, and it is repeated until COMMAND_ACK or COMMAND_REFUSED names it.
  A device does a command once in a session, however often it comes; and as commands name a state to be in, one repeated
  in the next session does no harm;
- events carry a number too. The host takes them in order, acknowledges the last one it has in order (EVENT_ACK), and
  asks again for the first one missing (REPEAT_FROM). A device that can no longer send it says so (EVENTS_GONE), and the
  loss is reported upwards as `EventsLost`: an event arrives once and in order, or its loss is known;
- silence is broken by PING, whose PONG also tells whether the last events were lost; a device that stays silent is
  stale, then lost, and HELLO starts again.

The device's `boot` number tells a reconnection, after which event numbers go on, from a restart, after which they begin
anew and whatever it had not told is lost. Everything is bounded: one command under way and repeated `COMMAND_TRIES_MAX`
times, `COMMANDS_MAX` waiting, `EVENTS_WAITING_MAX` events not yet taken (further ones are left with the device,
unacknowledged, which is the back-pressure), frames by the codec.
"""

from collections import deque
from dataclasses import dataclass

from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified, Event, EventsLost, LinkChanged, LinkStateName
from burncard.firmware_bridge.link_frames import VERSION, Frame, FrameReader, encode_frame
from burncard.firmware_bridge.link_messages import (
    EVENTS,
    BadPayloadError,
    CommandRefused,
    Hello,
    Identity,
    Message,
    Number,
    Type,
)

HELLO_INTERVAL_NS = 250 * MS
COMMAND_RETRY_NS = 150 * MS
COMMAND_TRIES_MAX = 40
REPEAT_INTERVAL_NS = 100 * MS
PING_AFTER_NS = SECOND
PING_INTERVAL_NS = 250 * MS
STALE_AFTER_NS = 2 * SECOND
LOST_AFTER_NS = 4 * SECOND
COMMANDS_MAX = 16
EVENTS_WAITING_MAX = 256
NUMBER_MAX = 2**32 - 1

LATEST_ONLY = frozenset({Type.SCAN_ORDER, Type.REPORT_ALL})
"""Commands of which only the newest one waits: an older one would be undone by it at once."""


@dataclass(slots=True)
class LinkCounters:
    """What the link has seen, beside the codec's own errors."""

    bad_payloads: int = 0
    unknown_types: int = 0
    repeated_events: int = 0
    gaps: int = 0
    command_retries: int = 0
    commands_dropped: int = 0
    commands_refused: int = 0
    commands_unanswered: int = 0
    events_held_back: int = 0
    events_lost: int = 0
    restarts: int = 0
    sessions: int = 0


@dataclass(slots=True)
class _Waiting:
    number: int
    command: Message
    tries: int = 0
    sent_ns: int = 0


class HostLink:
    """Sans-IO: bytes and the time in, numbered events in order and bytes out."""

    def __init__(self, session: int) -> None:
        self.frames = FrameReader()
        self.counters = LinkCounters()
        self.identity: Identity | None = None
        self.state: LinkStateName = "absent"
        self._session = session
        self._output = bytearray()
        self._told: deque[Frame | Event] = deque()
        self._commands: deque[_Waiting] = deque()
        self._command_number = 0
        self._expected = 1
        self._boot: int | None = None
        self._asked_ns: int | None = None
        self._ack_due = False
        self._heard_ns = 0
        self._hello_ns = 0
        self._ping_ns = 0
        self._complained = False

    # ---- the line --------------------

    def connected(self, now_ns: Nanoseconds) -> None:
        """The line is open: says HELLO until the device answers."""
        self.frames = FrameReader(self.frames.errors)
        self._output.clear()
        self._session = (self._session + 1) & NUMBER_MAX
        self.counters.sessions += 1
        self._complained = False
        self._begin(now_ns)

    def disconnected(self, now_ns: Nanoseconds) -> None:
        """The line is gone: nothing is lost that the device still has."""
        self.identity = None
        self._output.clear()
        self._set_state("absent")

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Takes bytes of the device. The events among them are acknowledged together."""
        self._ack_due = False
        for frame in self.frames.receive(data):
            self._take(frame, now_ns)
        if self._ack_due:
            self._write_number(Type.EVENT_ACK, self._expected - 1)

    def send(self, command: Message) -> bool:
        """Queues a command; False where too many wait already. It goes out with the next `tick`."""
        waiting = self._commands[-1] if self._commands else None
        if waiting is not None and waiting.tries == 0 and waiting.command.TYPE == command.TYPE in LATEST_ONLY:
            waiting.command = command
            return True
        if len(self._commands) >= COMMANDS_MAX:
            self.counters.commands_dropped += 1
            return False
        self._command_number += 1
        self._commands.append(_Waiting(self._command_number, command))
        return True

    def commands_waiting(self) -> int:
        """How many commands the device has not acknowledged."""
        return len(self._commands)

    def take_output(self) -> bytes:
        """Bytes for the device."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def take_events(self) -> list[Frame | Event]:
        """What has happened, in order: the device's event frames, each once, and what the link itself has to tell."""
        told = list(self._told)
        self._told.clear()
        return told

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` has something to do."""
        if self.state == "absent":
            return None
        if self.identity is None:
            return Nanoseconds(self._hello_ns + HELLO_INTERVAL_NS)
        due = [self._ping_due_ns(), self._heard_ns + LOST_AFTER_NS]
        if self.state != "stale":
            due.append(self._heard_ns + STALE_AFTER_NS)
        if self._commands:
            head = self._commands[0]
            due.append(head.sent_ns + COMMAND_RETRY_NS if head.tries else 0)
        if self._asked_ns is not None:
            due.append(self._asked_ns + REPEAT_INTERVAL_NS)
        return Nanoseconds(min(due))

    def tick(self, now_ns: Nanoseconds) -> None:
        """Repeats what has not been answered, and watches for silence."""
        if self.state == "absent":
            return
        if self.identity is None:
            if now_ns - self._hello_ns >= HELLO_INTERVAL_NS:
                self._say_hello(now_ns)
            return
        silence = now_ns - self._heard_ns
        if silence >= LOST_AFTER_NS:
            self.identity = None
            self._set_state("lost")
            self._say_hello(now_ns)
            return
        if silence >= STALE_AFTER_NS:
            self._set_state("stale")
        if now_ns >= self._ping_due_ns():
            self._ping_ns = now_ns
            self._write_number(Type.PING, self._expected - 1)
        if self._asked_ns is not None and now_ns - self._asked_ns >= REPEAT_INTERVAL_NS:
            self._ask_for_missing(now_ns)
        self._send_command(now_ns)

    # ---- sending --------------------

    def _begin(self, now_ns: Nanoseconds) -> None:
        self.identity = None
        self._ack_due = False
        self._set_state("identifying")
        self._say_hello(now_ns)

    def _set_state(self, state: LinkStateName) -> None:
        if state != self.state:
            self.state = state
            self._told.append(LinkChanged(state))

    def _write(self, kind: Type, number: int, payload: bytes) -> None:
        self._output += encode_frame(Frame(kind, number, payload))

    def _write_number(self, kind: Type, value: int) -> None:
        self._write(kind, 0, Number(kind, value).pack())

    def _say_hello(self, now_ns: Nanoseconds) -> None:
        self._hello_ns = now_ns
        self._write(Type.HELLO, 0, Hello(VERSION, self._session).pack())

    def _ping_due_ns(self) -> int:
        return max(self._heard_ns + PING_AFTER_NS, self._ping_ns + PING_INTERVAL_NS)

    def _ask_for_missing(self, now_ns: Nanoseconds) -> None:
        self._asked_ns = now_ns
        self._write_number(Type.REPEAT_FROM, self._expected)

    def _send_command(self, now_ns: Nanoseconds) -> None:
        if not self._commands:
            return
        head = self._commands[0]
        if head.tries and now_ns - head.sent_ns < COMMAND_RETRY_NS:
            return
        if head.tries >= COMMAND_TRIES_MAX:
            self.counters.commands_unanswered += 1
            name = head.command.TYPE.name.lower()
            self._told.append(DeviceFault("command-unanswered", f"the device does not answer the command {name}"))
            self._commands.popleft()
            self._send_command(now_ns)
            return
        self.counters.command_retries += 1 if head.tries else 0
        head.tries += 1
        head.sent_ns = now_ns
        self._write(head.command.TYPE, head.number, head.command.pack())

    # ---- receiving --------------------

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
        if kind is Type.NO_SESSION:
            self._begin(now_ns)
            return
        self._heard_ns = now_ns
        self._set_state("ready")
        if kind in EVENTS:
            self._event(frame, now_ns)
        elif kind is Type.COMMAND_ACK:
            self._answered(Number.unpack(kind, frame.payload).value, now_ns)
        elif kind is Type.COMMAND_REFUSED:
            self._refused(CommandRefused.unpack(frame.payload), now_ns)
        elif kind is Type.EVENTS_GONE:
            self._skip_to(Number.unpack(kind, frame.payload).value)
        elif kind is Type.PONG:
            self._sent_up_to(Number.unpack(kind, frame.payload).value, now_ns)

    def _identified(self, identity: Identity, now_ns: Nanoseconds) -> None:
        if identity.session != self._session or self.identity is not None:
            return
        if identity.version != VERSION:
            if not self._complained:
                text = f"the device speaks version {identity.version} of the link, this program version {VERSION}"
                self._told.append(DeviceFault("link-version", text))
            self._complained = True
            return
        self.identity = identity
        self._heard_ns = self._ping_ns = now_ns
        self._asked_ns = None
        self._begin_events(identity)
        for waiting in self._commands:
            waiting.tries = 0
        self._told.append(_identified(identity))
        self._set_state("ready")
        self._ask_for_missing(now_ns)
        self._send_command(now_ns)

    def _begin_events(self, identity: Identity) -> None:
        """Where events go on: after those that were taken, or at the first one of a device that has restarted."""
        if identity.boot == self._boot:
            self._skip_to(identity.first_event)
            return
        if self._boot is not None:
            self.counters.restarts += 1
            self._told.append(EventsLost(None))
            if self._commands and self._commands[0].command.TYPE is Type.RESET and self._commands[0].tries:
                self._commands.popleft()
        self._boot = identity.boot
        self._expected = identity.first_event

    def _event(self, frame: Frame, now_ns: Nanoseconds) -> None:
        if frame.number > self._expected:
            if self._asked_ns is None:
                self.counters.gaps += 1
                self._ask_for_missing(now_ns)
            return
        if frame.number < self._expected:
            self.counters.repeated_events += 1
        elif len(self._told) >= EVENTS_WAITING_MAX:
            self.counters.events_held_back += 1
            return
        else:
            self._expected += 1
            self._asked_ns = None
            self._told.append(frame)
        self._ack_due = True

    def _answered(self, number: int, now_ns: Nanoseconds) -> None:
        if not self._commands or self._commands[0].number != number:
            return
        done = self._commands.popleft()
        if done.command.TYPE is Type.RESET:
            self._begin(now_ns)
        else:
            self._send_command(now_ns)

    def _refused(self, refused: CommandRefused, now_ns: Nanoseconds) -> None:
        if not self._commands or self._commands[0].number != refused.command:
            return
        self.counters.commands_refused += 1
        name, reason = self._commands[0].command.TYPE.name.lower(), refused.reason.name.lower()
        self._told.append(DeviceFault("command-refused", f"the device refuses the command {name}: {reason}"))
        self._commands.popleft()
        self._send_command(now_ns)

    def _sent_up_to(self, last: int, now_ns: Nanoseconds) -> None:
        if last < self._expected:
            self._asked_ns = None
        elif self._asked_ns is None:
            self._ask_for_missing(now_ns)

    def _skip_to(self, first: int) -> None:
        """The device has nothing before `first`: whatever lies between is lost, if anything does."""
        self._asked_ns = None
        if first > self._expected:
            lost = first - self._expected
            self.counters.events_lost += lost
            self._told.append(EventsLost(lost))
            self._expected = first


def _identified(identity: Identity) -> DeviceIdentified:
    return DeviceIdentified(
        kind=identity.kind,
        serial_number=identity.serial_number,
        firmware_version=identity.firmware_version,
        firmware_hash=identity.firmware_hash,
        antennas=identity.antennas,
        senses_face=identity.senses_face,
        senses_boxed=identity.senses_boxed,
    )
