"""A camera on our own link: its pictures arrive while they are fresh, and nothing that it sends breaks the driver."""

from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from burncard.firmware_bridge.camera import CameraDriver
from burncard.firmware_bridge.device_link import DeviceLink
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceFault, Event, FacesAt, FacesSeen
from burncard.firmware_bridge.link_events import Faces, FacesOf, TagAt
from burncard.firmware_bridge.link_frames import Frame, encode_frame
from burncard.firmware_bridge.link_messages import EVENTS, LINK_VERSION, Hello, Identity, Type
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.simulator.devices.virtual_camera import PICTURE_NS, VirtualCamera

NOW = Nanoseconds(SECOND)
UID = "E004010000000001"
IDENTITY = Identity(LINK_VERSION, 2, 1, 1, "camera", "1", "A", "C", 15, senses_face=True, senses_boxed=False)


def settle(driver: CameraDriver, device: VirtualCamera | DeviceLink, now_ns: Nanoseconds) -> list[Event]:
    """Both ends talk until nothing more is to be said; the events."""
    for _ in range(6):
        device.receive(driver.take_output(), now_ns)
        driver.receive(device.take_output(), now_ns)
    return driver.take_events()


def run(driver: CameraDriver, camera: VirtualCamera, from_ns: int, for_ns: int) -> list[FacesSeen]:
    """Both ends run for some time; the pictures."""
    seen: list[FacesSeen] = []
    for now in range(from_ns, from_ns + for_ns, 5 * MS):
        now_ns = Nanoseconds(now)
        driver.tick(now_ns)
        camera.tick(now_ns)
        seen += [event for event in settle(driver, camera, now_ns) if isinstance(event, FacesSeen)]
    return seen


def test_pictures_say_how_many_cards_lie_up_and_down_and_how_old_they_are() -> None:
    driver, camera = CameraDriver(session=1), VirtualCamera(rng=Random(1), right=1.0)
    driver.connected(NOW)
    camera.put_tag(UID, 11, "up", NOW)
    seen = run(driver, camera, NOW, SECOND)
    assert 8 <= len(seen) <= SECOND // PICTURE_NS
    assert FacesAt(11, 1, 0, 1.0) in seen[-1].places
    assert {at.antenna for at in seen[-1].places} <= {*range(1, 12), 14}
    assert all(60 * MS <= later.taken_ns - sooner.taken_ns <= 150 * MS for sooner, later in pairwise(seen))


def test_a_picture_that_waited_for_the_line_is_not_taken_for_a_new_one() -> None:
    driver, device = CameraDriver(session=1), DeviceLink(IDENTITY)
    driver.connected(NOW)
    settle(driver, device, NOW)
    driver.disconnected(NOW)
    device.tell(Faces(60, (FacesOf(3, 1, 0, 99),)), NOW)
    device.line_lost()
    later = Nanoseconds(NOW + 60 * SECOND)
    driver.connected(later)
    assert not [event for event in settle(driver, device, later) if isinstance(event, FacesSeen)]
    device.tell(Faces(60, (FacesOf(3, 0, 1, 99),)), later)
    assert settle(driver, device, later) == [FacesSeen(later - 60 * MS, (FacesAt(3, 0, 1, 0.99),))]


def test_a_host_that_does_not_answer_gets_one_picture_and_no_queue() -> None:
    camera = VirtualCamera(rng=Random(1))
    camera.receive(encode_frame(Frame(Type.HELLO, 0, Hello(2, 1).pack())), NOW)
    for now in range(NOW, NOW + 4 * SECOND, 20 * MS):
        camera.tick(Nanoseconds(now))
    assert camera.link.events_told() == 1


def test_a_session_of_version_1_has_no_pictures() -> None:
    camera = VirtualCamera(rng=Random(1))
    camera.receive(encode_frame(Frame(Type.HELLO, 0, Hello(1, 1).pack())), NOW)
    for now in range(NOW, NOW + SECOND, 20 * MS):
        camera.tick(Nanoseconds(now))
    assert camera.link.events_told() == 0


def test_only_a_camera_may_report_faces_and_a_camera_reports_no_tags_to_the_table() -> None:
    for driver in (ReaderDriver(session=1), CameraDriver(session=1)):
        device = DeviceLink(IDENTITY)
        driver.connected(NOW)
        device.receive(driver.take_output(), NOW)
        driver.receive(device.take_output(), NOW)
        driver.take_events()
        device.tell(TagAt(3, UID, None, "up", False, 1) if isinstance(driver, CameraDriver) else Faces(1, ()), NOW)
        driver.receive(device.take_output(), NOW)
        assert [type(event) for event in driver.take_events()] == [DeviceFault]


@given(st.lists(st.tuples(st.sampled_from(sorted(EVENTS)), st.binary(max_size=60)), max_size=8))
def test_nothing_that_a_camera_sends_is_more_than_pictures_faults_and_nonsense(sent: list[tuple[Type, bytes]]) -> None:
    driver, device = CameraDriver(session=1), DeviceLink(IDENTITY)
    driver.connected(NOW)
    settle(driver, device, NOW)
    for number, (kind, payload) in enumerate(sent, 1):
        driver.receive(encode_frame(Frame(kind, number, payload)), NOW)
    assert all(isinstance(event, FacesSeen | DeviceFault) for event in driver.take_events())
