"""The common part of drivers for polled readers: link state, the choice of antennas, and reporting of scans.

Theory of operation. A polled reader speaks only when asked, one request at a time, and its replies carry no request
number. A make's driver is therefore written as a script (see `conversation`): a generator that yields a request, waits
for the reply, and goes on. `_identify` asks until a reader answers; `_serve` prepares it, reports it ready, and reads
it until it is lost or reset; then the script starts over.

A request that times out leaves a doubt: its reply may still come, and could be taken for the reply to the next request.
`_clear_line` removes it. It sends a request whose reply cannot be confused with any other and drops everything that
arrives before that reply. The line keeps its order, so no older reply can follow.

Each scan of an antenna is reported as it was (`Scan`). The host may choose each antenna to scan; otherwise the reader
goes through all of them in turn.

The reader is stale after `STALE_AFTER_NS` without a valid reply and lost after `LOST_AFTER_NS`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Generic

from burncard.firmware_bridge.conversation import Ask, Conversation, Reply, Script
from burncard.firmware_bridge.driver import MS, SECOND, Choose, Nanoseconds
from burncard.firmware_bridge.events import (
    DeviceIdentified,
    DeviceNote,
    Event,
    EventsLost,
    LinkChanged,
    LinkStateName,
    Scan,
    TagHeard,
)

STALE_AFTER_NS = 2 * SECOND
"""Time without a valid reply until the link is stale. Our choice, as for our own link."""
LOST_AFTER_NS = 10 * SECOND
"""Time without a valid reply until the reader is lost. Our choice: a bad line can lose many requests in a row."""
TRIES_MAX = 200
"""Attempts at one request while others are answered; then the reader is identified again. Our choice."""
STEADY_NS = 10 * SECOND
"""A reader that was served for as long is identified again at once, others after a pause."""
PAUSE_MIN_NS, PAUSE_MAX_NS = 100 * MS, 5 * SECOND
"""Before the reader is identified again: doubled each time, so that one which cannot be used does not fill a table's
log. Our choice."""


class LostError(Exception):
    """The reader no longer answers, or must be identified again."""


def never(reply: object) -> bool:
    """Fits no reply: only time ends such a wait."""
    return False


class PolledReader(ABC, Generic[Reply]):
    """The host's side of one polled reader.

    `silence_ns` is the silence that the line needs before a request; a pause of `split_max_ns` within a reply ends it.
    """

    def __init__(self, silence_ns: int, split_max_ns: int) -> None:
        self.state: LinkStateName = "absent"
        self._talk: Conversation[Reply] = Conversation(silence_ns)
        self._split_max_ns = split_max_ns
        self._events: list[Event] = []
        self._choose: Choose | None = None
        self._antenna = 0
        self._serial_number: str | None = None
        self._reset_wanted = False
        self._notes: set[DeviceNote] = set()
        self._now_ns = Nanoseconds(0)
        self._heard_ns = Nanoseconds(0)
        self._right_ns = Nanoseconds(0)

    # ---- what a make's driver supplies --------------------

    @abstractmethod
    def _identify(self) -> Script[Reply, DeviceIdentified]:
        """Asks until a reader answers, and returns its identity."""

    @abstractmethod
    def _serve(self, identity: DeviceIdentified) -> Script[Reply, None]:
        """Prepares the reader, calls `_ready`, and reads it until it must be identified again. May raise LostError."""

    @abstractmethod
    def _unmistakable(self) -> Ask[Reply]:
        """A request whose reply cannot be confused with the reply to any other."""

    @abstractmethod
    def _new_line(self) -> None:
        """Forgets the bytes of the previous line."""

    @abstractmethod
    def _unfinished(self) -> bool:
        """Whether a reply has started and not ended."""

    @abstractmethod
    def _split(self) -> None:
        """A reply that has started will not be continued."""

    @abstractmethod
    def _bytes(self, data: bytes) -> None:
        """Takes bytes from the reader."""

    # ---- what the table wants --------------------

    def scan_next(self, choose: Choose | None) -> None:
        """From now on `choose` names each antenna to scan; where it names none that the reader has, all in turn."""
        self._choose = choose

    def reset(self) -> None:
        """Restarts the reader, as after power-up."""
        self._reset_wanted = True

    # ---- the line --------------------

    def connected(self, now_ns: Nanoseconds) -> None:
        """The line is open: asks which reader is there."""
        self._now_ns = self._right_ns = now_ns
        self._new_line()
        self._set_state("identifying")
        self._talk.start(self._script(), now_ns)

    def disconnected(self, now_ns: Nanoseconds) -> None:
        """The line is gone."""
        self._now_ns = now_ns
        self._talk.stop()
        self._set_state("absent")

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Takes bytes from the reader."""
        self._pause(now_ns)
        self._heard_ns = now_ns
        self._talk.busy(now_ns)
        self._bytes(data)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Time has passed."""
        self._pause(now_ns)
        self._talk.tick(now_ns)

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` must be called next, None if there is nothing to wait for."""
        due = self._talk.next_due_ns()
        if due is not None and self._unfinished():
            due = min(due, Nanoseconds(self._heard_ns + self._split_max_ns))
        return due

    def take_output(self) -> bytes:
        """Bytes for the reader."""
        return self._talk.take_output()

    def take_events(self) -> list[Event]:
        """What has happened, in order."""
        events, self._events = self._events, []
        return events

    def _pause(self, now_ns: Nanoseconds) -> None:
        self._now_ns = now_ns
        if self._unfinished() and now_ns - self._heard_ns >= self._split_max_ns:
            self._split()

    # ---- the script --------------------

    def _script(self) -> Script[Reply, None]:
        pause_ns = 0
        while True:
            began_ns = self._now_ns
            try:
                identity = yield from self._identify()
                began_ns = self._now_ns
                yield from self._serve(identity)
            except LostError:
                self._set_state("lost")
            steady = self._now_ns - began_ns >= STEADY_NS
            pause_ns = 0 if steady else min(max(2 * pause_ns, PAUSE_MIN_NS), PAUSE_MAX_NS)
            if pause_ns:
                yield Ask(b"", never, pause_ns)

    def _clear_line(self) -> Script[Reply, None]:
        """Drops every reply that is still on its way. Raises LostError."""
        while (yield self._unmistakable()) is None:
            silent_ns = self._now_ns - self._right_ns
            if silent_ns >= LOST_AFTER_NS:
                raise LostError
            if silent_ns >= STALE_AFTER_NS and self.state == "ready":
                self._set_state("stale")

    # ---- what follows from it --------------------

    def _hear(self, reply: Reply) -> bool:
        """Takes a valid reply. Returns whether it was the expected one."""
        self._right_ns = self._now_ns
        if self.state == "stale":
            self._set_state("ready")
        return self._talk.hear(reply, self._now_ns)

    def _next_antenna(self, antennas: Sequence[int]) -> Script[Reply, int]:
        """The antenna to scan now: the host's choice, or the next in turn.

        The host chooses after it has been given what was heard until now: events are taken before the next tick.
        """
        yield Ask(b"", never, 0)
        chosen = None if self._choose is None else self._choose(self._now_ns)
        if chosen is None or chosen not in antennas:
            chosen = next((antenna for antenna in antennas if antenna > self._antenna), antennas[0])
        self._antenna = chosen
        return chosen

    def _report_scan(self, antenna: int, began_ns: int, tags: Iterable[TagHeard], *, complete: bool) -> None:
        self._events.append(Scan(antenna, began_ns, self._now_ns, tuple(tags), complete))

    def _ready(self, identity: DeviceIdentified, antennas: int) -> None:
        before, self._serial_number = self._serial_number, identity.serial_number
        self._events.append(replace(identity, antennas=antennas))
        self._set_state("ready")
        if before is not None:
            # tags that came and went while the reader was away were not seen
            self._events.append(EventsLost(None))

    def _note_once(self, note: DeviceNote) -> None:
        if note not in self._notes:
            self._notes.add(note)
            self._events.append(note)

    def _set_state(self, state: LinkStateName) -> None:
        if state != self.state:
            self.state = state
            self._events.append(LinkChanged(state))
