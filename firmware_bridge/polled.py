"""What drivers of readers that are asked have in common: the link's states, the order of scanning, what is told.

A make's driver says how its reader is identified and read, as scripts of questions. Where a question is not answered,
`_clear_line` asks one whose answer cannot be mistaken and drops what comes before it: the line keeps its order, so
nothing older can follow, and no late reply is taken for another question's.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Generic

from burncard.firmware_bridge.conversation import Ask, Conversation, Reply, Script
from burncard.firmware_bridge.driver import SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceIdentified, Event, EventsLost, LinkChanged, LinkStateName
from burncard.firmware_bridge.presence import Presence

STALE_AFTER_NS = 2 * SECOND
"""So long nothing right has come."""
LOST_AFTER_NS = 10 * SECOND
TRIES_MAX = 200
"""A question that fails so often, while others are answered, will always fail: the reader is begun with anew."""


class LostError(Exception):
    """The reader does not answer any more, or has to be begun with anew."""


class PolledReader(ABC, Generic[Reply]):
    """The host's side of one reader that is asked. `split_max_ns`: a longer pause within a reply is its end."""

    def __init__(self, presence: Presence, silence_ns: int, split_max_ns: int) -> None:
        self.state: LinkStateName = "absent"
        self.presence = presence
        self._talk: Conversation[Reply] = Conversation(silence_ns)
        self._split_max_ns = split_max_ns
        self._events: list[Event] = []
        self._order: tuple[int, ...] = ()
        self._plan: list[int] = []
        self._serial_number: str | None = None
        self._reset_wanted = False
        self._tell_all_wanted = False
        self._now_ns = Nanoseconds(0)
        self._heard_ns = Nanoseconds(0)
        self._right_ns = Nanoseconds(0)

    # ---- what a make's driver says --------------------

    @abstractmethod
    def _identify(self) -> Script[Reply, DeviceIdentified]:
        """Asks until somebody answers who is there."""

    @abstractmethod
    def _serve(self, identity: DeviceIdentified) -> Script[Reply, None]:
        """Prepares the reader, calls `_ready`, and reads it until it has to be begun with anew. May raise LostError."""

    @abstractmethod
    def _unmistakable(self) -> Ask[Reply]:
        """A question whose answer no other question can have."""

    @abstractmethod
    def _new_line(self) -> None:
        """Forgets bytes of the line before."""

    @abstractmethod
    def _unfinished(self) -> bool:
        """Whether a reply has begun and not ended."""

    @abstractmethod
    def _split(self) -> None:
        """A reply that has begun will not be continued."""

    @abstractmethod
    def _bytes(self, data: bytes) -> None:
        """Bytes of the reader."""

    # ---- what the table wants --------------------

    def set_scan_order(self, antennas: tuple[int, ...]) -> None:
        """Which antennas to scan first: at once, if a scan is under way, and first of every scan from then on."""
        if antennas != self._order:
            self._order = antennas
            self._plan = self._ordered(self._plan, again=True) if self._plan else []

    def report_all(self) -> None:
        """Tells every tag again as it is next heard."""
        self.presence.tell_all()
        self._tell_all_wanted = True

    def reset(self) -> None:
        """Has the reader begin anew, as after power-up."""
        self._reset_wanted = True

    # ---- the line --------------------

    def connected(self, now_ns: Nanoseconds) -> None:
        """The line is open: asks who is there."""
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
        """Bytes of the reader."""
        self._pause(now_ns)
        self._heard_ns = now_ns
        self._talk.busy(now_ns)
        self._bytes(data)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Time has passed."""
        self._pause(now_ns)
        self._talk.tick(now_ns)

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` has something to do."""
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
        while True:
            try:
                identity = yield from self._identify()
                yield from self._serve(identity)
            except LostError:
                self._set_state("lost")

    def _clear_line(self) -> Script[Reply, None]:
        """Drops every reply that is still under way. Raises LostError."""
        while (yield self._unmistakable()) is None:
            silent_ns = self._now_ns - self._right_ns
            if silent_ns >= LOST_AFTER_NS:
                raise LostError
            if silent_ns >= STALE_AFTER_NS and self.state == "ready":
                self._set_state("stale")

    # ---- what follows from it --------------------

    def _hear(self, reply: Reply) -> bool:
        """A right reply has come; whether it was waited for."""
        self._right_ns = self._now_ns
        if self.state == "stale":
            self._set_state("ready")
        return self._talk.hear(reply, self._now_ns)

    def _ordered(self, antennas: Sequence[int], *, again: bool = False) -> list[int]:
        first = [antenna for antenna in self._order if again or antenna in antennas]
        return first + [antenna for antenna in antennas if antenna not in first]

    def _ready(self, identity: DeviceIdentified, antennas: int) -> None:
        before, self._serial_number = self._serial_number, identity.serial_number
        if before not in (None, identity.serial_number):
            self.presence.forget()
        self._events.append(replace(identity, antennas=antennas))
        self._set_state("ready")
        if before is not None:
            # whatever came and went while nobody could ask was not seen
            self._events.append(EventsLost(None))

    def _set_state(self, state: LinkStateName) -> None:
        if state != self.state:
            self.state = state
            self._events.append(LinkChanged(state))
