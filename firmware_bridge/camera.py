"""Driver of a camera that tells face up from face down, on our own link.

It sends its pictures unasked, some ten a second, and takes no commands. It names no card: only how many lie face up and
how many face down in each zone, by the number of the antenna under the zone. A picture is as old as it says when it is
sent for the first time; one that was kept while the line was down is older, so the first one of a session is dropped.
"""

from burncard.firmware_bridge.driver import MS, Nanoseconds
from burncard.firmware_bridge.events import Event, FacesAt, FacesSeen
from burncard.firmware_bridge.link_decoder import LinkDecoder
from burncard.firmware_bridge.link_driver import LinkDriver
from burncard.firmware_bridge.link_events import CERTAIN_PERCENT, EventMessage, Faces, Fault
from burncard.firmware_bridge.link_messages import BadPayloadError
from burncard.firmware_bridge.protocols import Protocol


class CameraDriver(LinkDriver):
    """The host's side of a camera."""

    def __init__(self, session: int | None = None) -> None:
        super().__init__(session)
        self._now_ns = Nanoseconds(0)
        self._session_of_last = 0

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Takes bytes from the camera."""
        self._now_ns = now_ns
        super().receive(data, now_ns)

    def _reported(self, message: EventMessage) -> list[Event]:
        if isinstance(message, Fault):
            return super()._reported(message)
        if not isinstance(message, Faces):
            raise BadPayloadError("a camera reports pictures")
        session, self._session_of_last = self._session_of_last, self.link.counters.sessions
        if session != self._session_of_last:
            return []
        places = (FacesAt(at.antenna, at.up, at.down, at.percent / CERTAIN_PERCENT) for at in message.places)
        return [FacesSeen(self._now_ns - message.age_ms * MS, tuple(places))]


PROTOCOL = Protocol(driver=CameraDriver, decoder=LinkDecoder, sessions=True)
