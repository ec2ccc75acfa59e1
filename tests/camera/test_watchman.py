"""What makes pictures worthless is noticed, and nothing is reported from them."""

from collections.abc import Iterable
from queue import Queue

import cv2
import numpy as np

from burncard.camera.alarms import DARK, FROZEN, MOVED, SIZE
from burncard.camera.device import FaceCamera
from burncard.camera.geometry import Picture
from burncard.camera.serving import Eye, Serving
from burncard.camera.sight import Alarm, Sight
from burncard.firmware_bridge.driver import MS
from tests.harness import card_art, small_felt
from tests.harness.felt_pictures import Hand, Laid, Scene

SCENE = Scene((Laid(card_art.BACKS["red-bordered"], small_felt.at(1), 30),))


def sights(pictures: Iterable[Picture], apart_ns: int = 250 * MS) -> list[Sight | None]:
    """What is seen in pictures that follow good ones."""
    eye, room, rng = Eye(small_felt.enrolled()), small_felt.studio(), np.random.default_rng(1)
    still = room.still(SCENE)
    good = [eye.look(room.shot(still, rng), number * apart_ns) for number in range(4)]
    assert good[-1] is not None
    assert good[-1].zones[1].down == 1
    return [eye.look(picture, (4 + number) * apart_ns) for number, picture in enumerate(pictures)]


def alarms(found: list[Sight | None]) -> list[Alarm | None]:
    return [sight.alarm for sight in found if sight is not None]


def test_a_picture_that_stands_still_shows_nothing_and_is_an_alarm_after_a_second() -> None:
    room = small_felt.studio()
    picture = room.picture(SCENE, np.random.default_rng(7))
    first, *again = sights([picture] * 6)
    assert first is not None
    assert first.zones
    assert again[:3] == [None] * 3
    assert set(alarms(again)) == {FROZEN}


def test_nothing_is_seen_in_the_dark() -> None:
    room, rng = small_felt.studio(), np.random.default_rng(8)
    still = room.still(SCENE) * 0.01
    found = sights(room.shot(still, rng) for _ in range(9))
    assert not any(sight.zones for sight in found if sight is not None)
    assert alarms(found)[-1] == DARK


def test_a_camera_that_was_pushed_by_some_pixels_sees_nothing_more() -> None:
    pushed, rng = small_felt.moved(small_felt.studio(), 9.0), np.random.default_rng(9)
    still = pushed.still(SCENE)
    found = sights(pushed.shot(still, rng) for _ in range(9))
    assert not any(sight.zones for sight in found if sight is not None)
    assert alarms(found)[-1] == MOVED


def test_people_at_the_table_do_not_look_like_a_camera_that_was_moved() -> None:
    room, rng = small_felt.studio(), np.random.default_rng(10)
    hands = (Hand(small_felt.at(2), (-1300.0, -300.0)), Hand(small_felt.at(3), (-1300.0, 300.0)))
    still = room.still(Scene(SCENE.things, hands))
    assert set(alarms(sights(room.shot(still, rng) for _ in range(9)))) == {None}


def test_pictures_of_another_size_are_not_looked_at() -> None:
    (sight,) = sights([np.zeros((480, 640, 3), np.uint8)])
    assert sight == Sight(sight.taken_ns if sight else 0, {}, SIZE)


def test_a_camera_that_fails_to_look_does_not_go_on_as_if_it_did() -> None:
    class Broken:
        def next(self) -> Picture:
            raise cv2.error("broken")

        def close(self) -> None:
            pass

    failures: Queue[Exception] = Queue()
    camera = FaceCamera("FC-1", "", 15, b"", lambda key: None)
    serving = Serving(Eye(small_felt.enrolled()), Broken(), camera, lambda: 0, failures.put)
    serving.start()
    assert isinstance(failures.get(timeout=60), cv2.error)
    serving.close()
