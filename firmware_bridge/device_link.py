"""The device's end of our own link: the mirror image of `host_link`, as a virtual device or a test peer speaks it.

Events are numbered from 1 at boot and kept until the host has acknowledged them, `EVENTS_KEPT_MAX` at most: when the
host is away for longer the oldest are dropped, and the host is told with EVENTS_GONE. At most `WINDOW_EVENTS` are under
way unacknowledged, so that a slow host is not flooded.
"""

from collections import deque

from firmware_bridge.codec import VERSION, Frame, FrameReader, encode_frame
from firmware_bridge.driver import MS, Nanoseconds
from firmware_bridge.messages import (
    COMMANDS,
    BadPayloadError,
    Command,
    Hello,
    Identity,
    Message,
    Number,
    Type,
    unpack_command,
)

EVENTS_KEPT_MAX = 512
WINDOW_EVENTS = 32
EVENT_RETRY_NS = 200 * MS


class DeviceLink:
    """Sans-IO: bytes and the time in, commands (each once) and bytes out."""

    def __init__(self, identity: Identity) -> None:
        self.frames = FrameReader()
        self.bad_payloads = 0
        self._identity = identity
        self._output = bytearray()
        self._kept: deque[Frame] = deque()
        self._next_event = 1
        self._sent_up_to = 0
        self._sent_ns: Nanoseconds | None = None
        self._session: int | None = None
        self._last_command = 0
        self._commands: deque[Command] = deque()

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Takes bytes of the host."""
        for frame in self.frames.receive(data):
            try:
                self._take(frame, now_ns)
            except BadPayloadError:
                self.bad_payloads += 1

    def tell(self, event: Message, now_ns: Nanoseconds) -> None:
        """An event happens: it is kept until the host has it."""
        self._kept.append(Frame(event.TYPE, self._next_event, event.pack()))
        self._next_event += 1
        if len(self._kept) > EVENTS_KEPT_MAX:
            self._kept.popleft()
        self._pump(now_ns)

    def take_commands(self) -> list[Command]:
        """The host's commands, each once."""
        commands = list(self._commands)
        self._commands.clear()
        return commands

    def take_output(self) -> bytes:
        """Bytes for the host."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` has something to do: events are under way and not acknowledged."""
        if self._session is None or self._sent_ns is None or not self._kept:
            return None
        return Nanoseconds(self._sent_ns + EVENT_RETRY_NS)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Sends the oldest unacknowledged event again."""
        due = self.next_due_ns()
        if due is not None and now_ns >= due and self._kept[0].number <= self._sent_up_to:
            self._send(self._kept[0], now_ns)

    def line_lost(self) -> None:
        """The line is gone; the host will say HELLO again."""
        self._session = None
        self._output.clear()

    # ---- inside --------------------

    def _write(self, kind: Type, number: int, payload: bytes) -> None:
        self._output += encode_frame(Frame(kind, number, payload))

    def _send(self, frame: Frame, now_ns: Nanoseconds) -> None:
        self._sent_ns = now_ns
        self._output += encode_frame(frame)

    def _pump(self, now_ns: Nanoseconds) -> None:
        if self._session is None:
            return
        for frame in self._kept:
            if frame.number > self._sent_up_to and frame.number < self._kept[0].number + WINDOW_EVENTS:
                self._sent_up_to = frame.number
                self._send(frame, now_ns)

    def _take(self, frame: Frame, now_ns: Nanoseconds) -> None:
        try:
            kind = Type(frame.type)
        except ValueError:
            self.bad_payloads += 1
            return
        if kind is Type.HELLO:
            self._hello(Hello.unpack(frame.payload))
        elif self._session is None:
            return
        elif kind is Type.PING:
            self._write(Type.PONG, 0, Number(Type.PONG, self._sent_up_to).pack())
        elif kind is Type.EVENT_ACK:
            self._acknowledged(Number.unpack(kind, frame.payload).value, now_ns)
        elif kind is Type.REPEAT_FROM:
            self._repeat(Number.unpack(kind, frame.payload).value, now_ns)
        elif kind in COMMANDS:
            self._command(kind, frame)

    def _hello(self, hello: Hello) -> None:
        if hello.session != self._session:
            self._session = hello.session
            self._last_command = 0
        oldest = self._kept[0].number if self._kept else self._next_event
        me = self._identity
        answer = Identity(
            VERSION,
            hello.session,
            me.boot,
            oldest,
            me.kind,
            me.firmware_version,
            me.firmware_hash,
            me.serial_number,
            me.antennas,
            me.senses_face,
            me.senses_boxed,
        )
        self._write(Type.IDENTITY, 0, answer.pack())

    def _command(self, kind: Type, frame: Frame) -> None:
        command = unpack_command(kind, frame.payload)
        if frame.number > self._last_command:
            self._last_command = frame.number
            self._commands.append(command)
        self._write(Type.COMMAND_ACK, 0, Number(Type.COMMAND_ACK, frame.number).pack())

    def _acknowledged(self, last: int, now_ns: Nanoseconds) -> None:
        while self._kept and self._kept[0].number <= last:
            self._kept.popleft()
        self._pump(now_ns)

    def _repeat(self, first: int, now_ns: Nanoseconds) -> None:
        oldest = self._kept[0].number if self._kept else self._next_event
        if first < oldest:
            self._write(Type.EVENTS_GONE, 0, Number(Type.EVENTS_GONE, oldest).pack())
        for frame in self._kept:
            if first <= frame.number < max(first, oldest) + WINDOW_EVENTS:
                self._sent_up_to = max(self._sent_up_to, frame.number)
                self._send(frame, now_ns)
