"""Requests and replies on a half-duplex line, written as a script.

A driver's script is a generator. It yields `Ask` to send a request and wait for a matching reply, receives the reply,
or None on a timeout, and goes on. Bytes and the clock stay outside the script.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from burncard.firmware_bridge.driver import Nanoseconds

Reply = TypeVar("Reply")
Got = TypeVar("Got")


@dataclass(frozen=True, slots=True)
class Ask(Generic[Reply]):
    """Sends `data` (empty: only listens) and waits up to `patience_ns` for a reply that `fits`."""

    data: bytes
    fits: Callable[[Reply], bool]
    patience_ns: int


Script = Generator[Ask[Reply], Reply | None, Got]


@dataclass(slots=True)
class ConversationCounters:
    """Requests sent, requests that timed out, and replies that no request was waiting for."""

    questions: int = 0
    timeouts: int = 0
    unexpected: int = 0


@dataclass(slots=True)
class Conversation(Generic[Reply]):
    """Runs a script. `silence_ns`: how long the line must be silent before a request is sent.

    `asked_ns` is when the last request was sent, or when the script last began to listen.
    """

    silence_ns: int = 0
    asked_ns: int = 0
    counters: ConversationCounters = field(default_factory=ConversationCounters)
    _script: Script[Reply, None] | None = None
    _ask: Ask[Reply] | None = None
    _said: bool = False
    _due_ns: int = 0
    _quiet_since_ns: int = 0
    _output: bytearray = field(default_factory=bytearray)

    def start(self, script: Script[Reply, None], now_ns: Nanoseconds) -> None:
        """Starts a script and drops the one that was running."""
        self.stop()
        self._script = script
        self._quiet_since_ns = now_ns
        self._go_on(None, now_ns)

    def stop(self) -> None:
        """Drops the script and its unsent bytes."""
        if self._script is not None:
            self._script.close()
        self._script = self._ask = None
        self._output.clear()

    def busy(self, now_ns: Nanoseconds) -> None:
        """Bytes have arrived: the line is not silent."""
        self._quiet_since_ns = now_ns

    def hear(self, reply: Reply, now_ns: Nanoseconds) -> bool:
        """Takes a reply. Returns whether it was the expected one."""
        if self._ask is None or not self._said or not self._ask.fits(reply):
            self.counters.unexpected += 1
            return False
        self._go_on(reply, now_ns)
        return True

    def tick(self, now_ns: Nanoseconds) -> None:
        """Sends a request that is due, and times out one that has waited too long."""
        if self._ask is None:
            return
        if not self._said:
            self._say(now_ns)
        elif now_ns >= self._due_ns:
            if self._ask.data:
                self.counters.timeouts += 1
            self._go_on(None, now_ns)

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` must be called next, None without a script."""
        if self._ask is None:
            return None
        return Nanoseconds(self._due_ns if self._said else self._quiet_since_ns + self.silence_ns)

    def take_output(self) -> bytes:
        """Bytes for the line."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def _go_on(self, reply: Reply | None, now_ns: Nanoseconds) -> None:
        assert self._script is not None
        try:
            self._ask = next(self._script) if reply is None and self._ask is None else self._script.send(reply)
        except StopIteration:
            self._script = self._ask = None
            return
        self._said = False
        self._say(now_ns)

    def _say(self, now_ns: Nanoseconds) -> None:
        """Sends the request if the line has been silent long enough."""
        if self._ask is None or (self._ask.data and now_ns < self._quiet_since_ns + self.silence_ns):
            return
        self._said = True
        self.asked_ns = now_ns
        self._due_ns = now_ns + self._ask.patience_ns
        self._output += self._ask.data
        self.counters.questions += bool(self._ask.data)
