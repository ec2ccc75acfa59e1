"""A virtual camera over the table, on our own link: it reports how many cards lie face up and down in each zone."""

from random import Random

from burncard.firmware_bridge.device_link import DeviceLink
from burncard.firmware_bridge.driver import MS, Nanoseconds
from burncard.firmware_bridge.events import FacesAt
from burncard.firmware_bridge.link_events import CERTAIN_PERCENT, Faces, FacesOf, Fault
from burncard.firmware_bridge.link_messages import LINK_VERSION, Identity, Reset, Type
from burncard.hardware.layout import load_layout
from burncard.simulator.devices.antenna_field import OverAntennas
from burncard.simulator.eye import RIGHT, Eye, looked_at
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.antenna_plan import TablePlan

PICTURE_NS = 100 * MS  # from one picture to the next
WORK_NS = 60 * MS  # from a picture until it has been worked out
COUNT_MAX = 255
COMMANDS = frozenset({Type.RESET})


class VirtualCamera(OverAntennas):
    """Takes pictures of the cards that lie on a felt, and reports each when the one before has arrived.

    `air`: the felt, which a reader may share; without one it is a felt of its own. `right`: the chance that a picture
    of a zone is right. `zones`: by antenna; the standard table's without.
    """

    def __init__(
        self,
        serial_number: str = "VC-0001",
        boot: int = 1,
        air: Air | None = None,
        rng: Random | None = None,
        right: float = RIGHT,
        zones: dict[int, str] | None = None,
    ) -> None:
        zones = zones or load_layout().zones
        super().__init__(air or Air(TablePlan(zones)), len(zones))
        identity = Identity(
            LINK_VERSION,
            0,
            boot,
            1,
            "camera",
            "1.0.0",
            "5EED5EED",
            serial_number,
            max(zones),
            senses_face=True,
            senses_boxed=False,
            is_virtual=True,
            proves=True,
            changes_speed=True,
        )
        self.link = DeviceLink(identity, COMMANDS)
        self.eye = Eye(self.air, rng or Random(boot), *looked_at(zones), right)
        self._taken: tuple[Nanoseconds, tuple[FacesAt, ...]] | None = None
        self._next_ns = Nanoseconds(0)

    def fail(self, code: str, text: str, now_ns: Nanoseconds) -> None:
        """The camera has a fault."""
        self.link.tell(Fault(code, text), now_ns)

    # ---- the line --------------------

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes from the host."""
        self.link.receive(data, now_ns)
        if any(isinstance(command, Reset) for command in self.link.take_commands()):
            self.link.restart()
        self.tick(now_ns)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Takes a picture when one is due, and reports it when it has been worked out."""
        if self._taken is None and now_ns >= self._next_ns and self.link.is_ready:
            self._taken = (now_ns, self.eye.look(now_ns))
            self._next_ns = Nanoseconds(now_ns + PICTURE_NS)
        elif self._taken is not None and now_ns >= self._taken[0] + WORK_NS:
            taken_ns, places = self._taken
            self._taken = None
            self.link.tell(_message(places, now_ns - taken_ns), now_ns)
        self.link.tick(now_ns)

    def next_due_ns(self) -> Nanoseconds | None:
        """The next picture, or the link's next timer."""
        picture_ns = None if self._taken is None else Nanoseconds(self._taken[0] + WORK_NS)
        if picture_ns is None and self.link.is_ready:
            picture_ns = self._next_ns
        due = [when for when in (picture_ns, self.link.next_due_ns()) if when is not None]
        return min(due) if due else None

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
        self._taken = None


def _message(places: tuple[FacesAt, ...], age_ns: int) -> Faces:
    return Faces(
        age_ns // MS,
        tuple(
            FacesOf(at.antenna, min(at.up, COUNT_MAX), min(at.down, COUNT_MAX), round(at.chance * CERTAIN_PERCENT))
            for at in places
        ),
    )


def make(serial_number: str, rng: Random) -> VirtualCamera:
    """A virtual camera just powered up. Its boot number is random: a real one never repeats its last."""
    return VirtualCamera(serial_number, boot=rng.getrandbits(32), rng=rng)
