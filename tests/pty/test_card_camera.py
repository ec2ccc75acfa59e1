"""The program for a real camera, from rendered pictures over a real tty to rulings and faults at a table."""

import asyncio
import os
import signal
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from threading import Event

import numpy as np

from burncard.api import Desk
from burncard.api.attached_devices import steady_clock
from burncard.camera.camera_port import CameraPort
from burncard.camera.device import FaceCamera
from burncard.camera.serving import Eye, Serving
from burncard.camera.sight import Counts, Sight
from burncard.controller.config import TableConfig
from burncard.firmware_bridge.camera import CameraDriver
from burncard.firmware_bridge.driver import Nanoseconds
from burncard.firmware_bridge.events import FacesAt, FacesSeen
from burncard.rules.cards import Chips, Seat
from tests.harness import card_art, small_felt
from tests.harness.card_art import Picture
from tests.harness.felt_pictures import Laid, Scene

THREE = TableConfig(seats=tuple((Seat(number), Chips(500)) for number in (1, 2, 3)))
PATIENCE_S = 60.0
EXPOSED = "expose.holdem-later-hole"


class Rendered:
    """A camera over the small felt. Its pictures differ by their noise, until it stands still."""

    def __init__(self) -> None:
        self._room, self._rng = small_felt.studio(), np.random.default_rng(1)
        self._laid: list[Laid] = []
        self._pictures = cycle(self._taken())
        self._closed = Event()

    def lay(self, zone: str, picture: Picture) -> None:
        """A card comes to lie in a zone."""
        self._laid.append(Laid(picture, small_felt.at(int(zone[5:])), 15.0 * len(self._laid)))
        self._pictures = cycle(self._taken())

    def freeze(self) -> None:
        """From now on it gives the same picture."""
        self._pictures = cycle([next(self._pictures)])

    def next(self) -> Picture | None:
        """A picture."""
        self._closed.wait(0.03)  # so often a camera has one
        return next(self._pictures)

    def close(self) -> None:
        """Ends the wait for the next picture."""
        self._closed.set()

    def _taken(self) -> list[Picture]:
        still = self._room.still(Scene(tuple(self._laid)))
        return [self._room.shot(still, self._rng) for _ in range(3)]


def test_a_card_that_the_camera_sees_face_up_is_ruled_on_and_a_frozen_picture_is_a_fault() -> None:
    camera, device, back = (
        Rendered(),
        FaceCamera("FC-1", "5EED5EED", 15, b"", lambda key: None),
        card_art.BACKS["red-bordered"],
    )
    failures: list[Exception] = []
    serving = Serving(Eye(small_felt.enrolled()), camera, device, steady_clock(), failures.append)
    with Desk(THREE, camera=device) as desk:
        assert desk.service.devices.faces_sensed is True
        serving.start()
        try:
            desk.load()
            for card, face in (("7h", back), ("8h", back), ("As", card_art.face("As"))):
                zone = desk.view()["next"]["zone"]
                camera.lay(zone, face)
                desk.deal(card, zone)
            desk.wait(lambda view: EXPOSED in (alert["rule"] for alert in view["alerts"]), PATIENCE_S)
            camera.freeze()
            desk.wait(lambda view: "camera-fault" in (fault["code"] for fault in view["faults"]), PATIENCE_S)
            assert desk.service.devices.faces_sensed is False
            assert desk.service.record.in_hand
        finally:
            serving.close()
    assert not failures


def test_the_camera_answers_at_a_serial_port_and_again_after_that_was_lost(tmp_path: Path) -> None:
    asyncio.run(_at_a_port(tmp_path / "port"))


async def _at_a_port(link: Path) -> None:
    camera = FaceCamera("FC-1", "5EED5EED", 15, b"", lambda key: None)
    port = CameraPort(camera, str(link), 115200, time.monotonic_ns)
    with _line(link) as table:
        port.start()
        await _reads_a_sight(table, camera)
    with _line(link) as table:
        await _reads_a_sight(table, camera)
    port.close()


@contextmanager
def _line(link: Path) -> Iterator[int]:
    """A tty at a path, plugged in for a while: the table's end of it."""
    table, port = os.openpty()
    tty.setraw(port)
    os.set_blocking(table, False)
    link.symlink_to(os.ttyname(port))
    yield table
    link.unlink()
    os.close(table)
    os.close(port)


async def _reads_a_sight(table: int, camera: FaceCamera) -> None:
    """Talks as a table does, until it has a picture."""
    seen = await _first_sight(table, lambda: camera.show(Sight(time.monotonic_ns(), {3: Counts(1, 0)})))
    assert seen == (FacesAt(3, 1, 0, 0.99),)


async def _first_sight(table: int, meanwhile: Callable[[], None] = lambda: None) -> tuple[FacesAt, ...]:
    """The places in the first picture that shows any, read as a table reads them."""
    driver, deadline = CameraDriver(), time.monotonic() + PATIENCE_S
    driver.connected(Nanoseconds(time.monotonic_ns()))
    while time.monotonic() < deadline:
        meanwhile()
        driver.tick(Nanoseconds(time.monotonic_ns()))
        os.write(table, driver.take_output())
        await asyncio.sleep(0.005)
        with suppress(BlockingIOError):
            driver.receive(os.read(table, 4096), Nanoseconds(time.monotonic_ns()))
        for event in driver.take_events():
            if isinstance(event, FacesSeen) and event.places:
                return event.places
    raise TimeoutError


def test_the_command_serves_a_folder_of_pictures_on_a_tty_of_its_own(tmp_path: Path) -> None:
    small_felt.photograph(tmp_path)
    small_felt.enrolled().save(tmp_path / "camera")
    options = [
        "--source",
        str(tmp_path / "play"),
        "--folder",
        str(tmp_path / "camera"),
        "--link",
        str(tmp_path / "tty"),
    ]
    command = [str(Path(sys.executable).with_name("burncard")), "camera", "serve", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        try:
            assert program.stdout is not None
            assert program.stdout.readline().startswith("face camera on")
            table = os.open(tmp_path / "tty", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            tty.setraw(table)
            assert asyncio.run(_first_sight(table)) == (
                FacesAt(1, 0, 1, 0.99),
                FacesAt(2, 0, 0, 0.99),
                FacesAt(3, 1, 0, 0.99),
            )
            os.close(table)
        finally:
            program.send_signal(signal.SIGTERM)
        assert program.wait(PATIENCE_S) == 0
