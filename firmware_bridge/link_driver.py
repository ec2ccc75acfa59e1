"""The common part of the drivers on our own link: the link itself, and its event frames as plain values."""

from dataclasses import asdict
from secrets import randbits

from burncard.firmware_bridge.driver import Nanoseconds
from burncard.firmware_bridge.events import DeviceFault, Event, ShufflerReport
from burncard.firmware_bridge.host_link import HostLink
from burncard.firmware_bridge.link_events import (
    CycleDone,
    EventMessage,
    Faces,
    Fault,
    Report,
    Scanned,
    TagAt,
    TagLeft,
    unpack_event,
)
from burncard.firmware_bridge.link_frames import Frame
from burncard.firmware_bridge.link_messages import LINK_VERSION, BadPayloadError, Message, Type


class LinkDriver:
    """The host's side of a device on our own link.

    `session` is the number of the first session. The device uses it to recognise repeated commands, so it is random by
    default: a restarted host must not be mistaken for the previous one. `version`: the highest that it speaks.
    """

    def __init__(self, session: int | None = None, version: int = LINK_VERSION) -> None:
        self.link = HostLink(randbits(32) if session is None else session, version)

    def connected(self, now_ns: Nanoseconds) -> None:
        """The line is open."""
        self.link.connected(now_ns)

    def disconnected(self, now_ns: Nanoseconds) -> None:
        """The line is gone."""
        self.link.disconnected(now_ns)

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Takes bytes from the device."""
        self.link.receive(data, now_ns)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Time has passed."""
        self.link.tick(now_ns)

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` must be called next, None if there is nothing to wait for."""
        return self.link.next_due_ns()

    def take_output(self) -> bytes:
        """Bytes for the device."""
        return self.link.take_output()

    def take_events(self) -> list[Event]:
        """What has happened, in order."""
        events: list[Event] = []
        for told in self.link.take_events():
            if not isinstance(told, Frame):
                events.append(told)
                continue
            try:
                events += self._reported(unpack_event(Type(told.type), told.payload))
            except BadPayloadError as error:
                self.link.counters.bad_payloads += 1
                events.append(DeviceFault("bad-event", f"event {told.number} of the device: {error}"))
        return events

    @property
    def baud(self) -> int | None:
        """What the line is to be set to now, in bits per second. None: the speed of the profile."""
        return self.link.speed.baud

    def may_go_at(self, baud: int) -> None:
        """From the next session on the line may be asked to go at this speed."""
        self.link.speed.fastest = baud

    def prove_with(self, key: bytes) -> None:
        """From now on only a device that proves to have this key is taken for the one that is sought."""
        self.link.challenge.key = key

    def counters(self) -> dict[str, int]:
        """Number of errors on the line, by name."""
        frames = {f"frame_{reason}": count for reason, count in asdict(self.link.frames.errors).items()}
        return frames | asdict(self.link.counters)

    def send(self, command: Message) -> bool:
        """Queues a command. Returns False if the queue is full."""
        return self.link.send(command)

    def _reported(self, message: EventMessage) -> list[Event]:
        """The events of one message of the device. Raises BadPayloadError for one that it may not send."""
        return [_event_of(message)]


def _event_of(message: EventMessage) -> Event:
    match message:
        case TagAt() | TagLeft() | CycleDone():
            raise BadPayloadError("a tag of no reader")
        case Fault():
            return DeviceFault(message.code, message.text)
        case Scanned():
            raise BadPayloadError("a scan that was not asked for")
        case Faces():
            raise BadPayloadError("a picture of no camera")
        case Report():
            return _report_of(message)


def _report_of(report: Report) -> ShufflerReport:
    return ShufflerReport(
        event=report.event,
        count=report.count,
        missing=report.missing,
        duplicate=report.duplicate,
        boxed=report.boxed,
        foreign=report.foreign,
        unread=report.unread,
        riffles=report.riffles,
        parts=report.parts if any(report.parts) else (),
        unlisted=report.unlisted,
        code=report.code,
    )
