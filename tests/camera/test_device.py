"""The camera as a device: what it has seen reaches the driver of any face camera, and nothing else does."""

from burncard.camera.alarms import FROZEN
from burncard.camera.device import ALARM_AGAIN_NS, FaceCamera
from burncard.camera.sight import Counts, Sight
from burncard.firmware_bridge.camera import CameraDriver
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified, Event, FacesAt, FacesSeen
from burncard.firmware_bridge.link_messages import SetKey


class Table:
    """A driver and a camera that talk without delay."""

    def __init__(self) -> None:
        self.keys: list[bytes] = []
        self.camera = FaceCamera("FC-1", "5EED5EED", 15, b"", self.keys.append)
        self.driver = CameraDriver(session=1)
        self.now_ns = SECOND
        self.events: list[Event] = []
        self.driver.connected(Nanoseconds(self.now_ns))
        self.run(200 * MS)

    def run(self, for_ns: int) -> list[Event]:
        """What the table learns meanwhile."""
        until_ns, events = self.now_ns + for_ns, []
        while self.now_ns < until_ns:
            now_ns = Nanoseconds(self.now_ns)
            self.driver.tick(now_ns)
            self.camera.receive(self.driver.take_output(), now_ns)
            self.driver.receive(self.camera.take_output(), now_ns)
            events += self.driver.take_events()
            self.now_ns += 5 * MS
        self.events += events
        return events

    def see(self, sight: Sight) -> list[Event]:
        """The camera has seen this."""
        self.camera.show(sight)
        return self.run(200 * MS)


def test_what_was_seen_arrives_with_its_age_and_how_sure_it_is() -> None:
    table = Table()
    table.see(Sight(table.now_ns, {}))
    taken_ns = table.now_ns - 40 * MS
    (seen,) = table.see(Sight(taken_ns, {11: Counts(3, 0), 2: Counts(1, 1, 95)}))
    assert isinstance(seen, FacesSeen)
    assert seen.places == (FacesAt(2, 1, 1, 0.95), FacesAt(11, 3, 0, 0.99))
    assert abs(seen.taken_ns - taken_ns) <= 2 * MS


def test_each_sight_is_sent_once_and_at_most_ten_a_second() -> None:
    table = Table()
    for _ in range(60):
        table.camera.show(Sight(table.now_ns, {1: Counts(0, 2)}))
        table.run(20 * MS)
    assert 8 <= sum(isinstance(event, FacesSeen) for event in table.events) <= 14
    table.run(200 * MS)
    assert not table.run(SECOND)


def test_an_alarm_is_a_fault_of_the_device_and_ends_its_pictures() -> None:
    table = Table()
    table.see(Sight(table.now_ns, {1: Counts(0, 2)}))
    blind = Sight(table.now_ns, {1: Counts(0, 2)}, FROZEN)
    assert table.see(blind) == [DeviceFault("frozen", "its picture stands still")]
    assert table.see(blind) == []
    table.run(ALARM_AGAIN_NS)
    assert table.see(blind) == [DeviceFault("frozen", "its picture stands still")]
    assert [type(event) for event in table.see(Sight(table.now_ns, {1: Counts(0, 2)}))] == [FacesSeen]


def test_it_is_a_camera_that_keeps_the_key_of_its_table() -> None:
    table = Table()
    (who,) = [event for event in table.events if isinstance(event, DeviceIdentified)]
    assert (who.kind, who.serial_number, who.senses_face) == ("camera", "FC-1", True)
    assert not who.is_virtual
    table.driver.send(SetKey(bytes(range(32))))
    table.run(100 * MS)
    assert table.keys == [bytes(range(32))]
