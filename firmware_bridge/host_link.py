"""The host's end of our own link.

Theory of operation. The host opens a session with HELLO and repeats it until the device answers with its IDENTITY.
From then on three exchanges run side by side:

- Commands. Each has a number. One is in flight at a time, and it is repeated until COMMAND_ACK or COMMAND_REFUSED names
  it. A device carries out a command once per session, however often it arrives. Commands name a target state, so one
  that is repeated in the next session does no harm.
- Events. Each has a number. The host takes them in order, acknowledges the last one received in order (EVENT_ACK), and
  requests the first missing one again (REPEAT_FROM). A device that no longer has it answers EVENTS_GONE, and the host
  reports `EventsLost`. So every event arrives once and in order, or its loss is known.
- Keep-alive. When the line is silent the host sends PING; PONG carries the number of the last event sent, which reveals
  a lost tail. A device that stays silent becomes stale, then lost, and HELLO starts again.

The device's `boot` number tells a reconnection from a restart, after which events start at 1; the others are lost.

All memory is bounded: one command in flight, sent at most `COMMAND_TRIES_MAX` times; `COMMANDS_MAX` commands queued;
`EVENTS_WAITING_MAX` events not yet taken, beyond which events stay unacknowledged with the device (back-pressure); and
one frame in the frame reader. The wire format is in docs/link-protocol.md.
"""

from collections import deque
from dataclasses import dataclass

from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceFault, Event, EventsLost, LinkChanged, LinkStateName
from burncard.firmware_bridge.line_speed import PROBE_INTERVAL_NS, SET_SPEED_TRIES_MAX, LineSpeed
from burncard.firmware_bridge.link_counters import LinkCounters
from burncard.firmware_bridge.link_frames import Frame, FrameReader, encode_frame
from burncard.firmware_bridge.link_messages import (
    EVENTS,
    LINK_VERSION,
    BadPayloadError,
    CommandRefused,
    Hello,
    Identity,
    Message,
    Number,
    SetSpeed,
    Type,
    identified_by,
)
from burncard.firmware_bridge.link_proof import Challenge, Proof, Prove

# Timers and bounds of the host, all our own choice; docs/link-protocol.md lists them.
HELLO_INTERVAL_NS = 250 * MS  # between HELLOs until IDENTITY arrives
COMMAND_RETRY_NS = 150 * MS  # between attempts at one command
COMMAND_TRIES_MAX = 40  # attempts, so a command is given up after 6 s
REPEAT_INTERVAL_NS = 100 * MS  # between requests for a missing event
PING_AFTER_NS = SECOND  # silence before the first PING
PING_INTERVAL_NS = 250 * MS  # between PINGs while the silence lasts
STALE_AFTER_NS = 2 * SECOND  # silence after which the link is stale
LOST_AFTER_NS = 4 * SECOND  # silence after which the session ends
COMMANDS_MAX = 16  # commands queued
EVENTS_WAITING_MAX = 256  # events received and not yet taken by the driver
NUMBER_MAX = 2**32 - 1  # session numbers are u32

LATEST_ONLY = frozenset({Type.SCAN_ORDER, Type.REPORT_ALL, Type.SET_SPEED})
"""Commands of which only the newest waits in the queue: it supersedes an older one."""


@dataclass(slots=True)
class _Waiting:
    number: int
    command: Message
    tries: int = 0
    sent_ns: int = 0


class HostLink:
    """Sans-IO: bytes and the time in; events in order, and bytes, out. `version`: the highest that it speaks."""

    def __init__(self, session: int, version: int = LINK_VERSION) -> None:
        self.version = version
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
        self._heard_ns = self._hello_ns = self._ping_ns = 0
        self._complained = False
        self.challenge = Challenge()
        self.speed = LineSpeed()

    # ---- the line --------------------

    def connected(self, now_ns: Nanoseconds) -> None:
        """The line is open: a new session begins with HELLO."""
        self.frames = FrameReader(self.frames.errors)
        self._output.clear()
        self._complained = False
        self.speed.opened()
        self._begin(now_ns)

    def disconnected(self, now_ns: Nanoseconds) -> None:
        """The line is gone. Events that the device still has are not lost."""
        self.identity = None
        self._output.clear()
        self._set_state("absent")

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Takes bytes from the device. The events among them are acknowledged together."""
        self._ack_due = False
        for frame in self.frames.receive(data):
            self._take(frame, now_ns)
        if self._ack_due:
            self._write_number(Type.EVENT_ACK, self._expected - 1)

    def send(self, command: Message) -> bool:
        """Queues a command, which goes out with the next `tick`. Returns False if the queue is full."""
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

    def commands_waiting(self, kind: Type | None = None) -> int:
        """Number of commands, of one type if it is named, that the device has not answered."""
        return sum(kind in (None, waiting.command.TYPE) for waiting in self._commands)

    def take_output(self) -> bytes:
        """Bytes for the device."""
        output, self._output = bytes(self._output), bytearray()
        return output

    def take_events(self) -> list[Frame | Event]:
        """What has happened, in order: the device's event frames, each once, and the link's own events."""
        told, self._told = list(self._told), deque()
        return told

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` must be called next, None if there is nothing to wait for."""
        if self.state == "absent":
            return None
        if self.identity is None:
            return Nanoseconds(self._hello_ns + HELLO_INTERVAL_NS)
        if self.speed.unproved_until_ns is not None:
            return Nanoseconds(min(self._ping_due_ns(), self.speed.unproved_until_ns))
        silent_ns = self._heard_ns + (LOST_AFTER_NS if self.state == "stale" else STALE_AFTER_NS)
        due_ns = min(self._ping_due_ns(), silent_ns)
        if self._commands:
            head = self._commands[0]
            due_ns = min(due_ns, head.sent_ns + COMMAND_RETRY_NS if head.tries else 0)
        if self._asked_ns is not None:
            due_ns = min(due_ns, self._asked_ns + REPEAT_INTERVAL_NS)
        return Nanoseconds(due_ns)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Repeats what has not been answered, and checks for silence."""
        if self.state == "absent":
            return
        if self.identity is None:
            if now_ns - self._hello_ns >= HELLO_INTERVAL_NS:
                self._say_hello(now_ns)
            return
        if self.speed.unproved_until_ns is not None and now_ns >= self.speed.unproved_until_ns:
            self._begin(now_ns)
            return
        silence = now_ns - self._heard_ns
        if silence >= LOST_AFTER_NS:
            self.identity = None
            self._set_state("lost")
            self._open_session(now_ns)
            return
        if silence >= STALE_AFTER_NS:
            self._set_state("stale")
        if now_ns >= self._ping_due_ns():
            self._ping_ns = now_ns
            self._write_number(Type.PING, self._expected - 1)
        if self.speed.unproved_until_ns is not None:
            return
        if self._asked_ns is not None and now_ns - self._asked_ns >= REPEAT_INTERVAL_NS:
            self._ask_for_missing(now_ns)
        self._send_command(now_ns)

    # ---- sending --------------------

    def _begin(self, now_ns: Nanoseconds) -> None:
        self.identity = None
        self._ack_due = False
        self._set_state("identifying")
        self._open_session(now_ns)

    def _open_session(self, now_ns: Nanoseconds) -> None:
        """Begins with HELLO. A device without a clock or random numbers draws its boot number from the session's."""
        self._session = (self._session + 1) & NUMBER_MAX
        self.challenge.begin()
        self.speed.session_begins()
        self.counters.sessions += 1
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
        self._write(Type.HELLO, 0, Hello(self.version, self._session).pack())

    def _ping_due_ns(self) -> int:
        if self.speed.unproved_until_ns is not None:
            return self._ping_ns + PROBE_INTERVAL_NS
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
        if head.tries >= (SET_SPEED_TRIES_MAX if isinstance(head.command, SetSpeed) else COMMAND_TRIES_MAX):
            self.counters.commands_unanswered += 1
            self._failed("command-unanswered", "the device does not answer command {}")
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
        if kind is Type.PROOF:
            self._proved(Proof.unpack(frame.payload), now_ns)
            return
        if self.identity is None:
            return
        if kind is Type.NO_SESSION:
            if now_ns - self._hello_ns >= HELLO_INTERVAL_NS:  # each session is written: no device begins many at once
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
            if self.speed.proved():
                self._write_number(Type.EVENT_ACK, self._expected - 1)
                self._send_command(now_ns)
            self._sent_up_to(Number.unpack(kind, frame.payload).value, now_ns)

    def _identified(self, identity: Identity, now_ns: Nanoseconds) -> None:
        known = self.identity
        if known is not None and known.session == identity.session and known.boot != identity.boot:
            self.identity = None  # it has restarted, and answers a HELLO that was repeated: it is greeted again
            self._set_state("identifying")
        if known is not None or identity.session != self._session:
            return
        if not 1 <= identity.version <= self.version:
            if not self._complained:
                text = f"the device uses link version {identity.version}, this program versions 1 to {self.version}"
                self._told.append(DeviceFault("link-version", text))
            self._complained = True
            return
        if not self.challenge.key:
            self._accept(identity, now_ns)
            return
        asked = self.challenge.ask(identity)
        if isinstance(asked, Prove):
            self._write(Type.PROVE, 0, asked.pack())
        elif asked is not None:
            self._told.append(asked)

    def _proved(self, proof: Proof, now_ns: Nanoseconds) -> None:
        found = None if self.identity else self.challenge.take(proof)
        if isinstance(found, Identity):
            self._accept(found, now_ns)
        elif found is not None:
            self._told.append(found)

    def _accept(self, identity: Identity, now_ns: Nanoseconds) -> None:
        self.identity = identity
        self._heard_ns = self._ping_ns = now_ns
        self._asked_ns = None
        self._begin_events(identity)
        for waiting in self._commands:
            waiting.tries = 0
        self._told.append(identified_by(identity))
        self._set_state("ready")
        self._ask_for_missing(now_ns)
        faster = self.speed.to_ask(identity)
        if faster is not None:
            self.send(faster)
        self._send_command(now_ns)

    def _begin_events(self, identity: Identity) -> None:
        """Sets the next event number: after the last one taken, or the first one of a device that has restarted."""
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
        elif isinstance(done.command, SetSpeed):
            self.speed.agreed(done.command.baud, now_ns)
        else:
            self._send_command(now_ns)

    def _refused(self, refused: CommandRefused, now_ns: Nanoseconds) -> None:
        if not self._commands or self._commands[0].number != refused.command:
            return
        self.counters.commands_refused += 1
        self._failed("command-refused", "the device refuses command {}: " + refused.reason.name.lower())
        self._commands.popleft()
        self._send_command(now_ns)

    def _failed(self, code: str, text: str) -> None:
        command = self._commands[0].command
        if isinstance(command, SetSpeed):
            self.speed.refused()  # no fault: the line works without it
        else:
            self._told.append(DeviceFault(code, text.format(command.TYPE.name.lower())))

    def _sent_up_to(self, last: int, now_ns: Nanoseconds) -> None:
        if last < self._expected:
            self._asked_ns = None
        elif self._asked_ns is None:
            self._ask_for_missing(now_ns)

    def _skip_to(self, first: int) -> None:
        """The device has no event before `first`; those still expected are lost."""
        self._asked_ns = None
        if first > self._expected:
            self.counters.events_lost += first - self._expected
            self._told.append(EventsLost(first - self._expected))
            self._expected = first
