"""A host that speaks version 1 of our link, to which a reader reports tags that come and go."""

from burncard.firmware_bridge.events import Event
from burncard.firmware_bridge.link_driver import LinkDriver
from burncard.firmware_bridge.link_events import CycleDone, EventMessage, TagAt, TagLeft


class OldHost(LinkDriver):
    """`told`: the messages about its own cycles that the reader has sent, in order."""

    def __init__(self, session: int | None = None) -> None:
        super().__init__(session, version=1)
        self.told: list[EventMessage] = []

    def read(self) -> list[str]:
        """The tags that have come, in the order of their messages."""
        return [message.uid for message in self.told if isinstance(message, TagAt)]

    def last_at(self) -> TagAt:
        """The last tag that has come."""
        return [message for message in self.told if isinstance(message, TagAt)][-1]

    def _reported(self, message: EventMessage) -> list[Event]:
        if isinstance(message, TagAt | TagLeft | CycleDone):
            self.told.append(message)
            return []
        return super()._reported(message)
