"""Driver of the shuffler that speaks our own link."""

from firmware_bridge.codec import Frame
from firmware_bridge.events import Event, ShufflerReport
from firmware_bridge.messages import GoTo, Report, Target, Type
from firmware_bridge.reader import LinkDriver

TARGETS = {target.name.lower().replace("_", "-"): target for target in Target}


class ShufflerDriver(LinkDriver):
    """The host's side of a shuffler on our own link."""

    kind = "shuffler"

    def go_to(self, state: str) -> None:
        """Tells it a state to reach. Raises KeyError for a state that no shuffler has."""
        self.link.send(GoTo(TARGETS[state]))

    def event_of(self, frame: Frame) -> Event:
        """A shuffler's report."""
        if frame.type != Type.REPORT:
            return super().event_of(frame)
        report = Report.unpack(frame.payload)
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
            code=report.code,
        )
