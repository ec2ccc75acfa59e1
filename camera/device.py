"""The camera's end of the line: a device of the profile `face-camera`. It knows numbers of cards, and no pictures.

The program that looks leaves its latest sight here, from any thread. The device sends it when the one before has
arrived, so that a slow line makes pictures rarer and not older.
"""

from collections.abc import Callable
from secrets import randbits
from typing import Final

from burncard.camera.sight import Alarm, Sight
from burncard.firmware_bridge.device_link import DeviceLink
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.link_events import Faces, FacesOf, Fault
from burncard.firmware_bridge.link_messages import LINK_VERSION, Identity, Reset, Type

FIRMWARE: Final = "1.0.0"
PICTURE_NS: Final = 95 * MS
"""From one picture on the line to the next, at least: some ten a second."""
LOOK_NS: Final = 10 * MS
"""How often a new sight is looked for."""
ALARM_AGAIN_NS: Final = 60 * SECOND
"""An alarm that lasts is repeated: the table may have been started since, or somebody may have cleared it."""
COUNT_MAX: Final = 255
AGE_MS_MAX: Final = 0xFFFF
COMMANDS: Final = frozenset({Type.RESET})


class FaceCamera:
    """The device, sans-IO. `taught`: a digest of what it knows of its table. `key`: what it proves with that it is
    itself; `keep` stores one that the table gives it."""

    def __init__(
        self, serial_number: str, taught: str, antennas: int, key: bytes, keep: Callable[[bytes], None]
    ) -> None:
        identity = Identity(
            LINK_VERSION,
            0,
            randbits(32),
            1,
            "camera",
            FIRMWARE,
            taught,
            serial_number,
            antennas,
            senses_face=True,
            senses_boxed=False,
            proves=True,
            changes_speed=True,
        )
        self.link = DeviceLink(identity, COMMANDS, key)
        self._keep = keep
        self._kept = key
        self._sight: Sight | None = None
        self._alarm: Alarm | None = None
        self._alarmed_ns = 0
        self._next_ns = self._looked_ns = 0

    def show(self, sight: Sight) -> None:
        """Leaves what was seen last. May be called from any thread."""
        self._sight = sight

    # ---- the line --------------------

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes from the host."""
        self.link.receive(data, now_ns)
        if self.link.key != self._kept:
            self._kept = self.link.key
            self._keep(self._kept)
        if any(isinstance(command, Reset) for command in self.link.take_commands()):
            self.link.restart()
        self.tick(now_ns)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Sends what was seen, if that is new and the one before has arrived."""
        self._looked_ns = now_ns
        sight = self._sight
        if sight is not None and now_ns >= self._next_ns and self.link.is_ready:
            self._sight = None
            self._next_ns = now_ns + PICTURE_NS
            if sight.alarm is None:
                self._alarm = None
                self.link.tell(_message(sight, now_ns), now_ns)
            elif sight.alarm != self._alarm or now_ns - self._alarmed_ns >= ALARM_AGAIN_NS:
                self._alarm, self._alarmed_ns = sight.alarm, now_ns
                self.link.tell(Fault(sight.alarm.code, sight.alarm.text), now_ns)
        self.link.tick(now_ns)

    def next_due_ns(self) -> Nanoseconds | None:
        """When a new sight is looked for, or the link's next timer."""
        due_ns = self.link.next_due_ns()
        if due_ns is None or not self.link.is_ready:
            return due_ns
        return min(due_ns, Nanoseconds(max(self._next_ns, self._looked_ns + LOOK_NS)))

    @property
    def baud(self) -> int | None:
        """The speed that was agreed on with the host; None: the one that the line began with."""
        return self.link.baud

    def take_output(self) -> bytes:
        """Bytes for the host."""
        return self.link.take_output()

    def line_lost(self) -> None:
        """The line was pulled."""
        self.link.line_lost()


def _message(sight: Sight, now_ns: int) -> Faces:
    places = [
        FacesOf(antenna, min(zone.up, COUNT_MAX), min(zone.down, COUNT_MAX), zone.sure_percent)
        for antenna, zone in sorted(sight.zones.items())
    ]
    return Faces(max(0, min((now_ns - sight.taken_ns) // MS, AGE_MS_MAX)), tuple(places))
